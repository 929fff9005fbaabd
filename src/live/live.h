/* A house: one live table, from the first who sits down to the last card and the game after it. It
 * has no sockets, files, threads, terminals and no clock; it runs behind a terminal, in a server
 * and inside a page.
 *
 * Commands go in: somebody sits, decides, says something; time passes; a bot has decided. Each is
 * answered in one of three ways. What happens becomes entries (house/entry.h), which the house
 * hands to its host to keep; the entries alone rebuild it. What a chair or a spectator may see of
 * an entry is entry_seen's business, and of the table house_view's.
 *
 * One thread at a time may use a house. Refusals (house_refusals) and messages about wrong input
 * are in the language of the error that is handed in. */
#ifndef PAIRS_HOUSE_HOUSE_H
#define PAIRS_HOUSE_HOUSE_H

#include "bots/bot.h"
#include "house/clocks.h"
#include "house/dealing.h"
#include "house/entry.h"

enum { SAID_MAX = 500 }; /* bytes of what somebody says at once */

/* HOUSE_REFUSED: nothing has changed, and there is a reason. HOUSE_PLAYED: it has happened, but the
 * host could not keep it, and there is a reason; the next command tries again. HOUSE_KEPT: it has
 * happened and is safe. */
enum house_answer { HOUSE_REFUSED, HOUSE_PLAYED, HOUSE_KEPT };

/* What a house needs of whoever runs it. */
struct house_host {
    void *context;

    /* A bot by its name, as bot_new; NULL with a message if there is none. */
    struct bot *(*bot)(void *context, const char *name, struct error *e);

    /* Makes these entries safe: all that have not been kept yet, in order. They can be read until
     * the next command. False with a message if that cannot be done now. NULL: nothing is kept. */
    bool (*keep)(void *context, const struct diary *d, size_t first, struct error *e);

    /* Has the bot of a seat decide, somewhere, with bot_choose; the answer is house_thought. It is
     * never given from inside here. Any number of seats think at once. What is known stays the
     * house's until it forgets; NULL, as the bot, if memory ran out: then there is no answer. */
    void (*think)(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r);

    /* Nobody waits for the seat's thought any more. When this comes back, nothing of what was given
     * to `think` is in use. It is called before each next thought of the seat as well. */
    void (*forget)(void *context, int seat);

    /* Who draws the cards; NULL: they come from the seed. It is not copied. */
    const struct dealer *dealer;

    /* Of the names that records have; NULL is English. */
    const struct language *language;

    /* How late it is when a new house opens, as house_time has it. */
    int64_t now;
};

struct house;

/* --- Beginning and end ------------------------------------------------------------------------ */

/* A table with the chairs of the plan; no game has begun. Its first entry is kept with the first
 * command. The host is copied. NULL with a message if a bot is unknown or memory runs out. */
struct house *house_new(const struct plan *p, const struct house_host *host, struct error *e);

/* The house in which all this has happened; bots that were thinking think again. Entries count as
 * kept. NULL with a message if they cannot have happened, or as house_new. */
struct house *house_restore(const struct entry *entry, size_t entries,
                            const struct house_host *host, struct error *e);

void house_free(struct house *h);

/* Adds the house as bytes, for this very program; of what was said and done only the game in
 * progress, and if that is long the end of it. */
void house_freeze(const struct house *h, struct text *out);

/* The house of such bytes, which begin at `from`, before its bots think: house_follow comes next.
 * What happened before them is gone from its diary until house_recall. */
struct house *house_thaw(const struct text *frozen, size_t from, const struct house_host *host,
                         struct error *e);

/* These entries have happened since then; they count as kept. False with a message if they cannot
 * have: the house is of no use then. */
bool house_follow(struct house *h, const struct entry *entry, size_t entries, struct error *e);

/* Brings what is gone from the diary back: the first entries of the house, as many as are gone.
 * False with a message if they cannot have happened, or memory runs out. */
bool house_recall(struct house *h, const struct entry *entry, size_t entries, struct error *e);

/* --- Commands --------------------------------------------------------------------------------- */

/* Somebody takes an empty chair, before the game or in the middle of it: a person of that name, or
 * a bot where `bot` is not empty. */
