#include "engine/record.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Facts ------------------------------------------------------------------------------------ */

/* A line that follows from the rules: written by the program, checked where it stands. */
enum fact_kind { FACT_HAND, FACT_SHUFFLE, FACT_SCORE, FACT_OVER };

struct fact {
    enum fact_kind kind;
    int hand;
    int32_t total[PLAYERS_MAX];
};

/* The totals from event i on: one event for each seat. Returns the event after them. */
static int fact_totals(const struct event *event, int events, int i, struct fact *f)
{
    f->kind = FACT_SCORE;
    for (; i < events && event[i].kind == EVENT_TOTAL; i++)
        f->total[event[i].seat] = event[i].number;
    if (i < events && event[i].kind == EVENT_OVER)
        f->kind = FACT_OVER;
    return i;
}

/* The next fact among the events of a step, from event *i on; false when there is none left. */
static bool fact_next(const struct event *event, int events, int *i, struct fact *f)
{
    while (*i < events) {
        const struct event *e = &event[(*i)++];
        if (e->kind == EVENT_HAND) {
            *f = (struct fact){.kind = FACT_HAND, .hand = e->number};
            return true;
        }
        if (e->kind == EVENT_SHUFFLE) {
            *f = (struct fact){.kind = FACT_SHUFFLE};
            return true;
        }
        if (e->kind == EVENT_TOTAL) {
            *i = fact_totals(event, events, *i - 1, f);
            return true;
        }
    }
    return false;
}

static void totals_text(const int32_t total[PLAYERS_MAX], int players, struct text *out)
{
    for (int seat = 0; seat < players; seat++)
        text_add(out, " %c %d", 'A' + seat, total[seat]);
}

/* --- Writing ---------------------------------------------------------------------------------- */

void record_header(const struct table *t, struct text *out)
{
    const struct setup *u = &t->setup;
    char value[OPTION_TEXT], deck[DECK_TEXT];
    text_add(out, "pairs 1\ngame %s\nplayers %d\n", u->game->name, u->players);
    for (int i = 0; u->game->options[i].key; i++)
        if (u->option[i] != option_standard(u->game, i, u->players))
            text_add(out, "option %s %s\n", u->game->options[i].key,
                     option_text(&u->game->options[i], u->option[i], value));
    if (u->deck)
        text_add(out, "option %s %s\n", deck_key, deck_text(u->deck, deck));
    for (int seat = 0; seat < u->players; seat++)
        if (t->name[seat][0])
            text_add(out, "name %c %s\n", 'A' + seat, t->name[seat]);
}

bool record_facts(const struct event *event, int events, int players, struct text *out)
{
    static const char *const word[] = {"hand", "shuffle", "score", "over"};
    struct fact f;
    bool any = false;
    for (int i = 0; fact_next(event, events, &i, &f); any = true) {
        text_add(out, "%s", word[f.kind]);
        if (f.kind == FACT_HAND)
            text_add(out, " %d", f.hand);
        else if (f.kind != FACT_SHUFFLE)
            totals_text(f.total, players, out);
        text_add(out, "\n");
    }
    return any;
}

void record_line(const struct game *game, struct step step, struct text *out)
{
    char text[ACTION_TEXT];
    if (step.kind == TURN_LOT)
        text_add(out, "lot %c", 'A' + step.who);
    else if (step.kind == TURN_SEATS)
        text_add(out, "%c %s", 'A' + step.who, action_text(game, step.what, text));
    else
        text_add(out, "deal %s %d", game_place_name(game, step.who), (int)step.what);
}

