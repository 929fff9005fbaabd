/* pairs play: what the words of the command line mean, and which front end shows the game: the full
 * screen, lines of plain words, or, without a terminal, a game between bots. */
#include "cli/play.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/houserules.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/load.h"
#include "cli/menu.h"
#include "cli/plain.h"
#include "cli/saved.h"
#include "client/remote.h"
#include "engine/record.h"
#include "tui/lobby.h"
#include "tui/pager.h"
#include "tui/screen.h"
#include "tui/tabletop.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- The plan --------------------------------------------------------------------------------- */

static int list_size(const char *list)
{
    int size = 1;
    for (; *list; list++)
        size += *list == ',';
    return size;
}

/* The n-th word of a list with commas, into `out`; after the last one the first again. False if it
 * does not fit. */
static bool list_word(const char *list, int n, char *out, size_t room)
{
    for (n %= list_size(list); n > 0; n--)
        list += strcspn(list, ",") + 1;
    size_t size = strcspn(list, ",");
    snprintf(out, room, "%.*s", (int)size, list);
    return size < room;
}

/* The people from the first seat of theirs on, with their names. */
static bool seat_people(struct plan *p, const struct args *a, seats *people, struct error *e)
{
    int players = p->setup.players, first = a->seat < 0 ? 0 : a->seat;
    int count = a->people ? list_size(a->people) : 1;
    if (first >= players)
        return error_set(e, "there is no seat %c with %d players; expected A to %c", 'A' + first,
                         players, 'A' + players - 1);
    if (count > players)
        return error_set(e, "there are %d people for %d seats; expected at most one a seat", count,
                         players);
    for (int i = 0; i < count; i++) {
        int seat = (first + i) % players;
        *people |= seat_bit(seat);
        if (!a->people)
            settings_person(p->chair[seat].name);
        else if (!list_word(a->people, i, p->chair[seat].name, NAME_ROOM))
            return error_set(e, "a name is too long; expected at most %d bytes", NAME_ROOM - 1);
    }
    return true;
}

/* Bots in all other seats, as the list has them or as the game allows. */
static bool seat_bots(struct plan *p, const char *list, seats people, struct error *e)
{
    int seated = 0, players = p->setup.players;
    for (int seat = 0; seat < players; seat++) {
        char *bot = p->chair[seat].bot;
        if (seats_has(people, seat))
            continue;
        if (!list_word(list ? list : usual_bot(p->setup.game), seated++, bot, BOT_ROOM))
            return error_set(e, "a bot is too long; expected at most %d bytes", BOT_ROOM - 1);
        if (!*bot) /* which would be a person */
            return error_set(e, "there is no bot ''; expected names with commas between them");
    }
    if (list && list_size(list) > seated)
        return error_set(e, "there are %d bots for %d seats; expected at most one a seat",
                         list_size(list), seated);
    return true;
}

/* The game that the command line describes. Without people it is a demonstration. */
static bool make_plan(struct plan *p, const struct args *a, bool demonstration, struct error *e)
{
    struct args as = *a;
    seats people = 0;
    *p = (struct plan){.seed = args_seed(a), .seed_chosen = a->seeded};
    if (a->people && !a->players) { /* room for all of them */
        struct setup u;
        if (!houserules_named(&u, a->words ? a->word[0] : "pairs", e))
            return false;
        int count = list_size(a->people), usual = u.players ? u.players : setup_players_usual(&u);
        as.players = count > usual ? count : usual;
    }
    if (!args_setup(&as, a->words ? a->word[0] : "pairs", &p->setup, e) ||
        !seat_people(p, a, &people, e))
        return false;
    return seat_bots(p, a->bots, demonstration ? 0 : people, e);
}

/* --- The sitting ------------------------------------------------------------------------------ */

/* With what a game begins that is not begun anew: the first steps of another one. */
struct beginning {
    const struct table *of;
    size_t steps;
};

