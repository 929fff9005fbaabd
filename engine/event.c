#include "engine/event.h"

#include "engine/game.h"

#include <string.h>

/* The plain sentence for an event that has none of its own; SILENT: not worth words. */
enum plain {
    SILENT,
    TELL_HAND,
    TELL_ROUND,
    TELL_SHUFFLE,
    TELL_CHOICE,
    TELL_DRAWN,
    TELL_CHOSEN,
    TELL_CHOSEN_EACH,
    TELL_TURNED,
    TELL_TURNED_SEVERAL,
    TELL_DEALT,
    TELL_DEALT_EACH,
    TELL_SHOWN,
    TELL_FROM_POT,
    TELL_TO_POT,
    TELL_TO_POT_EACH,
    TELL_PAID,
    TELL_POINTS,
    TELL_OUT,
    TELL_TOTAL,
    TELL_OVER,
    TELL_POT,
    TELL_CARD,
    TELL_CARDS,
    TELL_CHIPS,
    TELL_POINTS_UNIT,
    TELL_ALL,
    TELL_OTHERS,
    TELL_AND
};

const char *const event_sentences[] = {
    [SILENT] = "",
    [TELL_HAND] = "Hand {number} begins.",
    [TELL_ROUND] = "Round {number} begins.",
    [TELL_SHUFFLE] = "The discards are shuffled into the deck.",
    [TELL_CHOICE] = "{seat}: {choice}[; {seat}: {choice}].",
    [TELL_DRAWN] = "{seat}: {choice}[, gets {cards}].",
    [TELL_CHOSEN] = "{seat} has chosen.",
    [TELL_CHOSEN_EACH] = "{seats} have chosen.",
    [TELL_TURNED] = "{cards} is turned up.",
    [TELL_TURNED_SEVERAL] = "{cards} are turned up.",
    [TELL_DEALT] = "{seat} gets {cards}[, {seat} {cards}].",
    [TELL_DEALT_EACH] = "{seats} get {cards} each.",
    [TELL_SHOWN] = "{seat} shows {cards}[, {seat} {cards}].",
    [TELL_FROM_POT] = "{other} gets {number} from the pot[, {other} {number}].",
    [TELL_TO_POT] = "{seat} pays {number} into the pot[, {seat} {number}].",
    [TELL_TO_POT_EACH] = "{seats} pay {number} each into the pot.",
    [TELL_PAID] = "{seat} pays {number} to {other}[, {seat} {number} to {other}].",
    [TELL_POINTS] = "{seat} scores {number}[, {seat} {number}].",
    [TELL_OUT] = "{seat} is out.",
    [TELL_TOTAL] = "{seat} stands at {score}[, {seat} at {score}].",
    [TELL_OVER] = "The game is over.",
    [TELL_POT] = "the pot",
    [TELL_CARD] = "a card",
    [TELL_CARDS] = "cards",
    [TELL_CHIPS] = "chip|chips",
    [TELL_POINTS_UNIT] = "point|points",
    [TELL_ALL] = "All",
    [TELL_OTHERS] = "The others",
    [TELL_AND] = " and ",
    NULL,
};

struct event event_redact(const struct event *e, int looks)
{
    struct event known = *e;
    bool seen = looks == EVERYTHING || e->seen == EVERYBODY ||
                (looks < PLAYERS_MAX && (e->seen >> looks & 1));
    known.seen = seen ? EVERYBODY : 0;
    if (!seen) {
        known.cards = 0;
        known.choice = 0;
    }
    return known;
}

bool event_same(const struct event *a, const struct event *b)
{
    return a->cards == b->cards && a->number == b->number && a->choice == b->choice &&
           a->kind == b->kind && a->say == b->say && a->seat == b->seat && a->other == b->other &&
           a->from.zone == b->from.zone && a->from.owner == b->from.owner &&
           a->to.zone == b->to.zone && a->to.owner == b->to.owner && a->seen == b->seen &&
           a->count == b->count;
}

bool event_joins(const struct event *a, const struct event *b)
{
    enum { TOGETHER = 15 }; /* as many of a rank as a set can hold */
    return a->kind == EVENT_MOVE && b->kind == EVENT_MOVE && !a->say && !b->say &&
           a->seat == b->seat && a->seen == b->seen && a->from.zone == b->from.zone &&
           a->from.owner == b->from.owner && a->to.zone == b->to.zone &&
           a->to.owner == b->to.owner && a->count + b->count <= TOGETHER;
}

