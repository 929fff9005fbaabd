/* Walks at random through the program as people use it: presses keys that are offered, and others,
 * through a whole game and then on to what comes after it, until it leaves. Nothing that is offered
 * may be refused, nothing may crash or hang, every picture must be one, and what was saved must
 * replay.
 *
 * Usage: walker PROGRAM LIBRARY NAME LANGUAGE SIZE SEED [-v]
 *
 * The library is that of pace.c, the name one of `pairs list`, the language en or de, the size
 * COLUMNSxROWS, or plain for a game in lines. The same arguments repeat the same walk; -v tells
 * each key. All that was said is then printed. Exit status 1: it found something,
 * and has printed that instead. */
#include "tests/tui/walk.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "tests/cli/folder.h"
#include "tests/tui/vt.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { PAST_TOLD = 600 /* bytes of what was pressed that a failure tells */ };

int walk_below(struct walk *w, int n)
{
    return rng_below(&w->random, n);
}

bool walk_seldom(struct walk *w, int n)
{
    return walk_below(w, n) == 0;
}

void walk_note(struct walk *w, const char *key)
{
    text_add(&w->past, "%s ", key);
    if (w->loud)
        fprintf(stderr, "%s\n", key);
}

void walk_said(struct walk *w, const char *line)
{
    text_add(&w->said, "%s\n", line);
}

/* --- The end ---------------------------------------------------------------------------------- */

static void print_file(const char *path)
{
    char line[4096];
    FILE *from = fopen(path, "r");
    while (from && fgets(line, sizeof line, from))
        fputs(line, stdout);
    if (from)
        fclose(from);
}

/* What a sanitizer has said, if anything. */
static bool print_reports(void)
{
    struct dirent **found;
    bool any = false;
    int count = scandir(state_home, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[sizeof state_home + 256];
        snprintf(path, sizeof path, "%s/%s", state_home, found[i]->d_name);
        if (strncmp(found[i]->d_name, "sanitizer", 9) == 0) {
            any = true;
            print_file(path);
        }
        free(found[i]);
    }
    if (count >= 0)
        free(found);
    return any;
}

void walk_fails(struct walk *w, const char *format, ...)
{
    va_list list;
    const char *past = text_of(&w->past);
    size_t size = strlen(past);
    printf("FAILED: walker %s %s %s %llu: ", w->name, w->language, w->size,
           (unsigned long long)w->seed);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n--- pressed: %s\n--- shown:\n", size > PAST_TOLD ? past + size - PAST_TOLD : past);
    w->show(w, stdout);
    if (w->child > 0) {
        kill(w->child, SIGKILL);
        waitpid(w->child, NULL, 0);
    }
    print_reports();
    remove_home(NULL);
    exit(1);
}

/* Runs a program and waits for it; false if it failed. */
static bool run(const char *program, char *const words[])
{
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDOUT_FILENO);
        execvp(program, words);
        _exit(127);
    }
    int status;
    return waitpid(child, &status, 0) == child && status == 0;
}

static void replay(struct walk *w, char *path)
{
    char *words[] = {(char *)w->program, "replay", path, NULL};
    if (!run(w->program, words)) {
        print_file(path);
        walk_fails(w, "a record does not replay");
    }
}

static void replay_all(struct walk *w)
{
    struct dirent **found;
    int records = 0, count = scandir(folder, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct text path = {0};
        text_add(&path, "%s/%s", folder, found[i]->d_name);
        size_t size = strlen(found[i]->d_name);
        if (size > 6 && strcmp(found[i]->d_name + size - 6, ".pairs") == 0) {
            records++;
            replay(w, path.at);
        }
        text_free(&path);
        free(found[i]);
    }
    if (count >= 0)
        free(found);
    if (!records)
        walk_fails(w, "there is no record");
}

void walk_ended(struct walk *w)
{
    int status;
    if (waitpid(w->child, &status, 0) != w->child)
        walk_fails(w, "the program is not there");
    w->child = 0;
    if (print_reports())
        walk_fails(w, "a sanitizer has something to say");
    if (WIFSIGNALED(status))
        walk_fails(w, "the program died by signal %d", WTERMSIG(status));
    if (status != 0)
        walk_fails(w, "the program ended with status %d", WEXITSTATUS(status));
    replay_all(w);
}

/* --- The beginning ---------------------------------------------------------------------------- */

/* How many play, who has the other seats, and where the walker sits. */
static void choose_table(struct walk *w, struct text *line)
{
    static const char *const bots[] = {"1", "random", "1,random", "liar-1,random", "2"};
    struct setup u;
    struct error e = {0};
    if (!setup_choose(&u, w->name, &e))
        walk_fails(w, "%s", e.text);
    int least = setup_players_min(&u), most = setup_players_max(&u);
    int players = setup_players_near(&u, least + walk_below(w, most - least + 1));
    const char *others = bots[walk_below(w, 5)];
    text_add(line, " -n %d --seed %llu", players, (unsigned long long)w->seed);
    if (players > 1)
        text_add(line, " --bots %s", players > 3 ? others : "1");
    if (players > 2 && walk_seldom(w, 6))
        text_add(line, " --people Ann,Bob");
    else
        text_add(line, " --seat %c", 'A' + walk_below(w, players));
}

