#include "tui/lessonview.h"

#include "cli/lang.h"
#include "tui/stage.h"

#include <stdio.h>
#include <string.h>

enum { BOX_COLUMNS = 76, FLYING = 2 };

struct lessonview {
    const struct lesson *lesson;
    struct table *table; /* as far as the lesson has come */
    struct stage stage;
    struct prompt prompt;
    struct text words; /* what is said just now */
    bool left;
};

/* --- Drawing ---------------------------------------------------------------------------------- */

static int count_lines(const char *words, int columns)
{
    int lines = 0;
    for (; *words; words += screen_fit(words, columns))
        lines++;
    return lines;
}

/* What is said, at the lower end of the table, where the log is. */
static void draw_words(const struct lessonview *v, const char *keys)
{
    const char *words = text_of(&v->words);
    if (!*words)
        return;
    struct area table = stage_table();
    int columns = table.columns < BOX_COLUMNS ? table.columns : BOX_COLUMNS;
    int rows = count_lines(words, columns - 4) + 2;
    struct area box = {table.row + table.rows - rows, (table.columns - columns) / 2, rows, columns};
    screen_fill(box, STYLE_NORMAL);
    struct area in = screen_box(box, STYLE_TURN, _("Your first game"));
    in.column++;
    in.columns -= 2;
    for (int row = 0; *words; row++) {
        size_t size = screen_fit(words, in.columns);
        screen_print(in, row, 0, STYLE_STRONG, "%.*s", (int)size, words);
        words += size;
    }
    screen_put_right(box, rows - 1, columns - 2, STYLE_KEY, keys);
    screen_button(box, BUTTON_CHOICE);
}

static struct key draw_and_wait(struct lessonview *v, struct prompt *p, const char *keys)
{
    snprintf(v->stage.message, sizeof v->stage.message, "%s", _("q leaves the first game"));
    stage_draw(&v->stage, p, "");
    draw_words(v, keys);
    screen_show();
    struct key k = screen_wait(-1, -1);
    v->left = v->left || k.press == PRESS_HANGUP ||
              (k.press == PRESS_CHARACTER && k.character == 'q') ||
              (k.press == PRESS_CLICK && k.button == BUTTON_KEY + 'q');
    return k;
}

/* --- The lesson ------------------------------------------------------------------------------- */

static bool goes_on(const struct key *k)
{
    return k->press == PRESS_ENTER || k->press == PRESS_CLICK || k->press == PRESS_RIGHT ||
           (k->press == PRESS_CHARACTER && k->character == ' ');
}

/* Until what is said has been read. */
static void let_read(struct lessonview *v)
{
    while (!v->left) {
        struct key k = draw_and_wait(v, NULL, _(" Enter: go on   q: leave "));
        if (goes_on(&k))
            return;
    }
}

/* What the learner hears after a decision that the lesson does not go on with. */
static void answer(struct lessonview *v, size_t i)
{
    struct text other = {0};
    text_clear(&v->words);
    if (lesson_answers(v->lesson, i, lang(), &v->words))
        return;
    action_words(&other, v->table->setup.game, lesson_table(v->lesson)->step[i].what,
                 v->stage.view.looks, &v->stage.names, lang());
    text_add(&v->words, _("That is possible too; this lesson shows something else: %s."),
             text_of(&other));
    v->words.failed |= other.failed;
    text_free(&other);
}

/* Asks until the learner decides as the lesson goes. */
static void let_decide(struct lessonview *v, size_t i)
{
    action a, wanted = lesson_table(v->lesson)->step[i].what;
    prompt_begin(&v->prompt, &v->stage.view, &v->stage.names);
    while (!v->left) {
        struct key k = draw_and_wait(v, &v->prompt, "");
        if (v->left || prompt_key(&v->prompt, &k, &a) != ANSWER_DONE)
            continue;
        if (a == wanted)
            return;
        answer(v, i);
        prompt_begin(&v->prompt, &v->stage.view, &v->stage.names);
    }
}

static bool take_step(struct lessonview *v, size_t i, int pause, struct error *e)
{
    if (!table_step(v->table, lesson_table(v->lesson)->step[i], e))
        return false;
    text_clear(&v->words);
    stage_step(&v->stage);
    stage_update(&v->stage);
    if (pause)
        stage_fly(&v->stage, pause / FLYING, "");
    return true;
}

static bool play(struct lessonview *v, int pause, struct error *e)
{
    const struct table *whole = lesson_table(v->lesson);
    for (size_t i = 0; i <= whole->steps && !v->left; i++) {
        bool last = i == whole->steps;
        bool decides = !last && whole->step[i].kind == TURN_SEATS && whole->step[i].who == LEARNER;
        bool says = lesson_says(v->lesson, i, lang(), &v->words);
        if (v->words.failed)
            return error_no_memory(e);
        if (decides)
            let_decide(v, i);
        else if (says && !last)
            let_read(v);
        if (!last && !v->left && !take_step(v, i, pause, e))
            return false;
    }
    return true;
}

/* The last words, and whether the learner wants more. */
static enum lesson_end end(struct lessonview *v)
{
    while (!v->left) {
        struct key k = draw_and_wait(v, NULL, _(" Enter: play now   q: leave "));
        if (goes_on(&k))
            return LESSON_PLAY;
    }
    return LESSON_LEFT;
}

enum lesson_end lessonview_run(const struct lesson *l, const struct settings *settings,
                               struct error *e)
{
    static struct lessonview v;
    const struct table *whole = lesson_table(l);
    enum lesson_end how = LESSON_BROKEN;
    v = (struct lessonview){.lesson = l, .table = table_new(&whole->setup)};
    if (!v.table) {
        error_no_memory(e);
        return how;
    }
    for (int seat = 0; seat < whole->setup.players; seat++)
        table_name(v.table, seat, whole->name[seat]);
    v.stage.speed = settings->speed;
    stage_begin(&v.stage, v.table, LEARNER);
    if (play(&v, speed_pause(settings->speed), e))
        how = end(&v);
    text_free(&v.words);
    table_free(v.table);
    return how;
}
