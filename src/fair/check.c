#include "fair/check.h"

#include <ctype.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 20, LINE_MAX_BYTES = 1024 };

void check_free(struct check *c)
{
    free(c->shuffle);
    free(c->draw);
    free(c->decision);
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

/* --- The chain of the table ------------------------------------------------------------------- */

static bool complete(const struct check *c, struct error *e);

static void follow_link(struct check *c, const struct digest *body, int decided)
{
    struct digest next = open_link(&c->last[0].link, body);
    memmove(&c->last[1], &c->last[0], (CHECK_LINKS - 1) * sizeof c->last[0]);
    c->drawing = false;
    c->last[0].link = next;
    c->last[0].decided = (uint8_t)decided;
    c->links++;
}

static void follow_words(struct check *c, const char *words)
{
    struct digest body = open_body(NULL, words);
    follow_link(c, &body, NOBODY);
}

static bool is_name(const char *word)
{
    size_t size = strlen(word);
    return size > 0 && size < 32 && strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

static bool read_table(struct check *c, const struct words *w, struct error *e)
{
    char words[64];
    struct digest before = {{0}};
    if (w->count != 5 || !is_name(w->word[2]) || !number_in(w->word[3], INT32_MAX, &c->game) ||
        !c->game ||
        (strcmp(w->word[4], "none") != 0 &&
         (!digest_read(w->word[4], &before) || sodium_is_zero(before.byte, DIGEST))))
        return malformed(e, "table NAME GAME LINK, or none for the link");
    if (c->chained || c->shuffles)
        return error_set(e, "the table is named here; expected it once, before all shuffles");
    c->chained = true;
    snprintf(c->table, sizeof c->table, "%s", w->word[2]);
    c->last[0].link = before;
    c->last[0].decided = NOBODY;
    snprintf(words, sizeof words, "begin %s %llu", c->table, (unsigned long long)c->game);
    follow_words(c, words);
    return true;
}

/* Lines that only a proof with a chain has, before its end. */
static bool has_chain(const struct check *c, struct error *e)
{
    return (c->chained && !c->ended) ||
           error_set(e, "this line needs the chain of a table; expected 'commit table' before it, "
                        "and 'commit end' after it");
}

/* What was taken back must be followed by a line that says so. */
static bool stands(const struct check *c, struct error *e)
{
    return !c->going || error_set(e, "what was taken back ends here; expected 'commit back' first");
}

/* All pledges for the last shuffle were read: what the seal stands on is known. */
static void end_pledges(struct check *c);

static bool read_key(struct check *c, const struct words *w, struct error *e)
{
    int seat;
    struct digest key;
    char words[SEAL_TEXT + 16];
    bool none = w->count == 4 && strcmp(w->word[3], "none") == 0;
    if (w->count != 4 || !seat_in(w->word[2], &seat) || (!none && !digest_read(w->word[3], &key)))
        return malformed(e, "key SEAT KEY, or none for the key");
    if (!has_chain(c, e))
        return false;
    end_pledges(c);
    struct checked_seat *s = &c->seat[seat];
    if (strcmp(s->key, none ? "" : w->word[3]) == 0)
        return error_set(e, "%c has this key already; expected another one", 'A' + seat);
    snprintf(s->key, sizeof s->key, "%s", none ? "" : w->word[3]);
    s->mine = s->mine || (c->key[0] && strcmp(s->key, c->key) == 0);
    snprintf(words, sizeof words, "key %c %s", 'A' + seat, w->word[3]);
    follow_words(c, words);
    return true;
}

static bool read_gone(struct check *c, const struct words *w, struct error *e)
{
    struct digest body;
    static const char *const kinds[] = {"shuffle", "seal", "cut", "decide"};
    bool known = false;
    for (size_t i = 0; w->count == 4 && i < sizeof kinds / sizeof *kinds; i++)
        known = known || strcmp(w->word[2], kinds[i]) == 0;
    if (!known || !digest_read(w->word[3], &body))
        return malformed(e, "gone shuffle|seal|cut|decide HASH");
    if (!has_chain(c, e) || !complete(c, e))
        return false;
    follow_link(c, &body, NOBODY);
    c->going = true;
    c->gone_shuffles += strcmp(w->word[2], "seal") == 0;
    return true;
}

static bool read_back(struct check *c, const struct words *w, struct error *e)
{
    uint64_t steps;
    char words[40];
    if (w->count != 3 || !number_in(w->word[2], STEPS_MAX, &steps))
        return malformed(e, "back STEPS");
    if (!has_chain(c, e) || !complete(c, e))
        return false;
    if (!c->going || steps < c->next_step)
        return error_set(e, "nothing was taken back to here; expected 'commit gone' before it, and "
                            "no step that stands after it");
    c->going = false;
    c->backs++;
    snprintf(words, sizeof words, "back %llu", (unsigned long long)steps);
    follow_words(c, words);
    return true;
}

static bool read_end(struct check *c, const struct words *w, struct error *e)
{
    struct digest link;
    if (w->count != 3 || !digest_read(w->word[2], &link))
        return malformed(e, "end LINK");
    if (!has_chain(c, e) || !complete(c, e) || !stands(c, e))
        return false;
    c->ended = true;
    return digest_same(&link, &c->last[0].link) ||
           error_set(e,
                     "this is not what the chain leads to; expected a link that follows from all "
                     "lines before it");
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
    if (c->chained && s.steps < c->next_step)
        return error_set(e, "this shuffle does not come in order; expected it after %zu steps",
                         c->next_step);
    if (!complete(c, e) || !stands(c, e) || !follows(c, &s, e) ||
        !make_room(&array, c->shuffles, &c->shuffles_room, sizeof s, e))
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
    struct checked_shuffle *s = last_shuffle(c);
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
    struct checked_shuffle *s = last_shuffle(c);
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
    if (w->count != 6 || !seat_in(w->word[3], &seat) || !digest_read(w->word[4], &pledge))
        return malformed(e, form);
    bool has_cut = strcmp(w->word[5], "none") != 0;
    if (has_cut && !digest_read(w->word[5], &cut))
        return malformed(e, form);
    return about_last(c, w->word[2], e) && add_pledge(c, seat, &pledge, e) &&
           (!has_cut || add_cut(c, seat, &cut, &cut, e));
}

static bool read_pledge(struct check *c, const struct words *w, struct error *e)
{
    struct digest pledge;
    int seat;
    if (w->count != 5 || !seat_in(w->word[3], &seat) || !digest_read(w->word[4], &pledge))
        return malformed(e, "pledge NUMBER SEAT PLEDGE");
    if (!has_chain(c, e) || !about_last(c, w->word[2], e))
        return false;
    if (!c->sealing)
        return error_set(e, "this pledge comes too late; expected them at once after the shuffle");
    return add_pledge(c, seat, &pledge, e);
}

static void end_pledges(struct check *c)
{
    if (!c->sealing)
        return;
    char seal[SEAL_TEXT];
    struct text words = {0};
    const struct checked_shuffle *s = last_shuffle(c);
    text_add(&words, "shuffle %llu %zu %s", (unsigned long long)s->number, s->steps,
             open_piles[s->pile]);
    for (int rank = 1; rank <= RANKS; rank++)
        text_add(&words, " %d", pile_count(&s->cards, rank));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (seats_has(s->pledged, seat)) {
            digest_text(&s->pledge[seat], seal);
            text_add(&words, " %c %s", 'A' + seat, seal);
        }
    follow_words(c, text_of(&words));
    c->ground = c->last[0].link;
    digest_text(&c->seal, seal);
    text_clear(&words);
    text_add(&words, "seal %llu %s", (unsigned long long)s->number, seal);
    follow_words(c, text_of(&words));
    c->no_memory = c->no_memory || words.failed;
    text_free(&words);
    c->sealing = false;
}

/* Whether the seat's key has signed the words. Where there is none nothing is signed. */
static bool is_signed(const struct check *c, int seat, const char *words, const char *sign,
                      struct error *e)
{
    if (!c->seat[seat].key[0])
        return error_set(e, "%c has no key; expected 'none' for the signature", 'A' + seat);
    return open_signed(c->seat[seat].key, words, sign) ||
           error_set(e, "%c has not signed this; expected a signature of '%.400s'", 'A' + seat,
                     words);
}

static bool is_sign(const char *word)
{
    return strcmp(word, "none") == 0 ||
           (strlen(word) == SIGN_TEXT - 1 && strspn(word, "0123456789abcdef") == SIGN_TEXT - 1);
}

/* Whether whoever cut had seen the seal: a seat that has a key signs every cut. */
static bool saw_seal(struct check *c, int seat, const struct words *w, struct error *e)
{
    const struct checked_shuffle *s = last_shuffle(c);
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
    bool fine = is_signed(c, seat, text_of(&words), w->word[6], e);
    c->seat[seat].cuts += fine;
    text_free(&words);
    return fine;
}

static bool read_cut(struct check *c, const struct words *w, struct error *e)
{
    struct digest cut, next;
    int seat;
    if (!c->chained)
        return read_bare_cut(c, w, e);
    bool none = w->count == 7 && strcmp(w->word[5], "none") == 0;
    if (w->count != 7 || !seat_in(w->word[3], &seat) || !digest_read(w->word[4], &cut) ||
        (!none && !digest_read(w->word[5], &next)) || !is_sign(w->word[6]))
        return malformed(e, "cut NUMBER SEAT CUT NEXT SIGNATURE, or none for the last two");
    if (!about_last(c, w->word[2], e))
        return false;
    end_pledges(c);
    const struct checked_shuffle *s = last_shuffle(c);
    if (c->leaves || !seats_has(s->pledged, seat) || seats_has(s->cut, seat))
        return error_set(e, "this cut stands in the wrong place; expected one of each who had "
                            "pledged, before the leaves");
    if (!saw_seal(c, seat, w, e) || !add_cut(c, seat, &cut, none ? &cut : &next, e))
        return false;
    char words[64 + 2 * SEAL_TEXT + SIGN_TEXT];
    snprintf(words, sizeof words, "cut %s %s %s %s %s", w->word[2], w->word[3], w->word[4],
             w->word[5], w->word[6]);
    follow_words(c, words);
    return true;
}

/* All leaves are there: which card comes when follows from the seal and the cuts. */
static bool finish_shuffle(struct check *c, struct error *e)
{
    const struct checked_shuffle *s = last_shuffle(c);
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

static bool read_leaf(struct check *c, const struct words *w, struct error *e)
{
    uint64_t number;
    struct digest leaf;
    if (w->count != 5 || !number_in(w->word[3], FAIR_LEAVES, &number) ||
        !digest_read(w->word[4], &leaf))
        return malformed(e, "leaf NUMBER INDEX HASH");
    if (!about_last(c, w->word[2], e))
        return false;
    end_pledges(c);
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
        *out |= seat_bit(seat);
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
    for (int k = open_lot(&c->mix, &salt, seats_count(may)); k > 0; k--)
        may = seats_rest(may);
    d.seat = (uint8_t)seats_first(may);
    d.step = (size_t)step;
    return add_draw(c, d, e);
}

/* --- Decisions -------------------------------------------------------------------------------- */

/* The words of a decision, which are the rest of its line. */
static bool choice_in(const struct words *w, int from, char out[ACTION_TEXT])
{
    size_t size = 0;
    for (int i = from; i < w->count; i++) {
        size_t more = strlen(w->word[i]);
        if (size + 1 + more >= ACTION_TEXT)
            return false;
        if (i > from)
            out[size++] = ' ';
        memcpy(out + size, w->word[i], more + 1);
        size += more;
    }
    return size > 0;
}

/* Whether the seat has decided this, after the link that is so many before the last one; it must
 * not have decided since. */
static bool has_decided(struct check *c, const struct checked_decision *d, uint64_t back,
                        const char *sign, struct error *e)
{
    char link[SEAL_TEXT], words[256];
    if (strcmp(sign, "none") == 0)
        return back == 0 || error_set(e, "this is not signed; expected 0 before it");
    bool fresh = back < CHECK_LINKS && back < (uint64_t)c->links;
    for (uint64_t i = 0; fresh && i < back; i++)
        fresh = c->last[i].decided != d->seat;
    if (!fresh)
        return error_set(e,
                         "%c has signed an earlier moment; expected one since the last decision "
                         "of that seat",
                         'A' + d->seat);
    digest_text(&c->last[back].link, link);
    snprintf(words, sizeof words, "pairs decide %s %llu %s %c %s", c->table,
             (unsigned long long)c->game, link, 'A' + d->seat, d->choice);
    c->seat[d->seat].named++;
    return is_signed(c, d->seat, words, sign, e);
}

static bool add_decision(struct check *c, const struct checked_decision *d, struct error *e)
{
    if (d->step < c->next_step)
        return error_set(e, "this decision does not come in order; expected it after %zu steps",
                         c->next_step);
    void *array = c->decision;
    if (!make_room(&array, c->decisions, &c->decisions_room, sizeof *d, e))
        return false;
    c->decision = array;
    c->decision[c->decisions++] = *d;
    c->next_step = d->step + 1;
    c->seat[d->seat].decided++;
    c->seat[d->seat].closed += !d->choice[0];
    return true;
}

static bool read_decision(struct check *c, const struct words *w, int line, struct error *e)
{
    struct checked_decision d = {.line = line};
    struct digest hash;
    uint64_t step, back = 0;
    int seat;
    char words[SIGN_TEXT + 2 * ACTION_TEXT + 64];
    bool closed = w->count == 6 && strcmp(w->word[4], "closed") == 0;
    if (w->count < 6 || !number_in(w->word[2], STEPS_MAX, &step) || !seat_in(w->word[3], &seat) ||
        (!closed && !number_in(w->word[4], CHECK_LINKS, &back)) ||
        !digest_read(w->word[5], &hash) ||
        (!closed && (w->count < 8 || !is_sign(w->word[6]) || !choice_in(w, 7, d.choice))))
        return malformed(e, "decide STEPS SEAT BACK SALT SIGNATURE CHOICE, or closed HASH");
    if (!has_chain(c, e) || !complete(c, e) || !stands(c, e))
        return false;
    d.step = (size_t)step;
    d.seat = (uint8_t)seat;
    if (!add_decision(c, &d, e) || (!closed && !has_decided(c, &d, back, w->word[6], e)))
        return false;
    if (!closed) {
        snprintf(words, sizeof words, "decide %zu %c %s %s", d.step, 'A' + seat, d.choice,
                 w->word[6]);
        hash = open_body(&hash, words);
    }
    follow_link(c, &hash, seat);
    return true;
}

bool check_line(struct check *c, int line, const char *text, size_t size, struct error *e)
{
    struct words w;
    split(&w, text, size);
    if (w.count == 0 || strcmp(w.word[0], "commit") != 0)
        return true;
    e->line = line;
    const char *kind = w.count > 1 ? w.word[1] : "";
    if (strcmp(kind, "table") == 0)
        return read_table(c, &w, e);
    if (c->ended)
        return error_set(e, "the proof has ended; expected no line of it after 'commit end'");
    if (strcmp(kind, "key") == 0)
        return read_key(c, &w, e);
    if (strcmp(kind, "pledge") == 0)
        return read_pledge(c, &w, e);
    if (strcmp(kind, "decide") == 0)
        return read_decision(c, &w, line, e);
    if (strcmp(kind, "gone") == 0)
        return read_gone(c, &w, e);
    if (strcmp(kind, "back") == 0)
        return read_back(c, &w, e);
    if (strcmp(kind, "end") == 0)
        return read_end(c, &w, e);
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
    return malformed(
        e, "table, key, shuffle, pledge, cut, leaf, draw, lot, decide, gone, back or end");
}

static int by_step(const void *a, const void *b)
{
    size_t one = *(const size_t *)a, other = *(const size_t *)b;
    return (one > other) - (one < other);
}

/* Each step was one card, one lot or one decision; where there is a chain all of them are told. */
static bool steps_fit(const struct check *c, struct error *e)
{
    size_t count = c->draws + c->decisions, *step = calloc(count + 1, sizeof *step);
    bool fine = step || error_no_memory(e);
    for (size_t i = 0; fine && i < count; i++)
        step[i] = i < c->draws ? c->draw[i].step : c->decision[i - c->draws].step;
    if (fine)
        qsort(step, count, sizeof *step, by_step);
    for (size_t i = 0; fine && i < count; i++)
        if (i > 0 && step[i] == step[i - 1])
            fine = error_set(e, "two things came after %zu steps; expected one", step[i]);
        else if (c->chained && step[i] != i)
            fine = error_set(
                e, "nothing came after %zu steps; expected a card, a lot or a decision", i);
    free(step);
    return fine;
}

/* Whoever asks with a key must find it. */
static bool is_mine(const struct check *c, struct error *e)
{
    bool mine = !c->key[0];
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        mine = mine || c->seat[seat].mine;
    return mine || error_set(e, "nothing in this proof is signed with your key; if you have played "
                                "with it, the proof is not of the game that you played");
}

bool check_end(const struct check *c, struct error *e)
{
    if (c->shuffles)
        e->line = last_shuffle(c)->line;
    if (c->no_memory)
        return error_no_memory(e);
    if (c->chained && !c->ended)
        return error_set(e, "the proof has no end; expected 'commit end' after its last line");
    return complete(c, e) && steps_fit(c, e) && is_mine(c, e);
}

/* --- The moves -------------------------------------------------------------------------------- */

/* The game as it is played again beside its proof. */
struct walk {
    const struct check *check;
    size_t *came;            /* the draw of each step, and 1; 0 where there was none */
    size_t next;             /* the shuffle that comes next, */
    size_t decision;         /* and the decision */
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

/* Whether a decision of the moves is the one that the chain has for it. */
static bool pass_decision(struct walk *w, const struct table *t, struct step step, struct error *e)
{
    const struct check *c = w->check;
    char choice[ACTION_TEXT];
    if (!c->chained)
        return true;
    const struct checked_decision *d =
        w->decision < c->decisions ? &c->decision[w->decision++] : NULL;
    action_text(t->setup.game, step.what, choice);
    return (d && d->step == t->steps && d->seat == step.who &&
            (!d->choice[0] || strcmp(d->choice, choice) == 0)) ||
           error_set(e, "this is not what was decided; expected %c %s, as line %d has it",
                     d ? 'A' + d->seat : '-', d && d->choice[0] ? d->choice : "to decide",
                     d ? d->line : 1);
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
        else if (fine)
            fine = pass_decision(w, again, step, e);
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
    if (fine && w.decision < c->decisions) {
        e->line = c->decision[w.decision].line;
        return error_set(e, "the moves have no such decision; expected none that they do not have");
    }
    if (!fine || w.next == c->shuffles)
        return fine;
    e->line = c->shuffle[w.next].line;
    return error_set(e, "nothing came of this shuffle; expected none that the moves do not need");
}
