#include "live/ledger.h"

#include "engine/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
    [ENTRY_OPENED] = "opened",     [ENTRY_SEATED] = "seated",     [ENTRY_LEFT] = "left",
    [ENTRY_ABSENT] = "absent",     [ENTRY_BACK] = "back",         [ENTRY_BEGUN] = "begun",
    [ENTRY_STEP] = "step",         [ENTRY_SAID] = "said",         [ENTRY_ASKED] = "asked",
    [ENTRY_TAKEN_BACK] = "undone", [ENTRY_TIME_OUT] = "late",     [ENTRY_REMATCH] = "again",
    [ENTRY_KICKED] = "kicked",     [ENTRY_SWAPPED] = "swapped",   [ENTRY_CHANGED] = "changed",
    [ENTRY_PLEDGED] = "pledged",   [ENTRY_SHUFFLED] = "shuffled", [ENTRY_CUT] = "cut",
    [ENTRY_LOOKED] = "looked",     [ENTRY_PROPOSED] = "proposed", [ENTRY_AGREED] = "agreed",
    [ENTRY_EMOTED] = "emoted",     [ENTRY_KEYED] = "keyed",       [ENTRY_BARRED] = "barred",
    [ENTRY_MUTED] = "muted",       [ENTRY_UNMUTED] = "unmuted",   [ENTRY_HURRIED] = "hurried",
    [ENTRY_CHOSEN] = "chosen",     [ENTRY_UNCHOSEN] = "unchosen", [ENTRY_READY] = "ready",
};

enum { KINDS = sizeof words / sizeof *words };

/* Before the signature of an entry, at its end; no word of an entry is this. */
static const char sign_mark[] = " !";

/* --- Writing ---------------------------------------------------------------------------------- */

/* A blank and one word, whatever bytes are in it; "-" where there is none, "." for an empty one. */
static void add_word(struct text *out, const char *bytes)
{
    text_words(out, !bytes ? " -" : *bytes ? " " : " .");
    bool plain = bytes && strcmp(bytes, "-") != 0 && strcmp(bytes, ".") != 0;
    for (; bytes && *bytes; bytes++) {
        if (plain && *bytes > ' ' && *bytes != '%' && *bytes != 127)
            text_put(out, bytes, 1);
        else
            text_add(out, "%%%02X", (unsigned char)*bytes);
    }
}

static void add_seat(struct text *out, int seat)
{
    text_put(out, " ", 1);
    text_put(out, seat < PLAYERS_MAX ? &"ABCDEFGH"[seat] : "-", 1);
}

static void add_face(struct text *out, const struct entry *e)
{
    add_word(out, e->face);
    text_add(out, " %d", e->colour);
}

static void add_chair(struct text *out, const struct chair *c)
{
    text_add(out, c->empty ? " empty" : c->bot[0] ? " bot" : " person");
    add_word(out, c->name);
    add_word(out, c->bot);
}

/* What is on or off, as the bits of a number. */
enum { SEED_CHOSEN = 1, HINTS = 2, HUSHED = 4, WITH_ODDS = 8, WITHOUT_ODDS = 16, HOLD = 32 };

static int switches(const struct plan *p)
{
    return (p->seed_chosen ? SEED_CHOSEN : 0) | (p->hints ? HINTS : 0) |
           (p->spectators_muted ? HUSHED : 0) | (p->odds == ODDS_ON ? WITH_ODDS : 0) |
           (p->odds == ODDS_OFF ? WITHOUT_ODDS : 0) | (p->hold ? HOLD : 0);
}

static void add_plan(struct text *out, const struct plan *p)
{
    char value[OPTION_TEXT], deck[DECK_TEXT];
    text_add(out, " %llu %d %lld %lld %s %d", (unsigned long long)p->seed, switches(p),
             (long long)p->pace.decision, (long long)p->pace.bank, setup_name(&p->setup),
             p->setup.players);
    for (int seat = 0; seat < p->setup.players; seat++)
        add_chair(out, &p->chair[seat]);
    const struct option *o = p->setup.game->options;
    for (int i = 0; o[i].key; i++)
        if (p->setup.given >> i & 1)
            text_add(out, " %s %s", o[i].key, option_text(&o[i], p->setup.option[i], value));
    if (p->setup.deck)
        text_add(out, " %s %s", deck_key, deck_text(p->setup.deck, deck));
}

