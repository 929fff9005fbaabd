/* Questions of a page that change nothing: games, lessons, games that were played. */
#include "web/wasm/inside.h"

#include "engine/lesson.h"
#include "engine/record.h"
#include "hall/hall.h"
#include "lab/analyse.h"
#include "live/ledger.h"
#include "wire/analysisjson.h"
#include "wire/gamejson.h"
#include "wire/read.h"
#include "wire/replayjson.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <string.h>

/* A question on its way: its arguments, and the text that may follow them. */
struct question {
    struct json m;
    const char *text;
    const struct language *language;
    struct text *out;
    struct error e;
};

static bool word_of(struct question *q, const char *key, char out[], size_t room)
{
    return json_words(&q->m, json_member(&q->m, 0, key), out, room) ||
           error_set(&q->e, "\"%s\" is missing, too long or no text; expected at most %zu bytes",
                     key, room - 1);
}

static bool number_of(struct question *q, const char *key, int64_t least, int64_t most,
                      int64_t *out)
{
    return (json_whole(&q->m, json_member(&q->m, 0, key), out) && *out >= least && *out <= most) ||
           error_set(&q->e, "\"%s\" is no number that is possible; expected %lld to %lld", key,
                     (long long)least, (long long)most);
}

/* --- What there is to play -------------------------------------------------------------------- */

static void list_game(void *to, const struct setup *u)
{
    struct question *q = to;
    json_object_begin(q->out);
    json_game_keys(q->out, u, q->language);
    json_game_options(json_key(q->out, "options"), u, q->language);
    json_game_tips(json_key(q->out, "tips"), u, q->language);
    json_object_end(q->out);
}

static bool games(struct question *q)
{
    json_array_begin(q->out);
    each_game(list_game, q);
    json_array_end(q->out);
    return true;
}

static bool game_of(struct question *q, struct setup *u)
{
    char name[64];
    return word_of(q, "name", name, sizeof name) && setup_choose(u, name, &q->e);
}

static bool one_game(struct question *q)
{
    struct setup u;
    if (!game_of(q, &u))
        return false;
    json_object_begin(q->out);
    json_game_keys(q->out, &u, q->language);
    json_game_options(json_key(q->out, "options"), &u, q->language);
    json_game_tips(json_key(q->out, "tips"), &u, q->language);
    json_game_decisions(json_key(q->out, "choices"), &u, q->language);
    json_game_rules(json_key(q->out, "rules"), &u, q->language);
    json_object_end(q->out);
    return true;
}

static bool lesson(struct question *q)
{
    struct setup u;
    struct lesson *l = game_of(q, &u) ? lesson_of(u.game, &q->e) : NULL;
    bool fine = l && (json_lesson(q->out, l, q->language) || error_no_memory(&q->e));
    lesson_free(l);
    return fine;
}

/* --- Games that were played ------------------------------------------------------------------- */

/* Reads the record that follows; free the reader. NULL with a message. */
static struct reader *read_record(struct question *q)
{
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = r || error_no_memory(&q->e);
    for (const char *at = q->text; fine && *at;) {
        size_t size = strcspn(at, "\n");
        fine = reader_line(r, at, size, &q->e);
        at += size + (at[size] == '\n');
    }
    if (fine && reader_end(r, &q->e))
        return r;
    reader_free(r);
    return NULL;
}

/* Who looks: a letter, "open" for one without secrets, or "" for nobody of the game. */
static bool looks_of(struct question *q, int *looks)
{
    char word[8];
    if (!word_of(q, "looks", word, sizeof word))
        return false;
    *looks = strcmp(word, "open") == 0 ? EVERYTHING : *word ? word[0] - 'A' : NOBODY;
    return *looks == EVERYTHING || *looks == NOBODY || (*looks >= 0 && *looks < PLAYERS_MAX) ||
           error_set(&q->e, "'%s' is no seat; expected A to H or 'open'", word);
}

static bool replay(struct question *q)
{
    int looks;
    struct reader *r = looks_of(q, &looks) ? read_record(q) : NULL;
    bool fine =
        r && (json_replay(q->out, reader_table(r), looks, q->language) || error_no_memory(&q->e));
    reader_free(r);
    return fine;
}

/* How a game ended. */
static bool end(struct question *q)
{
    struct reader *r = read_record(q);
    if (!r)
        return false;
    const struct table *t = reader_table(r);
    struct view v;
    table_view(t, EVERYTHING, &v);
    json_object_begin(q->out);
    json_int(json_key(q->out, "players"), v.players);
    json_bool(json_key(q->out, "over"), v.over);
    json_scores(json_key(q->out, "scores"), &v);
    json_seats(json_key(q->out, "winners"), v.winners);
    json_seats(json_key(q->out, "losers"), v.losers);
    json_bool(json_key(q->out, "chips"), v.chips);
    json_bool(json_key(q->out, "low"), v.game->low_wins && !v.chips);
    json_object_end(q->out);
    reader_free(r);
    return true;
}

