/* What people at a table over the network may do and may not, as docs/server.md has it. */
#include "tests/hall/guests.h"

enum { PEOPLE = PLAYERS_MAX };

static void clear(struct host *h, struct person p[], int people)
{
    for (int i = 0; i < people; i++)
        person_clear(&p[i]);
    host_free(h);
}

static void all_listen(struct host *h, struct person p[], int people)
{
    host_commit(h);
    for (int i = 0; i < people; i++)
        person_listen(&p[i]);
}

/* Bots decide until a person has to. */
static void bots_decide(struct host *h, struct person p[], int people)
{
    while (host_think_on(h))
        ;
    all_listen(h, p, people);
}

static void assert_refuses(struct person *p, const char *word, const char *more, const char *why)
{
    int lines = p->host->disk.lines;
    assert_false(person_does(p, word, more));
    if (!strstr(person_refusal(p), why))
        fail_msg("%s: '%s'; expected '%s'", word, person_refusal(p), why);
    assert_int_equal(p->host->disk.lines, lines);
}

static bool may_decide(const struct person *p)
{
    return json_array_size(json_object_get(p->view, "legal")) > 0;
}

static const char *text_in(const json_t *in, const char *key)
{
    const char *text = json_string_value(json_object_get(in, key));
    return text ? text : "";
}

/* --- Tables ----------------------------------------------------------------------------------- */

static void a_table_closes_when_nobody_sits_or_watches_there(void **state)
{
    (void)state;
    struct host *h = host_new(1);
    struct person p[3];
    char table[TABLE_ID], more[64];
    struct rng r = rng_seeded(1, 1);
    gather(h, p, 2, "pairs", 2, "", table);
    uint64_t created = p[0].number - 1;
    person_init(&p[2], h, 2);
    person_comes(&p[2]);
    person_enters(&p[2], table);
    play_out(h, p, 2, &r);
    person_goes(&p[0]);
    host_pass(h, 3600000);
    assert_true(person_does(&p[1], "leave", ""));
    person_goes(&p[1]);
    host_pass(h, 3600000);
    assert_int_equal(hall_tables(h->hall), 1); /* one has a chair, another watches */
    person_comes(&p[0]);
    person_enters(&p[0], table);
    assert_true(person_does(&p[0], "leave", ""));
    person_goes(&p[0]);
    host_pass(h, 3600000);
    assert_int_equal(hall_tables(h->hall), 1);
    person_goes(&p[2]);
    host_pass(h, h->limits.empty - 1);
    assert_int_equal(hall_tables(h->hall), 1);
    host_pass(h, 1);
    assert_int_equal(hall_tables(h->hall), 0);
    assert_int_equal(h->disk.closed, 1);
    assert_int_equal(h->disk.games, 1);
    host_crash(h);
    assert_int_equal(hall_tables(h->hall), 0);
    person_comes(&p[0]);
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_refuses(&p[0], "enter", more, "There is no such table.");
    p[0].number = created - 1; /* the command that made it, once more */
    assert_refuses(&p[0], "create", ",\"game\":\"pairs\",\"name\":\"Ann\"", "has closed");
    clear(h, p, 3);
}

static void a_game_that_all_have_left_ends_before_its_table_closes(void **state)
{
    (void)state;
    struct host *h = host_new(2);
    struct person p[1];
    char table[TABLE_ID];
    gather(h, p, 1, "octopus", 4, "", table);
    assert_true(person_does(&p[0], "leave", ""));
    person_goes(&p[0]);
    for (int i = 0; i < 20000 && hall_tables(h->hall); i++) {
        while (host_think_on(h))
            ;
        host_commit(h);
        host_pass(h, h->limits.empty);
    }
    assert_int_equal(hall_tables(h->hall), 0);
    assert_int_equal(h->disk.games, 1);
    clear(h, p, 1);
}

