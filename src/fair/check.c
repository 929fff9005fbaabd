/* Reads a proof: the chain of the table and the decisions in it. */
#include "fair/checking.h"

#include <ctype.h>
#include <errno.h>
#include <sodium.h>

void check_free(struct check *c)
{
    free(c->shuffle);
    free(c->draw);
    free(c->decision);
    *c = (struct check){0};
}

/* --- Words ------------------------------------------------------------------------------------ */

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

bool check_number(const char *word, uint64_t most, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)word[0]) || (word[0] == '0' && word[1]))
        return false;
    errno = 0;
    *out = strtoull(word, &end, 10);
    return *end == '\0' && errno == 0 && *out <= most;
}

bool check_seat(const char *word, int *out)
{
    *out = word[0] - 'A';
    return *out >= 0 && *out < PLAYERS_MAX && word[1] == '\0';
}

bool check_malformed(struct error *e, const char *form)
{
    return error_set(e, "this line of the proof is not well written; expected 'commit %s'", form);
}

/* --- The chain of the table ------------------------------------------------------------------- */

static void follow_link(struct check *c, const struct digest *body, int decided)
{
    struct digest next = open_link(&c->last[0].link, body);
    memmove(&c->last[1], &c->last[0], (CHECK_LINKS - 1) * sizeof c->last[0]);
    c->drawing = false;
    c->last[0].link = next;
    c->last[0].decided = (uint8_t)decided;
    c->links++;
}

void check_follow(struct check *c, const char *words)
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
    if (w->count != 5 || !is_name(w->word[2]) || !check_number(w->word[3], INT32_MAX, &c->game) ||
        !c->game ||
        (strcmp(w->word[4], "none") != 0 &&
         (!digest_read(w->word[4], &before) || sodium_is_zero(before.byte, DIGEST))))
        return check_malformed(e, "table NAME GAME LINK, or none for the link");
    if (c->chained || c->shuffles)
        return error_set(e, "the table is named here; expected it once, before all shuffles");
    c->chained = true;
    snprintf(c->table, sizeof c->table, "%s", w->word[2]);
    c->last[0].link = before;
    c->last[0].decided = NOBODY;
    snprintf(words, sizeof words, "begin %s %llu", c->table, (unsigned long long)c->game);
    check_follow(c, words);
    return true;
}

bool check_has_chain(const struct check *c, struct error *e)
{
    return (c->chained && !c->ended) ||
           error_set(e, "this line needs the chain of a table; expected 'commit table' before it, "
                        "and 'commit end' after it");
}

bool check_stands(const struct check *c, struct error *e)
{
    return !c->going || error_set(e, "what was taken back ends here; expected 'commit back' first");
}

static bool read_key(struct check *c, const struct words *w, struct error *e)
{
    int seat;
    struct digest key;
    char words[SEAL_TEXT + 16];
    bool none = w->count == 4 && strcmp(w->word[3], "none") == 0;
    if (w->count != 4 || !check_seat(w->word[2], &seat) ||
        (!none && !digest_read(w->word[3], &key)))
        return check_malformed(e, "key SEAT KEY, or none for the key");
    if (!check_has_chain(c, e))
        return false;
    check_end_pledges(c);
    struct checked_seat *s = &c->seat[seat];
    if (strcmp(s->key, none ? "" : w->word[3]) == 0)
        return error_set(e, "%c has this key already; expected another one", 'A' + seat);
    snprintf(s->key, sizeof s->key, "%s", none ? "" : w->word[3]);
    s->mine = s->mine || (c->key[0] && strcmp(s->key, c->key) == 0);
    snprintf(words, sizeof words, "key %c %s", 'A' + seat, w->word[3]);
    check_follow(c, words);
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
        return check_malformed(e, "gone shuffle|seal|cut|decide HASH");
    if (!check_has_chain(c, e) || !check_complete(c, e))
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
    if (w->count != 3 || !check_number(w->word[2], STEPS_MAX, &steps))
        return check_malformed(e, "back STEPS");
    if (!check_has_chain(c, e) || !check_complete(c, e))
        return false;
    if (!c->going || steps < c->next_step)
        return error_set(e, "nothing was taken back to here; expected 'commit gone' before it, and "
                            "no step that stands after it");
    c->going = false;
    c->backs++;
    snprintf(words, sizeof words, "back %llu", (unsigned long long)steps);
    check_follow(c, words);
    return true;
}

static bool read_end(struct check *c, const struct words *w, struct error *e)
{
    struct digest link;
    if (w->count != 3 || !digest_read(w->word[2], &link))
        return check_malformed(e, "end LINK");
    if (!check_has_chain(c, e) || !check_complete(c, e) || !check_stands(c, e))
        return false;
    c->ended = true;
    return digest_same(&link, &c->last[0].link) ||
           error_set(e,
                     "this is not what the chain leads to; expected a link that follows from all "
                     "lines before it");
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
    return check_is_signed(c, d->seat, words, sign, e);
}

static bool add_decision(struct check *c, const struct checked_decision *d, struct error *e)
{
    if (d->step < c->next_step)
        return error_set(e, "this decision does not come in order; expected it after %zu steps",
                         c->next_step);
    void *array = c->decision;
    if (!check_make_room(&array, c->decisions, &c->decisions_room, sizeof *d, e))
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
    if (w->count < 6 || !check_number(w->word[2], STEPS_MAX, &step) ||
        !check_seat(w->word[3], &seat) ||
        (!closed && !check_number(w->word[4], CHECK_LINKS, &back)) ||
        !digest_read(w->word[5], &hash) ||
        (!closed && (w->count < 8 || !check_is_sign(w->word[6]) || !choice_in(w, 7, d.choice))))
        return check_malformed(e, "decide STEPS SEAT BACK SALT SIGNATURE CHOICE, or closed HASH");
    if (!check_has_chain(c, e) || !check_complete(c, e) || !check_stands(c, e))
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
        return check_pledge(c, &w, e);
    if (strcmp(kind, "decide") == 0)
        return read_decision(c, &w, line, e);
    if (strcmp(kind, "gone") == 0)
        return read_gone(c, &w, e);
    if (strcmp(kind, "back") == 0)
        return read_back(c, &w, e);
    if (strcmp(kind, "end") == 0)
        return read_end(c, &w, e);
    if (strcmp(kind, "shuffle") == 0)
        return check_shuffle(c, &w, line, e);
    if (strcmp(kind, "cut") == 0)
        return check_cut(c, &w, e);
    if (strcmp(kind, "leaf") == 0)
        return check_leaf(c, &w, e);
    if (strcmp(kind, "draw") == 0)
        return check_draw(c, &w, line, e);
    if (strcmp(kind, "lot") == 0)
        return check_lot(c, &w, line, e);
    return check_malformed(
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
        e->line = check_last_shuffle(c)->line;
    if (c->no_memory)
        return error_no_memory(e);
    if (c->chained && !c->ended)
        return error_set(e, "the proof has no end; expected 'commit end' after its last line");
    return check_complete(c, e) && steps_fit(c, e) && is_mine(c, e);
}
