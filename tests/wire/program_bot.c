/* Bots that are other programs, and bots with manners. Usage: program_bot C-EXAMPLE PYTHON-EXAMPLE
 */
#include "bots/manner.h"
#include "tests/test.h"
#include "wire/bot.h"
#include "wire/viewjson.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *c_example, *python_example;

static struct bot *new_bot(const char *name)
{
    struct error e = {0};
    struct bot *b = wire_bot(name, &e);
    if (!b)
        fail_msg("%s", e.text);
    return b;
}

static action choose(struct bot *b, const struct table *t, int seat, struct rng *r)
{
    struct knowledge *k = knowledge_of(t, seat);
    assert_non_null(k);
    action a = bot_choose(b, k, r);
    knowledge_free(k);
    return a;
}

/* A whole game in which the bot has every seat, after which it is ended and nothing of it is left.
 * Returns its fault, "" for none. */
static const char *play(const struct setup *u, const char *name, char fault[512])
{
    struct bot *b = new_bot(name);
    struct table *t = table_new(u);
    struct rng r = rng_seeded(1, 0);
    struct turn turn;
    struct error e = {0};
    while ((turn = table_turn(t)).kind != TURN_OVER) {
        int seat = turn.kind == TURN_SEATS ? seats_pick(turn.seats, &r) : NOBODY;
        bool fine = seat == NOBODY ? table_chance(t, &r, &e)
                                   : table_play(t, seat, choose(b, t, seat, &r), &e);
        if (!fine)
            fail_msg("%s: %s", name, e.text);
    }
    snprintf(fault, 512, "%s", bot_fault(b) ? bot_fault(b) : "");
    table_free(t);
    bot_free(b);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return fault;
}

/* The game ends, and the program's fault has these words; none if they are empty. */
static void plays_with_fault(const char *name, const char *words)
{
    char fault[512];
    struct setup u = test_setup("pairs", 3, NULL);
    play(&u, name, fault);
    if (words[0] ? !strstr(fault, words) : fault[0])
        fail_msg("%s: '%s' instead of '%s'", name, fault, words);
}

static void the_example_in_c_plays_every_game(void **state)
{
    (void)state;
    char name[4096], fault[512];
    snprintf(name, sizeof name, "run@20000:%s", c_example);
    for (int i = 0; all_games[i]; i++) {
        const struct game *game = all_games[i];
        struct setup u = test_setup(game->name, game->players_min, NULL);
        assert_string_equal(play(&u, name, fault), "");
    }
}

static void the_example_in_python_plays(void **state)
{
    (void)state;
    char name[4096];
    snprintf(name, sizeof name, "run@20000:python3 %s", python_example);
    plays_with_fault(name, "");
}

/* What a shell says first to get past the greeting. */
#define GREET "read -r line; echo pairs-bot 1; "

/* Its answer to every question; another line reads the game. */
#define ANSWER(words) GREET "while read -r line; do case $line in decide*) " words ";; esac; done"

static void a_shell_can_play(void **state)
{
    (void)state;
    plays_with_fault("run@20000:" ANSWER("echo hit"), "");
    plays_with_fault("run@20000:" ANSWER("printf ' fold \\r\\n'"), "");
}

/* It keeps the lines of events, and decides by the first legal decision. */
static void a_program_that_wants_them_is_told_of_all_events_once(void **state)
{
    (void)state;
    char path[] = "/tmp/pairs-events-XXXXXX", name[1024], fault[512];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    snprintf(name, sizeof name,
             "run@20000:read -r line; echo pairs-bot 2; while read -r word rest; do case $word in "
             "events) echo \"$rest\" >>%s;; "
             "decide) rest=${rest#*legal\\\":[\\\"}; echo \"${rest%%%%\\\"*}\";; esac; done",
             path);
    struct setup u = test_setup("deadfall", 3, "hands 2");
    assert_string_equal(play(&u, name, fault), "");
    FILE *in = fdopen(fd, "r");
    static char line[1 << 16];
    long told[PLAYERS_MAX] = {0};
    int lines = 0, hidden = 0;
    for (; fgets(line, sizeof line, in); lines++) {
        static const char before[] = "{\"seat\":\"A\",\"from\":";
        char seat = line[strlen("{\"seat\":\"")];
        assert_in_range(seat, 'A', 'C');
        assert_int_equal(strtol(line + strlen(before), NULL, 10), told[seat - 'A']);
        for (const char *at = line; (at = strstr(at, "\"kind\":")); at++)
            told[seat - 'A']++;
        hidden += strstr(line, "gets a card.") != NULL;
    }
    assert_true(lines > 6);
    assert_true(hidden >= 3); /* what others were dealt, to each seat at least once */
    fclose(in);
    unlink(path);
}

