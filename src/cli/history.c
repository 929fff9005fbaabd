/* pairs history, pairs stats: the games that were played here, and what came of them. */
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/saved.h"
#include "cli/statistics.h"
#include "wire/json.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

/* --- The games -------------------------------------------------------------------------------- */

static bool make_filter(struct index_filter *f, const struct args *a, struct error *e)
{
    struct setup u;
    if (a->won + a->lost + a->unfinished > 1)
        return error_set(e, "--won, --lost and --unfinished exclude each other; expected one");
    if (a->game && !setup_named(&u, a->game, e))
        return false;
    *f = (struct index_filter){
        .which = a->won          ? INDEX_WON
                 : a->lost       ? INDEX_LOST
                 : a->unfinished ? INDEX_UNFINISHED
                                 : INDEX_ALL,
        .game = a->game ? setup_name(&u) : NULL, /* which may be an alias */
        .bot = a->bot,
        .person = a->person,
        .since = a->since,
        .until = a->until,
    };
    return true;
}

/* Opens the journal; that it cannot be kept is worth a word, and no more. */
static struct index *open_journal(struct error *e)
{
    struct index *x = journal_open(e);
    if (x && index_unkept(x))
        fprintf(stderr, "pairs: %s\n", index_unkept(x));
    return x;
}

/* The game with that number, or of that file. NULL with a message if there is none. */
static const struct played *find_game(const struct played_list *l, const char *word,
                                      struct error *e)
{
    char *end;
    long number = strtol(word, &end, 10);
    const char *slash = strrchr(word, '/'), *file = slash ? slash + 1 : word;
    for (int i = 0; i < l->count; i++)
        if (*end == '\0' ? l->game[i].number == number : strcmp(l->game[i].file, file) == 0)
            return &l->game[i];
    error_set(e,
              "there is no game '%.100s'; expected a number from 'pairs history' or the name of a "
              "file there",
              word);
    return NULL;
}

/* --- The list --------------------------------------------------------------------------------- */

enum { DAY_COLUMNS = 16, TITLE_COLUMNS = 21, RESULT_COLUMNS = 20 };

static void add_row(struct text *out, const struct played *p, const char *person)
{
    struct text words = {0};
    char day[DAY_TEXT];
    int owner = played_owner(p, person);
    text_add(out, "%4d  ", p->number);
    column_left(out, journal_day(p, true, day), DAY_COLUMNS);
    text_add(out, "  ");
    column_left(out, _(played_title(p)), TITLE_COLUMNS);
    text_add(out, "  ");
    journal_result(p, owner, &words);
    if (p->players > 1) {
        column_left(out, text_of(&words), RESULT_COLUMNS);
        out->failed |= words.failed;
        text_clear(&words);
        text_add(&words, "  ");
        journal_others(p, owner, &words);
    }
    text_add(out, "%s\n", text_of(&words));
    out->failed |= words.failed;
    text_free(&words);
}

static void add_list(struct text *out, const struct played_list *l, const char *person)
{
    for (int i = 0; i < l->count; i++)
        add_row(out, &l->game[i], person);
    if (!l->count)
        text_add(out, "%s\n", _("There is no such game."));
    if (l->unreadable)
        text_add(out,
                 lang_plural("%d file is left out: it cannot be read as a game.\n",
                             "%d files are left out: they cannot be read as games.\n",
                             l->unreadable),
                 l->unreadable);
}

static const char *const result_words[] = {"open", "lost", "even", "won"};

static void json_seat(struct text *t, const struct played_seat *s)
{
    json_object_begin(t);
    json_text(json_key(t, "name"), s->name);
    json_text(json_key(t, "bot"), s->bot);
    json_int(json_key(t, "score"), s->score);
    json_text(json_key(t, "result"), result_words[s->result]);
    if (s->verdict.decisions >= 0) {
        json_int(json_key(t, "decisions"), s->verdict.decisions);
        json_double(json_key(t, "loss"), s->verdict.lost);
        json_double(json_key(t, "luck"), s->verdict.luck);
    }
    json_object_end(t);
}

static void json_game(struct text *t, const struct played *p, const char *person)
{
    int owner = played_owner(p, person);
    json_object_begin(t);
    json_int(json_key(t, "number"), p->number);
    json_text(json_key(t, "file"), p->file);
    json_int(json_key(t, "time"), p->when);
    json_text(json_key(t, "game"), p->game->name);
    json_text(json_key(t, "variant"), played_name(p));
    json_bool(json_key(t, "over"), p->over);
    json_int(json_key(t, "hand"), p->hand);
    json_text(json_key(t, "counts"), p->chips ? "chips" : "points");
    if (owner != NOBODY)
        json_text(json_key(t, "owner"), game_place_name(NULL, owner));
    json_array_begin(json_key(t, "seats"));
    for (int seat = 0; seat < p->players; seat++)
        json_seat(t, &p->seat[seat]);
    json_array_end(t);
    json_object_end(t);
}

