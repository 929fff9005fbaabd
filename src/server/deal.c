/* Cards that can be checked (docs/fair.md), and what is kept of a game that is over. */
#include "server/inside.h"

#include "fair/proof.h"
#include "live/emote.h"
#include "store/scrub.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A dealer of one table, as long as it is awake: everything follows from the table's secret, so
 * that after any stop the same cards come. */
struct deals {
    struct fair fair; /* first: the dealer's context */
    struct dealer dealer;
};

/* Before whoever sat on a chair, in a record that is kept. */
static const char guest_mark[] = "# guest ";

/* And after it, before what somebody said. */
static const char said_mark[] = "\n# said ";

void must(bool fine)
{
    if (!fine)
        abort();
}

const struct dealer *dealer_begin(void *context, const struct room_head *head)
{
    (void)context;
    struct deals *d = calloc(1, sizeof *d);
    must(d);
    fair_restore(&d->fair, head->secret);
    d->dealer = fair_dealer_at(&d->fair, head->id);
    return &d->dealer;
}

void dealer_end(void *context, const struct dealer *dealer)
{
    (void)context;
    struct deals *d = dealer->context;
    sodium_memzero(d, sizeof *d);
    free(d);
}

static void add_said(const struct entry *e, struct text *out)
{
    if (e->kind == ENTRY_SAID || e->kind == ENTRY_EMOTED)
        text_add(out, "%s%c %s", said_mark, e->seat == NOBODY ? '-' : 'A' + e->seat,
                 e->kind == ENTRY_EMOTED ? emote_words(e->text, NULL)
                 : e->text               ? e->text
                                         : scrub_said);
}

/* What was said since the game began: the talk is part of it. */
static void add_talk(const struct diary *d, struct text *out)
{
    size_t first = d->entries;
    while (first > d->gone && diary_at(d, first - 1)->kind != ENTRY_BEGUN &&
           diary_at(d, first - 1)->kind != ENTRY_REMATCH)
        first--;
    for (size_t i = first; i < d->entries; i++)
        add_said(diary_at(d, i), out);
    text_add(out, "\n");
}

/* Who saw the game from which seat, from which step on and up to which. */
static void add_guests(const struct live *h, struct text *out)
{
    struct span s;
    for (size_t next = 0; live_span(h, &next, &s);)
        text_add(out, "%s%c %s %zu %zu\n", guest_mark, 'A' + s.seat, s.guest, s.from, s.until);
}

/* The record is kept with who sat where, for those who ask later what they have seen. */
void kept_add(void *context, const struct room *r, const struct live *h)
{
    struct server *s = context;
    const struct room_head *head = room_head(r);
    const struct table *t = live_table(h);
    struct text record = {0};
    add_guests(h, &record);
    must(fair_keep(h, head->id, &record));
    add_talk(live_diary(h), &record);
    must(!record.failed);
    struct vault_game g = {.key = head->key,
                           .number = live_diary(h)->entries,
                           .ended = server_now(s),
                           .name = setup_name(&t->setup),
                           .record = text_of(&record),
                           .open = head->open};
    must(vault_add_game(s->vault, &g));
    text_free(&record);
}

void kept_talk(const struct vault_found *g, struct text *out)
{
    const char *talk = strstr(text_of(&g->record), said_mark);
    if (talk)
        text_add(out, "%s", talk + 1);
}

size_t kept_spans(const char *kept, const char *guest, struct span out[SPANS_MOST])
{
    size_t mark = strlen(guest_mark), size = strlen(guest), count = 0;
    for (const char *at = kept; size && strncmp(at, guest_mark, mark) == 0 && count < SPANS_MOST;
         at += strcspn(at, "\n") + 1) {
        if (sodium_memcmp(at + mark + 2, guest, size) != 0)
            continue;
        char *end = (char *)at + mark + 2 + size;
        bool whole = *end == '\n'; /* as they were written when a chair stood for a person */
        struct span s = {.seat = (uint8_t)(at[mark] - 'A'), .until = SIZE_MAX};
        if (!whole) {
            s.from = strtoull(end, &end, 10);
            s.until = strtoull(end, &end, 10);
        }
        out[count++] = s;
    }
    return count;
}

bool kept_open(const struct vault_found *g, const struct onlooker *o, bool moves, struct text *out,
               struct error *e)
{
    struct fair f;
    fair_restore(&f, g->secret);
    bool fine = fair_reopen(text_of(&g->record), &f, o, moves, out, e);
    sodium_memzero(&f, sizeof f);
    return fine;
}
