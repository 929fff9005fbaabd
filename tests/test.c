#include "tests/test.h"

#include "bots/random.h"

struct setup test_setup(const char *name, int players, const char *options)
{
    struct setup u;
    struct error e = {0};
    bool fine = setup_choose(&u, name, &e) && setup_players(&u, players, &e);
    while (fine && options && *options) {
        char key[32], value[32];
        int used = 0;
        fine = sscanf(options, " %31[^ ,] %31[^ ,]%n", key, value, &used) == 2 &&
               setup_option(&u, key, value, &e);
        options += used;
        options += strspn(options, " ,");
    }
    if (!fine || !setup_finish(&u, &e))
        fail_msg("%s for %d: %s", name, players, e.text);
    return u;
}

struct reader *test_read(const char *record)
{
    struct reader *r = reader_new(0, NULL, NULL);
    struct error e = {0};
    assert_non_null(r);
    while (*record) {
        size_t size = strcspn(record, "\n");
        if (!reader_line(r, record, size, &e))
            fail_msg("line %d (%.*s): %s", e.line, (int)size, record, e.text);
        record += size;
        record += *record == '\n';
    }
    if (!reader_end(r, &e))
        fail_msg("at the end: %s", e.text);
    return r;
}

void test_header(struct text *out, const struct setup *u)
{
    char value[OPTION_TEXT], deck[DECK_TEXT];
    text_add(out, "pairs 1\ngame %s\nplayers %d\n", u->game->name, u->players);
    for (int i = 0; u->game->options[i].key; i++)
        text_add(out, "option %s %s\n", u->game->options[i].key,
                 option_text(&u->game->options[i], u->option[i], value));
    if (u->deck)
        text_add(out, "option %s %s\n", deck_key, deck_text(u->deck, deck));
}

void test_step(struct table *t, struct rng *r)
{
    action legal[ACTIONS_MAX];
    struct error e = {0};
    struct turn turn = table_turn(t);
    bool fine;
    if (turn.kind == TURN_SEATS) {
        int seat = seats_pick(turn.seats, r);
        int count = table_legal(t, seat, legal);
        fine = table_play(t, seat, random_choose(legal, count, r), &e);
    } else {
        fine = table_chance(t, r, &e);
    }
    if (!fine)
        fail_msg("%s", e.text);
}

struct table *test_position(const struct setup *u, uint64_t seed, int steps_most)
{
    struct rng r = rng_seeded(31, seed);
    action legal[ACTIONS_MAX];
    for (;;) {
        struct table *t = table_new(u);
        int steps = 1 + rng_below(&r, steps_most);
        for (; steps > 0 && table_turn(t).kind != TURN_OVER; steps--)
            test_step(t, &r);
        while (table_turn(t).kind == TURN_DECK || table_turn(t).kind == TURN_LOT)
            test_step(t, &r);
        struct turn turn = table_turn(t);
        if (turn.kind == TURN_SEATS && table_legal(t, __builtin_ctz(turn.seats), legal) > 1)
            return t;
        table_free(t);
    }
}

cards test_cards(const char *list)
{
    cards w = 0;
    for (char *end; *list; list = end)
        w += cards_one((int)strtol(list, &end, 10));
    return w;
}
