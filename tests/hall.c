/* The hall: messages in, messages out, and what is between them, without a network. */
#include "tests/test.h"

#include "hall/hall.h"

#include <jansson.h>

enum { TABLES = 64, LINES = 40000, THOUGHTS = 64, PEOPLE = 8 };

/* --- A host: a disk, a clock and bots that think when the test wants
 * -------------------------------- */

struct disk {
    struct room_head table[TABLES];
    int tables, safe_tables;
    struct {
        int64_t key;
        char *words;
    } line[LINES];
    int lines, safe_lines;
    int games;
};

struct host {
    struct disk disk;
    struct rng random;
    struct hall *hall;
    int64_t now;
    struct {
        struct room *room;
        int seat;
        uint64_t thought;
        struct bot *bot;
        const struct knowledge *knowledge;
        struct rng rng;
    } thought[THOUGHTS];
    int thoughts;
    char complaint[256];
};

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static void think(void *context, struct room *r, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng rng)
{
    struct host *h = context;
    int i = h->thoughts++;
    assert_true(i < THOUGHTS);
    h->thought[i].room = r;
    h->thought[i].seat = seat;
    h->thought[i].thought = thought;
    h->thought[i].bot = b;
    h->thought[i].knowledge = k;
    h->thought[i].rng = rng;
}

static void forget(void *context, struct room *r, int seat)
{
    struct host *h = context;
    for (int i = 0; i < h->thoughts; i++)
        if (h->thought[i].room == r && h->thought[i].seat == seat) {
            h->thought[i] = h->thought[--h->thoughts];
            return;
        }
}

static void chance(void *context, void *out, size_t size)
{
    struct host *h = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)rng_below(&h->random, 256);
}

/* Good enough to tell apart what a test tells apart. */
static void digest(void *context, const void *bytes, size_t size, unsigned char out[DIGEST_BYTES])
{
    (void)context;
    uint64_t sum = 1469598103934665603u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    struct rng r = rng_seeded(sum, 1);
    for (int i = 0; i < DIGEST_BYTES; i++)
        out[i] = (unsigned char)rng_below(&r, 256);
}

static void keep_table(void *context, struct room_head *head)
{
    struct host *h = context;
    assert_true(h->disk.tables < TABLES);
    head->key = h->disk.tables + 1;
    h->disk.table[h->disk.tables++] = *head;
}

static void keep_entry(void *context, const struct room_head *head, uint64_t number,
                       const char *line)
{
    struct host *h = context;
    assert_true(h->disk.lines < LINES);
    h->disk.line[h->disk.lines].key = head->key;
    h->disk.line[h->disk.lines++].words = strdup(line);
    h->disk.table[head->key - 1].entries = number;
}

static void keep_game(void *context, const struct room_head *head, const struct house *h)
{
    (void)head;
    struct host *host = context;
    host->disk.games++;
    assert_int_equal(table_turn(house_table(h)).kind, TURN_OVER);
}

static bool load(void *context, const struct room_head *head,
                 bool (*line)(void *to, const char *words, struct error *e), void *to,
                 struct error *e)
{
    struct host *h = context;
    for (int i = 0; i < h->disk.lines; i++)
        if (h->disk.line[i].key == head->key && !line(to, h->disk.line[i].words, e))
            return false;
    return true;
}

static void ready(void *context, void *socket)
{
    (void)context;
    (void)socket;
}

static void complain(void *context, const char *table, const char *why)
{
    struct host *h = context;
    snprintf(h->complaint, sizeof h->complaint, "%s: %s", table, why);
}

static void open_hall(struct host *h)
{
    struct hall_host host = {.context = h,
                             .bot = make_bot,
                             .think = think,
                             .forget = forget,
                             .random = chance,
                             .digest = digest,
                             .keep_table = keep_table,
                             .keep_entry = keep_entry,
                             .keep_game = keep_game,
                             .load = load,
                             .ready = ready,
                             .complain = complain};
    h->hall = hall_new(&host, &hall_usual);
    assert_non_null(h->hall);
    for (int i = 0; i < h->disk.tables; i++)
        assert_true(hall_recall(h->hall, &h->disk.table[i]));
    hall_time(h->hall, h->now);
}

