#include "engine/rulebook.h"

#include "engine/document.h"
#include "engine/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS_MAX = 8, /* of a table */
    WORD_ROOM = 64,
};

static const char players_key[] = "players";
static const char open_word[] = "open";   /* what nobody can say before the players are there */
static const char more_word[] = "more";   /* the same, but not the fewest that the game is for */
static const char usual_word[] = "usual"; /* of a deck */

const char *rulebook_source(const struct game *game, const struct language *l)
{
    const char *words = l ? document_find(l->name, game->name) : NULL;
    if (!words)
        words = document_find("en", game->name);
    return words ? words : game->rules;
}

struct rulebook rulebook_open(const char *source, const struct setup *u)
{
    return (struct rulebook){.at = source, .setup = u};
}

struct rulebook rulebook_game(const struct setup *u, const struct language *l)
{
    return (struct rulebook){
        .at = rulebook_source(u->game, l), .setup = u, .language = l, .ruling = u->game->rulings};
}

struct rulebook rulebook_rulings(const struct setup *u, const struct language *l)
{
    return (struct rulebook){.at = "", .setup = u, .language = l, .ruling = u->game->rulings};
}

/* --- Options ---------------------------------------------------------------------------------- */

/* A word, with its length; it ends where one of these characters stands. */
struct word {
    const char *at;
    int size;
};

static struct word word_until(const char *at, const char *ends)
{
    return (struct word){at, (int)strcspn(at, ends)};
}

static bool word_is(struct word w, const char *text)
{
    return (int)strlen(text) == w.size && memcmp(w.at, text, (size_t)w.size) == 0;
}

/* The option of that name, -1 if there is none. */
static int option_named(const struct game *game, struct word key)
{
    for (int i = option_total(game) - 1; i >= 0; i--)
        if (word_is(key, game->options[i].key))
            return i;
    return -1;
}

static cards deck_of(const struct setup *u)
{
    return u->deck ? u->deck : usual_deck;
}

static int number_of(struct word w)
{
    return (int)strtol(w.at, NULL, 10);
}

/* Whether a deck is what a word says: the usual one, or one with that rank. */
static bool deck_is(const struct setup *u, struct word w)
{
    return word_is(w, usual_word) ? !u->deck : cards_count(deck_of(u), number_of(w)) > 0;
}

/* What stands at the table for a key; false if it knows none of that name. */
static bool value_of(const struct setup *u, struct word key, char out[WORD_ROOM])
{
    if (word_is(key, players_key)) {
        const char *unknown = u->preset && u->preset->players_min ? more_word : open_word;
        if (u->players)
            snprintf(out, WORD_ROOM, "%d", u->players);
        else
            snprintf(out, WORD_ROOM, "%s", unknown);
        return true;
    }
    if (word_is(key, deck_key)) {
        deck_text(deck_of(u), out);
        return true;
    }
    int i = option_named(u->game, key);
    if (i < 0)
        return false;
    int players = u->players ? u->players : setup_players_usual(u);
    bool given = u->given >> i & 1;
    option_text(&u->game->options[i], given ? u->option[i] : option_standard(u->game, i, players),
                out);
    return true;
}

/* Whether an option will have the value that goes with how many play, and nobody knows how many. */
static bool is_open(const struct setup *u, struct word key)
{
    int i = option_named(u->game, key);
    return i >= 0 && !u->players && u->game->options[i].by_players && !(u->given >> i & 1);
}

/* Whether one condition holds: "goal lose/win", "goal not lose". */
static bool holds(const struct setup *u, const char *at)
{
    char value[WORD_ROOM] = "";
    struct word key = word_until(at, " ");
    bool among = false, not = false, deck = word_is(key, deck_key);
    value_of(u, key, value);
    at += key.size;
    at += strspn(at, " ");
    if (strncmp(at, "not ", 4) == 0) {
        not = true;
        at += 4;
    }
    for (;;) {
        struct word w = word_until(at, "/,\n");
        among = among || (deck ? deck_is(u, w) : word_is(w, is_open(u, key) ? open_word : value));
        at += w.size;
        if (*at != '/')
            return among != not ;
        at++;
    }
}

