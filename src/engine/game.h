/* The contract: what a game promises and what it can count on.
 *
 * A game is one file that exports one `const struct game`. It is a set of pure rules over a flat
 * state: it allocates nothing, prints nothing, draws no random number and keeps nothing outside the
 * state. Whoever drives it (a table, a simulation, a search) repeats four steps:
 *
 *     struct turn t = game_turn(s);
 *     TURN_SEATS:  for a seat in t.seats: game_legal, then game_apply one of those
 *     TURN_DECK:   draw a card from game_source(s), then game_deal it
 *     TURN_LOT:    choose one seat of t.seats at random, then game_lot it
 *     TURN_OVER:   stop
 *
 * or, where it makes no difference which of them it is, draws with game_chance and carries out with
 * game_step.
 *
 * Chance is never inside a game. A card is drawn at the moment the rules turn it, out of counts; so
 * exact odds, sampling and a record that says which card came are the same step.
 */
#ifndef PAIRS_GAME_H
#define PAIRS_GAME_H

#include "engine/action.h"
#include "engine/cards.h"
#include "engine/event.h"
#include "engine/option.h"
#include "engine/rng.h"
#include "engine/view.h"

/* Where a card goes: seat 0 to 7, the burned cards, or a place of the game's own table, which is
 * numbered from PLACE_GAME. */
enum { PLACE_BURN = PLAYERS_MAX, PLACE_GAME };

enum turn_kind { TURN_OVER, TURN_SEATS, TURN_DECK, TURN_LOT };

/* The piles. Cards come from the deck, or from a side pile of the game's own. The burned cards are
 * part of the discards, but nobody has seen their faces. */
enum pile_name { PILE_DECK, PILE_DISCARDS, PILE_BURNED, PILE_SIDE, PILES };

/* What the game waits for. */
struct turn {
    uint8_t kind;
    seats seats;   /* TURN_SEATS: who has a decision to make. TURN_LOT: who may be drawn */
    uint8_t place; /* TURN_DECK: where the card goes */
    uint8_t from;  /* TURN_DECK: out of which pile */
};

/* One step of a game: what it waited for has come. */
struct step {
    uint8_t kind; /* TURN_SEATS: a decision, TURN_DECK: a card, TURN_LOT: a lot */
    uint8_t who;  /* the seat, or the place that the card goes to */
    uint8_t from; /* the pile that the card came from, once it is part of a table's history */
    action what;  /* the decision, or the card; 0 for a lot */
};

/* What every state begins with. The engine fills in players, options and a fresh deck and keeps the
 * piles; a game sets the rest through the functions of table rules (rules.h) or directly. All of it
 * is public knowledge except the cards in the piles. */
struct head {
    struct pile pile[PILES];
    struct pile fresh;            /* all cards, of the usual deck or a custom one */
    int32_t option[OPTIONS_MAX];  /* in the order of the game's table */
    int32_t score[PLAYERS_MAX];   /* points, or net chips: won less paid, antes included */
    int32_t settled[PLAYERS_MAX]; /* the scores when the last hand ended, before the next began */
    int32_t pot;                  /* chips that belong to nobody */
    uint16_t hand;                /* the hand or round in progress, from 1 */
    struct turn turn;
    uint8_t players, dealer;
    bool chips;            /* the scores are chips; at first as in the game's facts */
    seats winners, losers; /* once over */
    uint8_t burning;       /* cards that are burned before the card that is due */
    uint8_t burn_after;    /* how many each shuffle burns */
    uint8_t due;           /* where the card goes that is due after the burning */
};

/* Each game completes this privately; its first member is `struct head h`. It holds no pointer and
 * is copied with memcpy; `size` of its game says how large it is. */
struct state;

enum {
    STATE_MAX = 1024,    /* no state is larger */
    STEPS_MAX = 1000000, /* decisions, cards and lots; whoever drives a game takes one with more for
                            one that does not end. The longest match that options allow has about
                            150,000 between random players */
};

enum kind { PRESS_YOUR_LUCK, BLUFFING, BIDDING, CASINO, COOPERATIVE };

/* A short game that shows a rule: its name is a sentence, its record is everything after the line
 * `players`, and the rest must come out. The table ends with a row of zeros. */
struct example {
    const char *name;
    int players;
    const char *options; /* "key value, key value" or NULL */
    const char *record;  /* events, one a line */
    const char *scores;  /* "0 6 0", or NULL */
    const char *to_act;  /* "A", "AB", "deck", "" when over, or NULL */
};

/* Whose the cards of a zone or a number are: of a seat, of nobody in the middle, or now this and
 * now that. It is what may be: where a view shows none, there is none. */
