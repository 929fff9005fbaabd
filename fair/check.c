#include "fair/check.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 16, LINE_MAX_BYTES = 512 };

void check_free(struct check *c)
{
    free(c->shuffle);
    free(c->draw);
    *c = (struct check){0};
}

/* --- Words ------------------------------------------------------------------------------------ */

/* A line in words, which lie in `bytes`. */
struct words {
    int count;
    const char *word[WORDS_MAX];
    char bytes[LINE_MAX_BYTES];
};

/* Those before a comment; of a line that is too long as many as fit: more are never right. */
static void split(struct words *w, const char *text, size_t size)
{
    const char *comment = memchr(text, '#', size);
    size_t used = comment ? (size_t)(comment - text) : size;
    used = used < LINE_MAX_BYTES ? used : LINE_MAX_BYTES - 1;
    memcpy(w->bytes, text, used);
    w->bytes[used] = '\0';
    w->count = 0;
    char *rest = w->bytes, *word;
    while (w->count < WORDS_MAX && (word = strtok_r(rest, " \t\r", &rest)))
        w->word[w->count++] = word;
}

/* A number without leading zeros, no larger than `most`. */
static bool number_in(const char *word, uint64_t most, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)word[0]) || (word[0] == '0' && word[1]))
        return false;
    errno = 0;
    *out = strtoull(word, &end, 10);
    return *end == '\0' && errno == 0 && *out <= most;
}

static bool seat_in(const char *word, int *out)
{
    *out = word[0] - 'A';
    return *out >= 0 && *out < PLAYERS_MAX && word[1] == '\0';
}

static bool malformed(struct error *e, const char *form)
{
    return error_set(e, "this line of the proof is not well written; expected 'commit %s'", form);
}

/* --- Shuffles --------------------------------------------------------------------------------- */

/* Room for one more; false if memory runs out. */
static bool make_room(void **array, size_t used, size_t *room, size_t size, struct error *e)
{
    if (used < *room)
        return true;
    size_t wanted = *room ? *room * 2 : 16;
    void *more = realloc(*array, wanted * size);
    if (!more)
        return error_no_memory(e);
    *array = more;
    *room = wanted;
    return true;
}

static struct checked_shuffle *last_shuffle(const struct check *c)
{
    return &c->shuffle[c->shuffles - 1];
}

static int leaves_wanted(const struct check *c)
{
    return c->shuffles ? pile_size(&last_shuffle(c)->cards) + FAIR_LOTS : 0;
}

/* The last shuffle must be complete before anything else comes. */
static bool complete(const struct check *c, struct error *e)
{
    if (c->leaves == leaves_wanted(c))
        return true;
    return error_set(e, "shuffle %llu has only %d leaves; expected %d",
                     (unsigned long long)last_shuffle(c)->number, c->leaves, leaves_wanted(c));
}

/* Shuffles stand in order, and the next one of a pile comes after all cards of the one before. */
static bool follows(const struct check *c, const struct checked_shuffle *s, struct error *e)
{
    for (size_t i = 0; i < c->shuffles; i++) {
        const struct checked_shuffle *before = &c->shuffle[i];
        if (before->number >= s->number || before->steps >= s->steps ||
            (before->pile == s->pile && before->last >= s->steps))
            return error_set(e,
                             "shuffle %llu comes too early; expected it after shuffle %llu and "
                             "what was drawn from it",
                             (unsigned long long)s->number, (unsigned long long)before->number);
    }
    return true;
}

static bool read_counts(const struct words *w, struct pile *out)
{
    uint64_t count, all = 0;
    *out = (struct pile){{0, 0}, 0};
    for (int c = 1; c <= RANKS; c++) {
        if (!number_in(w->word[4 + c], (uint64_t)c * DECKS_MAX, &count))
            return false;
        for (uint64_t k = 0; k < count; k++)
            pile_add(out, c);
        all += count;
    }
    return all <= FAIR_CARDS;
}

