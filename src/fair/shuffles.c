/* Reads a proof: shuffles, and the cards and lots that came of them. */
#include "fair/checking.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Shuffles --------------------------------------------------------------------------------- */

bool check_make_room(void **array, size_t used, size_t *room, size_t size, struct error *e)
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

struct checked_shuffle *check_last_shuffle(const struct check *c)
{
    return &c->shuffle[c->shuffles - 1];
}

static int leaves_wanted(const struct check *c)
{
    return c->shuffles ? pile_size(&check_last_shuffle(c)->cards) + FAIR_LOTS : 0;
}

bool check_complete(const struct check *c, struct error *e)
{
    if (c->leaves == leaves_wanted(c))
        return true;
    return error_set(e, "shuffle %llu has only %d leaves; expected %d",
                     (unsigned long long)check_last_shuffle(c)->number, c->leaves,
                     leaves_wanted(c));
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
        if (!check_number(w->word[4 + c], (uint64_t)c * DECKS_MAX, &count))
            return false;
        for (uint64_t k = 0; k < count; k++)
            pile_add(out, c);
        all += count;
    }
    return all <= FAIR_CARDS;
}

bool check_shuffle(struct check *c, const struct words *w, int line, struct error *e)
{
    struct checked_shuffle s = {.line = line, .pile = PILES};
    uint64_t steps;
    struct digest seal;
    for (uint8_t i = 0; w->count == 5 + RANKS + 1 && i < PILES; i++)
        if (strcmp(w->word[4], open_piles[i]) == 0)
            s.pile = i;
    if (s.pile == PILES || !check_number(w->word[2], UINT64_MAX, &s.number) ||
        !check_number(w->word[3], STEPS_MAX, &steps) || !read_counts(w, &s.cards) ||
        !digest_read(w->word[5 + RANKS], &seal))
        return check_malformed(e, "shuffle NUMBER STEPS deck|side COUNT (of each rank) SEAL");
    s.steps = s.last = (size_t)steps;
    void *array = c->shuffle;
    if (c->chained && s.steps < c->next_step)
        return error_set(e, "this shuffle does not come in order; expected it after %zu steps",
                         c->next_step);
    if (!check_complete(c, e) || !check_stands(c, e) || !follows(c, &s, e) ||
        !check_make_room(&array, c->shuffles, &c->shuffles_room, sizeof s, e))
        return false;
    c->shuffle = array;
    c->shuffle[c->shuffles++] = s;
    c->seal = seal;
    c->leaves = 0;
    c->unopened = s.cards;
    c->sealing = c->chained;
    c->next_step = s.steps + 1;
    return true;
}

/* The shuffle that a line is about must be the last one. */
static bool about_last(const struct check *c, const char *word, struct error *e)
{
    uint64_t number;
    if (c->shuffles && check_number(word, UINT64_MAX, &number) &&
        number == check_last_shuffle(c)->number)
        return true;
    return error_set(e, "this is about another shuffle; expected %llu, the one before this line",
                     c->shuffles ? (unsigned long long)check_last_shuffle(c)->number : 0);
}