static struct host *new_host(uint64_t seed)
{
    struct host *h = calloc(1, sizeof *h);
    assert_non_null(h);
    h->random = rng_seeded(seed, 3);
    h->now = 1000000;
    open_hall(h);
    return h;
}

static void free_host(struct host *h)
{
    hall_free(h->hall);
    for (int i = 0; i < h->disk.lines; i++)
        free(h->disk.line[i].words);
    free(h);
}

/* What was to be kept is on disk. */
static void commit(struct host *h)
{
    h->disk.safe_lines = h->disk.lines;
    h->disk.safe_tables = h->disk.tables;
    hall_kept(h->hall);
}

static void pass(struct host *h, int64_t milliseconds)
{
    h->now += milliseconds;
    hall_time(h->hall, h->now);
}

/* One bot decides. */
static bool think_on(struct host *h)
{
    if (!h->thoughts)
        return false;
    int i = h->thoughts - 1;
    action a = bot_choose(h->thought[i].bot, h->thought[i].knowledge, &h->thought[i].rng);
    hall_thought(h->thought[i].room, h->thought[i].seat, h->thought[i].thought, a);
    return true;
}

/* --- People, who know what they were told
 * ------------------------------------------------------------ */

struct person {
    struct host *host;
    struct visitor *visitor;
    char token[TOKEN_TEXT];
    uint64_t number, entry; /* of the last command, and the last entry */
    json_t *answer, *now, *view;
    bool sits;
};

static void person_init(struct person *p, struct host *h, int which)
{
    *p = (struct person){.host = h, .number = 100u * (unsigned)which};
    snprintf(p->token, sizeof p->token, "%064x", which + 1);
}

static void person_clear(struct person *p)
{
    hall_go(p->visitor);
    json_decref(p->answer);
    json_decref(p->now);
    json_decref(p->view);
    *p = (struct person){0};
}

static void set(json_t **to, const json_t *from, const char *key)
{
    json_t *found = json_object_get(from, key);
    if (!found)
        return;
    json_decref(*to);
    *to = json_incref(found);
}

/* Takes in one message. */
static void hear(struct person *p, const char *words)
{
    json_error_t why;
    json_t *m = json_loads(words, 0, &why), *e;
    if (!m)
        fail_msg("no JSON: %s: %s", why.text, words);
    size_t i;
    json_array_foreach(json_object_get(m, "entries"), i, e)
    {
        uint64_t number = (uint64_t)json_integer_value(json_object_get(e, "entry"));
        assert_int_equal(number, p->entry + 1);
        p->entry = number;
    }
    if (json_object_get(m, "table") && json_object_get(m, "entry"))
        p->entry = (uint64_t)json_integer_value(json_object_get(m, "entry"));
    set(&p->now, m, "now");
    set(&p->view, m, "view");
    if (json_object_get(m, "n")) {
        json_decref(p->answer);
        p->answer = json_incref(m);
    }
    json_decref(m);
}

/* All that there is to hear. Returns how many bytes. */
static size_t listen(struct person *p)
{
    struct text out = {0};
    size_t bytes = 0;
    while (p->visitor && hall_next(p->visitor, &out)) {
        assert_false(out.failed);
        bytes += out.size;
        hear(p, text_of(&out));
        text_clear(&out);
    }
    text_free(&out);
    return bytes;
}

static void say_words(struct person *p, const char *words)
{
    assert_true(hall_hear(p->visitor, words, strlen(words)));
}

/* A command; `more` are its keys, each with a comma before it. Whether it was done. */
static bool command(struct person *p, const char *word, const char *more)
{
    char words[1024];
    snprintf(words, sizeof words, "{\"do\":\"%s\",\"n\":%llu%s}", word,
             (unsigned long long)++p->number, more);
    say_words(p, words);
    commit(p->host);
    listen(p);
    assert_int_equal(json_integer_value(json_object_get(p->answer, "n")), p->number);
    return json_is_true(json_object_get(p->answer, "done"));
}

