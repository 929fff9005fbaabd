/* Watching a game that was played, without a screen: every record can be wound forward and back, as
 * a seat saw it nothing is shown that it could not know, and games go on from any moment. */
#include "tests/cli/folder.h"
#include "tests/test.h"

#include "cli/file.h"
#include "cli/lookback.h"
#include "cli/reel.h"
#include "cli/saved.h"
#include "cli/sitting.h"
#include "tui/watch.h"

#include <ftw.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *records; /* the folder */

/* --- All records ------------------------------------------------------------------------------ */

static void (*look_at)(struct reel *r); /* what is done with each record */
static int looked_at;

/* NULL if it is wrong; some are on purpose. */
static struct reader *read_record(const char *path)
{
    FILE *in = fopen(path, "r");
    struct reader *r = reader_new(0, NULL, NULL);
    char line[RECORD_LINE + 2];
    size_t size;
    struct error e = {0};
    assert_true(in && r);
    bool fine = true;
    while (fine && file_line(in, line, sizeof line, &size))
        fine = !reader_next(r, line, size) && reader_line(r, line, size, &e);
    fclose(in);
    if (fine && reader_end(r, &e))
        return r;
    reader_free(r);
    return NULL;
}

static int visit(const char *path, const struct stat *what, int kind, struct FTW *where)
{
    (void)what;
    (void)where;
    const char *end = strrchr(path, '.');
    if (kind != FTW_F || !end || strcmp(end, ".pairs") != 0)
        return 0;
    struct reader *reader = read_record(path);
    if (!reader)
        return 0;
    struct reel r;
    assert_true(reel_begin(&r, reader_table(reader)));
    look_at(&r);
    looked_at++;
    reel_clear(&r);
    reader_free(reader);
    return 0;
}

static void for_every_record(void (*what)(struct reel *r))
{
    look_at = what;
    looked_at = 0;
    assert_int_equal(nftw(records, visit, 8, FTW_PHYS), 0);
    assert_true(looked_at > 100);
}

/* All who can look, one after another: the seats, then these two. */
static int looker(const struct reel *r, int i)
{
    int players = r->game->setup.players;
    return i < players ? i : i == players ? NOBODY : EVERYTHING;
}

/* All that is shown at a moment to everybody who can look, as one number. */
static uint64_t shown(const struct reel *r)
{
    uint64_t sum = infoset_key(&r->now->past, EVERYTHING) ^ r->now->past.fresh;
    for (int i = 0; i < r->game->setup.players + 2; i++) {
        struct view v;
        memset(&v, 0, sizeof v);
        table_view(r->now, looker(r, i), &v);
        const unsigned char *byte = (const unsigned char *)&v;
        size_t size = offsetof(struct view, act) + (size_t)v.actions * sizeof *v.act;
        for (size_t k = 0; k < size; k++)
            sum = (sum ^ byte[k]) * UINT64_C(1099511628211);
    }
    return sum;
}

static void walk(struct reel *r)
{
    size_t steps = r->game->steps;
    uint64_t *forward = calloc(steps + 1, sizeof *forward);
    assert_non_null(forward);
    for (size_t i = 0; i <= steps; i++) {
        reel_to(r, i);
        assert_int_equal(reel_at(r), i);
        forward[i] = shown(r);
    }
    assert_memory_equal(r->now->state, r->game->state, r->game->setup.game->size);
    for (size_t i = steps + 1; i-- > 0;) {
        reel_to(r, i);
        assert_int_equal(shown(r), forward[i]);
    }
    for (size_t i = 0; i <= steps; i++) { /* and in leaps */
        reel_to(r, i * 7 % (steps + 1));
        assert_int_equal(shown(r), forward[i * 7 % (steps + 1)]);
    }
    reel_to(r, steps + 1);
    assert_int_equal(reel_at(r), steps);
    free(forward);
}

static void every_record_is_the_same_forward_and_back(void **state)
{
    (void)state;
    for_every_record(walk);
}

/* --- As a seat saw it ------------------------------------------------------------------------- */

static int secret_decisions;

/* The decision that comes is shown to nobody who will not know it then, nor is its worth. */
static void check_coming(const struct reel *r)
{
    const struct step *s = reel_coming(r);
    const struct game *game = r->game->setup.game;
    bool secret = s && s->kind == TURN_SEATS && game->verbs[action_verb(s->what)].secret;
    for (int i = 0; s && s->kind == TURN_SEATS && i < r->game->setup.players + 1; i++) {
        int looks = looker(r, i);
        struct event e = reel_decision(r, looks);
        bool own = looks == s->who;
        assert_int_equal(e.seen != 0, own || !secret);
        assert_int_equal(e.choice, own || !secret ? s->what : 0);
        assert_int_equal(reel_may_judge(r, looks), own || (!secret && !game->hidden));
    }
    if (s && s->kind == TURN_SEATS)
        assert_true(reel_decision(r, EVERYTHING).seen && reel_may_judge(r, EVERYTHING));
    secret_decisions += secret;
}

