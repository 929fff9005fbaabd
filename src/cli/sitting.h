/* A sitting: one game at this machine, from the first card to the last, with people at the keyboard
 * and bots in the other seats. The game itself is a live table's (live/live.h); here are the
 * threads in which bots think, and the copy on disk, which is never older than the last step. Front
 * ends play it as a match (client/match.h), over this:
 *
 *     switch (sitting_due(s)) {
 *     DUE_CHANCE:  sitting_step        a card, a lot, or what somebody has chosen in secret: at the
 *                                      front end's own pace
 *     DUE_BOT:     wait until sitting_ready (poll sitting_fd), then sitting_step
 *     DUE_PERSON:  ask sitting_person  ... sitting_play
 *     DUE_NOTHING: the game is over
 *     }
 */
#ifndef PAIRS_CLI_SITTING_H
#define PAIRS_CLI_SITTING_H

#include "client/match.h"
#include "live/live.h"

enum due { DUE_NOTHING, DUE_CHANCE, DUE_BOT, DUE_PERSON };

struct sitting;

/* Begins a game. `folder` is where its copy is kept (see saved_folder), NULL keeps none. NULL with
 * a message if a bot is unknown, the folder cannot be written or memory runs out. */
struct sitting *sitting_new(const struct plan *p, const char *folder, struct error *e);

/* Begins a game with the first so many steps of another one, which stays as it is; the same
 * otherwise. The setup of the plan is that of the other table. */
struct sitting *sitting_branch(const struct plan *p, const struct table *from, size_t steps,
                               const char *folder, struct error *e);

/* The plan for that: `seat` is the person's, bots have the others. `was` says who sat where, NULL
 * if nobody knows; bots that are programs do not come along, since the file may be from elsewhere.
 */
void branch_plan(struct plan *p, const struct table *from, const struct plan *was, int seat);

/* The bot that plays where nobody has named one. */
const char *usual_bot(const struct game *game);

/* Goes on with a game as it was left; the copy stays where it is and grows. */
struct sitting *sitting_resume(const char *path, struct error *e);

/* Stops thinking and closes. The copy on disk stays. */
void sitting_free(struct sitting *s);

const struct table *sitting_table(const struct sitting *s);
const struct plan *sitting_plan(const struct sitting *s);

/* The file of its copy, NULL if there is none. */
const char *sitting_path(const struct sitting *s);

/* What the game waits for. Bots whose decisions are due are thinking already, all at once. */
enum due sitting_due(const struct sitting *s);

/* DUE_PERSON: whom to ask. Where several decide at once, people are asked in the order of the seats
 * and before the bots, so that nobody waits for them afterwards. */
int sitting_person(const struct sitting *s);

/* Which seats are people. */
seats sitting_people(const struct sitting *s);

/* Whether a seat sees or decides now what others at the same keyboard must not see: they look away
 * first. Never with only one person. */
bool sitting_secret(const struct sitting *s, int seat);

/* DUE_BOT: whose decision comes next, where several think by lot; whether it is there, and a file
 * descriptor that becomes readable when it is. */
bool sitting_ready(const struct sitting *s);
int sitting_thinker(const struct sitting *s);
int sitting_fd(const struct sitting *s);

/* Carries out the card or lot, or the bot's decision (waits for it), and keeps the copy. What
 * happened is in the table's log. If the copy cannot be written, the game goes on all the same; see
 * sitting_unsaved. False with a message if memory has run out: the step may not have been taken,
 * and the game is to be left; its copy can be gone on with. */
bool sitting_step(struct sitting *s, struct error *e);

/* A person's decision; the same otherwise. It must be legal. */
bool sitting_play(struct sitting *s, int seat, action a, struct error *e);

/* What a bot that is another program did wrong in the last step, as a sentence; NULL if nothing. It
 * is told here and not on standard error. */
const char *sitting_fault(const struct sitting *s);

/* Who has chosen in secret, while others still choose. */
seats sitting_chosen(const struct sitting *s);

/* Who of them may have it back: the one with the last letter. NOBODY: nobody has chosen. */
int sitting_chooser(const struct sitting *s);

/* Takes back what sitting_chooser has chosen; or else the last decision of the only person, and all
 * that followed, and keeps the copy. False with a message if there is nothing to take back, several
 * people play, or memory has run out. */
bool sitting_undo(struct sitting *s, struct error *e);

/* If the copy could not be written and is not as the table is now: up to where it is good, and why,
 * as a sentence without its capital. NULL if all is well, or if there is no copy. Every step tries
 * again. */
const char *sitting_unsaved(const struct sitting *s);

/* Tries again without a step, for those who leave; whether all is well now. */
bool sitting_save(struct sitting *s);

/* The sitting as front ends play it; it is the sitting's. */
struct match *sitting_match(struct sitting *s);

#endif
