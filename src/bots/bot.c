#include "bots/kind.h"

#include "bots/exact.h"
#include "bots/level.h"
#include "bots/manner.h"
#include "bots/nets.h"
#include "bots/random.h"
#include "bots/strategy.h"
#include "engine/spelling.h"
#include "engine/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Any bot ---------------------------------------------------------------------------------- */

/* A shell quotes parts of a command on the terminal when it does not understand them. */
static bool is_harmless(const char *name)
{
    bool fine = true;
    for (const char *end; fine && *name; name = *end ? end + 1 : end) {
        end = name + strcspn(name, "\n");
        fine = text_is_line(name, (size_t)(end - name));
    }
    return fine;
}

bool bot_init(struct bot *b, const struct bot_kind *kind, const char *name, struct error *e)
{
    if (!is_harmless(name))
        return error_set(
            e,
            "the bot '%.100s' has control characters or is no UTF-8; expected words that can be "
            "shown, perhaps the name of a script",
            name);
    b->kind = kind;
    b->name = strdup(name);
    bot_entitle(b, name);
    return b->name || error_no_memory(e);
}

void bot_entitle(struct bot *b, const char *title)
{
    snprintf(b->title, sizeof b->title, "%s", title);
    text_clean(b->title);
}

void bot_free(struct bot *b)
{
    if (!b)
        return;
    if (b->kind && b->kind->clear)
        b->kind->clear(b);
    free(b->name);
    free(b);
}

const char *bot_name(const struct bot *b)
{
    return b->name;
}

const char *bot_title(const struct bot *b)
{
    return b->title;
}

void bot_call(const struct bot *b, const struct language *l, char out[], size_t size)
{
    if (b->kind && b->kind->call)
        b->kind->call(b, l, out, size);
    else
        snprintf(out, size, "%s", b->title);
}

const char *bot_face(const struct bot *b)
{
    return b->face ? b->face : "";
}

int bot_face_number(const char *face)
{
    int level = 1;
    while (level < LEVELS && strcmp(level_of(level)->face, face) != 0)
        level++;
    return level - 1;
}

bool bot_out_of_memory(const struct bot *b)
{
    return b->starved;
}

const char *bot_fault(const struct bot *b)
{
    return b->kind->fault ? b->kind->fault(b) : NULL;
}

struct forfeit bot_forfeit(struct bot *b)
{
    struct forfeit f = {.decisions = b->forfeited};
    if (f.decisions)
        snprintf(f.fault, sizeof f.fault, "%s", bot_fault(b));
    b->forfeited = 0;
    return f;
}

void forfeit_join(struct forfeit *f, const struct forfeit *more)
{
    if (!f->decisions)
        *f = *more;
    else
        f->decisions += more->decisions;
}

void bot_set_stop(struct bot *b, const atomic_bool *stop)
{
    b->stop = stop;
}

void bot_background(struct bot *b)
{
    b->background = true;
}

bool bot_imagines(const struct bot *b)
{
    return b->imagines;
}

action bot_hint(const struct view *v, struct rng *r)
{
    return v->game->hint ? v->game->hint(v, r) : random_choose(v->act, v->actions, r);
}

action bot_choose(struct bot *b, const struct knowledge *k, struct rng *r)
{
    struct view v;
    b->starved = false;
    knowledge_view(k, &v);
    return v.actions == 1 ? v.act[0] : b->kind->choose(b, k, &v, r);
}

/* --- The bots of this folder ------------------------------------------------------------------ */

enum {
    USUAL_ITERATIONS = 2000,
    USUAL_STEPS = 200000,
    PLAIN_SHARE = 8, /* of its iterations, one in so many, a level makes of what is plain, too */
    MOST = 100000000
};

enum way { BY_CHANCE, BY_HINT, BY_SEARCH, BY_EXACT, BY_STRATEGY, BY_NET };

/* What a name says, but for manners. */
struct meaning {
    enum way way;
    int level;       /* 0: it is none */
    bool apart;      /* even where that level is merged with another */
    bool searches;   /* even where that level plays as another bot */
    int temperature; /* of a network, */
    int memory; /* and how many events it remembers; RECALL_EVENTS: as many as it can take in */
    int steps;  /* of an exact look ahead, before it searches instead */
    int iterations, milliseconds;
};

struct thinker {
    struct bot bot;
    struct manner manner;
    struct meaning is;              /* by its name, */
    struct meaning here;            /* and as which it plays */
    const struct game *at;          /* at a table of this game, NULL if there was none so far, */
    int at_players;                 /* for so many players, */
    int32_t at_option[OPTIONS_MAX]; /* with these options */
    struct net *net;                /* its own; NULL: that of the game */
    struct search_limits limits;
    struct strategy *strategy; /* of the game that was played last, NULL if there is none, */
    const struct game *sought; /* and that game, for so many players */
    int sought_players;
    struct prospect prospect; /* of what it plays */
};

