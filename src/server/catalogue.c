/* What there is to play, for lists and forms. */
#include "server/inside.h"

#include "engine/document.h"
#include "wire/gamejson.h"

#include <stdlib.h>

enum { LANGUAGES_MOST = 8 };

/* The list in each language, made when it is asked for first. */
struct catalogue {
    struct fixed list[LANGUAGES_MOST];
};

void catalogue_free(struct catalogue *c)
{
    for (int i = 0; c && i < LANGUAGES_MOST; i++)
        fixed_free(&c->list[i]);
    free(c);
}

struct list {
    struct text *out;
    const struct language *language;
};

static void list_game(void *to, const struct setup *u)
{
    struct list *l = to;
    json_object_begin(l->out);
    json_game_keys(l->out, u, l->language);
    json_game_options(json_key(l->out, "options"), u, l->language);
    json_game_tips(json_key(l->out, "tips"), u, l->language);
    json_object_end(l->out);
}

static void make_list(struct text *out, const struct language *l)
{
    struct list all = {out, l};
    json_array_begin(out);
    each_game(list_game, &all);
    json_array_end(out);
    text_add(out, "\n");
}

void page_catalogue(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    struct server *s = q->server;
    long i = q->language ? q->language - languages : 0;
    if (!s->catalogue)
        s->catalogue = calloc(1, sizeof *s->catalogue);
    struct fixed *f = s->catalogue && i < LANGUAGES_MOST ? &s->catalogue->list[i] : NULL;
    if (f && (!f->text.size || f->text.failed)) {
        fixed_free(f);
        make_list(&f->text, q->language);
    }
    p->type = page_json;
    if (f && !f->text.failed)
        page_fix(q, p, f);
    else
        make_list(&p->body, q->language);
}

void page_game(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    struct error e = {.language = q->language};
    struct setup u;
    if (!setup_choose(&u, q->part[0], &e)) {
        page_error(p, 404, &e);
        return;
    }
    struct text *out = &p->body;
    p->type = page_json;
    json_object_begin(out);
    json_game_keys(out, &u, q->language);
    json_game_options(json_key(out, "options"), &u, q->language);
    json_game_tips(json_key(out, "tips"), &u, q->language);
    json_game_decisions(json_key(out, "choices"), &u, q->language);
    json_game_rules(json_key(out, "rules"), &u, q->language);
    json_bool(json_key(out, "lesson"), document_find("lesson", u.game->name) != NULL);
    json_object_end(out);
    text_add(out, "\n");
    page_tag(p);
}