bool record_write(const struct table *t, struct text *out)
{
    /* The facts are not kept; playing the steps again on a table of its own brings them back. */
    struct table *again = table_new(&t->setup);
    struct error e = {0};
    bool fine = again != NULL;
    if (!fine)
        return false;
    record_header(t, out);
    record_facts(again->log.event, again->log.size, t->setup.players, out);
    bool open = false; /* the last line is a deal that can go on */
    for (size_t i = 0; fine && i < t->steps; i++) {
        struct step step = t->step[i];
        bool joined = open && step.kind == TURN_DECK && step.who == t->step[i - 1].who;
        if (open && !joined)
            text_add(out, "\n");
        if (joined)
            text_add(out, " %d", (int)step.what);
        else
            record_line(t->setup.game, step, out);
        fine = table_step(again, step, &e);
        open = step.kind == TURN_DECK;
        struct text facts = {0};
        bool any = record_facts(again->log.event, again->log.size, t->setup.players, &facts);
        if (any || !open)
            text_add(out, "\n%s", text_of(&facts));
        open = open && !any;
        fine = fine && !facts.failed;
        text_free(&facts);
    }
    if (open)
        text_add(out, "\n");
    table_free(again);
    return fine && !out->failed;
}

/* --- Reading ---------------------------------------------------------------------------------- */

enum { WORD = 48 }; /* longer words are cut: they cannot be right, and messages stay short */

enum stage { WANT_VERSION, WANT_GAME, WANT_PLAYERS, IN_HEADER, IN_EVENTS };

struct reader {
    int line;
    enum stage stage;
    struct setup setup;
    uint32_t options_given; /* bit i: there was a line for option i */
    char name[PLAYERS_MAX][NAME_ROOM];
    struct table *table;
    record_step *step;
    void *context;
};

struct reader *reader_new(int line, record_step *step, void *context)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->line = line;
    r->step = step;
    r->context = context;
    return r;
}

void reader_free(struct reader *r)
{
    if (!r)
        return;
    table_free(r->table);
    free(r);
}

const struct table *reader_table(const struct reader *r)
{
    return r->table;
}

/* Takes the next word off the line; false if there is none. */
static bool take_word(const char **at, char word[WORD])
{
    const char *from = *at + strspn(*at, " \t");
    size_t size = strcspn(from, " \t");
    snprintf(word, WORD, "%.*s", (int)(size < WORD ? size : WORD - 1), from);
    *at = from + size;
    return size > 0;
}

static bool at_end(const char *at)
{
    return at[strspn(at, " \t")] == '\0';
}

/* A whole number from 1 to `most` without leading zeros, 0 if the word is not one. */
static int word_number(const char *word, int most)
{
    int n = 0;
    if (word[0] == '0')
        return 0;
    for (const char *d = word; *d; d++) {
        if (!isdigit((unsigned char)*d))
            return 0;
        n = n * 10 + (*d - '0');
        if (n > most)
            return 0;
    }
    return n;
}

/* The seat a word names, or -1. */
static int word_seat(const char *word)
{
    return word[0] >= 'A' && word[0] < 'A' + PLAYERS_MAX && word[1] == '\0' ? word[0] - 'A' : -1;
}

static bool seat_in_game(const struct reader *r, int seat, const char *word, struct error *e)
{
    if (seat < 0 || seat >= r->setup.players)
        return error_set(e, "there is no seat '%s'; expected A to %c", word,
                         'A' + r->setup.players - 1);
    return true;
}

static bool read_version(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    if (!take_word(&at, word) || strcmp(word, "pairs") != 0)
        return error_set(e, "this is no record; expected 'pairs 1' as the first line");
    if (!take_word(&at, word) || strcmp(word, "1") != 0 || !at_end(at))
        return error_set(e, "this format version is not known; expected 'pairs 1'");
    r->stage = WANT_GAME;
    return true;
}

static bool read_game(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    if (!take_word(&at, word) || strcmp(word, "game") != 0)
        return error_set(e, "the game is not named; expected 'game NAME'");
    if (!take_word(&at, word) || !at_end(at))
        return error_set(e, "a game has one name; expected 'game NAME'");
    r->stage = WANT_PLAYERS;
    return setup_choose(&r->setup, word, e);
}