/* A number after "search:" or "think:"; `usual` where there is none; 0 if it is wrong. */
static int read_number(const char *text, int usual)
{
    if (*text == '\0')
        return usual;
    char *end;
    long n = *text == ':' ? strtol(text + 1, &end, 10) : 0;
    return n > 0 && n <= MOST && *end == '\0' ? (int)n : 0;
}

static void call(const struct bot *b, const struct language *l, char out[], size_t size)
{
    const struct thinker *t = (const struct thinker *)b;
    if (t->is.level)
        snprintf(out, size, "%s%s", language_text(l, manner_title(&t->manner)),
                 language_text(l, level_of(t->is.level)->title));
    else
        snprintf(out, size, "%s", b->title);
}

/* A level, "level:" and one, which is not merged, or "search-" and one, which has learned nothing.
 */
static bool read_level(struct meaning *m, const char *name)
{
    m->apart = strncmp(name, "level:", 6) == 0;
    m->searches = m->apart || strncmp(name, "search-", 7) == 0;
    name += m->apart ? 6 : m->searches ? 7 : 0;
    if (name[0] < '1' || name[0] > '0' + LEVELS || name[1] != '\0')
        return false;
    m->way = BY_SEARCH;
    m->level = name[0] - '0';
    return true;
}

/* A whole number after a sign, if that is what comes next; `usual` where it is not. Returns what
 * stands behind it, NULL if it is no number up to `most`. */
static const char *read_after(const char *text, char sign, int usual, int most, int *out)
{
    *out = usual;
    if (*text != sign)
        return text;
    char *end;
    long n = strtol(text + 1, &end, 10);
    *out = (int)n;
    return text[1] >= '0' && text[1] <= '9' && n <= most ? end : NULL;
}

/* What follows "net": the temperature, "@50", where there is none it is warm; and how many events
 * it remembers, "/4". */
static bool read_net(struct meaning *m, const char *text)
{
    m->way = BY_NET;
    text = read_after(text, '@', NET_WARM, NET_HOT, &m->temperature);
    text = text ? read_after(text, '/', RECALL_EVENTS, RECALL_EVENTS, &m->memory) : NULL;
    return text && *text == '\0';
}

static bool read_way(struct meaning *m, const char *name)
{
    *m = (struct meaning){.way = BY_SEARCH};
    if (strcmp(name, "random") == 0) {
        m->way = BY_CHANCE;
    } else if (strcmp(name, "hint") == 0) {
        m->way = BY_HINT;
    } else if (strncmp(name, "net", 3) == 0) {
        return read_net(m, name + 3);
    } else if (strncmp(name, "search", 6) == 0 && name[6] != '-') {
        m->iterations = read_number(name + 6, USUAL_ITERATIONS);
        return m->iterations > 0;
    } else if (strncmp(name, "exact", 5) == 0) {
        m->way = BY_EXACT;
        m->steps = read_number(name + 5, USUAL_STEPS);
        m->iterations = USUAL_ITERATIONS;
        return m->steps > 0;
    } else if (strcmp(name, "solved") == 0) {
        m->way = BY_STRATEGY;
        m->iterations = USUAL_ITERATIONS;
    } else if (strncmp(name, "think", 5) == 0) {
        m->milliseconds = read_number(name + 5, 0);
        return m->milliseconds > 0;
    } else {
        return read_level(m, name);
    }
    return true;
}

/* Courage and fear show in those who look ahead to the end of the match. */
static bool read_name(struct thinker *b, const char *name, const struct language *l)
{
    const char *way = manner_read(&b->manner, name);
    b->limits.attitude = b->manner.attitude;
    bool known = read_way(&b->is, way);
    b->bot.imagines = b->is.way != BY_CHANCE && b->is.way != BY_HINT;
    if (known && b->is.level) {
        char title[BOT_TITLE];
        call(&b->bot, l, title, sizeof title);
        bot_entitle(&b->bot, title);
        b->bot.face = level_of(b->is.level)->face;
    }
    bool far = b->is.way == BY_SEARCH && (!b->is.level || level_of(b->is.level)->match);
    return known && (b->manner.attitude == EVEN || far);
}

void bot_call_named(const char *name, const struct language *l, char out[], size_t size)
{
    struct thinker trial = {0};
    bool level = read_name(&trial, name, l) && trial.is.level;
    snprintf(out, size, "%s", level ? trial.bot.title : name);
}

const char *bot_face_named(const char *name)
{
    struct thinker trial = {0};
    return read_name(&trial, name, NULL) ? bot_face(&trial.bot) : "";
}

