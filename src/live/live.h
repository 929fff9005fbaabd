/* A live table, from the first who sits down to the last card and the game after
 * it. It has no sockets, files, threads, terminals and no clock; it runs behind a terminal, in a
 * server and inside a page.
 *
 * Commands go in: somebody sits, decides, says something; time passes; a bot has decided. Each is
 * answered in one of three ways. What happens becomes entries (live/entry.h), which the live table
 * hands to its host to keep; the entries alone rebuild it. What a chair or a spectator may see of
 * an entry is entry_seen's business, and of the table live_view's.
 *
 * One thread at a time may use a live table. Refusals (live_refusals) and messages about wrong
 * input are in the language of the error that is handed in. */
#ifndef PAIRS_LIVE_LIVE_H
#define PAIRS_LIVE_LIVE_H

#include "bots/bot.h"
#include "live/clocks.h"
#include "live/dealing.h"
#include "live/entry.h"

enum { SAID_MAX = 500 }; /* bytes of what somebody says at once */

/* LIVE_REFUSED: nothing has changed, and there is a reason. LIVE_PLAYED: it has happened, but the
 * host could not keep it, and there is a reason; the next command tries again. LIVE_KEPT: it has
 * happened and is safe. */
enum live_answer { LIVE_REFUSED, LIVE_PLAYED, LIVE_KEPT };

/* What a live table needs of whoever runs it. */
struct live_host {
    void *context;

    /* A bot by its name, as bot_new; NULL with a message if there is none. */
    struct bot *(*bot)(void *context, const char *name, struct error *e);

    /* Makes these entries safe: all that have not been kept yet, in order. They can be read until
     * the next command. False with a message if that cannot be done now. NULL: nothing is kept. */
    bool (*keep)(void *context, const struct diary *d, size_t first, struct error *e);

    /* Has the bot of a seat decide, somewhere, with bot_choose; the answer is live_thought. It is
     * never given from inside here. Any number of seats think at once. What is known stays the
     * live table's until it forgets; NULL, as the bot, if memory ran out: then there is no answer.
     */
    void (*think)(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r);

    /* Nobody waits for the seat's thought any more. When this comes back, nothing of what was given
     * to `think` is in use. It is called before each next thought of the seat as well. */
    void (*forget)(void *context, int seat);

    /* Who draws the cards; NULL: they come from the seed. It is not copied. */
    const struct dealer *dealer;

    /* Of the names that records have; NULL is English. */
    const struct language *language;

    /* How late it is when a new live table opens, as live_time has it. */
    int64_t now;
};

struct live;

/* --- Beginning and end ------------------------------------------------------------------------ */

/* A table with the chairs of the plan; no game has begun. Its first entry is kept with the first
 * command. The host is copied. NULL with a message if a bot is unknown or memory runs out. */
struct live *live_new(const struct plan *p, const struct live_host *host, struct error *e);

/* The live table in which all this has happened; bots that were thinking think again. Entries count
 * as kept. NULL with a message if they cannot have happened, or as live_new. */
struct live *live_restore(const struct entry *entry, size_t entries, const struct live_host *host,
                          struct error *e);

void live_free(struct live *h);

/* Adds the live table as bytes, for this very program; of what was said and done only the game in
 * progress, and if that is long the end of it. */
void live_freeze(const struct live *h, struct text *out);

/* The live table of such bytes, which begin at `from`, before its bots think: live_follow comes
 * next. What happened before them is gone from its diary until live_recall. */
struct live *live_thaw(const struct text *frozen, size_t from, const struct live_host *host,
                       struct error *e);

/* These entries have happened since then; they count as kept. False with a message if they cannot
 * have: the live table is of no use then. */
bool live_follow(struct live *h, const struct entry *entry, size_t entries, struct error *e);

/* Brings what is gone from the diary back: the first entries of the live table, as many as are
 * gone. False with a message if they cannot have happened, or memory runs out. */
bool live_recall(struct live *h, const struct entry *entry, size_t entries, struct error *e);

/* --- Commands --------------------------------------------------------------------------------- */

/* Somebody takes an empty chair, before the game or in the middle of it: a person of that name, or
 * a bot where `bot` is not empty. */
