/* One whole game of every name, played by bots in a house, with all that a front end would be told:
 * the same bytes wherever this runs. Built for this machine and for WebAssembly; see portable.sh.
 */
#include "live/archive.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 6 };

/* Who sits at a table: the ways in which bots think, in turn; and the way that takes longest. */
static const char *const quick[WAYS] = {"search:20", "hint",      "cautious-liar-search:10",
                                        "2",         "liar-hint", "bold-search:10"};
static const char *const slow[WAYS] = {"exact:500", "4", "random", "hint", "hint", "hint"};

static const uint64_t seed = 10;

_Noreturn static void give_up(const char *name, const char *why)
{
    fprintf(stderr, "portable: %s: %s\n", name, why);
    exit(1);
}

/* --- The host --------------------------------------------------------------------------------- */

/* What the bots are to think about. */
struct host {
    struct thought {
        uint64_t number;
        struct bot *bot;
        const struct knowledge *knowledge;
        struct rng random;
    } of[PLAYERS_MAX];
};

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static void think(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    struct host *host = context;
    host->of[seat] = (struct thought){thought, b, k, r};
}

static void forget(void *context, int seat)
{
    struct host *host = context;
    host->of[seat] = (struct thought){0};
}

/* --- A game ----------------------------------------------------------------------------------- */

static struct plan plan_of(const char *name, const char *const bot[WAYS], int first)
{
    struct plan p = {.seed = seed};
    struct error e = {0};
    if (!setup_choose(&p.setup, name, &e) ||
        !setup_players(&p.setup, setup_players_usual(&p.setup), &e) || !setup_finish(&p.setup, &e))
        give_up(name, e.text);
    for (int seat = 0; seat < p.setup.players; seat++)
        snprintf(p.chair[seat].bot, sizeof p.chair[seat].bot, "%s", bot[(first + seat) % WAYS]);
    return p;
}

/* The decision of a bot, or the card or lot that is due. */
static void go_on(struct live *h, struct host *host, const char *name)
{
    struct error e = {0};
    enum live_answer answer;
    seats due = live_bots_due(h);
    if (due) {
        int seat = __builtin_ctz(due);
        struct thought t = host->of[seat];
        if (!t.bot || !t.knowledge)
            give_up(name, "nobody thinks");
        action a = bot_choose(t.bot, t.knowledge, &t.random);
        answer = live_thought(h, seat, t.number, a, &e);
    } else {
        answer = live_draw(h, &e);
    }
    if (answer != LIVE_KEPT)
        give_up(name, e.text);
}

/* --- What is told ----------------------------------------------------------------------------- */

/* What one who looks was told, in data and in a language, and sees in the end. */
static void write_seen(const struct live *h, int looks, const struct language *l, struct text *out)
{
    const struct diary *d = live_diary(h);
    const struct game *game = live_table(h)->setup.game;
    struct view v;
    for (size_t i = 0; i < d->entries; i++) {
        struct sight sight;
        entry_seen(d, i, looks, &sight);
        for (int k = 0; k < sight.log.size; k++) {
            json_event(out, game, &sight.log.event[k]);
            event_text(out, game, &sight.log.event[k], looks, NULL, l);
            text_add(out, "\n");
        }
    }
    live_view(h, looks, &v);
    json_view(out, &v);
    text_add(out, "\n");
}

static void play(const char *name, const char *const bot[WAYS], int first)
{
    struct host host = {0};
    const struct live_host callbacks = {
        .context = &host, .bot = make_bot, .think = think, .forget = forget};
    struct plan p = plan_of(name, bot, first);
    struct error e = {0};
    struct live *h = live_new(&p, &callbacks, &e);
    if (!h || live_begin(h, &e) != LIVE_KEPT)
        give_up(name, e.text);
    while (table_turn(live_table(h)).kind != TURN_OVER)
        go_on(h, &host, name);
    struct text out = {0};
    text_add(&out, "# %s\n", name);
    archive_write(h, &out);
    json_table(&out, live_table(h));
    text_add(&out, "\n");
    write_seen(h, NOBODY, language_find("en"), &out);
    write_seen(h, 0, language_find("de"), &out);
    if (out.failed)
        give_up(name, "memory has run out");
    fputs(text_of(&out), stdout);
    text_free(&out);
    live_free(h);
}

int main(void)
{
    int names = 0;
    for (int i = 0; all_games[i]; i++) {
        play(all_games[i]->name, quick, names++);
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            play(p->name, quick, names++);
    }
    play("pairs", slow, 0);
    printf("%d games\n", names);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