static void events_tell_only_what_may_be_known(void **state)
{
    (void)state;
    struct event dealt = {.kind = EVENT_MOVE,
                          .cards = cards_one(7),
                          .count = 1,
                          .from = {ZONE_DECK, NOBODY},
                          .to = {ZONE_GAME, 1},
                          .seat = 1,
                          .other = NOBODY,
                          .seen = 2};
    struct text out = {0};
    struct event own = event_redact(&dealt, 1), others = event_redact(&dealt, 0);
    struct setup u = test_setup("deadfall", 3, NULL);
    json_event(&out, u.game, &own);
    assert_non_null(strstr(out.at, "\"cards\":[7],\"text\":\"B gets a 7.\""));
    text_clear(&out);
    json_event(&out, u.game, &others);
    assert_non_null(strstr(out.at, "\"cards\":[0],\"text\":\"B gets a card.\""));
    assert_null(strchr(out.at, '7'));
    text_free(&out);
}

static void a_program_that_ends_or_crashes_forfeits(void **state)
{
    (void)state;
    plays_with_fault("run:exit 3", "has ended");
    plays_with_fault("run:no-such-program 2>/dev/null", "has ended");
    plays_with_fault("run@20000:" GREET "exit 0", "has ended");
    plays_with_fault("run@20000:" ANSWER("kill -SEGV $$"), "has ended");
    plays_with_fault("run@20000:" ANSWER("echo hit; exit"), "has ended");
    plays_with_fault("run@20000:" ANSWER("printf hit; exit"), "has ended");
}

static void what_a_program_leaves_running_ends_with_it(void **state)
{
    (void)state;
    plays_with_fault("run@20000:sleep 1000 & exit", "has ended");
    plays_with_fault("run@20000:" GREET "setsid sleep 1000 & exit", "has ended");
}

/* It is not the program's parent that it gets hold of, only the guard. */
static void a_program_that_turns_on_its_parent_forfeits(void **state)
{
    (void)state;
    plays_with_fault("run@100:kill -STOP $PPID; sleep 1000", "no answer");
    plays_with_fault("run@20000:kill -KILL $PPID; while :; do :; done", "has ended");
}

/* 0x1001000 are SIGPIPE and SIGXFSZ, which we ignore. */
static void a_program_has_the_usual_signals(void **state)
{
    (void)state;
    sigset_t usual, none;
    sigemptyset(&none);
    sigaddset(&none, SIGTERM);
    sigprocmask(SIG_BLOCK, &none, &usual);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    plays_with_fault("run@20000:" GREET
                     "word() { grep \"^$1:\" /proc/self/status | grep -o '[0-9a-f]*$'; }; "
                     "[ $(word SigBlk) = 0000000000000000 ] && [ $((0x$(word SigIgn) & 0x1001000)) "
                     "= 0 ] || exit; "
                     "while read -r line; do case $line in decide*) echo hit;; esac; done",
                     "");
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &usual, NULL);
}

static void a_program_that_answers_nonsense_forfeits(void **state)
{
    (void)state;
    plays_with_fault("run@20000:echo hello; cat >/dev/null",
                     "answered 'hello' where 'pairs-bot 1'");
    plays_with_fault("run@20000:echo pairs-bot 12; cat >/dev/null", "answered 'pairs-bot 12'");
    plays_with_fault("run@20000:" ANSWER("echo dance"), "answered 'dance'");
    plays_with_fault("run@20000:" ANSWER("echo"), "answered ''");
    plays_with_fault("run@20000:" ANSWER("echo fold 3 A"), "answered 'fold 3 A'");
    plays_with_fault("run@20000:" ANSWER("printf 'hit\\033[2J\\n'"), "answered 'hit?[2J'");
    plays_with_fault("run@20000:" ANSWER("printf 'hit\\0\\n'"), "no text");
}

static void a_program_that_hangs_forfeits(void **state)
{
    (void)state;
    plays_with_fault("run@5:sleep 1000", "no answer within 50 ms");
    plays_with_fault("run@100:" GREET "sleep 1000; exit", "no answer");
    plays_with_fault("run@100:" GREET "trap '' TERM HUP INT; sleep 1000 & wait", "no answer");
    plays_with_fault("run@100:" ANSWER("printf hit; sleep 1000"), "no answer");
}

