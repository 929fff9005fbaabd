/* What a live table consists of; for the files of live/ only. */
#ifndef PAIRS_LIVE_INSIDE_H
#define PAIRS_LIVE_INSIDE_H

#include "live/chain.h"
#include "live/dealing.h"
#include "live/live.h"

/* Whose decisions the game waits for, and since when. It follows from the steps alone. */
struct wait {
    seats seats;
    struct {
        size_t steps; /* that the game had when the seat became due */
        int before;   /* how many seats with smaller letters were due at the same moment */
    } since[PLAYERS_MAX];
};

/* A bot at work. */
struct thought {
    bool begun;
    uint64_t number;
    size_t steps; /* as in struct wait: the decision that it is about */
    struct knowledge *knowledge;
};

/* Another game that somebody wants after one is over. */
struct proposal {
    bool made;
    bool other; /* not the same again, but that of `plan` */
    struct plan plan;
    int by;
    seats agreed; /* with whoever has proposed it */
};

enum { ACCOUNTS = 16 };

/* Games that are over, counted for each who played. */
struct evening {
    struct account row[ACCOUNTS];
    int rows;
    struct {
        int row; /* NOBODY: not counted */
        bool won, lost;
        int32_t chips;
    } last[PLAYERS_MAX]; /* what the last game has added */
};

enum { SITTER_ROOM = 80 }; /* of a guest, as the host knows them */

/* A run of entries that a person has seen from a seat, and of steps in the game of now. */
struct stay {
    uint64_t sat;            /* the entry with which the person sat down, */
    char guest[SITTER_ROOM]; /* and who it was */
    uint64_t from, until; /* the first entry, and the first that is no longer seen; 0: it goes on */
    size_t first, last;   /* the same in steps of the last game that it was part of */
    uint8_t seat;
};

/* What is known of the hand that is played on a chair. */
struct hand {
    char guest[SITTER_ROOM]; /* the person who has seen it; "": a bot plays, or nobody knows */
    size_t since;            /* steps that the game had then */
    size_t freed;            /* and when it was over although the person was gone; 0: it is not */
    uint16_t number;         /* of the hand in which they left */
};

/* Whose eyes hands are for, see eyes.c. */
struct eyes {
    struct stay *stay;
    size_t stays, room;
    size_t open[PLAYERS_MAX]; /* the stay that goes on there, from 1; 0: none does */
    struct hand hand[PLAYERS_MAX];
    uint64_t begun; /* the entry with which the game of now began */
    bool strange;   /* a hand is played that somebody has seen who does not sit there any more */
};

/* What a person has chosen in secret. */
struct choice {
    action what;
    uint64_t after; /* the entries after which it was signed, see live_decide_signed */
    char sign[SIGN_TEXT];
    char key[SEAL_TEXT]; /* that has signed it, "" for none */
};

/* Secret choices that can still be changed, see secret.c. */
struct chosen {
    seats made;
    seats ready; /* of these: who waits for nothing more to be said */
    struct choice choice[PLAYERS_MAX];
};

/* All of it is written as bytes by live/frozen.c, which has to know each pointer that is in it. */
struct live {
    struct live_host host;
    struct plan plan;
    struct table *table;
    struct wait wait;
    seats absent;
    seats hurried;                /* bots that had no time in this game */
    seats asked;                  /* people who want a decision back, since the last step */
    int asker;                    /* the first of them */
    uint64_t seated[PLAYERS_MAX]; /* the entry with which a person sat down, */
    char sitter[PLAYERS_MAX][SITTER_ROOM]; /* and the guest who it was, "" if nobody knows */
    size_t begun;                          /* entries before the one with which the game began */
    struct proposal proposal;
    struct evening evening;
    struct dealing dealing;
    struct chosen chosen;
    struct eyes eyes;
    struct chain chain;
    struct entry signature; /* of the next entry: command and guest */
    struct clocks clocks;
    int64_t now;
    struct diary diary;
    size_t kept;
    struct bot *bot[PLAYERS_MAX]; /* that plays the seat; NULL for people */
    struct thought thought[PLAYERS_MAX];
    uint64_t thoughts;    /* how many have begun */
    struct called called; /* in the language of the host */
    bool renamed;         /* who sits where has changed since the seats were named */
};

enum refusal {
    REFUSE_NO_CHAIR,
    REFUSE_CHAIR_TAKEN,
    REFUSE_CHAIR_EMPTY,
    REFUSE_CHAIRS_EMPTY,
    REFUSE_NO_PERSON,
    REFUSE_ABSENT,
    REFUSE_PRESENT,
    REFUSE_RUNNING,
    REFUSE_NO_GAME,
    REFUSE_NOT_OVER,
    REFUSE_NOTHING_SAID,
    REFUSE_TOO_LONG,
    REFUSE_SILENCE,
    REFUSE_SPECTATORS_MUTED,
    REFUSE_STALE,
    REFUSE_NOT_TURN,
    REFUSE_NOT_LEGAL,
    REFUSE_NOTHING_BACK,
    REFUSE_SHOWN,
    REFUSE_ASKED,
    REFUSE_NOT_HOST,
    REFUSE_NOT_NOW,
    REFUSE_NO_ROOM,
    REFUSE_CUTTING,
    REFUSE_NO_CUT,
    REFUSE_WRONG_CUT,
    REFUSE_USED_CUT,
    REFUSE_NO_PROPOSAL,
    REFUSE_TOO_MANY,
    REFUSE_HELD,
    REFUSE_OTHER_HAND,
    REFUSE_CAME_LATER,
    REFUSE_SIGNATURE,
    REFUSE_NO_CHOICE,
};