enum house_answer house_sit(struct house *h, int seat, const char *name, const char *bot,
                            struct error *e);

/* The same with all that a chair may say of whoever sits there. */
enum house_answer house_seat(struct house *h, int seat, const struct chair *who, struct error *e);

/* A person who sits there has another name, face or colour from now on. */
enum house_answer house_look(struct house *h, int seat, const struct chair *who, struct error *e);

/* A chair is left for good. In a game a bot of the house plays on until somebody sits there; where
 * cards are hidden nobody else does until the hand is over, unless it is given away. */
enum house_answer house_leave(struct house *h, int seat, struct error *e);
enum house_answer house_give(struct house *h, int seat, struct error *e);

/* A person is away, and back again. A bot of the house decides meanwhile. */
enum house_answer house_absent(struct house *h, int seat, struct error *e);
enum house_answer house_back(struct house *h, int seat, struct error *e);

/* The first game begins; no chair may be empty. */
enum house_answer house_begin(struct house *h, struct error *e);

/* A person decides. A secret decision that other people make at the same time is held until all of
 * them have decided: until then it can be made again, or taken back (house_take_back), and nothing
 * has happened in the game. */
enum house_answer house_decide(struct house *h, int seat, action a, struct error *e);

/* Where the plan says so secret choices are held until all people who have chosen are ready. Who
 * chooses again is not. */
enum house_answer house_ready(struct house *h, int seat, struct error *e);

/* Whether a card or a lot is due, or a choice that was held. */
bool house_deals(const struct house *h);

/* The card, the lot or the choice that is due comes, or the shuffle before it: at the pace of the
 * front end. Refused while somebody is to cut. */
enum house_answer house_go_on(struct house *h, struct error *e);

/* A bot has decided. Refused, and harmless, if that thought is no longer wanted. */
enum house_answer house_thought(struct house *h, int seat, uint64_t thought, action a,
                                struct error *e);

/* Somebody quicker has decided for a bot, which is still waited for; told once a game. */
enum house_answer house_hurry(struct house *h, int seat, uint64_t thought, struct error *e);

/* A chair, or a spectator (NOBODY), says something to all: one line. There are no whispers. Nobody
 * talks during a game whose options forbid it (ROLE_TALK), and no spectator where the plan says so.
 */
enum house_answer house_say(struct house *h, int seat, const char *text, struct error *e);

/* The same, and the name of a spectator; or a gesture. */
enum house_answer house_talk(struct house *h, int seat, const char *name, const char *text,
                             bool gesture, struct error *e);

/* The same without words: a gesture (house/emote.h). */
enum house_answer house_emote(struct house *h, int seat, const char *name, struct error *e);

/* A person wants the last decision back, with all that followed. A choice that is held they simply
 * get. Who plays among bots gets it.
 * Where several people play, all who are not absent must ask for it before the next step, and it is
 * the decision of the one who asked first; and nothing hidden or drawn by chance may have been
 * shown to another person since. */
enum house_answer house_take_back(struct house *h, int seat, struct error *e);

/* It is so late, in milliseconds from anywhere; it never gets earlier. People who have thought too
 * long count as absent. */
enum house_answer house_time(struct house *h, int64_t now, struct error *e);

/* The same just before something else happens: where nobody is hurried only the clock goes on. */
void house_clock(struct house *h, int64_t now, struct error *e);

/* It is so late, and nobody could think since the last time: clocks go on from here. For a house
 * that was restored. */
void house_resume(struct house *h, int64_t now);

/* After the end: the next game, with the same chairs. Its seed is new, not made from the last one,
 * which everybody may know by then. */
enum house_answer house_rematch(struct house *h, uint64_t seed, struct error *e);

/* After the end a person proposes the next game: the same again (NULL), or that of a plan, as in
 * house_change. Who proposes the same as another agrees. */
enum house_answer house_propose(struct house *h, int seat, const struct plan *next,
                                struct error *e);

/* Another person wants it too. */
enum house_answer house_agree(struct house *h, int seat, struct error *e);

/* Whether all people who are there want it. */
bool house_agreed(const struct house *h);