enum whose { OF_BOTH, OF_SEATS, OF_MIDDLE };

/* Who sees the faces of a zone's cards. At the end: its owner, and everybody once the game is
 * over. */
enum faces { SEEN_BY_ALL, SEEN_BY_OWNER, SEEN_AT_END, SEEN_BY_NONE };

/* How the cards of a zone lie on a table, for whoever draws it. */
enum lie {
    LIE_FAN,    /* side by side */
    LIE_SHUT,   /* the same, and the others see only their backs */
    LIE_HEAP,   /* one upon the other */
    LIE_COLUMN, /* downward */
};

/* A zone of a game. Where its cards lie in the state is said by one of `set`, `card` and `row`, an
 * `offsetof` into struct state: a value for each seat, or a single one for the middle. From this
 * the engine moves them (rules.h), clears them for a new hand and shows them in views. */
struct zone_type {
    const char *name; /* as in records */
    enum whose whose;
    enum faces seen;
    enum lie lie;
    int most;       /* cards in a usual game: the room that they need */
    uint16_t set;   /* of `cards` */
    uint16_t card;  /* of one rank, uint8_t, 0 for none */
    uint16_t row;   /* of ranks in order, uint8_t[room] each, oldest first, */
    uint16_t size;  /* and of how many these are, uint8_t */
    uint16_t room;  /* in each row */
    uint16_t trail; /* of a struct trail, if it must follow the cards that come and go */
    bool ordered;   /* in order though the table has no row: the game itself shows it */
    bool sparse;    /* is no part of a view where no card lies */
    bool special;   /* the view of the game itself shows it, and not always or not as a whole */
};

/* A number in a game's views. */
struct label {
    const char *name, *brief; /* the second where there is little room; NULL: the first */
    enum whose whose;
    bool rank; /* it is a rank, of which several may be shown at once */
};

/* What all seats together come to at the end of every game of a setup, counted as for learning:
 * chips won, or 1 for who has won and -1 for who has lost. */
enum returns {
    RETURNS_VARY, /* not always the same: some chips may be left in the pot, several may win */
    RETURNS_EVEN, /* chips of which none are left in the pot: what one loses another wins */
    RETURNS_ONE_WINS,
    RETURNS_ONE_LOSES,
    RETURNS_ALIKE, /* all win together, or none */
};

/* What stands beside a game's name in a list with pictures. */
struct look {
    uint32_t colour;    /* 0xRRGGBB, dark enough for white lines on it */
    const char *emblem; /* a path of SVG, to be drawn as lines in a square of 24 by 24 */
};

struct game {
    /* Facts, for lists and front ends. */
    const char *name;    /* as in the file's name, the record and the command */
    const char *aliases; /* other names that work, separated by blanks, or NULL */
    const char *title;   /* for people */
    const char *summary; /* one line */
    const char *goal;  /* one short line that stays in sight, written as a rulebook: the first block
                          whose conditions hold. "{target} points lose: low is good." */
    const char *rules; /* what players read, see rulebook.h; NULL if it stands in texts/ */
    const char *const *rulings; /* what was decided where the book is silent: a sentence each, with
                                   its number on the rules page, as a rulebook; ends with NULL */
    enum kind kind;
    int players_min, players_max;
    int best_with;  /* so many play where nobody says, or as near as the options allow */
    int decisions;  /* in a usual game of random players, as `pairs sim` measures it */
    int difficulty; /* to learn it: 1 easy, 2 middling, 3 demanding */
    struct look look;
    bool chips;         /* counts chips rather than points, with the default options */
    bool bank;          /* chips come from a bank that is no seat, and go there */
    bool hidden;        /* some seat may know cards that another does not */
    const char *counts; /* what its scores are instead of points, for one and for several:
                           "wound|wounds"; or NULL */
    bool low_wins;      /* fewer of them are better */
    bool rounds;        /* its hands are called rounds */
    bool button;        /* nobody deals: the head's dealer is whoever has the button */
    int pairing; /* the zone, of a seat or of all, in which a second card of a rank hurts; or 0 */
    struct {
        int each, besides; /* cards for each player, and more */
        bool ends;         /* whether pairs come or not: no rank needs so many cards for that */
    } custom;              /* what a custom deck must have; nothing: the rules need the usual one */

    /* Tables; each ends with zeros. */
    const struct option *options;
    const struct preset *presets;
    const struct verb *verbs;
    const char *const *places;     /* where cards are dealt besides seats and `burn` */
    const struct zone_type *zones; /* where cards lie besides deck and discards */
    const struct label *labels;    /* of the numbers in its views; NULL if it shows none */
    const char *const *sentences;  /* for event.say, from 1, ends with NULL; see event_text */
    const struct example *examples;

