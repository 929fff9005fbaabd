/* Every command while memory runs out: each allocation in turn fails, alone and with all that come
 * after it. A run then either does all that it does with enough memory, or it ends with status 1
 * and a message, has printed nothing (or, where lines go out as they come, some of the lines), and
 * every file is as it was, or new and whole. Nothing crashes, nothing hangs, no other file is left.
 *
 * Usage: scarcity LIBRARY PROGRAM BOT RECORDS [--all] [TRIAL...]. The library is that of
 * tests/cli/scarce.c, the program must be built without sanitizers. Without --all, slow runs are
 * left out and long ones sampled: the first allocations and then some, always the same. */
#include "tests/cli/shortage.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

const struct sample usual = {20, 14}, of_games = {4, 4};

/* --- What is tried ---------------------------------------------------------------------------- */

#define HEAD "pairs 1\ngame pairs\nplayers 2\n"

/* A game that was left after the first cards. */
#define SAVED                                                                                      \
    "# A saved game; go on with it with: pairs play --resume\n# seed 7\n# seat A person\n"         \
    "# seat B bot hint\n" HEAD "deal burn 10 10 9 8 7\ndeal A 6\ndeal B 8\n"

/* One that is over. */
#define OVER                                                                                       \
    "# A saved game; go on with it with: pairs play --resume\n# seed 7\n# seat A person\n"         \
    "# seat B bot hint\n" HEAD "option target 5\ndeal burn 10 10 9 8 7\ndeal A 6\ndeal B 8\n"      \
    "A fold\n"