static int list(const struct args *a, const struct played_list *l)
{
    struct text out = {0};
    struct error e = {.language = lang()};
    char *folder = NULL;
    if (!a->json) {
        add_list(&out, l, a->person);
        if (l->count && (folder = saved_folder(&e)))
            text_add(&out, _("The files are in %s.\n"), folder);
        free(folder);
        return finish(&out);
    }
    json_array_begin(&out);
    for (int i = 0; i < l->count; i++)
        json_game(&out, &l->game[i], a->person);
    json_array_end(&out);
    text_add(&out, "\n");
    return finish(&out);
}

/* --- One game --------------------------------------------------------------------------------- */

static int export(const struct args *a, const struct played_list *l)
{
    struct error e = {.language = lang()};
    struct text out = {0};
    const struct played *p = find_game(l, a->words > 1 ? a->word[1] : "1", &e);
    if (p && a->output)
        return journal_export(p, a->output, &e) ? FINE : fail(BAD_INPUT, &e);
    if (p && journal_tell(p, &out, &e))
        return finish(&out);
    text_free(&out);
    return fail(BAD_INPUT, &e);
}

/* Whether somebody says so. */
static bool confirm(const struct args *a)
{
    char answer[16];
    if (a->yes)
        return true;
    printf("%s ", _("Remove this for good? Type yes:"));
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin))
        answer[0] = '\0';
    answer[strcspn(answer, "\n")] = '\0';
    return strcmp(answer, "yes") == 0 || strcmp(answer, _("yes")) == 0;
}

static int delete (const struct args *a, const struct played_list *l)
{
    const struct played *chosen[ARGS_WORDS];
    struct error e = {.language = lang()};
    struct text out = {0};
    for (int i = 1; i < a->words; i++) {
        if (!(chosen[i] = find_game(l, a->word[i], &e))) {
            text_free(&out);
            return fail(BAD_INPUT, &e);
        }
        add_row(&out, chosen[i], a->person);
    }
    int status = finish(&out);
    if (status == FINE && !confirm(a)) {
        puts(_("Nothing was removed."));
        return BAD_INPUT;
    }
    for (int i = 1; status == FINE && i < a->words; i++) {
        if (!journal_remove(chosen[i], &e))
            status = fail(BAD_INPUT, &e);
        else
            printf(_("%s is gone.\n"), chosen[i]->file);
    }
    return status;
}

/* --- The commands ----------------------------------------------------------------------------- */

/* Opens the journal, finds what the command line asks for and does it. */
static int with_games(const struct args *a, const struct index_filter *f,
                      int (*act)(const struct args *a, const struct played_list *l))
{
    struct error e = {.language = lang()};
    struct played_list l = {0};
    struct index *x = open_journal(&e);
    bool fine = x && index_find(x, f, &l, &e);
    int status = fine ? act(a, &l) : fail(BAD_INPUT, &e);
    played_list_free(&l);
    index_close(x);
    return status;
}

static int wrong_words(const char *expected)
{
    struct error e = {.language = lang()};
    error_set(&e, "that cannot be done with the history; expected %s", expected);
    return fail(BAD_USAGE, &e);
}

static bool is_filtered(const struct args *a)
{
    return a->game || a->bot || a->person || a->since || a->until || a->won || a->lost ||
           a->unfinished || a->json;
}

static int run_history(const struct args *a)
{
    struct error e = {.language = lang()};
    struct index_filter f, all = {0};
    const char *word = a->words ? a->word[0] : "";
    bool exports = strcmp(word, "export") == 0, deletes = strcmp(word, "delete") == 0;
    if (!a->words && (a->yes || a->output))
        return wrong_words(_("--yes with 'delete' and -o with 'export'"));
    if (a->words && is_filtered(a))
        return wrong_words(_("a number from the list, and no filter"));
    if (!a->words)
        return make_filter(&f, a, &e) ? with_games(a, &f, list) : fail(BAD_USAGE, &e);
    if (exports && a->words <= 2 && !a->yes)
        return with_games(a, &all, export);
    if (deletes && a->words > 1 && !a->output)
        return with_games(a, &all, delete);
    return wrong_words(_("'export [N] [-o FILE]' or 'delete N... [--yes]'"));
}