void event_join(struct event *a, const struct event *b)
{
    a->cards += b->cards;
    a->count = (uint8_t)(a->count + b->count);
}

/* Whole hands of more cards are told in a line each. */
enum { LISTED_CARDS = 4 };

/* Everything that a sentence can name. */
struct teller {
    struct text *out;
    const struct game *game;
    const struct event *e; /* redacted */
    int count;             /* how many of them */
    int looks;
    const struct names *names;
    const struct language *language;
};

static const char *in_words(const struct teller *w, const char *english)
{
    return language_text(w->language, english);
}

static bool is(const char *at, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(at, word, size) == 0;
}

static void add_name(struct text *out, const struct names *names, int seat)
{
    if (names && names->seat[seat] && names->seat[seat][0])
        text_words(out, names->seat[seat]);
    else
        text_put(out, &"ABCDEFGH"[seat], 1);
}

static void tell_seat(const struct teller *w, int seat)
{
    if (seat == NOBODY)
        text_words(w->out, in_words(w, event_sentences[TELL_POT]));
    else
        add_name(w->out, w->names, seat);
}

/* The seats of all events: who they are, or that they are all, or all others. */
static void tell_seats(const struct teller *w)
{
    unsigned some = 0, all = w->names ? (1u << w->names->players) - 1 : 0;
    for (int i = 0; i < w->count; i++)
        some |= 1u << w->e[i].seat;
    bool others = w->looks < PLAYERS_MAX && (some | 1u << w->looks) == all;
    if (some == all || others) {
        text_words(w->out, in_words(w, event_sentences[some == all ? TELL_ALL : TELL_OTHERS]));
        return;
    }
    for (int i = 0; i < w->count; i++) {
        const char *between = i + 1 < w->count ? ", " : in_words(w, event_sentences[TELL_AND]);
        text_words(w->out, i ? between : "");
        tell_seat(w, w->e[i].seat);
    }
}

static void tell_cards(const struct teller *w)
{
    if (!w->e->seen) {
        if (w->e->count == 1)
            text_words(w->out, in_words(w, event_sentences[TELL_CARD]));
        else
            text_add(w->out, "%d %s", w->e->count, in_words(w, event_sentences[TELL_CARDS]));
        return;
    }
    const char *between = "";
    for (int c = cards_next(w->e->cards, 0); c; c = cards_next(w->e->cards, c))
        for (int i = cards_count(w->e->cards, c); i > 0; i--) {
            text_words(w->out, between);
            text_number(w->out, c);
            between = " ";
        }
}

const char *event_zone(const struct game *game, int zone, const struct language *l)
{
    const char *name = game_zone_name(game, zone), *own = language_in(l, game->name, name);
    return own == name ? language_text(l, name) : own;
}

static void tell_zone(const struct teller *w, struct spot at)
{
    text_words(w->out, event_zone(w->game, at.zone, w->language));
}

void action_pattern(struct text *out, const struct verb *v)
{
    static const char *const argument[][2] = {
        [NO_ARGUMENT] = {"", ""},
        [RANK_ARGUMENT] = {" {rank}", " {second}"},
        [SEAT_ARGUMENT] = {" {seat}", " ({seat})"},
        [NUMBER_ARGUMENT] = {" {number}", ""},
    };
    text_add(out, "%s%s%s", v->word, argument[v->argument[0]][0], argument[v->argument[1]][1]);
}

static void add_argument(struct text *out, action a, const char *part, size_t size,
                         const struct verb *v, const struct names *names)
{
    if (is(part, size, "seat"))
        add_name(out, names, v->argument[0] == SEAT_ARGUMENT ? action_first(a) : action_second(a));
    else if (is(part, size, "second"))
        text_number(out, action_second(a));
    else
        text_number(out, action_first(a));
}

void action_words(struct text *out, const struct game *game, action a, const struct names *names,
                  const struct language *l)
{
    const struct verb *v = &game->verbs[action_verb(a)];
    struct text pattern = {0};
    action_pattern(&pattern, v);
    const char *at = language_in(l, game->name, text_of(&pattern));
    const char *open, *close;
    while ((open = strchr(at, '{')) && (close = strchr(open, '}'))) {
        text_put(out, at, (size_t)(open - at));
        add_argument(out, a, open + 1, (size_t)(close - open - 1), v, names);
        at = close + 1;
    }
    text_words(out, at);
    out->failed |= pattern.failed;
    text_free(&pattern);
}