enum live_answer live_sit(struct live *h, int seat, const char *name, const char *bot,
                          struct error *e);

/* The same with all that a chair may say of whoever sits there. */
enum live_answer live_seat(struct live *h, int seat, const struct chair *who, struct error *e);

/* A person who sits there has another name, face or colour from now on. */
enum live_answer live_look(struct live *h, int seat, const struct chair *who, struct error *e);

/* A chair is left for good. In a game a bot of the table plays on until somebody sits there; where
 * cards are hidden nobody else does until the hand is over, unless it is given away. */
enum live_answer live_leave(struct live *h, int seat, struct error *e);
enum live_answer live_give(struct live *h, int seat, struct error *e);

/* A person is away, and back again. A bot of the table decides meanwhile. */
enum live_answer live_absent(struct live *h, int seat, struct error *e);
enum live_answer live_back(struct live *h, int seat, struct error *e);

/* The first game begins; no chair may be empty. */
enum live_answer live_begin(struct live *h, struct error *e);

/* A person decides. A secret decision that other people make at the same time is held until all of
 * them have decided: until then it can be made again, or taken back (live_take_back), and nothing
 * has happened in the game. */
enum live_answer live_decide(struct live *h, int seat, action a, struct error *e);

/* Where the plan says so secret choices are held until all people who have chosen are ready. Who
 * chooses again is not. */
enum live_answer live_ready(struct live *h, int seat, struct error *e);

/* Whether a card or a lot is due, or a choice that was held. */
bool live_deals(const struct live *h);

/* The card, the lot or the choice that is due comes, or the shuffle before it: at the pace of the
 * front end. Refused while somebody is to cut. */
enum live_answer live_draw(struct live *h, struct error *e);

/* A bot has decided. Refused, and harmless, if that thought is no longer wanted. */
enum live_answer live_thought(struct live *h, int seat, uint64_t thought, action a,
                              struct error *e);

/* Somebody quicker has decided for a bot, which is still waited for; told once a game. */
enum live_answer live_hurry(struct live *h, int seat, uint64_t thought, struct error *e);

/* A chair, or a spectator (NOBODY), says something to all: one line. There are no whispers. Nobody
 * talks during a game whose options forbid it (ROLE_TALK), and no spectator where the plan says so.
 */
enum live_answer live_say(struct live *h, int seat, const char *text, struct error *e);

/* The same, and the name of a spectator; or a gesture. */
enum live_answer live_talk(struct live *h, int seat, const char *name, const char *text,
                           bool gesture, struct error *e);

/* The same without words: a gesture (live/emote.h). */
enum live_answer live_emote(struct live *h, int seat, const char *name, struct error *e);

/* A person wants the last decision back, with all that followed. A choice that is held they simply
 * get. Who plays among bots gets it.
 * Where several people play, all who are not absent must ask for it before the next step, and it is
 * the decision of the one who asked first; and nothing hidden or drawn by chance may have been
 * shown to another person since. */
enum live_answer live_take_back(struct live *h, int seat, struct error *e);

/* It is so late, in milliseconds from anywhere; it never gets earlier. People who have thought too
 * long count as absent. */
enum live_answer live_time(struct live *h, int64_t now, struct error *e);

/* The same just before something else happens: where nobody is hurried only the clock goes on. */
void live_clock(struct live *h, int64_t now, struct error *e);

/* It is so late, and nobody could think since the last time: clocks go on from here. For a live
 * table that was restored. */
void live_resume(struct live *h, int64_t now);

/* After the end: the next game, with the same chairs. Its seed is new, not made from the last one,
 * which everybody may know by then. */
enum live_answer live_rematch(struct live *h, uint64_t seed, struct error *e);

/* After the end a person proposes the next game: the same again (NULL), or that of a plan, as in
 * live_change. Who proposes the same as another agrees. */
enum live_answer live_propose(struct live *h, int seat, const struct plan *next, struct error *e);

/* Another person wants it too. */
enum live_answer live_agree(struct live *h, int seat, struct error *e);

/* Whether all people who are there want it. */
bool live_agreed(const struct live *h);

