#include "store/scrub.h"

#include <stdio.h>
#include <stdlib.h>

const char scrub_name[] = "Guest";
const char scrub_said[] = "[removed]";

/* The parts of a line: time, kind, two seats, command, guest, and what belongs to the kind. */
enum { NONE = -1, TIME, KIND, SEAT, OTHER, COMMAND, GUEST, REST, WORDS = 12 };

struct word {
    const char *at;
    int size;
};

struct line {
    struct word word[WORDS]; /* the last one is all that is left */
    int words;
};

void scrub_free(struct scrub *s)
{
    text_free(&s->said);
}

static void split(const char *at, struct line *l)
{
    *l = (struct line){0};
    while (*at && l->words < WORDS) {
        size_t size = l->words == WORDS - 1 ? strlen(at) : strcspn(at, " ");
        l->word[l->words++] = (struct word){at, (int)size};
        at += size;
        at += *at == ' ';
    }
}

static bool is(const struct line *l, int i, const char *words)
{
    return i < l->words && (size_t)l->word[i].size == strlen(words) &&
           memcmp(l->word[i].at, words, strlen(words)) == 0;
}

/* A chair as a bit, 0 for none. */
static unsigned chair(const struct line *l, int i)
{
    char letter = i < l->words ? l->word[i].at[0] : '-';
    return letter >= 'A' && letter <= 'Z' ? 1u << (letter - 'A') : 0;
}

static bool is_bot(const struct line *l)
{
    return is(l, KIND, "seated") && !is(l, REST, "-") && !is(l, REST, ".");
}

/* Who sits where after the line. */
static void follow(struct scrub *s, const struct line *l, bool own)
{
    unsigned seat = chair(l, SEAT), other = chair(l, OTHER);
    if (is(l, KIND, "seated") && own && !is_bot(l))
        s->mine |= seat;
    else if (is(l, KIND, "seated") || is(l, KIND, "left") || is(l, KIND, "kicked"))
        s->mine &= ~seat;
    if (is(l, KIND, "swapped") && !(s->mine & seat) != !(s->mine & other))
        s->mine ^= seat | other;
}

/* Words as they were before they were escaped (live/ledger.c). */
static void add_plain(struct text *out, const struct word *w)
{
    for (int i = 0; i < w->size; i++) {
        char digits[3] = {w->at[i], 0, 0};
        if (w->at[i] == '%' && i + 2 < w->size) {
            digits[0] = w->at[i + 1];
            digits[1] = w->at[i + 2];
            digits[0] = (char)strtol(digits, NULL, 16);
            i += 2;
        }
        text_put(out, digits, 1);
    }
}

/* Remembers what is struck out: records have it, too. */
static void strike(struct scrub *s, const struct line *l)
{
    if (l->words <= REST)
        return;
    text_add(&s->said, "# said %.1s ", l->word[SEAT].at);
    add_plain(&s->said, &l->word[REST]);
    text_add(&s->said, "\n");
}

static void put(struct text *out, const char *words, int size)
{
    if (out->size)
        text_put(out, " ", 1);
    text_put(out, words, (size_t)size);
}

/* Whether the line tells that a spectator was sent away or quieted; and whether it is the person.
 */
static bool is_about_spectator(const struct line *l)
{
    return (is(l, KIND, "barred") || is(l, KIND, "muted") || is(l, KIND, "unmuted")) &&
           !chair(l, SEAT);
}

static bool is_about(const struct scrub *s, const struct line *l)
{
    return is_about_spectator(l) && s->guest[0] && is(l, REST, s->guest);
}

/* Where a name of theirs stands. */
static int name_in(const struct line *l)
{
    if (is_bot(l))
        return NONE;
    if (is(l, KIND, "looked"))
        return REST;
    bool watches = (is(l, KIND, "said") || is(l, KIND, "emoted")) && !chair(l, SEAT);
    return watches || is(l, KIND, "seated") || is_about_spectator(l) ? REST + 1 : NONE;
}

