#include "fair/proof.h"

#include "engine/record.h"
#include "fair/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game is kept as its record, with lines `commit ...` in the header that tell what happened in
 * the order of the table's chain, and no secret. From them, and from the table's secret, the proof
 * is made, which has almost the same lines:
 *
 *     table TABLE GAME BEFORE           key SEAT KEY
 *     shuffle NUMBER STEPS PILE COUNTS  pledge NUMBER SEAT PLEDGE
 *     cut NUMBER SEAT CUT NEXT SIGN     decide ENTRY STEPS SEAT BACK SIGN CHOICE
 *     gone VEIL WORDS                   back STEPS
 *
 * Games from before there was a chain have only `shuffle`, and `cut NUMBER SEAT PLEDGE CUT`. */

typedef char pledges[PLAYERS_MAX][SEAL_TEXT];

/* --- A game, to be kept ----------------------------------------------------------------------- */

/* What an entry does to pledges; "" where there is none. After a shuffle they are void, and each
 * cut is a pledge for the next one. */
static void follow_pledges(const struct entry *e, pledges pledge)
{
    char swapped[SEAL_TEXT];
    if (e->kind == ENTRY_SHUFFLED)
        memset(pledge, 0, sizeof(pledges));
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

/* The same for keys. */
static void follow_keys(const struct entry *e, pledges key)
{
    struct entry as = *e;
    as.kind = e->kind == ENTRY_KEYED ? ENTRY_PLEDGED
              : e->kind == ENTRY_LEFT || e->kind == ENTRY_KICKED || e->kind == ENTRY_SWAPPED
                  ? e->kind
                  : ENTRY_SAID;
    as.text = e->text ? e->text : "";
    follow_pledges(&as, key);
}

/* The diary of a game, gone through from its first entry. */
struct keeping {
    const struct live *live;
    const struct diary *diary;
    size_t first; /* its entry */
    const struct game *game;
    bool *stands;     /* which of its entries were not taken back */
    size_t steps;     /* that the game has had */
    uint64_t shuffle; /* the number of the last one */
    pledges pledge, key;
    struct text *out;
};

static bool begins(const struct entry *e)
{
    return e->kind == ENTRY_BEGUN || e->kind == ENTRY_REMATCH;
}

/* Steps that were taken back, and shuffles after them, are gone, with their cuts. */
static bool find_standing(struct keeping *k)
{
    const struct diary *d = k->diary;
    size_t *before = calloc(d->entries + 1, sizeof *before), steps = 0, least = SIZE_MAX;
    k->stands = calloc(d->entries + 1, sizeof *k->stands);
    if (!before || !k->stands) {
        free(before);
        return false;
    }
    for (size_t i = k->first; i < d->entries; i++) {
        before[i] = steps;
        const struct entry *e = diary_at(d, i);
        steps = e->kind == ENTRY_TAKEN_BACK ? e->steps : steps + (e->kind == ENTRY_STEP);
    }
    for (size_t i = d->entries; i > k->first; i--) {
        k->stands[i - 1] = before[i - 1] < least;
        const struct entry *e = diary_at(d, i - 1);
        if (e->kind == ENTRY_TAKEN_BACK && e->steps < least)
            least = e->steps;
    }
    free(before);
    return true;
}

static void keep_key(struct keeping *k, int seat)
{
    text_add(k->out, "commit key %c %s\n", 'A' + seat, k->key[seat][0] ? k->key[seat] : "none");
}

static const struct shuffle *find_shuffle(const struct live *h, uint64_t number)
{
    size_t count;
    const struct shuffle *s = live_shuffles(h, &count);
    while (count > 0 && s[count - 1].deal.number != number)
        count--;
    return count ? &s[count - 1] : NULL;
}

static void add_shuffle(struct text *out, const struct shuffle *s)
{
    char what[DEALT_TEXT];
    dealing_text(s, what);
    text_add(out, "commit shuffle %llu %s", (unsigned long long)s->deal.number, what);
}

/* As it was before there was a chain: the cuts with it, by seat. */
static void keep_bare(struct keeping *k, const struct shuffle *s)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (k->pledge[seat][0])
            text_add(k->out, "commit cut %llu %c %s %s\n", (unsigned long long)s->deal.number,
                     'A' + seat, k->pledge[seat],
                     s->deal.cut[seat][0] ? s->deal.cut[seat] : "none");
}

