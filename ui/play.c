/* pairs play: a game at the terminal, line by line, against bots. Without a terminal it shows a
 * game between them. */
#include "bots/bot.h"
#include "engine/record.h"
#include "ui/commands.h"
#include "ui/draw.h"
#include "ui/file.h"
#include "ui/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 256 };

static const char usual_bot[] = "3"; /* where the game has hints */

struct match {
    struct table *table;
    uint64_t seed;
    int human;                    /* the seat that reads the keyboard, NOBODY for none */
    struct bot *bot[PLAYERS_MAX]; /* of all other seats */
};

/* The chance of this moment: after a decision was taken back and made again, the same card comes.
 */
static struct rng chance(const struct match *m)
{
    return rng_seeded(m->seed, m->table->steps);
}

/* What the last step brought, in words, as the player may know it. */
static void print_log(const struct match *m)
{
    struct text out = {0};
    struct names names = table_names(m->table);
    const struct log *log = &m->table->log;
    for (int i = 0; i < log->size; i++) {
        size_t before = out.size;
        event_text(&out, m->table->setup.game, &log->event[i], m->human, &names, lang_text);
        if (out.size > before)
            text_add(&out, "\n");
    }
    fputs(text_of(&out), stdout);
    text_free(&out);
}

static void print_view(const struct match *m, const struct view *v)
{
    struct text out = {0};
    struct names names = table_names(m->table);
    draw_view(&out, v, &names);
    if (v->actions)
        draw_actions(&out, v);
    fputs(text_of(&out), stdout);
    text_free(&out);
}

static void print_help(void)
{
    puts(_("Type the number of a decision, or its words (hit, fold ...), and Enter.\n"
           "  r  rules of the game    u  take back your last decision\n"
           "  ?  this help            q  leave"));
}

/* The decision that a typed line means; false if it means none. */
static bool understand(const struct match *m, const struct view *v, const char *line, action *a)
{
    char *end;
    long number = strtol(line, &end, 10);
    if (end != line && *end == '\0') {
        if (number < 1 || number > v->actions)
            return false;
        *a = v->act[number - 1];
        return true;
    }
    if (!action_parse(m->table->setup.game, line, a))
        return false;
    for (int i = 0; i < v->actions; i++)
        if (v->act[i] == *a)
            return true;
    return false;
}

/* Takes back the player's own last decision, and what the others did since. */
static void take_back(struct match *m)
{
    bool found = false;
    for (size_t i = 0; i < m->table->steps; i++)
        found =
            found || (m->table->step[i].kind == TURN_SEATS && m->table->step[i].who == m->human);
    while (found && table_undo(m->table)) {
        struct turn turn = table_turn(m->table);
        if (turn.kind == TURN_SEATS && (turn.seats >> m->human & 1))
            return;
    }
    puts(_("There is nothing to take back."));
}

/* Asks until there is a decision or the player leaves; false: leaves. */
static bool ask(struct match *m)
{
    struct view v;
    char line[LINE];
    for (;;) {
        table_view(m->table, m->human, &v);
        print_view(m, &v);
        fputs(_("Your turn (? for help): "), stdout);
        fflush(stdout);
        size_t size;
        if (!file_line(stdin, line, sizeof line - 1, &size))
            return false;
        line[size] = '\0';
        action a;
        struct error e;
        if (strcmp(line, "q") == 0)
            return false;
        if (strcmp(line, "r") == 0) {
            fputs(_(m->table->setup.game->rules), stdout);
        } else if (strcmp(line, "u") == 0) {
            take_back(m);
        } else if (strcmp(line, "?") == 0) {
            print_help();
        } else if (understand(m, &v, line, &a)) {
            return table_play(m->table, m->human, a, &e);
        } else {
            puts(_("That cannot be done now; type one of the numbers, or ? for help."));
        }
    }
}

/* False with a message if memory runs out. */
static bool play_bot(struct match *m, seats bots, struct error *e)
{
    struct rng r = chance(m);
    int seat = seats_pick(bots, &r);
    struct knowledge *k = knowledge_new(m->table->setup.game, m->table->state, seat);
    if (!k)
        return error_set(e, "memory has run out; close other programs and try again");
    fflush(stdout); /* it may take its time */
    bool fine = table_play(m->table, seat, bot_choose(m->bot[seat], k, &r), e);
    knowledge_free(k);
    return fine;
}

/* False: the player left before the end, or there is a message. */
static bool play_on(struct match *m, struct error *e)
{
    struct turn turn;
    print_log(m);
    while ((turn = table_turn(m->table)).kind != TURN_OVER) {
        if (turn.kind != TURN_SEATS) {
            struct rng r = chance(m);
            table_chance(m->table, &r, e);
        } else if (m->human != NOBODY && (turn.seats >> m->human & 1)) {
            if (!ask(m))
                return false;
        } else {
            if (m->human == NOBODY) {
                struct view v;
                table_view(m->table, NOBODY, &v);
                print_view(m, &v);
            }
            if (!play_bot(m, turn.seats, e))
                return false;
        }
        print_log(m);
    }
    return true;
}

static void print_end(const struct match *m)
{
    const struct head *h = game_look(m->table->state);
    for (int seat = 0; seat < h->players; seat++) {
        const char *result = h->winners >> seat & 1  ? _("%c%s ends at %d and wins.\n")
                             : h->losers >> seat & 1 ? _("%c%s ends at %d and loses.\n")
                                                     : _("%c%s ends at %d.\n");
        printf(result, 'A' + seat, seat == m->human ? _(" (you)") : "", h->score[seat]);
    }
}

