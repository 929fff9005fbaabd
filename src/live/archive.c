#include "live/archive.h"

#include "engine/record.h"
#include "live/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line that all begins with. */
static const char first_line[] = "# A saved game; go on with it with: pairs play --resume";

/* Before a comment line that is an entry, and before the time of a step. */
static const char entry_mark[] = "#: ";

/* The word of an entry that is no line of the record; NULL for all others. */
static const char *const entry_words[] = {
    [ENTRY_SEATED] = "seated", [ENTRY_LEFT] = "left",     [ENTRY_ABSENT] = "absent",
    [ENTRY_BACK] = "back",     [ENTRY_SAID] = "said",     [ENTRY_ASKED] = "asked",
    [ENTRY_TIME_OUT] = "late", [ENTRY_CHOSEN] = "chosen", [ENTRY_UNCHOSEN] = "unchosen",
    [ENTRY_READY] = "ready",   [ENTRY_KICKED] = "left", /* which is how it is read again */
};

enum { ENTRY_KINDS = sizeof entry_words / sizeof *entry_words };

/* --- Writing ---------------------------------------------------------------------------------- */

/* Words on one line of text, whatever bytes are in them. */
static void add_escaped(struct text *out, const char *bytes)
{
    for (; *bytes; bytes++) {
        if (*bytes >= ' ' && *bytes <= '~' && *bytes != '%')
            text_add(out, "%c", *bytes);
        else
            text_add(out, "%%%02X", (unsigned char)*bytes);
    }
}

static void add_plan(const struct plan *p, struct text *out)
{
    text_add(out, "%s\n# seed %llu\n", first_line, (unsigned long long)p->seed);
    if (p->setup.preset)
        text_add(out, "# preset %s\n", p->setup.preset->name);
    if (p->pace.decision || p->pace.bank)
        text_add(out, "# pace %lld %lld\n", (long long)p->pace.decision, (long long)p->pace.bank);
    if (p->hold)
        text_add(out, "# hold\n");
    for (int seat = 0; seat < p->setup.players; seat++) {
        const struct chair *c = &p->chair[seat];
        text_add(out, "# seat %c %s", 'A' + seat,
                 c->empty    ? "empty"
                 : c->bot[0] ? "bot "
                             : "person");
        add_escaped(out, c->bot);
        text_add(out, "\n");
    }
}

static void add_step(const struct live *h, const struct entry *e, struct text *out)
{
    const struct setup *u = &live_table(h)->setup;
    record_line(u->game, e->step, out);
    if (e->time)
        text_add(out, " %s%lld", entry_mark, (long long)e->time);
    text_add(out, "\n");
    record_facts(e->event, e->events, u->players, out);
}

static void add_comment(const struct entry *e, struct text *out)
{
    char choice[ACTION_TEXT];
    text_add(out, "%s", entry_mark);
    if (e->time)
        text_add(out, "at %lld ", (long long)e->time);
    text_add(out, "%s %c", entry_words[e->kind], e->seat == NOBODY ? '-' : 'A' + e->seat);
    if (e->kind == ENTRY_SAID)
        text_add(out, " %s", e->text);
    if (e->kind == ENTRY_CHOSEN)
        text_add(out, " %s", action_text(e->game, e->step.what, choice));
    if (e->kind == ENTRY_SEATED) {
        bool bot = e->bot && *e->bot;
        text_add(out, bot ? " bot " : " person ");
        add_escaped(out, bot ? e->bot : e->text ? e->text : "");
    }
    text_add(out, "\n");
}

static void add_entry(const struct live *h, const struct entry *e, struct text *out)
{
    if (e->kind == ENTRY_OPENED) {
        add_plan(e->plan, out);
    } else if (e->kind == ENTRY_BEGUN || e->kind == ENTRY_REMATCH) {
        if (e->time)
            text_add(out, "%sat %lld begun\n", entry_mark, (long long)e->time);
        record_header(live_table(h), out);
        record_facts(e->event, e->events, live_table(h)->setup.players, out);
    } else if (e->kind == ENTRY_STEP) {
        add_step(h, e, out);
    } else if (entry_words[e->kind]) {
        add_comment(e, out);
    }
}

/* Whether it is about the next game: other chairs than those of the one that is written. */
static bool is_next(const struct entry *e)
{
    return e->kind == ENTRY_CHANGED || e->kind == ENTRY_SWAPPED || e->kind == ENTRY_REMATCH;
}