bool rulebook_holds(const struct setup *u, const char *conditions)
{
    const char *end = conditions + strcspn(conditions, "\n");
    for (const char *at = conditions; at < end; at += strcspn(at, ",\n") + 1) {
        at += strspn(at, " ");
        if (!holds(u, at))
            return false;
    }
    return true;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

static bool begins(const char *at, const char *with)
{
    return strncmp(at, with, strlen(with)) == 0;
}

static const char *line_after(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

static enum rule_kind kind_at(const char *at)
{
    return begins(at, "== ")  ? RULE_HEADING
           : begins(at, "- ") ? RULE_ITEM
           : begins(at, "| ") ? RULE_ROW
                              : RULE_PARAGRAPH;
}

/* Whether a line goes on with the block before it. */
static bool goes_on(const char *at, enum rule_kind kind)
{
    return *at && *at != '\n' && *at != '?' && kind != RULE_HEADING && kind != RULE_ROW &&
           kind_at(at) == RULE_PARAGRAPH;
}

/* Adds what stands in braces: the value of an option, or the one of two words that suits the last.
 */
static void add_value(struct text *out, struct word w, struct rulebook *b)
{
    const char *bar = memchr(w.at, '|', (size_t)w.size);
    char value[WORD_ROOM] = "";
    if (bar && b->one)
        text_add(out, "%.*s", (int)(bar - w.at), w.at);
    else if (bar)
        text_add(out, "%.*s", w.size - (int)(bar + 1 - w.at), bar + 1);
    else if (value_of(b->setup, w, value))
        text_add(out, "%s", value);
    b->one = bar ? b->one : strcmp(value, "1") == 0;
}

/* Adds a line with its options filled in. */
static void add_line(struct text *out, const char *at, struct rulebook *b)
{
    const char *end = at + strcspn(at, "\n");
    while (at < end) {
        int plain = (int)strcspn(at, "{\n");
        text_add(out, "%.*s", plain, at);
        at += plain;
        if (*at != '{')
            break;
        struct word w = word_until(at + 1, "}\n");
        add_value(out, w, b);
        at += w.size + 2;
    }
}

/* Reads one block into `words`; returns what it is and leaves `at` behind it. */
static enum rule_kind read_block(struct rulebook *b, struct text *words)
{
    enum rule_kind kind = kind_at(b->at);
    text_clear(words);
    add_line(words, b->at + (kind == RULE_HEADING ? 3 : kind == RULE_PARAGRAPH ? 0 : 2), b);
    b->at = line_after(b->at);
    while (goes_on(b->at, kind)) {
        text_add(words, " ");
        add_line(words, b->at + strspn(b->at, " "), b);
        b->at = line_after(b->at);
    }
    return kind;
}

/* A condition holds for all up to the next empty line. */
static void skip_lines(struct rulebook *b)
{
    while (*b->at && *b->at != '\n')
        b->at = line_after(b->at);
}

/* The next block of the source. */
static enum rule_kind next_block(struct rulebook *b, struct text *words)
{
    while (*b->at) {
        bool shown = true;
        if (*b->at == '\n') {
            b->at++;
            continue;
        }
        if (*b->at == '?') {
            shown = rulebook_holds(b->setup, b->at + 1);
            b->at = line_after(b->at);
        }
        if (kind_at(b->at) == RULE_HEADING)
            b->skips = !shown;
        if (!shown || b->skips) {
            skip_lines(b);
            continue;
        }
        return read_block(b, words);
    }
    return 0;
}

/* The next of the rulings that hold at this table, the first one under a heading. */
static enum rule_kind next_ruling(struct rulebook *b, struct text *words)
{
    if (!b->headed) {
        b->headed = true;
        text_clear(words);
        text_add(words, "%s", language_text(b->language, "WHERE THE BOOK IS SILENT"));
        return RULE_HEADING;
    }
    while (*b->ruling) {
        struct rulebook one = rulebook_open(language_text(b->language, *b->ruling++), b->setup);
        if (next_block(&one, words))
            return RULE_ITEM;
    }
    return 0;
}

enum rule_kind rulebook_next(struct rulebook *b, struct text *words)
{
    enum rule_kind kind = next_block(b, words);
    return kind || !b->ruling ? kind : next_ruling(b, words);
}

void rulebook_goal(struct text *out, const struct setup *u, const struct language *l)
{
    if (!u->game->goal)
        return;
    struct rulebook b = rulebook_open(language_text(l, u->game->goal), u);
    struct text words = {0};
    if (rulebook_next(&b, &words))
        text_words(out, text_of(&words));
    out->failed |= words.failed;
    text_free(&words);
}

/* --- Plain text ------------------------------------------------------------------------------- */

/* The rows of a table as they are read, and how wide its columns are. */
struct grid {
    struct text words; /* all rows, each with a line end */
    int wide[COLUMNS_MAX];
};

/* A cell of a row, which ends with a stroke. */
static struct word next_cell(const char **at)
{
    struct word cell = word_until(*at + strspn(*at, " "), "|\n");
    *at = cell.at + cell.size + (cell.at[cell.size] == '|');
    while (cell.size > 0 && cell.at[cell.size - 1] == ' ')
        cell.size--;
    return cell;
}

static void grid_add(struct grid *g, const char *row)
{
    text_add(&g->words, "%s\n", row);
    for (int i = 0; *row && i < COLUMNS_MAX; i++) {
        struct word cell = next_cell(&row);
        int wide = text_columns(cell.at, cell.size);
        g->wide[i] = wide > g->wide[i] ? wide : g->wide[i];
    }
}

/* A row: what does not fit of its last cell goes on below it. */
static const char *print_row(const struct grid *g, const char *at, int columns, struct text *out)
{
    struct text before = {0}, last = {0};
    text_add(&before, "  ");
    for (int i = 0; *at && *at != '\n' && i < COLUMNS_MAX; i++) {
        struct word cell = next_cell(&at);
        if (*at == '\n')
            text_add(&last, "%.*s", cell.size, cell.at);
        else
            text_add(&before, "%.*s%*s", cell.size, cell.at,
                     g->wide[i] + 2 - text_columns(cell.at, cell.size), "");
    }
    text_wrap(out, text_of(&last), text_of(&before), columns);
    out->failed |= before.failed || last.failed;
    text_free(&before);
    text_free(&last);
    return at + strcspn(at, "\n");
}

static void grid_print(struct grid *g, int columns, struct text *out)
{
    for (const char *at = text_of(&g->words); *at; at++)
        at = print_row(g, at, columns, out);
    out->failed |= g->words.failed;
    text_free(&g->words);
    *g = (struct grid){0};
}

void rulebook_print(struct text *out, struct rulebook b, int columns)
{
    struct text words = {0};
    struct grid grid = {0};
    enum rule_kind kind, before = 0;
    do {
        kind = rulebook_next(&b, &words);
        out->failed |= words.failed;
        if (before == RULE_ROW && kind != RULE_ROW)
            grid_print(&grid, columns, out);
        if (before && kind == RULE_HEADING)
            text_add(out, "\n");
        if (kind == RULE_ROW)
            grid_add(&grid, text_of(&words));
        else if (kind)
            text_wrap(out, text_of(&words), kind == RULE_ITEM ? "- " : "", columns);
        before = kind;
    } while (kind);
    text_free(&words);
}

/* --- Checks ----------------------------------------------------------------------------------- */

/* Whether an option can have a value that is written so. */
static bool can_be(const struct game *game, struct word key, struct word value)
{
    if (word_is(key, players_key)) {
        char text[WORD_ROOM] = "";
        memcpy(text, value.at, (size_t)(value.size < WORD_ROOM ? value.size : WORD_ROOM - 1));
        long players = strtol(text, NULL, 10);
        return word_is(value, open_word) || word_is(value, more_word) ||
               (players >= 1 && players <= PLAYERS_MAX);
    }
    if (word_is(key, deck_key))
        return word_is(value, usual_word) || (number_of(value) >= 1 && number_of(value) <= RANKS);
    int i = option_named(game, key);
    if (i >= 0 && game->options[i].by_players && word_is(value, open_word))
        return true;
    struct setup u = {.game = game, .players = game->players_max};
    struct text k = {0}, v = {0};
    struct error e = {0};
    text_add(&k, "%.*s", key.size, key.at);
    text_add(&v, "%.*s", value.size, value.at);
    bool fine = setup_option(&u, text_of(&k), text_of(&v), &e);
    text_free(&k);
    text_free(&v);
    return fine;
}

static bool check_conditions(const char *at, const struct game *game, struct error *e)
{
    const char *end = at + strcspn(at, "\n");
    while (at < end) {
        struct word key = word_until(at + strspn(at, " "), " ,\n");
        at = key.at + key.size;
        at += strspn(at, " ");
        at += begins(at, "not ") ? 4 : 0;
        do {
            struct word value = word_until(at, "/,\n");
            if (!can_be(game, key, value))
                return error_set(e, "'%.*s' cannot be '%.*s'", key.size, key.at, value.size,
                                 value.at);
            at += value.size + 1;
        } while (at[-1] == '/');
    }
    return true;
}

static bool check_values(const char *at, const struct game *game, struct error *e)
{
    struct setup u = {.game = game, .players = game->players_max};
    const char *end = at + strcspn(at, "\n");
    char value[WORD_ROOM];
    while ((at = memchr(at, '{', (size_t)(end - at)))) {
        struct word key = word_until(at + 1, "}\n");
        if (!memchr(key.at, '|', (size_t)key.size) && !value_of(&u, key, value))
            return error_set(e, "there is no option '%.*s'", key.size, key.at);
        at += key.size + 1;
    }
    return true;
}

bool rulebook_check(const char *source, const struct game *game, struct error *e)
{
    for (const char *at = source; *at; at = line_after(at))
        if (*at == '?' ? !check_conditions(at + 1, game, e) : !check_values(at, game, e))
            return false;
    return true;
}

int32_t setup_target(const struct setup *u)
{
    int i = option_of_role(u->game, ROLE_TARGET);
    if (i < 0 || (u->game->options[i].only && !rulebook_holds(u, u->game->options[i].only)))
        return 0;
    return u->option[i];
}
