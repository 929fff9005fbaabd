#include "bots/memo.h"

#include <stdlib.h>
#include <string.h>

typedef uint64_t word;

enum {
    WORD_BITS = 64,
    STATE_WORDS = STATE_MAX / sizeof(word),
    MASK_WORDS = STATE_WORDS / WORD_BITS,
    ROOM_AT_FIRST = 1 << 12, /* words */
    PLACES_AT_LEAST = 64,
};

_Static_assert(sizeof(double) == sizeof(word), "a value takes one word");

/* A position in short: bits for the words that differ from the first position, then these words. */
struct brief {
    uint32_t hash;
    size_t words;
    word at[MASK_WORDS + STATE_WORDS];
};

/* In the hash table: where in the room a brief and its values stand, counted from 1. */
struct place {
    uint32_t hash, at; /* at is 0: free */
};

struct memo {
    size_t size, masks; /* words of a state, and of the bits for them */
    size_t values;      /* of a position */
    word first[STATE_WORDS];
    word *room; /* briefs and values, one after another */
    size_t used, allocated, most;
    struct place *place;
    size_t places, kept; /* a power of two; those in use */
    bool starved;
};

struct memo *memo_new(const struct game *game, const struct state *first, size_t values,
                      size_t positions, size_t bytes)
{
    struct memo *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    assert(game->size % sizeof(word) == 0);
    m->size = game->size / sizeof(word);
    m->masks = (m->size + WORD_BITS - 1) / WORD_BITS;
    m->values = values;
    memcpy(m->first, first, game->size);
    m->most = bytes / sizeof(word) < UINT32_MAX ? bytes / sizeof(word) : UINT32_MAX;
    m->allocated = m->most < ROOM_AT_FIRST ? m->most : ROOM_AT_FIRST;
    m->room = malloc(m->allocated * sizeof *m->room);
    m->places = PLACES_AT_LEAST;
    while (m->places / 4 * 3 < positions)
        m->places *= 2;
    m->place = calloc(m->places, sizeof *m->place);
    if (m->room && m->place)
        return m;
    memo_free(m);
    return NULL;
}

void memo_free(struct memo *m)
{
    if (!m)
        return;
    free(m->room);
    free(m->place);
    free(m);
}

static void brief_make(struct brief *b, const struct memo *m, const struct state *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    word hash = 0;
    b->words = m->masks;
    memset(b->at, 0, m->masks * sizeof *b->at);
    for (size_t i = 0; i < m->size; i++) {
        word now;
        memcpy(&now, bytes + i * sizeof now, sizeof now);
        if (now == m->first[i])
            continue;
        b->at[i / WORD_BITS] |= (word)1 << i % WORD_BITS;
        b->at[b->words++] = now;
        hash = (hash ^ now ^ i) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    b->hash = (uint32_t)hash;
}

/* Whether the brief stands there. Only one with the same bits has as many words. */
static bool brief_is(const struct brief *b, const struct memo *m, const word *there)
{
    return memcmp(there, b->at, m->masks * sizeof *there) == 0 &&
           memcmp(there, b->at, b->words * sizeof *there) == 0;
}

/* The place of the position, or the free one where it belongs. */
static struct place *find_place(const struct memo *m, const struct brief *b)
{
    size_t at = b->hash & (m->places - 1);
    while (m->place[at].at &&
           (m->place[at].hash != b->hash || !brief_is(b, m, m->room + m->place[at].at - 1)))
        at = (at + 1) & (m->places - 1);
    return &m->place[at];
}

bool memo_find(const struct memo *m, const struct state *s, double value[])
{
    struct brief b;
    brief_make(&b, m, s);
    uint32_t at = find_place(m, &b)->at;
    if (at)
        memcpy(value, m->room + at - 1 + b.words, m->values * sizeof *value);
    return at != 0;
}

/* Whether there is room for so many more words. */
static bool make_room(struct memo *m, size_t words)
{
    if (m->used + words <= m->allocated)
        return true;
    size_t twice = m->allocated * 2 < m->most ? m->allocated * 2 : m->most;
    if (m->starved || m->used + words > twice)
        return false;
    word *larger = realloc(m->room, twice * sizeof *larger);
    m->starved = !larger;
    if (!larger)
        return false;
    m->room = larger;
    m->allocated = twice;
    return true;
}

bool memo_starved(const struct memo *m)
{
    return m->starved;
}

bool memo_keep(struct memo *m, const struct state *s, const double value[])
{
    struct brief b;
    brief_make(&b, m, s);
    if (m->kept >= m->places / 4 * 3 || !make_room(m, b.words + m->values))
        return false;
    word *to = m->room + m->used;
    memcpy(to, b.at, b.words * sizeof *to);
    memcpy(to + b.words, value, m->values * sizeof *to);
    *find_place(m, &b) = (struct place){b.hash, (uint32_t)m->used + 1};
    m->used += b.words + m->values;
    m->kept++;
    return true;
}