/* A game from its beginning, or with the first steps of another one. */
static struct sitting *open_sitting(const struct plan *p, const struct beginning *b,
                                    const char *folder, struct error *e)
{
    return b ? sitting_branch(p, b->of, b->steps, folder, e) : sitting_new(p, folder, e);
}

/* A new game, with a copy on disk if there can be one. */
static struct sitting *begin(const struct plan *p, const struct beginning *b, struct error *e)
{
    struct error unsaved = {.language = lang()};
    char *folder = saved_folder(&unsaved);
    struct sitting *s = folder ? open_sitting(p, b, folder, &unsaved) : NULL;
    free(folder);
    if (s)
        return s;
    if (unsaved.no_memory) {
        *e = unsaved;
        return NULL;
    }
    s = open_sitting(p, b, NULL, e);
    if (s)
        fprintf(stderr, _("pairs: this game is not saved: %s\n"), unsaved.text);
    return s;
}

/* A record has no seed and does not say who sits where: in the place of the saved game it would
 * end it. */
static bool records_elsewhere(const char *saved, const char *record, struct error *e)
{
    struct stat one, other;
    bool same = record && strcmp(record, "-") != 0 && stat(saved, &one) == 0 &&
                stat(record, &other) == 0 && one.st_dev == other.st_dev &&
                one.st_ino == other.st_ino;
    return !same || error_set(e,
                              "--record %.200s would overwrite the saved game, which could then "
                              "not go on; expected another file",
                              record);
}

/* The game of a file. */
static struct sitting *resume(const char *path, const char *record, struct error *e)
{
    return records_elsewhere(path, record, e) ? sitting_resume(path, e) : NULL;
}

/* The game that a word names. */
static struct sitting *resume_named(const char *word, const char *record, struct error *e)
{
    struct text path = {0};
    bool known = journal_named(word, INDEX_UNFINISHED, &path, e);
    struct sitting *s = known ? resume(text_of(&path), record, e) : NULL;
    text_free(&path);
    return s;
}

/* The game that was played last of those that can go on; what is wrong with later ones is told. */
static struct sitting *resume_latest(const char *record, struct error *e)
{
    char *folder = saved_folder(e), *path;
    struct sitting *s = NULL;
    struct error why = {.language = lang()};
    bool elsewhere = true;
    for (int later = 0;
         folder && !s && elsewhere && !why.no_memory && (path = saved_latest(folder, later, e));
         later++) {
        if (later > 0)
            fail(BAD_INPUT, &why);
        elsewhere = records_elsewhere(path, record, &why);
        s = elsewhere ? sitting_resume(path, &why) : NULL;
        if (s && later > 0) {
            error_set(e, "the game before it goes on: %.300s", path);
            fail(FINE, e);
        }
        free(path);
    }
    if (!s && why.text[0])
        *e = why;
    free(folder);
    return s;
}

static bool write_record(const struct table *t, const char *path, struct error *e)
{
    struct output output;
    struct text record = {0};
    bool fine = record_write(t, &record) ? output_open(&output, path, e) : error_no_memory(e);
    if (fine) {
        fputs(text_of(&record), output.to); /* closing tells if it went wrong */
        fine = output_close(&output, e);
    }
    text_free(&record);
    return fine;
}

/* --- Full screen ------------------------------------------------------------------------------ */

/* Shows a game that was played; if somebody goes on from a moment of it, that is the result. */
static struct sitting *watch(const struct watching *what, enum watch_end *end, struct error *e)
{
    struct branch branch;
    *end = watch_run(what, &branch);
    if (*end == WATCH_STARVED)
        error_no_memory(e);
    if (*end != WATCH_GO_ON)
        return NULL;
    struct error why = {.language = lang()};
    struct beginning b = {what->game, branch.steps};
    struct sitting *s = begin(&branch.plan, &b, &why);
    if (!s)
        *end = pager_run(_("This game cannot be played"), why.text) ? WATCH_BACK : WATCH_QUIT;
    return s;
}