    /* Rules. `size` is sizeof(struct state). */
    size_t size;

    /* The first moment: the head is filled in, the rest is zero. Leaves the state waiting. */
    void (*start)(struct state *s, struct log *log);

    /* All decisions of a seat in turn, upward and without repetition; returns how many, at least 1.
     * The room is ACTIONS_MAX. */
    int (*legal)(const struct state *s, int seat, action out[]);

    /* Carries out a legal decision, with everything that follows up to the next wait. Where several
     * seats decide at once, each is taken off turn.seats when its choice is in. */
    void (*apply)(struct state *s, int seat, action a, struct log *log);

    /* The card that was due has come. It has left its pile; the game puts it somewhere. Burned
     * cards never get here. NULL if the game deals none. */
    void (*deal)(struct state *s, int c, struct log *log);

    /* The lot that was due has fallen on a seat. NULL if the game draws none. */
    void (*lot)(struct state *s, int seat, struct log *log);

    /* Optional: adds special zones, and numbers. The engine has filled in everything that is in the
     * head and in the table of zones. */
    void (*view)(const struct state *s, struct view *v);

    /* Optional: what a legal decision would do just now, as an event whose `say` is a sentence of
     * the table for whoever decides: "Take the {cards} of {other} and score {number}." Besides what
     * an event has, {first} and {second} are the arguments. Of kind EVENT_POINTS, `number` is what
     * whoever decides then scores for certain, of EVENT_PAY what they pay (less than 0: get): see
     * action_figure. Zero: what its verb always means. */
    struct event (*means)(const struct view *v, action a);

    /* Optional: whether options and players go together, beyond the limits in the table. */
    bool (*check)(const struct setup *u, struct error *e);

    /* Optional: what the returns of a finished setup come to; NULL: they vary. */
    enum returns (*returns)(const struct setup *u);

    /* Optional, but required if `hidden`: deals again all cards that the seat cannot know, so that
     * its view stays the same and every arrangement that fits what it has seen is possible. Burned
     * cards are the engine's affair. */
    void (*reshuffle)(struct state *s, int seat, struct rng *r);

    /* Optional, where decisions make claims: whether a legal decision of the seat claims what is
     * not so, from what its view shows. */
    bool (*lie)(const struct view *v, action a);

    /* Optional, for bots that look ahead at everything: makes of `s`, in the middle of a hand, a
     * simpler state that is worth the same, so that many become one. Whose turn it is and the legal
     * decisions stay; whatever is done from then on has the same chances of the same scores when
     * the hand is over. All else may go: cards that make no difference may become one rank, numbers
     * that cannot matter may be any, and a view of it may be nonsense. Burned cards are the
     * engine's affair. */
    void (*simplify)(struct state *s);

    /* Optional: a rule of thumb for the seat, from what its view shows. */
    action (*hint)(const struct view *v, struct rng *r);
};

/* All games, in the order of the list; ends with NULL. */
extern const struct game *const all_games[];

/* The head of any state: a struct can be reached through its first member (C17 6.7.2.1). */
static inline struct head *game_head(struct state *s)
{
    return (struct head *)s;
}

static inline const struct head *game_look(const struct state *s)
{
    return (const struct head *)s;
}

/* Makes `s` (game->size bytes of the caller's) the first state of a finished setup. */
void game_start(const struct setup *u, struct state *s, struct log *log);

/* Whether the scores of a finished setup will be chips. */
bool game_counts_chips(const struct setup *u);

static inline struct turn game_turn(const struct state *s)
{
    return game_look(s)->turn;
}

static inline int game_legal(const struct game *game, const struct state *s, int seat,
                             action out[ACTIONS_MAX])
{
    return game->legal(s, seat, out);
}

/* The event that a seat has decided, part of game_apply. */
void game_decided(const struct game *game, int seat, action a, struct log *log);

/* `a` must be legal for the seat. */
static inline void game_apply(const struct game *game, struct state *s, int seat, action a,
                              struct log *log)
{
    if (log)
        game_decided(game, seat, a, log);
    game->apply(s, seat, a, log);
}

/* The pile that the card comes from that is due. */
static inline const struct pile *game_source(const struct state *s)
{
    const struct head *h = game_look(s);
    return &h->pile[h->turn.from];
}

/* A burned card, part of game_deal. */
void game_burn(struct state *s, int c, struct log *log);

/* `c` must be in game_source. */
static inline void game_deal(const struct game *game, struct state *s, int c, struct log *log)
{
    struct head *h = game_head(s);
    pile_take(&h->pile[h->turn.from], c);
    if (h->turn.place == PLACE_BURN)
        game_burn(s, c, log);
    else
        game->deal(s, c, log);
}

