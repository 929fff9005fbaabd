#include "ui/sitting.h"

#include "ui/lang.h"
#include "ui/saved.h"
#include "ui/thread.h"
#include "wire/bot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A bot at work. Its thread writes `choice`, `starved` and then `ready`, and nothing else. */
struct mind {
    bool threaded; /* there is a thread to join */
    uint64_t thought;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng random;
    action choice;
    bool starved; /* memory has run out: there is no choice */
    pthread_t thread;
    atomic_bool ready;
    atomic_bool stop; /* it is to come to an end */
    int fd;           /* an eventfd that is readable while there is a choice */
};

struct sitting {
    struct house *house;
    struct saved *saved;      /* NULL: there is no copy */
    bool faulty[PLAYERS_MAX]; /* bots whose fault has been told */
    struct error fault;       /* of the last step; empty for none */
    struct error unsaved;     /* how far the copy is good; empty: it is as the table is */
    size_t kept;              /* steps of the copy */
    int kept_hand;            /* and the hand it is in */
    struct mind mind[PLAYERS_MAX];
};

/* --- Thinking --------------------------------------------------------------------------------- */

static void decided(struct mind *m)
{
    atomic_store(&m->ready, true);
    eventfd_write(m->fd, 1);
}

static void *run(void *context)
{
    struct mind *m = context;
    m->choice = bot_choose(m->bot, m->knowledge, &m->random);
    m->starved = bot_starved(m->bot);
    decided(m);
    return NULL;
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
        decided(m);
        return;
    }
    bot_heed(b, &m->stop);
    m->threaded = thread_start(&m->thread, run, m);
    if (!m->threaded) /* none to be had: at once */
        run(m);
}

/* The choice is there, or was given up. */
static void wait_for(struct mind *m)
{
    if (m->threaded)
        pthread_join(m->thread, NULL);
    m->threaded = false;
}

static void forget(void *context, int seat)
{
    struct mind *m = &((struct sitting *)context)->mind[seat];
    eventfd_t count;
    atomic_store(&m->stop, true);
    wait_for(m);
    atomic_store(&m->stop, false);
    atomic_store(&m->ready, false);
    eventfd_read(m->fd, &count);
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
    return saved_keep(s->saved, s->house, first, e);
}

static struct house_host host_of(struct sitting *s)
{
    return (struct house_host){.context = s,
                               .bot = make_bot,
                               .keep = s->saved ? keep : NULL,
                               .think = think,
                               .forget = forget,
                               .language = lang()};
}

/* What the house answered; false with a message if it was refused, or if memory has run out. */
static bool answered(struct sitting *s, enum house_answer answer, struct error *e)
{
    const struct table *t = house_table(s->house);
    if (answer == HOUSE_KEPT) {
        s->kept = t->steps;
        s->kept_hand = game_look(t->state)->hand;
        s->unsaved.text[0] = '\0';
    } else if (answer == HOUSE_PLAYED) {
        error_set(&s->unsaved, "this game is saved only as it was at step %zu, in hand %d: %s",
                  s->kept, s->kept_hand, e->text);
    }
    return answer == HOUSE_KEPT || (answer == HOUSE_PLAYED && !e->no_memory);
}

bool sitting_save(struct sitting *s)
{
    struct error e = {.language = lang()};
    answered(s, house_keep(s->house, &e), &e);
    return !sitting_unsaved(s);
}

const char *sitting_unsaved(const struct sitting *s)
{
    return s->unsaved.text[0] ? s->unsaved.text : NULL;
}

/* A sitting without a house; takes over the copy. */
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
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        s->mind[seat].fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        fine = fine && s->mind[seat].fd >= 0;
    }
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

/* A sitting without a house, with an empty copy if there is a folder. */
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
    struct house_host host = host_of(s);
    s->house = house_new(p, &host, e);
    enum house_answer begun = s->house ? house_begin(s->house, e) : HOUSE_REFUSED;
    if (begun != HOUSE_KEPT)
        return abandon(s);
    answered(s, begun, e);
    return s;
}

/* The house in which a game with the first steps of another one has been played. */
static struct house *branch_house(const struct plan *p, const struct table *from, size_t steps,
                                  const struct house_host *host, struct error *e)
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
    struct house *h = house_restore(entry, steps + BEFORE, host, e);
    free(entry);
    return h;
}