static const struct trial trials[] = {
    {.name = "help", .words = "--help"},
    {.name = "help on a command", .words = "sim --help"},
    {.name = "no command", .words = ""},
    {.name = "a wrong command", .words = "dance"},
    {.name = "a wrong option", .words = "sim pairs -o target=99"},
    {.name = "a wrong game", .words = "rules tennis"},
    {.name = "list", .words = "list"},
    {.name = "list in JSON", .words = "list --json"},
    {.name = "list in German", .words = "--lang de list"},
    {.name = "rules", .words = "rules pieces-of-eight"},
    {.name = "rules of the family", .words = "rules family"},
    {.name = "lessons", .words = "learn"},
    {.name = "a lesson",
     .words = "--lang de learn pairs --plain",
     .manner = LINES,
     .input = "2\nwhat\n1\n1\nhit\n"},
    {.name = "solve rocket", .words = "solve rocket --decks 2", .slow = true},
    {.name = "solve rocket in JSON", .words = "solve rocket --json", .slow = true},
    {.name = "solve pairs", .words = "solve pairs", .slow = true},
    {.name = "solve pairs in JSON", .words = "solve pairs --json", .slow = true},
    {.name = "solve carousel", .words = "solve carousel"},
    {.name = "solve a record",
     .words = "solve carousel --json ^/carousel/button-moves-from-its-seat.pairs"},
    {.name = "solve for two",
     .words = "solve tournament -n 2 --iterations 20 --check 1 --seed 1 --json"},
    {.name = "solve for two from a file",
     .words = "solve tournament -n 2 --load bad",
     .files = {"bad=pairs-strategy 1\ngame tournament\n"}},
    {.name = "replay several records",
     .words = "replay two",
     .files = {"two=" HEAD "\n" HEAD "deal burn 1\n"}},
    {.name = "replay a wrong record",
     .words = "replay --json --steps bad",
     .manner = LINES,
     .files = {"bad=" HEAD "deal burn 1\ndeal A 3\n"}},
    {.name = "replay the input", .words = "replay -", .input = HEAD},
    {.name = "replay nothing", .words = "replay nothing"},
    {.name = "verify", .words = "verify ^/tournament/proof.pairs"},
    {.name = "verify a record without a proof", .words = "verify ^/tournament/after-55.pairs"},
    {.name = "help on serving", .words = "serve --help"},
    {.name = "serve with a wrong file of settings",
     .words = "serve --config c",
     .files = {"c=# friends\nlisten 127.0.0.1:0\ntabels 5\n"}},
    {.name = "serve what is no data file", .words = "serve --data d", .files = {"d=no data\n"}},
    {.name = "help on joining", .words = "join --help"},
    {.name = "join without a table", .words = "join http://host/#NO --bot hint"},
    {.name = "join with a bot that cannot", .words = "join http://host --bot 5"},
    {.name = "backup of what is no data file",
     .words = "backup copy --data d",
     .files = {"d=no data\n"}},
    {.name = "arena",
     .words = "arena pairs --bots 4,hint,exact:500 --games 3 --seed 1 --threads 1"},
    {.name = "prospects", .words = "prospects tournament -n 2 --scores 2,1 --games 5"},
    {.name = "prospects in JSON", .words = "prospects tournament -n 2 --games 5 --json"},
    {.name = "arena in JSON",
     .words = "arena medusa --bots liar-hint,random --games 2 --seed 1 --threads 1 --json"},
    {.name = "arena with a program",
     .words = "arena pairs --bots run@60000:$,random --games 3 --seed 1 --threads 1"},
    {.name = "arena with a wrong bot", .words = "arena pairs --bots hint,nobody"},
    {.name = "exploit", .words = "exploit starboard --bot hint --games 1 --seed 1 --threads 1"},
    {.name = "exploit in JSON",
     .words = "exploit starboard --bot search:5 --trial policy:never-hit --games 1 --seed 1 "
              "--threads 1 --json"},
    {.name = "exploit with a wrong bot", .words = "exploit pairs --bot policy:always-dance"},
    {.name = "sim", .words = "sim pairs --games 5 --seed 1 --threads 1"},
    {.name = "sim by house rules",
     .words = "sim ./a.rules --games 5 --seed 1 --threads 1",
     .files = {"a.rules=game pairs\nplayers 2\noption target 5\n"}},
    {.name = "sim with bots", .words = "sim port --bots 4,hint --games 1 --seed 1 --threads 1"},
    {.name = "sim to files",
     .words = "sim pairs -o target=11,21 --games 5 --seed 1 --threads 1 --csv csv --jsonl jsonl "
              "--svg svg",
     .files = {"csv=old\n", "there=old\n", "svg>there"}},
    {.name = "sim to CSV", .words = "sim pairs --games 5 --seed 1 --threads 1 --csv -"},
    {.name = "sim to JSON Lines", .words = "sim pairs --games 5 --seed 1 --threads 1 --jsonl -"},
    {.name = "sim to SVG", .words = "sim pairs --games 5 --seed 1 --threads 1 --svg -"},
    {.name = "sim with records",
     .words = "sim pairs --games 3 --seed 1 --threads 1 --record r.pairs",
     .files = {"r.pairs=" HEAD}},
    {.name = "sim with records to the output",
     .words = "sim pairs --games 3 --seed 1 --threads 1 --record -",
     .manner = LINES},
    {.name = "sim to be resumed",
     .words = "sim pairs --games 5 --seed 1 --threads 1 --resume f.state"},
    {.name = "sim resumed",
     .words = "sim pairs --games 5 --threads 1 --resume f.state",
     .files = {"?sim pairs --games 5 --seed 1 --threads 1 --resume f.state"}},
    {.name = "sim resumed from elsewhere",
     .words = "sim pairs --games 4 --threads 1 --resume f.state",
     .files = {"?sim pairs --games 5 --seed 1 --threads 1 --resume f.state"}},
    {.name = "sim with more games",
     .words = "sim pairs --games 6 --threads 1 --resume f.state",
     .files = {"?sim pairs --games 5 --seed 1 --threads 1 --resume f.state"}},
    {.name = "compare",
     .words = "compare pairs --against target=11 --games 5 --seed 1 --threads 1"},
    {.name = "compare with a picture",
     .words = "compare pairs port --games 5 --seed 1 --threads 1 --json --svg svg"},
    {.name = "sim with interest", .words = "sim pairs --games 2 --seed 1 --threads 1 --interest 1"},
    {.name = "sim with rows",
     .words = "sim pairs --games 5 --seed 1 --threads 1 --rows -",
     .manner = LINES},
    {.name = "sim with rows to be resumed",
     .words = "sim pairs --games 5 --seed 1 --threads 1 --rows rows.csv --resume f.state"},
    {.name = "a demonstration",
     .words = "play pairs --seed 1 --bots 3,4,exact:500 --record r.pairs",
     .manner = LINES},
    {.name = "play",
     .words = "play pairs --plain --seed 1",
     .manner = LINES,
     .input = "?\ns\n1\nu\n1\n\nhit\nfold\nwhat\n1\nq\n"},
    {.name = "play with a hint",
     .words = "play pairs -n 2 --plain --seed 1",
     .manner = TALK,
     .input = "h\n1\nh\nq\n"},
    {.name = "play with friends",
     .words = "play deadfall --people Ann,Bob --plain --seed 1",
     .manner = LINES,
     .input = "\n1\n\n\n1\n\n1\n\nq\n"},
    {.name = "play with a program",
     .words = "play pairs --plain --seed 1 --bots run@60000:$",
     .manner = LINES,
     .input = "1\n1\nq\n"},
    {.name = "play and record",
     .words = "play pairs --plain --seed 1 --record r.pairs",
     .manner = LINES,
     .input = "1\n1\nq\n",
     .files = {"r.pairs=" HEAD}},
    {.name = "play on with a file",
     .words = "play --plain --resume g.pairs",
     .manner = LINES,
     .input = "1\n1\nq\n",
     .files = {"g.pairs=" SAVED}},
    {.name = "play on",
     .words = "play --plain --resume",
     .manner = LINES,
     .input = "1\n1\nq\n",
     .files = {"state/pairs/games/1.pairs=" SAVED,
               "state/pairs/games/2.pairs=" HEAD "over A 0 B 0\n"}},
    {.name = "play on with a program",
     .words = "play --plain --resume",
     .manner = LINES,
     .input = "1\nq\n",
     .files = {"?play pairs --plain --seed 1 --bots run@60000:$"}},
    {.name = "play on with nothing", .words = "play --plain --resume", .manner = LINES},
    {.name = "the menu",
     .words = "play --plain",
     .manner = LINES,
     .input = "/pairs\n\n1\n2 2\nd\nb\n/\ns\n1\n1\n1\nq\n", /* a new one has new cards */
     .files = {"state/pairs/games/1.pairs=" SAVED}},
    {.name = "the table",
     .words = "play pairs --seed 1",
     .manner = SCREEN,
     .input = "1h\r\r1u1q\r",
     .files = {"config/pairs/settings=speed off\n"}},
    {.name = "the lobby",
     .words = "play",
     .manner = SCREEN,
     .input = "\r\r\r\r\rq\r",
     .files = {"config/pairs/settings=speed off\n", "state/pairs/games/1.pairs=" SAVED}},
    {.name = "history",
     .words = "history",
     .files = {"state/pairs/games/1.pairs=" SAVED, "state/pairs/games/2.pairs=" SAVED "A fold\n"}},
    {.name = "history in JSON",
     .words = "history --json --unfinished --bot hint --game pairs",
     .files = {"state/pairs/games/1.pairs=" SAVED "A fold\n", "?history"}},
    {.name = "the story of a game",
     .words = "history export 1 -o story",
     .files = {"state/pairs/games/1.pairs=" SAVED "A fold\n", "story=old\n"}},
    {.name = "removal",
     .words = "history delete 1",
     .input = "no\n",
     .manner = LINES,
     .files = {"state/pairs/games/1.pairs=" SAVED}},
    {.name = "stats",
     .words = "stats --svg svg",
     .files = {"state/pairs/games/1.pairs=" OVER, "svg=old\n"}},
    {.name = "stats in JSON",
     .words = "stats --json",
     .files = {"state/pairs/games/1.pairs=" OVER}},
    {.name = "the history on the screen",
     .words = "play",
     .manner = SCREEN,
     .input = "hsqfffffgbxdnqq",
     .files = {"config/pairs/settings=speed off\n", "state/pairs/games/1.pairs=" SAVED,
               "state/pairs/games/2.pairs=" OVER}},
    {.name = "the table in UTF-8",
     .words = "play --resume g.pairs",
     .manner = SCREEN,
     .input = "1q\r",
     .files = {"config/pairs/settings=speed off\n", "g.pairs=" SAVED},
     .locale = "C.UTF-8"},
};