void ledger_write(const struct entry *e, struct text *out)
{
    text_number(out, e->time);
    text_put(out, " ", 1);
    text_words(out, words[e->kind]);
    add_seat(out, e->seat);
    bool two = e->kind == ENTRY_KICKED || e->kind == ENTRY_SWAPPED || entry_is_about_guest(e);
    add_seat(out, two ? e->other : NOBODY);
    text_put(out, " ", 1);
    text_number(out, (int64_t)e->command); /* at most 2^53 */
    add_word(out, e->guest);
    if (e->plan)
        add_plan(out, e->plan);
    if (e->kind == ENTRY_STEP || e->kind == ENTRY_CHOSEN) {
        text_put(out, " ", 1);
        record_line(e->game, e->step, out);
    }
    if (e->kind == ENTRY_TAKEN_BACK)
        text_add(out, " %zu", e->steps);
    if (e->kind == ENTRY_REMATCH)
        text_add(out, " %llu", (unsigned long long)e->seed);
    if (e->kind == ENTRY_SEATED)
        add_word(out, e->bot);
    if (e->text || e->face)
        add_word(out, e->text);
    if (e->face)
        add_face(out, e);
    if (e->text && e->name)
        add_word(out, e->name);
    if (e->sign) {
        text_words(out, sign_mark);
        add_word(out, e->sign);
    }
}

/* --- Reading ---------------------------------------------------------------------------------- */

enum { WORD_ROOM = 2048 }; /* what somebody says, each byte escaped */
_Static_assert(3 * 500 < WORD_ROOM, "there is room for SAID_MAX bytes");

static void free_entry(struct entry *e)
{
    free((void *)e->plan);
    free((void *)e->text);
    free((void *)e->bot);
    free((void *)e->guest);
    free((void *)e->face);
    free((void *)e->name);
    free((void *)e->sign);
}

void ledger_free(struct ledger *l)
{
    for (size_t i = 0; i < l->entries; i++)
        free_entry(&l->entry[i]);
    free(l->entry);
    *l = (struct ledger){0};
}

/* The next word off the line, as it was before it was escaped; false if there is none. */
static bool take_word(const char **at, char out[WORD_ROOM], bool *none)
{
    size_t size = 0;
    const char *from = *at + (**at == ' ');
    *none = false;
    if (!*from)
        return false;
    *none = strncmp(from, "-", 1) == 0 && (from[1] == ' ' || !from[1]);
    bool empty = *from == '.' && (from[1] == ' ' || !from[1]);
    for (; *from && *from != ' '; from++) {
        char byte = *from;
        if (byte == '%') {
            char digits[3] = {from[1], from[1] ? from[2] : '\0', '\0'}, *end;
            byte = (char)strtoul(digits, &end, 16);
            if (end != digits + 2 || !byte)
                return false;
            from += 2;
        }
        if (size == WORD_ROOM - 1)
            return false;
        out[size++] = byte;
    }
    out[*none || empty ? 0 : size] = '\0';
    *at = from;
    return true;
}

/* A word to keep; NULL in *out if there is none there. */
static bool take_text(const char **at, const char **out, struct error *e)
{
    char word[WORD_ROOM];
    bool none;
    *out = NULL;
    if (!take_word(at, word, &none))
        return false;
    if (!none && !(*out = strdup(word)))
        return error_no_memory(e);
    return true;
}

