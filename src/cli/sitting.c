#include "cli/sitting.h"

#include "cli/advice.h"
#include "cli/job.h"
#include "cli/lang.h"
#include "cli/saved.h"
#include "wire/bot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A bot at work. Its job writes `choice` and `starved`, and nothing else. */
struct mind {
    struct job job;
    uint64_t thought;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng random;
    action choice;
    bool starved; /* memory has run out: there is no choice */
};

struct sitting {
    struct match match;
    bool news;             /* somebody has decided, or taken that back, since match_take */
    struct advice *advice; /* being worked out, or NULL */
    struct live *live;
    struct saved *saved;      /* NULL: there is no copy */
    bool faulty[PLAYERS_MAX]; /* bots whose fault has been told */
    struct error fault;       /* of the last step; empty for none */
    struct error unsaved;     /* how far the copy is good; empty: it is as the table is */
    size_t kept;              /* steps of the copy */
    int kept_hand;            /* and the hand it is in */
    struct mind mind[PLAYERS_MAX];
};

/* --- Thinking --------------------------------------------------------------------------------- */

static void choose(void *context)
{
    struct mind *m = context;
    m->choice = bot_choose(m->bot, m->knowledge, &m->random);
    m->starved = bot_out_of_memory(m->bot);
}

static void think(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    struct mind *m = &((struct sitting *)context)->mind[seat];
    m->thought = thought;
    m->bot = b;
    m->knowledge = k;
    m->random = r;
    m->starved = !b || !k;
    if (m->starved) {
        job_done(&m->job);
        return;
    }
    bot_set_stop(b, &m->job.stop);
    job_begin(&m->job, choose, m);
}

static void forget(void *context, int seat)
{
    job_end(&((struct sitting *)context)->mind[seat].job);
}

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    struct bot *b = wire_bot(name, e);
    if (b)
        bot_background(b);
    return b;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static bool keep(void *context, const struct diary *d, size_t first, struct error *e)
{
    struct sitting *s = context;
    (void)d;
    return saved_keep(s->saved, s->live, first, e);
}

static struct live_host host_of(struct sitting *s)
{
    return (struct live_host){.context = s,
                              .bot = make_bot,
                              .keep = s->saved ? keep : NULL,
                              .think = think,
                              .forget = forget,
                              .language = lang()};
}

/* What the table answered; false with a message if it was refused, or if memory has run out. */
static bool answered(struct sitting *s, enum live_answer answer, struct error *e)
{
    const struct table *t = live_table(s->live);
    if (answer == LIVE_KEPT) {
        s->kept = t->steps;
        s->kept_hand = game_look(t->state)->hand;
        s->unsaved.text[0] = '\0';
    } else if (answer == LIVE_PLAYED) {
        error_set(&s->unsaved, "this game is saved only as it was at step %zu, in hand %d: %s",
                  s->kept, s->kept_hand, e->text);
    }
    return answer == LIVE_KEPT || (answer == LIVE_PLAYED && !e->no_memory);
}

bool sitting_save(struct sitting *s)
{
    struct error e = {.language = lang()};
    answered(s, live_keep(s->live, &e), &e);
    return !sitting_unsaved(s);
}

const char *sitting_unsaved(const struct sitting *s)
{
    return s->unsaved.text[0] ? s->unsaved.text : NULL;
}

/* A sitting without a live table; takes over the copy. */
static struct sitting *new_sitting(struct saved *saved, struct error *e)
{
    struct sitting *s = calloc(1, sizeof *s);
    if (!s) {
        saved_close(saved);
        error_no_memory(e);
        return NULL;
    }
    s->saved = saved;
    s->fault.language = s->unsaved.language = lang();
    bool fine = true;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        fine = job_open(&s->mind[seat].job) && fine;
    if (fine)
        return s;
    error_set(e, "too many files are open; close other programs and try again");
    sitting_free(s);
    return NULL;
}

/* Gives up a game that has not begun; there is nothing in its copy. */
static struct sitting *abandon(struct sitting *s)
{
    if (s->saved)
        unlink(saved_path(s->saved));
    sitting_free(s);
    return NULL;
}

/* A sitting without a live table, with an empty copy if there is a folder. */
static struct sitting *new_with_copy(const struct plan *p, const char *folder, struct error *e)
{
    struct sitting *s = new_sitting(NULL, e);
    if (!s || !folder)
        return s;
    s->saved = saved_new(folder, p, e);
    return s->saved ? s : abandon(s);
}