/* And each of these with a record of every game, which % stands for; & is the game's name. */
static const struct trial game_trials[] = {
    {.name = "replay", .words = "replay %"},
    {.name = "replay in JSON", .words = "replay --json %"},
    {.name = "replay by steps", .words = "replay --json --steps %", .manner = LINES},
    {.name = "watch", .words = "watch %"},
    {.name = "odds", .words = "odds % --iterations 2"},
    {.name = "odds in JSON", .words = "odds % --iterations 2 --json"},
    {.name = "analyse", .words = "analyse % --iterations 1 --svg svg", .files = {"svg=old\n"}},
    {.name = "analyse in JSON", .words = "analyse % --iterations 1 --json"},
    {.name = "sim",
     .words = "sim & --games 1 --seed 1 --threads 1 --bots 3,random --jsonl - --record r.pairs"},
    {.name = "demonstration", .words = "play & --seed 2 --bots random,hint", .manner = LINES},
};

/* --- Verdicts --------------------------------------------------------------------------------- */

/* What a run left and said with enough memory, and what was there before it. */
struct expected {
    const struct trial *trial;
    struct ready ready;
    struct snapshot before, after;
    struct run run;
};

/* What depends on the time: how fast it was, when a game began, and whether a bot took long. */
static bool is_fleeting(const char *line, size_t size)
{
    static const char *const signs[] = {"games/s", "/games/", "is thinking"};
    bool fleeting = size == 1; /* a blank line, which may hide a secret */
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        fleeting = fleeting || memmem(line, size, signs[i], strlen(signs[i]));
    return fleeting;
}

