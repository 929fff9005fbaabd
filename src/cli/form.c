#include "cli/form.h"

#include "bots/bot.h"
#include "bots/manner.h"
#include "cli/lang.h"
#include "engine/spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 8 };

/* --- Rows ------------------------------------------------------------------------------------- */

static void add_row(struct form *f, enum row_kind kind, int index)
{
    f->row[f->rows++] = (struct row){kind, index};
}

static bool same_row(struct row one, struct row other)
{
    return one.kind == other.kind && one.index == other.index;
}

/* The rows that this game and number of players need; the current one stays, if it can. */
static void list_rows(struct form *f)
{
    const struct setup *u = &f->setup;
    struct row before = f->row[f->at];
    f->rows = 0;
    if (u->game->presets && u->game->presets->name)
        add_row(f, ROW_VARIANT, 0);
    if (u->game->players_min < u->game->players_max)
        add_row(f, ROW_PLAYERS, 0);
    add_row(f, ROW_SPEED, 0);
    for (int seat = 0; seat < u->players; seat++)
        add_row(f, ROW_SEAT, seat);
    for (int i = 0; u->game->options[i].key; i++)
        add_row(f, ROW_OPTION, i);
    f->at = 0;
    for (int i = 0; i < f->rows; i++)
        if (same_row(f->row[i], before))
            f->at = i;
}

/* The value of an option, by hand or by default. */
static int32_t own_value(const struct form *f, int i)
{
    return f->setup.given >> i & 1 ? f->setup.option[i]
                                   : option_standard(f->setup.game, i, f->setup.players);
}

/* The value that the option of a game or preset has if nobody changes it. */
static int32_t usual_value(const struct form *f, int i)
{
    struct setup fresh;
    struct error e = {.language = lang()};
    bool known = setup_choose(&fresh, setup_name(&f->setup), &e);
    return known && (fresh.given >> i & 1) ? fresh.option[i]
                                           : option_standard(f->setup.game, i, f->setup.players);
}

bool form_differs(const struct form *f, int row)
{
    struct row r = f->row[row];
    return r.kind == ROW_OPTION && own_value(f, r.index) != usual_value(f, r.index);
}

/* Whether all goes together. */
static void check(struct form *f)
{
    struct setup whole = f->setup;
    struct error e = {.language = lang()};
    bool was_fine = !f->wrong.text[0];
    if (setup_finish(&whole, &e)) {
        f->wrong.text[0] = '\0';
        return;
    }
    f->wrong = e;
    if (was_fine)
        f->wrong_row = f->row[f->at];
}

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

void form_init(struct form *f, const struct setup *chosen, const struct settings *s)
{
    *f = (struct form){.setup = *chosen, .speed = s->speed};
    memcpy(f->chair, s->chair, sizeof f->chair);
    if (s->setup.game == chosen->game && s->setup.preset == chosen->preset)
        f->setup = s->setup;
    if (!f->setup.players)
        f->setup.players = setup_players_usual(chosen);
    list_rows(f);
    check(f);
}

void form_reset(struct form *f)
{
    struct settings usual;
    struct error e = {.language = lang()};
    struct setup fresh;
    form_finish(f);
    if (!setup_choose(&fresh, setup_name(&f->setup), &e))
        return;
    settings_init(&usual);
    f->setup = fresh;
    f->setup.players = setup_players_usual(&fresh);
    f->speed = usual.speed;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        memcpy(f->chair[seat].bot, usual.chair[seat].bot, sizeof f->chair[seat].bot);
    list_rows(f);
    check(f);
}

void form_go(struct form *f, int row)
{
    form_finish(f);
    f->at = clamp(row, 0, f->rows - 1);
}

/* --- Changing --------------------------------------------------------------------------------- */

static void set_option(struct form *f, int i, int32_t value)
{
    f->setup.option[i] = value;
    f->setup.given |= 1u << i;
    struct setup fresh;
    struct error e = {.language = lang()};
    if (setup_choose(&fresh, setup_name(&f->setup), &e) && !(fresh.given >> i & 1) &&
        value == option_standard(f->setup.game, i, f->setup.players))
        f->setup.given &= ~(1u << i); /* the default, which may depend on the players */
}