static bool take_number(const char **at, uint64_t *out)
{
    char word[WORD_ROOM], *end;
    bool none;
    if (!take_word(at, word, &none) || word[0] < '0' || word[0] > '9')
        return false;
    errno = 0;
    *out = strtoull(word, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool take_seat(const char **at, uint8_t *out)
{
    char word[WORD_ROOM];
    bool none;
    if (!take_word(at, word, &none))
        return false;
    *out = none ? NOBODY : (uint8_t)(word[0] - 'A');
    return none || (word[0] >= 'A' && word[0] < 'A' + PLAYERS_MAX && !word[1]);
}

static bool take_chair(const char **at, struct chair *c)
{
    char kind[WORD_ROOM], name[WORD_ROOM], bot[WORD_ROOM];
    bool none;
    if (!take_word(at, kind, &none) || !take_word(at, name, &none) || !take_word(at, bot, &none) ||
        strlen(name) >= NAME_ROOM || strlen(bot) >= BOT_ROOM)
        return false;
    c->empty = strcmp(kind, "empty") == 0;
    snprintf(c->name, NAME_ROOM, "%.*s", NAME_ROOM - 1, name);
    snprintf(c->bot, BOT_ROOM, "%.*s", BOT_ROOM - 1, bot);
    return true;
}

static bool take_options(const char **at, struct setup *u, struct error *e)
{
    char key[WORD_ROOM], value[WORD_ROOM];
    bool none;
    while (take_word(at, key, &none))
        if (!take_word(at, value, &none) || !setup_option(u, key, value, e))
            return false;
    return setup_finish(u, e);
}

static bool take_plan(const char **at, struct entry *x, struct error *e)
{
    char name[WORD_ROOM];
    bool none;
    uint64_t on, decision, bank, players;
    struct plan *p = calloc(1, sizeof *p);
    x->plan = p;
    if (!p)
        return error_no_memory(e);
    if (!take_number(at, &p->seed) || !take_number(at, &on) || !take_number(at, &decision) ||
        !take_number(at, &bank) || !take_word(at, name, &none) || !take_number(at, &players) ||
        !setup_choose(&p->setup, name, e) || players > PLAYERS_MAX ||
        !setup_players(&p->setup, (int)players, e))
        return false;
    p->seed_chosen = on & SEED_CHOSEN;
    p->hints = on & HINTS;
    p->spectators_muted = on & HUSHED;
    p->hold = on & HOLD;
    p->odds = on & WITH_ODDS ? ODDS_ON : on & WITHOUT_ODDS ? ODDS_OFF : ODDS_USUAL;
    p->pace = (struct pace){.decision = (int64_t)decision, .bank = (int64_t)bank};
    for (int seat = 0; seat < p->setup.players; seat++)
        if (!take_chair(at, &p->chair[seat]))
            return false;
    return take_options(at, &p->setup, e);
}

/* The name of a person and, since there are faces, what they look like. */
static bool take_look(const char **at, struct entry *x, struct error *e)
{
    uint64_t colour = 0;
    if (**at && !take_text(at, &x->text, e))
        return false;
    if (!**at)
        return true;
    bool fine = take_text(at, &x->face, e) && take_number(at, &colour) && colour < COLOURS;
    x->colour = (uint8_t)(fine ? colour : 0);
    return fine;
}

/* What belongs to the kind. */
static bool take_rest(const struct ledger *l, const char **at, struct entry *x, struct error *e)
{
    uint64_t steps = 0;
    switch ((enum entry_kind)x->kind) {
    case ENTRY_OPENED:
    case ENTRY_CHANGED:
        return take_plan(at, x, e);
    case ENTRY_PROPOSED:
        return !**at || take_plan(at, x, e);
    case ENTRY_STEP:
    case ENTRY_CHOSEN:
        if (!l->game || !record_parse(l->game, *at, &x->step))
            return false;
        *at += strlen(*at);
        return true;
    case ENTRY_TAKEN_BACK:
        if (!take_number(at, &steps))
            return false;
        x->steps = (size_t)steps;
        return true;
    case ENTRY_REMATCH:
        return take_number(at, &x->seed);
    case ENTRY_SEATED:
        return take_text(at, &x->bot, e) && take_look(at, x, e);
    case ENTRY_LOOKED:
        return take_look(at, x, e);
    default:
        return !**at || (take_text(at, &x->text, e) && (!**at || take_text(at, &x->name, e)));
    }
}

/* What belongs to the kind, and the signature of whoever did it. */
static bool take_signed(const struct ledger *l, const char *at, struct entry *x, struct error *e)
{
    char rest[WORD_ROOM * 2];
    const char *mark = strstr(at, " ! ");
    if (!mark)
        return take_rest(l, &at, x, e) && !*at;
    if ((size_t)(mark - at) >= sizeof rest)
        return false;
    memcpy(rest, at, (size_t)(mark - at));
    rest[mark - at] = '\0';
    const char *before = rest, *sign = mark + strlen(sign_mark);
    return take_rest(l, &before, x, e) && !*before && take_text(&sign, &x->sign, e) && !*sign;
}

static bool read_entry(const struct ledger *l, const char *at, struct entry *x, struct error *e)
{
    char word[WORD_ROOM];
    bool none;
    uint64_t time;
    if (!take_number(&at, &time) || time > INT64_MAX || !take_word(&at, word, &none))
        return false;
    x->time = (int64_t)time;
    x->kind = KINDS;
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(word, words[kind]) == 0)
            x->kind = (uint8_t)kind;
    return x->kind < KINDS && take_seat(&at, &x->seat) && take_seat(&at, &x->other) &&
           take_number(&at, &x->command) && take_text(&at, &x->guest, e) &&
           take_signed(l, at, x, e);
}

bool ledger_read(struct ledger *l, const char *line, struct error *e)
{
    if (l->entries == l->room) {
        size_t room = l->room ? l->room * 2 : 64;
        struct entry *more = realloc(l->entry, room * sizeof *more);
        if (!more)
            return error_no_memory(e);
        l->entry = more;
        l->room = room;
    }
    struct entry x = {0};
    struct error why = {0};
    if (!read_entry(l, line, &x, &why)) {
        free_entry(&x);
        return why.no_memory ? error_no_memory(e)
                             : error_set(e, /* what stands there may be a secret of somebody's */
                                         "entry %zu is damaged; expected a line that a table has "
                                         "written",
                                         l->entries + 1);
    }
    if (entry_plans(&x))
        l->game = x.plan->setup.game;
    l->entry[l->entries++] = x;
    return true;
}
