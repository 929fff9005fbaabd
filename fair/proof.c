#include "fair/proof.h"

#include "engine/record.h"
#include "fair/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct proof {
    const struct table *table;
    const struct diary *diary;
    const struct drawn *drawn;
    struct fair fair; /* a copy, to work with */
    struct text *out;
};

static void add_digest(struct text *out, const struct digest *d)
{
    char words[SEAL_TEXT];
    digest_text(d, words);
    text_add(out, " %s", words);
}

static void add_shuffle(const struct proof *p, const struct shuffle *s, const struct digest *seal)
{
    text_add(p->out, "commit shuffle %llu %zu %s", (unsigned long long)s->deal.number, s->steps,
             open_piles[s->pile]);
    for (int c = 1; c <= RANKS; c++)
        text_add(p->out, " %d", pile_count(&s->deal.pile, c));
    add_digest(p->out, seal);
    text_add(p->out, "\n");
}

/* What an entry does to pledges; "" where there is none. After a shuffle they are void, and each
 * cut is a pledge for the next one. */
static void follow_pledges(const struct entry *e, char pledge[PLAYERS_MAX][SEAL_TEXT])
{
    char swapped[SEAL_TEXT];
    if (e->kind == ENTRY_SHUFFLED)
        memset(pledge, 0, sizeof(char[PLAYERS_MAX][SEAL_TEXT]));
    if ((e->kind == ENTRY_PLEDGED || e->kind == ENTRY_CUT) && e->seat != NOBODY)
        snprintf(pledge[e->seat], SEAL_TEXT, "%s", e->text);
    if (e->kind == ENTRY_LEFT || e->kind == ENTRY_KICKED)
        pledge[e->seat][0] = '\0';
    if (e->kind == ENTRY_SWAPPED) {
        memcpy(swapped, pledge[e->seat], SEAL_TEXT);
        memcpy(pledge[e->seat], pledge[e->other], SEAL_TEXT);
        memcpy(pledge[e->other], swapped, SEAL_TEXT);
    }
}

static void add_cuts(const struct proof *p, const struct deal *d)
{
    char pledge[PLAYERS_MAX][SEAL_TEXT] = {""};
    for (size_t i = 0; p->diary->entry[i].number < d->number; i++)
        follow_pledges(&p->diary->entry[i], pledge);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (pledge[seat][0])
            text_add(p->out, "commit cut %llu %c %s %s\n", (unsigned long long)d->number,
                     'A' + seat, pledge[seat], d->cut[seat][0] ? d->cut[seat] : "none");
}

static void add_leaves(const struct proof *p, uint64_t number, const struct digest leaf[],
                       int leaves)
{
    for (int i = 0; i < leaves; i++) {
        text_add(p->out, "commit leaf %llu %d", (unsigned long long)number, i);
        add_digest(p->out, &leaf[i]);
        text_add(p->out, "\n");
    }
}

static void add_draw(const struct proof *p, const struct deal *d, size_t step, int leaf)
{
    struct digest salt = fair_salt(&p->fair, d->number, leaf);
    text_add(p->out, "commit draw %llu %d %zu %d", (unsigned long long)d->number, d->cards, step,
             leaf);
    if (p->drawn[step].seen) {
        text_add(p->out, " %d", (int)p->table->step[step].what);
        add_digest(p->out, &salt);
    } else {
        text_add(p->out, " closed");
    }
    text_add(p->out, "\n");
}

static void add_lot(const struct proof *p, const struct deal *d, size_t step)
{
    struct digest salt = fair_salt(&p->fair, d->number, pile_size(&d->pile) + d->lots);
    text_add(p->out, "commit lot %llu %d %zu ", (unsigned long long)d->number, d->lots, step);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (p->drawn[step].may >> seat & 1)
            text_add(p->out, "%c", 'A' + seat);
    add_digest(p->out, &salt);
    text_add(p->out, "\n");
}

/* Cards and lots that came up to the next shuffle of the pile. */
static void add_draws(struct proof *p, const struct shuffle *s, size_t end)
{
    uint16_t at[FAIR_CARDS];
    struct deal d = s->deal;
    struct digest mix = fair_mix(&p->fair, &d);
    open_order(&mix, pile_size(&d.pile), at);
    for (size_t i = s->steps; i < end; i++) {
        const struct step *step = &p->table->step[i];
        if (step->kind == TURN_DECK && step->from == s->pile) {
            add_draw(p, &d, i, at[d.cards]);
            d.cards++;
        } else if (step->kind == TURN_LOT && s->pile == PILE_DECK) {
            add_lot(p, &d, i);
            d.lots++;
        }
    }
}

static void add_all(struct proof *p, const struct shuffle *shuffle, size_t shuffles)
{
    struct digest leaf[FAIR_LEAVES];
    for (size_t i = 0; i < shuffles; i++) {
        const struct shuffle *s = &shuffle[i];
        size_t next = i + 1;
        while (next < shuffles && shuffle[next].pile != s->pile)
            next++;
        int leaves = fair_leaves(&p->fair, &s->deal, leaf);
        struct digest seal = open_seal(leaf, leaves);
        add_shuffle(p, s, &seal);
        add_cuts(p, &s->deal);
        add_leaves(p, s->deal.number, leaf, leaves);
        add_draws(p, s, next < shuffles ? shuffle[next].steps : p->table->steps);
    }
}

bool fair_proof(const struct house *h, const struct fair *f, int looks, struct text *out)
{
    size_t shuffles;
    const struct shuffle *shuffle = house_shuffles(h, &shuffles);
    const struct table *t = house_table(h);
    if (!shuffles)
        return true;
    struct drawn *drawn = calloc(t->steps + 1, sizeof *drawn);
    struct proof p = {t, house_diary(h), drawn, *f, out};
    bool fine = drawn && drawn_find(t, looks, drawn);
    if (fine)
        add_all(&p, shuffle, shuffles);
    free(drawn);
    return fine && !out->failed;
}

bool fair_record(const struct house *h, const struct fair *f, int looks, bool moves,
                 struct text *out)
{
    struct text header = {0}, whole = {0};
    record_header(house_table(h), &header);
    bool fine = !moves || record_write(house_table(h), &whole);
    text_add(out, "%s", text_of(&header));
    fine = fair_proof(h, f, looks, out) && fine && !header.failed && !whole.failed;
    if (fine && moves)
        text_add(out, "%s", text_of(&whole) + header.size);
    text_free(&header);
    text_free(&whole);
    return fine && !out->failed;
}