static int32_t next_value(const struct option *o, int32_t value, int step, int players)
{
    int words = 0, grain = o->step > 1 ? o->step : 1;
    switch (o->type) {
    case OPTION_SWITCH:
        return !value;
    case OPTION_NUMBER:
        if (value == OPTION_NONE && o->none)
            return step > 0 ? o->least : OPTION_NONE;
        if (value + step * grain < o->least)
            return o->none ? OPTION_NONE : value;
        return clamp(value + step * grain, o->least, o->most);
    case OPTION_SEAT:
        return clamp(value + step, o->none ? OPTION_NONE : 0, players - 1);
    case OPTION_CHOICE:
        while (o->words[words])
            words++;
        return value + step < (o->none ? OPTION_NONE : 0) ? words - 1
               : value + step == words                    ? (o->none ? OPTION_NONE : 0)
                                                          : value + step;
    }
    return value;
}

/* Another variant: its own options, and as many players as before if it is for so many. */
static void change_variant(struct form *f, int step)
{
    const struct game *g = f->setup.game;
    int count = 0, now = 0;
    for (; g->presets[count].name; count++)
        if (&g->presets[count] == f->setup.preset)
            now = count + 1;
    int players = f->setup.players;
    struct error e = {.language = lang()};
    struct setup u;
    do {
        now = (now + step + count + 1) % (count + 1);
        if (!setup_choose(&u, now ? g->presets[now - 1].name : g->name, &e))
            return;
    } while (setup_renames(&u));
    u.players = setup_players_near(&u, players);
    f->setup = u;
}

/* The next number of players that suits the options, or that does not only because of options set
 * by hand: what is wrong is then told. */
static void change_players(struct form *f, int step)
{
    struct setup fresh;
    struct error e = {.language = lang()};
    int players = f->setup.players + step;
    if (!setup_choose(&fresh, setup_name(&f->setup), &e))
        return;
    while (players > 0 && players <= PLAYERS_MAX && !setup_suits(&f->setup, players) &&
           !setup_suits(&fresh, players))
        players += step;
    if (players > 0 && players <= PLAYERS_MAX)
        f->setup.players = players;
}

/* A bot in parts: manners, and its level, or 0 and the rest of its name. */
struct parts {
    struct manner manner;
    int level;
    const char *rest;
};

static struct parts take_apart(const char *bot)
{
    struct parts p = {0};
    p.rest = manner_read(&p.manner, bot);
    bool level = p.rest[0] >= '1' && p.rest[0] <= '0' + LEVELS && !p.rest[1];
    p.level = level ? p.rest[0] - '0' : 0;
    return p;
}

/* Puts a level together with the manners; false if it cannot have them. */
static bool put_together(const struct parts *p, char bot[BOT_ROOM])
{
    struct error e = {.language = lang()};
    char name[BOT_ROOM];
    if (p->level)
        snprintf(name, sizeof name, "%s%d", manner_name(&p->manner), p->level);
    else
        snprintf(name, sizeof name, "%s%.*s", manner_name(&p->manner), BOT_ROOM / 2, p->rest);
    struct bot *b = bot_new(name, &e);
    bot_free(b);
    if (b)
        memcpy(bot, name, sizeof name);
    return b;
}

/* Another strength; bold and cautious go where it is too weak to be. */
static void set_level(struct chair *c, int level)
{
    struct parts p = take_apart(c->bot);
    p.level = level;
    if (!put_together(&p, c->bot)) {
        p.manner.attitude = EVEN;
        put_together(&p, c->bot);
    }
}

/* From a person over the levels and round again. */
static void change_chair(struct chair *c, int step)
{
    int level = (take_apart(c->bot).level + step + LEVELS + 1) % (LEVELS + 1);
    if (level)
        set_level(c, level);
    else
        c->bot[0] = '\0';
}

/* A manner, or no longer; a level that is too weak for it grows. False if the letter is none. */
static bool type_manner(const struct game *game, struct chair *c, int32_t character)
{
    struct parts p = take_apart(c->bot);
    enum attitude asked = character == 'b' ? BOLD : character == 'c' ? CAUTIOUS : EVEN;
    if (character == 'l' && game->lie)
        p.manner.liar = !p.manner.liar;
    else if (asked != EVEN)
        p.manner.attitude = p.manner.attitude == asked ? EVEN : asked;
    else
        return false;
    while (!put_together(&p, c->bot) && p.level && p.level < LEVELS)
        p.level++;
    return true;
}

