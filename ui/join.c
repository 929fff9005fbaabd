/* pairs join: lends a bot of this machine to a table elsewhere. */
#include "bots/bot.h"
#include "remote/client.h"
#include "remote/token.h"
#include "ui/commands.h"
#include "ui/lang.h"
#include "ui/stop.h"
#include "wire/bot.h"
#include "wire/viewread.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    NAME = 64,       /* of somebody at a table, with its NUL byte */
    LOOK_UP = 200,   /* milliseconds between two looks at whether to stop */
    PATIENCE = 2000, /* milliseconds that the server has to answer when we leave */
    AGAIN = 1000,    /* milliseconds until a decision that was refused is made again */
};

/* What has happened in the game, as far as the seat may know it. */
struct past {
    struct event *event;
    size_t size, room;
    size_t *step; /* how many events there were before each step */
    size_t steps, step_room;
};

enum phase {
    COMES,  /* it does not know the table yet */
    SITS,   /* it has asked for a chair */
    PLAYS,  /* it has one, and is told all from the first entry on */
    LEAVES, /* it was told to stop */
    GONE,
};

struct guest {
    const struct args *args;
    struct address address;
    struct client *client;
    struct bot *bot;
    const char *name;
    const atomic_bool *stop;
    struct rng rng;
    enum phase phase;
    int status; /* once it is gone */
    struct error *e;

    struct setup setup;
    struct past past;
    json_t *view;       /* as it is now; NULL: there is none */
    uint64_t deciding;  /* the command that was not answered yet, or 0 */
    int64_t decided;    /* after which entry */
    int64_t refused_at; /* milliseconds; 0: the last decision was not refused */
};

static int64_t now_in_milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void end(struct guest *g, int status)
{
    g->phase = GONE;
    g->status = status;
}

static void no_memory(struct guest *g)
{
    error_no_memory(g->e);
    end(g, fail(BAD_INPUT, g->e));
}

/* --- The past ----------------------------------------------------------------------------------
 */

static bool make_room(void *at, size_t *room, size_t size, size_t each)
{
    void **array = at;
    if (size < *room)
        return true;
    void *more = realloc(*array, (2 * size + 64) * each);
    if (!more)
        return false;
    *array = more;
    *room = 2 * size + 64;
    return true;
}

static bool past_step(struct past *p)
{
    if (!make_room(&p->step, &p->step_room, p->steps, sizeof *p->step))
        return false;
    p->step[p->steps++] = p->size;
    return true;
}

static bool past_add(struct past *p, const struct event *event)
{
    if (!make_room(&p->event, &p->room, p->size, sizeof *p->event))
        return false;
    p->event[p->size++] = *event;
    return true;
}

static void past_return(struct past *p, size_t steps)
{
    if (steps >= p->steps)
        return;
    p->size = p->step[steps];
    p->steps = steps;
}

static void past_free(struct past *p)
{
    free(p->event);
    free(p->step);
}

/* --- What the server tells ---------------------------------------------------------------------
 */

static const char *words_of(const json_t *object, const char *key)
{
    const char *words = json_string_value(json_object_get(object, key));
    return words ? words : "";
}

static bool take_entry(struct guest *g, const json_t *entry)
{
    const char *kind = words_of(entry, "kind");
    const json_t *game = json_object_get(entry, "game"), *events = json_object_get(entry, "events");
    if (game && !read_setup(&g->setup, game, g->e))
        return false;
    if (strcmp(kind, "begun") == 0 || strcmp(kind, "again") == 0)
        g->past.size = g->past.steps = 0;
    if (strcmp(kind, "taken-back") == 0)
        past_return(&g->past, (size_t)json_integer_value(json_object_get(entry, "steps")));
    if (strcmp(kind, "step") == 0 && !past_step(&g->past))
        return error_no_memory(g->e);
    for (size_t i = 0; i < json_array_size(events); i++) {
        struct event event;
        if (!read_event(&event, &g->setup, json_array_get(events, i), g->e))
            return false;
        if (!past_add(&g->past, &event))
            return error_no_memory(g->e);
    }
    return true;
}

static void forget_view(struct guest *g)
{
    json_decref(g->view);
    g->view = NULL;
}

/* Who has lost the chair is not wanted any more. */
static void take_table(struct guest *g, const json_t *now)
{
    if (!json_is_object(now) || json_is_string(json_object_get(now, "you")))
        return;
    printf(_("%s has no chair at the table any more.\n"), g->name);
    end(g, FINE);
}

static void take_update(struct guest *g, json_t *message)
{
    const json_t *entries = json_object_get(message, "entries");
    for (size_t i = 0; i < json_array_size(entries); i++)
        if (!take_entry(g, json_array_get(entries, i))) {
            end(g, fail(BAD_INPUT, g->e));
            return;
        }
    forget_view(g);
    g->view = json_incref(json_object_get(message, "view"));
    take_table(g, json_object_get(message, "now"));
}