static bool save(const struct match *m, const char *path, struct error *e)
{
    struct output output;
    struct text record = {0};
    if (!output_open(&output, path, e))
        return false;
    bool written = record_write(m->table, &record);
    fputs(text_of(&record), output.to);
    text_free(&record);
    if (written)
        return output_close(&output, e);
    output_abandon(&output);
    return error_set(e, "memory has run out; close other programs and try again");
}

/* The n-th name of a list with commas, into allocated memory: after the last one the first again.
 */
static char *list_name(const char *list, int n)
{
    const char *at = list;
    for (; n > 0; n--) {
        at += strcspn(at, ",");
        at = *at ? at + 1 : list;
    }
    return strndup(at, strcspn(at, ","));
}

/* Names the seats after their bots, with the letter where two have the same name. Random players
 * are nobody in particular. */
static void name_seats(struct match *m, int players)
{
    for (int seat = 0; seat < players; seat++) {
        int same = 0;
        if (!m->bot[seat] || strcmp(bot_name(m->bot[seat]), "random") == 0)
            continue;
        const char *title = bot_title(m->bot[seat]);
        for (int i = 0; i < players; i++)
            same += m->bot[i] && strcmp(bot_title(m->bot[i]), title) == 0;
        char name[NAME_ROOM];
        int room = NAME_ROOM - 3; /* for a blank, the letter and the NUL byte */
        char letter[] = {' ', (char)('A' + seat), '\0'};
        snprintf(name, sizeof name, "%.*s%s", room, title, same > 1 ? letter : "");
        table_name(m->table, seat, name);
    }
}

/* Bots for all seats but the player's, as the list has them or as the game allows. */
static bool seat_bots(struct match *m, const char *list, struct error *e)
{
    const struct setup *u = &m->table->setup;
    const char *usual = u->game->hint ? usual_bot : "random";
    int seated = 0, given = list != NULL;
    for (const char *at = list; at && *at; at++)
        given += *at == ',';
    for (int seat = 0; seat < u->players; seat++) {
        if (seat == m->human)
            continue;
        char *name = list_name(list ? list : usual, seated++);
        if (!name)
            return error_set(e, "memory has run out; close other programs and try again");
        m->bot[seat] = bot_new(name, e);
        free(name);
        if (!m->bot[seat])
            return false;
    }
    if (given > seated)
        return error_set(e, "there are %d bots for %d seats; expected at most one a seat", given,
                         seated);
    name_seats(m, u->players);
    return true;
}

/* Plays and says how it ended. */
static bool play(struct match *m, const struct args *a, struct error *e)
{
    const struct setup *u = &m->table->setup;
    printf(_("%s, %d players, seed %llu."), setup_name(u), u->players, (unsigned long long)m->seed);
    puts(m->human == NOBODY ? _(" No terminal: the computer plays against itself.") : "");
    if (play_on(m, e))
        print_end(m);
    else if (e->text[0])
        return false;
    else
        puts(_("\nGoodbye."));
    return !a->record || save(m, a->record, e);
}

static int run(const struct args *a)
{
    struct error e = {0};
    struct setup u;
    if (!args_setup(a, a->words ? a->word[0] : "pairs", &u, &e))
        return fail(BAD_USAGE, &e);
    int human = a->seat < 0 ? 0 : a->seat;
    if (human >= u.players) {
        error_set(&e, "there is no seat %c with %d players; expected A to %c", 'A' + human,
                  u.players, 'A' + u.players - 1);
        return fail(BAD_USAGE, &e);
    }
    bool demonstration = !a->plain && !isatty(STDIN_FILENO);
    struct match m = {
        .table = table_new(&u), .seed = args_seed(a), .human = demonstration ? NOBODY : human};
    if (!m.table) {
        error_set(&e, "memory has run out; close other programs and try again");
        return fail(BAD_INPUT, &e);
    }
    enum status status = FINE;
    if (!seat_bots(&m, a->bots, &e))
        status = BAD_USAGE;
    else if (!play(&m, a, &e))
        status = BAD_INPUT;
    for (int seat = 0; seat < u.players; seat++)
        bot_free(m.bot[seat]);
    table_free(m.table);
    return status == FINE ? FINE : fail(status, &e);
}

const struct command play_command = {
    .name = "play",
    .usage = "play [GAME] [-n PLAYERS] [-o KEY=VALUE]... [--seat X] [--bots BOT,...] [--seed S] "
             "[--record FILE] [--plain]",
    .summary = N_("play a game"),
    .help = N_("You play GAME (a name from 'pairs list', pairs without one) against the computer.\n"
               "Without a terminal the computer plays against itself.\n\n"
               "  -n PLAYERS     how many play\n"
               "  -o KEY=VALUE   an option of the game, as in 'pairs rules GAME'\n"
               "  --seat X       where you sit (A)\n"
               "  --bots BOT,... who has the other seats, in turn: random, hint, search:N,\n"
               "                 think:MS, a level from 1 to 8, or run:COMMAND, which is another\n"
               "                 program; bold-, cautious- and liar- may stand before them\n"
               "  --seed S       the same seed and decisions bring the same cards\n"
               "  --record FILE  write the record of the game at the end\n"
               "  --plain        read decisions line by line even if there is no terminal\n"),
    .flags =
        FLAG_PLAYERS | FLAG_OPTION | FLAG_SEAT | FLAG_BOTS | FLAG_SEED | FLAG_RECORD | FLAG_PLAIN,
    .words_max = 1,
    .run = run,
};