void form_change(struct form *f, int step)
{
    struct row r = f->row[f->at];
    form_finish(f);
    switch (r.kind) {
    case ROW_VARIANT:
        change_variant(f, step);
        break;
    case ROW_PLAYERS:
        change_players(f, step);
        break;
    case ROW_SPEED:
        f->speed = (enum speed)clamp((int)f->speed + step, SPEED_SLOW, SPEED_OFF);
        break;
    case ROW_SEAT:
        change_chair(&f->chair[r.index], step);
        break;
    case ROW_OPTION:
        set_option(f, r.index,
                   next_value(&f->setup.game->options[r.index], own_value(f, r.index), step,
                              f->setup.players));
        break;
    }
    list_rows(f);
    check(f);
}

/* --- Typing ----------------------------------------------------------------------------------- */

/* Adds a character to a name; a record cannot hold control characters. */
static void type_name(struct form *f, struct chair *c, int32_t character)
{
    char bytes[5] = {0};
    if (character < 0x80) {
        bytes[0] = (char)character;
    } else if (character < 0x800) {
        bytes[0] = (char)(0xC0 | character >> 6);
        bytes[1] = (char)(0x80 | (character & 0x3F));
    } else {
        int more = character >= 0x10000;
        int at = 0;
        if (more)
            bytes[at++] = (char)(0xF0 | character >> 18);
        bytes[at++] = (char)(more ? 0x80 | (character >> 12 & 0x3F) : 0xE0 | character >> 12);
        bytes[at++] = (char)(0x80 | (character >> 6 & 0x3F));
        bytes[at] = (char)(0x80 | (character & 0x3F));
    }
    size_t size = strlen(c->name);
    bool leading = size == 0 && character == ' ';
    if (!leading && size + strlen(bytes) < sizeof c->name)
        snprintf(c->name + size, sizeof c->name - size, "%s", bytes);
    f->naming = true;
}

/* Whether the current row is a number that can be typed. */
static bool is_number(const struct form *f)
{
    struct row r = f->row[f->at];
    return r.kind == ROW_PLAYERS ||
           (r.kind == ROW_OPTION && f->setup.game->options[r.index].type == OPTION_NUMBER);
}

bool form_takes_text(const struct form *f, int row)
{
    return f->row[row].kind == ROW_SEAT && !f->chair[f->row[row].index].bot[0];
}

bool form_type(struct form *f, int32_t character)
{
    struct row r = f->row[f->at];
    size_t size = strlen(f->typed);
    bool digit = character >= '0' && character <= '9';
    if (form_takes_text(f, f->at)) {
        type_name(f, &f->chair[r.index], character);
        return true;
    }
    if (r.kind == ROW_SEAT && character >= '1' && character <= '0' + LEVELS) {
        set_level(&f->chair[r.index], character - '0');
        return true;
    }
    if (r.kind == ROW_SEAT)
        return type_manner(f->setup.game, &f->chair[r.index], character);
    if (!digit || !is_number(f))
        return false;
    if (size + 1 < sizeof f->typed) {
        f->typed[size] = (char)character;
        f->typed[size + 1] = '\0';
    }
    return true;
}

void form_erase(struct form *f)
{
    struct row r = f->row[f->at];
    char *text = f->typed;
    if (form_takes_text(f, f->at)) {
        text = f->chair[r.index].name;
        f->naming = true;
    }
    size_t size = strlen(text);
    while (size > 0 && ((unsigned char)text[size - 1] & 0xC0) == 0x80) /* the rest of a character */
        size--;
    if (size > 0)
        text[size - 1] = '\0';
}

/* Takes away blanks at the end. */
static void trim(char *name)
{
    size_t size = strlen(name);
    while (size > 0 && name[size - 1] == ' ')
        name[--size] = '\0';
}

bool form_finish(struct form *f)
{
    struct row r = f->row[f->at];
    bool naming = f->naming;
    f->naming = false;
    if (naming)
        trim(f->chair[r.index].name);
    if (!f->typed[0])
        return naming;
    struct error e = {.language = lang()};
    bool fine = r.kind == ROW_PLAYERS
                    ? setup_players(&f->setup, (int)strtol(f->typed, NULL, 10), &e)
                    : setup_option(&f->setup, f->setup.game->options[r.index].key, f->typed, &e);
    f->typed[0] = '\0';
    if (fine && r.kind == ROW_OPTION)
        set_option(f, r.index, f->setup.option[r.index]);
    list_rows(f);
    check(f);
    if (!fine) {
        f->wrong = e;
        f->wrong_row = f->row[f->at];
    }
    return true;
}

