#include "lab/sim.h"

#include "bots/bot.h"

#include <stdio.h>
#include <string.h>

struct bot *sim_bot(const struct sim_job *job, const char *name, struct error *e)
{
    return job->own ? job->own(job->owner, name, e) : job->make(name, e);
}

bool sim_bots(struct sim_job *job, const char *list, struct error *e)
{
    int players = job->point->players, bots = 0;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += at > list; /* the comma */
        if (bots == players)
            return error_set(e, "there are more bots than players; expected at most %d", players);
        size_t size = strcspn(at, ",");
        if (size >= SIM_BOT_ROOM)
            return error_set(e, "the bot '%.40s...' is too long; expected at most %d bytes", at,
                             SIM_BOT_ROOM - 1);
        snprintf(job->bot[bots], SIM_BOT_ROOM, "%.*s", (int)size, at);
        struct bot *b = sim_bot(job, job->bot[bots++], e);
        if (!b)
            return false;
        bot_free(b);
    }
    for (int seat = bots; seat < players; seat++)
        memcpy(job->bot[seat], job->bot[seat - bots], SIM_BOT_ROOM);
    return true;
}

long sim_played(const struct sim_job *job, const struct sim_state *state)
{
    long games = 0;
    for (int p = 0; p < job->points; p++)
        games += state->result[p].games;
    return games;
}

/* --- Statistics ------------------------------------------------------------------------------- */

struct estimate sim_score(const struct sim_result *r, int seat)
{
    return tally_estimate(&(struct tally){r->games, r->score[seat], r->score_squared[seat]});
}

struct estimate sim_place_score(const struct sim_result *r, int place)
{
    const struct sim_place *p = &r->place[place];
    return tally_estimate(&(struct tally){r->begun, p->score, p->score_squared});
}

struct estimate sim_edge(const struct sim_result *r, int seat, int players)
{
    struct tally times = {.count = r->games, .squares = r->edge_squared[seat]}; /* players x edge */
    times.sum = players * r->score[seat];
    for (int i = 0; i < players; i++)
        times.sum -= r->score[i];
    struct estimate e = tally_estimate(&times);
    return (struct estimate){e.mean / players, e.error / players};
}