static const char *refusal(const struct person *p)
{
    return json_string_value(json_object_get(p->answer, "refused"));
}

static void come(struct person *p)
{
    char more[128];
    p->visitor = hall_come(p->host->hall, p);
    assert_non_null(p->visitor);
    snprintf(more, sizeof more, ",\"token\":\"%s\",\"version\":1", p->token);
    assert_true(command(p, "hello", more));
}

static void go(struct person *p)
{
    hall_go(p->visitor);
    p->visitor = NULL;
}

static void enter(struct person *p, const char *table)
{
    char more[128];
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"since\":%llu", table,
             (unsigned long long)p->entry);
    if (!command(p, "enter", more))
        fail_msg("%s", refusal(p));
}

/* Makes the first decision of its list that chance picks; false if there is none to make. */
static bool decide(struct person *p, struct rng *r)
{
    char more[128];
    json_t *legal = json_object_get(p->view, "legal");
    size_t count = json_array_size(legal);
    if (!count)
        return false;
    const char *choice = json_string_value(json_array_get(legal, (size_t)rng_below(r, (int)count)));
    snprintf(more, sizeof more, ",\"choice\":\"%s\",\"after\":%llu", choice,
             (unsigned long long)p->entry);
    if (!command(p, "decide", more))
        fail_msg("%s: %s", choice, refusal(p));
    return true;
}

static bool is_over(const struct person *p)
{
    return json_is_true(json_object_get(p->view, "over"));
}

/* People at a table of a game, and a bot on each chair that is left. */
static void gather(struct host *h, struct person p[], int people, const char *name, int players,
                   char table[TABLE_ID])
{
    struct text more = {0};
    text_add(&more, ",\"game\":\"%s\",\"name\":\"P0\",\"public\":true,\"chairs\":[\"you\"", name);
    for (int i = 1; i < players; i++)
        text_add(&more, i < people ? ",\"open\"" : ",\"random\"");
    text_add(&more, "]");
    for (int i = 0; i < people; i++) {
        person_init(&p[i], h, i);
        come(&p[i]);
    }
    if (!command(&p[0], "create", text_of(&more)))
        fail_msg("%s: %s", name, refusal(&p[0]));
    text_free(&more);
    snprintf(table, TABLE_ID, "%s", json_string_value(json_object_get(p[0].answer, "table")));
    for (int i = 1; i < people; i++) {
        char sit[64];
        enter(&p[i], table);
        snprintf(sit, sizeof sit, ",\"name\":\"P%d\"", i);
        assert_true(command(&p[i], "sit", sit));
    }
    assert_true(command(&p[0], "begin", ""));
}

/* Goes on until the game is over; whoever is there decides. */
static void play(struct host *h, struct person p[], int people, struct rng *r)
{
    for (int turns = 0; turns < 20000; turns++) {
        bool any = think_on(h);
        commit(h);
        for (int i = 0; i < people; i++)
            listen(&p[i]);
        if (is_over(&p[0]))
            return;
        for (int i = 0; i < people && !any; i++)
            any = p[i].visitor && decide(&p[i], r);
        if (!any)
            fail_msg("nobody can go on");
    }
    fail_msg("the game does not end");
}

/* --- Tests
 * -------------------------------------------------------------------------------------------- */

static void every_game_is_played_by_messages_alone(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = new_host((uint64_t)g);
        struct person p[PEOPLE];
        char table[TABLE_ID];
        struct rng r = rng_seeded(11, (uint64_t)g);
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, table);
        play(h, p, people, &r);
        assert_int_equal(h->disk.games, 1);
        for (int i = 0; i < people; i++)
            person_clear(&p[i]);
        free_host(h);
    }
}