struct sitting *sitting_branch(const struct plan *p, const struct table *from, size_t steps,
                               const char *folder, struct error *e)
{
    struct sitting *s = new_with_copy(p, folder, e);
    if (!s)
        return NULL;
    struct house_host host = host_of(s);
    s->house = branch_house(p, from, steps, &host, e);
    if (!s->house || (s->saved && !saved_keep(s->saved, s->house, 0, e)))
        return abandon(s);
    answered(s, HOUSE_KEPT, e);
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
        struct house_host host = host_of(s);
        s->house = house_restore(entry, count, &host, e);
    }
    archive_free(a);
    if (s && s->house) {
        answered(s, HOUSE_KEPT, e);
        return s;
    }
    sitting_free(s);
    return NULL;
}

void sitting_free(struct sitting *s)
{
    if (!s)
        return;
    house_free(s->house);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (s->mind[seat].fd >= 0)
            close(s->mind[seat].fd);
    saved_close(s->saved);
    free(s);
}

/* --- The game --------------------------------------------------------------------------------- */

const struct table *sitting_table(const struct sitting *s)
{
    return house_table(s->house);
}

const struct plan *sitting_plan(const struct sitting *s)
{
    return house_plan(s->house);
}

const char *sitting_path(const struct sitting *s)
{
    return s->saved ? saved_path(s->saved) : NULL;
}

seats sitting_people(const struct sitting *s)
{
    return house_people(s->house);
}

enum due sitting_due(const struct sitting *s)
{
    if (table_turn(sitting_table(s)).kind == TURN_OVER)
        return DUE_NOTHING;
    if (house_deals(s->house))
        return DUE_CHANCE;
    return house_people_due(s->house) ? DUE_PERSON : DUE_BOT;
}

int sitting_person(const struct sitting *s)
{
    return __builtin_ctz(house_people_due(s->house));
}

bool sitting_secret(const struct sitting *s, int seat)
{
    const struct game *game = sitting_plan(s)->setup.game;
    action legal[ACTIONS_MAX];
    bool secret = game->hidden;
    int count = table_legal(sitting_table(s), seat, legal);
    for (int i = 0; i < count; i++)
        secret = secret || game->verbs[action_verb(legal[i])].secret;
    return secret && __builtin_popcount(sitting_people(s)) > 1;
}

int sitting_thinker(const struct sitting *s)
{
    struct rng r = house_chance(s->house);
    return seats_pick(house_bots_due(s->house), &r);
}

bool sitting_ready(const struct sitting *s)
{
    return sitting_due(s) == DUE_BOT && atomic_load(&s->mind[sitting_thinker(s)].ready);
}

int sitting_fd(const struct sitting *s)
{
    return s->mind[sitting_thinker(s)].fd;
}

/* Remembers what a program did wrong, the first time. */
static void note_fault(struct sitting *s, int seat)
{
    const struct bot *b = house_bot(s->house, seat);
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
        return answered(s, house_go_on(s->house, e), e);
    int seat = sitting_thinker(s);
    struct mind *m = &s->mind[seat];
    wait_for(m);
    if (m->starved)
        return error_no_memory(e);
    note_fault(s, seat);
    return answered(s, house_thought(s->house, seat, m->thought, m->choice, e), e);
}

bool sitting_play(struct sitting *s, int seat, action a, struct error *e)
{
    s->fault.text[0] = '\0';
    return answered(s, house_decide(s->house, seat, a, e), e);
}

const char *sitting_fault(const struct sitting *s)
{
    return s->fault.text[0] ? s->fault.text : NULL;
}

seats sitting_chosen(const struct sitting *s)
{
    seats ready;
    return house_chosen(s->house, &ready);
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
        return answered(s, house_take_back(s->house, chooser, e), e);
    if (__builtin_popcount(people) != 1) /* one keyboard is no place to ask them all */
        return people ? error_set(e, "Nothing is taken back where several people play.")
                      : error_set(e, "There is nothing to take back.");
    return answered(s, house_take_back(s->house, __builtin_ctz(people), e), e);
}