void walk_begin(struct walk *w, int in, int out)
{
    struct text line = {0};
    char *word[WALK_WORDS];
    int words = 0;
    bool plain = out >= 0;
    text_add(&line, "%s --lang %s play %s%s", w->program, w->language, w->name,
             plain ? " --plain" : "");
    choose_table(w, &line);
    if (w->loud)
        fprintf(stderr, "%s\n", text_of(&line));
    for (char *rest = line.at; rest && words < WALK_WORDS - 1;)
        word[words++] = strsep(&rest, " ");
    word[words] = NULL;
    w->child = fork();
    if (w->child == 0) {
        if (plain) {
            dup2(in, STDIN_FILENO);
            dup2(out, STDOUT_FILENO);
        } else {
            login_tty(in);
            setenv("LD_PRELOAD", w->pace, 1);
        }
        execv(w->program, word);
        _exit(127);
    }
    text_free(&line);
    close(in);
    if (plain)
        close(out);
}

/* Adds to what a variable says. */
static void extend(const char *variable, const char *more)
{
    const char *before = getenv(variable);
    struct text all = {0};
    text_add(&all, "%s%s%s", before ? before : "", before ? ":" : "", more);
    setenv(variable, text_of(&all), 1);
    text_free(&all);
}

static bool write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    bool written = to && fputs(text, to) >= 0;
    return to && fclose(to) == 0 && written;
}

/* A home in which nothing has been played, and a terminal that only we know. */
static bool move_in(struct walk *w)
{
    static const char *const speeds[] = {"speed off\n", "speed fast\n", "speed normal\n"};
    char path[sizeof state_home + 32], report[sizeof path + 16];
    if (make_home(NULL) != 0)
        return false;
    setenv("XDG_CONFIG_HOME", state_home, 1);
    setenv("TERMINFO", state_home, 1);
    setenv("TERM", VT_NAME, 1);
    setenv("NO_COLOR", "1", 1); /* so that what can be chosen has brackets */
    setenv("LC_ALL", "C.UTF-8", 1);
    snprintf(report, sizeof report, "log_path=%s/sanitizer", state_home);
    extend("ASAN_OPTIONS", report);
    extend("UBSAN_OPTIONS", report);
    snprintf(path, sizeof path, "%s/pairs/settings", state_home);
    if (!write_file(path, speeds[walk_below(w, 3)]))
        return false;
    snprintf(path, sizeof path, "%s/terminfo", state_home);
    char *words[] = {"tic", "-x", "-o", state_home, path, NULL};
    return write_file(path, vt_terminfo) && run("tic", words);
}

/* Some number that is another one for every walk. */
static uint64_t number_of(const struct walk *w)
{
    uint64_t number = w->seed;
    const char *const words[] = {w->name, w->language, w->size};
    for (int i = 0; i < 3; i++)
        for (const char *at = words[i]; *at; at++)
            number = number * 33 + (unsigned char)*at;
    return number;
}

/* "80x24"; "plain" has neither. */
static bool read_size(const char *size, int *columns, int *rows)
{
    char *end = "";
    if (strcmp(size, "plain") == 0)
        return true;
    *columns = (int)strtol(size, &end, 10);
    *rows = *end == 'x' ? (int)strtol(end + 1, &end, 10) : 0;
    return !*end && *columns > 0 && *columns <= VT_COLUMNS && *rows > 0 && *rows <= VT_ROWS;
}

int main(int argc, char **argv)
{
    int columns = 0, rows = 0;
    if (argc < 7 || !lang_choose(argv[4]) || !read_size(argv[5], &columns, &rows)) {
        fprintf(stderr, "walker: expected PROGRAM LIBRARY NAME LANGUAGE SIZE SEED [-v]\n");
        return 2;
    }
    struct walk w = {.program = argv[1],
                     .pace = argv[2],
                     .name = argv[3],
                     .language = argv[4],
                     .size = argv[5],
                     .seed = strtoull(argv[6], NULL, 10),
                     .loud = argc > 7};
    w.random = rng_seeded(number_of(&w), 0);
    signal(SIGPIPE, SIG_IGN);
    if (!move_in(&w)) {
        fprintf(stderr, "walker: there is no room in %s, or no tic\n", state_home);
        return 2;
    }
    setlocale(LC_CTYPE, "C.UTF-8");
    if (columns)
        walk_screen(&w, columns, rows);
    else
        walk_plain(&w);
    fputs(text_of(&w.said), stdout);
    text_free(&w.said);
    text_free(&w.past);
    return remove_home(NULL) == 0 ? 0 : 2;
}
