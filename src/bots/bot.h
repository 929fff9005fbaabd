/* Players for any seat of any game. */
#ifndef PAIRS_BOTS_BOT_H
#define PAIRS_BOTS_BOT_H

#include "engine/knowledge.h"

#include <stdatomic.h>

struct bot;

/* Decisions that another had to make for a bot, because it did something wrong: it can be another
 * program (wire/bot.h). */
struct forfeit {
    long decisions;
    char fault[128]; /* what it did first, to follow its name; empty if there are no decisions */
};

/* Adds what came later. */
void forfeit_join(struct forfeit *f, const struct forfeit *more);

/* A bot by name: "random", "hint", "search" or "search:ITERATIONS", "think:MILLISECONDS",
 * "exact" or "exact:STEPS", which searches where that many steps do not tell, "solved", which plays
 * a strategy that comes with the program and searches where there is none, "net" or
 * "net@TEMPERATURE" or "net@TEMPERATURE/EVENTS", which plays by the network of the game (net.h) and
 * remembers only so many events, and where there is none as "search-8", a level from "1" to "8",
 * which mostly plays by the network (level_plays), "search-1" to "search-8", which only look ahead
 * and may be merged with another one (level.h), or "level:1" to "level:8", which are not merged
 * either; all with "liar-" before them, and those that search, from level 4, with
 * "cautious-" or "bold-". NULL with a message for other words. Used by one thread at a time; free
 * it with bot_free. */
struct bot *bot_new(const char *name, struct error *e);

void bot_free(struct bot *b);

/* The name it was made by. */
const char *bot_name(const struct bot *b);

/* What to call it before people, as text_clean leaves it: levels have names of their own, in the
 * language of the error that the bot was made with. */
const char *bot_title(const struct bot *b);

/* The same for people who read another language than whoever had it made; cut at that size. */
void bot_call(const struct bot *b, const struct language *l, char out[], size_t size);

/* The same of a bot that need not be made for it; any other name is its own title. */
void bot_call_named(const char *name, const struct language *l, char out[], size_t size);

/* The face that people know it by, a word: levels have one each; "" for all others. */
const char *bot_face(const struct bot *b);
const char *bot_face_named(const char *name);

/* Which of the levels has such a face, from 0; the last if none has. */
int bot_face_number(const char *face);

/* What it did wrong, to follow its name; NULL while all is well. Only another program ever does. */
const char *bot_fault(const struct bot *b);

/* What it has forfeited since this was asked last. */
struct forfeit bot_forfeit(struct bot *b);

/* Whether it looks ahead from states that it imagines, and so cannot play at a table elsewhere (see
 * knowledge_told). */
bool bot_imagines(const struct bot *b);

/* The network of bots/nets.h by which it would play at a table of this game for so many, with the
 * usual deck, if it were there; NULL if it plays by none or that is there. */
const char *bot_lacks(const struct bot *b, const struct game *game, int players);

/* Once `stop` is true, bot_choose soon comes back with any legal decision. NULL: nobody stops it.
 */
void bot_set_stop(struct bot *b, const atomic_bool *stop);

/* For a bot that thinks behind a screen, or is one of many: what it does wrong is said nowhere but
 * by bot_fault and bot_forfeit. */
void bot_background(struct bot *b);

/* A legal decision for what the seat knows. */
action bot_choose(struct bot *b, const struct knowledge *k, struct rng *r);

/* Whether memory ran out when it chose last. Its decision was then just any, not its own. */
bool bot_out_of_memory(const struct bot *b);

#endif