static void a_table_has_any_game_with_its_options(void **state)
{
    (void)state;
    struct host *h = host_new(3);
    struct person p[1];
    person_init(&p[0], h, 0);
    person_comes(&p[0]);
    assert_true(person_does(&p[0], "create",
                            ",\"game\":\"deadfall-cherry\",\"name\":\"Ann\",\"players\":5,"
                            "\"decision\":1000,\"bank\":5000,\"public\":true,\"open\":true"));
    const json_t *game = json_object_get(p[0].now, "game");
    assert_string_equal(text_in(game, "name"), "deadfall-cherry");
    assert_int_equal(json_integer_value(json_object_get(game, "players")), 5);
    assert_int_equal(json_integer_value(json_object_get(p[0].now, "bank")), 5000);
    p[0].entry = 0;
    assert_true(
        person_does(&p[0], "create",
                    ",\"game\":\"octopus\",\"name\":\"Ann\",\"options\":{\"last-hand\":true},"
                    "\"chairs\":[\"you\",\"open\",\"5\",\"bold-4\"]"));
    const json_t *options = json_object_get(json_object_get(p[0].now, "game"), "options");
    assert_true(json_is_true(json_object_get(options, "last-hand")) ||
                strcmp(text_in(options, "last-hand"), "on") == 0);
    assert_refuses(&p[0], "create", ",\"game\":\"chess\",\"name\":\"Ann\"", "chess");
    assert_refuses(&p[0], "create", ",\"game\":\"octopus\",\"name\":\"Ann\",\"players\":9", "8");
    assert_refuses(&p[0], "create",
                   ",\"game\":\"octopus\",\"name\":\"Ann\",\"options\":{\"wings\":1}", "wings");
    clear(h, p, 1);
}

static void a_bot_is_of_any_level_and_never_a_program_or_a_slow_one(void **state)
{
    (void)state;
    static const char *const fine[] = {"1", "8", "hint", "random", "bold-5", "liar-hint", "Badger"};
    static const char *const wrong[] = {"run:ls",        "run@5:ls", "think:60000", "search:900000",
                                        "liar-search:9", "exact:99", "/etc/passwd", ""};
    struct host *h = host_new(4);
    struct person p[1];
    char more[256];
    person_init(&p[0], h, 0);
    person_comes(&p[0]);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        snprintf(more, sizeof more,
                 ",\"game\":\"pairs\",\"name\":\"Ann\",\"chairs\":[\"you\",\"%s\",\"open\"]",
                 fine[i]);
        p[0].entry = 0;
        assert_true(person_does(&p[0], "create", more));
        snprintf(more, sizeof more, ",\"bot\":\"%s\"", fine[i]);
        assert_true(person_does(&p[0], "bot", more));
    }
    p[0].entry = 0;
    assert_true(person_does(&p[0], "create", ",\"game\":\"pairs\",\"name\":\"Ann\""));
    int tables = h->disk.tables;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(more, sizeof more,
                 ",\"game\":\"pairs\",\"name\":\"Ann\",\"chairs\":[\"you\",\"%s\"]", wrong[i]);
        assert_refuses(&p[0], "create", more, "expected");
        snprintf(more, sizeof more, ",\"bot\":\"%s\"", wrong[i]);
        assert_refuses(&p[0], "bot", more, "expected");
    }
    assert_int_equal(h->disk.tables, tables);
    clear(h, p, 1);
}

static void names_and_words_have_limits(void **state)
{
    (void)state;
    struct host *h = host_new(5);
    struct person p[2];
    char table[TABLE_ID], more[700], x[600];
    memset(x, 'x', sizeof x);
    gather(h, p, 1, "pairs", 2, "", table);
    person_init(&p[1], h, 1);
    person_comes(&p[1]);
    person_enters(&p[1], table);
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"B\""));
    snprintf(more, sizeof more, ",\"name\":\"%.64s\"", x);
    assert_refuses(&p[1], "sit", more, "63");
    assert_refuses(&p[1], "sit", ",\"name\":\" \"", "one line");
    assert_refuses(&p[1], "sit", ",\"name\":\"a\\nb\"", "one line");
    assert_refuses(&p[1], "sit", ",\"name\":\"a\\u001b[2J\"", "one line");
    assert_refuses(&p[1], "sit", ",\"name\":\"Bob\",\"seat\":\"C\"", "no such chair");
    assert_refuses(&p[1], "sit", ",\"name\":\"Bob\",\"seat\":\"A\"", "already");
    snprintf(more, sizeof more, ",\"name\":\"%.63s\"", x);
    assert_true(person_does(&p[1], "sit", more));
    snprintf(more, sizeof more, ",\"text\":\"%.501s\"", x);
    assert_refuses(&p[1], "say", more, "500");
    assert_refuses(&p[1], "say", ",\"text\":\"a\\u0007b\"", "One line");
    snprintf(more, sizeof more, ",\"text\":\"%.500s\"", x);
    assert_true(person_does(&p[1], "say", more));
    clear(h, p, 2);
}

