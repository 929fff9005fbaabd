/* Cards that can be checked (docs/fair.md), and what is kept of a game that is over. */
#include "server/inside.h"

#include "fair/proof.h"
#include "house/emote.h"
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
    d->dealer = fair_dealer(&d->fair);
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
    while (first > 0 && d->entry[first - 1].kind != ENTRY_BEGUN &&
           d->entry[first - 1].kind != ENTRY_REMATCH)
        first--;
    for (size_t i = first; i < d->entries; i++)
        add_said(&d->entry[i], out);
    text_add(out, "\n");
}

/* The record is kept with who sat where, for those who ask later what their seat has seen. */
void kept_add(void *context, const struct room *r, const struct house *h)
{
    struct server *s = context;
    const struct room_head *head = room_head(r);
    const struct table *t = house_table(h);
    struct text record = {0};
    for (int seat = 0; seat < t->setup.players; seat++)
        if (room_guest(r, seat)[0])
            text_add(&record, "%s%c %s\n", guest_mark, 'A' + seat, room_guest(r, seat));
    must(fair_keep(h, &record));
    add_talk(house_diary(h), &record);
    must(!record.failed);
    struct vault_game g = {.key = head->key,
                           .number = house_diary(h)->entries,
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

int kept_seat(const char *kept, const char *guest)
{
    size_t mark = strlen(guest_mark), size = strlen(guest);
    for (const char *at = kept; size && strncmp(at, guest_mark, mark) == 0;
         at += strcspn(at, "\n") + 1)
        if (sodium_memcmp(at + mark + 2, guest, size) == 0)
            return at[mark] - 'A';
    return NOBODY;
}

bool kept_open(const struct vault_found *g, int looks, bool moves, struct text *out,
               struct error *e)
{
    struct fair f;
    fair_restore(&f, g->secret);
    bool fine = fair_reopen(text_of(&g->record), &f, looks, moves, out, e);
    sodium_memzero(&f, sizeof f);
    return fine;
}