/* False if it is too far to the end. */
static bool look_ahead(struct thinker *b, const struct knowledge *k, int steps, action *a)
{
    struct exact_report report;
    struct exact_limits limits = {.steps = steps, .prospect = &b->prospect, .stop = b->bot.stop};
    bool found = exact_choose(k, &limits, a, &report);
    b->bot.starved = report.starved;
    return found;
}

/* False where no strategy knows what to do. */
static bool follow(struct thinker *b, const struct knowledge *k, const struct view *v,
                   struct rng *r, action *a)
{
    if (b->sought != v->game || b->sought_players != v->players) {
        strategy_free(b->strategy);
        b->strategy = strategy_find(v);
        b->sought = v->game;
        b->sought_players = v->players;
    }
    return b->strategy && strategy_choose(b->strategy, k, r, a);
}

/* As what it plays in a game for so many: a level as whatever is measured to be as strong as it
 * should be. With a deck of other cards nothing was, and who is bold or cautious has to look ahead.
 */
static struct meaning meaning_in(const struct thinker *b, const struct game *game, int players)
{
    struct meaning m = {0};
    bool fixed = !b->is.level || b->is.searches || b->manner.attitude != EVEN;
    const char *name = fixed ? NULL : level_plays(b->is.level, game, players);
    return name && read_way(&m, name) ? m : b->is;
}

static const struct meaning *meaning_here(struct thinker *b, const struct view *v)
{
    size_t bytes = (size_t)option_total(v->game) * sizeof v->option[0];
    if (view_deck(v))
        return &b->is;
    if (b->at != v->game || b->at_players != v->players ||
        memcmp(b->at_option, v->option, bytes) != 0) {
        b->here = level_knows(v) ? meaning_in(b, v->game, v->players) : b->is;
        b->at = v->game;
        b->at_players = v->players;
        memcpy(b->at_option, v->option, bytes);
    }
    return &b->here;
}

/* The network it plays by at this table; NULL if there is none. For a deck of other cards there is
 * none: it has learned nothing of that. */
static const struct net *net_here(struct thinker *b, const struct meaning *m, const struct view *v)
{
    if (m->way != BY_NET || view_deck(v))
        return NULL;
    const struct net *n = b->net ? b->net : nets_find(v->game->name, &b->bot.starved);
    return n && net_inputs(n)->game == v->game ? n : NULL;
}

/* Who remembers only so much does not count the cards that are gone either. */
static action ask_net(const struct net *n, const struct meaning *m, const struct knowledge *k,
                      const struct view *v, struct rng *r)
{
    struct recall past = {0};
    size_t size;
    const struct event *events = knowledge_past(k, &size);
    recall_add(&past, events, size);
    if (m->memory < RECALL_EVENTS)
        recall_forget(&past, (uint32_t)m->memory);
    return net_choose(n, v, &past, m->temperature, r);
}

/* As which level it looks ahead at this table; 0 if as none. The rule of thumb has no attitude. */
static int level_here(const struct thinker *b, const struct meaning *m, const struct view *v)
{
    int number = m->level ? m->level : m->way == BY_NET ? LEVELS : 0;
    if (m->way == BY_NET && b->is.level)
        number = b->is.level;
    if (m->apart || !number)
        return number;
    int level = level_merged(number, v->game, v->players);
    return level == LEVEL_HINT && b->manner.attitude != EVEN ? LEVELS : level;
}

/* What a level is made of, and the limits of its search; NULL if it is none. */
static const struct level *take_level(struct thinker *b, const struct meaning *m, int level)
{
    const struct level *l = level ? level_of(level) : NULL;
    b->limits.iterations = l ? l->iterations : m->iterations;
    b->limits.milliseconds = l ? 0 : m->milliseconds;
    b->limits.wide = l && l->temperature > 0;
    b->limits.enough = l && !b->limits.wide ? l->iterations / PLAIN_SHARE : 0;
    return l;
}

static action search(struct thinker *b, const struct knowledge *k, const struct level *l,
                     struct rng *r)
{
    struct search_report report;
    b->limits.stop = b->bot.stop;
    b->limits.prospect = !l || l->match ? &b->prospect : NULL;
    action a = search_choose(k, &b->limits, r, &report);
    b->bot.starved = b->bot.starved || report.starved;
    return l && l->temperature > 0 && report.choices ? level_choose(&report, l->temperature, r) : a;
}

/* Whether it plays a strategy that comes with the program, where there is one. The best level does:
 * no search of its length is as hard to see through. */
static bool follows(const struct thinker *b, const struct meaning *m, const struct level *l)
{
    bool best = l == level_of(LEVELS) && b->manner.attitude == EVEN;
    return m->way == BY_STRATEGY || best;
}