/* --- Guests ----------------------------------------------------------------------------------- */

static void a_token_is_the_same_guest_from_anywhere(void **state)
{
    (void)state;
    struct host *h = host_new(6);
    struct person p[2], tab;
    char table[TABLE_ID], choice[64], more[160];
    struct rng r = rng_seeded(6, 6);
    gather(h, p, 2, "pairs", 2, "", table);
    int who = may_decide(&p[0]) ? 0 : 1;
    person_init(&tab, h, who);
    tab.number += 5000;
    person_comes(&tab);
    person_enters(&tab, table);
    assert_string_equal(text_in(tab.now, "you"), who ? "B" : "A");
    assert_true(may_decide(&tab));
    uint64_t known = p[who].entry;
    assert_true(person_decides(&tab, &r));
    /* The other window chose before it heard of that. */
    snprintf(choice, sizeof choice, "hit");
    snprintf(more, sizeof more, ",\"choice\":\"%s\",\"after\":%llu", choice,
             (unsigned long long)known);
    assert_refuses(&p[who], "decide", more, "no longer waited for");
    person_goes(&p[who]); /* one window is enough to be there */
    host_pass(h, 40000);
    all_listen(h, p, 2);
    person_listen(&tab);
    const json_t *chair = json_array_get(json_object_get(tab.now, "chairs"), (size_t)who);
    assert_null(json_object_get(chair, "away"));
    person_clear(&tab);
    clear(h, p, 2);
}

static void who_was_sent_away_does_not_come_back(void **state)
{
    (void)state;
    struct host *h = host_new(7);
    struct person p[3];
    char table[TABLE_ID];
    gather(h, p, 3, "pairs", 3, "", table);
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"C\""));
    char more[64];
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    for (int times = 0; times < 2; times++) {
        assert_refuses(&p[2], "sit", ",\"name\":\"Cid\"", "Enter a table first.");
        assert_refuses(&p[2], "enter", more, "sent you away");
        for (int i = 0; i < 3; i++)
            person_goes(&p[i]);
        host_crash(h);
        for (int i = 0; i < 3; i++)
            person_comes(&p[i]);
        for (int i = 0; i < 2; i++)
            person_enters(&p[i], table);
    }
    struct person other;
    person_init(&other, h, 3);
    person_comes(&other);
    person_enters(&other, table);
    assert_true(person_does(&other, "sit", ",\"name\":\"Dan\""));
    person_clear(&other);
    clear(h, p, 3);
}

static void spectators_talk_and_do_nothing_else(void **state)
{
    (void)state;
    static const char *const words[] = {"decide", "leave", "take-back", "begin",
                                        "kick",   "swap",  "pledge",    "cut"};
    struct host *h = host_new(8);
    struct person p[3];
    char table[TABLE_ID];
    gather(h, p, 2, "kitty", 3, "", table);
    person_init(&p[2], h, 2);
    p[2].visitor = hall_connect(h->hall, &p[2]); /* without a token */
    char more[64];
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_true(person_does(&p[2], "enter", more));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_refuses(&p[2], words[i], "", "You do not sit at this table.");
    assert_refuses(&p[2], "sit", ",\"name\":\"Eve\"", "token");
    text_clear(&p[0].heard);
    assert_refuses(&p[2], "say", ",\"text\":\"nice hand\"", "token");
    person_goes(&p[2]);
    person_comes(&p[2]);
    assert_true(person_does(&p[2], "enter", more));
    assert_refuses(&p[2], "say", ",\"text\":\"nice hand\"", "Say who you are");
    assert_true(person_does(&p[2], "look", ",\"name\":\"Eve\""));
    assert_true(person_does(&p[2], "say", ",\"text\":\"nice hand\""));
    all_listen(h, p, 3);
    assert_non_null(
        strstr(text_of(&p[0].heard), "\"kind\":\"said\",\"name\":\"Eve\",\"text\":\"nice hand\""));
    clear(h, p, 3);
}