/* The next line that stays the same, with its end; NULL if there is none. */
static const char *take_line(const char **at, size_t *size)
{
    while (**at) {
        const char *line = *at, *end = strchr(line, '\n');
        *size = end ? (size_t)(end + 1 - line) : strlen(line);
        *at += *size;
        if (!is_fleeting(line, *size))
            return line;
    }
    return NULL;
}

/* Whether an output has only lines of the expected one, from the first on; all of them if `whole`.
 */
static bool same_lines(const char *out, const char *expected, bool whole)
{
    const char *line, *other;
    size_t size, more;
    while ((line = take_line(&out, &size))) {
        other = take_line(&expected, &more);
        if (!other || size != more || memcmp(line, other, size) != 0)
            return false;
    }
    return !whole || !take_line(&expected, &more);
}

/* A record can be replayed, the state of a simulation be gone on with, settings know all seats, and
 * an index can be used. */
static bool is_whole(const struct expected *x, const struct file *f)
{
    if (ends_with(f->path, "/history.sqlite")) { /* it holds times, and so is never the same */
        struct trial t = {.words = "history"};
        struct run r = run_once(&t);
        bool whole = r.status == 0 && !*r.err;
        free_run(&r);
        return whole;
    }
    if (ends_with(f->path, "/settings"))
        return strstr(f->bytes, "speed ") && strstr(f->bytes, " G ") && strstr(f->bytes, " H ") &&
               ends_with(f->bytes, "\n");
    struct text words = {0};
    text_add(&words, "replay %s", f->path);
    struct trial t = {.words = ends_with(f->path, ".state") ? x->trial->words : text_of(&words)};
    struct run r = run_once(&t);
    bool whole = r.status == 0;
    free_run(&r);
    text_free(&words);
    return whole;
}

/* The rows beside the state of a simulation grow at their end; what is beyond the state is cut off
 * when it is gone on with. */
static bool is_beginning(const struct file *f, const struct file *after)
{
    return after && ends_with(f->path, ".state.rows") && f->size <= after->size &&
           memcmp(f->bytes, after->bytes, f->size) == 0;
}

/* Whether every file is as it was, or new and whole; what is wrong otherwise. */
static const char *judge_files(const struct expected *x, const struct snapshot *now)
{
    for (int i = 0; i < x->before.count; i++)
        if (!find_file(now, x->before.file[i].path))
            return "a file is gone";
    for (int i = 0; i < now->count; i++) {
        const struct file *f = &now->file[i], *before = find_file(&x->before, f->path),
                          *after = find_file(&x->after, f->path);
        if (same_file(f, before) || same_file(f, after) || is_beginning(f, after))
            continue;
        bool game = ends_with(f->path, ".pairs"), state = ends_with(f->path, ".state"),
             index = ends_with(f->path, "/history.sqlite");
        if (!before && !after && !(game && strstr(f->path, "/games/")))
            return "a file is left behind";
        if (!(game || state || index || ends_with(f->path, "/settings")) || !is_whole(x, f))
            return "a file is not whole";
        if (game && before && f->size < before->size)
            return "a game has become shorter";
    }
    return NULL;
}