/* --- Deciding ----------------------------------------------------------------------------------
 */

/* The decision in notation; false with a message. */
static bool choose(struct guest *g, char choice[ACTION_TEXT])
{
    struct view v;
    if (!read_view(&v, &g->setup, g->view, g->e))
        return false;
    struct knowledge *k = knowledge_told(&v, g->past.event, g->past.size);
    if (!k)
        return error_no_memory(g->e);
    action_text(v.game, bot_choose(g->bot, k, &g->rng), choice);
    knowledge_free(k);
    return true;
}

/* Decides if that is waited for and nothing is on its way. */
static void decide(struct guest *g)
{
    char choice[ACTION_TEXT];
    bool again = g->refused_at && now_in_milliseconds() >= g->refused_at + AGAIN;
    int64_t entry = client_entry(g->client);
    if (g->phase != PLAYS || g->deciding || (entry <= g->decided && !again) ||
        json_array_size(json_object_get(g->view, "legal")) == 0)
        return;
    if (!choose(g, choice)) {
        end(g, fail(BAD_INPUT, g->e));
        return;
    }
    g->decided = entry;
    g->refused_at = 0;
    g->deciding = client_send(g->client, json_pack("{s:s, s:s, s:I}", "do", "decide", "choice",
                                                   choice, "after", (json_int_t)entry));
    if (!g->deciding)
        no_memory(g);
}

/* --- Coming and going --------------------------------------------------------------------------
 */

/* From now on it is told everything as the one who sits there. */
static void play(struct guest *g)
{
    g->phase = PLAYS;
    g->past.size = g->past.steps = 0;
    printf(_("%s sits at table %s.\n"), g->name, client_table(g->client));
    fflush(stdout);
    if (!client_enter(g->client, client_table(g->client), g->address.invitation, 0))
        no_memory(g);
}

static void sit(struct guest *g)
{
    json_t *command = json_pack("{s:s, s:s}", "do", "sit", "name", g->name);
    char seat[] = {(char)('A' + g->args->seat), '\0'};
    if (command && g->args->seat >= 0)
        json_object_set_new(command, "seat", json_string(seat));
    g->phase = SITS;
    if (!client_send(g->client, command))
        no_memory(g);
}

static void refuse(struct guest *g, const char *words)
{
    error_set(g->e, "table %s: %s", client_table(g->client), words);
    end(g, fail(BAD_INPUT, g->e));
}

static void take_answer(struct guest *g, const struct news *n)
{
    const char *word = words_of(n->command, "do");
    if (n->number == g->deciding) {
        g->deciding = 0;
        g->refused_at = n->done ? 0 : now_in_milliseconds();
        if (n->done && !n->again)
            forget_view(g); /* the next one comes with what was decided */
    } else if (strcmp(word, "leave") == 0) {
        end(g, FINE);
    } else if (!n->done) {
        refuse(g, n->words);
    } else if (strcmp(word, "sit") == 0) {
        play(g);
    } else if (strcmp(word, "enter") == 0 && g->phase == COMES) {
        if (json_is_string(json_object_get(n->message, "you")))
            play(g);
        else
            sit(g);
    }
}

static bool has_empty_chair(const json_t *table)
{
    const json_t *chairs = json_object_get(table, "chairs");
    for (size_t i = 0; i < json_array_size(chairs); i++) {
        const json_t *chair = json_array_get(chairs, i);
        if (strcmp(words_of(chair, "kind"), "empty") == 0 &&
            !json_is_true(json_object_get(chair, "held")))
            return true;
    }
    return false;
}

/* Without a table it takes the first public one that has a chair. */
static void take_page(struct guest *g, const struct news *n)
{
    char place[ADDRESS_PLACE];
    for (size_t i = 0; i < json_array_size(n->message); i++) {
        const json_t *table = json_array_get(n->message, i);
        if (!has_empty_chair(table))
            continue;
        if (!client_enter(g->client, words_of(table, "table"), "", CLIENT_NOW))
            no_memory(g);
        return;
    }
    error_set(g->e, "no public table at %s has an empty chair; name a table or an invitation link",
              address_place(&g->address, place));
    end(g, fail(BAD_INPUT, g->e));
}

static void take_state(struct guest *g, const struct news *n)
{
    if (n->state == LINE_LOST || n->state == LINE_REFUSED)
        fprintf(stderr, "pairs: %s\n", n->words);
    if (n->state == LINE_REFUSED)
        end(g, BAD_INPUT);
}

static void take(struct guest *g, const struct news *n)
{
    if (n->kind == NEWS_STATE)
        take_state(g, n);
    else if (n->kind == NEWS_PAGE && !client_table(g->client)[0])
        take_page(g, n);
    if (n->number)
        take_answer(g, n);
    if (n->update && g->phase == PLAYS)
        take_update(g, n->message);
}