struct sitting *sitting_new(const struct plan *p, const char *folder, struct error *e)
{
    struct sitting *s = new_with_copy(p, folder, e);
    if (!s)
        return NULL;
    struct live_host host = host_of(s);
    s->live = live_new(p, &host, e);
    enum live_answer begun = s->live ? live_begin(s->live, e) : LIVE_REFUSED;
    if (begun != LIVE_KEPT)
        return abandon(s);
    answered(s, begun, e);
    return s;
}

/* The live table in which a game with the first steps of another one has been played. */
static struct live *branch_house(const struct plan *p, const struct table *from, size_t steps,
                                 const struct live_host *host, struct error *e)
{
    enum { BEFORE = 2 }; /* the entries before the steps */
    struct entry *entry = calloc(steps + BEFORE, sizeof *entry);
    if (!entry) {
        error_no_memory(e);
        return NULL;
    }
    entry[0] = (struct entry){.kind = ENTRY_OPENED, .seat = NOBODY, .plan = p};
    entry[1] = (struct entry){.kind = ENTRY_BEGUN, .seat = NOBODY};
    for (size_t i = 0; i < steps; i++) {
        struct step s = from->step[i];
        uint8_t seat = s.kind == TURN_SEATS ? s.who : NOBODY;
        entry[i + BEFORE] = (struct entry){.kind = ENTRY_STEP, .seat = seat, .step = s};
    }
    struct live *h = live_restore(entry, steps + BEFORE, host, e);
    free(entry);
    return h;
}

struct sitting *sitting_branch(const struct plan *p, const struct table *from, size_t steps,
                               const char *folder, struct error *e)
{
    struct sitting *s = new_with_copy(p, folder, e);
    if (!s)
        return NULL;
    struct live_host host = host_of(s);
    s->live = branch_house(p, from, steps, &host, e);
    if (!s->live || (s->saved && !saved_keep(s->saved, s->live, 0, e)))
        return abandon(s);
    answered(s, LIVE_KEPT, e);
    return s;
}

const char *usual_bot(const struct game *game)
{
    return game->hint ? "3" : "random";
}

void branch_plan(struct plan *p, const struct table *from, const struct plan *was, int seat)
{
    *p = (struct plan){.setup = from->setup};
    if (was)
        p->setup.preset = was->setup.preset;
    for (int i = 0; i < from->setup.players; i++) {
        struct chair *c = &p->chair[i];
        const char *bot = was ? was->chair[i].bot : "";
        if (i != seat)
            snprintf(c->bot, sizeof c->bot, "%s",
                     *bot && strncmp(bot, "run", 3) != 0 ? bot : usual_bot(from->setup.game));
        /* Whoever sits where somebody else sat has a name of their own. */
        if (!was || !*bot == (i == seat))
            memcpy(c->name, from->name[i], sizeof c->name);
    }
}

struct sitting *sitting_resume(const char *path, struct error *e)
{
    struct archive *a;
    struct saved *saved = saved_open(path, &a, e);
    struct sitting *s = saved ? new_sitting(saved, e) : NULL;
    if (s) {
        size_t count;
        const struct entry *entry = archive_entries(a, &count);
        struct live_host host = host_of(s);
        s->live = live_restore(entry, count, &host, e);
    }
    archive_free(a);
    if (s && s->live) {
        answered(s, LIVE_KEPT, e);
        return s;
    }
    sitting_free(s);
    return NULL;
}

/* Nothing that was advised holds any more. */
static void drop_advice(struct sitting *s)
{
    advice_free(s->advice);
    s->advice = NULL;
    text_clear(&s->match.hint);
    text_clear(&s->match.figures);
    text_clear(&s->match.sentences);
}

void sitting_free(struct sitting *s)
{
    if (!s)
        return;
    drop_advice(s);
    text_free(&s->match.hint);
    text_free(&s->match.figures);
    text_free(&s->match.sentences);
    live_free(s->live);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        job_close(&s->mind[seat].job);
    saved_close(s->saved);
    free(s);
}

/* --- The game --------------------------------------------------------------------------------- */

const struct table *sitting_table(const struct sitting *s)
{
    return live_table(s->live);
}

const struct plan *sitting_plan(const struct sitting *s)
{
    return live_plan(s->live);
}

const char *sitting_path(const struct sitting *s)
{
    return s->saved ? saved_path(s->saved) : NULL;
}

seats sitting_people(const struct sitting *s)
{
    return live_people(s->live);
}