static bool was_to_cut(const struct entry *e, int seat)
{
    return strlen(e->text) >= SEAL_TEXT && strchr(e->text + SEAL_TEXT, 'A' + seat);
}

static void keep_gone_shuffle(struct keeping *k, const struct entry *e)
{
    text_add(k->out, "commit gone 0 shuffle %llu %s", (unsigned long long)e->number,
             e->sign ? e->sign : "");
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (was_to_cut(e, seat))
            text_add(k->out, " %c %s", 'A' + seat, k->pledge[seat]);
    text_add(k->out, "\ncommit gone 0 seal %llu %.64s\n", (unsigned long long)e->number, e->text);
}

static void keep_shuffle(struct keeping *k, const struct entry *e)
{
    const struct shuffle *s = find_shuffle(k->live, e->number);
    bool bare = strlen(e->text) < SEAL_TEXT;
    k->shuffle = e->number;
    if (s) {
        add_shuffle(k->out, s);
        text_add(k->out, "\n");
    }
    if (!s && !bare)
        keep_gone_shuffle(k, e);
    else if (s && bare)
        keep_bare(k, s);
    for (int seat = 0; s && !bare && seat < PLAYERS_MAX; seat++)
        if (was_to_cut(e, seat))
            text_add(k->out, "commit pledge %llu %c %s\n", (unsigned long long)e->number,
                     'A' + seat, k->pledge[seat]);
}

static void keep_cut(struct keeping *k, const struct entry *e)
{
    if (e->seat != NOBODY)
        text_add(k->out, "commit %scut %llu %c %s %s\n",
                 find_shuffle(k->live, k->shuffle) ? "" : "gone 0 ", (unsigned long long)k->shuffle,
                 'A' + e->seat, e->text, e->sign ? e->sign : "none none");
}

static void keep_decision(struct keeping *k, const struct entry *e)
{
    char choice[ACTION_TEXT];
    action_text(k->game, e->step.what, choice);
    const char *sign = e->sign ? e->sign : "0 none", *of = strchr(sign, ' ') + 1;
    if (k->stands[e->number - 1])
        text_add(k->out, "commit decide %llu %zu %c %s %s\n", (unsigned long long)e->number,
                 k->steps, 'A' + e->step.who, sign, choice);
    else
        text_add(k->out, "commit gone %llu decide %zu %c %s %s\n", (unsigned long long)e->number,
                 k->steps, 'A' + e->step.who, choice, of);
}

static void keep_entry(struct keeping *k, const struct entry *e, bool bare)
{
    pledges before;
    memcpy(before, k->key, sizeof before);
    follow_keys(e, k->key);
    for (int seat = 0; !bare && seat < PLAYERS_MAX; seat++)
        if (strcmp(before[seat], k->key[seat]) != 0)
            keep_key(k, seat);
    if (e->kind == ENTRY_SHUFFLED)
        keep_shuffle(k, e);
    if (!bare && e->kind == ENTRY_CUT)
        keep_cut(k, e);
    if (!bare && e->kind == ENTRY_STEP && e->step.kind == TURN_SEATS)
        keep_decision(k, e);
    if (!bare && e->kind == ENTRY_TAKEN_BACK)
        text_add(k->out, "commit back %zu\n", e->steps);
    k->steps = e->kind == ENTRY_TAKEN_BACK ? e->steps : k->steps + (e->kind == ENTRY_STEP);
    follow_pledges(e, k->pledge);
}

/* Up to the last step: what happens after the end belongs to the next game. */
static size_t end_of(const struct diary *d)
{
    size_t end = d->entries;
    while (end > d->gone && diary_at(d, end - 1)->kind != ENTRY_STEP)
        end--;
    return end;
}

static bool keep_history(const struct live *h, const char *table, struct text *out)
{
    size_t count;
    const struct shuffle *shuffle = live_shuffles(h, &count);
    const struct diary *d = live_diary(h);
    struct keeping k = {.live = h, .diary = d, .game = live_table(h)->setup.game, .out = out};
    bool bare = !table || !count || !shuffle[0].deal.ground[0];
    k.first = d->entries - 1;
    while (k.first > d->gone && !begins(diary_at(d, k.first)))
        k.first--;
    if (!find_standing(&k))
        return false;
    live_seals(h, k.pledge, k.key);
    if (!bare)
        text_add(out, "commit table %s %d %s\n", table, live_games(h),
                 live_link_before(h)[0] ? live_link_before(h) : "none");
    for (int seat = 0; !bare && seat < PLAYERS_MAX; seat++)
        if (k.key[seat][0])
            keep_key(&k, seat);
    for (size_t i = k.first; i < end_of(d); i++)
        keep_entry(&k, diary_at(d, i), bare);
    free(k.stands);
    return true;
}