/* --- The command -------------------------------------------------------------------------------
 */

/* Gives the chair up, if it has one; a bot of the house plays on. */
static void leave(struct guest *g)
{
    bool sits = g->phase == PLAYS && client_send(g->client, json_pack("{s:s}", "do", "leave"));
    g->phase = sits ? LEAVES : GONE;
}

static void listen(struct guest *g)
{
    int64_t until = INT64_MAX;
    while (g->phase != GONE && now_in_milliseconds() < until) {
        struct pollfd ready = {.fd = client_descriptor(g->client), .events = POLLIN};
        struct news n;
        poll(&ready, 1, LOOK_UP);
        while (g->phase != GONE && client_take(g->client, &n)) {
            take(g, &n);
            news_clear(&n);
        }
        if (atomic_load(g->stop) && g->phase < LEAVES) {
            until = now_in_milliseconds() + PATIENCE;
            leave(g);
        }
        decide(g);
    }
}

static bool start(struct guest *g, const char *who)
{
    char language[] = "en";
    if (lang() && lang()->name)
        snprintf(language, sizeof language, "%s", lang()->name);
    g->client = client_new(&g->address, who, language, g->e);
    if (!g->client)
        return false;
    const struct address *a = &g->address;
    bool asked = a->table[0] ? client_enter(g->client, a->table, a->invitation, CLIENT_NOW) > 0
                             : client_fetch(g->client, "api/tables");
    return asked || error_no_memory(g->e);
}

static int lend(struct guest *g)
{
    char who[TOKEN_WHO] = "";
    int claim = token_claim(&g->address, "bot", who, g->e);
    bool fine = claim >= 0 && start(g, who);
    if (fine)
        listen(g);
    client_free(g->client);
    if (claim >= 0)
        close(claim);
    past_free(&g->past);
    forget_view(g);
    return fine ? g->status : fail(BAD_INPUT, g->e);
}

/* The bot, and what it is called at the table. */
static bool find_bot(struct guest *g, char name[NAME])
{
    const struct args *a = g->args;
    if (!a->bot)
        return error_set(g->e, "there is no bot to lend; expected --bot 'run:COMMAND'");
    g->bot = wire_bot(a->bot, g->e);
    if (!g->bot)
        return false;
    if (bot_imagines(g->bot))
        return error_set(g->e,
                         "the bot '%.40s' needs the whole game, which a server tells nobody; "
                         "expected run:COMMAND, hint or random",
                         a->bot);
    snprintf(name, NAME, "%.*s", text_fit(bot_title(g->bot), NAME - 1), bot_title(g->bot));
    for (int i = 0; i < a->settings; i++) {
        if (strncmp(a->setting[i].flag, "--name", 6) != 0)
            return error_set(g->e, "'%.40s' is no option of this command", a->setting[i].flag);
        if (strlen(a->setting[i].value) >= NAME)
            return error_set(g->e, "--name cannot be '%.80s'; expected at most %d bytes",
                             a->setting[i].value, NAME - 1);
        snprintf(name, NAME, "%s", a->setting[i].value);
    }
    g->name = name;
    return true;
}

static int run(const struct args *a)
{
    char name[NAME];
    struct error e = {.language = lang()};
    struct guest g = {.args = a, .e = &e, .rng = rng_seeded(new_seed(), 0), .decided = -1};
    if (!address_read(&g.address, a->word[0], &e) ||
        (a->words > 1 && !address_table(&g.address, a->word[1], &e)) || !find_bot(&g, name)) {
        bot_free(g.bot);
        return fail(BAD_USAGE, &e);
    }
    g.stop = stop_on_signals();
    bot_heed(g.bot, g.stop);
    int status = lend(&g);
    bot_free(g.bot);
    return status;
}

const struct command join_command = {
    .name = "join",
    .usage = N_("join URL [TABLE] --bot BOT [--name NAME] [--seat X]"),
    .summary = N_("lend a bot of yours to a table on the network"),
    .help = N_(
        "Has a bot of this machine take a chair at a table of a server ('pairs serve') and play\n"
        "there, game after game, until it is sent away or Ctrl-C ends it. When the connection is\n"
        "lost it comes back by itself.\n\n"
        "  URL          http://HOST:PORT, or an invitation link with the table in it\n"
        "  TABLE        its name, NAME/INVITATION or a link; without one the first public table\n"
        "               that has an empty chair\n"
        "  --bot BOT    run:COMMAND (docs/protocol.md), hint or random; bots that look ahead\n"
        "               the server itself can seat\n"
        "  --name NAME  what it is called there\n"
        "  --seat X     the chair, a letter; usually the first empty one\n"),
    .flags = FLAG_BOT | FLAG_SEAT | FLAG_SETTING,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