/* What all want begins, with bots on chairs that are empty. */
enum house_answer house_go_along(struct house *h, uint64_t seed, struct error *e);

/* What is proposed: by whom and for which game, and who wants it; false if nothing is. */
bool house_proposal(const struct house *h, int *by, const struct setup **game, seats *agreed);

/* A person is sent away for good by the host; as house_leave otherwise. */
enum house_answer house_kick(struct house *h, int host, int seat, struct error *e);

/* A spectator is sent away: who it is, as the host's host knows them, and what they are called. */
enum house_answer house_bar(struct house *h, int host, const char *guest, const char *name,
                            struct error *e);

/* A person on a chair, or a spectator (NOBODY), is not to talk any more, or may again. The house
 * remembers it and keeps nobody from it: it does not know spectators. */
enum house_answer house_mute(struct house *h, int host, int seat, const char *guest,
                             const char *name, bool on, struct error *e);

/* Between games: two chairs change places, with whoever sits there or nobody. */
enum house_answer house_swap(struct house *h, int seat, int other, struct error *e);

/* Between games: the next one is another, with other options, clocks or customs: those of the plan,
 * of which the chairs and the seed do not count. Chairs that it has not are taken away, bots with
 * them; where a person sits on one it is refused. */
enum house_answer house_change(struct house *h, const struct plan *next, struct error *e);

/* With a dealer: a person will cut from the next shuffle on, and this is the seal of their first
 * cut. Whoever does not cut a shuffle must pledge anew to cut the next one. */
enum house_answer house_pledge(struct house *h, int seat, const char *seal, struct error *e);

/* A person cuts; NOBODY: the others are not waited for any more. */
enum house_answer house_cut(struct house *h, int seat, const char *cut, struct error *e);

/* With a dealer who keeps a chain (docs/fair.md): a person signs with this key from now on, "" for
 * none. Then cuts and decisions of that chair must be signed, and the two that follow say with
 * what; an empty signature is right where there is no key. */
enum house_answer house_key(struct house *h, int seat, const char *key, struct error *e);

/* A decision that was made after so many entries. */
enum house_answer house_decide_signed(struct house *h, int seat, action a, uint64_t after,
                                      const char *sign, struct error *e);

/* A cut, with the pledge for the next shuffle or "": then the cut is the pledge. */
enum house_answer house_cut_signed(struct house *h, int seat, const char *cut, const char *next,
                                   const char *sign, struct error *e);

/* The next command comes from afar, with a number, and from a guest (or NULL); the first entry that
 * it makes says so. */
void house_sign(struct house *h, uint64_t command, const char *guest);

/* Nothing happens; what could not be kept before is tried again. */
enum house_answer house_keep(struct house *h, struct error *e);

/* --- What there is ---------------------------------------------------------------------------- */

/* What was agreed, with the chairs as they are now and the seed of this game. */
const struct plan *house_plan(const struct house *h);

/* NULL before the first game; another one after a rematch. Not for those who play: house_view. */
const struct table *house_table(const struct house *h);

const struct diary *house_diary(const struct house *h);

/* How many entries came before the one with which the game of now began. */
size_t house_begun(const struct house *h);

/* How many entries are safe. */
size_t house_kept(const struct house *h);

/* Which chairs belong to people, and which of these are away. */
seats house_people(const struct house *h);
seats house_away(const struct house *h);

/* Who leads: the person who has sat here longest of those who are not away, or else of all; NOBODY
 * where no person sits. */
int house_leader(const struct house *h);

/* Whether that seat leads; false with a message. */
bool house_leads(const struct house *h, int seat, struct error *e);

/* From which seat a guest of the host's saw the entry of that number; of the number after the last
 * one: sees the table now. What is hidden at a seat is for whoever sat there when it happened, and
 * for nobody who came later: NOBODY, as a spectator. At the entry `until` they may look from
 * elsewhere; before it they do not. */
int house_looks(const struct house *h, const char *guest, uint64_t number, uint64_t *until);

/* Empty chairs that a guest may not take until the hand is over: who has left has seen the cards
 * that a bot plays there, or the guest has seen those of another chair. */
seats house_held(const struct house *h, const char *guest);

/* Whether all that a seat could see since the game began was for the person who sits there. */
bool house_attended(const struct house *h, int seat);