enum due sitting_due(const struct sitting *s)
{
    if (table_turn(sitting_table(s)).kind == TURN_OVER)
        return DUE_NOTHING;
    if (live_deals(s->live))
        return DUE_CHANCE;
    return live_people_due(s->live) ? DUE_PERSON : DUE_BOT;
}

int sitting_person(const struct sitting *s)
{
    return __builtin_ctz(live_people_due(s->live));
}

bool sitting_secret(const struct sitting *s, int seat)
{
    const struct game *game = sitting_plan(s)->setup.game;
    action legal[ACTIONS_MAX];
    bool secret = game->hidden;
    int count = table_legal(sitting_table(s), seat, legal);
    for (int i = 0; i < count; i++)
        secret = secret || game->verbs[action_verb(legal[i])].secret;
    return secret && seats_count(sitting_people(s)) > 1;
}

int sitting_thinker(const struct sitting *s)
{
    struct rng r = live_chance(s->live);
    return seats_pick(live_bots_due(s->live), &r);
}

bool sitting_ready(const struct sitting *s)
{
    return sitting_due(s) == DUE_BOT && job_ready(&s->mind[sitting_thinker(s)].job);
}

int sitting_fd(const struct sitting *s)
{
    return s->mind[sitting_thinker(s)].job.fd;
}

/* Remembers what a program did wrong, the first time. */
static void note_fault(struct sitting *s, int seat)
{
    const struct bot *b = live_bot(s->live, seat);
    const char *fault = bot_fault(b);
    if (!fault || s->faulty[seat])
        return;
    s->faulty[seat] = true;
    error_set(&s->fault, "the bot '%.300s' %s; from now on '%s' decides for it", bot_name(b), fault,
              sitting_plan(s)->setup.game->hint ? "hint" : "random");
}

bool sitting_step(struct sitting *s, struct error *e)
{
    s->fault.text[0] = '\0';
    if (sitting_due(s) != DUE_BOT)
        return answered(s, live_draw(s->live, e), e);
    int seat = sitting_thinker(s);
    struct mind *m = &s->mind[seat];
    job_wait(&m->job);
    if (m->starved)
        return error_no_memory(e);
    note_fault(s, seat);
    return answered(s, live_thought(s->live, seat, m->thought, m->choice, e), e);
}

bool sitting_play(struct sitting *s, int seat, action a, struct error *e)
{
    s->fault.text[0] = '\0';
    return answered(s, live_decide(s->live, seat, a, e), e);
}

const char *sitting_fault(const struct sitting *s)
{
    return s->fault.text[0] ? s->fault.text : NULL;
}

seats sitting_chosen(const struct sitting *s)
{
    seats ready;
    return live_chosen(s->live, &ready);
}

int sitting_chooser(const struct sitting *s)
{
    seats chosen = sitting_chosen(s);
    return chosen ? (int)(sizeof(unsigned) * CHAR_BIT) - 1 - __builtin_clz(chosen) : NOBODY;
}

bool sitting_undo(struct sitting *s, struct error *e)
{
    seats people = sitting_people(s);
    int chooser = sitting_chooser(s);
    if (chooser != NOBODY)
        return answered(s, live_take_back(s->live, chooser, e), e);
    if (seats_count(people) != 1) /* one keyboard is no place to ask them all */
        return people ? error_set(e, "Nothing is taken back where several people play.")
                      : error_set(e, "There is nothing to take back.");
    return answered(s, live_take_back(s->live, seats_first(people), e), e);
}

/* --- As a match ------------------------------------------------------------------------------- */

static struct sitting *sitting_of(const struct match *m)
{
    return (struct sitting *)m; /* which is its first member */
}

/* What the match tells follows from the live table. */
static void find_match(struct sitting *s)
{
    const struct table *t = sitting_table(s);
    struct match *m = &s->match;
    m->stage = sitting_due(s) == DUE_NOTHING ? MATCH_OVER : MATCH_PLAYING;
    m->setup = &t->setup;
    m->past = &t->past;
    m->steps = t->steps;
    m->names = table_names(t);
    m->people = sitting_people(s);
    m->chosen = sitting_chosen(s);
    m->plan = sitting_plan(s);
    m->path = sitting_path(s);
    m->unsaved = sitting_unsaved(s);
    m->fault = sitting_fault(s);
}

static int descriptor(const struct match *m)
{
    const struct sitting *s = sitting_of(m);
    return s->advice ? advice_fd(s->advice) : sitting_due(s) == DUE_BOT ? sitting_fd(s) : -1;
}