bool fair_keep(const struct live *h, const char *table, struct text *out)
{
    struct text header = {0}, whole = {0};
    record_header(live_table(h), &header);
    bool fine = record_write(live_table(h), &whole) && !header.failed;
    text_add(out, "%s", text_of(&header));
    fine = fine && keep_history(h, table, out);
    if (fine)
        text_add(out, "%s", text_of(&whole) + header.size);
    text_free(&header);
    text_free(&whole);
    return fine && !out->failed;
}

/* --- The proof of a game that was kept -------------------------------------------------------- */

/* The lines `commit` of a game that is kept, told again with what only the dealer knows. */
struct proof {
    const struct table *table;
    struct drawn *drawn;
    struct fair fair; /* a copy, to work with */
    const char *kept; /* all lines */
    struct text *out;
    bool chained;
    struct digest link;

    struct shuffle now; /* the shuffle of which lines are read */
    pledges pledge;     /* for it */
    bool sealing;       /* its pledges are read */
    bool cutting;       /* its cuts are */
};

static void add_digest(struct text *out, const struct digest *d)
{
    char words[SEAL_TEXT];
    digest_text(d, words);
    text_add(out, " %s", words);
}

static struct digest follow_link(struct proof *p, const struct digest *salt, const char *words)
{
    struct digest body = open_body(salt, words);
    p->link = open_link(&p->link, &body);
    return body;
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
        if (seats_has(p->drawn[step].may, seat))
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

/* --- Reading what was kept -------------------------------------------------------------------- */

/* The next number of a line. */
static uint64_t take_number(const char **at)
{
    char *end;
    uint64_t n = strtoull(*at, &end, 10);
    *at = end;
    return n;
}

/* The next word of a line, cut to fit. */
static void take_word(const char **at, char out[], size_t room)
{
    *at += strspn(*at, " ");
    size_t size = strcspn(*at, " \n");
    snprintf(out, room, "%.*s", (int)(size < room ? size : room - 1), *at);
    *at += size;
}

static bool read_shuffle(struct shuffle *s, const char *at)
{
    char word[16];
    *s = (struct shuffle){0};
    s->deal.number = take_number(&at);
    s->steps = (size_t)take_number(&at);
    take_word(&at, word, sizeof word);
    while (s->pile < PILES && strcmp(open_piles[s->pile], word) != 0)
        s->pile++;
    for (int c = 1; c <= RANKS; c++)
        for (uint64_t n = take_number(&at); n > 0 && pile_size(&s->deal.pile) < FAIR_CARDS; n--)
            pile_add(&s->deal.pile, c);
    return s->pile < PILES;
}

/* Where the cards of the shuffle end: with the next one of its pile, which comes later in what was
 * kept. */
static size_t end_of_shuffle(const struct proof *p)
{
    static const char mark[] = "\ncommit shuffle ";
    for (const char *at = strstr(p->kept, mark); at; at = strstr(at + 1, mark)) {
        struct shuffle next;
        if (read_shuffle(&next, at + strlen(mark)) && next.pile == p->now.pile &&
            next.deal.number > p->now.deal.number)
            return next.steps;
    }
    return p->table->steps;
}

/* All pledges of the shuffle were read: what it stands on is known, and its seal. */
static void end_pledges(struct proof *p)
{
    if (!p->sealing)
        return;
    struct deal *d = &p->now.deal;
    char what[DEALT_TEXT], seal[SEAL_TEXT];
    struct text words = {0};
    dealing_text(&p->now, what);
    text_add(&words, "shuffle %llu %s", (unsigned long long)d->number, what);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (p->chained && p->pledge[seat][0])
            text_add(&words, " %c %s", 'A' + seat, p->pledge[seat]);
    if (p->chained) {
        follow_link(p, NULL, text_of(&words));
        digest_text(&p->link, d->ground);
    }
    struct digest of = fair_seal(&p->fair, d);
    digest_text(&of, seal);
    add_shuffle(p->out, &p->now);
    text_add(p->out, " %s\n", seal);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (p->chained && p->pledge[seat][0])
            text_add(p->out, "commit pledge %llu %c %s\n", (unsigned long long)d->number,
                     'A' + seat, p->pledge[seat]);
    text_clear(&words);
    text_add(&words, "seal %llu %s", (unsigned long long)d->number, seal);
    follow_link(p, NULL, text_of(&words));
    p->out->failed = p->out->failed || words.failed;
    text_free(&words);
    p->sealing = false;
    p->cutting = true;
}

/* Nobody cuts the shuffle any more: its cards come. */
static void end_cuts(struct proof *p)
{
    struct digest leaf[FAIR_LEAVES];
    end_pledges(p);
    if (!p->cutting)
        return;
    p->cutting = false;
    add_leaves(p, p->now.deal.number, leaf, fair_leaves(&p->fair, &p->now.deal, leaf));
    add_draws(p, &p->now, end_of_shuffle(p));
}

static bool open_table(struct proof *p, const char *line, const char *at)
{
    char table[32], before[SEAL_TEXT], words[64];
    take_word(&at, table, sizeof table);
    uint64_t game = take_number(&at);
    take_word(&at, before, sizeof before);
    p->chained = true;
    p->link = (struct digest){{0}};
    digest_read(before, &p->link);
    snprintf(words, sizeof words, "begin %.31s %llu", table, (unsigned long long)game);
    follow_link(p, NULL, words);
    text_add(p->out, "%s\n", line);
    return true;
}

static bool open_key(struct proof *p, const char *line, const char *at)
{
    (void)at;
    end_pledges(p);
    follow_link(p, NULL, line + strlen("commit "));
    text_add(p->out, "%s\n", line);
    return true;
}

static bool open_shuffle(struct proof *p, const char *line, const char *at)
{
    (void)line;
    end_cuts(p);
    memset(p->pledge, 0, sizeof p->pledge);
    p->sealing = true;
    return read_shuffle(&p->now, at);
}

/* The seat and the word after it, of a line about the shuffle that is read. */
static bool take_seat(const struct proof *p, const char **at, int *seat, char word[SEAL_TEXT])
{
    char letter[2];
    struct digest any;
    bool fine = (p->sealing || p->cutting) && take_number(at) == p->now.deal.number;
    take_word(at, letter, sizeof letter);
    take_word(at, word, SEAL_TEXT);
    *seat = letter[0] - 'A';
    return fine && *seat >= 0 && *seat < PLAYERS_MAX && digest_read(word, &any);
}

static bool open_pledge(struct proof *p, const char *line, const char *at)
{
    (void)line;
    int seat;
    char word[SEAL_TEXT];
    if (!take_seat(p, &at, &seat, word))
        return false;
    memcpy(p->pledge[seat], word, SEAL_TEXT);
    return true;
}

static bool open_cut(struct proof *p, const char *line, const char *at)
{
    int seat;
    char word[SEAL_TEXT], cut[SEAL_TEXT];
    end_pledges(p);
    if (!take_seat(p, &at, &seat, word))
        return false;
    take_word(&at, cut, sizeof cut);
    if (p->chained) {
        follow_link(p, NULL, line + strlen("commit "));
        memcpy(p->now.deal.cut[seat], word, SEAL_TEXT);
    } else if (strcmp(cut, "none") != 0) {
        memcpy(p->now.deal.cut[seat], cut, SEAL_TEXT);
    }
    text_add(p->out, "%s\n", line);
    return true;
}

static bool open_decision(struct proof *p, const char *line, const char *at)
{
    (void)line;
    char seat[2], sign[SIGN_TEXT], words[SIGN_TEXT + 2 * ACTION_TEXT];
    end_cuts(p);
    struct digest salt = fair_veil(&p->fair, take_number(&at));
    uint64_t step = take_number(&at);
    take_word(&at, seat, sizeof seat);
    uint64_t back = take_number(&at);
    take_word(&at, sign, sizeof sign);
    if (step >= p->table->steps || *at != ' ' || strlen(at) > ACTION_TEXT)
        return false;
    snprintf(words, sizeof words, "decide %llu %s%s %s", (unsigned long long)step, seat, at, sign);
    struct digest body = follow_link(p, &salt, words);
    bool seen = p->drawn[step].told;
    text_add(p->out, "commit decide %llu %s ", (unsigned long long)step, seat);
    if (seen)
        text_add(p->out, "%llu", (unsigned long long)back);
    else
        text_add(p->out, "closed");
    add_digest(p->out, seen ? &salt : &body);
    if (seen)
        text_add(p->out, " %s%s", sign, at);
    text_add(p->out, "\n");
    return true;
}

static bool open_gone(struct proof *p, const char *line, const char *at)
{
    (void)line;
    char kind[16];
    end_cuts(p);
    uint64_t veil = take_number(&at);
    at += strspn(at, " ");
    struct digest salt = fair_veil(&p->fair, veil);
    struct digest body = follow_link(p, veil ? &salt : NULL, at);
    take_word(&at, kind, sizeof kind);
    text_add(p->out, "commit gone %s", kind);
    add_digest(p->out, &body);
    text_add(p->out, "\n");
    return true;
}

static bool open_back(struct proof *p, const char *line, const char *at)
{
    (void)at;
    end_cuts(p);
    follow_link(p, NULL, line + strlen("commit "));
    text_add(p->out, "%s\n", line);
    return true;
}

static const struct {
    const char *word;
    bool (*open)(struct proof *p, const char *line, const char *at);
} kinds[] = {
    {"table", open_table},   {"key", open_key},   {"shuffle", open_shuffle},
    {"pledge", open_pledge}, {"cut", open_cut},   {"decide", open_decision},
    {"gone", open_gone},     {"back", open_back},
};

static bool open_line(struct proof *p, const char *line)
{
    char word[16];
    const char *at = line;
    take_word(&at, word, sizeof word);
    if (strcmp(word, "commit") != 0)
        return true;
    take_word(&at, word, sizeof word);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(word, kinds[i].word) == 0)
            return kinds[i].open(p, line, at);
    return false;
}