/* Somebody has looked at the game of now from a seat, from one step up to another. */
struct span {
    const char *guest; /* NULL where it does not matter who */
    uint8_t seat;
    size_t from, until;
};

/* The next of them, beginning with 0 in *next; false if there are no more. */
bool house_span(const struct house *h, size_t *next, struct span *out);

/* What everybody at the table is called by people who read a language: a name, or a bot's title; a
 * second Badger is the Younger, a second Ann is Ann 2. "" where only the letter is left. */
struct called {
    char seat[PLAYERS_MAX][NAME_ROOM];
};
void house_call(const struct house *h, const struct language *l, struct called *out);

/* The same for one seat in the language of the host, as records have it. */
const char *house_name(const struct house *h, int seat);

/* The face of whoever sits there, and the colour that it stands on: what a person has chosen, or
 * the bot's own, of which each further one at the table has another colour. "" where there is none.
 */
const char *house_face(const struct house *h, int seat, int *colour);

/* What somebody has made of all games that have ended at this table, people and bots alike; who
 * left is still among them. */
struct account {
    char key[80];         /* who it is, for the house */
    char name[NAME_ROOM]; /* that they had last, in the language of the host */
    int games, won, lost;
    int64_t chips; /* won less paid, in the games that are about chips */
};

/* All of them, in the order in which they came. */
const struct account *house_evening(const struct house *h, int *count);

/* The seat of one of them now, or NOBODY. */
int house_account_seat(const struct house *h, const struct account *t);

/* Whether a decision that somebody made for a seat after so many entries is still its next one:
 * neither it nor a bot has decided since, and nothing was taken back or begun. What came after them
 * in the game of now is in memory. */
bool house_waits(const struct house *h, int seat, uint64_t entries);

/* Whose cut is waited for. */
seats house_cutters(const struct house *h);

/* The dealer's shuffles of this game that stand, in order. */
const struct shuffle *house_shuffles(const struct house *h, size_t *count);

/* The key of a chair, "" for none; the last link of the table's chain, "" where there is none; how
 * many games have begun at the table, and the link before this one. */
const char *house_key_of(const struct house *h, int seat);
const char *house_link(const struct house *h);
int house_games(const struct house *h);
const char *house_link_before(const struct house *h);

/* What had been pledged when the game began, and the keys that chairs had then; "" for none. */
void house_seals(const struct house *h, char pledge[PLAYERS_MAX][SEAL_TEXT],
                 char key[PLAYERS_MAX][SEAL_TEXT]);

/* Whose decision is waited for: of people who are there, and of bots. Both are empty while a card
 * or lot is due, before a game and after it. */
seats house_people_due(const struct house *h);
seats house_bots_due(const struct house *h);

/* People who have chosen in secret and may still change it, and which of them are ready; what one
 * of them has chosen, which is for nobody else. They are not due. */
seats house_chosen(const struct house *h, seats *ready);
action house_choice(const struct house *h, int seat);

/* For whom the others wait: people who are due, and who have still to say that they are ready.
 * Their clocks run. */
seats house_awaited(const struct house *h);

/* The bot that plays a seat, NULL for a person. */
const struct bot *house_bot(const struct house *h, int seat);

/* The chance of this moment: after a decision was taken back and made again, and after the house
 * was restored, the same card comes. */
struct rng house_chance(const struct house *h);

/* Whether whoever is to decide may ask for a hint: where only one person plays, or the plan says
 * so. */
bool house_advises(const struct house *h);

/* Whether chances are shown to those who decide. */
bool house_shows_odds(const struct house *h);

/* Whether people may talk now. */
bool house_talks(const struct house *h);

/* Milliseconds that a person who is due may still think; INT64_MAX if nobody is hurried. */
int64_t house_time_left(const struct house *h, int seat, int64_t now);

const struct clocks *house_clocks(const struct house *h);

/* What one seat or a spectator (NOBODY) sees; there is a game. Whose choice is held has decided. */
void house_view(const struct house *h, int looks, struct view *v);

/* All sentences of refusals, for catalogues; ends with NULL. */
extern const char *const house_refusals[];

#endif