static void tell_progress(void *context, long done)
{
    const struct table *t = context;
    page_progress((double)done / (double)t->steps);
}

static bool analysis(struct question *q)
{
    int64_t iterations;
    struct reader *r = number_of(q, "iterations", 1, 100000, &iterations) ? read_record(q) : NULL;
    if (!r)
        return false;
    const struct table *t = reader_table(r);
    struct analysis a = {0};
    struct analyse_limits limits = {.seed = ANALYSE_SEED,
                                    .iterations = (int)iterations,
                                    .progress = tell_progress,
                                    .context = (void *)t};
    bool fine = analyse(t, &limits, &a);
    if (fine)
        json_analysis(q->out, t, &a, &limits);
    analysis_clear(&a);
    reader_free(r);
    return fine || error_no_memory(&q->e);
}

/* --- Going on from a moment ------------------------------------------------------------------- */

/* The lines of a table at which so much has happened, as page_recall takes them. */
static void add_lines(struct question *q, const struct plan *p, const struct table *t,
                      struct entry seated)
{
    struct entry entry = {.time = seated.time, .kind = ENTRY_OPENED, .seat = NOBODY, .plan = p};
    const struct entry begun = {.time = seated.time, .kind = ENTRY_BEGUN, .seat = NOBODY};
    json_array_begin(json_key(q->out, "lines"));
    for (size_t i = 0; i < t->steps + 3; i++) {
        struct text line = {0};
        if (i == 1)
            entry = seated;
        else if (i == 2)
            entry = begun;
        else if (i > 2)
            entry = (struct entry){.time = seated.time,
                                   .kind = ENTRY_STEP,
                                   .seat = t->step[i - 3].kind == TURN_SEATS ? t->step[i - 3].who
                                                                             : NOBODY,
                                   .step = t->step[i - 3]};
        entry.game = p->setup.game;
        ledger_write(&entry, &line);
        json_text(q->out, text_of(&line));
        page_must(!line.failed);
        text_free(&line);
    }
    json_array_end(q->out);
}

/* One person on a seat, bots of that level on all others. */
static bool plan_of(struct question *q, const struct table *t, struct plan *p, int *seat)
{
    char word[4], level[BOT_ROOM];
    if (!word_of(q, "seat", word, sizeof word) || !word_of(q, "level", level, sizeof level))
        return false;
    *seat = word[0] - 'A';
    if (*seat < 0 || *seat >= t->setup.players)
        return error_set(&q->e, "'%s' is no seat of this game; expected A to %c", word,
                         'A' + t->setup.players - 1);
    p->setup = t->setup;
    for (int i = 0; i < t->setup.players; i++) {
        p->chair[i].empty = i == *seat;
        if (i != *seat)
            snprintf(p->chair[i].bot, BOT_ROOM, "%s", level);
    }
    page_random(&p->seed, sizeof p->seed);
    return true;
}

/* A new table, where this record has happened and somebody goes on against bots. */
static bool go_on(struct question *q)
{
    char name[NAME_ROOM], guest[DIGEST_TEXT];
    int64_t now;
    int seat;
    struct plan p = {0};
    if (!word_of(q, "person", name, sizeof name) || !word_of(q, "guest", guest, sizeof guest) ||
        !number_of(q, "now", 0, INT64_C(1) << 53, &now))
        return false;
    struct reader *r = read_record(q);
    bool fine = r && plan_of(q, reader_table(r), &p, &seat);
    if (fine) {
        json_object_begin(q->out);
        add_lines(q, &p, reader_table(r),
                  (struct entry){.time = now,
                                 .kind = ENTRY_SEATED,
                                 .seat = (uint8_t)seat,
                                 .text = name,
                                 .guest = guest});
        json_object_end(q->out);
    }
    reader_free(r);
    return fine;
}

/* --- All of them ------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    bool (*answer)(struct question *q);
} questions[] = {{"games", games}, {"game", one_game},     {"lesson", lesson}, {"replay", replay},
                 {"end", end},     {"analysis", analysis}, {"continue", go_on}};

static bool answer(struct question *q)
{
    char word[16], language[16];
    if (!word_of(q, "ask", word, sizeof word) || !word_of(q, "language", language, sizeof language))
        return false;
    q->language = q->e.language = language_find(language);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(questions[i].word, word) == 0)
            return questions[i].answer(q);
    return error_set(&q->e, "'%s' is no question that a page has", word);
}

void page_refuse(struct text *out, const struct error *e)
{
    text_clear(out);
    json_object_begin(out);
    json_text(json_key(out, "error"), e->text);
    json_int(json_key(out, "line"), e->line);
    json_object_end(out);
}

bool page_ask(size_t size)
{
    const char *given = page_given(size);
    size_t first = strcspn(given, "\n");
    struct question q = {.text = given + first + (given[first] == '\n'), .out = page_answer()};
    bool fine = json_read(&q.m, given, first, &q.e) && answer(&q);
    if (!fine)
        page_refuse(q.out, &q.e);
    page_must(!q.out->failed);
    return fine;
}
