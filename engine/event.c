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
    TELL_CHOSEN,
    TELL_TURNED,
    TELL_TURNED_SEVERAL,
    TELL_DEALT,
    TELL_SHOWN,
    TELL_FROM_POT,
    TELL_TO_POT,
    TELL_PAID,
    TELL_POINTS,
    TELL_OUT,
    TELL_TOTAL,
    TELL_OVER,
    TELL_POT,
    TELL_CARD,
    TELL_CARDS,
    TELL_CHIPS,
    TELL_POINTS_UNIT
};

const char *const event_sentences[] = {
    [SILENT] = "",
    [TELL_HAND] = "Hand {number} begins.",
    [TELL_ROUND] = "Round {number} begins.",
    [TELL_SHUFFLE] = "The discards are shuffled into the deck.",
    [TELL_CHOICE] = "{seat}: {choice}.",
    [TELL_CHOSEN] = "{seat} has chosen.",
    [TELL_TURNED] = "{cards} is turned up.",
    [TELL_TURNED_SEVERAL] = "{cards} are turned up.",
    [TELL_DEALT] = "{seat} gets {cards}.",
    [TELL_SHOWN] = "{seat} shows {cards}.",
    [TELL_FROM_POT] = "{other} gets {number} from the pot.",
    [TELL_TO_POT] = "{seat} pays {number} into the pot.",
    [TELL_PAID] = "{seat} pays {number} to {other}.",
    [TELL_POINTS] = "{seat} scores {number}.",
    [TELL_OUT] = "{seat} is out.",
    [TELL_TOTAL] = "{seat} stands at {score}.",
    [TELL_OVER] = "The game is over.",
    [TELL_POT] = "the pot",
    [TELL_CARD] = "a card",
    [TELL_CARDS] = "cards",
    [TELL_CHIPS] = "chip|chips",
    [TELL_POINTS_UNIT] = "point|points",
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

/* Everything that a sentence can name. */
struct teller {
    struct text *out;
    const struct game *game;
    const struct event *e; /* redacted */
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
        text_add(out, "%s", names->seat[seat]);
    else
        text_add(out, "%c", 'A' + seat);
}

static void tell_seat(const struct teller *w, int seat)
{
    if (seat == NOBODY)
        text_add(w->out, "%s", in_words(w, event_sentences[TELL_POT]));
    else
        add_name(w->out, w->names, seat);
}

static void tell_cards(const struct teller *w)
{
    if (!w->e->seen) {
        if (w->e->count == 1)
            text_add(w->out, "%s", in_words(w, event_sentences[TELL_CARD]));
        else
            text_add(w->out, "%d %s", w->e->count, in_words(w, event_sentences[TELL_CARDS]));
        return;
    }
    const char *between = "";
    for (int c = cards_next(w->e->cards, 0); c; c = cards_next(w->e->cards, c))
        for (int i = cards_count(w->e->cards, c); i > 0; i--) {
            text_add(w->out, "%s%d", between, c);
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
    text_add(w->out, "%s", event_zone(w->game, at.zone, w->language));
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
        text_add(out, "%d", action_second(a));
    else
        text_add(out, "%d", action_first(a));
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
        text_add(out, "%.*s", (int)(open - at), at);
        add_argument(out, a, open + 1, (size_t)(close - open - 1), v, names);
        at = close + 1;
    }
    text_add(out, "%s", at);
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
        text_add(w->out, "%d", value);
}

/* Adds one of two forms, "chip|chips": the first for 1, the second for any other number. */
static void add_form(struct text *out, const char *forms, size_t size, int32_t number)
{
    int first = (int)strcspn(forms, "|");
    if (number == 1)
        text_add(out, "%.*s", first, forms);
    else
        text_add(out, "%.*s", (int)size - first - 1, forms + first + 1);
}

void score_text(struct text *out, int32_t score, enum score_form form, const struct names *names,
                const struct language *l)
{
    int32_t won = names->stack ? score : 0, shown = names->chips ? names->stack + score : score;
    text_add(out, "%d", shown);
    if (form == SCORE_FULL || (form == SCORE_TOLD && names->chips)) {
        const char *unit = event_sentences[names->chips ? TELL_CHIPS : TELL_POINTS_UNIT];
        const char *forms = language_text(l, unit);
        text_add(out, " ");
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
        text_add(w->out, "%d", w->e->number);
}

static void tell_part(const struct teller *w, const char *part, size_t size)
{
    if (is(part, size, "seat"))
        tell_seat(w, w->e->seat);
    else if (is(part, size, "other"))
        tell_seat(w, w->e->other);
    else if (is(part, size, "number"))
        text_add(w->out, "%d", w->e->number);
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

/* Writes a sentence in which {seat}, {other}, {number}, {score}, {cards}, {from}, {to} and {choice}
 * stand for what the event carries, {first} and {second} for the arguments of the choice, and
 * {card|cards} for the word that suits the number. */
static void tell(const struct teller *w, const char *sentence)
{
    const char *at = in_words(w, sentence);
    const char *open, *close;
    while ((open = strchr(at, '{')) && (close = strchr(open, '}'))) {
        text_add(w->out, "%.*s", (int)(open - at), at);
        tell_part(w, open + 1, (size_t)(close - open - 1));
        at = close + 1;
    }
    text_add(w->out, "%s", at);
}

static enum plain plain(const struct teller *w)
{
    const struct event *e = w->e;
    switch ((enum event_kind)e->kind) {
    case EVENT_HAND:
        return w->game->rounds ? TELL_ROUND : TELL_HAND;
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

void event_text(struct text *out, const struct game *game, const struct event *e, int looks,
                const struct names *names, const struct language *l)
{
    struct event known = event_redact(e, looks);
    struct teller w = {out, game, &known, names, l};
    const char *sentence = e->say ? game->sentences[e->say] : event_sentences[plain(&w)];
    if (*sentence)
        tell(&w, sentence);
}

void action_means(struct text *out, const struct view *v, action a, const struct names *names,
                  const struct language *l)
{
    const struct game *game = v->game;
    struct event e = game->means ? game->means(v, a) : (struct event){0};
    const char *sentence = e.say ? game->sentences[e.say] : game->verbs[action_verb(a)].means;
    struct teller w = {out, game, &e, names, l};
    e.seen = EVERYBODY;
    e.choice = a;
    if (sentence)
        tell(&w, sentence);
}