static bool write_picture(const struct statistics *s, const char *path, struct error *e)
{
    struct text picture = {0};
    struct output output;
    statistics_draw(s, &picture);
    bool fine = !picture.failed ? output_open(&output, path, e) : error_no_memory(e);
    if (fine) {
        fputs(text_of(&picture), output.to); /* closing tells if it went wrong */
        fine = output_close(&output, e);
    }
    text_free(&picture);
    return fine;
}

static int tell(const struct args *a, const struct played_list *l)
{
    struct error e = {.language = lang()};
    struct statistics s;
    struct text out = {0};
    if (!statistics_gather(&s, l, a->person, &e))
        return fail(BAD_INPUT, &e);
    bool alone = a->svg && strcmp(a->svg, "-") == 0; /* the picture has the output to itself */
    if (a->json && !alone)
        statistics_json(&s, &out);
    else if (!alone)
        statistics_tell(&s, strcmp(nl_langinfo(CODESET), "UTF-8") == 0, &out);
    bool fine = out.failed || !a->svg || write_picture(&s, a->svg, &e);
    statistics_clear(&s);
    if (fine)
        return finish(&out);
    text_free(&out);
    return fail(BAD_INPUT, &e);
}

static int run_stats(const struct args *a)
{
    struct error e = {.language = lang()};
    struct index_filter f;
    if (!make_filter(&f, a, &e))
        return fail(BAD_USAGE, &e);
    f.which = INDEX_OVER;
    return with_games(a, &f, tell);
}

/* Which games are meant, for both. */
#define FILTER_FLAGS                                                                               \
    VALUE_FLAG(game, "NAME", TAKES_GAME, N_("a game with all its variants, or one variant")),      \
        BOT_FLAG(N_("only games with that bot, as 3 or hint")),                                    \
        VALUE_FLAG(person, "NAME", TAKES_WORDS,                                                    \
                   N_("only games of that person, who is then meant by you")),                     \
        VALUE_FLAG(since, N_("DAY"), TAKES_SINCE,                                                  \
                   N_("only games that were played last on that day, as 2026-12-31, or later")),   \
        VALUE_FLAG(until, N_("DAY"), TAKES_UNTIL,                                                  \
                   N_("only games that were played last on that day or before"))

static const struct flag history_flags[] = {
    GROUP_ROW(N_("Orders")),
    WORD_ROW(N_("export [GAME]"), N_("tells a game in words, the last one unless a number or a "
                                     "file says which; with all cards open if it is over")),
    WORD_ROW(N_("delete N..."), N_("shows what it would remove for good, and asks")),
    GROUP_ROW(N_("Which games")),
    FILTER_FLAGS,
    SWITCH_FLAG(won, N_("only games that you won")),
    SWITCH_FLAG(lost, N_("only games that you lost")),
    SWITCH_FLAG(unfinished, N_("only games that are not over")),
    GROUP_ROW(N_("Options")),
    SWITCH_FLAG(json, N_("print an array")),
    FLAG_ROW("output", 'o', N_("FILE"), TAKES_FILE, AT(output), 0, N_("export into a file")),
    SWITCH_FLAG(yes, N_("delete without being asked")),
    END_ROW,
};

const struct command history_command = {
    .name = "history",
    .usage = N_("[ORDER [GAME]...]"),
    .summary = N_("the games that were played here"),
    .help = N_("Lists all saved games, the one played last first: number, day, game, what came of "
               "it for you, and who else played. You are the first person of a game, in the order "
               "of the seats, or the one whom --person names."),
    .flags = history_flags,
    .words_max = ARGS_WORDS,
    .run = run_history,
};

static const struct flag stats_flags[] = {
    GROUP_ROW(N_("Which games")),
    FILTER_FLAGS,
    GROUP_ROW(N_("The results")),
    FILE_FLAG(svg, N_("draw it; '-' for standard output, which then holds nothing else")),
    SWITCH_FLAG(json, N_("print an object")),
    END_ROW,
};

const struct command stats_command = {
    .name = "stats",
    .summary = N_("what came of the games that you played"),
    .help = N_("Counts your saved games that are over, by game, variant and bot: how many, the "
               "share that you won and the fair one, mean score and place, what a decision lost "
               "against the best one where somebody has looked back ('pairs watch', 'pairs "
               "analyse'), and streaks; with charts. Games are chosen as in 'pairs history'."),
    .flags = stats_flags,
    .run = run_stats,
};