static void nobody_is_told_what_is_not_safe(void **state)
{
    (void)state;
    struct host *h = new_host(1);
    struct person p[2];
    char table[TABLE_ID], words[128];
    struct text out = {0};
    gather(h, p, 2, "pairs", 2, table);
    for (int i = 0; i < 2; i++)
        listen(&p[i]);
    int first = json_array_size(json_object_get(p[0].view, "legal")) ? 0 : 1;
    snprintf(words, sizeof words, "{\"do\":\"decide\",\"n\":900,\"choice\":\"hit\"}");
    say_words(&p[first], words);
    for (int i = 0; i < 2; i++)
        assert_false(hall_next(p[i].visitor, &out));
    commit(h);
    for (int i = 0; i < 2; i++)
        assert_true(hall_next(p[i].visitor, &out));
    text_free(&out);
    for (int i = 0; i < 2; i++)
        person_clear(&p[i]);
    free_host(h);
}

static void what_is_sent_again_is_not_done_again(void **state)
{
    (void)state;
    struct host *h = new_host(2);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, table);
    for (int times = 0; times < 3; times++) {
        int lines = h->disk.lines;
        p[1].number = 5000;
        assert_true(command(&p[1], "say", ",\"text\":\"once\""));
        assert_int_equal(h->disk.lines, times ? lines : lines + 1);
        if (times == 1) { /* not after the server was killed either */
            for (int i = 0; i < 2; i++)
                go(&p[i]);
            hall_free(h->hall);
            open_hall(h);
            come(&p[1]);
            enter(&p[1], table);
        }
    }
    /* Nor is a table made twice. */
    come(&p[0]);
    for (int times = 0; times < 2; times++) {
        p[0].number = 7000;
        p[0].entry = 0;
        assert_true(command(&p[0], "create", ",\"game\":\"kitty\",\"name\":\"Ann\""));
        assert_int_equal(h->disk.tables, 2);
    }
    for (int i = 0; i < 2; i++)
        person_clear(&p[i]);
    free_host(h);
}

/* The server is killed at any moment: what was not safe has never happened. */
static void after_a_crash_every_table_is_as_it_was(void **state)
{
    (void)state;
    struct rng r = rng_seeded(5, 5);
    for (int g = 0; all_games[g]; g++) {
        struct host *h = new_host((uint64_t)g);
        struct person p[2];
        char table[TABLE_ID];
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, table);
        for (int turns = 0; turns < 20000 && !is_over(&p[0]); turns++) {
            bool any = think_on(h);
            if (rng_below(&r, 6)) {
                commit(h);
            } else {
                for (int i = h->disk.safe_lines; i < h->disk.lines; i++)
                    free(h->disk.line[i].words);
                h->disk.table[0].entries -= (uint64_t)(h->disk.lines - h->disk.safe_lines);
                h->disk.lines = h->disk.safe_lines;
                for (int i = 0; i < people; i++)
                    go(&p[i]);
                hall_free(h->hall);
                h->thoughts = 0;
                open_hall(h);
                for (int i = 0; i < people; i++) {
                    come(&p[i]);
                    enter(&p[i], table);
                }
                any = true;
            }
            for (int i = 0; i < people; i++)
                listen(&p[i]);
            for (int i = 0; i < people && !any; i++)
                any = decide(&p[i], &r);
            assert_true(any || is_over(&p[0]) || h->thoughts);
        }
        assert_true(is_over(&p[0]));
        for (int i = 0; i < people; i++)
            person_clear(&p[i]);
        free_host(h);
    }
}

/* People vanish and come back when they like; every game ends, and a chair stays one's own. */
static void who_vanishes_is_played_for_and_has_the_chair_back(void **state)
{
    (void)state;
    struct rng r = rng_seeded(6, 6);
    for (int g = 0; all_games[g]; g++) {
        struct host *h = new_host((uint64_t)g);
        struct person p[3];
        char table[TABLE_ID];
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 3 ? players : 3;
        if (people < 2) {
            free_host(h);
            continue;
        }
        gather(h, p, people, all_games[g]->name, players, table);
        for (int turns = 0; turns < 40000 && !is_over(&p[0]); turns++) {
            int who = rng_below(&r, people);
            if (rng_below(&r, 8) == 0 && p[who].visitor) {
                go(&p[who]);
            } else if (rng_below(&r, 8) == 0 && !p[who].visitor) {
                come(&p[who]);
                enter(&p[who], table);
                assert_int_equal(json_string_value(json_object_get(p[who].now, "you"))[0],
                                 'A' + who);
            }
            pass(h, 10000);
            think_on(h);
            commit(h);
            for (int i = 0; i < people; i++)
                listen(&p[i]);
            if (p[who].visitor)
                decide(&p[who], &r);
            if (!p[0].visitor && rng_below(&r, 50) == 0) {
                come(&p[0]);
                enter(&p[0], table);
            }
        }
        assert_true(is_over(&p[0]));
        for (int i = 0; i < people; i++)
            person_clear(&p[i]);
        free_host(h);
    }
}

