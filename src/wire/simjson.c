#include "wire/simjson.h"

#include "engine/game.h"
#include "wire/json.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <string.h>

int sim_begun(const struct sim *s)
{
    int points = 0;
    while (points < s->sweep.points && s->state.result[points].games)
        points++;
    return points;
}

/* --- CSV -------------------------------------------------------------------------------------- */

void csv_word(const char *word, struct text *to)
{
    bool quoted = strpbrk(word, ",\"\r\n") != NULL;
    text_add(to, quoted ? "\"" : "");
    for (; *word; word++)
        text_add(to, "%s%c", *word == '"' ? "\"" : "", *word);
    text_add(to, quoted ? "\"" : "");
}

static void csv_seat(const struct sim *s, int point, int seat, struct text *to)
{
    const struct setup *u = &s->sweep.point[point];
    const struct sim_result *r = &s->state.result[point];
    double count = (double)r->games;
    char bot[SIM_BOT_ROOM];
    text_add(to, "%s,%d", setup_name(u), u->players);
    for (int i = 0; i < s->sweep.axes; i++) {
        int option = s->sweep.axis[i].option;
        char text[OPTION_TEXT];
        text_add(to, ",%s", option_text(&u->game->options[option], u->option[option], text));
    }
    text_add(to, ",%llu,%ld,%.9g,%.9g,%.9g,%c,", (unsigned long long)s->job.seed, r->games,
             (double)r->hands / count, (double)r->decisions / count, (double)r->cards / count,
             'A' + seat);
    snprintf(bot, sizeof bot, "%s", s->job.bot[seat]);
    text_clean(bot);
    csv_word(bot, to);
    struct estimate mean = sim_score(r, seat), edge = sim_edge(r, seat, u->players);
    struct share won = share_of(r->won[seat], r->games);
    struct share lost = share_of(r->lost[seat], r->games);
    text_add(to, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%ld,", mean.mean, mean.error,
             edge.mean, edge.error, won.value, won.low, won.high, lost.value, lost.low, lost.high,
             r->forfeit[seat].decisions);
    csv_word(r->forfeit[seat].fault, to);
    text_add(to, "\n");
}

void sim_csv(const struct sim *s, struct text *to)
{
    text_add(to, "game,players");
    for (int i = 0; i < s->sweep.axes; i++)
        text_add(to, ",%s", s->sweep.base.game->options[s->sweep.axis[i].option].key);
    text_add(to, ",seed,games,hands,decisions,cards,seat,bot,score,score_error,edge,edge_error,"
                 "won,won_low,won_high,lost,lost_low,lost_high,replaced,fault\n");
    for (int p = 0; p < sim_begun(s); p++)
        for (int seat = 0; seat < s->sweep.base.players; seat++)
            csv_seat(s, p, seat, to);
}

/* --- JSON Lines ------------------------------------------------------------------------------- */

static void json_share(struct text *t, struct share share)
{
    json_object_begin(t);
    json_double(json_key(t, "share"), share.value);
    json_double(json_key(t, "low"), share.low);
    json_double(json_key(t, "high"), share.high);
    json_object_end(t);
}

/* Where the first bin begins, how wide each is, and how many fell into each. */
static void json_spread(struct text *t, const struct spread *s)
{
    json_object_begin(t);
    json_int(json_key(t, "first"), spread_start(s, 0));
    json_int(json_key(t, "width"), (int64_t)1 << s->shift);
    json_array_begin(json_key(t, "counts"));
    for (int i = 0; i < spread_bins(s); i++)
        json_int(t, s->count[i]);
    json_array_end(t);
    json_object_end(t);
}

void forfeit_json(struct text *t, const struct forfeit *f)
{
    json_int(json_key(t, "replaced"), f->decisions);
    json_key(t, "fault");
    if (f->decisions)
        json_text(t, f->fault);
    else
        json_null_value(t);
}

static void json_sim_seat(struct text *t, const struct sim *s, const struct sim_result *r, int seat)
{
    struct estimate score = sim_score(r, seat), edge = sim_edge(r, seat, s->sweep.base.players);
    json_object_begin(t);
    json_seat(json_key(t, "seat"), seat);
    json_text(json_key(t, "bot"), s->job.bot[seat]);
    json_estimate(json_key(t, "score"), score.mean, score.error);
    json_estimate(json_key(t, "edge"), edge.mean, edge.error);
    json_share(json_key(t, "won"), share_of(r->won[seat], r->games));
    json_share(json_key(t, "lost"), share_of(r->lost[seat], r->games));
    json_spread(json_key(t, "scores"), &r->scores[seat]);
    forfeit_json(t, &r->forfeit[seat]);
    json_object_end(t);
}

/* By places from who was the first, where somebody was. */
static void json_places(struct text *t, const struct sim_result *r, int players)
{
    json_object_begin(t);
    json_int(json_key(t, "games"), r->begun);
    json_array_begin(json_key(t, "places"));
    for (int i = 0; r->begun && i < players; i++) {
        struct estimate score = sim_place_score(r, i);
        json_object_begin(t);
        json_estimate(json_key(t, "score"), score.mean, score.error);
        json_share(json_key(t, "won"), share_of(r->place[i].won, r->begun));
        json_share(json_key(t, "lost"), share_of(r->place[i].lost, r->begun));
        json_object_end(t);
    }
    json_array_end(t);
    json_object_end(t);
}

/* How interesting it is; without close decisions and costs where nobody had a choice. */
static void json_interest(struct text *t, const struct interest *f)
{
    struct estimate leads = tally_estimate(&f->leads), costs = tally_estimate(&f->costs);
    json_object_begin(t);
    json_int(json_key(t, "games"), f->leads.count);
    json_estimate(json_key(t, "leads"), leads.mean, leads.error);
    if (f->close.count) {
        json_share(json_key(t, "close"), tally_share(&f->close));
        json_estimate(json_key(t, "costs"), costs.mean, costs.error);
    }
    json_object_end(t);
}

void json_sim_point(struct text *t, const struct sim *s, int point)
{
    const struct setup *u = &s->sweep.point[point];
    const struct sim_result *r = &s->state.result[point];
    double count = (double)r->games;
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->job.seed);
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(u));
    json_int(json_key(t, "players"), u->players);
    json_options(json_key(t, "options"), u);
    json_text(json_key(t, "seed"), seed);
    json_int(json_key(t, "games"), r->games);
    json_bool(json_key(t, "chips"), r->chips);
    json_double(json_key(t, "hands"), (double)r->hands / count);
    json_double(json_key(t, "decisions"), (double)r->decisions / count);
    json_double(json_key(t, "cards"), (double)r->cards / count);
    json_spread(json_key(t, "length"), &r->length);
    json_array_begin(json_key(t, "seats"));
    for (int seat = 0; seat < u->players; seat++)
        json_sim_seat(t, s, r, seat);
    json_array_end(t);
    json_places(json_key(t, "starts"), r, u->players);
    if (s->interest && s->interest[point].leads.count)
        json_interest(json_key(t, "interest"), &s->interest[point]);
    json_object_end(t);
}

void sim_jsonl(const struct sim *s, struct text *to)
{
    for (int p = 0; p < sim_begun(s); p++) {
        json_sim_point(to, s, p);
        text_add(to, "\n");
    }
}
