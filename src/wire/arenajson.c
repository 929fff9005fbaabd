#include "wire/arenajson.h"

#include "engine/game.h"
#include "wire/simjson.h"
#include "wire/tablejson.h"

static void json_share(struct text *t, const char *value, const char *low, const char *high,
                       const struct share *share)
{
    json_double(json_key(t, value), share->value);
    json_double(json_key(t, low), share->low);
    json_double(json_key(t, high), share->high);
}

static void json_bot(struct text *t, const char *name, const struct arena_bot *b)
{
    json_object_begin(t);
    json_text(json_key(t, "name"), name);
    json_int(json_key(t, "seats"), b->seats);
    json_double(json_key(t, "mean"), b->mean);
    json_double(json_key(t, "mean_error"), b->mean_error);
    json_double(json_key(t, "ahead"), b->ahead);
    json_double(json_key(t, "ahead_error"), b->ahead_error);
    json_share(t, "won", "won_low", "won_high", &b->won);
    json_share(t, "lost", "lost_low", "lost_high", &b->lost);
    json_double(json_key(t, "elo"), b->rating.elo);
    json_double(json_key(t, "elo_error"), b->rating.error);
    forfeit_json(t, &b->forfeit);
    json_object_end(t);
}

/* Without a verdict if not everybody played. */
static void json_sprt(struct text *t, const struct sprt *s, int games, bool played)
{
    static const char *const verdicts[] = {
        [UNDECIDED] = "undecided", [NOT_STRONGER] = "H0", [STRONGER] = "H1"};
    struct sprt_test test = sprt_test(s);
    json_object_begin(t);
    json_key(t, "verdict");
    if (played)
        json_text(t, verdicts[s->verdict]);
    else
        json_null_value(t);
    json_int(json_key(t, "elo0"), test.elo0);
    json_int(json_key(t, "elo1"), test.elo1);
    json_double(json_key(t, "alpha"), test.alpha / 100);
    json_double(json_key(t, "beta"), test.beta / 100);
    json_double(json_key(t, "llr"), s->llr);
    json_double(json_key(t, "bound"), sprt_high(s));
    json_double(json_key(t, "low_bound"), sprt_low(s));
    json_int(json_key(t, "games"), s->deals * games);
    json_object_end(t);
}

void arena_json(struct text *t, const struct arena *a, const struct arena_result *r)
{
    static const char *const aims[] = {
        [FOR_CHIPS] = "chips", [TO_WIN] = "won", [NOT_TO_LOSE] = "lost"};
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&a->setup));
    json_int(json_key(t, "players"), a->setup.players);
    json_options(json_key(t, "options"), &a->setup);
    json_unsigned(json_key(t, "seed"), a->seed);
    json_int(json_key(t, "deals"), r->deals);
    json_int(json_key(t, "games"), r->games);
    json_text(json_key(t, "counts"), aims[r->aim]);
    json_bool(json_key(t, "cooperative"), a->setup.game->kind == COOPERATIVE);
    json_array_begin(json_key(t, "bots"));
    for (int i = 0; i < a->bots; i++)
        json_bot(t, a->bot[i], &r->bot[i]);
    json_array_end(t);
    json_sprt(json_key(t, "sprt"), &r->sprt, arena_games(a), arena_forfeited(a, r) < 0);
    json_object_end(t);
    text_add(t, "\n");
}
