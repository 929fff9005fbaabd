/* What a table elsewhere tells, read back: in random games of every name, as every seat and a
 * spectator see them, it is what was told. */
#include "tests/test.h"

#include "wire/tablejson.h"
#include "wire/viewread.h"

enum { LOOKS = PLAYERS_MAX + 1, STEPS = 400, SPOILT = 40 };

/* Seats, and after them a spectator. */
static int looks_of(int i, int players)
{
    return i < players ? i : NOBODY;
}

static json_t *parsed(struct text *t)
{
    assert_false(t->failed);
    json_t *value = json_loads(text_of(t), JSON_DECODE_ANY, NULL);
    if (!value)
        fail_msg("no JSON: %s", text_of(t));
    text_clear(t);
    return value;
}

/* --- Views ------------------------------------------------------------------------------------ */

static void same_zones(const struct view *a, const struct view *b)
{
    assert_int_equal(a->zones, b->zones);
    assert_int_equal(a->cards, b->cards);
    assert_memory_equal(a->card, b->card, (size_t)a->cards);
    assert_memory_equal(&a->seen, &b->seen, sizeof a->seen);
    for (int i = 0; i < a->zones; i++) {
        assert_int_equal(a->zone[i].zone, b->zone[i].zone);
        assert_int_equal(a->zone[i].owner, b->zone[i].owner);
        assert_int_equal(a->zone[i].first, b->zone[i].first);
        assert_int_equal(a->zone[i].count, b->zone[i].count);
        if (a->zone[i].count)
            assert_int_equal(a->zone[i].known, b->zone[i].known);
        if (a->zone[i].count > 1)
            assert_int_equal(a->zone[i].ordered, b->zone[i].ordered);
    }
}

static void same_view(const struct view *a, const struct view *b)
{
    assert_ptr_equal(a->game, b->game);
    assert_int_equal(a->looks, b->looks);
    assert_int_equal(a->players, b->players);
    assert_int_equal(a->dealer, b->dealer);
    assert_int_equal(a->hand, b->hand);
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->chips, b->chips);
    assert_memory_equal(a->score, b->score, sizeof a->score);
    assert_int_equal(a->pot, b->pot);
    assert_int_equal(a->to_act, b->to_act);
    assert_int_equal(a->winners, b->winners);
    assert_int_equal(a->losers, b->losers);
    assert_int_equal(a->deck, b->deck);
    assert_int_equal(a->discards, b->discards);
    assert_memory_equal(a->option, b->option, sizeof a->option);
    same_zones(a, b);
    assert_int_equal(a->numbers, b->numbers);
    for (int i = 0; i < a->numbers; i++) {
        assert_string_equal(a->number[i].label, b->number[i].label);
        assert_int_equal(a->number[i].owner, b->number[i].owner);
        assert_int_equal(a->number[i].value, b->number[i].value);
    }
    assert_int_equal(a->actions, b->actions);
    assert_memory_equal(a->act, b->act, (size_t)a->actions * sizeof *a->act);
}

static void view_comes_back(const struct table *t, const struct setup *u, int looks)
{
    static struct view told, heard;
    struct text out = {0};
    struct error e = {0};
    table_view(t, looks, &told);
    json_view(&out, &told);
    json_t *json = parsed(&out);
    if (!read_view(&heard, u, json, &e))
        fail_msg("%s: %s", u->game->name, e.text);
    same_view(&told, &heard);
    json_decref(json);
    text_free(&out);
}

/* --- Events ----------------------------------------------------------------------------------- */

static void hear_events(const struct table *t, const struct setup *u, int looks,
                        struct history *heard)
{
    struct log log = {0};
    struct text out = {0};
    struct error e = {0};
    for (int i = 0; i < t->log.size; i++) {
        struct event known = event_redact(&t->log.event[i], looks);
        json_event(&out, u->game, &known);
        json_t *json = parsed(&out);
        if (!read_event(&log.event[log.size++], u, json, &e))
            fail_msg("%s: %s: %s", u->game->name, e.text, json_dumps(json, 0));
        json_decref(json);
    }
    assert_true(history_reserve(heard, log.size));
    history_add(heard, &log);
    text_free(&out);
}

static void told_alike(const struct table *t, const struct history *heard, int looks,
                       const char *language)
{
    struct names names = table_names(t);
    struct telling telling = {&t->past, t->setup.game, &names, language_find(language),
                              looks,    t->past.size};
    struct text told = {0}, again = {0};
    telling_lines(&told, &telling, 0);
    telling.chronicle = heard;
    telling_lines(&again, &telling, 0);
    assert_string_equal(text_of(&told), text_of(&again));
    text_free(&told);
    text_free(&again);
}

/* --- Games ------------------------------------------------------------------------------------ */

static struct setup setup_comes_back(const struct setup *u)
{
    struct setup heard;
    struct text out = {0};
    struct error e = {0};
    json_object_begin(&out);
    json_text(json_key(&out, "name"), setup_name(u));
    json_int(json_key(&out, "players"), u->players);
    json_options(json_key(&out, "options"), u);
    json_object_end(&out);
    json_t *json = parsed(&out);
    if (!read_setup(&heard, json, &e))
        fail_msg("%s: %s", setup_name(u), e.text);
    assert_ptr_equal(heard.game, u->game);
    assert_ptr_equal(heard.preset, u->preset);
    assert_int_equal(heard.players, u->players);
    assert_memory_equal(heard.option, u->option, sizeof u->option);
    json_decref(json);
    text_free(&out);
    return heard;
}