/* Writes the sentence and returns false. */
bool live_refuse(enum refusal why, struct error *e);

/* Whether it is so; false with a message: a chair of this table, a person on it, who is here. */
bool live_has_chair(const struct live *h, int seat, struct error *e);
bool live_has_person(const struct live *h, int seat, struct error *e);
bool live_is_here(const struct live *h, int seat, struct error *e);

/* The table as it was after so many entries, all of which are in memory; it has no bots and keeps
 * nothing. NULL with a message if memory runs out. */
struct live *live_past(const struct live *h, size_t entries, struct error *e);

/* Whether the last game is over; false if none has begun. */
bool live_is_over(const struct live *h);

/* Something happens at the time of the entry. False with a message, and nothing has changed. */
bool live_take(struct live *h, struct entry x, struct error *e);

/* Whether the game moves with it: whoever wanted something back has missed the moment. */
bool entry_moves(enum entry_kind kind);

enum { SHUFFLED_TEXT = SEAL_TEXT + PLAYERS_MAX + 1 };

/* Shuffles, and writes what is told of it: the seal, and after it who had pledged. */
void live_seal_cards(struct live *h, char words[SHUFFLED_TEXT]);

/* Whether it has the form of a seal: 64 hexadecimal digits. */
bool text_is_seal(const char *text);

/* Something happens now, with the signature of the command. */
enum live_answer live_command(struct live *h, struct entry x, struct error *e);

/* The table has been opened, or a step was taken. */
void wait_step(struct wait *w, const struct table *t);

/* Gives every chair its bot and every seat its name, forgets thoughts that nobody wants any more
 * and begins those that are due. False with a message if a chair has no bot: the live table plays
 * on with any decisions. */
bool bots_update(struct live *h, struct error *e);

/* Forgets all thoughts and lets all bots go. */
void bots_free(struct live *h);

/* Somebody proposes another game, or agrees to it. False with a message. */
bool proposal_make(struct live *h, const struct entry *x, struct error *e);
bool proposal_agree(struct live *h, const struct entry *x, struct error *e);

/* Whoever sat there is gone, and with them what they wanted. */
void proposal_leave(struct proposal *p, int seat);

/* The game is over; or it is not, after all. */
void evening_add(struct live *h);
void evening_take_back(struct live *h);

/* Makes room for what an entry of that kind may change; false if memory runs out. */
bool eyes_reserve(struct live *h, enum entry_kind kind);

/* It has happened, as the entry of that number. */
void eyes_follow(struct live *h, const struct entry *x, uint64_t number);

void eyes_free(struct eyes *y);

/* Whether a guest, or NULL, may take an empty chair: no second person sees a hand while it is
 * played, and nobody two of them. False with a message. */
bool eyes_may_sit(const struct live *h, int seat, const char *guest, struct error *e);

/* Whether nobody would see what was hidden before they sat down. False with a message. */
bool eyes_may_go_back(const struct live *h, size_t steps, struct error *e);

/* Whether it is a decision that the seat may make. False with a message: the table would refuse it
 * too, but with all that is possible, which others' hidden cards decide. */
bool live_may_decide(const struct live *h, int seat, action a, struct error *e);

/* Whether a decision is held until all people have chosen: it is a secret, others choose at the
 * same time, and the seat has nothing more to choose. */
bool secret_holds(const struct live *h, int seat, action a);

/* A person decides so, after so many entries; it is legal. */
enum live_answer secret_decide(struct live *h, int seat, action a, uint64_t after, const char *sign,
                               struct error *e);

/* Somebody has chosen, takes it back, or is ready. False with a message. */
bool secret_choose(struct live *h, const struct entry *x, struct error *e);
bool secret_take_back(struct live *h, const struct entry *x, struct error *e);
bool secret_ready(struct live *h, const struct entry *x, struct error *e);

/* Something has happened: choices that are made in earnest, or cannot be any more, are not held. */
void secret_follow(struct live *h, const struct entry *x);

/* Whether all have chosen, and the next choice is to be a step of the game; makes it one. */
bool secret_due(const struct live *h);
enum live_answer secret_show(struct live *h, struct error *e);

/* How many bots before this one, by their letters, are of the same kind. */
int called_elders(const struct live *h, int seat);

/* Fills a new live table with what live_freeze has written, but for bots and thoughts. */
bool frozen_read(struct live *h, const struct text *frozen, size_t from, struct error *e);

/* Whether the game can go on; false with a message: it is over, and the table has gone on to
 * something else. */
bool back_there(const struct live *h, struct error *e);

/* The step that the last decision of a seat was; false if it has made none. */
bool back_find(const struct live *h, int seat, size_t *steps);

/* Whether all that happened from that step on was nothing new to any other person: no card or lot
 * that came by chance, and nothing that had been hidden from them. False with a message. */
bool back_fair(const struct live *h, int seat, size_t steps, struct error *e);

/* The game stands again where it was. False if memory runs out; nothing has changed then. */
bool back_go(struct live *h, size_t steps, struct error *e);

#endif