static void a_program_that_is_stopped_forfeits_nothing(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 3, NULL);
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(1, 0);
    while (table_turn(t).kind != TURN_SEATS)
        test_step(t, &r);
    atomic_bool stop = true;
    struct bot *b = new_bot("run@100000:sleep 100");
    bot_set_stop(b, &stop);
    bot_background(b);
    struct error e = {0};
    int seat = __builtin_ctz(table_turn(t).seats);
    assert_true(table_play(t, seat, choose(b, t, seat, &r), &e));
    assert_null(bot_fault(b));
    assert_int_equal(bot_forfeit(b).decisions, 0);
    bot_free(b);
    table_free(t);
}

static void a_program_that_floods_forfeits(void **state)
{
    (void)state;
    plays_with_fault("run@20000:yes", "more than it was asked");
    plays_with_fault("run@20000:" GREET "yes hit", "more than it was asked");
    plays_with_fault("run@20000:" GREET "read -r line; cat /dev/zero", "more than");
    plays_with_fault("run@20000:" ANSWER("printf 'hit\\nhit\\n'"), "more than it was asked");
}

/* Both have their own; the one that fails takes nothing from the other. */
static void two_programs_do_not_meet(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 2, NULL);
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(2, 0);
    struct bot *good = new_bot("run@20000:" ANSWER("echo fold")), *bad = new_bot("run:exit");
    while (table_turn(t).kind != TURN_SEATS)
        test_step(t, &r);
    int seat = __builtin_ctz(table_turn(t).seats);
    choose(good, t, seat, &r);
    choose(bad, t, seat, &r);
    action a = choose(good, t, seat, &r);
    char text[ACTION_TEXT];
    assert_string_equal(action_text(u.game, a, text), "fold");
    assert_null(bot_fault(good));
    assert_non_null(bot_fault(bad));
    bot_free(good);
    bot_free(bad);
    table_free(t);
}

static void a_view_in_json_hides_what_the_seat_does_not_see(void **state)
{
    (void)state;
    struct reader *r = test_read("pairs 1\ngame horn-of-plenty\nplayers 2\ndeal A 4\ndeal B 9\n"
                                 "deal A 3 7 8 10\ndeal B 5 6 8 9\nA play 3 10\n");
    struct view v;
    table_view(reader_table(r), 1, &v);
    struct text seen = {0};
    json_view(&seen, &v);
    const char *text = text_of(&seen);
    assert_non_null(strstr(text, "\"seat\":\"B\""));
    assert_non_null(strstr(text, "{\"place\":\"hand\",\"owner\":\"A\",\"cards\":[0,0,0]}"));
    assert_non_null(strstr(text, "{\"place\":\"hand\",\"owner\":\"B\",\"cards\":[5,6,8,9]}"));
    assert_non_null(strstr(text, "{\"place\":\"laid\",\"owner\":\"A\",\"cards\":[0]}"));
    assert_non_null(strstr(text, "\"to_act\":[\"B\"]"));
    assert_non_null(strstr(text, "\"legal\":[\"agree\",\"disagree\",\"pass\"]"));
    text_free(&seen);
    reader_free(r);
}

static void names_of_bots_are_understood_or_refused(void **state)
{
    (void)state;
    struct {
        const char *name, *title;
    } good[] = {
        {"1", "Pebble"},
        {"bold-5", "Bold Magpie"},
        {"liar-cautious-8", "Cautious Lying Comet"},
        {"cautious-liar-search:10", "cautious-liar-search:10"},
        {"liar-hint", "liar-hint"},
        {"run:./a b", "./a b"},
        {"run@5:a:b", "a:b"},
    };
    const char *bad[] = {
        "",           "9",        "bold-",      "bold-hint", "bold-2",  "bold-cautious-5",
        "run:",       "run",      "run@:x",     "run@0:x",   "run@x:y", "run@5x:y",
        "liar-run:x", "search:0", "liar-liar-5"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct bot *b = new_bot(good[i].name);
        assert_string_equal(bot_title(b), good[i].title);
        assert_string_equal(bot_name(b), good[i].name);
        bot_free(b);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error e = {0};
        assert_null(wire_bot(bad[i], &e));
        assert_non_null(strstr(e.text, "expected"));
    }
}

/* How often a bot decides so in the situations of some random games. */
static int count_choices(const char *name, const char *game,
                         bool (*wanted)(const struct view *v, action a))
{
    enum { GAMES = 20 };
    struct setup u = test_setup(game, 3, NULL);
    struct bot *b = new_bot(name);
    int count = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        struct table *t = table_new(&u);
        struct rng r = rng_seeded(3, i), own = rng_seeded(4, i);
        while (table_turn(t).kind != TURN_OVER) {
            struct turn turn = table_turn(t);
            if (turn.kind == TURN_SEATS) {
                struct view v;
                int seat = __builtin_ctz(turn.seats);
                table_view(t, seat, &v);
                count += wanted(&v, choose(b, t, seat, &own));
            }
            test_step(t, &r);
        }
        table_free(t);
    }
    bot_free(b);
    return count;
}