static inline void game_lot(const struct game *game, struct state *s, int seat, struct log *log)
{
    game->lot(s, seat, log);
}

/* Carries out a decision, a card or a lot that is possible now. */
static inline void game_step(const struct game *game, struct state *s, struct step step,
                             struct log *log)
{
    if (step.kind == TURN_SEATS)
        game_apply(game, s, step.who, step.what, log);
    else if (step.kind == TURN_DECK)
        game_deal(game, s, (int)step.what, log);
    else
        game_lot(game, s, step.who, log);
}

/* One of the seats, each equally likely; at least one is there. */
int seats_pick(seats all, struct rng *r);

/* Draws the card or the lot that is due; one of them is. */
static inline struct step game_chance(const struct state *s, struct rng *r)
{
    struct turn t = game_turn(s);
    if (t.kind == TURN_LOT)
        return (struct step){.kind = TURN_LOT, .who = (uint8_t)seats_pick(t.seats, r)};
    const struct pile *p = game_source(s);
    int c = pile_pick(p, rng_below(r, pile_size(p)));
    return (struct step){.kind = TURN_DECK, .who = t.place, .what = (action)c};
}

/* One of the cards or lots that can come, and how likely it is. */
struct chance {
    struct step step;
    double likely;
};

enum { CHANCES_MAX = RANKS };
_Static_assert((int)PLAYERS_MAX <= (int)CHANCES_MAX, "there is room for a lot");

/* All that game_chance can draw, upward; returns how many, 0 where neither card nor lot is due. */
int game_chances(const struct state *s, struct chance out[CHANCES_MAX]);

/* Whether the hand of that number is over: another has begun, or the game has ended. */
static inline bool game_hand_over(const struct state *s, unsigned hand)
{
    const struct head *h = game_look(s);
    return h->turn.kind == TURN_OVER || h->hand != hand;
}

/* The scores at the end of the hand of that number, of which nothing is paid for the next; while it
 * goes on, as they stand. */
static inline const int32_t *game_hand_scores(const struct state *s, unsigned hand)
{
    const struct head *h = game_look(s);
    return game_hand_over(s, hand) ? h->settled : h->score;
}

/* Whether a seat has won a game that is over. Where the rules name only who loses, all others have;
 * but playing for chips nobody who has no more of them. */
static inline bool game_won(const struct head *h, int seat)
{
    return h->winners ? seats_has(h->winners, seat)
                      : !h->chips && h->losers && !seats_has(h->losers, seat);
}

/* Makes of `s` a state that the seat cannot tell from it: all that it does not know is dealt again.
 */
void game_imagine(const struct game *game, struct state *s, int seat, struct rng *r);

/* Fills in what `looks` (a seat, NOBODY or EVERYTHING) may see. */
void game_view(const struct game *game, const struct state *s, int looks, struct view *v);

/* The same for hints, faster: the faces of cards without order are there as sets only (view_faces),
 * not one by one. */
void game_glance(const struct game *game, const struct state *s, int looks, struct view *v);

/* Adds the zones and numbers to a view in which all else is filled in. */
void game_show(const struct game *game, const struct state *s, struct view *v);

/* Names of places and zones, as in records. A seat's place is its letter. */
const char *game_place_name(const struct game *game, int place);
const char *game_zone_name(const struct game *game, int zone);

/* How many zones and numbers the game's own tables have. */
int game_zone_count(const struct game *game);
int game_label_count(const struct game *game);

static inline bool zone_type_ordered(const struct zone_type *z)
{
    return z->row || z->ordered;
}

/* Where the cards of a zone lie in the state, by `set`, `card`, `row` or `size` of its type. */
static inline void *zone_field(struct state *s, unsigned offset)
{
    return (char *)s + offset;
}

static inline const void *zone_field_seen(const struct state *s, unsigned offset)
{
    return (const char *)s + offset;
}

/* The seats that see the faces of the cards which somebody, or nobody, has in a zone. */
static inline seats zone_seen(const struct zone_type *z, int owner, bool over)
{
    if (z->seen == SEEN_BY_ALL || (z->seen == SEEN_AT_END && over))
        return EVERYBODY;
    return z->seen == SEEN_BY_NONE || owner >= PLAYERS_MAX ? 0 : seat_bit(owner);
}

/* What whoever is the head's dealer is called: "dealer" or "button". */
const char *game_dealer_name(const struct game *game);

/* The word for a kind of game: "press your luck". */
const char *game_kind_name(enum kind kind);

#endif