/* --- Whole lines ------------------------------------------------------------------------------ */

/* A word at the beginning, in English or in the reader's language; NULL if it is another, and else
 * what follows. */
static const char *after_word(const char *words, const char *word)
{
    char first[NAME_ROOM];
    size_t size = strcspn(words, " ");
    snprintf(first, sizeof first, "%.*s", (int)size, words);
    bool same = spelling_same(first, word) || spelling_same(first, _(word));
    return same ? words + size + strspn(words + size, " ") : NULL;
}

static bool set_chair(struct chair *c, const char *words, struct error *e)
{
    const char *name = after_word(words, N_("person"));
    if (name) {
        c->bot[0] = '\0';
        snprintf(c->name, sizeof c->name, "%.*s", text_fit(name, sizeof c->name - 1), name);
        return true;
    }
    bool program = strncmp(words, "run:", 4) == 0 || strncmp(words, "run@", 4) == 0;
    struct bot *b = program ? NULL : bot_new(words, e);
    if (!b && !program)
        return false;
    const char *bot = b ? bot_name(b) : words;
    bool fits = strlen(bot) < sizeof c->bot;
    if (fits)
        snprintf(c->bot, sizeof c->bot, "%s", bot);
    bot_free(b);
    return fits || error_set(e, "a bot is too long; expected at most %d bytes", BOT_ROOM - 1);
}

static bool set_variant(struct form *f, const char *words, struct error *e)
{
    struct setup u;
    if (!setup_named(&u, words, e))
        return false;
    if (u.game != f->setup.game)
        return error_set(e, "%s is no variant of %s; expected one of its names", setup_name(&u),
                         f->setup.game->name);
    u.players = setup_players_near(&u, f->setup.players);
    f->setup = u;
    return true;
}

/* Switches and seats may be said in the reader's way. */
static bool set_value(struct form *f, int i, const char *words, struct error *e)
{
    const struct option *o = &f->setup.game->options[i];
    char letter[2] = {words[0], '\0'};
    if (o->type == OPTION_SWITCH && after_word(words, "on"))
        words = "on";
    else if (o->type == OPTION_SWITCH && after_word(words, "off"))
        words = "off";
    else if (o->type == OPTION_SEAT && words[0] >= 'a' && words[0] <= 'h' && !words[1]) {
        letter[0] = (char)(words[0] - 'a' + 'A');
        words = letter;
    }
    if (!setup_option(&f->setup, o->key, words, e))
        return false;
    set_option(f, i, f->setup.option[i]);
    return true;
}

static bool set_speed(struct form *f, const char *words, struct error *e)
{
    for (int speed = SPEED_SLOW; speed <= SPEED_OFF; speed++)
        if (spelling_same(words, speed_word((enum speed)speed)) ||
            spelling_same(words, speed_words((enum speed)speed))) {
            f->speed = (enum speed)speed;
            return true;
        }
    return error_set(e, "there is no speed '%.40s'; expected slow, normal, fast or off", words);
}

bool form_set(struct form *f, int row, const char *words, struct error *e)
{
    struct row r = f->row[row];
    char *end;
    long players = strtol(words, &end, 10);
    bool fine = false;
    form_go(f, row);
    switch (r.kind) {
    case ROW_VARIANT:
        fine = set_variant(f, words, e);
        break;
    case ROW_PLAYERS:
        fine = setup_players(&f->setup, *end || players > PLAYERS_MAX ? 0 : (int)players, e);
        break;
    case ROW_SPEED:
        fine = set_speed(f, words, e);
        break;
    case ROW_SEAT:
        fine = set_chair(&f->chair[r.index], words, e);
        break;
    case ROW_OPTION:
        fine = set_value(f, r.index, words, e);
        break;
    }
    list_rows(f);
    check(f);
    return fine;
}

bool form_wrong(const struct form *f, int row)
{
    return f->wrong.text[0] && same_row(f->row[row], f->wrong_row);
}