static bool is_hit(const struct view *v, action a)
{
    char text[ACTION_TEXT];
    return strcmp(action_text(v->game, a, text), "hit") == 0;
}

static bool is_lie(const struct view *v, action a)
{
    return v->game->lie(v, a);
}

static void the_bold_hit_more_often_than_the_cautious(void **state)
{
    (void)state;
    int cautious = count_choices("cautious-search:100", "port", is_hit);
    int even = count_choices("search:100", "port", is_hit);
    int bold = count_choices("bold-search:100", "port", is_hit);
    assert_true(cautious + 17 < even);
    assert_true(even + 17 < bold);
}

static void liars_lie_more_often(void **state)
{
    (void)state;
    int honest = count_choices("random", "horn-of-plenty", is_lie);
    int liar = count_choices("liar-random", "horn-of-plenty", is_lie);
    assert_true(liar > honest);
}

/* A holds 6 and 8: 14 is the truth, and so is less. */
static void a_number_above_the_own_cards_is_a_lie(void **state)
{
    (void)state;
    struct reader *r = test_read("pairs 1\ngame tournament\nplayers 2\noption first A\n"
                                 "deal A 6\ndeal B 9\nA draw\ndeal A 8\n");
    struct rng rng = rng_seeded(6, 0);
    struct view v;
    action truth, drawing;
    table_view(reader_table(r), 0, &v);
    assert_true(action_parse(v.game, "name 12", &truth));
    assert_true(action_parse(v.game, "draw", &drawing));
    assert_false(v.game->lie(&v, truth));
    for (int i = 0; i < 100; i++) {
        action a = manner_lie(&v, truth, &rng);
        assert_true(a == truth || action_first(a) > 14);
        assert_true(a == truth || v.game->lie(&v, a));
        assert_int_equal(manner_lie(&v, drawing, &rng), drawing);
    }
    reader_free(r);
}

/* A holds 3 7 8 10 and would lay the 8 truly. */
static void a_lie_changes_the_claim_and_nothing_else(void **state)
{
    (void)state;
    struct reader *r = test_read("pairs 1\ngame horn-of-plenty\nplayers 2\ndeal A 4\ndeal B 9\n"
                                 "deal A 3 7 8 10\ndeal B 5 6 8 9\n");
    struct rng rng = rng_seeded(5, 0);
    struct view v;
    action truth;
    int lies = 0, near = 0;
    table_view(reader_table(r), 0, &v);
    assert_true(action_parse(v.game, "play 8 8", &truth));
    for (int i = 0; i < 1000; i++) {
        action a = manner_lie(&v, truth, &rng);
        assert_int_equal(action_first(a), 8);
        assert_int_equal(action_verb(a), action_verb(truth));
        lies += a != truth;
        near += abs(action_second(a) - 8) == 1;
    }
    assert_in_range(lies, 400, 600);
    assert_in_range(near, lies / 4, lies - 50);
    reader_free(r);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    c_example = argv[1];
    python_example = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_in_c_plays_every_game),
        cmocka_unit_test(the_example_in_python_plays),
        cmocka_unit_test(a_shell_can_play),
        cmocka_unit_test(a_program_that_wants_them_is_told_of_all_events_once),
        cmocka_unit_test(events_tell_only_what_may_be_known),
        cmocka_unit_test(a_program_that_ends_or_crashes_forfeits),
        cmocka_unit_test(what_a_program_leaves_running_ends_with_it),
        cmocka_unit_test(a_program_that_turns_on_its_parent_forfeits),
        cmocka_unit_test(a_program_has_the_usual_signals),
        cmocka_unit_test(a_program_that_answers_nonsense_forfeits),
        cmocka_unit_test(a_program_that_hangs_forfeits),
        cmocka_unit_test(a_program_that_is_stopped_forfeits_nothing),
        cmocka_unit_test(a_program_that_floods_forfeits),
        cmocka_unit_test(two_programs_do_not_meet),
        cmocka_unit_test(a_view_in_json_hides_what_the_seat_does_not_see),
        cmocka_unit_test(names_of_bots_are_understood_or_refused),
        cmocka_unit_test(the_bold_hit_more_often_than_the_cautious),
        cmocka_unit_test(liars_lie_more_often),
        cmocka_unit_test(a_number_above_the_own_cards_is_a_lie),
        cmocka_unit_test(a_lie_changes_the_claim_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