/* What all want begins, with bots on chairs that are empty. */
enum live_answer live_go_along(struct live *h, uint64_t seed, struct error *e);

/* What is proposed: by whom and for which game, and who wants it; false if nothing is. */
bool live_proposal(const struct live *h, int *by, const struct setup **game, seats *agreed);

/* A person is sent away for good by the host; as live_leave otherwise. */
enum live_answer live_kick(struct live *h, int host, int seat, struct error *e);

/* A spectator is sent away: who it is, as the host's host knows them, and what they are called. */
enum live_answer live_bar(struct live *h, int host, const char *guest, const char *name,
                          struct error *e);

/* A person on a chair, or a spectator (NOBODY), is not to talk any more, or may again. The live
 * table remembers it and keeps nobody from it: it does not know spectators. */
enum live_answer live_mute(struct live *h, int host, int seat, const char *guest, const char *name,
                           bool on, struct error *e);

/* Between games: two chairs change places, with whoever sits there or nobody. */
enum live_answer live_swap(struct live *h, int seat, int other, struct error *e);

/* Between games: the next one is another, with other options, clocks or customs: those of the plan,
 * of which the chairs and the seed do not count. Chairs that it has not are taken away, bots with
 * them; where a person sits on one it is refused. */
enum live_answer live_change(struct live *h, const struct plan *next, struct error *e);

/* With a dealer: a person will cut from the next shuffle on, and this is the seal of their first
 * cut. Whoever does not cut a shuffle must pledge anew to cut the next one. */
enum live_answer live_pledge(struct live *h, int seat, const char *seal, struct error *e);

/* A person cuts; NOBODY: the others are not waited for any more. */
enum live_answer live_cut(struct live *h, int seat, const char *cut, struct error *e);

/* With a dealer who keeps a chain (docs/fair.md): a person signs with this key from now on, "" for
 * none. Then cuts and decisions of that chair must be signed, and the two that follow say with
 * what; an empty signature is right where there is no key. */
enum live_answer live_key(struct live *h, int seat, const char *key, struct error *e);

/* A decision that was made after so many entries. */
enum live_answer live_decide_signed(struct live *h, int seat, action a, uint64_t after,
                                    const char *sign, struct error *e);

/* A cut, with the pledge for the next shuffle or "": then the cut is the pledge. */
enum live_answer live_cut_signed(struct live *h, int seat, const char *cut, const char *next,
                                 const char *sign, struct error *e);

/* The next command comes from afar, with a number, and from a guest (or NULL); the first entry that
 * it makes says so. */
void live_sign(struct live *h, uint64_t command, const char *guest);

/* Nothing happens; what could not be kept before is tried again. */
enum live_answer live_keep(struct live *h, struct error *e);

/* --- What there is ---------------------------------------------------------------------------- */

/* What was agreed, with the chairs as they are now and the seed of this game. */
const struct plan *live_plan(const struct live *h);

/* NULL before the first game; another one after a rematch. Not for those who play: live_view. */
const struct table *live_table(const struct live *h);

const struct diary *live_diary(const struct live *h);

/* How many entries came before the one with which the game of now began. */
size_t live_begun(const struct live *h);

/* How many entries are safe. */
size_t live_kept(const struct live *h);

/* Which chairs belong to people, and which of these are away. */
seats live_people(const struct live *h);
seats live_away(const struct live *h);

/* Who leads: the person who has sat here longest of those who are not away, or else of all; NOBODY
 * where no person sits. */
int live_leader(const struct live *h);

/* Whether that seat leads; false with a message. */
bool live_leads(const struct live *h, int seat, struct error *e);

/* From which seat a guest of the host's saw the entry of that number; of the number after the last
 * one: sees the table now. What is hidden at a seat is for whoever sat there when it happened, and
 * for nobody who came later: NOBODY, as a spectator. At the entry `until` they may look from
 * elsewhere; before it they do not. */
int live_looks(const struct live *h, const char *guest, uint64_t number, uint64_t *until);

/* Empty chairs that a guest may not take until the hand is over: who has left has seen the cards
 * that a bot plays there, or the guest has seen those of another chair. */
seats live_held(const struct live *h, const char *guest);

/* Whether all that a seat could see since the game began was for the person who sits there. */
bool live_attended(const struct live *h, int seat);