static void game_comes_back(const char *name, int players)
{
    struct setup chosen = test_setup(name, players, NULL), u = setup_comes_back(&chosen);
    struct rng r = rng_seeded(12, (uint64_t)players);
    struct table *t = table_new(&chosen);
    struct history heard[LOOKS] = {0};
    assert_non_null(t);
    for (int step = 0;; step++) {
        for (int i = 0; i <= players; i++) {
            hear_events(t, &u, looks_of(i, players), &heard[i]);
            view_comes_back(t, &u, looks_of(i, players));
        }
        if (step == STEPS || table_turn(t).kind == TURN_OVER)
            break;
        test_step(t, &r);
    }
    for (int i = 0; i <= players; i++) {
        told_alike(t, &heard[i], looks_of(i, players), "en");
        told_alike(t, &heard[i], looks_of(i, players), "de");
        history_free(&heard[i]);
    }
    table_free(t);
}

static int usual_players(const char *name)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e));
    return setup_players_usual(&u);
}

static void what_a_seat_is_told_comes_back_as_it_was_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        game_comes_back(all_games[i]->name, usual_players(all_games[i]->name));
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            game_comes_back(p->name, usual_players(p->name));
    }
}

/* --- Nonsense --------------------------------------------------------------------------------- */

static json_t *nonsense(struct rng *r)
{
    static const char *const words[] = {"", "A", "H", "Z", "hit", "decide", "total", "deck"};
    switch (rng_below(r, 7)) {
    case 0:
        return json_null();
    case 1:
        return json_integer((json_int_t)rng_below(r, 20) - 5);
    case 2:
        return json_integer(rng_below(r, 2) ? INT64_MAX : -70000);
    case 3:
        return json_string(words[rng_below(r, 8)]);
    case 4:
        return json_array();
    case 5:
        return json_real(0.5);
    default:
        return json_object();
    }
}

/* Puts nonsense somewhere into it. */
static void spoil(json_t *at, struct rng *r)
{
    size_t size = json_is_array(at) ? json_array_size(at) : json_object_size(at), i = 0;
    if (!size)
        return;
    size_t which = (size_t)rng_below(r, (int)size);
    bool here = rng_below(r, 2) == 0;
    if (json_is_array(at)) {
        json_t *inside = json_array_get(at, which);
        if (here || !(json_is_array(inside) || json_is_object(inside)))
            json_array_set_new(at, which, nonsense(r));
        else
            spoil(inside, r);
        return;
    }
    const char *key = NULL;
    json_t *inside = NULL;
    json_object_foreach(at, key, inside) if (i++ == which) break;
    if (here || !(json_is_array(inside) || json_is_object(inside)))
        json_object_set_new(at, key, nonsense(r));
    else
        spoil(inside, r);
}

/* It is refused with a message, or can be used. */
static void spoilt_view(const struct table *t, struct rng *r)
{
    static struct view v;
    struct text out = {0};
    struct error e = {0};
    table_view(t, 0, &v);
    json_view(&out, &v);
    json_t *json = parsed(&out);
    spoil(json, r);
    bool fine = read_view(&v, &t->setup, json, &e);
    assert_int_equal(fine, e.text[0] == '\0');
    json_decref(json);
    text_free(&out);
}

static int spoilt_event(const struct table *t, const struct event *told, struct rng *r)
{
    struct history heard = {0};
    struct log log = {0};
    struct text out = {0};
    struct error e = {0};
    json_event(&out, t->setup.game, told);
    json_t *json = parsed(&out);
    spoil(json, r);
    bool fine = read_event(log.event, &t->setup, json, &e);
    assert_int_equal(fine, e.text[0] == '\0');
    log.size = fine;
    assert_true(history_reserve(&heard, 1));
    history_add(&heard, &log);
    struct names names = table_names(t);
    struct telling telling = {&heard, t->setup.game, &names, NULL, 0, heard.size};
    telling_lines(&out, &telling, 0);
    json_decref(json);
    text_free(&out);
    history_free(&heard);
    return fine;
}

static void nonsense_of_a_server_is_refused_or_harmless(void **state)
{
    (void)state;
    struct rng r = rng_seeded(5, 8);
    int accepted = 0, refused = 0;
    for (int i = 0; all_games[i]; i++) {
        int players = usual_players(all_games[i]->name);
        struct setup u = test_setup(all_games[i]->name, players, NULL);
        struct table *t = table_new(&u);
        for (int step = 0; step < SPOILT && table_turn(t).kind != TURN_OVER; step++) {
            test_step(t, &r);
            spoilt_view(t, &r);
            for (int k = 0; k < t->log.size; k++)
                if (spoilt_event(t, &t->log.event[k], &r))
                    accepted++;
                else
                    refused++;
        }
        table_free(t);
    }
    assert_true(accepted > 0 && refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_is_told_comes_back_as_it_was_in_every_game),
        cmocka_unit_test(nonsense_of_a_server_is_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