static bool read_players(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    if (!take_word(&at, word) || strcmp(word, "players") != 0)
        return error_set(e, "the number of players is missing; expected 'players N'");
    int players = take_word(&at, word) && at_end(at) ? word_number(word, 999) : 0;
    if (!players)
        return error_set(e, "that is no number of players; expected 'players N'");
    r->stage = IN_HEADER;
    return setup_players(&r->setup, players, e);
}

static bool read_option(struct reader *r, const char *at, struct error *e)
{
    char key[WORD], value[WORD];
    if (!take_word(&at, key) || !take_word(&at, value) || !at_end(at))
        return error_set(e, "an option has a key and a value; expected 'option KEY VALUE'");
    if (!setup_option(&r->setup, key, value, e))
        return false;
    int i = option_index(r->setup.game, key);
    uint32_t bit = 1u << (i < 0 ? OPTIONS_MAX : i); /* after the last row the deck */
    if (r->options_given & bit)
        return error_set(e, "option %s is given twice; expected one line an option", key);
    r->options_given |= bit;
    return true;
}

static bool read_name(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    if (!take_word(&at, word) || at_end(at))
        return error_set(e, "a name needs a seat and a text; expected 'name SEAT TEXT'");
    int seat = word_seat(word);
    if (!seat_in_game(r, seat, word, e))
        return false;
    if (r->name[seat][0])
        return error_set(e, "seat %s is named twice; expected one line a name", word);
    at += strspn(at, " \t");
    size_t size = strlen(at);
    while (size > 0 && (at[size - 1] == ' ' || at[size - 1] == '\t'))
        size--;
    if (size >= NAME_ROOM)
        return error_set(e, "this name is too long; expected at most %d bytes", NAME_ROOM - 1);
    memcpy(r->name[seat], at, size);
    r->name[seat][size] = '\0';
    return true;
}

/* The header is complete: the table can be laid. */
static bool open_table(struct reader *r, struct error *e)
{
    if (!setup_finish(&r->setup, e))
        return false;
    r->table = table_new(&r->setup);
    if (!r->table)
        return error_no_memory(e);
    for (int seat = 0; seat < r->setup.players; seat++)
        table_name(r->table, seat, r->name[seat]);
    r->stage = IN_EVENTS;
    if (r->step)
        r->step(r->context, r->table, 0);
    return true;
}

static int word_place(const struct game *game, const char *word)
{
    if (word_seat(word) >= 0)
        return word_seat(word);
    if (strcmp(word, "burn") == 0)
        return PLACE_BURN;
    for (int i = 0; game->places && game->places[i]; i++)
        if (strcmp(word, game->places[i]) == 0)
            return PLACE_GAME + i;
    return -1;
}

bool record_parse(const struct game *game, const char *line, struct step *out)
{
    char word[WORD], last[WORD];
    const char *at = line;
    *out = (struct step){0};
    if (!take_word(&at, word))
        return false;
    if (word_seat(word) >= 0) {
        *out = (struct step){.kind = TURN_SEATS, .who = (uint8_t)word_seat(word)};
        return action_parse(game, at, &out->what);
    }
    bool deal = strcmp(word, "deal") == 0;
    if ((!deal && strcmp(word, "lot") != 0) || !take_word(&at, word))
        return false;
    int place = deal ? word_place(game, word) : word_seat(word);
    out->kind = deal ? TURN_DECK : TURN_LOT;
    out->who = (uint8_t)place;
    if (deal && take_word(&at, last))
        out->what = (action)word_number(last, RANKS);
    return place >= 0 && (!deal || out->what) && at_end(at);
}