/* What the seat sees is the same if all that it cannot know is otherwise. */
static void check_view(const struct reel *r, int seat)
{
    const struct game *game = r->game->setup.game;
    struct rng random = rng_seeded(1, reel_at(r));
    struct state *other = malloc(game->size);
    struct view truth, imagined;
    assert_non_null(other);
    memset(&truth, 0, sizeof truth);
    memset(&imagined, 0, sizeof imagined);
    memcpy(other, r->now->state, game->size);
    game_imagine(game, other, seat, &random);
    table_view(r->now, seat, &truth);
    game_view(game, other, seat, &imagined);
    assert_memory_equal(&truth, &imagined, offsetof(struct view, act));
    for (int i = 0; i < truth.zones; i++)
        for (int k = 0; !truth.zone[i].known && k < truth.zone[i].count; k++)
            assert_int_equal(truth.card[truth.zone[i].first + k], 0);
    free(other);
}

static void look_as_each(struct reel *r)
{
    for (size_t i = 0; i <= r->game->steps; i++) {
        reel_to(r, i);
        check_coming(r);
        bool over = table_turn(r->now).kind == TURN_OVER; /* then nobody imagines anything */
        for (int seat = 0; !over && seat < r->game->setup.players; seat++)
            check_view(r, seat);
    }
}

static void a_seat_is_shown_nothing_that_it_could_not_know(void **state)
{
    (void)state;
    secret_decisions = 0;
    for_every_record(look_as_each);
    assert_true(secret_decisions > 0);
}

/* --- Hands and decisions ---------------------------------------------------------------------- */

static void leap(struct reel *r)
{
    size_t steps = r->game->steps, decisions[PLAYERS_MAX] = {0};
    for (size_t i = 0; i < steps; i++)
        if (r->game->step[i].kind == TURN_SEATS)
            decisions[r->game->step[i].who]++;
    reel_to(r, 0);
    for (size_t before; before = reel_at(r), reel_to(r, reel_next_hand(r)), reel_at(r) < steps;)
        assert_true(r->hand[reel_at(r)] == r->hand[before] + 1);
    reel_to(r, steps);
    while (reel_at(r) > 0) {
        size_t to = reel_last_hand(r);
        assert_true(to < reel_at(r) && (to == 0 || r->hand[to] != r->hand[to - 1]));
        reel_to(r, to);
    }
    for (int seat = 0; seat < r->game->setup.players; seat++) {
        size_t found =
            steps > 0 && r->game->step[0].kind == TURN_SEATS && r->game->step[0].who == seat;
        for (size_t to; (to = reel_next_decision(r, seat)) != reel_at(r); found++)
            reel_to(r, to);
        assert_int_equal(found, decisions[seat]);
        reel_to(r, steps);
        for (size_t to; (to = reel_last_decision(r, seat)) != reel_at(r); found--)
            reel_to(r, to);
        assert_int_equal(found, 0);
        reel_to(r, 0);
    }
}

static void leaps_find_every_hand_and_every_decision(void **state)
{
    (void)state;
    for_every_record(leap);
}

/* --- Going on --------------------------------------------------------------------------------- */

static const char played[] =
    "game pairs\nplayers 3\nname A Ann\nname B Bob\nname C Cleo\n"
    "option target 10\nhand 1\ndeal burn 4 9 10 7 10\ndeal A 10\ndeal B 9\n"
    "deal C 6\nC hit\ndeal C 8\nA hit\ndeal A 9\nB fold\n";

static struct reader *read_played(void)
{
    struct text record = {0};
    text_add(&record, "pairs 1\n%s", played);
    struct reader *r = test_read(text_of(&record));
    text_free(&record);
    return r;
}

