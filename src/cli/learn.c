/* pairs learn: a first game, on the screen or line by line. */
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/houserules.h"
#include "cli/lang.h"
#include "cli/play.h"
#include "engine/document.h"
#include "engine/lesson.h"
#include "tui/lessonview.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- Line by line ----------------------------------------------------------------------------- */

struct lines {
    const struct lesson *lesson;
    struct table *table; /* as far as the lesson has come */
    struct names names;
    size_t told; /* how many events have been told */
    struct text words;
    bool starved; /* memory has run out, and nothing more is said */
};

/* Prints all of it or nothing. */
static void print_text(struct lines *l, struct text *out)
{
    l->starved = l->starved || out->failed || l->words.failed;
    if (!l->starved)
        fputs(text_of(out), stdout);
    text_free(out);
}

static void print_words(struct lines *l)
{
    struct text out = {0};
    text_wrap(&out, text_of(&l->words), "", ui_columns());
    print_text(l, &out);
    text_clear(&l->words);
}

/* What has happened since it was told last. */
static void print_news(struct lines *l)
{
    const struct history *past = &l->table->past;
    struct telling t = {past, l->table->setup.game, &l->names, lang(), LEARNER, past->size};
    struct text out = {0}, words = {0};
    while (l->told < past->size) {
        text_clear(&words);
        l->told = telling_sentence(&words, &t, l->told);
        if (words.size)
            text_add(&out, "  %s\n", text_of(&words));
        out.failed |= words.failed;
    }
    text_free(&words);
    print_text(l, &out);
}

static void print_choices(struct lines *l, const struct view *v)
{
    struct text out = {0};
    text_add(&out, "%s\n", _("You can:"));
    for (int i = 0; i < v->actions; i++) {
        struct text means = {0};
        char typed[ACTION_TEXT];
        text_add(&out, "  %2d  ", i + 1);
        action_words(&out, v->game, v->act[i], v->looks, &l->names, lang());
        action_means(&means, v, v->act[i], &l->names, lang());
        text_add(&out, language_in(lang(), "typed", " (%s)"),
                 action_text(v->game, v->act[i], typed));
        text_add(&out, "%s%s\n", means.size ? ": " : "", text_of(&means));
        out.failed |= means.failed;
        text_free(&means);
    }
    print_text(l, &out);
}

/* What a line asks for: a number of the list, or a decision as it is typed. */
static bool read_choice(const struct view *v, char *line, action *a)
{
    line[strcspn(line, "\n")] = '\0';
    char *end;
    long number = strtol(line, &end, 10);
    if (end != line && *end == '\0' && number >= 1 && number <= v->actions) {
        *a = v->act[number - 1];
        return true;
    }
    if (!action_parse(v->game, line, a))
        return false;
    for (int i = 0; i < v->actions; i++)
        if (v->act[i] == *a)
            return true;
    return false;
}

/* Asks until the learner decides as the lesson goes; false: they leave. */
static bool let_decide(struct lines *l, size_t i)
{
    static struct view v;
    char line[256];
    action a, wanted = lesson_table(l->lesson)->step[i].what;
    table_view(l->table, LEARNER, &v);
    print_choices(l, &v);
    while (!l->starved) {
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || strcasecmp(line, "q\n") == 0)
            return false;
        bool known = read_choice(&v, line, &a);
        if (known && a == wanted)
            return true;
        if (!known)
            text_add(&l->words, "%s", _("Type a number of the list, or q to leave."));
        else if (!lesson_answers(l->lesson, i, lang(), &l->words))
            text_add(&l->words, "%s", _("That is possible too; this lesson shows something else."));
        print_words(l);
    }
    return false;
}

static bool print_lesson(struct lines *l, struct error *e)
{
    const struct table *whole = lesson_table(l->lesson);
    for (size_t i = 0; i <= whole->steps; i++) {
        bool last = i == whole->steps;
        bool asks = !last && whole->step[i].kind == TURN_SEATS && whole->step[i].who == LEARNER;
        bool says = lesson_says(l->lesson, i, lang(), &l->words);
        if (says || asks || last) /* cards that are dealt together are told together */
            print_news(l);
        if (says) {
            struct text gap = {0};
            text_add(&gap, "\n");
            print_text(l, &gap);
            print_words(l);
        }
        if (last || l->starved)
            break;
        if (asks && !let_decide(l, i))
            break;
        if (!table_step(l->table, whole->step[i], e))
            return false;
    }
    return !l->starved || error_no_memory(e);
}

static bool learn_by_lines(const struct lesson *lesson, struct error *e)
{
    const struct table *whole = lesson_table(lesson);
    struct lines l = {.lesson = lesson, .table = table_new(&whole->setup)};
    if (!l.table)
        return error_no_memory(e);
    for (int seat = 0; seat < whole->setup.players; seat++)
        table_name(l.table, seat, whole->name[seat]);
    l.names = table_names(l.table);
    bool fine = print_lesson(&l, e);
    text_free(&l.words);
    table_free(l.table);
    return fine;
}

/* --- The command ------------------------------------------------------------------------------ */

static bool learn_on_screen(const struct lesson *lesson, struct error *e)
{
    struct settings settings;
    settings_load(&settings, e); /* for the speed; what it cannot read is left as usual */
    if (!screen_open(e))
        return false;
    enum lesson_end end = lessonview_run(lesson, &settings, e);
    screen_close();
    return end != LESSON_BROKEN;
}

static int list_lessons(void)
{
    struct text out = {0};
    text_add(&out, "%s\n", _("First games, of about two minutes:"));
    for (int i = 0; all_games[i]; i++)
        if (document_find("lesson", all_games[i]->name))
            text_add(&out, "  %-16s %s\n", all_games[i]->name, _(all_games[i]->summary));
    return finish(&out);
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct setup u;
    if (!a->words)
        return list_lessons();
    if (!houserules_named(&u, a->word[0], &e))
        return fail(BAD_USAGE, &e);
    struct lesson *lesson = lesson_of(u.game, &e);
    if (!lesson)
        return fail(BAD_USAGE, &e);
    bool fine = can_fill_screen(a) ? learn_on_screen(lesson, &e) : learn_by_lines(lesson, &e);
    lesson_free(lesson);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    SWITCH_FLAG(plain, N_("lines of plain words instead of the full screen")),
    END_ROW,
};

const struct command learn_command = {
    .name = "learn",
    .usage = N_("[GAME]"),
    .summary = N_("a first game, in two minutes"),
    .help = N_("A first game of GAME with fixed cards: what you see, what you may do, and what it "
               "costs. Without a name all games that have one are listed."),
    .flags = flags,
    .words_max = 1,
    .run = run,
};