/* A pledge is for one shuffle: after it, the dealer may know what it seals. */
static bool is_fresh(const struct check *c, const struct digest *pledge, struct error *e)
{
    for (size_t i = 0; i < c->shuffles; i++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            if (seats_has(c->shuffle[i].pledged, seat) &&
                digest_same(&c->shuffle[i].pledge[seat], pledge))
                return error_set(e,
                                 "%c pledged this for shuffle %llu; expected each pledge only once",
                                 'A' + seat, (unsigned long long)c->shuffle[i].number);
    return true;
}

/* What somebody has pledged for the last shuffle. */
static bool add_pledge(struct check *c, int seat, const struct digest *pledge, struct error *e)
{
    struct checked_shuffle *s = check_last_shuffle(c);
    if (c->leaves || s->pledged >> seat)
        return error_set(e, "this pledge stands in the wrong place; expected them by seat, before "
                            "the leaves");
    if (!is_fresh(c, pledge, e))
        return false;
    c->anew[seat] += seats_has(c->have_cut, seat) && !digest_same(&c->last_cut[seat], pledge);
    s->pledged |= seat_bit(seat);
    s->pledge[seat] = *pledge;
    return true;
}

/* A cut, and the pledge for the next one that came with it. */
static bool add_cut(struct check *c, int seat, const struct digest *cut, const struct digest *next,
                    struct error *e)
{
    struct checked_shuffle *s = check_last_shuffle(c);
    if (!open_fits(cut, &s->pledge[seat]))
        return error_set(e,
                         "this is not the cut that %c pledged; expected one whose SHA-256 is "
                         "the pledge",
                         'A' + seat);
    s->cut |= seat_bit(seat);
    c->have_cut |= s->cut;
    c->cut[seat] = *cut;
    c->last_cut[seat] = *next;
    return true;
}

/* Of a game from before there was a chain. */
static bool read_bare_cut(struct check *c, const struct words *w, struct error *e)
{
    static const char form[] = "cut NUMBER SEAT PLEDGE CUT, or none for the cut";
    struct digest pledge, cut = {{0}};
    int seat;
    if (w->count != 6 || !check_seat(w->word[3], &seat) || !digest_read(w->word[4], &pledge))
        return check_malformed(e, form);
    bool has_cut = strcmp(w->word[5], "none") != 0;
    if (has_cut && !digest_read(w->word[5], &cut))
        return check_malformed(e, form);
    return about_last(c, w->word[2], e) && add_pledge(c, seat, &pledge, e) &&
           (!has_cut || add_cut(c, seat, &cut, &cut, e));
}

bool check_pledge(struct check *c, const struct words *w, struct error *e)
{
    struct digest pledge;
    int seat;
    if (w->count != 5 || !check_seat(w->word[3], &seat) || !digest_read(w->word[4], &pledge))
        return check_malformed(e, "pledge NUMBER SEAT PLEDGE");
    if (!check_has_chain(c, e) || !about_last(c, w->word[2], e))
        return false;
    if (!c->sealing)
        return error_set(e, "this pledge comes too late; expected them at once after the shuffle");
    return add_pledge(c, seat, &pledge, e);
}

void check_end_pledges(struct check *c)
{
    if (!c->sealing)
        return;
    char seal[SEAL_TEXT];
    struct text words = {0};
    const struct checked_shuffle *s = check_last_shuffle(c);
    text_add(&words, "shuffle %llu %zu %s", (unsigned long long)s->number, s->steps,
             open_piles[s->pile]);
    for (int rank = 1; rank <= RANKS; rank++)
        text_add(&words, " %d", pile_count(&s->cards, rank));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (seats_has(s->pledged, seat)) {
            digest_text(&s->pledge[seat], seal);
            text_add(&words, " %c %s", 'A' + seat, seal);
        }
    check_follow(c, text_of(&words));
    c->ground = c->last[0].link;
    digest_text(&c->seal, seal);
    text_clear(&words);
    text_add(&words, "seal %llu %s", (unsigned long long)s->number, seal);
    check_follow(c, text_of(&words));
    c->no_memory = c->no_memory || words.failed;
    text_free(&words);
    c->sealing = false;
}

bool check_is_signed(const struct check *c, int seat, const char *words, const char *sign,
                     struct error *e)
{
    if (!c->seat[seat].key[0])
        return error_set(e, "%c has no key; expected 'none' for the signature", 'A' + seat);
    return open_signed(c->seat[seat].key, words, sign) ||
           error_set(e, "%c has not signed this; expected a signature of '%.400s'", 'A' + seat,
                     words);
}

bool check_is_sign(const char *word)
{
    return strcmp(word, "none") == 0 ||
           (strlen(word) == SIGN_TEXT - 1 && strspn(word, "0123456789abcdef") == SIGN_TEXT - 1);
}

/* Whether whoever cut had seen the seal: a seat that has a key signs every cut. */
static bool saw_seal(struct check *c, int seat, const struct words *w, struct error *e)
{
    const struct checked_shuffle *s = check_last_shuffle(c);
    char seal[SEAL_TEXT], pledged[PLAYERS_MAX + 1] = "";
    struct text words = {0};
    if (!c->seat[seat].key[0] && strcmp(w->word[6], "none") == 0)
        return true;
    digest_text(&c->seal, seal);
    for (int other = 0, size = 0; other < PLAYERS_MAX; other++)
        if (seats_has(s->pledged, other))
            pledged[size++] = (char)('A' + other);
    text_add(&words, "pairs cut %s %llu %llu %s %s %c %s %s", c->table, (unsigned long long)c->game,
             (unsigned long long)s->number, seal, pledged, 'A' + seat, w->word[4], w->word[5]);
    bool fine = check_is_signed(c, seat, text_of(&words), w->word[6], e);
    c->seat[seat].cuts += fine;
    text_free(&words);
    return fine;
}

bool check_cut(struct check *c, const struct words *w, struct error *e)
{
    struct digest cut, next;
    int seat;
    if (!c->chained)
        return read_bare_cut(c, w, e);
    bool none = w->count == 7 && strcmp(w->word[5], "none") == 0;
    if (w->count != 7 || !check_seat(w->word[3], &seat) || !digest_read(w->word[4], &cut) ||
        (!none && !digest_read(w->word[5], &next)) || !check_is_sign(w->word[6]))
        return check_malformed(e, "cut NUMBER SEAT CUT NEXT SIGNATURE, or none for the last two");
    if (!about_last(c, w->word[2], e))
        return false;
    check_end_pledges(c);
    const struct checked_shuffle *s = check_last_shuffle(c);
    if (c->leaves || !seats_has(s->pledged, seat) || seats_has(s->cut, seat))
        return error_set(e, "this cut stands in the wrong place; expected one of each who had "
                            "pledged, before the leaves");
    if (!saw_seal(c, seat, w, e) || !add_cut(c, seat, &cut, none ? &cut : &next, e))
        return false;
    char words[64 + 2 * SEAL_TEXT + SIGN_TEXT];
    snprintf(words, sizeof words, "cut %s %s %s %s %s", w->word[2], w->word[3], w->word[4],
             w->word[5], w->word[6]);
    check_follow(c, words);
    return true;
}

/* All leaves are there: which card comes when follows from the seal and the cuts. */
static bool finish_shuffle(struct check *c, struct error *e)
{
    const struct checked_shuffle *s = check_last_shuffle(c);
    struct digest seal = open_seal(c->leaf, c->leaves);
    if (c->chained)
        seal = open_seal_on(&c->ground, &seal);
    if (!digest_same(&seal, &c->seal)) {
        e->line = s->line;
        return error_set(e,
                         "the leaves of shuffle %llu are not those that were sealed; expected "
                         "the SHA-256 of all of them to be the seal",
                         (unsigned long long)s->number);
    }
    c->mix = open_mix(&c->seal, c->cut, s->cut);
    open_order(&c->mix, pile_size(&s->cards), c->at);
    c->drawing = true;
    return true;
}

bool check_leaf(struct check *c, const struct words *w, struct error *e)
{
    uint64_t number;
    struct digest leaf;
    if (w->count != 5 || !check_number(w->word[3], FAIR_LEAVES, &number) ||
        !digest_read(w->word[4], &leaf))
        return check_malformed(e, "leaf NUMBER INDEX HASH");
    if (!about_last(c, w->word[2], e))
        return false;
    check_end_pledges(c);
    if (number != (uint64_t)c->leaves || c->leaves == leaves_wanted(c))
        return error_set(e, "leaf %llu stands in the wrong place; expected %d leaves, from 0 on",
                         (unsigned long long)number, leaves_wanted(c));
    c->leaf[c->leaves++] = leaf;
    return c->leaves < leaves_wanted(c) || finish_shuffle(c, e);
}

/* --- Cards and lots --------------------------------------------------------------------------- */

static bool add_draw(struct check *c, struct checked_draw d, struct error *e)
{
    struct checked_shuffle *s = check_last_shuffle(c);
    bool first = !s->draws && !s->lots;
    if (!c->drawing)
        return error_set(e,
                         "this stands in the wrong place; expected all cards and lots of a shuffle "
                         "after its leaves");
    if (first && d.step != s->steps)
        return error_set(e,
                         "the first card or lot of shuffle %llu comes at once; expected it after "
                         "%zu steps",
                         (unsigned long long)s->number, s->steps);
    if (!first && d.step <= s->last)
        return error_set(e, "this does not come in order; expected it after more than %zu steps",
                         s->last);
    void *array = c->draw;
    if (!check_make_room(&array, c->draws, &c->draws_room, sizeof d, e))
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
                         card, pile_count(&check_last_shuffle(c)->cards, card));
    pile_take(&c->unopened, card);
    c->opened++;
    return true;
}