/* Memory has run out: whoever can go on without it does. */
static enum match_news no_advice(struct match *m)
{
    error_set(&m->why, "Memory has run out; there is no advice.");
    m->why.no_memory = true;
    return MATCH_REFUSED;
}

static enum match_news take_advice(struct sitting *s)
{
    struct match *m = &s->match;
    advice_text(s->advice, &m->hint);
    advice_figures(s->advice, &m->figures);
    advice_sentences(s->advice, &m->sentences);
    bool starved = m->hint.failed || m->figures.failed || m->sentences.failed;
    if (starved)
        drop_advice(s);
    advice_free(s->advice);
    s->advice = NULL;
    return starved ? no_advice(m) : MATCH_HINT;
}

static enum match_news take(struct match *m)
{
    struct sitting *s = sitting_of(m);
    bool due = sitting_due(s) == DUE_CHANCE || sitting_ready(s), taken = s->news;
    if (s->advice && advice_ready(s->advice))
        return take_advice(s);
    if (!taken && !due)
        return MATCH_NOTHING;
    if (!taken)
        taken = sitting_step(s, &m->why);
    s->news = false;
    find_match(s);
    return taken ? MATCH_TABLE : MATCH_FAILED;
}

/* Bots that are about to choose at the same time as one that has chosen are told of with it. */
static bool more(const struct match *m)
{
    const struct event *last = m->past->size ? &m->past->event[m->past->size - 1] : NULL;
    bool chosen = last && last->kind == EVENT_DECIDE && last->seen != EVERYBODY;
    enum due due = sitting_due(sitting_of(m));
    return due == DUE_CHANCE || (due == DUE_BOT && chosen);
}

static int asked(const struct match *m)
{
    const struct sitting *s = sitting_of(m);
    return sitting_due(s) == DUE_PERSON ? sitting_person(s) : NOBODY;
}

static int awaited(const struct match *m)
{
    const struct sitting *s = sitting_of(m);
    return sitting_due(s) == DUE_BOT ? sitting_thinker(s) : NOBODY;
}

static bool secret(const struct match *m, int seat)
{
    return sitting_secret(sitting_of(m), seat);
}

static void view(const struct match *m, int looks, struct view *v)
{
    table_view(sitting_table(sitting_of(m)), looks, v);
}

static int64_t left(const struct match *m, int seat)
{
    (void)m;
    (void)seat;
    return -1; /* nobody is hurried here */
}

static bool idle(const struct match *m)
{
    return !sitting_of(m)->advice;
}

/* Somebody has changed the table. */
static bool changed(struct sitting *s, bool done)
{
    drop_advice(s);
    find_match(s);
    s->news = s->news || done;
    return done;
}

static bool decide(struct match *m, int seat, action a)
{
    struct sitting *s = sitting_of(m);
    return changed(s, sitting_play(s, seat, a, &m->why));
}

static bool may_undo(const struct match *m)
{
    const struct table *t = sitting_table(sitting_of(m));
    for (size_t i = 0; i < t->steps && !m->chosen; i++)
        if (t->step[i].kind == TURN_SEATS && t->step[i].who == match_person(m))
            return true;
    return m->chosen;
}

static bool undo(struct match *m)
{
    struct sitting *s = sitting_of(m);
    return changed(s, sitting_undo(s, &m->why));
}

static bool advise(struct match *m, int seat)
{
    struct sitting *s = sitting_of(m);
    if (m->hint.size)
        return true;
    if (!s->advice)
        s->advice = advice_start(sitting_table(s), seat);
    if (s->advice)
        return false;
    no_advice(m);
    text_add(&m->hint, "%s\n", m->why.text);
    return true;
}

static bool save(struct match *m)
{
    struct sitting *s = sitting_of(m);
    bool saved = sitting_save(s);
    find_match(s);
    return saved;
}

static const struct match_kind sitting_kind = {
    .fd = descriptor,
    .take = take,
    .more = more,
    .asked = asked,
    .awaited = awaited,
    .secret = secret,
    .view = view,
    .left = left,
    .idle = idle,
    .decide = decide,
    .may_undo = may_undo,
    .undo = undo,
    .advise = advise,
    .save = save,
};

struct match *sitting_match(struct sitting *s)
{
    struct match *m = &s->match;
    m->kind = &sitting_kind;
    m->language = m->why.language = lang();
    m->seen = true;
    m->games = 1;
    find_match(s);
    return m;
}
