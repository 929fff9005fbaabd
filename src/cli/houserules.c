#include "cli/houserules.h"

#include "cli/file.h"
#include "engine/game.h"
#include "engine/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 48 }; /* longer words are cut: they cannot be right, and messages stay short */

static const char blanks[] = " \t";

static bool is_file(const char *name)
{
    static const char ending[] = ".rules";
    size_t size = strlen(name);
    return strchr(name, '/') ||
           (size >= sizeof ending - 1 && strcmp(name + size - (sizeof ending - 1), ending) == 0);
}

/* The next word of a line; false if there is none. */
static bool take_word(const char **at, char word[WORD])
{
    *at += strspn(*at, blanks);
    size_t size = strcspn(*at, blanks);
    snprintf(word, WORD, "%.*s", (int)(size < WORD ? size : WORD - 1), *at);
    *at += size;
    return size > 0;
}

static bool at_end(const char *at)
{
    return at[strspn(at, blanks)] == '\0';
}

static bool read_game(struct setup *u, const char *at, struct error *e)
{
    char word[WORD];
    if (u->game)
        return error_set(e, "the game is named twice; expected one line 'game NAME'");
    if (!take_word(&at, word) || !at_end(at))
        return error_set(e, "a game has one name; expected 'game NAME'");
    return setup_named(u, word, e);
}

static bool read_players(struct setup *u, const char *at, struct error *e)
{
    char word[WORD], *end = word;
    long players = take_word(&at, word) && at_end(at) ? strtol(word, &end, 10) : 0;
    if (word[0] < '1' || word[0] > '9' || *end || players > INT16_MAX)
        return error_set(e, "that is no number of players; expected 'players N'");
    if (u->players)
        return error_set(e, "the players are given twice; expected one line 'players N'");
    return setup_players(u, (int)players, e);
}

/* An option has its line, for which there is a bit in `read`; the deck's is that after the last. */
static bool note_option(int i, const char *key, uint32_t *read, struct error *e)
{
    if (*read >> i & 1)
        return error_set(e, "option %s is given twice; expected one line an option", key);
    *read |= 1u << i;
    return true;
}

static bool read_option(struct setup *u, const char *at, uint32_t *read, struct error *e)
{
    char key[WORD], value[WORD];
    if (!take_word(&at, key) || !take_word(&at, value) || !at_end(at))
        return error_set(e, "an option has a key and a value; expected 'option KEY VALUE'");
    int i = option_spelled(u->game, key);
    if (!setup_option(u, i < 0 ? key : u->game->options[i].key, value, e))
        return false;
    return note_option(i < 0 ? OPTIONS_MAX : i, key, read, e);
}

/* The counts with hyphens between them are the value of the option. */
static bool read_deck(struct setup *u, const char *at, uint32_t *read, struct error *e)
{
    char word[WORD], value[2 * WORD] = "";
    size_t size = 0;
    while (size < WORD && take_word(&at, word))
        size += (size_t)snprintf(value + size, sizeof value - size, "%s%s", size ? "-" : "", word);
    return setup_option(u, deck_key, value, e) && note_option(OPTIONS_MAX, deck_key, read, e);
}

/* One line that is not empty; `read` are the options that had theirs. */
static bool read_line(struct setup *u, const char *at, uint32_t *read, struct error *e)
{
    char word[WORD];
    take_word(&at, word);
    if (strcmp(word, "game") == 0)
        return read_game(u, at, e);
    if (!u->game)
        return error_set(e, "the game is not named; expected 'game NAME'");
    if (strcmp(word, "players") == 0)
        return read_players(u, at, e);
    if (strcmp(word, "option") == 0)
        return read_option(u, at, read, e);
    if (strcmp(word, "deck") == 0)
        return read_deck(u, at, read, e);
    return error_set(
        e, "'%s' begins no line of house rules; expected game, players, option or deck", word);
}

static bool read_lines(struct setup *u, FILE *in, struct error *e)
{
    char line[RECORD_LINE + 2], clean[RECORD_LINE + 1];
    size_t size;
    uint32_t read = 0;
    for (e->line = 1; file_line(in, line, sizeof line, &size); e->line++)
        if (!record_clean(line, size, e->line == 1, clean, e) ||
            (!at_end(clean) && !read_line(u, clean, &read, e)))
            return false;
    if (ferror(in))
        return error_set(e, "the file cannot be read further: %s; check that it is a file",
                         error_reason(e, errno));
    return u->game || error_set(e, "the game is not named; expected 'game NAME'");
}

/* "evening.rules:3: what is wrong". */
static bool wrong_line(const char *path, struct error *e)
{
    struct error why = *e;
    e->line = 0;
    return why.no_memory ? false : error_set(e, "%s:%d: %s", path, why.line, why.text);
}

static bool read_file(struct setup *u, const char *path, struct error *e)
{
    FILE *in = fopen(path, "re");
    *u = (struct setup){0};
    if (!in)
        return errno == ENOMEM ? error_no_memory(e)
                               : error_set(e, "%.300s cannot be read: %s; check the name", path,
                                           error_reason(e, errno));
    bool fine = read_lines(u, in, e) || wrong_line(path, e);
    fclose(in);
    return fine;
}

bool houserules_named(struct setup *u, const char *name, struct error *e)
{
    return is_file(name) ? read_file(u, name, e) : setup_named(u, name, e);
}