static const char *judge_output(const struct expected *x, const struct run *r)
{
    bool fine = r->status == 0, expected = x->run.status == 0;
    bool told = strcasestr(r->err, "memory") || strstr(r->err, "close other programs") ||
                strstr(r->err, "der Speicher reicht nicht");
    if (x->trial->manner == SCREEN)
        return fine || told ? NULL : "no message";
    if (x->trial->manner == TALK && strstr(r->out, "Memory has run out"))
        return fine || told ? NULL : "no message";
    if (fine || (!expected && !told))
        return same_lines(r->out, x->run.out, true) ? NULL : "half of the output, and no message";
    if (!told)
        return "no message";
    if (x->trial->manner == WHOLE)
        return *r->out ? "output in spite of a failure" : NULL;
    return same_lines(r->out, x->run.out, false) ? NULL : "output that is wrong";
}

/* What is wrong with a run; NULL for nothing. */
static const char *judge(const struct expected *x, const struct run *r, const struct snapshot *now)
{
    if (!WIFEXITED(r->status))
        return WTERMSIG(r->status) == SIGALRM ? "it hangs" : "it crashes";
    int status = WEXITSTATUS(r->status);
    if (status > 1 && r->status != x->run.status)
        return "a strange status";
    if (status == 0 && x->run.status != 0)
        return "status 0 for what is wrong";
    if (!r->restored)
        return "the terminal is not as it was";
    const char *wrong = judge_output(x, r);
    return wrong ? wrong : judge_files(x, now);
}

/* --- Trials ----------------------------------------------------------------------------------- */

static void prepare(const struct trial *t)
{
    walk(".", NULL);
    for (int i = 0; i < 4 && t->files[i]; i++) {
        const char *file = t->files[i], *text = strchr(file, '=');
        if (*file == '?') {
            struct trial makes = {.words = file + 1, .input = ""};
            struct run r = run_once(&makes);
            if (r.status != 0) {
                fprintf(stderr, "scarcity: '%s' failed: %s", file, r.err);
                exit(2);
            }
            free_run(&r);
        } else if (!text) {
            const char *leads = strchr(file, '>');
            struct text path = {0};
            text_add(&path, "%.*s", (int)(leads - file), file);
            if (symlink(leads + 1, path.at) != 0)
                stop(file);
            text_free(&path);
        } else {
            struct text path = {0};
            text_add(&path, "./%.*s", (int)(text - file), file);
            put_file(path.at, text + 1, strlen(text + 1));
            text_free(&path);
        }
    }
}

/* One run with that much memory; false if it wanted no more. */
static bool try(struct expected *x, const char *name, struct scarcity s)
{
    restore(&x->before);
    struct run r = run_trial(x->trial, &x->ready, s);
    bool short_of = *test.count >= s.number;
    struct snapshot now = take_snapshot();
    const char *wrong = judge(x, &r, &now);
    if (wrong && test.wrong++ < 200) {
        printf("FAILED: %s, SCARCE_%s=%ld: %s\n", name, s.all ? "FROM" : "AT", s.number, wrong);
        printf("  pairs %s\n  status %x, %zu bytes of output, message: %.200s\n", x->trial->words,
               (unsigned)r.status, strlen(r.out), r.err);
        fflush(stdout);
    }
    free_snapshot(&now);
    free_run(&r);
    return short_of;
}

/* Some number that is always the same for a name, and seldom for two. */
static unsigned number_of(const char *name)
{
    unsigned number = 5381;
    for (; *name; name++)
        number = number * 33 + (unsigned char)*name;
    return number;
}

/* Which allocation is tried after the n-th. */
static long next_number(long n, const char *name, struct sample sample, long count)
{
    long others = count - sample.first;
    long step = test.all || others <= sample.others ? 1 : others / sample.others + 1;
    if (n == sample.first)
        return n + 1 + number_of(name) % step;
    return n + (n < sample.first ? 1 : step);
}

static void try_all(const struct trial *t, const char *name, struct sample sample)
{
    struct expected x = {.trial = t};
    prepare(t);
    x.before = take_snapshot();
    x.ready = start(t);
    x.run = run_trial(t, &x.ready, plenty);
    long count = (long)*test.count, runs = test.runs;
    x.after = take_snapshot();
    for (int way = 0; way < 2; way++) {
        bool more = true;
        for (long n = 1; more; n = next_number(n, name, sample, count))
            more = try(&x, name, (struct scarcity){n, way == 1});
    }
    printf("%s (status %d): %ld allocations, %ld runs\n", name, WEXITSTATUS(x.run.status), count,
           test.runs - runs);
    fflush(stdout);
    finish(&x.ready);
    free_snapshot(&x.before);
    free_snapshot(&x.after);
    free_run(&x.run);
}

