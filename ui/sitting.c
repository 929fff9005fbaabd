#include "ui/sitting.h"

#include "bots/bot.h"
#include "ui/lang.h"
#include "ui/saved.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The bot whose decision is due. Its thread writes `choice` and then `ready`, and nothing else. */
struct thought {
    bool begun;
    bool threaded; /* there is a thread to join */
    int seat;
    struct bot *bot;
    struct knowledge *knowledge;
    struct rng random;
    action choice;
    bool starved; /* memory has run out: there is no choice */
    pthread_t thread;
    atomic_bool ready;
    int fd; /* an eventfd that counts the decisions which have not been carried out */
};

struct sitting {
    struct plan plan;
    struct table *table;
    struct saved *saved; /* NULL: there is no copy */
    struct bot *bot[PLAYERS_MAX];
    bool faulty[PLAYERS_MAX]; /* bots whose fault has been told */
    struct error fault;       /* of the last step; empty for none */
    struct error unsaved;     /* how far the copy is good; empty: it is as the table is */
    size_t kept;              /* the steps in the copy */
    int kept_hand;            /* and the hand that was played then */
    atomic_bool stop;         /* the bot is to come to an end */
    struct thought thought;
};

/* --- Beginning and end ------------------------------------------------------------------------ */

/* What a seat is called: its name, or its bot's title; random players are nobody in particular. */
static const char *plain_name(const struct sitting *s, int seat)
{
    const struct bot *b = s->bot[seat];
    if (s->plan.chair[seat].name[0])
        return s->plan.chair[seat].name;
    return b && strcmp(bot_name(b), "random") != 0 ? bot_title(b) : "";
}

/* Where two have the same name, the letter tells them apart. */
static void name_seats(struct sitting *s)
{
    enum { LETTER = 2 }; /* a blank and the letter */
    for (int seat = 0; seat < s->plan.setup.players; seat++) {
        const char *own = plain_name(s, seat);
        int same = 0;
        for (int i = 0; i < s->plan.setup.players; i++)
            same += strcmp(plain_name(s, i), own) == 0;
        table_name(s->table, seat, own);
        if (same < 2 || !*own)
            continue;
        char name[NAME_ROOM + LETTER + 1];
        snprintf(name, sizeof name, "%.*s %c", text_fit(own, NAME_ROOM - 1 - LETTER), own,
                 'A' + seat);
        table_name(s->table, seat, name);
    }
}

static bool seat_bots(struct sitting *s, struct error *e)
{
    for (int seat = 0; seat < s->plan.setup.players; seat++) {
        const char *name = s->plan.chair[seat].bot;
        if (!*name)
            continue;
        s->bot[seat] = bot_new(name, e);
        if (!s->bot[seat])
            return false;
        bot_heed(s->bot[seat], &s->stop);
        bot_background(s->bot[seat]);
    }
    return true;
}

/* A sitting without a table. */
static struct sitting *begin(const struct plan *p, struct error *e)
{
    struct sitting *s = calloc(1, sizeof *s);
    if (!s) {
        error_no_memory(e);
        return NULL;
    }
    s->plan = *p;
    s->thought.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->thought.fd >= 0 && seat_bots(s, e))
        return s;
    if (s->thought.fd < 0)
        error_set(e, "too many files are open; close other programs and try again");
    sitting_free(s);
    return NULL;
}

/* The copy is as the table is. */
static void note_kept(struct sitting *s)
{
    s->kept = s->table->steps;
    s->kept_hand = game_look(s->table->state)->hand;
    s->unsaved.text[0] = '\0';
}

static bool keep(struct sitting *s, struct error *e)
{
    if (s->saved && !saved_keep(s->saved, &s->plan, s->table, e))
        return false;
    note_kept(s);
    return true;
}