static void what_was_said_is_kept_and_nobody_talks_where_the_game_forbids_it(void **state)
{
    (void)state;
    struct host *h = host_new(9);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "venture", 3, ",\"options\":{\"chat\":\"off\"}", table);
    assert_refuses(&p[1], "say", ",\"text\":\"take mine\"", "Nobody talks");
    clear(h, p, 2);
    h = host_new(9);
    gather(h, p, 2, "venture", 4, "", table);
    assert_true(person_does(&p[1], "say", ",\"text\":\"take mine\""));
    person_goes(&p[0]);
    person_goes(&p[1]);
    host_crash(h);
    person_comes(&p[0]);
    p[0].entry = 0;
    text_clear(&p[0].heard);
    person_enters(&p[0], table);
    assert_non_null(strstr(text_of(&p[0].heard), "take mine"));
    clear(h, p, 2);
}

/* --- The game --------------------------------------------------------------------------------- */

static void after_a_game_the_next_is_the_same_or_another_with_other_chairs(void **state)
{
    (void)state;
    struct host *h = host_new(10);
    struct person p[3];
    char table[TABLE_ID];
    struct rng r = rng_seeded(10, 1);
    gather(h, p, 2, "pairs", 2, "", table);
    assert_refuses(&p[0], "change", ",\"game\":\"port\"", "between games");
    assert_refuses(&p[0], "begin", "", "not over");
    play_out(h, p, 2, &r);
    assert_refuses(&p[1], "begin", "", "Only the host");
    assert_true(person_does(&p[0], "begin", ""));
    all_listen(h, p, 2);
    assert_string_equal(text_in(p[1].now, "stage"), "playing");
    play_out(h, p, 2, &r);
    assert_true(
        person_does(&p[0], "change", ",\"game\":\"melee\",\"players\":3,\"decision\":7000"));
    assert_refuses(&p[0], "begin", "", "empty chairs");
    person_init(&p[2], h, 2);
    person_comes(&p[2]);
    person_enters(&p[2], table);
    assert_true(person_does(&p[2], "sit", ",\"name\":\"Cid\""));
    assert_true(person_does(&p[0], "swap", ",\"seat\":\"A\",\"other\":\"C\""));
    assert_string_equal(text_in(p[0].now, "you"), "C");
    assert_string_equal(text_in(p[0].now, "host"), "C"); /* who has sat there longest */
    assert_true(person_does(&p[0], "begin", ""));
    assert_int_equal(json_integer_value(json_object_get(p[0].now, "decision")), 7000);
    play_out(h, p, 3, &r);
    assert_int_equal(h->disk.games, 3);
    assert_refuses(&p[0], "change", ",\"game\":\"melee\",\"players\":2", "taken away");
    clear(h, p, 3);
}

static void who_is_gone_for_30_seconds_is_played_for(void **state)
{
    (void)state;
    struct host *h = host_new(11);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    int who = may_decide(&p[0]) ? 0 : 1, other = 1 - who;
    person_goes(&p[who]);
    host_pass(h, 29999);
    assert_int_equal(h->thoughts, 0);
    host_pass(h, 1);
    assert_int_equal(h->thoughts, 1);
    all_listen(h, p, 2);
    assert_string_equal(text_in(p[other].now, "host"), other ? "B" : "A");
    person_comes(&p[who]);
    person_enters(&p[who], table);
    assert_int_equal(h->thoughts, 0);
    assert_true(may_decide(&p[who]));
    clear(h, p, 2);
}

static void whose_time_is_over_is_played_for_and_is_back_with_the_next_word(void **state)
{
    (void)state;
    struct host *h = host_new(12);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, ",\"decision\":5000,\"bank\":2000", table);
    int who = may_decide(&p[0]) ? 0 : 1;
    assert_non_null(strstr(text_of(&p[who].heard),
                           who ? "\"clocks\":{\"B\":7000}" : "\"clocks\":{\"A\":7000}"));
    host_pass(h, 6999);
    assert_int_equal(h->thoughts, 0);
    host_pass(h, 1);
    assert_int_equal(h->thoughts, 1);
    assert_true(person_does(&p[who], "say", ",\"text\":\"wait\""));
    assert_int_equal(h->thoughts, 0);
    assert_true(may_decide(&p[who]));
    clear(h, p, 2);
}