static void tell_choice(const struct teller *w)
{
    action_words(w->out, w->game, w->e->choice, w->names, w->language);
}

static void tell_argument(const struct teller *w, int which)
{
    action a = w->e->choice;
    int value = which ? action_second(a) : action_first(a);
    if (w->game->verbs[action_verb(a)].argument[which] == SEAT_ARGUMENT)
        tell_seat(w, value);
    else
        text_number(w->out, value);
}

/* Adds one of two forms, "chip|chips": the first for 1, the second for any other number. */
static void add_form(struct text *out, const char *forms, size_t size, int32_t number)
{
    size_t first = strcspn(forms, "|");
    if (number == 1)
        text_put(out, forms, first);
    else
        text_put(out, forms + first + 1, size - first - 1);
}

void score_text(struct text *out, int32_t score, enum score_form form, const struct names *names,
                const struct language *l)
{
    int32_t won = names->stack ? score : 0, shown = names->chips ? names->stack + score : score;
    text_number(out, shown);
    if (form == SCORE_FULL || (form == SCORE_TOLD && names->chips)) {
        const char *unit = event_sentences[names->chips ? TELL_CHIPS : TELL_POINTS_UNIT];
        const char *forms = language_text(l, unit);
        text_put(out, " ", 1);
        add_form(out, forms, strlen(forms), shown);
    }
    if (form != SCORE_BARE && names->chips && won)
        text_add(out, " (%+d)", won);
}

static void tell_score(const struct teller *w)
{
    if (w->names)
        score_text(w->out, w->e->number, SCORE_TOLD, w->names, w->language);
    else
        text_number(w->out, w->e->number);
}

static void tell_part(const struct teller *w, const char *part, size_t size)
{
    if (is(part, size, "seat"))
        tell_seat(w, w->e->seat);
    else if (is(part, size, "seats"))
        tell_seats(w);
    else if (is(part, size, "other"))
        tell_seat(w, w->e->other);
    else if (is(part, size, "number"))
        text_number(w->out, w->e->number);
    else if (is(part, size, "score"))
        tell_score(w);
    else if (is(part, size, "cards"))
        tell_cards(w);
    else if (is(part, size, "from"))
        tell_zone(w, w->e->from);
    else if (is(part, size, "to"))
        tell_zone(w, w->e->to);
    else if (is(part, size, "choice"))
        tell_choice(w);
    else if (is(part, size, "first"))
        tell_argument(w, 0);
    else if (is(part, size, "second"))
        tell_argument(w, 1);
    else if (memchr(part, '|', size))
        add_form(w->out, part, size, w->e->number);
    else
        text_add(w->out, "{%.*s}", (int)size, part);
}

/* Writes a part of a sentence in which {seat}, {other}, {number}, {score}, {cards}, {from}, {to}
 * and {choice} stand for what the event carries, {first} and {second} for the arguments of the
 * choice, and {card|cards} for the word that suits the number. */
static void tell_span(const struct teller *w, const char *at, const char *end)
{
    const char *open, *close;
    while ((open = memchr(at, '{', (size_t)(end - at))) &&
           (close = memchr(open, '}', (size_t)(end - open)))) {
        text_put(w->out, at, (size_t)(open - at));
        tell_part(w, open + 1, (size_t)(close - open - 1));
        at = close + 1;
    }
    text_put(w->out, at, (size_t)(end - at));
}

/* Writes a sentence; what stands in [ ] is said of each event after the first. */
static void tell(const struct teller *w, const char *sentence)
{
    const char *at = in_words(w, sentence), *end = at + strlen(at);
    const char *open = strchr(at, '['), *close = open ? strchr(open, ']') : NULL;
    tell_span(w, at, close ? open : end);
    if (!close)
        return;
    for (int i = 1; i < w->count; i++) {
        struct teller one = *w;
        one.e = &w->e[i];
        tell_span(&one, open + 1, close);
    }
    tell_span(w, close + 1, end);
}