/* The same, where the game goes on without it; false if memory has run out. */
static bool try_to_keep(struct sitting *s, struct error *e)
{
    struct error why = {0};
    if (keep(s, &why))
        return true;
    error_set(&s->unsaved, _("this game is saved only as it was at step %zu, in hand %d: %s"),
              s->kept, s->kept_hand, why.text);
    return !why.no_memory || error_no_memory(e);
}

bool sitting_save(struct sitting *s)
{
    struct error e;
    if (sitting_unsaved(s))
        try_to_keep(s, &e);
    return !sitting_unsaved(s);
}

const char *sitting_unsaved(const struct sitting *s)
{
    return s->unsaved.text[0] ? s->unsaved.text : NULL;
}

struct sitting *sitting_new(const struct plan *p, const char *folder, struct error *e)
{
    struct sitting *s = begin(p, e);
    if (!s)
        return NULL;
    s->table = table_new(&p->setup);
    bool fine = s->table || error_no_memory(e);
    if (fine)
        name_seats(s);
    if (fine && folder) {
        s->saved = saved_new(folder, p, e);
        fine = s->saved && keep(s, e);
        if (s->saved && !fine)
            unlink(saved_path(s->saved)); /* there is nothing in it */
    }
    if (fine)
        return s;
    sitting_free(s);
    return NULL;
}

struct sitting *sitting_resume(const char *path, struct error *e)
{
    struct plan p;
    struct table *t;
    struct saved *saved = saved_open(path, &p, &t, e);
    if (!saved)
        return NULL;
    struct sitting *s = begin(&p, e);
    if (s) {
        s->table = t;
        s->saved = saved;
        note_kept(s);
        return s;
    }
    table_free(t);
    saved_close(saved);
    return NULL;
}

/* --- Thinking --------------------------------------------------------------------------------- */

static void *think(void *context)
{
    struct thought *t = context;
    t->choice = bot_choose(t->bot, t->knowledge, &t->random);
    t->starved = bot_starved(t->bot);
    atomic_store(&t->ready, true);
    eventfd_write(t->fd, 1);
    return NULL;
}