static void to_come_back_costs_the_missed_entries_and_at_most_4_kB(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = new_host((uint64_t)g);
        struct person p[2];
        char table[TABLE_ID];
        struct rng r = rng_seeded(9, (uint64_t)g);
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, table);
        play(h, p, people, &r);
        go(&p[0]);
        p[0].visitor = hall_come(h->hall, &p[0]);
        char words[256];
        snprintf(words, sizeof words, "{\"do\":\"hello\",\"n\":1,\"token\":\"%s\"}", p[0].token);
        say_words(&p[0], words);
        snprintf(words, sizeof words, "{\"do\":\"enter\",\"n\":2,\"table\":\"%s\",\"since\":%llu}",
                 table, (unsigned long long)p[0].entry);
        say_words(&p[0], words);
        commit(h);
        size_t bytes = listen(&p[0]);
        if (bytes > 4096)
            fail_msg("%s: %zu bytes", all_games[g]->name, bytes);
        for (int i = 0; i < people; i++)
            person_clear(&p[i]);
        free_host(h);
    }
}

static void the_host_leads_and_hands_over(void **state)
{
    (void)state;
    struct host *h = new_host(3);
    struct person p[3];
    char table[TABLE_ID];
    struct rng r = rng_seeded(1, 1);
    gather(h, p, 3, "pairs", 3, table);
    assert_false(command(&p[1], "kick", ",\"seat\":\"C\""));
    assert_string_equal(refusal(&p[1]), "Only the host may do that.");
    assert_false(command(&p[0], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_true(command(&p[0], "kick", ",\"seat\":\"C\""));
    assert_false(command(&p[2], "take-back", ""));
    assert_true(command(&p[0], "leave", ""));
    assert_true(command(&p[1], "bot", ",\"bot\":\"random\""));
    assert_true(command(&p[1], "bot", ",\"bot\":\"random\",\"seat\":\"C\""));
    struct person all[1] = {p[1]};
    play(h, all, 1, &r);
    p[1] = all[0];
    assert_true(command(&p[1], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_string_equal(json_string_value(json_object_get(p[1].now, "you")), "A");
    assert_true(command(&p[1], "change", ",\"game\":\"port\",\"players\":2"));
    assert_true(command(&p[1], "begin", ""));
    json_t *game = json_object_get(p[1].now, "game");
    assert_string_equal(json_string_value(json_object_get(game, "name")), "port");
    for (int i = 0; i < 3; i++)
        person_clear(&p[i]);
    free_host(h);
}

static void to_a_private_table_one_needs_an_invitation(void **state)
{
    (void)state;
    struct host *h = new_host(4);
    struct person p[2];
    char more[256];
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        come(&p[i]);
    }
    assert_true(command(&p[0], "create", ",\"game\":\"pairs\",\"name\":\"Ann\""));
    const char *table = json_string_value(json_object_get(p[0].answer, "table"));
    const char *word = json_string_value(json_object_get(p[0].now, "invitation"));
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_false(command(&p[1], "enter", more));
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"invitation\":\"%.15s0\"", table, word);
    if (word[15] != '0')
        assert_false(command(&p[1], "enter", more));
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"invitation\":\"%s\"", table, word);
    assert_true(command(&p[1], "enter", more));
    assert_null(json_object_get(p[1].now, "invitation"));
    struct text list = {0};
    hall_list(h->hall, &list);
    assert_string_equal(text_of(&list), "[]");
    text_free(&list);
    for (int i = 0; i < 2; i++)
        person_clear(&p[i]);
    free_host(h);
}

static void a_damaged_table_is_set_aside_and_the_others_run(void **state)
{
    (void)state;
    struct host *h = new_host(5);
    struct person p[2];
    char table[TABLE_ID], more[128];
    gather(h, p, 2, "pairs", 2, table);
    p[0].entry = 0;
    assert_true(command(&p[0], "create", ",\"game\":\"kitty\",\"name\":\"Ann\""));
    char other[TABLE_ID];
    snprintf(other, sizeof other, "%s", json_string_value(json_object_get(p[0].answer, "table")));
    for (int i = 0; i < 2; i++)
        go(&p[i]);
    hall_free(h->hall);
    h->thoughts = 0;
    strcpy(h->disk.line[2].words, "1 x");
    open_hall(h);
    come(&p[0]);
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_false(command(&p[0], "enter", more));
    assert_non_null(strstr(h->complaint, table));
    snprintf(more, sizeof more, ",\"table\":\"%s\"", other);
    assert_true(command(&p[0], "enter", more));
    for (int i = 0; i < 2; i++)
        person_clear(&p[i]);
    free_host(h);
}

static void a_table_where_nothing_happens_leaves_memory_and_wakes(void **state)
{
    (void)state;
    struct host *h = new_host(6);
    struct person p[2];
    char table[TABLE_ID];
    struct rng r = rng_seeded(2, 2);
    gather(h, p, 2, "kitty", 4, table);
    for (int i = 0; i < 3; i++) {
        while (think_on(h))
            ;
        commit(h);
        for (int k = 0; k < 2; k++)
            listen(&p[k]);
        assert_int_equal(hall_awake(h->hall), 1);
        pass(h, 11000);
        pass(h, 11000);
        assert_int_equal(hall_awake(h->hall), 0);
        assert_true(decide(&p[0], &r) || decide(&p[1], &r));
    }
    play(h, p, 2, &r);
    for (int i = 0; i < 2; i++)
        person_clear(&p[i]);
    free_host(h);
}

static void nonsense_is_refused_in_words_and_not_for_ever(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "7",
        "{\"do\":\"dance\",\"n\":1}",
        "{\"do\":\"sit\"}",
        "{\"do\":\"say\",\"n\":-1}",
        "{\"n\":1,\"n\":1}",
    };
    struct host *h = new_host(7);
    struct person p;
    person_init(&p, h, 0);
    p.visitor = hall_come(h->hall, &p);
    struct text out = {0};
    int heard = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        heard += hall_hear(p.visitor, wrong[i], strlen(wrong[i]));
    assert_int_equal(heard, sizeof wrong / sizeof *wrong);
    for (int i = 0; i < heard; i++) {
        text_clear(&out);
        assert_true(hall_next(p.visitor, &out));
        assert_non_null(strstr(text_of(&out), "\"refused\":\""));
    }
    assert_false(hall_hear(p.visitor, "{", 1));
    text_free(&out);
    person_clear(&p);
    free_host(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_by_messages_alone),
        cmocka_unit_test(nobody_is_told_what_is_not_safe),
        cmocka_unit_test(what_is_sent_again_is_not_done_again),
        cmocka_unit_test(after_a_crash_every_table_is_as_it_was),
        cmocka_unit_test(who_vanishes_is_played_for_and_has_the_chair_back),
        cmocka_unit_test(to_come_back_costs_the_missed_entries_and_at_most_4_kB),
        cmocka_unit_test(the_host_leads_and_hands_over),
        cmocka_unit_test(to_a_private_table_one_needs_an_invitation),
        cmocka_unit_test(a_damaged_table_is_set_aside_and_the_others_run),
        cmocka_unit_test(a_table_where_nothing_happens_leaves_memory_and_wakes),
        cmocka_unit_test(nonsense_is_refused_in_words_and_not_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