/* --- In words --------------------------------------------------------------------------------- */

void form_label(const struct form *f, int row, struct text *out)
{
    struct row r = f->row[row];
    switch (r.kind) {
    case ROW_VARIANT:
        text_add(out, "%s", _("variant"));
        break;
    case ROW_PLAYERS:
        text_add(out, "%s", _("players"));
        break;
    case ROW_SPEED:
        text_add(out, "%s", _("speed"));
        break;
    case ROW_SEAT:
        text_add(out, _("seat %c"), 'A' + r.index);
        break;
    case ROW_OPTION:
        text_add(out, "%s", f->setup.game->options[r.index].key);
        break;
    }
}

static void chair_words(const struct chair *c, struct text *out)
{
    struct error e = {.language = lang()};
    int level = take_apart(c->bot).level;
    struct bot *b = level ? bot_new(c->bot, &e) : NULL;
    out->failed |= e.no_memory;
    if (!c->bot[0])
        text_add(out, "%s", c->name);
    else if (b)
        text_add(out, _("%s (level %d)"), bot_title(b), level);
    else
        text_add(out, "%s", c->bot);
    bot_free(b);
}

void form_value(const struct form *f, int row, struct text *out)
{
    struct row r = f->row[row];
    char word[OPTION_TEXT];
    if (row == f->at && f->typed[0]) {
        text_add(out, "%s", f->typed);
        return;
    }
    switch (r.kind) {
    case ROW_VARIANT:
        text_add(out, "%s", _(setup_title(&f->setup)));
        break;
    case ROW_PLAYERS:
        text_add(out, "%d", f->setup.players);
        break;
    case ROW_SPEED:
        text_add(out, "%s", speed_words(f->speed));
        break;
    case ROW_SEAT:
        chair_words(&f->chair[r.index], out);
        break;
    case ROW_OPTION:
        text_add(
            out, "%s",
            option_words(&f->setup.game->options[r.index], own_value(f, r.index), lang(), word));
        break;
    }
}

static void option_help(const struct form *f, int row, struct text *out)
{
    int i = f->row[row].index;
    const struct option *o = &f->setup.game->options[i];
    text_add(out, "%s", _(o->help));
    if (o->type == OPTION_NUMBER)
        text_add(out, " (%d-%d)", o->least, o->most);
    if (form_differs(f, row)) {
        char word[OPTION_TEXT];
        text_add(out, "; %s %s", _("usually"), option_words(o, usual_value(f, i), lang(), word));
    }
}

static void chair_help(const struct form *f, const struct chair *c, struct text *out)
{
    text_add(out, "%s",
             !c->bot[0]           ? _("a person; type a name")
             : f->setup.game->lie ? _("a bot; 1-8: how strong, b: bold, c: cautious, l: a liar")
                                  : _("a bot; 1-8: how strong, b: bold, c: cautious"));
}

void form_help(const struct form *f, int row, struct text *out)
{
    struct row r = f->row[row];
    switch (r.kind) {
    case ROW_VARIANT:
        text_add(out, "%s", _(f->setup.preset ? f->setup.preset->summary : f->setup.game->summary));
        break;
    case ROW_PLAYERS:
        text_add(out, "(");
        setup_players_text(&f->setup, "-", ", ", out);
        text_add(out, ")");
        break;
    case ROW_SPEED:
        text_add(out, "%s", _("how long the table waits after each move"));
        break;
    case ROW_SEAT:
        chair_help(f, &f->chair[r.index], out);
        break;
    case ROW_OPTION:
        option_help(f, row, out);
        break;
    }
}

/* --- The end ---------------------------------------------------------------------------------- */

bool form_plan(const struct form *f, struct plan *p, struct settings *s, struct error *e)
{
    struct setup whole = f->setup;
    if (!setup_finish(&whole, e))
        return false;
    s->setup = f->setup;
    s->speed = f->speed;
    memcpy(s->chair, f->chair, sizeof s->chair);
    p->setup = whole;
    memset(p->chair, 0, sizeof p->chair);
    for (int seat = 0; seat < whole.players; seat++) {
        p->chair[seat] = f->chair[seat];
        if (p->chair[seat].bot[0])
            p->chair[seat].name[0] = '\0';
    }
    return true;
}