/* The line with what is to be changed in it. */
static void copy(const struct scrub *s, const struct line *l, bool own, int name, bool said,
                 struct text *out)
{
    for (int i = 0; i < l->words && !(said && i == REST); i++)
        if (s->instead[0] && ((i == GUEST && own) || (i == REST && is_about(s, l))))
            put(out, s->instead, (int)strlen(s->instead));
        else if (i == name)
            put(out, scrub_name, (int)strlen(scrub_name));
        else
            put(out, l->word[i].at, l->word[i].size);
}

bool scrub_line(struct scrub *s, uint64_t number, const char *line, struct text *out)
{
    struct line l;
    split(line, &l);
    bool own = is(&l, GUEST, s->guest) && s->guest[0];
    unsigned before = s->mine;
    follow(s, &l, own);
    bool about = is_about(s, &l);
    bool host = own && !about && is_about_spectator(&l);
    bool theirs = own || about || ((before | s->mine) & chair(&l, SEAT));
    bool said = is(&l, KIND, "said") && s->talk && l.words > REST &&
                (s->entry ? number == s->entry : theirs);
    int name = s->names && theirs && !host ? name_in(&l) : NONE;
    text_clear(out);
    if (said)
        strike(s, &l);
    if (said || name != NONE || ((own || about) && s->instead[0]))
        copy(s, &l, own, name, said, out);
    return theirs;
}

/* --- Records ---------------------------------------------------------------------------------- */

/* Whether a line begins so, with the chair behind it. */
static bool begins(const char *at, const char *words, unsigned mine)
{
    size_t size = strlen(words);
    return strncmp(at, words, size) == 0 && at[size] >= 'A' && at[size] <= 'Z' &&
           (mine >> (at[size] - 'A') & 1);
}

static const char guest_mark[] = "# guest ";

/* Where the person stands in a line that tells who has seen the game from a chair; NULL if another
 * does, or it is another line: several people may have sat there one after another. */
static const char *own_guest(const struct scrub *s, const char *at)
{
    const char *who = at + strlen(guest_mark) + 2;
    bool own = s->guest[0] && strncmp(at, guest_mark, strlen(guest_mark)) == 0 &&
               strncmp(who, s->guest, strlen(s->guest)) == 0;
    return own ? who : NULL;
}

/* The chairs that were theirs in the game, as its first lines say. */
static unsigned chairs_of(const struct scrub *s, const char *record)
{
    unsigned mine = 0;
    for (const char *at = record; strncmp(at, guest_mark, strlen(guest_mark)) == 0;
         at += strcspn(at, "\n") + 1)
        if (own_guest(s, at))
            mine |= 1u << (at[strlen(guest_mark)] - 'A');
    return mine;
}

/* Whether a line of a record is one that was struck out of the log. */
static bool is_struck(const struct scrub *s, const char *at, size_t size)
{
    for (const char *said = text_of(&s->said); *said; said += strcspn(said, "\n") + 1)
        if (strcspn(said, "\n") == size && memcmp(said, at, size) == 0)
            return true;
    return false;
}

static void copy_record_line(const struct scrub *s, unsigned mine, const char *at, size_t size,
                             struct text *out)
{
    bool all = s->talk && !s->entry;
    const char *who = s->instead[0] ? own_guest(s, at) : NULL;
    const char *rest = who ? who + strlen(s->guest) : NULL;
    if (who)
        text_add(out, "%.10s%s%.*s", at, s->instead, (int)(at + size - rest), rest);
    else if (s->names && begins(at, "name ", mine))
        text_add(out, "%.7s%s", at, scrub_name);
    else if (is_struck(s, at, size) || (all && begins(at, "# said ", mine)))
        text_add(out, "%.9s%s", at, scrub_said);
    else
        text_put(out, at, size);
}

void scrub_record(struct scrub *s, const char *record, struct text *out)
{
    unsigned mine = chairs_of(s, record);
    text_clear(out);
    for (const char *at = record; *at;) {
        size_t size = strcspn(at, "\n");
        copy_record_line(s, mine, at, size, out);
        at += size;
        if (*at == '\n')
            text_put(out, at++, 1);
    }
    if (strcmp(text_of(out), record) == 0)
        text_clear(out);
}