bool archive_grows(const struct diary *d, size_t first)
{
    bool grows = first > 0;
    for (size_t i = first; i < d->entries; i++)
        grows = grows && diary_at(d, i)->kind != ENTRY_TAKEN_BACK && !is_next(diary_at(d, i));
    return grows;
}

void archive_add(const struct live *h, size_t first, struct text *out)
{
    const struct diary *d = live_diary(h);
    for (size_t i = first; i < d->entries; i++)
        add_entry(h, diary_at(d, i), out);
}

/* How many steps the game has that were before an entry and stay. */
static size_t steps_that_stay(const struct diary *d, size_t from)
{
    size_t least = SIZE_MAX;
    for (size_t i = from; i < d->entries; i++)
        if (diary_at(d, i)->kind == ENTRY_TAKEN_BACK && diary_at(d, i)->steps < least)
            least = diary_at(d, i)->steps;
    return least;
}

/* Of secret choices only those that nobody has seen yet: what became of the others are steps. */
static bool is_told(const struct live *h, size_t i)
{
    const struct diary *d = live_diary(h);
    const struct entry *e = diary_at(d, i);
    seats ready, chosen = live_chosen(h, &ready);
    if (e->kind != ENTRY_CHOSEN && e->kind != ENTRY_READY)
        return e->kind != ENTRY_ASKED && e->kind != ENTRY_UNCHOSEN;
    bool told = (e->kind == ENTRY_CHOSEN ? chosen : ready) >> e->seat & 1;
    while (told && ++i < d->entries)
        told = diary_at(d, i)->kind != e->kind || diary_at(d, i)->seat != e->seat;
    return told;
}

/* Where the game of now begins: at its first entry, or, where it is not the first one of these
 * chairs, after what the table was by then. */
static size_t write_beginning(const struct live *h, struct text *out)
{
    size_t begun = live_begun(h);
    bool again = live_table(h) && is_next(diary_at(live_diary(h), begun));
    for (size_t i = 0; i < begun; i++)
        again = again || is_next(diary_at(live_diary(h), i));
    if (!again)
        return 0;
    struct error e = {0};
    struct live *past = live_past(h, begun, &e);
    if (!past) {
        out->failed = true;
        return begun;
    }
    struct plan p = *live_plan(past);
    p.seed = live_plan(h)->seed;
    add_plan(&p, out);
    for (int seat = 0; seat < p.setup.players; seat++)
        if (live_away(past) >> seat & 1)
            text_add(out, "%s%s %c\n", entry_mark, entry_words[ENTRY_ABSENT], 'A' + seat);
    live_free(past);
    return begun;
}

