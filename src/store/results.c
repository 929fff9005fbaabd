#include "store/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void results_add(struct results *r, const struct played *p, int seat)
{
    const struct played_seat *s = &p->seat[seat];
    bool won = s->result == RESULT_WON, lost = s->result == RESULT_LOST;
    r->played++;
    r->won += won;
    r->lost += lost;
    r->fair += played_fair(p);
    r->score += s->score;
    r->rank += played_rank(p, seat);
    if (s->verdict.decisions >= 0) {
        r->analysed++;
        r->decisions += s->verdict.decisions;
        r->loss += s->verdict.lost;
    }
    int before = r->streak;
    r->streak = won ? (before > 0 ? before : 0) + 1 : lost ? (before < 0 ? before : 0) - 1 : 0;
    if (r->streak > r->longest_won)
        r->longest_won = r->streak;
    if (-r->streak > r->longest_lost)
        r->longest_lost = -r->streak;
}

/* The owner's seat in a game that counts; NOBODY otherwise. */
static int counts(const struct played *p, const char *person)
{
    return p->over ? played_owner(p, person) : NOBODY;
}

/* The group of that name, which is made where there is none. NULL if memory runs out. */
static struct results_group *group_of(struct results_list *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->group[i].name, name) == 0)
            return &r->group[i];
    struct results_group *more = realloc(r->group, ((size_t)r->count + 1) * sizeof *more);
    if (!more)
        return NULL;
    r->group = more;
    struct results_group *g = &r->group[r->count++];
    *g = (struct results_group){0};
    snprintf(g->name, sizeof g->name, "%s", name);
    return g;
}

static bool add_to(struct results_list *r, const char *name, const struct played *p, int seat)
{
    struct results_group *g = group_of(r, name);
    if (!g)
        return false;
    if (!g->first)
        g->first = p;
    results_add(&g->results, p, seat);
    return true;
}

/* Once for each of its bots. */
static bool add_by_bot(struct results_list *r, const struct played *p, int owner)
{
    bool fine = true;
    for (int seat = 0; fine && seat < p->players; seat++) {
        bool again = !p->seat[seat].bot[0];
        for (int before = 0; before < seat; before++)
            again = again || strcmp(p->seat[before].bot, p->seat[seat].bot) == 0;
        fine = again || add_to(r, p->seat[seat].bot, p, owner);
    }
    return fine;
}

static int compare_groups(const void *one, const void *other)
{
    const struct results_group *a = one, *b = other;
    int more = b->results.played - a->results.played;
    return more ? more : strcmp(a->name, b->name);
}

bool results_gather(struct results_list *r, const struct played_list *l, enum results_by by,
                    const char *person, struct error *e)
{
    *r = (struct results_list){0};
    bool fine = by != BY_NOTHING || group_of(r, "");
    for (int i = l->count - 1; fine && i >= 0; i--) {
        const struct played *p = &l->game[i];
        int seat = counts(p, person);
        if (seat == NOBODY)
            continue;
        fine = by == BY_BOT ? add_by_bot(r, p, seat)
                            : add_to(r,
                                     by == BY_GAME      ? p->game->name
                                     : by == BY_VARIANT ? played_name(p)
                                                        : "",
                                     p, seat);
    }
    if (!fine) {
        results_free(r);
        return error_no_memory(e);
    }
    if (r->count > 1)
        qsort(r->group, (size_t)r->count, sizeof *r->group, compare_groups);
    return true;
}

void results_free(struct results_list *r)
{
    free(r->group);
    *r = (struct results_list){0};
}

int results_curve(const struct played_list *l, const char *person, double out[])
{
    struct results sum = {0};
    for (int i = l->count - 1; i >= 0; i--) {
        int seat = counts(&l->game[i], person);
        if (seat == NOBODY)
            continue;
        results_add(&sum, &l->game[i], seat);
        out[sum.played - 1] = sum.won - sum.fair;
    }
    return sum.played;
}