static bool read_deal(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    struct text expected = {0};
    int place = take_word(&at, word) ? word_place(r->setup.game, word) : -1;
    if (place < 0 || at_end(at)) {
        table_expected(r->table, EVERYTHING, e->language, &expected);
        error_set(e, "%s; expected %s",
                  place < 0 ? error_words(e, "that is no place for a card")
                            : error_words(e, "no card is named"),
                  text_of(&expected));
        text_free(&expected);
        return false;
    }
    while (take_word(&at, word)) {
        int c = word_number(word, RANKS);
        if (!c)
            return error_set(e, "'%s' is no card; expected a rank from 1 to 10", word);
        if (!table_deal(r->table, place, c, e))
            return false;
    }
    return true;
}

static bool read_lot(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    if (!take_word(&at, word) || !at_end(at))
        return error_set(e, "a lot falls on one seat; expected 'lot SEAT'");
    int seat = word_seat(word);
    return seat_in_game(r, seat, word, e) && table_lot(r->table, seat, e);
}

static bool read_decision(struct reader *r, int seat, const char *at, struct error *e)
{
    action a;
    char word[2] = {(char)('A' + seat), '\0'};
    if (!seat_in_game(r, seat, word, e))
        return false;
    if (action_parse(r->setup.game, at, &a))
        return table_play(r->table, seat, a, e);
    struct text expected = {0};
    table_expected(r->table, EVERYTHING, e->language, &expected);
    error_set(e, "'%.40s' is no decision of %s; expected %s", at + strspn(at, " \t"),
              r->setup.game->name, text_of(&expected));
    text_free(&expected);
    return false;
}

/* The last fact of a kind that the last step brought about; false if it brought none. */
static bool fact_find(const struct table *t, enum fact_kind kind, struct fact *found)
{
    struct fact f;
    bool any = false;
    for (int i = 0; fact_next(t->log.event, t->log.size, &i, &f);) {
        if (f.kind == kind) {
            *found = f;
            any = true;
        }
    }
    return any;
}

static bool read_hand(const struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    struct fact f;
    int hand = take_word(&at, word) && at_end(at) ? word_number(word, 1000000) : 0;
    if (!hand)
        return error_set(e, "a hand has a number; expected 'hand K'");
    if (!fact_find(r->table, FACT_HAND, &f))
        return error_set(e, "no hand begins here; expected no 'hand' line, hand %d is in progress",
                         game_look(r->table->state)->hand);
    if (f.hand != hand)
        return error_set(e, "hand %d does not begin here; expected hand %d", hand, f.hand);
    return true;
}

static bool read_shuffle(const struct reader *r, const char *at, struct error *e)
{
    struct fact f;
    if (!at_end(at))
        return error_set(e, "a shuffle has no arguments; expected 'shuffle'");
    if (fact_find(r->table, FACT_SHUFFLE, &f))
        return true;
    struct text expected = {0};
    table_expected(r->table, EVERYTHING, e->language, &expected);
    error_set(e, "nothing is shuffled here; expected %s", text_of(&expected));
    text_free(&expected);
    return false;
}

/* `score` and `over`: the totals of the hand just ended, otherwise those of this moment. */
static bool read_totals(const struct reader *r, enum fact_kind kind, const char *at,
                        struct error *e)
{
    const char *name = kind == FACT_OVER ? "over" : "score";
    if (kind == FACT_OVER && table_turn(r->table).kind != TURN_OVER)
        return error_set(e, "the game is not over; expected no 'over' line before its end");
    struct fact f;
    memcpy(f.total, game_look(r->table->state)->score, sizeof f.total);
    fact_find(r->table, kind, &f);
    struct text expected = {0};
    totals_text(f.total, r->setup.players, &expected);
    const char *want = text_of(&expected);
    char given[WORD], right[WORD];
    bool same = true;
    while (same && take_word(&want, right))
        same = take_word(&at, given) && strcmp(given, right) == 0;
    same = same && at_end(at);
    if (expected.failed)
        same = error_no_memory(e);
    else if (!same)
        error_set(e, "these totals are wrong; expected '%s%s'", name, text_of(&expected));
    text_free(&expected);
    return same;
}

