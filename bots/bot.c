#include "bots/bot.h"

#include "bots/random.h"
#include "bots/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, USUAL_ITERATIONS = 2000, MOST = 100000000 };

enum way { BY_CHANCE, BY_HINT, BY_SEARCH };

struct bot {
    char name[NAME_SIZE];
    enum way way;
    int slips; /* so many decisions in a hundred are made at random */
    struct search_limits limits;
};

/* What the levels are made of, from a beginner's to the best. */
static const struct {
    enum way way;
    int slips, iterations;
} levels[] = {
    {BY_HINT, 70, 0},    {BY_HINT, 35, 0},     {BY_HINT, 10, 0},     {BY_SEARCH, 20, 100},
    {BY_SEARCH, 5, 300}, {BY_SEARCH, 0, 1000}, {BY_SEARCH, 0, 4000}, {BY_SEARCH, 0, 16000},
};

/* A number after "search:" or "think:"; `usual` where there is none; 0 if it is wrong. */
static int read_number(const char *text, int usual)
{
    if (*text == '\0')
        return usual;
    char *end;
    long n = *text == ':' ? strtol(text + 1, &end, 10) : 0;
    return n > 0 && n <= MOST && *end == '\0' ? (int)n : 0;
}

static bool read_name(struct bot *b, const char *name)
{
    if (strcmp(name, "random") == 0) {
        b->way = BY_CHANCE;
    } else if (strcmp(name, "hint") == 0) {
        b->way = BY_HINT;
    } else if (strncmp(name, "search", 6) == 0) {
        b->way = BY_SEARCH;
        b->limits.iterations = read_number(name + 6, USUAL_ITERATIONS);
        return b->limits.iterations > 0;
    } else if (strncmp(name, "think", 5) == 0) {
        b->way = BY_SEARCH;
        b->limits.milliseconds = read_number(name + 5, 0);
        return b->limits.milliseconds > 0;
    } else if (name[0] >= '1' && name[0] <= '8' && name[1] == '\0') {
        int level = name[0] - '1';
        b->way = levels[level].way;
        b->slips = levels[level].slips;
        b->limits.iterations = levels[level].iterations;
    } else {
        return false;
    }
    return true;
}

struct bot *bot_new(const char *name, struct error *e)
{
    struct bot *b = calloc(1, sizeof *b);
    if (!b) {
        error_set(e, "memory has run out; close other programs and try again");
        return NULL;
    }
    if (strlen(name) >= NAME_SIZE || !read_name(b, name)) {
        error_set(e,
                  "there is no bot '%.40s'; expected random, hint, search:ITERATIONS, "
                  "think:MILLISECONDS or a level from 1 to 8",
                  name);
        free(b);
        return NULL;
    }
    snprintf(b->name, sizeof b->name, "%s", name);
    return b;
}

void bot_free(struct bot *b)
{
    free(b);
}

const char *bot_name(const struct bot *b)
{
    return b->name;
}

action bot_choose(struct bot *b, const struct knowledge *k, struct rng *r)
{
    struct view v;
    knowledge_view(k, &v);
    if (v.actions == 1)
        return v.act[0];
    if (b->way == BY_CHANCE || (b->slips && rng_below(r, 100) < b->slips))
        return random_choose(v.act, v.actions, r);
    if (b->way == BY_SEARCH)
        return search_choose(k, &b->limits, r, NULL);
    const struct game *game = knowledge_game(k);
    return game->hint ? game->hint(&v, r) : random_choose(v.act, v.actions, r);
}