/* The same with the game of a file. */
static struct sitting *watch_file(const char *path, enum watch_end *end, struct error *e)
{
    struct error why = {.language = lang()};
    struct reader *r = load_try(path, &why);
    if (!r) {
        *end = pager_run(_("This game cannot be shown"), why.text) ? WATCH_BACK : WATCH_QUIT;
        return NULL;
    }
    struct plan plan;
    bool known = saved_plan(path, &plan, &why);
    struct watching what = {.game = reader_table(r), .plan = known ? &plan : NULL, .path = path};
    what.looks = watch_looks(what.game, what.plan);
    *end = WATCH_STARVED;
    struct sitting *s = NULL;
    if (why.no_memory)
        error_no_memory(e);
    else
        s = watch(&what, end, e);
    reader_free(r);
    return s;
}

/* The next game after one that was left for `leave`, with its plan in `p`; from the lobby what is
 * chosen there. What cannot be played is told of, and the lobby comes again. NULL: they leave, or
 * there is a message. */
static struct sitting *next_game(enum leave leave, struct plan *p, struct settings *settings,
                                 const char *record, struct error *e)
{
    struct sitting *s = NULL;
    while (!s) {
        struct lobby_choice choice = {0};
        struct error why = {.language = lang()};
        enum watch_end end = WATCH_BACK;
        if (leave != LEAVE_AGAIN && !lobby_run(p, &choice, settings, e))
            return NULL;
        p->seed = new_seed();
        p->seed_chosen = false;
        if (choice.watch)
            s = watch_file(choice.path, &end, e);
        else
            s = choice.path ? resume(choice.path, record, &why) : begin(p, NULL, &why);
        free(choice.path);
        if (!s && (end == WATCH_QUIT || end == WATCH_STARVED))
            return NULL;
        if (!s && why.text[0] && !pager_run(_("This game cannot be played"), why.text))
            return NULL;
        leave = LEAVE_LOBBY;
    }
    return s;
}

/* The game of a sitting that is over is shown once more. The result is what goes on: the same
 * sitting, or another one in its place; NULL: they leave, or there is a message. */
static struct sitting *watch_again(struct sitting *s, bool look_back, struct error *e)
{
    struct watching what = {.game = sitting_table(s),
                            .plan = sitting_plan(s),
                            .path = sitting_path(s),
                            .looks = EVERYTHING,
                            .look_back = look_back};
    enum watch_end end;
    struct sitting *other = watch(&what, &end, e);
    if (!other && end == WATCH_BACK)
        return s;
    sitting_free(s);
    return other;
}

/* From one game to the next, until somebody leaves; frees the sitting. NULL: from the lobby.
 * `unfinished` becomes whether a game was left that can be gone on with. */
static bool stay(struct sitting *s, const char *record, struct settings *settings, bool *unfinished,
                 struct error *e)
{
    struct plan p = {0};
    if (!s)
        s = next_game(LEAVE_LOBBY, &p, settings, record, e);
    while (s) {
        enum leave leave = tabletop_run(sitting_match(s), "", settings, e);
        p = *sitting_plan(s);
        *unfinished = sitting_due(s) != DUE_NOTHING && sitting_path(s);
        if (!sitting_save(s))
            error_set(e, "%s", sitting_unsaved(s));
        bool fine = !record || write_record(sitting_table(s), record, e);
        if (fine && (leave == LEAVE_WATCH || leave == LEAVE_LOOK_BACK)) {
            s = watch_again(s, leave == LEAVE_LOOK_BACK, e);
            continue;
        }
        if (leave == LEAVE_STARVED)
            fine = error_no_memory(e);
        sitting_free(s);
        if (!fine || leave == LEAVE_QUIT)
            break;
        s = next_game(leave, &p, settings, record, e);
    }
    return e->text[0] == '\0';
}