static bool read_shuffle(struct check *c, const struct words *w, int line, struct error *e)
{
    struct checked_shuffle s = {.line = line, .pile = PILES};
    uint64_t steps;
    struct digest seal;
    for (uint8_t i = 0; w->count == 5 + RANKS + 1 && i < PILES; i++)
        if (strcmp(w->word[4], open_piles[i]) == 0)
            s.pile = i;
    if (s.pile == PILES || !number_in(w->word[2], UINT64_MAX, &s.number) ||
        !number_in(w->word[3], STEPS_MAX, &steps) || !read_counts(w, &s.cards) ||
        !digest_read(w->word[5 + RANKS], &seal))
        return malformed(e, "shuffle NUMBER STEPS deck|side COUNT (of each rank) SEAL");
    s.steps = s.last = (size_t)steps;
    void *array = c->shuffle;
    if (!complete(c, e) || !follows(c, &s, e) ||
        !make_room(&array, c->shuffles, &c->shuffles_room, sizeof s, e))
        return false;
    c->shuffle = array;
    c->shuffle[c->shuffles++] = s;
    c->seal = seal;
    c->leaves = 0;
    c->unopened = s.cards;
    return true;
}

/* The shuffle that a line is about must be the last one. */
static bool about_last(const struct check *c, const char *word, struct error *e)
{
    uint64_t number;
    if (c->shuffles && number_in(word, UINT64_MAX, &number) && number == last_shuffle(c)->number)
        return true;
    return error_set(e, "this is about another shuffle; expected %llu, the one before this line",
                     c->shuffles ? (unsigned long long)last_shuffle(c)->number : 0);
}

