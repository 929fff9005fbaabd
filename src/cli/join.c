/* pairs join: lends a bot of this machine to a table elsewhere. */
#include "bots/bot.h"
#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/stop.h"
#include "client/remote.h"
#include "client/token.h"
#include "wire/bot.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_UP = 200,   /* milliseconds between two looks at whether to stop */
    PATIENCE = 2000, /* milliseconds that the server has to answer when we leave */
    AGAIN = 1000,    /* milliseconds until a decision that was refused is made again */
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
    struct remote *r;
    struct bot *bot;
    const char *name;
    const atomic_bool *stop;
    struct rng rng;
    enum phase phase;
    int status; /* once it is gone */
    struct error *e;
    int64_t decided;    /* after which entry */
    int64_t refused_at; /* milliseconds; 0: the last decision was not refused */
};

static void end(struct guest *g, int status)
{
    g->phase = GONE;
    g->status = status;
}

/* Ends with the message that there is. */
static void give_up(struct guest *g)
{
    end(g, fail(BAD_INPUT, g->e));
}

/* --- Deciding --------------------------------------------------------------------------------- */

/* Decides if that is waited for and nothing is on its way. */
static void decide(struct guest *g)
{
    struct remote *r = g->r;
    bool again = g->refused_at && remote_clock() >= g->refused_at + AGAIN;
    if (g->phase != PLAYS || match_asked(&r->match) == NOBODY || (r->entry <= g->decided && !again))
        return;
    struct knowledge *k = knowledge_told(&r->view, r->past.event, r->past.size);
    bool decided = k && match_decide(&r->match, r->you, bot_choose(g->bot, k, &g->rng));
    knowledge_free(k);
    g->decided = r->entry;
    g->refused_at = 0;
    if (!decided) {
        error_no_memory(g->e);
        give_up(g);
    }
}

/* --- Coming and going ------------------------------------------------------------------------- */

static void refuse(struct guest *g)
{
    error_set(g->e, "table %s: %s", client_table(g->r->client), g->r->match.why.text);
    give_up(g);
}

/* From now on it is told everything as the one who sits there. */
static void play(struct guest *g)
{
    printf(_("%s sits at table %s.\n"), g->name, client_table(g->r->client));
    fflush(stdout);
    if (g->phase == SITS)
        remote_enter(g->r, client_table(g->r->client), g->address.invitation);
    g->phase = PLAYS;
}

/* What the table is now: who has lost the chair is not wanted any more. */
static void take_table(struct guest *g)
{
    struct remote *r = g->r;
    text_clear(&r->match.talk);
    if (!r->known)
        return;
    if (g->phase < PLAYS && r->you != NOBODY) {
        play(g);
    } else if (g->phase == COMES) {
        g->phase = SITS;
        remote_sit(r, g->name, g->args->seat >= 0 ? g->args->seat : NOBODY);
    } else if (g->phase == PLAYS && r->you == NOBODY) {
        printf(_("%s has no chair at the table any more.\n"), g->name);
        end(g, FINE);
    }
}

/* Without a table it takes the first public one that has a chair. */
static void take_list(struct guest *g)
{
    char place[ADDRESS_PLACE];
    const struct remote *r = g->r;
    for (int i = 0; i < r->offers; i++)
        if (remote_has_empty(r->list[i].chair, r->list[i].setup.players)) {
            remote_enter(g->r, r->list[i].table, "");
            return;
        }
    error_set(g->e, "no public table at %s has an empty chair; name a table or an invitation link",
              address_place(&g->address, place));
    give_up(g);
}

static void take_refusal(struct guest *g)
{
    const char *command = g->r->command;
    if (strcmp(command, "decide") == 0)
        g->refused_at = remote_clock();
    else if (strcmp(command, "leave") == 0)
        end(g, FINE);
    else
        refuse(g);
}