/* The next line of what was kept; false at its end. */
static bool next_line(const char **at, char line[RECORD_LINE])
{
    size_t size = strcspn(*at, "\n");
    if (!**at)
        return false;
    snprintf(line, RECORD_LINE, "%.*s", (int)(size < RECORD_LINE ? size : RECORD_LINE - 1), *at);
    *at += size + ((*at)[size] == '\n');
    return true;
}

/* The header with the proof in it, and the moves, if they are wanted. */
static bool add_record(struct proof *p, bool moves, struct error *e)
{
    char line[RECORD_LINE];
    struct text header = {0}, whole = {0};
    record_header(p->table, &header);
    text_add(p->out, "%s", text_of(&header));
    bool fine = true;
    for (const char *at = p->kept; fine && next_line(&at, line);)
        fine = open_line(p, line);
    end_cuts(p);
    if (p->chained) {
        text_add(p->out, "commit end");
        add_digest(p->out, &p->link);
        text_add(p->out, "\n");
    }
    if (!fine)
        error_set(e,
                  "what was kept of this game is damaged; expected lines that a table has written");
    if (fine && moves)
        fine = record_write(p->table, &whole) || error_no_memory(e);
    if (fine && moves)
        text_add(p->out, "%s", text_of(&whole) + header.size);
    fine = fine && ((!header.failed && !p->out->failed) || error_no_memory(e));
    text_free(&header);
    text_free(&whole);
    return fine;
}

bool fair_reopen(const char *kept, const struct fair *f, const struct onlooker *o, bool moves,
                 struct text *out, struct error *e)
{
    char line[RECORD_LINE];
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = r || error_no_memory(e);
    for (const char *at = kept; fine && next_line(&at, line);)
        fine = reader_line(r, line, strlen(line), e);
    fine = fine && reader_end(r, e);
    const struct table *t = fine ? reader_table(r) : NULL;
    struct drawn *drawn = fine ? calloc(t->steps + 1, sizeof *drawn) : NULL;
    struct proof p = {.table = t, .drawn = drawn, .fair = *f, .kept = kept, .out = out};
    fine = fine && ((drawn && drawn_find(t, o, drawn)) || error_no_memory(e));
    fine = fine && add_record(&p, moves, e);
    free(drawn);
    reader_free(r);
    return fine;
}

bool fair_record(const struct live *h, const char *table, const struct fair *f, int looks,
                 bool moves, struct text *out)
{
    struct error e = {0};
    struct text kept = {0};
    struct onlooker o = {.looks = looks};
    bool fine = fair_keep(h, table, &kept) && fair_reopen(text_of(&kept), f, &o, moves, out, &e);
    text_free(&kept);
    return fine;
}