/* A pledge is for one shuffle: after it, the dealer may know what it seals. */
static bool is_fresh(const struct check *c, const struct digest *pledge, struct error *e)
{
    for (size_t i = 0; i < c->shuffles; i++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            if (c->shuffle[i].pledged >> seat & 1 &&
                digest_same(&c->shuffle[i].pledge[seat], pledge))
                return error_set(e,
                                 "%c pledged this for shuffle %llu; expected each pledge only once",
                                 'A' + seat, (unsigned long long)c->shuffle[i].number);
    return true;
}

static bool read_cut(struct check *c, const struct words *w, struct error *e)
{
    static const char form[] = "cut NUMBER SEAT PLEDGE CUT, or none for the cut";
    struct digest pledge, cut = {{0}};
    int seat;
    if (w->count != 6 || !seat_in(w->word[3], &seat) || !digest_read(w->word[4], &pledge))
        return malformed(e, form);
    bool has_cut = strcmp(w->word[5], "none") != 0;
    if (has_cut && !digest_read(w->word[5], &cut))
        return malformed(e, form);
    if (!about_last(c, w->word[2], e))
        return false;
    struct checked_shuffle *s = last_shuffle(c);
    if (c->leaves || s->pledged >> seat)
        return error_set(e, "this cut stands in the wrong place; expected the cuts by seat, before "
                            "the leaves");
    if (has_cut && !open_fits(&cut, &pledge))
        return error_set(e,
                         "this is not the cut that %c pledged; expected one whose SHA-256 is "
                         "the pledge",
                         'A' + seat);
    if (!is_fresh(c, &pledge, e))
        return false;
    c->anew[seat] += c->have_cut >> seat & 1 && !digest_same(&c->last_cut[seat], &pledge);
    s->pledged |= (seats)(1u << seat);
    s->pledge[seat] = pledge;
    if (has_cut) {
        s->cut |= (seats)(1u << seat);
        c->have_cut |= s->cut;
        c->cut[seat] = c->last_cut[seat] = cut;
    }
    return true;
}

/* All leaves are there: which card comes when follows from the seal and the cuts. */
static bool finish_shuffle(struct check *c, struct error *e)
{
    const struct checked_shuffle *s = last_shuffle(c);
    struct digest seal = open_seal(c->leaf, c->leaves);
    if (!digest_same(&seal, &c->seal)) {
        e->line = s->line;
        return error_set(e,
                         "the leaves of shuffle %llu are not those that were sealed; expected "
                         "the SHA-256 of all of them to be the seal",
                         (unsigned long long)s->number);
    }
    c->mix = open_mix(&c->seal, c->cut, s->cut);
    open_order(&c->mix, pile_size(&s->cards), c->at);
    return true;
}

static bool read_leaf(struct check *c, const struct words *w, struct error *e)
{
    uint64_t number;
    struct digest leaf;
    if (w->count != 5 || !number_in(w->word[3], FAIR_LEAVES, &number) ||
        !digest_read(w->word[4], &leaf))
        return malformed(e, "leaf NUMBER INDEX HASH");
    if (!about_last(c, w->word[2], e))
        return false;
    if (number != (uint64_t)c->leaves || c->leaves == leaves_wanted(c))
        return error_set(e, "leaf %llu stands in the wrong place; expected %d leaves, from 0 on",
                         (unsigned long long)number, leaves_wanted(c));
    c->leaf[c->leaves++] = leaf;
    return c->leaves < leaves_wanted(c) || finish_shuffle(c, e);
}

/* --- Cards and lots --------------------------------------------------------------------------- */

static bool add_draw(struct check *c, struct checked_draw d, struct error *e)
{
    struct checked_shuffle *s = last_shuffle(c);
    bool first = !s->draws && !s->lots;
    if (first && d.step != s->steps)
        return error_set(e,
                         "the first card or lot of shuffle %llu comes at once; expected it after "
                         "%zu steps",
                         (unsigned long long)s->number, s->steps);
    if (!first && d.step <= s->last)
        return error_set(e, "this does not come in order; expected it after more than %zu steps",
                         s->last);
    void *array = c->draw;
    if (!make_room(&array, c->draws, &c->draws_room, sizeof d, e))
        return false;
    c->draw = array;
    d.shuffle = c->shuffles - 1;
    c->draw[c->draws++] = d;
    s->last = d.step;
    s->draws += d.kind == TURN_DECK;
    s->lots += d.kind == TURN_LOT;
    return true;
}

static bool open_card(struct check *c, int index, int card, const struct digest *salt,
                      struct error *e)
{
    struct digest leaf = open_leaf(salt, card);
    if (!digest_same(&leaf, &c->leaf[index]))
        return error_set(e,
                         "this is not the card that was sealed; expected one whose SHA-256 with "
                         "its salt is leaf %d",
                         index);
    if (pile_count(&c->unopened, card) == 0)
        return error_set(e, "there were no more cards of rank %d in the pile; expected at most %d",
                         card, pile_count(&last_shuffle(c)->cards, card));
    pile_take(&c->unopened, card);
    c->opened++;
    return true;
}

static bool read_draw(struct check *c, const struct words *w, int line, struct error *e)
{
    static const char form[] = "draw NUMBER DRAW STEPS LEAF CARD SALT, or closed for the card";
    uint64_t draw, step, leaf, card = 0;
    struct digest salt = {{0}};
    bool closed = w->count == 7 && strcmp(w->word[6], "closed") == 0;
    if ((w->count != 8 && !closed) || !number_in(w->word[3], FAIR_CARDS, &draw) ||
        !number_in(w->word[4], STEPS_MAX, &step) || !number_in(w->word[5], FAIR_CARDS, &leaf) ||
        (!closed &&
         (!number_in(w->word[6], RANKS, &card) || !card || !digest_read(w->word[7], &salt))))
        return malformed(e, form);
    if (!about_last(c, w->word[2], e) || !complete(c, e))
        return false;
    const struct checked_shuffle *s = last_shuffle(c);
    if (draw != (uint64_t)s->draws || s->draws >= pile_size(&s->cards))
        return error_set(e, "card %llu of the shuffle stands in the wrong place; expected %d of %d",
                         (unsigned long long)draw, s->draws, pile_size(&s->cards));
    if (leaf != c->at[draw])
        return error_set(e, "card %llu of the shuffle is not leaf %llu; seal and cuts make it %d",
                         (unsigned long long)draw, (unsigned long long)leaf, c->at[draw]);
    if (!closed && !open_card(c, (int)leaf, (int)card, &salt, e))
        return false;
    return add_draw(
        c,
        (struct checked_draw){
            .step = (size_t)step, .line = line, .kind = TURN_DECK, .card = (uint8_t)card},
        e);
}

/* Seats in order, each once. */
static bool read_seats(const char *word, seats *out)
{
    int before = -1;
    *out = 0;
    for (; *word; word++) {
        int seat = *word - 'A';
        if (seat <= before || seat >= PLAYERS_MAX)
            return false;
        *out |= (seats)(1u << seat);
        before = seat;
    }
    return *out != 0;
}

static bool read_lot(struct check *c, const struct words *w, int line, struct error *e)
{
    uint64_t lot, step;
    struct checked_draw d = {.line = line, .kind = TURN_LOT};
    struct digest salt;
    if (w->count != 7 || !number_in(w->word[3], FAIR_LOTS - 1, &lot) ||
        !number_in(w->word[4], STEPS_MAX, &step) || !read_seats(w->word[5], &d.may) ||
        !digest_read(w->word[6], &salt))
        return malformed(e, "lot NUMBER LOT STEPS SEATS SALT");
    if (!about_last(c, w->word[2], e) || !complete(c, e))
        return false;
    const struct checked_shuffle *s = last_shuffle(c);
    if (lot != (uint64_t)s->lots || s->pile != PILE_DECK)
        return error_set(e, "lot %llu stands in the wrong place; expected lot %d of a deck",
                         (unsigned long long)lot, s->lots);
    int index = pile_size(&s->cards) + s->lots;
    struct digest leaf = open_leaf(&salt, 0);
    if (!digest_same(&leaf, &c->leaf[index]))
        return error_set(e,
                         "this is not the lot that was sealed; expected a salt whose SHA-256 "
                         "with a 0 is leaf %d",
                         index);
    seats may = d.may;
    for (int k = open_lot(&c->mix, &salt, __builtin_popcount(may)); k > 0; k--)
        may &= (seats)(may - 1);
    d.seat = (uint8_t)__builtin_ctz(may);
    d.step = (size_t)step;
    return add_draw(c, d, e);
}

bool check_line(struct check *c, int line, const char *text, size_t size, struct error *e)
{
    struct words w;
    split(&w, text, size);
    if (w.count == 0 || strcmp(w.word[0], "commit") != 0)
        return true;
    e->line = line;
    const char *kind = w.count > 1 ? w.word[1] : "";
    if (strcmp(kind, "shuffle") == 0)
        return read_shuffle(c, &w, line, e);
    if (strcmp(kind, "cut") == 0)
        return read_cut(c, &w, e);
    if (strcmp(kind, "leaf") == 0)
        return read_leaf(c, &w, e);
    if (strcmp(kind, "draw") == 0)
        return read_draw(c, &w, line, e);
    if (strcmp(kind, "lot") == 0)
        return read_lot(c, &w, line, e);
    return malformed(e, "shuffle, cut, leaf, draw or lot");
}

bool check_end(const struct check *c, struct error *e)
{
    if (c->shuffles)
        e->line = last_shuffle(c)->line;
    return complete(c, e);
}

/* --- The moves -------------------------------------------------------------------------------- */

/* The game as it is played again beside its proof. */
struct walk {
    const struct check *check;
    size_t *came;            /* the draw of each step, and 1; 0 where there was none */
    size_t next;             /* the shuffle that comes next */
    size_t shuffle[PILES];   /* the last one of each pile, and 1 */
    struct pile left[PILES]; /* of it */
};

static bool same_cards(const struct pile *a, const struct pile *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

static const struct checked_draw *came_at(const struct walk *w, size_t step)
{
    return w->came[step] ? &w->check->draw[w->came[step] - 1] : NULL;
}

/* Puts every card and lot to its step. */
static bool lay_out(struct walk *w, size_t steps, struct error *e)
{
    for (size_t i = 0; i < w->check->draws; i++) {
        const struct checked_draw *d = &w->check->draw[i];
        e->line = d->line;
        if (d->step >= steps)
            return error_set(e,
                             "nothing came after %zu steps; expected fewer than %zu, which the "
                             "record has",
                             d->step, steps);
        if (came_at(w, d->step))
            return error_set(e,
                             "two cards came after %zu steps; expected the other one at line %d "
                             "only",
                             d->step, came_at(w, d->step)->line);
        w->came[d->step] = i + 1;
    }
    return true;
}

/* The shuffles that come before this step: of a pile that is drawn from now, with the cards that it
 * has, and none that still stood. */
static bool pass_shuffle(struct walk *w, const struct table *t, int source, struct error *e)
{
    const struct check *c = w->check;
    if (w->next == c->shuffles || c->shuffle[w->next].steps != t->steps)
        return true;
    const struct checked_shuffle *s = &c->shuffle[w->next++];
    const struct pile *pile = &game_look(t->state)->pile[s->pile];
    e->line = s->line;
    if (s->pile != source)
        return error_set(e,
                         "nothing comes from this pile after %zu steps; expected a shuffle of "
                         "the pile that is drawn from",
                         s->steps);
    if (!same_cards(pile, &s->cards))
        return error_set(e,
                         "these are not the cards that the pile has after %zu steps; expected "
                         "those that the rules leave in it",
                         s->steps);
    if (w->shuffle[source] && same_cards(&w->left[source], pile))
        return error_set(e,
                         "nothing is shuffled after %zu steps; expected the cards to come from "
                         "shuffle %llu, which still stands",
                         s->steps, (unsigned long long)c->shuffle[w->shuffle[source] - 1].number);
    w->shuffle[source] = w->next;
    w->left[source] = s->cards;
    return true;
}

/* Whether what came at this step is what was drawn for it. */
static bool pass_draw(struct walk *w, const struct table *t, int source, struct step step,
                      struct error *e)
{
    const struct checked_draw *d = came_at(w, t->steps);
    struct turn turn = table_turn(t);
    if (!d || d->kind != step.kind || w->shuffle[source] != d->shuffle + 1 ||
        !same_cards(&w->left[source], &game_look(t->state)->pile[source]))
        return error_set(e,
                         "nothing was drawn for this; expected a line of the proof for what came "
                         "after %zu steps, of the last shuffle of its pile",
                         t->steps);
    if (step.kind == TURN_LOT) {
        if (d->may != turn.seats || d->seat != step.who)
            return error_set(e, "the lot fell on %c; expected %c, or other seats at line %d",
                             'A' + step.who, 'A' + d->seat, d->line);
        return true;
    }
    pile_take(&w->left[source], (int)step.what);
    if (d->card && d->card != (int)step.what)
        return error_set(e, "a %d came here; expected %d, the card that line %d opens",
                         (int)step.what, d->card, d->line);
    return true;
}

static bool walk_through(struct walk *w, const struct table *t, const int line[], struct error *e)
{
    struct table *again = table_new(&t->setup);
    bool fine = again || error_no_memory(e);
    for (size_t i = 0; fine && i < t->steps; i++) {
        struct step step = t->step[i];
        struct turn turn = table_turn(again);
        int source = turn.kind == TURN_DECK ? turn.from : PILE_DECK;
        bool chance = turn.kind == TURN_DECK || turn.kind == TURN_LOT;
        e->line = line[i];
        if (chance)
            fine = pass_shuffle(w, again, source, e);
        e->line = fine ? line[i] : e->line;
        if (fine && chance)
            fine = pass_draw(w, again, source, step, e);
        else if (fine && came_at(w, i))
            fine = error_set(e,
                             "no card and no lot came here; expected none for %zu steps at line "
                             "%d",
                             i, came_at(w, i)->line);
        fine = fine && table_step(again, step, e);
    }
    table_free(again);
    return fine;
}

bool check_moves(const struct check *c, const struct table *t, const int line[], struct error *e)
{
    struct walk w = {.check = c, .came = calloc(t->steps + 1, sizeof *w.came)};
    bool fine = w.came || error_no_memory(e);
    fine = fine && lay_out(&w, t->steps, e) && walk_through(&w, t, line, e);
    free(w.came);
    if (!fine || w.next == c->shuffles)
        return fine;
    e->line = c->shuffle[w.next].line;
    return error_set(e, "nothing came of this shuffle; expected none that the moves do not need");
}