/* Reads the settings; false with a message if memory runs out. */
static bool load_settings(struct settings *settings, struct error *e)
{
    struct error broken = {.language = lang()};
    bool known = settings_load(settings, &broken);
    if (!known && !broken.no_memory)
        fprintf(stderr, "pairs: %s\n", broken.text);
    if (broken.no_memory) /* or they would be overwritten */
        *e = broken;
    return !broken.no_memory;
}

/* `unfinished`: a game waits. */
static void close_screen(bool unfinished)
{
    screen_close();
    if (unfinished)
        puts(_("The game is saved; go on with 'pairs play --resume'."));
}

bool play_watch(const struct watching *what, struct error *e)
{
    struct settings settings;
    enum watch_end end;
    if (!load_settings(&settings, e) || !screen_open(e))
        return false;
    struct sitting *s = watch(what, &end, e);
    bool unfinished = false;
    bool fine = !s || stay(s, NULL, &settings, &unfinished, e);
    close_screen(fine && unfinished);
    return fine && e->text[0] == '\0';
}

/* `s`: the game to begin with, NULL for the lobby. */
static bool fill_screen(struct sitting *s, const struct args *a, struct error *e)
{
    struct settings settings;
    if (!load_settings(&settings, e) || !screen_open(e)) {
        sitting_free(s);
        return false;
    }
    bool unfinished = false;
    bool fine = stay(s, a->record, &settings, &unfinished, e);
    close_screen(fine && unfinished);
    return fine;
}

/* --- The command ------------------------------------------------------------------------------ */

bool can_fill_screen(const struct args *a)
{
    const char *terminal = getenv("TERM");
    return !a->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && *terminal &&
           strcmp(terminal, "dumb") != 0;
}

/* Lines until the end of the game; frees the sitting. However that was left, it is written down. */
static bool print_lines(struct sitting *s, const struct args *a, struct error *e)
{
    struct error unwritten = {.language = lang()};
    bool fine = plain_run(sitting_match(s), "", e);
    if (a->record)
        fine = write_record(sitting_table(s), a->record, fine ? e : &unwritten) && fine;
    sitting_free(s);
    return fine;
}

/* The game that is chosen in the menu; NULL: they leave, or there is a message. */
static struct sitting *choose_by_lines(const char *record, struct error *e)
{
    struct settings settings;
    struct lobby_choice choice;
    struct plan p = {0};
    if (!load_settings(&settings, e) || !menu_run(&p, &choice, &settings, e))
        return NULL;
    p.seed = new_seed();
    struct sitting *s = choice.path ? resume(choice.path, record, e) : begin(&p, NULL, e);
    free(choice.path);
    return s;
}

static bool resumes_alone(const struct args *a, struct error *e)
{
    bool more =
        a->words || a->players || a->options || a->seat >= 0 || a->bots || a->people || a->seeded;
    return !more || error_set(e, "--resume goes on with a game as it is; expected nothing beside "
                                 "it but --record and --plain");
}

/* --- Tables elsewhere ------------------------------------------------------------------------- */

/* The server, and the table there if one is named; false with a message. */
static bool find_table(struct address *where, const struct args *a, struct error *e)
{
    if (a->players || a->options || a->seat >= 0 || a->bots || a->seeded || a->resume || a->record)
        return error_set(e,
                         "--server goes to a table elsewhere; expected nothing beside it but the "
                         "table, --people NAME and --plain");
    return address_read(where, a->server, e) && (!a->words || address_table(where, a->word[0], e));
}

/* On the full screen. */
static bool fill_screen_elsewhere(struct remote *r, const char *name, struct error *e)
{
    struct settings settings;
    if (!load_settings(&settings, e) || !screen_open(e))
        return false;
    if (tabletop_run(&r->match, name, &settings, e) == LEAVE_STARVED)
        error_no_memory(e);
    screen_close();
    return !e->text[0];
}