/* Somebody has looked at the game of now from a seat, from one step up to another. */
struct span {
    const char *guest; /* NULL where it does not matter who */
    uint8_t seat;
    size_t from, until;
};

/* The next of them, beginning with 0 in *next; false if there are no more. */
bool live_span(const struct live *h, size_t *next, struct span *out);

/* What everybody at the table is called by people who read a language: a name, or a bot's title; a
 * second Badger is the Younger, a second Ann is Ann 2. "" where only the letter is left. */
struct called {
    char seat[PLAYERS_MAX][NAME_ROOM];
};
void live_call(const struct live *h, const struct language *l, struct called *out);

/* The same for one seat in the language of the host, as records have it. */
const char *live_name(const struct live *h, int seat);

/* The face of whoever sits there, and the colour that it stands on: what a person has chosen, or
 * the bot's own, of which each further one at the table has another colour. "" where there is none.
 */
const char *live_face(const struct live *h, int seat, int *colour);

/* What somebody has made of all games that have ended at this table, people and bots alike; who
 * left is still among them. */
struct account {
    char key[80];         /* who it is, for the live table */
    char name[NAME_ROOM]; /* that they had last, in the language of the host */
    int games, won, lost;
    int64_t chips; /* won less paid, in the games that are about chips */
};

/* All of them, in the order in which they came. */
const struct account *live_evening(const struct live *h, int *count);

/* The seat of one of them now, or NOBODY. */
int live_account_seat(const struct live *h, const struct account *t);

/* Whether a decision that somebody made for a seat after so many entries is still its next one:
 * neither it nor a bot has decided since, and nothing was taken back or begun. What came after them
 * in the game of now is in memory. */
bool live_waits(const struct live *h, int seat, uint64_t entries);

/* Whose cut is waited for. */
seats live_cutters(const struct live *h);

/* The dealer's shuffles of this game that stand, in order. */
const struct shuffle *live_shuffles(const struct live *h, size_t *count);

/* The key of a chair, "" for none; the last link of the table's chain, "" where there is none; how
 * many games have begun at the table, and the link before this one. */
const char *live_key_of(const struct live *h, int seat);
const char *live_link(const struct live *h);
int live_games(const struct live *h);
const char *live_link_before(const struct live *h);

/* What had been pledged when the game began, and the keys that chairs had then; "" for none. */
void live_seals(const struct live *h, char pledge[PLAYERS_MAX][SEAL_TEXT],
                char key[PLAYERS_MAX][SEAL_TEXT]);

/* Whose decision is waited for: of people who are there, and of bots. Both are empty while a card
 * or lot is due, before a game and after it. */
seats live_people_due(const struct live *h);
seats live_bots_due(const struct live *h);

/* People who have chosen in secret and may still change it, and which of them are ready; what one
 * of them has chosen, which is for nobody else. They are not due. */
seats live_chosen(const struct live *h, seats *ready);
action live_choice(const struct live *h, int seat);

/* For whom the others wait: people who are due, and who have still to say that they are ready.
 * Their clocks run. */
seats live_awaited(const struct live *h);

/* The bot that plays a seat, NULL for a person. */
const struct bot *live_bot(const struct live *h, int seat);

/* The chance of this moment: after a decision was taken back and made again, and after the live
 * table was restored, the same card comes. */
struct rng live_chance(const struct live *h);

/* Whether whoever is to decide may ask for a hint: where only one person plays, or the plan says
 * so. */
bool live_advises(const struct live *h);

/* Whether chances are shown to those who decide. */
bool live_shows_odds(const struct live *h);

/* Whether people may talk now. */
bool live_talks(const struct live *h);

/* Milliseconds that a person who is due may still think; INT64_MAX if nobody is hurried. */
int64_t live_time_left(const struct live *h, int seat, int64_t now);

const struct clocks *live_clocks(const struct live *h);

/* What one seat or a spectator (NOBODY) sees; there is a game. Whose choice is held has decided. */
void live_view(const struct live *h, int looks, struct view *v);

/* All sentences of refusals, for catalogues; ends with NULL. */
extern const char *const live_refusals[];

#endif