bool check_draw(struct check *c, const struct words *w, int line, struct error *e)
{
    static const char form[] = "draw NUMBER DRAW STEPS LEAF CARD SALT, or closed for the card";
    uint64_t draw, step, leaf, card = 0;
    struct digest salt = {{0}};
    bool closed = w->count == 7 && strcmp(w->word[6], "closed") == 0;
    if ((w->count != 8 && !closed) || !check_number(w->word[3], FAIR_CARDS, &draw) ||
        !check_number(w->word[4], STEPS_MAX, &step) ||
        !check_number(w->word[5], FAIR_CARDS, &leaf) ||
        (!closed &&
         (!check_number(w->word[6], RANKS, &card) || !card || !digest_read(w->word[7], &salt))))
        return check_malformed(e, form);
    if (!about_last(c, w->word[2], e) || !check_complete(c, e))
        return false;
    const struct checked_shuffle *s = check_last_shuffle(c);
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
        *out |= seat_bit(seat);
        before = seat;
    }
    return *out != 0;
}

bool check_lot(struct check *c, const struct words *w, int line, struct error *e)
{
    uint64_t lot, step;
    struct checked_draw d = {.line = line, .kind = TURN_LOT};
    struct digest salt;
    if (w->count != 7 || !check_number(w->word[3], FAIR_LOTS - 1, &lot) ||
        !check_number(w->word[4], STEPS_MAX, &step) || !read_seats(w->word[5], &d.may) ||
        !digest_read(w->word[6], &salt))
        return check_malformed(e, "lot NUMBER LOT STEPS SEATS SALT");
    if (!about_last(c, w->word[2], e) || !check_complete(c, e))
        return false;
    const struct checked_shuffle *s = check_last_shuffle(c);
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
    for (int k = open_lot(&c->mix, &salt, seats_count(may)); k > 0; k--)
        may = seats_rest(may);
    d.seat = (uint8_t)seats_first(may);
    d.step = (size_t)step;
    return add_draw(c, d, e);
}
