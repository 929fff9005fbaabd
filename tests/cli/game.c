/* Saved games to try. */
#include "tests/cli/game.h"

#include "bots/random.h"
#include "cli/sitting.h"
#include "tests/cli/folder.h"

struct plan plan_for(const char *game, seats people, const char *bot, uint64_t seed)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, game, &e));
    struct plan p = {.setup = test_setup(game, setup_players_usual(&u), NULL), .seed = seed};
    for (int seat = 0; seat < p.setup.players; seat++)
        if (!(people >> seat & 1))
            snprintf(p.chair[seat].bot, BOT_ROOM, "%s", bot);
    return p;
}

struct sitting *begin(const struct plan *p)
{
    struct error e = {0};
    struct sitting *s = sitting_new(p, folder, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

struct sitting *go_on(const char *path)
{
    struct error e = {0};
    struct sitting *s = sitting_resume(path, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

void take_step(struct sitting *s)
{
    struct error e = {0};
    action legal[ACTIONS_MAX];
    bool fine;
    if (sitting_due(s) == DUE_PERSON) {
        const struct table *t = sitting_table(s);
        int seat = sitting_person(s), count = table_legal(t, seat, legal);
        struct rng r = rng_seeded(sitting_plan(s)->seed + 1, t->steps);
        fine = sitting_play(s, seat, random_choose(legal, count, &r), &e);
    } else {
        fine = sitting_step(s, &e);
    }
    if (!fine)
        fail_msg("%s", e.text);
}

void take_steps(struct sitting *s, size_t steps)
{
    while (sitting_due(s) != DUE_NOTHING && sitting_table(s)->steps < steps)
        take_step(s);
}

/* Field by field: there is nothing in the bytes between them. */
static void assert_same_log(const struct table *a, const struct table *b)
{
    assert_int_equal(a->log.size, b->log.size);
    for (int i = 0; i < a->log.size; i++) {
        const struct event *one = &a->log.event[i], *other = &b->log.event[i];
        assert_true(one->kind == other->kind && one->say == other->say);
        assert_true(one->cards == other->cards && one->count == other->count);
        assert_true(one->number == other->number && one->choice == other->choice);
        assert_true(one->seat == other->seat && one->other == other->other);
        assert_true(one->from.zone == other->from.zone && one->from.owner == other->from.owner);
        assert_true(one->to.zone == other->to.zone && one->to.owner == other->to.owner);
        assert_int_equal(one->seen, other->seen);
    }
}

void assert_same(const struct sitting *one, const struct sitting *other)
{
    const struct table *a = sitting_table(one), *b = sitting_table(other);
    assert_ptr_equal(a->setup.game, b->setup.game);
    assert_ptr_equal(a->setup.preset, b->setup.preset);
    assert_int_equal(a->setup.players, b->setup.players);
    assert_memory_equal(a->setup.option, b->setup.option, sizeof a->setup.option);
    assert_memory_equal(a->state, b->state, a->setup.game->size);
    assert_int_equal(a->steps, b->steps);
    for (size_t i = 0; i < a->steps; i++) {
        assert_int_equal(a->step[i].kind, b->step[i].kind);
        assert_int_equal(a->step[i].who, b->step[i].who);
        assert_int_equal(a->step[i].what, b->step[i].what);
    }
    assert_same_log(a, b);
    assert_memory_equal(a->name, b->name, sizeof a->name);
    assert_int_equal(sitting_plan(one)->seed, sitting_plan(other)->seed);
    assert_int_equal(sitting_people(one), sitting_people(other));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        assert_string_equal(sitting_plan(one)->chair[seat].bot,
                            sitting_plan(other)->chair[seat].bot);
}

char *read_file(const char *path)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *text = calloc(1, 1 << 20);
    text[fread(text, 1, (1 << 20) - 1, in)] = '\0';
    fclose(in);
    return text;
}
