#include "wire/bot.h"

#include "bots/kind.h"
#include "bots/net.h"
#include "lab/policy.h"
#include "wire/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_ANSWER = 1000, MOST = 100000000 }; /* milliseconds */

struct program_bot {
    struct bot bot;
    struct program *program;
    const struct language *language; /* in which faults are told: that of whoever made the bot */
};

static const char *fault(const struct bot *b)
{
    return program_fault(((const struct program_bot *)b)->program);
}

static void clear(struct bot *b)
{
    program_free(((struct program_bot *)b)->program);
}

static void tell(const struct bot *b, const struct view *v)
{
    struct error e = {.language = ((const struct program_bot *)b)->language};
    error_set(&e, "the bot '%.300s' %s; from now on '%s' decides for it", b->name, bot_fault(b),
              v->game->hint ? "hint" : "random");
    fprintf(stderr, "pairs: %s\n", e.text);
}

/* If the program forfeits its decisions, that is said the first time. */
static action choose(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    struct program *p = ((struct program_bot *)b)->program;
    bool told = program_fault(p);
    action a;
    program_heed(p, b->stop);
    if (program_ask(p, k, v, &a))
        return a;
    b->starved = program_starved(p);
    if (program_fault(p)) { /* else it is that, or somebody wants no answer any more */
        b->forfeited++;
        if (!told && !b->background)
            tell(b, v);
    }
    return bot_hint(v, r);
}

static const struct bot_kind program_kind = {.choose = choose, .fault = fault, .clear = clear};

/* The command of a name, and how long an answer may take; NULL if it names no program. */
static const char *read_command(const char *name, int *limit)
{
    if (strncmp(name, "run:", 4) != 0 && strncmp(name, "run@", 4) != 0)
        return NULL;
    const char *command = strchr(name, ':');
    long milliseconds = USUAL_ANSWER;
    if (name[3] == '@') {
        char *end;
        milliseconds = strtol(name + 4, &end, 10);
        command = end == command ? command : NULL;
    }
    if (!command || command[1] == '\0' || milliseconds < 1 || milliseconds > MOST)
        return NULL;
    *limit = (int)milliseconds;
    return command + 1;
}

/* --- Networks --------------------------------------------------------------------------------- */

enum { NET_BYTES = 1 << 20, PATH_ROOM = 1024 };

/* The path of "net:FILE@TEMPERATURE", and the temperature where one stands there. */
static bool read_path(const char *name, char path[PATH_ROOM], int *temperature)
{
    const char *file = name + strlen("net:"), *at = strrchr(file, '@');
    char *end = NULL;
    long degrees = at ? strtol(at + 1, &end, 10) : 0;
    bool given = at && end > at + 1 && *end == '\0' && degrees >= 0 && degrees <= NET_HOT;
    size_t size = given ? (size_t)(at - file) : strlen(file);
    *temperature = given ? (int)degrees : NET_WARM;
    snprintf(path, PATH_ROOM, "%.*s", (int)size, file);
    return size > 0 && size < PATH_ROOM;
}

static struct net *load_net(const char *path, struct error *e)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        error_set(e, "%.300s cannot be read: %s; check the name", path, error_reason(e, errno));
        return NULL;
    }
    unsigned char *bytes = malloc(NET_BYTES);
    size_t size = bytes ? fread(bytes, 1, NET_BYTES, in) : 0;
    struct net *n = NULL;
    if (bytes)
        n = net_read(bytes, size, e);
    else
        error_no_memory(e);
    free(bytes);
    fclose(in);
    return n;
}

static struct bot *net_bot(const char *name, struct error *e)
{
    char path[PATH_ROOM];
    int temperature;
    if (!read_path(name, path, &temperature)) {
        error_set(e, "there is no file in '%.100s'; expected net:FILE", name);
        return NULL;
    }
    struct net *n = load_net(path, e);
    return n ? bot_of_net(name, n, temperature, e) : NULL;
}

struct bot *wire_bot(const char *name, struct error *e)
{
    int limit;
    const char *command = read_command(name, &limit);
    if (strncmp(name, "policy:", 7) == 0)
        return policy_bot(name, e);
    if (strncmp(name, "net:", 4) == 0)
        return net_bot(name, e);
    if (!command)
        return bot_among(name, error_words(e, ", policy:RULES, net:FILE or run:COMMAND"), e);
    struct program_bot *b = calloc(1, sizeof *b);
    if (!b) {
        error_no_memory(e);
        return NULL;
    }
    bool fine = bot_init(&b->bot, &program_kind, name, e);
    if (fine) {
        bot_entitle(&b->bot, command);
        b->language = e->language;
        b->program = program_new(command, limit, b->language);
        fine = b->program || error_no_memory(e);
    }
    if (fine)
        return &b->bot;
    bot_free(&b->bot);
    return NULL;
}