static int run_elsewhere(const struct args *a)
{
    const char *name = a->people ? a->people : "";
    struct error e = {.language = lang()};
    struct address where;
    if (!find_table(&where, a, &e))
        return fail(BAD_USAGE, &e);
    struct remote *r = remote_new(&where, "", &e);
    bool fine = r && (can_fill_screen(a) ? fill_screen_elsewhere(r, name, &e)
                                         : plain_run(&r->match, name, &e));
    remote_free(r);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

static int run(const struct args *a)
{
    if (a->server)
        return run_elsewhere(a);
    struct error e = {.language = lang()};
    struct sitting *s = NULL;
    bool screen = can_fill_screen(a);
    bool lobby = (screen || a->plain) && !a->resume && !a->words && !a->players && !a->options &&
                 a->seat < 0 && !a->bots && !a->people && !a->seeded;
    if (a->resume) {
        if (!resumes_alone(a, &e) || !records_elsewhere(a->resume, a->record, &e))
            return fail(BAD_USAGE, &e);
        s = *a->resume ? resume_named(a->resume, a->record, &e) : resume_latest(a->record, &e);
        if (!s)
            return fail(BAD_INPUT, &e);
    } else if (!lobby) {
        bool demonstration = !a->plain && !a->people && !isatty(STDIN_FILENO);
        struct plan p = {0};
        if (!make_plan(&p, a, demonstration, &e))
            return fail(BAD_USAGE, &e);
        s = demonstration ? sitting_new(&p, NULL, &e) : begin(&p, NULL, &e);
        if (s && demonstration)
            puts(_("Nobody sits at this terminal: the computer shows a game. --plain lets you "
                   "play."));
        if (!s)
            return fail(BAD_USAGE, &e);
    }
    if (lobby && !screen && !(s = choose_by_lines(a->record, &e)))
        return e.text[0] ? fail(BAD_INPUT, &e) : FINE;
    bool fine = screen ? fill_screen(s, a, &e) : print_lines(s, a, &e);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    GROUP_ROW(N_("The game")),
    PLAYERS_FLAG(N_("how many play")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("an option of the game, as in 'pairs rules GAME'")),
    SEAT_FLAG(N_("where you sit (A)")),
    VALUE_FLAG(people, N_("NAME,..."), TAKES_WORDS,
               N_("who plays at this keyboard, from your seat on")),
    BOTS_FLAG(N_("who has the other seats, in turn: random, hint, search:N, think:MS, a level from "
                 "1 to 8, or run:COMMAND, which is another program; bold-, cautious- and liar- may "
                 "stand before them")),
    SEED_FLAG(N_("the same seed and decisions bring the same cards")),
    VALUE_FLAG(resume, N_("[GAME]"), TAKES_MAYBE,
               N_("go on with a game that was left: the last one, or that of a number in 'pairs "
                  "history', a name or a file")),
    FILE_FLAG(record, N_("write the record of the game at the end")),
    GROUP_ROW(N_("The table")),
    SWITCH_FLAG(plain, N_("lines of plain words instead of the full screen, and decisions line by "
                          "line even if there is no terminal")),
    VALUE_FLAG(
        server, "URL", TAKES_WORDS,
        N_("go to a server's tables (see 'pairs serve'): to TABLE, which is the name of one or a "
           "link to it, or to the list of open ones; --people NAME is who sits down there")),
    END_ROW,
};

const struct command play_command = {
    .name = "play",
    .usage = N_("[GAME]"),
    .summary = N_("play a game"),
    .help = N_("You play GAME (a name from 'pairs list') against the computer, or with friends at "
               "the same keyboard. With nothing said you choose in the lobby. A game is saved "
               "after every step. Without a terminal the computer plays against itself."),
    .flags = flags,
    .words_max = 1,
    .run = run,
};