/* The decision before manners. */
static action think(struct thinker *b, const struct knowledge *k, const struct view *v,
                    struct rng *r)
{
    action a;
    const struct meaning *m = meaning_here(b, v);
    if (m->way == BY_CHANCE)
        return random_choose(v->act, v->actions, r);
    const struct net *n = net_here(b, m, v);
    if (n)
        return ask_net(n, m, k, v, r);
    if (b->bot.starved)
        return v->act[0];
    int level = level_here(b, m, v);
    if (m->way == BY_HINT || level == LEVEL_HINT)
        return bot_hint(v, r);
    const struct level *l = take_level(b, m, level);
    if ((!l || l->match) && !prospect_find(&b->prospect, v)) {
        b->bot.starved = true;
        return v->act[0];
    }
    if (m->way == BY_EXACT && look_ahead(b, k, m->steps, &a))
        return a;
    if (follows(b, m, l) && follow(b, k, v, r, &a))
        return a;
    return search(b, k, l, r);
}

static action choose(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    struct thinker *t = (struct thinker *)b;
    action a = think(t, k, v, r);
    return t->manner.liar ? manner_lie(v, a, r) : a;
}

static void clear(struct bot *b)
{
    strategy_free(((struct thinker *)b)->strategy);
    net_free(((struct thinker *)b)->net);
}

static const struct bot_kind thinker_kind = {.choose = choose, .call = call, .clear = clear};

const char *bot_lacks(const struct bot *b, const struct game *game, int players)
{
    if (b->kind != &thinker_kind)
        return NULL;
    const struct thinker *t = (const struct thinker *)b;
    bool learned = meaning_in(t, game, players).way == BY_NET && !t->net, starved;
    return learned && !nets_find(game->name, &starved) ? game->name : NULL;
}

/* The name that was meant, with the manners that were understood; a level also has a title. */
static struct guess guess_bot(const char *typed)
{
    static const char *const names[] = {"random", "hint",   "search", "think",
                                        "exact",  "solved", "net"};
    static const char digits[][2] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct guess g = guess_at(typed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        guess_try(&g, names[i], names[i]);
    for (int i = 0; i < LEVELS; i++)
        guess_try(&g, level_of(i + 1)->title, digits[i]);
    return g;
}

/* A bot that may be meant by a name, into `out`: "bold-5" by "Bold Magpie". Returns how many
 * mistakes there were, -1 if it is none. */
static int respell(const char *name, char out[BOT_TITLE])
{
    struct manner manner;
    struct thinker trial = {0};
    char small[BOT_TITLE], way[BOT_TITLE];
    if (strlen(name) >= sizeof small)
        return -1;
    snprintf(small, sizeof small, "%s", name);
    for (char *at = small; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at == ' ' ? '-' : *at);
    const char *rest = manner_read(&manner, small), *number = rest + strcspn(rest, ":");
    snprintf(way, sizeof way, "%.*s", (int)(number - rest), rest);
    struct guess g = guess_bot(way);
    if (!g.meant)
        return -1;
    snprintf(out, BOT_TITLE, "%.*s%s%s", (int)(rest - small), small, g.meant, number);
    return read_name(&trial, out, NULL) ? g.mistakes : -1;
}

struct bot *bot_among(const char *name, const char *more, struct error *e)
{
    char meant[BOT_TITLE];
    int mistakes = respell(name, meant);
    struct thinker *b = calloc(1, sizeof *b);
    if (!b) {
        error_no_memory(e);
        return NULL;
    }
    const char *called = mistakes == 0 ? meant : name;
    if (bot_init(&b->bot, &thinker_kind, called, e)) {
        if (read_name(b, called, e->language))
            return &b->bot;
        if (mistakes > 0)
            error_set(e, "there is no bot '%.40s'; did you mean '%s'?", name, meant);
        else
            error_set(
                e,
                "there is no bot '%.40s'; expected random, hint, search:ITERATIONS, "
                "think:MILLISECONDS, exact:STEPS, solved, net, a level from 1 to 8, liar- before "
                "one of these, cautious- or bold- before search, think or a level from 4%s",
                name, more);
    }
    bot_free(&b->bot);
    return NULL;
}

struct bot *bot_of_net(const char *name, struct net *n, int temperature, struct error *e)
{
    struct thinker *b = calloc(1, sizeof *b);
    if (!b) {
        net_free(n);
        error_no_memory(e);
        return NULL;
    }
    b->net = n;
    b->is = (struct meaning){.way = BY_NET, .temperature = temperature, .memory = RECALL_EVENTS};
    b->bot.imagines = true;
    if (bot_init(&b->bot, &thinker_kind, name, e))
        return &b->bot;
    bot_free(&b->bot);
    return NULL;
}

struct bot *bot_new(const char *name, struct error *e)
{
    return bot_among(name, "", e);
}