static void a_game_goes_on_from_any_moment_as_a_new_file(void **state)
{
    (void)state;
    struct reader *r = read_played();
    const struct table *t = reader_table(r);
    for (size_t steps = 0; steps <= t->steps; steps++) {
        struct plan p;
        struct error e = {0};
        branch_plan(&p, t, NULL, 1);
        p.seed = 5;
        struct sitting *s = sitting_branch(&p, t, steps, folder, &e);
        assert_non_null(s);
        const struct table *on = sitting_table(s);
        assert_int_equal(on->steps, steps);
        assert_memory_equal(on->step, t->step, steps * sizeof *t->step);
        assert_int_equal(sitting_people(s), 1 << 1);
        assert_string_equal(on->name[1], "Bob");
        char *path = strdup(sitting_path(s));
        sitting_free(s);
        s = sitting_resume(path, &e);
        assert_non_null(s);
        assert_int_equal(sitting_table(s)->steps, steps);
        sitting_free(s);
        free(path);
    }
    reader_free(r);
}

static void who_goes_on_sits_among_the_bots_that_were_there(void **state)
{
    (void)state;
    struct reader *r = read_played();
    const struct table *t = reader_table(r);
    struct plan was = {.setup = t->setup}, p;
    snprintf(was.chair[1].bot, BOT_ROOM, "5");
    snprintf(was.chair[2].bot, BOT_ROOM, "run:touch /tmp/never");
    branch_plan(&p, t, &was, 0);
    assert_string_equal(p.chair[0].bot, "");
    assert_string_equal(p.chair[0].name, "Ann");
    assert_string_equal(p.chair[1].bot, "5");
    assert_string_equal(p.chair[1].name, "Bob");
    assert_string_equal(p.chair[2].bot, usual_bot(t->setup.game)); /* no file runs a program */
    branch_plan(&p, t, &was, 1);
    assert_string_equal(p.chair[0].bot, usual_bot(t->setup.game));
    assert_string_equal(p.chair[0].name, ""); /* it is not Ann who plays there now */
    assert_string_equal(p.chair[1].bot, "");
    assert_string_equal(p.chair[1].name, "");
    reader_free(r);
}

static void a_game_that_can_go_on_is_shown_as_its_person_saw_it(void **state)
{
    (void)state;
    struct reader *r = read_played();
    const struct table *t = reader_table(r);
    struct plan p = {.setup = t->setup};
    assert_int_equal(watch_looks(t, NULL), EVERYTHING);
    assert_int_equal(watch_looks(t, &p), NOBODY); /* three people */
    snprintf(p.chair[0].bot, BOT_ROOM, "3");
    snprintf(p.chair[2].bot, BOT_ROOM, "3");
    assert_int_equal(watch_looks(t, &p), 1);
    reader_free(r);
}

/* --- Looking back ----------------------------------------------------------------------------- */

static void looking_back_finds_the_worst_decision(void **state)
{
    (void)state;
    struct reader *r = read_played();
    const struct table *t = reader_table(r);
    struct lookback *l = lookback_start(t);
    assert_non_null(l);
    struct pollfd ready = {.fd = lookback_fd(l), .events = POLLIN};
    assert_int_equal(poll(&ready, 1, -1), 1);
    assert_true(lookback_ready(l) && lookback_progress(l) == 1);
    const struct analysis *a = lookback_result(l);
    assert_non_null(a);
    assert_int_equal(a->moments, t->steps);
    size_t worst = 0, of_seat;
    assert_true(worst_decision(a, EVERYTHING, &worst));
    for (size_t i = 0; i < a->moments; i++)
        assert_true(a->moment[i].loss.mean <= a->moment[worst].loss.mean);
    assert_true(worst_decision(a, t->step[worst].who, &of_seat));
    assert_int_equal(of_seat, worst);
    lookback_free(l);
    reader_free(r);
}

static void an_analysis_that_nobody_waits_for_ends_early(void **state)
{
    (void)state;
    struct reader *r = read_played();
    atomic_bool stop = true;
    struct analyse_limits limits = {.seed = 1, .iterations = 400, .stop = &stop};
    struct analysis a;
    assert_false(analyse(reader_table(r), &limits, &a));
    assert_null(a.moment);
    for (int i = 0; i < 20; i++)
        lookback_free(lookback_start(reader_table(r)));
    reader_free(r);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "expected: watch RECORDS\n");
        return 2;
    }
    records = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_is_the_same_forward_and_back),
        cmocka_unit_test(a_seat_is_shown_nothing_that_it_could_not_know),
        cmocka_unit_test(leaps_find_every_hand_and_every_decision),
        cmocka_unit_test(a_game_goes_on_from_any_moment_as_a_new_file),
        cmocka_unit_test(who_goes_on_sits_among_the_bots_that_were_there),
        cmocka_unit_test(a_game_that_can_go_on_is_shown_as_its_person_saw_it),
        cmocka_unit_test(looking_back_finds_the_worst_decision),
        cmocka_unit_test(an_analysis_that_nobody_waits_for_ends_early),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
