/* What happened, in words. */
#include "engine/event.h"

#include "engine/game.h"
#include "engine/plain.h"

#include <string.h>

/* Everything that a sentence can name. */
struct teller {
    struct text *out;
    const struct game *game;
    const struct event *e; /* redacted */
    int count;             /* how many of them */
    int looks;
    const struct names *names;
    const struct language *language;
    size_t begin;     /* where the sentence begins; SIZE_MAX: it is none */
    bool you;         /* the subject named last is the one who looks */
    int known;        /* how many arguments of the choice are, */
    const char *dots; /* and what stands for the others */
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

/* Adds one of two forms, "chip|chips" or "pay/pays". */
static void add_either(struct text *out, const char *forms, size_t size, char between, bool first)
{
    size_t half = (size_t)((const char *)memchr(forms, between, size) - forms);
    if (first)
        text_put(out, forms, half);
    else
        text_put(out, forms + half + 1, size - half - 1);
}

/* The first for 1, the second for any other number. */
static void add_form(struct text *out, const char *forms, size_t size, int32_t number)
{
    add_either(out, forms, size, '|', number == 1);
}

/* What stands before the next word of a sentence: a blank where it is the first or begins another
 * one, or else the last sign that is no blank; in what is no sentence, any sign. */
static char sign_before(const struct teller *w)
{
    size_t at = w->out->size;
    if (at < w->begin)
        return ',';
    while (at > w->begin && w->out->at[at - 1] == ' ')
        at--;
    return at == w->begin || strchr(".!?", w->out->at[at - 1]) ? ' ' : w->out->at[at - 1];
}

static bool is_you(const struct teller *w, int seat)
{
    return seat == w->looks && seat < PLAYERS_MAX;
}

/* A seat that is no subject. */
static void tell_name(const struct teller *w, int seat)
{
    if (seat == NOBODY)
        text_words(w->out, in_words(w, event_sentences[TELL_POT]));
    else
        add_name(w->out, w->names, seat);
}

/* At the beginning of a sentence, within it, or after a colon, where not all languages agree. */
static void tell_you(const struct teller *w)
{
    const char *you = in_words(w, event_sentences[TELL_YOU]);
    char before = sign_before(w);
    for (int form = before == ' ' ? 0 : before == ':' ? 2 : 1; form > 0; form--)
        you += strcspn(you, "|") + 1;
    text_put(w->out, you, strcspn(you, "|"));
}

/* A seat of which something is said. */
static void tell_seat(struct teller *w, int seat)
{
    w->you = is_you(w, seat);
    if (w->you)
        tell_you(w);
    else
        tell_name(w, seat);
}

/* German declines who is called like a king, from "Dachs der Jüngere", "Elster die Dritte": puts in
 * the article of a he or of a she. False if the name that begins at `from` is none of those. */
static bool decline(struct text *out, size_t from, const char *he, const char *she)
{
    char *name = out->size > from ? out->at + from : "", *die = strstr(name, " die ");
    char *article = die ? die : strstr(name, " der ");
    const char *put = die ? she : he, *end = name + strlen(name) - 2;
    if (!article || (strcmp(end, "re") != 0 && strcmp(end, "te") != 0))
        return false;
    memcpy(article, put, strlen(put));
    text_words(out, strcmp(put, " die") == 0 ? "" : "n");
    return true;
}

/* What the name that begins at `from` ends with if it owns something. German has no letter after an
 * s: "Dachs' Karten", but "Dachs des Jüngeren Karten". */
static void tell_genitive(const struct teller *w, size_t from)
{
    const char *ending = in_words(w, event_sentences[TELL_OF]);
    bool german = *ending != '\'' && w->out->size > from;
    if (!german || !decline(w->out, from, " des", " der"))
        text_words(w->out, german && strchr("sxz", w->out->at[w->out->size - 1]) ? "'" : ending);
}

/* The seats of all events: who they are, or that they are all, or all others. The one who looks
 * comes first. */
static void tell_seats(struct teller *w)
{
    unsigned some = 0, all = w->names ? (1u << w->names->players) - 1 : 0;
    for (int i = 0; i < w->count; i++)
        some |= 1u << w->e[i].seat;
    unsigned own = w->looks < PLAYERS_MAX ? 1u << w->looks : 0;
    bool others = own && (some | own) == all;
    w->you = some & own && some != all;
    if (some == all || others) {
        text_words(w->out, in_words(w, event_sentences[some == all ? TELL_ALL : TELL_OTHERS]));
        return;
    }
    if (w->you)
        tell_you(w);
    for (int i = 0, told = w->you; i < w->count; i++) {
        if (is_you(w, w->e[i].seat))
            continue;
        const char *between = told + 1 < w->count ? ", " : in_words(w, event_sentences[TELL_AND]);
        text_words(w->out, told++ ? between : "");
        tell_name(w, w->e[i].seat);
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

/* Each rank of them once: any may come. */
static void tell_any_card(const struct teller *w)
{
    cards left = cards_distinct(w->e->cards);
    const char *between = "";
    for (int c = cards_next(left, 0); c; c = cards_next(left, c)) {
        text_words(w->out, between);
        text_number(w->out, c);
        bool last = cards_next(left, c) == cards_highest(left);
        between = last ? in_words(w, event_sentences[TELL_OR]) : ", ";
    }
}

/* Makes a capital of the letter there. */
static void capitalise(struct text *out, size_t at)
{
    if (out->size > at && out->at[at] >= 'a' && out->at[at] <= 'z')
        out->at[at] = (char)(out->at[at] - 'a' + 'A');
}

/* The same, but a single card as people speak of it: "a 7", "an 8". */
static void tell_a_card(const struct teller *w)
{
    enum { AN = 8 }; /* begins with a vowel in English */
    bool begins = sign_before(w) == ' ';
    size_t at = w->out->size;
    if (w->e->seen && cards_size(w->e->cards) == 1) {
        const char *a = in_words(w, event_sentences[TELL_A]);
        add_either(w->out, a, strlen(a), '|', !cards_has(w->e->cards, AN));
        text_put(w->out, " ", 1);
    }
    tell_cards(w);
    if (begins)
        capitalise(w->out, at);
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
        [SEAT_ARGUMENT] = {" {seat|you}", " ({seat})"},
        [NUMBER_ARGUMENT] = {" {number}", ""},
    };
    if (v->says)
        text_words(out, v->says);
    else
        text_add(out, "%s%s%s", v->word, argument[v->argument[0]][0], argument[v->argument[1]][1]);
}

static void tell_span(struct teller *w, const char *at, const char *end);

void action_words_so_far(struct text *out, const struct game *game, struct so_far so_far, int looks,
                         const struct names *names, const struct language *l)
{
    action a = so_far.a;
    const struct verb *v = &game->verbs[action_verb(a)];
    struct text pattern = {0};
    bool first = v->argument[0] == SEAT_ARGUMENT;
    struct event e = {.choice = a,
                      .seat = (uint8_t)(first ? action_first(a) : action_second(a)),
                      .number = action_first(a),
                      .seen = EVERYBODY};
    struct teller w = {.out = out,
                       .game = game,
                       .e = &e,
                       .count = 1,
                       .looks = looks,
                       .names = names,
                       .language = l,
                       .begin = SIZE_MAX,
                       .known = so_far.known,
                       .dots = so_far.dots};
    action_pattern(&pattern, v);
    const char *words = language_in(l, game->name, text_of(&pattern));
    tell_span(&w, words, words + strlen(words));
    out->failed |= pattern.failed;
    text_free(&pattern);
}

void action_words(struct text *out, const struct game *game, action a, int looks,
                  const struct names *names, const struct language *l)
{
    action_words_so_far(out, game, (struct so_far){a, ARGUMENTS, ""}, looks, names, l);
}

static void tell_choice(const struct teller *w)
{
    action_words(w->out, w->game, w->e->choice, w->looks, w->names, w->language);
}

/* What is counted: chips, what the game says, or points. */
static void add_unit(struct text *out, int32_t number, bool chips, const char *counts,
                     const struct language *l)
{
    const char *unit = chips ? event_sentences[TELL_CHIPS] : counts;
    const char *forms = language_text(l, unit ? unit : event_sentences[TELL_POINTS_UNIT]);
    add_form(out, forms, strlen(forms), number);
}

void score_unit(struct text *out, int32_t number, const struct names *names,
                const struct language *l)
{
    add_unit(out, number, names->chips, names->counts, l);
}

void score_text(struct text *out, int32_t score, enum score_form form, const struct names *names,
                const struct language *l)
{
    int32_t won = names->stack ? score : 0, shown = names->chips ? names->stack + score : score;
    text_figure(out, shown, false);
    if (form == SCORE_FULL || (form == SCORE_TOLD && names->chips)) {
        text_put(out, " ", 1);
        score_unit(out, shown, names, l);
    }
    if (form == SCORE_BARE || !names->chips || !won)
        return;
    text_words(out, " (");
    text_figure(out, won, true);
    text_put(out, ")", 1);
}

static void tell_score(const struct teller *w)
{
    if (w->names)
        score_text(w->out, w->e->number, SCORE_SIGNED, w->names, w->language);
    else
        text_figure(w->out, w->e->number, false);
}

/* What all have so many of, as the beginning of a sentence: "Wounds". */
static void tell_counts(const struct teller *w)
{
    enum { SEVERAL = 2 };
    size_t at = w->out->size;
    add_unit(w->out, SEVERAL, w->names && w->names->chips, w->game->counts, w->language);
    capitalise(w->out, at);
}

/* The seat that a part names: {seat}, {other}, and of the choice {first} and {second}; -1 if it
 * names none. */
static int seat_named(const struct teller *w, const char *part, size_t size)
{
    const struct verb *v = &w->game->verbs[action_verb(w->e->choice)];
    if (is(part, size, "seat"))
        return w->e->seat;
    if (is(part, size, "other"))
        return w->e->other;
    if (is(part, size, "first") && v->argument[0] == SEAT_ARGUMENT)
        return action_first(w->e->choice);
    if (is(part, size, "second") && v->argument[1] == SEAT_ARGUMENT)
        return action_second(w->e->choice);
    return -1;
}

/* A part with a bar: {other|you}, {seat's|your}, or else {card|cards}. */
static void tell_either(const struct teller *w, const char *part, size_t size)
{
    static const char of[] = "'s";
    size_t half = (size_t)((const char *)memchr(part, '|', size) - part), name = half;
    bool owns = half > 2 && memcmp(part + half - 2, of, 2) == 0;
    if (owns)
        name -= 2;
    int seat = seat_named(w, part, name);
    if (seat < 0) {
        add_form(w->out, part, size,
                 w->e->kind == EVENT_DECIDE ? action_first(w->e->choice) : w->e->number);
    } else if (is_you(w, seat)) {
        text_put(w->out, part + half + 1, size - half - 1);
    } else {
        size_t from = w->out->size;
        tell_name(w, seat);
        if (owns)
            tell_genitive(w, from);
        else if (is(part + half + 1, size - half - 1, "dir"))
            decline(w->out, from, " dem", " der");
        else if (is(part + half + 1, size - half - 1, "dich"))
            decline(w->out, from, " den", " die");
    }
}

/* Which argument of the choice a part of its pattern names, from 1; 0 if none. */
static int argument_named(const struct teller *w, const char *part, size_t size)
{
    const struct verb *v = &w->game->verbs[action_verb(w->e->choice)];
    if (is(part, size, "second"))
        return 2;
    if (size >= 4 && memcmp(part, "seat", 4) == 0)
        return v->argument[0] == SEAT_ARGUMENT ? 1 : 2;
    return is(part, size, "rank") || is(part, size, "number") || is(part, size, "first");
}

static void tell_part(struct teller *w, const char *part, size_t size)
{
    int seat = seat_named(w, part, size);
    if (w->dots && argument_named(w, part, size) > w->known)
        text_words(w->out, w->dots);
    else if (seat >= 0)
        tell_seat(w, seat);
    else if (is(part, size, "seats"))
        tell_seats(w);
    else if (is(part, size, "number"))
        text_figure(w->out, w->e->number, false);
    else if (is(part, size, "score"))
        tell_score(w);
    else if (is(part, size, "counts"))
        tell_counts(w);
    else if (is(part, size, "cards"))
        tell_cards(w);
    else if (is(part, size, "a cards"))
        tell_a_card(w);
    else if (is(part, size, "any cards"))
        tell_any_card(w);
    else if (is(part, size, "from"))
        tell_zone(w, w->e->from);
    else if (is(part, size, "to"))
        tell_zone(w, w->e->to);
    else if (is(part, size, "choice"))
        tell_choice(w);
    else if (is(part, size, "first") || is(part, size, "rank"))
        text_number(w->out, action_first(w->e->choice));
    else if (is(part, size, "second"))
        text_number(w->out, action_second(w->e->choice));
    else if (memchr(part, '|', size))
        tell_either(w, part, size);
    else if (memchr(part, '/', size))
        add_either(w->out, part, size, '/', w->you);
    else
        text_add(w->out, "{%.*s}", (int)size, part);
}

/* Writes a part of a sentence, in which what stands in { } is told as event_text says. */
static void tell_span(struct teller *w, const char *at, const char *end)
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

/* Writes what is said of a further event; whoever the event before was about is not named again. */
static void tell_further(struct teller *w, const char *at, const char *end)
{
    static const char seat[] = "{seat} ";
    const char *named = strstr(at, seat);
    if (named && named < end && w->e->seat == w->e[-1].seat) {
        tell_span(w, at, named);
        at = named + strlen(seat);
    }
    tell_span(w, at, end);
}

/* Writes a sentence; what stands in [ ] is said of each event after the first. */
static void tell(struct teller *w, const char *sentence)
{
    const char *at = in_words(w, sentence), *end = at + strlen(at);
    const char *open = strchr(at, '['), *close = open ? strchr(open, ']') : NULL;
    w->begin = w->out->size;
    tell_span(w, at, close ? open : end);
    if (!close)
        return;
    for (int i = 1; i < w->count; i++) {
        struct teller one = *w;
        one.e = &w->e[i];
        tell_further(&one, open + 1, close);
    }
    tell_span(w, close + 1, end);
}

void events_text(struct text *out, const struct game *game, const struct event e[], int count,
                 int looks, const struct names *names, const struct language *l)
{
    struct event known[SENTENCE_EVENTS];
    assert(count > 0 && count <= SENTENCE_EVENTS);
    for (int i = 0; i < count; i++)
        known[i] = event_redact(&e[i], looks);
    struct teller w = {.out = out,
                       .game = game,
                       .e = known,
                       .count = count,
                       .looks = looks,
                       .names = names,
                       .language = l};
    const char *sentence = sentence_each(game, known, count);
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
    struct teller w = {.out = out,
                       .game = game,
                       .e = &e,
                       .count = 1,
                       .looks = v->looks,
                       .names = names,
                       .language = l};
    e.seen = EVERYBODY;
    e.choice = a;
    if (sentence)
        tell(&w, sentence);
}

/* Adds the chance that the next card is one of these ranks. */
static void add_chance(struct text *figure, const struct view *v, cards ranks)
{
    double chance = 100 * view_chance(v, cards_distinct(ranks));
    if (chance > 0 && chance < 0.5)
        text_words(figure, "<1 %");
    else
        text_add(figure, "%.0f %%", chance);
}

bool action_figure(struct text *figure, struct text *of, const struct view *v, action a,
                   const struct language *l)
{
    const struct game *game = v->game;
    struct event e = game->means ? game->means(v, a) : (struct event){0};
    bool pays = e.kind == EVENT_PAY;
    if (pays || e.kind == EVENT_POINTS) {
        int32_t number = pays ? -e.number : e.number;
        text_figure(figure, number, true);
        add_unit(of, number < 0 ? -number : number, pays, game->counts, l);
        return true;
    }
    if (!game->verbs[action_verb(a)].draws)
        return false;
    cards own = view_faces(v, game->pairing, v->looks) + view_faces(v, game->pairing, NOBODY);
    add_chance(figure, v, game->pairing ? own : e.cards);
    text_words(of, language_text(l, event_sentences[game->pairing ? TELL_TO_PAIR : TELL_TO_BUST]));
    return true;
}