static bool read_event(struct reader *r, const char *at, struct error *e)
{
    char word[WORD];
    take_word(&at, word);
    if (strcmp(word, "hand") == 0)
        return read_hand(r, at, e);
    if (strcmp(word, "shuffle") == 0)
        return read_shuffle(r, at, e);
    if (strcmp(word, "score") == 0)
        return read_totals(r, FACT_SCORE, at, e);
    if (strcmp(word, "over") == 0)
        return read_totals(r, FACT_OVER, at, e);

    int seat = word_seat(word);
    bool fine;
    if (strcmp(word, "deal") == 0) {
        fine = read_deal(r, at, e);
    } else if (strcmp(word, "lot") == 0) {
        fine = read_lot(r, at, e);
    } else if (seat >= 0) {
        fine = read_decision(r, seat, at, e);
    } else {
        struct text expected = {0};
        table_expected(r->table, EVERYTHING, e->language, &expected);
        fine = error_set(e, "'%s' does not begin an event; expected %s", word, text_of(&expected));
        text_free(&expected);
    }
    if (fine && r->step)
        r->step(r->context, r->table, r->line);
    return fine;
}

static bool read_header(struct reader *r, const char *at, struct error *e)
{
    const char *line = at;
    char word[WORD];
    if (r->stage == WANT_VERSION)
        return read_version(r, at, e);
    if (r->stage == WANT_GAME)
        return read_game(r, at, e);
    if (r->stage == WANT_PLAYERS)
        return read_players(r, at, e);
    take_word(&at, word);
    if (strcmp(word, "option") == 0)
        return read_option(r, at, e);
    if (strcmp(word, "name") == 0)
        return read_name(r, at, e);
    if (strcmp(word, "seed") == 0 || strcmp(word, "commit") == 0)
        return true; /* fair dealing: of no consequence for the cards that are written down */
    return open_table(r, e) && read_event(r, line, e);
}

bool record_clean(const char *text, size_t size, bool first, char out[RECORD_LINE + 1],
                  struct error *e)
{
    if (size > 0 && text[size - 1] == '\r')
        size--;
    if (size > RECORD_LINE)
        return error_set(e, "this line is too long; expected at most %d bytes", RECORD_LINE);
    if (first && size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (!text_is_line(text, size))
        return error_set(e, "this is no text; expected UTF-8 without control characters");
    const char *comment = memchr(text, '#', size);
    if (comment)
        size = (size_t)(comment - text);
    memcpy(out, text, size);
    out[size] = '\0';
    return true;
}

bool reader_line(struct reader *r, const char *text, size_t size, struct error *e)
{
    char line[RECORD_LINE + 1];
    r->line++;
    e->line = r->line;
    if (!record_clean(text, size, r->line == 1, line, e))
        return false;
    if (at_end(line))
        return true;
    return r->stage == IN_EVENTS ? read_event(r, line, e) : read_header(r, line, e);
}

bool reader_end(struct reader *r, struct error *e)
{
    static const char *const missing[] = {
        [WANT_VERSION] = "pairs 1",
        [WANT_GAME] = "game NAME",
        [WANT_PLAYERS] = "players N",
    };
    e->line = r->line ? r->line : 1;
    if (r->stage < IN_HEADER)
        return error_set(e, "the record ends too early; expected '%s'", missing[r->stage]);
    return r->stage == IN_EVENTS || open_table(r, e);
}

bool reader_next(const struct reader *r, const char *text, size_t size)
{
    char line[RECORD_LINE + 1], word[WORD];
    struct error e = {0};
    const char *at = line;
    return r->stage >= IN_HEADER && record_clean(text, size, false, line, &e) &&
           take_word(&at, word) && strcmp(word, "pairs") == 0 && take_word(&at, word) &&
           strcmp(word, "1") == 0 && at_end(at);
}