static void who_plays_among_bots_takes_back_at_once(void **state)
{
    (void)state;
    struct host *h = host_new(13);
    struct person p[1];
    char table[TABLE_ID];
    struct rng r = rng_seeded(13, 1);
    gather(h, p, 1, "kitty", 3, "", table);
    bots_decide(h, p, 1);
    assert_refuses(&p[0], "take-back", "", "nothing to take back");
    json_t *before = json_incref(p[0].view);
    assert_true(person_decides(&p[0], &r));
    bots_decide(h, p, 1);
    assert_true(person_does(&p[0], "take-back", ""));
    assert_true(json_equal(json_object_get(before, "legal"), json_object_get(p[0].view, "legal")));
    json_decref(before);
    clear(h, p, 1);
}

static void where_several_play_all_must_agree_and_nothing_may_have_been_shown(void **state)
{
    (void)state;
    enum { FOUR = 4 };
    struct host *h = host_new(14);
    struct person p[FOUR];
    char table[TABLE_ID];
    struct rng r = rng_seeded(14, 1);
    gather(h, p, FOUR, "octopus", FOUR, "", table); /* one folds or continues openly */
    all_listen(h, p, FOUR);
    int who = 0;
    while (!may_decide(&p[who]))
        who++;
    assert_true(person_decides(&p[who], &r));
    all_listen(h, p, FOUR);
    for (int i = 0; i < FOUR; i++) {
        assert_false(may_decide(&p[who]));
        assert_true(person_does(&p[(who + i) % FOUR], "take-back", ""));
    }
    all_listen(h, p, FOUR);
    assert_true(may_decide(&p[who]));
    clear(h, p, FOUR);
    h = host_new(14);
    gather(h, p, 2, "pairs", 2, "", table);
    all_listen(h, p, 2);
    who = may_decide(&p[0]) ? 0 : 1;
    assert_true(person_does(&p[who], "decide", ",\"choice\":\"hit\"")); /* a card came */
    assert_refuses(&p[who], "take-back", "", "Others have seen");
    clear(h, p, 2);
}

/* --- What it costs ---------------------------------------------------------------------------- */

enum { REJOIN_MOST = 4096 };

/* As many people as can play, with names as long as they can be. */
static int full_table(struct host *h, struct person p[], const char *name, char table[TABLE_ID])
{
    struct setup u;
    struct error e = {0};
    struct text more = {0};
    char sit[128];
    assert_true(setup_choose(&u, name, &e));
    int players = setup_players_max(&u);
    for (int i = 0; i < players; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
        snprintf(sit, sizeof sit, ",\"name\":\"%063d\"", i);
        if (i == 0) {
            text_add(&more, ",\"game\":\"%s\",\"players\":%d,\"public\":true,\"decision\":50000%s",
                     name, players, sit);
            assert_true(person_does(&p[0], "create", text_of(&more)));
            snprintf(table, TABLE_ID, "%s", text_in(p[0].answer, "table"));
        } else {
            person_enters(&p[i], table);
            assert_true(person_does(&p[i], "sit", sit));
        }
    }
    text_free(&more);
    assert_true(person_does(&p[0], "begin", ""));
    all_listen(h, p, players);
    return players;
}

/* One loses the connection and comes back: what is sent besides what was missed, which is nothing.
 */
static size_t rejoin(struct person *p, const char *table)
{
    person_listen(p);
    person_goes(p);
    text_clear(&p->heard);
    person_comes(p);
    person_enters(p, table);
    return p->heard.size;
}

static size_t largest_rejoin(const char *name, int moves)
{
    struct host *h = host_new(15);
    struct person p[PEOPLE];
    char table[TABLE_ID];
    struct rng r = rng_seeded(15, 1);
    int players = full_table(h, p, name, table);
    size_t most = 0;
    for (int move = 0; move < moves; move++) {
        int who = 0;
        while (who < players && !may_decide(&p[who]))
            who++;
        if (who == players)
            assert_true(person_does(&p[0], "begin", "")); /* it was over */
        else
            assert_true(person_decides(&p[who], &r));
        all_listen(h, p, players);
        int back = rng_below(&r, players);
        size_t size = move % 7 == 0 || move > moves - 10 ? rejoin(&p[back], table) : 0;
        most = size > most ? size : most;
    }
    clear(h, p, players);
    return most;
}

