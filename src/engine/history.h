/* All that has happened in a game so far, from the first card on. A table keeps one. Of it, one who
 * looks knows what event_redact leaves: that is their information set, and two moments of which it
 * is the same cannot be told apart by them. */
#ifndef PAIRS_ENGINE_HISTORY_H
#define PAIRS_ENGINE_HISTORY_H

#include "engine/event.h"

#include <stddef.h>

struct history {
    struct event *event;
    size_t size, room;
    size_t fresh; /* the first event of the last step; size if it brought none */
};

/* Makes sure that so many more events can be added; false if memory runs out. */
bool history_reserve(struct history *c, int events);

/* Adds what a step brought; there must be room for it. */
void history_add(struct history *c, const struct log *log);

void history_free(struct history *c);

/* Who is told what. */
struct telling {
    const struct history *chronicle;
    const struct game *game;
    const struct names *names;
    const struct language *language;
    int looks;  /* a seat, NOBODY or EVERYTHING */
    size_t end; /* what came after so many events is not told yet */
};

/* Adds the sentence that begins with an event, and tells those after it that belong to it: cards
 * that go the same way, and the same of several seats. Nothing if they are not worth any words.
 * Returns the event with which the next one begins. */
size_t telling_sentence(struct text *out, const struct telling *t, size_t event);

/* Where the sentence begins that ends before `end`, where one must end. */
size_t telling_before(const struct telling *t, size_t end);

/* Adds all sentences from an event on, a line each. */
void telling_lines(struct text *out, const struct telling *t, size_t event);

enum { EVENT_BYTES = 26 };

/* The information set of one who looks (a seat, NOBODY or EVERYTHING) as bytes, EVENT_BYTES for
 * each event that has happened, the same on every machine; and a key of them. */
void infoset_bytes(const struct history *c, int looks, unsigned char out[]);
uint64_t infoset_key(const struct history *c, int looks);

/* The key after one more event, which need not be redacted. The key of no events is 0. */
uint64_t infoset_next(uint64_t key, const struct event *e, int looks);

#endif
