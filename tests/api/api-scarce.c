/* A little of everything that the library does, for a run in which memory runs out somewhere: every
 * function must then say so and leave things in order. Ends with 0 if there was enough, with 3 if
 * one of them has said that there was not, and with 4 if one has failed and not said why. */
#include <pairs.h>

#include <stdlib.h>

enum { FINE, SHORT = 3, SILENT };

static struct pairs_error error;
static bool silent;

/* Whether it is there; if not, and it could say why, the reason was memory. */
static bool there(const void *thing)
{
    silent = silent || (!thing && *error.text && !error.no_memory);
    return thing != NULL;
}

/* The same for a text, which is given back at once. */
static bool text(char *words)
{
    bool fine = there(words);
    pairs_free(words);
    return fine;
}

static bool done(bool fine)
{
    return there(fine ? &error : NULL);
}

/* One step; the bot decides. */
static bool step(struct pairs_table *t, struct pairs_bot *b, struct pairs_rng *r)
{
    const struct pairs_game *g = pairs_table_game(t);
    if (pairs_game_turn(g) != PAIRS_DECISION)
        return done(pairs_table_draw(t, r, &error));
    int seat = pairs_rng_seat(r, pairs_game_seats(g));
    struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
    bool fine = there(k);
    if (fine) {
        pairs_action a = pairs_bot_choose(b, k, r);
        fine = done(pairs_table_play(t, seat, a, &error)) && !pairs_bot_fault(b);
    }
    pairs_knowledge_free(k);
    return fine;
}

static bool look(const struct pairs_table *t)
{
    struct pairs_game *g = pairs_game_clone(pairs_table_game(t));
    struct pairs_view *v = pairs_view_new();
    bool fine = there(g) && there(v);
    if (fine) {
        pairs_game_view(g, 0, v);
        fine = text(pairs_view_json(v)) && text(pairs_table_told(t, 0, 0, 1)) &&
               text(pairs_table_json(t)) && text(pairs_table_replay(t, 0, 0)) &&
               text(pairs_table_expected(t, 0));
    }
    pairs_view_free(v);
    pairs_game_free(g);
    return fine;
}

static bool again(const struct pairs_table *t)
{
    char *record = pairs_table_record(t);
    struct pairs_table *read = there(record) ? pairs_table_read(record, NULL, &error) : NULL;
    struct pairs_table *clone = there(read) ? pairs_table_clone(read) : NULL;
    bool fine = there(clone);
    pairs_free(record);
    pairs_table_free(read);
    pairs_table_free(clone);
    return fine;
}

static bool advise(const struct pairs_table *t)
{
    const struct pairs_game *g = pairs_table_game(t);
    int seat = 0;
    while (!(pairs_game_seats(g) >> seat & 1))
        seat++;
    struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
    struct pairs_odds *o = there(k) ? pairs_odds_new(k, 20, 1, &error) : NULL;
    bool fine = there(o) && text(pairs_table_hint(t, seat, 60, 0));
    pairs_odds_free(o);
    pairs_knowledge_free(k);
    return fine;
}

static bool at_table(const struct pairs_setup *u)
{
    struct pairs_bot *b = pairs_bot_new("search:8", &error);
    struct pairs_table *t = there(b) ? pairs_table_new(u, &error) : NULL;
    struct pairs_rng r;
    bool fine = there(t);
    pairs_rng_seed(&r, 1, 0);
    for (int i = 0; fine && i < 14; i++)
        fine = step(t, b, &r);
    while (fine && pairs_game_turn(pairs_table_game(t)) != PAIRS_DECISION)
        fine = step(t, b, &r);
    fine = fine && look(t) && again(t) && advise(t);
    pairs_table_free(t);
    pairs_bot_free(b);
    return fine;
}

/* A bot of one's own, which does the first thing that it may. */
static pairs_action first(void *context, const struct pairs_knowledge *k,
                          const struct pairs_view *v, struct pairs_rng *r)
{
    pairs_action legal[1];
    (void)context, (void)k, (void)r;
    pairs_view_legal(v, legal, 1);
    return legal[0];
}

static bool many(const struct pairs_setup *u)
{
    struct pairs_sim *s = pairs_sim_new(u, "hint,own", 4, 1, &error);
    bool fine =
        there(s) && done(pairs_sim_run(s, 1, NULL, NULL, &error)) && text(pairs_sim_json(s));
    pairs_sim_free(s);
    struct pairs_arena *a = fine ? pairs_arena_new(u, "hint,own", 4, 1, &error) : NULL;
    fine =
        there(a) && done(pairs_arena_run(a, 0, 1, NULL, NULL, &error)) && text(pairs_arena_json(a));
    pairs_arena_free(a);
    return fine;
}

static bool live(const struct pairs_setup *u)
{
    struct pairs_house *h = pairs_house_new(u, NULL, 1, &error);
    bool fine = there(h);
    for (int seat = 0; fine && seat < pairs_setup_players(u); seat++)
        fine = done(pairs_house_sit_bot(h, seat, "hint", &error));
    fine = fine && done(pairs_house_begin(h, &error));
    for (int i = 0; fine && i < 20; i++)
        fine = done(pairs_house_deals(h) ? pairs_house_go_on(h, &error)
                                         : pairs_house_think(h, &error));
    char *saved = fine ? pairs_house_save(h) : NULL;
    struct pairs_house *restored = there(saved) ? pairs_house_restore(saved, &error) : NULL;
    fine = there(restored);
    pairs_free(saved);
    pairs_house_free(restored);
    pairs_house_free(h);
    return fine;
}

int main(int count, char **word)
{
    struct pairs_setup *u = pairs_setup_new(count > 1 ? word[1] : "pairs", &error);
    bool fine = there(u) && text(pairs_setup_rules(u, 1, 60)) && text(pairs_setup_json(u, 0)) &&
                at_table(u) && done(pairs_setup_add_bot(u, "own", first, NULL, &error)) &&
                many(u) && live(u);
    pairs_setup_free(u);
    return silent ? SILENT : fine ? FINE : SHORT;
}