static enum plain plain(const struct game *game, const struct event *e)
{
    switch ((enum event_kind)e->kind) {
    case EVENT_HAND:
        return game->rounds ? TELL_ROUND : TELL_HAND;
    case EVENT_SHUFFLE:
        return TELL_SHUFFLE;
    case EVENT_DECIDE:
        return e->seen ? TELL_CHOICE : TELL_CHOSEN;
    case EVENT_MOVE:
        if (e->from.zone != ZONE_DECK || e->to.zone == ZONE_DISCARDS)
            return SILENT;
        if (e->to.owner != NOBODY)
            return TELL_DEALT;
        return e->count == 1 ? TELL_TURNED : TELL_TURNED_SEVERAL;
    case EVENT_SHOW:
        return TELL_SHOWN;
    case EVENT_PAY:
        return e->seat == NOBODY ? TELL_FROM_POT : e->other == NOBODY ? TELL_TO_POT : TELL_PAID;
    case EVENT_POINTS:
        return TELL_POINTS;
    case EVENT_OUT:
        return TELL_OUT;
    case EVENT_TOTAL:
        return TELL_TOTAL;
    case EVENT_OVER:
        return TELL_OVER;
    case EVENT_GATHER:
    case EVENT_NOTE:
        break;
    }
    return SILENT;
}

/* How to say it of several seats of which all else is the same; SILENT: there is no such way. Faces
 * that can be seen are told one by one. */
static enum plain plain_each(const struct game *game, const struct event *e)
{
    switch (plain(game, e)) {
    case TELL_CHOSEN:
        return TELL_CHOSEN_EACH;
    case TELL_DEALT:
        return e->seen ? SILENT : TELL_DEALT_EACH;
    case TELL_TO_POT:
        return TELL_TO_POT_EACH;
    default:
        return SILENT;
    }
}

static const char *sentence_of(const struct game *game, const struct event *e)
{
    return e->say ? game->sentences[e->say] : event_sentences[plain(game, e)];
}

/* The sentence for each of several seats, all alike but for who they are; empty if there is none.
 */
static const char *sentence_each(const struct game *game, const struct event e[], int count)
{
    for (int i = 1; i < count; i++)
        if (e[i].number != e->number || e[i].count != e->count || e->say)
            return "";
    return event_sentences[count > 1 ? plain_each(game, e) : SILENT];
}

/* Whether the second is the card that the decision of the first brought. */
static bool draws(const struct game *game, const struct event e[2])
{
    return e->kind == EVENT_DECIDE && e->seen && e[1].kind == EVENT_MOVE && !e[1].say &&
           plain(game, &e[1]) == TELL_DEALT && e[1].seat == e->seat;
}

bool event_joins_sentence(const struct game *game, const struct event *a, const struct event *b,
                          int looks)
{
    const struct event e[] = {event_redact(a, looks), event_redact(b, looks)};
    if (draws(game, e))
        return true;
    if (e->kind != e[1].kind || e->say != e[1].say || e->seen != e[1].seen)
        return false;
    bool same_seat = e->seat == e[1].seat && e->other == e[1].other;
    bool same_zones = e->from.zone == e[1].from.zone && e->to.zone == e[1].to.zone;
    if (!e->say && (same_seat || !same_zones))
        return false;
    bool lists = cards_size(e->cards) <= LISTED_CARDS && cards_size(e[1].cards) <= LISTED_CARDS &&
                 strchr(sentence_of(game, e), '[');
    return lists || *sentence_each(game, e, 2);
}

void events_text(struct text *out, const struct game *game, const struct event e[], int count,
                 int looks, const struct names *names, const struct language *l)
{
    struct event known[SENTENCE_EVENTS];
    assert(count > 0 && count <= SENTENCE_EVENTS);
    for (int i = 0; i < count; i++)
        known[i] = event_redact(&e[i], looks);
    struct teller w = {out, game, known, count, looks, names, l};
    const char *sentence = sentence_each(game, known, count);
    if (count == 2 && draws(game, known))
        sentence = event_sentences[TELL_DRAWN];
    if (!*sentence)
        sentence = sentence_of(game, known);
    if (*sentence)
        tell(&w, sentence);
}

void event_text(struct text *out, const struct game *game, const struct event *e, int looks,
                const struct names *names, const struct language *l)
{
    events_text(out, game, e, 1, looks, names, l);
}

void action_means(struct text *out, const struct view *v, action a, const struct names *names,
                  const struct language *l)
{
    const struct game *game = v->game;
    struct event e = game->means ? game->means(v, a) : (struct event){0};
    const char *sentence = e.say ? game->sentences[e.say] : game->verbs[action_verb(a)].means;
    struct teller w = {out, game, &e, 1, v->looks, names, l};
    e.seen = EVERYBODY;
    e.choice = a;
    if (sentence)
        tell(&w, sentence);
}
