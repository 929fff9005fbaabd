/* What tests of the library share. */
#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *program; /* that the figures are compared with */

struct pairs_setup *setup(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(name, &e);
    if (!u || (players && !pairs_setup_set_players(u, players, &e)))
        fail_msg("%s for %d: %s", name, players, e.text);
    return u;
}

struct pairs_table *table(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = setup(name, players);
    struct pairs_table *t = pairs_table_new(u, &e);
    if (!t)
        fail_msg("%s: %s", name, e.text);
    pairs_setup_free(u);
    return t;
}

pairs_action any(const struct pairs_game *g, int seat, struct pairs_rng *r)
{
    pairs_action legal[PAIRS_ACTIONS];
    int count = pairs_game_legal(g, seat, legal, PAIRS_ACTIONS);
    assert_true(count > 0 && count <= PAIRS_ACTIONS);
    return legal[pairs_rng_below(r, count)];
}

void step(struct pairs_table *t, struct pairs_rng *r)
{
    struct pairs_error e = {0};
    const struct pairs_game *g = pairs_table_game(t);
    if (pairs_game_turn(g) != PAIRS_DECISION) {
        assert_true(pairs_table_draw(t, r, &e));
        return;
    }
    int seat = pairs_rng_seat(r, pairs_game_seats(g));
    if (!pairs_table_play(t, seat, any(g, seat, r), &e))
        fail_msg("%s", e.text);
}

void same_status(const struct pairs_game *a, const struct pairs_game *b)
{
    struct pairs_status one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    pairs_game_status(a, &one);
    pairs_game_status(b, &other);
    assert_memory_equal(&one, &other, sizeof one);
    assert_int_equal(pairs_game_turn(a), pairs_game_turn(b));
    assert_int_equal(pairs_game_seats(a), pairs_game_seats(b));
    assert_int_equal(pairs_game_place(a), pairs_game_place(b));
}

char *output(const char *command)
{
    size_t size = 0, room = 1 << 20;
    char *all = malloc(room);
    FILE *in = popen(command, "r"); /* NOLINT(cert-env33-c): the command is our own */
    assert_true(all && in);
    size = fread(all, 1, room - 1, in);
    all[size] = '\0';
    assert_int_equal(pclose(in), 0);
    return all;
}

pairs_action draw(void *context, const struct pairs_knowledge *k, const struct pairs_view *v,
                  struct pairs_rng *r)
{
    struct asked *asked = context;
    pairs_action legal[PAIRS_ACTIONS];
    int count = pairs_view_legal(v, legal, PAIRS_ACTIONS);
    assert_true(count > 1 && pairs_view_looks(v) == pairs_knowledge_seat(k));
    long before = atomic_fetch_add(&asked->times, 1);
    return asked->instead && before > 20 ? asked->instead : legal[pairs_rng_below(r, count)];
}