/* Without names, or if the name begins with one of them. */
static bool is_wanted(const char *name, char **names)
{
    bool wanted = !*names;
    for (; *names; names++)
        wanted = wanted || strncmp(name, *names, strlen(*names)) == 0;
    return wanted;
}

/* The first record of a folder that is a right one; "" if there is none. */
static const char *first_record(const char *game, struct text *path)
{
    struct dirent **found;
    struct text folder = {0};
    text_add(&folder, "%s/%s", test.records, game);
    int count = scandir(folder.at, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = found[i]->d_name;
        if (!path->size && ends_with(name, ".pairs") && strncmp(name, "bad-", 4) != 0)
            text_add(path, "^/%s/%s", game, name);
        free(found[i]);
    }
    if (count >= 0)
        free(found);
    text_free(&folder);
    return text_of(path);
}

static void try_game(const char *game, char **names)
{
    struct text record = {0};
    if (*first_record(game, &record))
        for (size_t i = 0; i < sizeof game_trials / sizeof game_trials[0]; i++) {
            struct trial t = game_trials[i];
            struct text words = {0}, name = {0};
            text_add(&name, "%s: %s", game, t.name);
            for (const char *at = t.words; *at; at++)
                if (*at == '%' || *at == '&')
                    text_add(&words, "%s", *at == '%' ? record.at : game);
                else
                    text_add(&words, "%c", *at);
            t.words = words.at;
            if (is_wanted(name.at, names))
                try_all(&t, name.at, of_games);
            text_free(&words);
            text_free(&name);
        }
    text_free(&record);
}

/* A folder to work in, which is also where the program finds games and settings of its user. */
static void move_in(void)
{
    struct stat there;
    bool quick = stat("/dev/shm", &there) == 0; /* there a file is on disk at once */
    char folder[64], path[sizeof folder + 16];
    snprintf(folder, sizeof folder, "%s/scarcity.XXXXXX", quick ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        stop(folder);
    snprintf(test.work, sizeof test.work, "%s", folder);
    snprintf(path, sizeof path, "%s/count", folder);
    setenv("SCARCE_COUNT", path, 1);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof *test.count) != 0)
        stop(path);
    test.count = mmap(NULL, sizeof *test.count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    snprintf(path, sizeof path, "%s/home", folder);
    if (test.count == MAP_FAILED || mkdir(path, 0777) != 0 || chdir(path) != 0)
        stop(path);
    setenv("HOME", path, 1);
    snprintf(path, sizeof path, "%s/home/state", folder);
    setenv("XDG_STATE_HOME", path, 1);
    snprintf(path, sizeof path, "%s/home/config", folder);
    setenv("XDG_CONFIG_HOME", path, 1);
    setenv("TERM", "xterm", 1);
    unsetenv("LANGUAGE");
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "scarcity: expected LIBRARY PROGRAM BOT RECORDS [--all] [TRIAL...]\n");
        return 2;
    }
    char *path[4];
    for (int i = 0; i < 4; i++)
        if (!(path[i] = realpath(argv[i + 1], NULL)))
            stop(argv[i + 1]);
    test.shortage = path[0];
    test.program = path[1];
    test.bot = path[2];
    test.records = path[3];
    test.all = argc > 5 && strcmp(argv[5], "--all") == 0;
    char **names = argv + 5 + test.all;
    move_in();
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++)
        if (is_wanted(trials[i].name, names) && (test.all || !trials[i].slow))
            try_all(&trials[i], trials[i].name, usual);
    struct dirent **games;
    int count = scandir(test.records, &games, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (games[i]->d_name[0] != '.')
            try_game(games[i]->d_name, names);
        free(games[i]);
    }
    free(games);
    walk(test.work, NULL);
    rmdir(test.work);
    for (int i = 0; i < 4; i++)
        free(path[i]);
    printf("%ld runs, %ld of them wrong\n", test.runs, test.wrong);
    return test.wrong || !test.runs ? 1 : 0;
}