/* Signals are the main thread's. */
static bool start_thread(struct thought *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&t->thread, NULL, think, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* The chance of this moment: after a decision was taken back and made again, and after the game was
 * resumed, the same card comes. */
static struct rng chance(const struct sitting *s)
{
    return rng_seeded(s->plan.seed, s->table->steps);
}

static void begin_thought(struct sitting *s, seats bots)
{
    struct thought *t = &s->thought;
    t->begun = true;
    t->starved = false;
    t->random = chance(s);
    t->seat = seats_pick(bots, &t->random);
    t->bot = s->bot[t->seat];
    t->knowledge = knowledge_of(s->table, t->seat);
    t->threaded = t->knowledge && start_thread(t);
    if (t->threaded)
        return;
    if (t->knowledge) { /* no thread to be had: at once */
        think(t);
        return;
    }
    t->starved = true;
    atomic_store(&t->ready, true);
    eventfd_write(t->fd, 1);
}

/* Waits for it; all is then as before it began, but for `choice` and `seat`. */
static void end_thought(struct sitting *s)
{
    struct thought *t = &s->thought;
    eventfd_t count;
    if (t->threaded)
        pthread_join(t->thread, NULL);
    knowledge_free(t->knowledge);
    eventfd_read(t->fd, &count);
    t->begun = t->threaded = false;
    t->knowledge = NULL;
    atomic_store(&t->ready, false);
}

static void drop_thought(struct sitting *s)
{
    if (!s->thought.begun)
        return;
    atomic_store(&s->stop, true);
    end_thought(s);
    atomic_store(&s->stop, false);
}

void sitting_free(struct sitting *s)
{
    if (!s)
        return;
    drop_thought(s);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        bot_free(s->bot[seat]);
    if (s->thought.fd >= 0)
        close(s->thought.fd);
    saved_close(s->saved);
    table_free(s->table);
    free(s);
}

/* --- The game --------------------------------------------------------------------------------- */

const struct table *sitting_table(const struct sitting *s)
{
    return s->table;
}

const struct plan *sitting_plan(const struct sitting *s)
{
    return &s->plan;
}

const char *sitting_path(const struct sitting *s)
{
    return s->saved ? saved_path(s->saved) : NULL;
}

seats sitting_people(const struct sitting *s)
{
    seats people = 0;
    for (int seat = 0; seat < s->plan.setup.players; seat++)
        people |= (seats)(s->bot[seat] ? 0 : 1u << seat);
    return people;
}

enum due sitting_due(struct sitting *s)
{
    struct turn turn = table_turn(s->table);
    if (turn.kind == TURN_OVER)
        return DUE_NOTHING;
    if (turn.kind != TURN_SEATS)
        return DUE_CHANCE;
    if (turn.seats & sitting_people(s))
        return DUE_PERSON;
    if (!s->thought.begun)
        begin_thought(s, turn.seats);
    return DUE_BOT;
}

int sitting_person(const struct sitting *s)
{
    return __builtin_ctz(table_turn(s->table).seats & sitting_people(s));
}

bool sitting_secret(const struct sitting *s, int seat)
{
    const struct game *game = s->plan.setup.game;
    action legal[ACTIONS_MAX];
    bool secret = game->hidden;
    int count = table_legal(s->table, seat, legal);
    for (int i = 0; i < count; i++)
        secret = secret || game->verbs[action_verb(legal[i])].secret;
    return secret && __builtin_popcount(sitting_people(s)) > 1;
}

bool sitting_ready(const struct sitting *s)
{
    return atomic_load(&s->thought.ready);
}

int sitting_thinker(const struct sitting *s)
{
    return s->thought.seat;
}

int sitting_fd(const struct sitting *s)
{
    return s->thought.fd;
}

/* Remembers what a program did wrong, the first time. */
static void note_fault(struct sitting *s, int seat)
{
    const char *fault = bot_fault(s->bot[seat]);
    if (!fault || s->faulty[seat])
        return;
    s->faulty[seat] = true;
    error_set(&s->fault, "the bot '%.300s' %s; from now on '%s' decides for it",
              bot_name(s->bot[seat]), fault, s->plan.setup.game->hint ? "hint" : "random");
}

bool sitting_step(struct sitting *s, struct error *e)
{
    s->fault.text[0] = '\0';
    if (s->thought.begun) {
        end_thought(s);
        if (s->thought.starved)
            return error_no_memory(e);
        note_fault(s, s->thought.seat);
        return table_play(s->table, s->thought.seat, s->thought.choice, e) && try_to_keep(s, e);
    }
    struct rng r = chance(s);
    return table_chance(s->table, &r, e) && try_to_keep(s, e);
}

bool sitting_play(struct sitting *s, int seat, action a, struct error *e)
{
    s->fault.text[0] = '\0';
    return table_play(s->table, seat, a, e) && try_to_keep(s, e);
}

const char *sitting_fault(const struct sitting *s)
{
    return s->fault.text[0] ? s->fault.text : NULL;
}

/* --- Taking back ------------------------------------------------------------------------------ */

bool sitting_undo(struct sitting *s, struct error *e)
{
    seats people = sitting_people(s);
    if (__builtin_popcount(people) != 1)
        return error_set(e, "%s",
                         people ? _("Nothing is taken back where several people play.")
                                : _("There is nothing to take back."));
    int person = __builtin_ctz(people);
    size_t last = s->table->steps;
    while (last > 0 &&
           (s->table->step[last - 1].kind != TURN_SEATS || s->table->step[last - 1].who != person))
        last--;
    if (last == 0)
        return error_set(e, "%s", _("There is nothing to take back."));
    drop_thought(s);
    while (s->table->steps >= last)
        table_undo(s->table);
    return try_to_keep(s, e);
}
