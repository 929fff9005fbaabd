#include "fair/proof.h"

#include "engine/record.h"
#include "fair/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A shuffle, and what those who were to cut it had pledged; "" of the others. */
struct sworn {
    struct shuffle shuffle;
    char pledge[PLAYERS_MAX][SEAL_TEXT];
};

struct shuffles {
    struct sworn *at;
    size_t count, room;
};

struct proof {
    const struct table *table;
    const struct drawn *drawn;
    struct fair fair; /* a copy, to work with */
    struct text *out;
};

/* --- The shuffles of a game ------------------------------------------------------------------- */

static struct sworn *add_sworn(struct shuffles *all)
{
    if (all->count == all->room) {
        size_t room = all->room ? all->room * 2 : 8;
        struct sworn *more = realloc(all->at, room * sizeof *more);
        if (!more)
            return NULL;
        all->at = more;
        all->room = room;
    }
    all->at[all->count] = (struct sworn){0};
    return &all->at[all->count++];
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

/* Those of the current game, in order. */
static bool find_shuffles(const struct house *h, struct shuffles *all)
{
    char pledge[PLAYERS_MAX][SEAL_TEXT] = {""};
    const struct diary *d = house_diary(h);
    size_t count, at = 0;
    const struct shuffle *shuffle = house_shuffles(h, &count);
    for (size_t i = 0; i < count; i++) {
        struct sworn *s = add_sworn(all);
        if (!s)
            return false;
        for (; d->entry[at].number < shuffle[i].deal.number; at++)
            follow_pledges(&d->entry[at], pledge);
        s->shuffle = shuffle[i];
        memcpy(s->pledge, pledge, sizeof pledge);
    }
    return true;
}

/* --- The lines of a proof --------------------------------------------------------------------- */

static void add_digest(struct text *out, const struct digest *d)
{
    char words[SEAL_TEXT];
    digest_text(d, words);
    text_add(out, " %s", words);
}

static void add_shuffle(struct text *out, const struct shuffle *s)
{
    text_add(out, "commit shuffle %llu %zu %s", (unsigned long long)s->deal.number, s->steps,
             open_piles[s->pile]);
    for (int c = 1; c <= RANKS; c++)
        text_add(out, " %d", pile_count(&s->deal.pile, c));
}

static void add_cuts(struct text *out, const struct sworn *s)
{
    const struct deal *d = &s->shuffle.deal;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (s->pledge[seat][0])
            text_add(out, "commit cut %llu %c %s %s\n", (unsigned long long)d->number, 'A' + seat,
                     s->pledge[seat], d->cut[seat][0] ? d->cut[seat] : "none");
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

static void add_all(struct proof *p, const struct shuffles *all)
{
    struct digest leaf[FAIR_LEAVES];
    for (size_t i = 0; i < all->count; i++) {
        const struct sworn *s = &all->at[i];
        size_t next = i + 1;
        while (next < all->count && all->at[next].shuffle.pile != s->shuffle.pile)
            next++;
        int leaves = fair_leaves(&p->fair, &s->shuffle.deal, leaf);
        struct digest seal = open_seal(leaf, leaves);
        add_shuffle(p->out, &s->shuffle);
        add_digest(p->out, &seal);
        text_add(p->out, "\n");
        add_cuts(p->out, s);
        add_leaves(p, s->shuffle.deal.number, leaf, leaves);
        add_draws(p, &s->shuffle,
                  next < all->count ? all->at[next].shuffle.steps : p->table->steps);
    }
}

static bool add_proof(const struct table *t, const struct shuffles *all, const struct fair *f,
                      const struct onlooker *o, struct text *out)
{
    if (!all->count)
        return true;
    struct drawn *drawn = calloc(t->steps + 1, sizeof *drawn);
    struct proof p = {t, drawn, *f, out};
    bool fine = drawn && drawn_find(t, o, drawn);
    if (fine)
        add_all(&p, all);
    free(drawn);
    return fine && !out->failed;
}

/* The header with the proof in it, and the moves, if they are wanted. */
static bool add_record(const struct table *t, const struct shuffles *all, const struct fair *f,
                       const struct onlooker *o, bool moves, struct text *out)
{
    struct text header = {0}, whole = {0};
    record_header(t, &header);
    bool fine = !moves || record_write(t, &whole);
    text_add(out, "%s", text_of(&header));
    fine = fine && !header.failed && add_proof(t, all, f, o, out);
    if (fine && moves)
        text_add(out, "%s", text_of(&whole) + header.size);
    text_free(&header);
    text_free(&whole);
    return fine && !out->failed;
}

bool fair_record(const struct house *h, const struct fair *f, int looks, bool moves,
                 struct text *out)
{
    struct shuffles all = {0};
    struct onlooker o = {.looks = looks};
    bool fine = find_shuffles(h, &all) && add_record(house_table(h), &all, f, &o, moves, out);
    free(all.at);
    return fine;
}

/* --- Games that are kept ---------------------------------------------------------------------- */

bool fair_keep(const struct house *h, struct text *out)
{
    struct shuffles all = {0};
    struct text header = {0}, whole = {0};
    record_header(house_table(h), &header);
    bool fine = find_shuffles(h, &all) && record_write(house_table(h), &whole) && !header.failed;
    text_add(out, "%s", text_of(&header));
    for (size_t i = 0; i < all.count; i++) {
        add_shuffle(out, &all.at[i].shuffle);
        text_add(out, "\n");
        add_cuts(out, &all.at[i]);
    }
    if (fine)
        text_add(out, "%s", text_of(&whole) + header.size);
    text_free(&header);
    text_free(&whole);
    free(all.at);
    return fine && !out->failed;
}

/* The next number of a line. */
static uint64_t take_number(const char **at)
{
    char *end;
    uint64_t n = strtoull(*at, &end, 10);
    *at = end;
    return n;
}

static bool read_shuffle(struct shuffles *all, const char *at, struct error *e)
{
    struct sworn *s = add_sworn(all);
    if (!s)
        return error_no_memory(e);
    s->shuffle.deal.number = take_number(&at);
    s->shuffle.steps = (size_t)take_number(&at);
    at += strspn(at, " ");
    size_t size = strcspn(at, " ");
    int pile = 0;
    while (pile < PILES && (!open_piles[pile] || strlen(open_piles[pile]) != size ||
                            strncmp(open_piles[pile], at, size) != 0))
        pile++;
    at += size;
    s->shuffle.pile = (uint8_t)pile;
    for (int c = 1; c <= RANKS; c++)
        for (uint64_t n = take_number(&at); n > 0 && pile_size(&s->shuffle.deal.pile) < FAIR_CARDS;
             n--)
            pile_add(&s->shuffle.deal.pile, c);
    return pile < PILES || error_set(e, "this shuffle is not of any pile; expected deck or side");
}

static bool read_cut(struct shuffles *all, const char *at, struct error *e)
{
    struct sworn *s = all->count ? &all->at[all->count - 1] : NULL;
    struct digest any;
    char pledge[SEAL_TEXT], cut[SEAL_TEXT];
    bool fine = s && take_number(&at) == s->shuffle.deal.number && strlen(at) > SEAL_TEXT + 3;
    int seat = fine ? at[1] - 'A' : 0;
    if (fine) {
        snprintf(pledge, sizeof pledge, "%s", at + 3);
        snprintf(cut, sizeof cut, "%s", at + 3 + SEAL_TEXT);
    }
    fine = fine && seat >= 0 && seat < PLAYERS_MAX && digest_read(pledge, &any);
    if (!fine)
        return error_set(e, "this is no cut; expected its shuffle, seat, pledge and cut");
    memcpy(s->pledge[seat], pledge, sizeof pledge);
    if (digest_read(cut, &any))
        memcpy(s->shuffle.deal.cut[seat], cut, sizeof cut);
    return true;
}

static bool read_line(struct shuffles *all, struct reader *r, const char *line, struct error *e)
{
    static const char shuffle[] = "commit shuffle ", cut[] = "commit cut ";
    if (strncmp(line, shuffle, strlen(shuffle)) == 0 &&
        !read_shuffle(all, line + strlen(shuffle), e))
        return false;
    if (strncmp(line, cut, strlen(cut)) == 0 && !read_cut(all, line + strlen(cut), e))
        return false;
    return reader_line(r, line, strlen(line), e);
}

bool fair_reopen(const char *kept, const struct fair *f, const struct onlooker *o, bool moves,
                 struct text *out, struct error *e)
{
    struct shuffles all = {0};
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = r || error_no_memory(e);
    for (const char *at = kept; fine && *at;) {
        char line[RECORD_LINE];
        size_t size = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : sizeof line - 1), at);
        fine = read_line(&all, r, line, e);
        at += size + (at[size] == '\n');
    }
    fine = fine && reader_end(r, e) &&
           (add_record(reader_table(r), &all, f, o, moves, out) || error_no_memory(e));
    reader_free(r);
    free(all.at);
    return fine;
}
