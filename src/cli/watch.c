/* pairs watch: a game that was played, step by step. */
#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/load.h"
#include "cli/play.h"
#include "cli/reel.h"
#include "cli/saved.h"

/* Who looks, if the command line does not say. */
static bool choose_looks(struct watching *w, const struct args *a, struct error *e)
{
    int players = w->game->setup.players;
    w->looks = a->seat < 0 ? watch_looks(w->game, w->plan) : a->seat;
    return a->seat < players ||
           error_set(e, "there is no seat %c with %d players; expected A to %c", 'A' + a->seat,
                     players, 'A' + players - 1);
}

static int tell(const struct watching *w)
{
    struct text out = {0};
    int players = w->game->setup.players;
    text_add(&out, lang_plural("%s, %d player.\n", "%s, %d players.\n", players),
             _(w->game->setup.game->title), players);
    reel_story(w->game, w->looks, &out);
    return finish(&out);
}

static int show(const struct watching *w, const struct args *a)
{
    struct error e = {.language = lang()};
    if (!can_fill_screen(a))
        return tell(w);
    return play_watch(w, &e) ? FINE : fail(BAD_INPUT, &e);
}

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct plan plan;
    struct reader *r = load_record(a->word[0], args_language(a));
    if (!r)
        return BAD_INPUT;
    bool known = saved_plan(a->word[0], &plan, &e);
    struct watching w = {.game = reader_table(r), .plan = known ? &plan : NULL, .path = a->word[0]};
    bool fine = !e.no_memory && choose_looks(&w, a, &e);
    int status = fine ? show(&w, a) : fail(BAD_USAGE, &e);
    reader_free(r);
    return status;
}

static const struct flag flags[] = {
    SEAT_FLAG(N_("as that seat saw it; a game that is over is shown open otherwise")),
    SWITCH_FLAG(plain, N_("lines of plain words instead of the full screen")),
    END_ROW,
};

const struct command watch_command = {
    .name = "watch",
    .usage = N_("[GAME|FILE]"),
    .summary = N_("see a game again, step by step"),
    .help =
        N_("Shows the game of a record ('-' for standard input) on the table: forward and back, to "
           "the next hand or decision, with all cards open or as a seat saw it. A key works out "
           "what each decision was worth; another one goes on from there against bots, as a new "
           "game. The file is never changed. Without a terminal the game is told in lines."),
    .flags = flags,
    .saved = true,
    .words_max = 1,
    .run = run,
};