void archive_write(const struct live *h, struct text *out)
{
    const struct diary *d = live_diary(h);
    size_t begun = write_beginning(h, out);
    size_t steps = 0, stay = steps_that_stay(d, begun);
    for (size_t i = begun; i < d->entries && (i <= live_begun(h) || !is_next(diary_at(d, i)));
         i++) {
        const struct entry *e = diary_at(d, i);
        if (e->kind == ENTRY_TAKEN_BACK) {
            steps = e->steps;
            stay = steps_that_stay(d, i + 1);
        } else if (e->kind == ENTRY_STEP ? steps++ < stay : is_told(h, i)) {
            add_entry(h, e, out);
        }
    }
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct archive {
    struct reader *reader;
    struct plan plan;
    bool ours, seeded, begun;
    seats seated;
    char preset[BOT_ROOM];
    struct entry *entry;
    size_t entries, room;
    size_t steps; /* of the reader's table that are entries already */
    int64_t time;
    int lines;
};

struct archive *archive_new(void)
{
    struct archive *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->reader = reader_new(0, NULL, NULL);
    if (a->reader)
        return a;
    free(a);
    return NULL;
}

void archive_free(struct archive *a)
{
    if (!a)
        return;
    for (size_t i = 0; i < a->entries; i++) {
        free((void *)a->entry[i].text);
        free((void *)a->entry[i].bot);
    }
    free(a->entry);
    reader_free(a->reader);
    free(a);
}

/* Adds an entry of the time that was read last; its words are copied. */
static bool push(struct archive *a, struct entry x, struct error *e)
{
    if (a->entries == a->room) {
        size_t room = a->room ? a->room * 2 : 64;
        struct entry *more = realloc(a->entry, room * sizeof *more);
        if (!more)
            return error_no_memory(e);
        a->entry = more;
        a->room = room;
    }
    const char *text = x.text, *bot = x.bot;
    x.time = a->time;
    x.text = text ? strdup(text) : NULL;
    x.bot = bot ? strdup(bot) : NULL;
    a->entry[a->entries++] = x;
    return (!text == !x.text && !bot == !x.bot) || error_no_memory(e);
}

/* The reverse of add_escaped; false if it does not fit or is not well written. */
static bool unescape(const char *text, char out[], size_t most)
{
    size_t size = 0;
    for (; *text; text++) {
        if (size == most - 1)
            return false;
        unsigned long byte = (unsigned char)*text;
        if (*text == '%') {
            char digits[3] = {text[1], text[1] ? text[2] : '\0', '\0'}, *end;
            byte = strtoul(digits, &end, 16);
            if (end != digits + 2 || !byte || digits[0] == '-' || digits[0] == '+')
                return false;
            text += 2;
        }
        out[size++] = (char)byte;
    }
    out[size] = '\0';
    return true;
}

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static bool read_seat(struct archive *a, const char *words, struct error *e)
{
    int seat = words[0] - 'A';
    const char *who = words[0] ? words + 1 : "";
    bool there = seat >= 0 && seat < PLAYERS_MAX && !(a->seated >> seat & 1);
    struct chair *c = there ? &a->plan.chair[seat] : NULL;
    if (there && strcmp(who, " empty") == 0)
        c->empty = true;
    else if (!there ||
             (strcmp(who, " person") != 0 &&
              (!starts(who, " bot ") || !unescape(who + 5, c->bot, BOT_ROOM) || !c->bot[0])))
        return error_set(e, "this is no seat; expected '# seat LETTER person' or "
                            "'# seat LETTER bot NAME', once for each letter");
    a->seated |= (seats)(1u << seat);
    return true;
}

/* A number of at least 0 at *at, which then stands behind it; -1 if there is none. */
static int64_t read_number(const char **at)
{
    char *end;
    errno = 0;
    long long n = strtoll(*at, &end, 10);
    bool fine = **at >= '0' && **at <= '9' && errno == 0;
    *at = end;
    return fine ? n : -1;
}

/* A comment before the record. Those that are not ours mean nothing. */
static bool read_head(struct archive *a, const char *line, struct error *e)
{
    if (strcmp(line, first_line) == 0) {
        a->ours = true;
    } else if (starts(line, "# seat ")) {
        return read_seat(a, line + 7, e);
    } else if (starts(line, "# preset ")) {
        snprintf(a->preset, sizeof a->preset, "%.*s", (int)sizeof a->preset - 1, line + 9);
    } else if (strcmp(line, "# hold") == 0) {
        a->plan.hold = true;
    } else if (starts(line, "# pace ")) {
        const char *at = line + 7;
        a->plan.pace.decision = read_number(&at);
        at += *at == ' ';
        a->plan.pace.bank = read_number(&at);
        return (a->plan.pace.decision >= 0 && a->plan.pace.bank >= 0 && *at == '\0') ||
               error_set(e, "this is no pace; expected '# pace DECISION BANK' in milliseconds");
    } else if (starts(line, "# seed ")) {
        char *end;
        errno = 0;
        a->plan.seed = strtoull(line + 7, &end, 10);
        a->seeded = line[7] >= '0' && line[7] <= '9' && *end == '\0' && errno == 0;
        return a->seeded || error_set(e, "this is no seed; expected '# seed NUMBER'");
    }
    return true;
}

/* Who has sat down, after the letter. */
static bool read_seated(struct archive *a, struct entry x, const char *at, struct error *e)
{
    char words[BOT_ROOM];
    bool bot = starts(at, " bot ");
    if (!(bot || starts(at, " person ")) ||
        !unescape(at + (bot ? 5 : 8), words, bot ? BOT_ROOM : NAME_ROOM))
        return false;
    x.text = bot ? NULL : words;
    x.bot = bot ? words : NULL;
    return push(a, x, e);
}

/* "[at TIME ]WORD LETTER...", after the mark. */
static bool read_entry(struct archive *a, const char *at, struct error *e)
{
    if (starts(at, "at ")) {
        at += 3;
        a->time = read_number(&at);
        at += *at == ' ';
    }
    if (strcmp(at, "begun") == 0 && a->time >= 0)
        return true;
    size_t size = strcspn(at, " ");
    struct entry x = {.kind = ENTRY_KINDS};
    for (int kind = 0; kind < ENTRY_KINDS; kind++)
        if (x.kind == ENTRY_KINDS && entry_words[kind] && strlen(entry_words[kind]) == size &&
            strncmp(entry_words[kind], at, size) == 0)
            x.kind = (uint8_t)kind;
    at += size + (at[size] == ' ');
    char letter = *at;
    at += letter != '\0';
    bool fine = x.kind != ENTRY_KINDS && a->time >= 0 &&
                (letter == '-' || (letter >= 'A' && letter < 'A' + PLAYERS_MAX));
    x.seat = letter == '-' ? NOBODY : (uint8_t)(letter - 'A');
    e->no_memory = false;
    if (fine && x.kind == ENTRY_SAID) {
        x.text = at + (*at == ' ');
        fine = push(a, x, e);
    } else if (fine && x.kind == ENTRY_SEATED) {
        fine = read_seated(a, x, at, e);
    } else if (fine && x.kind == ENTRY_CHOSEN) {
        x.step = (struct step){.kind = TURN_SEATS, .who = x.seat};
        fine = a->begun &&
               action_parse(reader_table(a->reader)->setup.game, at + (*at == ' '), &x.step.what) &&
               push(a, x, e);
    } else if (fine) {
        fine = *at == '\0' && push(a, x, e);
    }
    return fine || e->no_memory ||
           error_set(e, "this is nothing that happens; expected '#: said A WORDS' or the like");
}

static bool read_comment(struct archive *a, const char *line, struct error *e)
{
    if (starts(line, entry_mark))
        return read_entry(a, line + strlen(entry_mark), e);
    return a->begun || read_head(a, line, e);
}

/* A line of the record has been read: what it brought are entries. */
static bool add_steps(struct archive *a, const char *line, struct error *e)
{
    const struct table *t = reader_table(a->reader);
    const char *mark = strstr(line, entry_mark);
    const char *at = mark ? mark + strlen(entry_mark) : "";
    if (mark && (a->time = read_number(&at)) < 0)
        return error_set(e, "this is no time; expected '#: MILLISECONDS'");
    bool fine = true;
    for (; fine && t && a->steps < t->steps; a->steps++) {
        struct step s = t->step[a->steps];
        uint8_t seat = s.kind == TURN_SEATS ? s.who : NOBODY;
        fine = push(a, (struct entry){.kind = ENTRY_STEP, .seat = seat, .step = s}, e);
    }
    return fine;
}

bool archive_line(struct archive *a, const char *text, size_t size, struct error *e)
{
    char line[RECORD_LINE + 3];
    snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : sizeof line - 1), text);
    e->line = ++a->lines;
    if (a->entries == 0 && !push(a, (struct entry){.kind = ENTRY_OPENED, .seat = NOBODY}, e))
        return false;
    bool comment = line[0] == '#', blank = line[strspn(line, " \t\r")] == '\0';
    if (comment && !read_comment(a, line, e))
        return false;
    if (reader_next(a->reader, text, size))
        return error_set(e, "another record begins here; expected one game in the file");
    if (!reader_line(a->reader, text, size, e))
        return false;
    if (!a->begun && !comment && !blank) {
        a->begun = true;
        if (!push(a, (struct entry){.kind = ENTRY_BEGUN, .seat = NOBODY}, e))
            return false;
    }
    return comment || add_steps(a, line, e);
}

bool archive_end(struct archive *a, struct error *e)
{
    struct setup u;
    struct error none = {0};
    e->line = a->lines + 1;
    if (!reader_end(a->reader, e))
        return false;
    e->line = 1;
    const struct table *t = reader_table(a->reader);
    if (!a->ours || !a->seeded || a->seated != (seats)((1u << t->setup.players) - 1))
        return error_set(e, "this record does not say who sits where and which cards are to come; "
                            "expected a game that 'pairs play' has saved");
    a->plan.setup = t->setup;
    if (setup_choose(&u, a->preset, &none) && u.game == t->setup.game)
        a->plan.setup.preset = u.preset;
    for (int seat = 0; seat < t->setup.players; seat++)
        memcpy(a->plan.chair[seat].name, t->name[seat], NAME_ROOM);
    a->entry[0].plan = &a->plan;
    return true;
}

const struct entry *archive_entries(const struct archive *a, size_t *count)
{
    *count = a->entries;
    return a->entry;
}

const struct plan *archive_plan(const struct archive *a)
{
    return &a->plan;
}

const struct table *archive_table(const struct archive *a)
{
    return reader_table(a->reader);
}