static void take(struct guest *g, enum match_news news)
{
    const struct error *why = &g->r->match.why;
    if (news == MATCH_LINE && why->text[0])
        fprintf(stderr, "pairs: %s\n", why->text);
    else if (news == MATCH_LIST)
        take_list(g);
    else if (news == MATCH_REFUSED)
        take_refusal(g);
    else if (news == MATCH_DONE && strcmp(g->r->command, "leave") == 0)
        end(g, FINE);
    else if (news == MATCH_FAILED && client_table(g->r->client)[0] && g->r->command[0])
        refuse(g);
    else if (news == MATCH_FAILED) {
        *g->e = *why;
        give_up(g);
    }
    if (g->phase < GONE)
        take_table(g);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Gives the chair up, if it has one; a bot of the table plays on. */
static void leave(struct guest *g)
{
    bool sits = g->phase == PLAYS;
    if (sits)
        remote_leave(g->r);
    g->phase = sits ? LEAVES : GONE;
}

static void listen(struct guest *g)
{
    int64_t until = INT64_MAX;
    while (g->phase != GONE && remote_clock() < until) {
        struct pollfd ready = {.fd = match_fd(&g->r->match), .events = POLLIN};
        enum match_news news;
        poll(&ready, 1, LOOK_UP);
        while (g->phase != GONE && (news = match_take(&g->r->match)) != MATCH_NOTHING)
            take(g, news);
        if (atomic_load(g->stop) && g->phase < LEAVES) {
            until = remote_clock() + PATIENCE;
            leave(g);
        }
        decide(g);
    }
}

static int lend(struct guest *g)
{
    char who[TOKEN_WHO] = "";
    int claim = token_claim(&g->address, "bot", who, g->e);
    g->r = claim >= 0 ? remote_new(&g->address, who, g->e) : NULL;
    if (g->r) {
        if (g->address.table[0])
            remote_enter(g->r, g->address.table, g->address.invitation);
        else
            remote_list(g->r);
        listen(g);
    } else {
        give_up(g);
    }
    remote_free(g->r);
    if (claim >= 0)
        close(claim);
    return g->status;
}

/* The bot, and what it is called at the table. */
static bool find_bot(struct guest *g, char name[NAME_ROOM])
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
    snprintf(name, NAME_ROOM, "%.*s", text_fit(bot_title(g->bot), NAME_ROOM - 1),
             bot_title(g->bot));
    const char *called = args_setting(a, "name");
    if (called && strlen(called) >= NAME_ROOM)
        return error_set(g->e, "--name cannot be '%.80s'; expected at most %d bytes", called,
                         NAME_ROOM - 1);
    if (called)
        snprintf(name, NAME_ROOM, "%s", called);
    g->name = name;
    return true;
}

static int run(const struct args *a)
{
    char name[NAME_ROOM];
    struct error e = {.language = lang()};
    struct guest g = {.args = a, .e = &e, .rng = rng_seeded(new_seed(), 0), .decided = -1};
    if (!address_read(&g.address, a->word[0], &e) ||
        (a->words > 1 && !address_table(&g.address, a->word[1], &e)) || !find_bot(&g, name)) {
        bot_free(g.bot);
        return fail(BAD_USAGE, &e);
    }
    g.stop = stop_on_signals();
    bot_set_stop(g.bot, g.stop);
    int status = lend(&g);
    bot_free(g.bot);
    return status;
}

static const struct flag flags[] = {
    WORD_ROW("URL", N_("http://HOST:PORT, or an invitation link with the table in it")),
    WORD_ROW(N_("TABLE"), N_("its name, NAME/INVITATION or a link; without one the first public "
                             "table that has an empty chair")),
    GROUP_ROW(N_("Options")),
    BOT_FLAG(N_("run:COMMAND (docs/protocol.md), hint or random; bots that look ahead the server "
                "itself can seat")),
    SETTING_FLAG("name", "NAME", TAKES_WORDS, N_("what it is called there")),
    SEAT_FLAG(N_("the chair, a letter; usually the first empty one")),
    END_ROW,
};

const struct command join_command = {
    .name = "join",
    .usage = N_("URL [TABLE] --bot BOT"),
    .summary = N_("lend a bot of yours to a table on the network"),
    .help = N_("Has a bot of this machine take a chair at a table of a server ('pairs serve') and "
               "play there, game after game, until it is sent away or Ctrl-C ends it. When the "
               "connection is lost it comes back by itself."),
    .flags = flags,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
