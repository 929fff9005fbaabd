/* One of several halls: tables come and go as others have them, and so do those who are there. */
#include "hall/inside.h"

#include "wire/json.h"

#include <stdio.h>

bool hall_has(struct hall *h, const char *id)
{
    return room_find(h, id);
}

/* Those whose answers wait for what has not been written. */
static void forget_answers(struct visitor *first, bool kept, const char *id)
{
    for (struct visitor *v = first, *next; v; v = next) {
        next = kept ? v->later_kept : v->later;
        if (strcmp(hall_table(v), id) == 0 || strcmp(v->left, id) == 0)
            hall_forget_waiting(v);
    }
}

void hall_drop(struct hall *h, const char *id)
{
    struct room *r = room_find(h, id);
    if (!r)
        return;
    forget_answers(h->later, false, id);
    forget_answers(h->later_kept, true, id);
    room_free(r);
}

void hall_keys(const struct hall *h, void (*each)(void *to, int64_t key, const char *id), void *to)
{
    for (int i = 0; i < CHAINS; i++)
        for (const struct room *r = h->chain[i], *next; r; r = next) {
            next = r->next; /* it may be dropped */
            if (r->head.entries)
                each(to, r->head.key, r->head.id);
        }
}

void hall_there(struct hall *h, const char *id, void (*each)(void *to, void *socket), void *to)
{
    const struct room *r = room_find(h, id);
    for (const struct visitor *v = r ? r->visitors : NULL, *next; v; v = next) {
        next = v->next;
        each(to, v->socket);
    }
}

void hall_introduce(struct visitor *v, const char *guest, const char *key, const char *language)
{
    if (strcmp(v->guest, guest) != 0)
        room_exit(v);
    snprintf(v->guest, sizeof v->guest, "%s", guest);
    snprintf(v->key, sizeof v->key, "%s", key);
    v->language = language_find(language);
}

void hall_enter_again(struct visitor *v, const char *text, size_t size, uint64_t told,
                      const char *name)
{
    struct error e = {.language = v->language};
    struct text before = v->answers;
    v->answers = (struct text){0};
    hall_receive(v, text, size);
    text_free(&v->answers);
    v->answers = before;
    if (v->room) {
        snprintf(v->name, sizeof v->name, "%s", name);
        v->sent = told < v->room->head.entries ? told : v->room->head.entries;
        return;
    }
    struct text *out = hall_answer(v, false);
    json_text(json_key(out, "lost"), error_words(&e, "You are not at this table any more."));
    text_put(out, "\n", 1);
}

void hall_leave(struct visitor *v)
{
    room_exit(v);
}

const char *hall_name(const struct visitor *v)
{
    return v->name;
}

uint64_t hall_told(const struct visitor *v)
{
    return v->sent;
}

const char *hall_key(const struct visitor *v)
{
    return v->key;
}

const char *hall_language(const struct visitor *v)
{
    return v->language ? v->language->name : "";
}