static void to_come_back_costs_4_kB_in_every_game_however_many_play(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        size_t size = largest_rejoin(all_games[g]->name, 60);
        if (size > REJOIN_MOST)
            fail_msg("%s: %zu bytes", all_games[g]->name, size);
    }
}

static void to_come_back_costs_the_same_after_1000_moves(void **state)
{
    (void)state;
    size_t size = largest_rejoin("kitty", 1000);
    if (size > REJOIN_MOST)
        fail_msg("%zu bytes", size);
}

/* --- Hands ------------------------------------------------------------------------------------ */

static void a_hand_that_was_left_is_only_for_who_left_it(void **state)
{
    (void)state;
    struct host *h = host_new(1);
    struct person p[4];
    char table[TABLE_ID];
    gather(h, p, 3, "venture", 3, "", table);
    person_init(&p[3], h, 3);
    person_comes(&p[3]);
    person_enters(&p[3], table);
    all_listen(h, p, 4);
    assert_true(person_does(&p[1], "leave", ""));
    all_listen(h, p, 4);
    json_t *chair = json_array_get(json_object_get(p[3].now, "chairs"), 1);
    assert_true(json_is_true(json_object_get(chair, "held")));
    assert_refuses(&p[3], "sit", ",\"name\":\"P3\",\"seat\":\"B\"", "when the hand is over");
    assert_refuses(&p[3], "sit", ",\"name\":\"P3\"", "when the hand is over");
    assert_true(person_does(&p[2], "leave", ",\"give\":true"));
    assert_refuses(&p[1], "sit", ",\"name\":\"P1\",\"seat\":\"C\"", "from another chair");
    assert_true(person_does(&p[3], "sit", ",\"name\":\"P3\"")); /* on the one that was given */
    assert_string_equal(text_in(p[3].view, "seat"), "C");
    assert_true(person_does(&p[1], "sit", ",\"name\":\"P1\""));
    assert_string_equal(text_in(p[1].view, "seat"), "B");
    assert_refuses(&p[0], "kick", ",\"seat\":\"H\"", "no such chair");
    clear(h, p, 4);
}

static void who_changes_chairs_after_a_game_sees_no_hand_of_another(void **state)
{
    (void)state;
    struct host *h = host_new(1);
    struct person p[3];
    char table[TABLE_ID];
    struct rng r = rng_seeded(1, 1);
    gather(h, p, 3, "venture", 3, "", table);
    play_out(h, p, 3, &r);
    assert_string_equal(text_in(p[0].view, "seat"), "A");
    assert_true(person_does(&p[0], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_string_equal(text_in(p[0].now, "you"), "B");
    assert_string_equal(text_in(p[0].view, "seat"), "");
    assert_refuses(&p[0], "take-back", "", "must not see");
    assert_true(person_does(&p[0], "begin", ""));
    assert_string_equal(text_in(p[0].view, "seat"), "B");
    clear(h, p, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_that_was_left_is_only_for_who_left_it),
        cmocka_unit_test(who_changes_chairs_after_a_game_sees_no_hand_of_another),
        cmocka_unit_test(a_table_closes_when_nobody_sits_or_watches_there),
        cmocka_unit_test(a_game_that_all_have_left_ends_before_its_table_closes),
        cmocka_unit_test(a_table_has_any_game_with_its_options),
        cmocka_unit_test(a_bot_is_of_any_level_and_never_a_program_or_a_slow_one),
        cmocka_unit_test(names_and_words_have_limits),
        cmocka_unit_test(a_token_is_the_same_guest_from_anywhere),
        cmocka_unit_test(who_was_sent_away_does_not_come_back),
        cmocka_unit_test(spectators_talk_and_do_nothing_else),
        cmocka_unit_test(what_was_said_is_kept_and_nobody_talks_where_the_game_forbids_it),
        cmocka_unit_test(after_a_game_the_next_is_the_same_or_another_with_other_chairs),
        cmocka_unit_test(who_is_gone_for_30_seconds_is_played_for),
        cmocka_unit_test(whose_time_is_over_is_played_for_and_is_back_with_the_next_word),
        cmocka_unit_test(who_plays_among_bots_takes_back_at_once),
        cmocka_unit_test(where_several_play_all_must_agree_and_nothing_may_have_been_shown),
        cmocka_unit_test(to_come_back_costs_4_kB_in_every_game_however_many_play),
        cmocka_unit_test(to_come_back_costs_the_same_after_1000_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
