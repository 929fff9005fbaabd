#include "tests/soak/soak.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool chance(struct soak *k, int of)
{
    return rng_below(&k->random, of) == 0;
}

/* --- Commands --------------------------------------------------------------------------------- */

static void keep_command(struct soak *k, uint64_t number, int table)
{
    if (k->commands == k->room) {
        k->room = k->room ? 2 * k->room : 4096;
        k->given = realloc(k->given, k->room * sizeof *k->given);
        if (!k->given)
            abort();
    }
    k->given[k->commands++] = (struct given){.number = number, .table = table};
}

/* Numbers are given out upward, whoever asks. */
static uint64_t next_number(const struct party *p)
{
    struct soak *k = p->soak;
    keep_command(k, k->commands + 1, p->table);
    return k->commands;
}

/* Sends a command that changes something; it is sent again until there is an answer. */
__attribute__((format(printf, 3, 4))) static void give(struct guest *g, const char *word,
                                                       const char *format, ...)
{
    char more[COMMAND_ROOM - 64];
    va_list list;
    va_start(list, format);
    vsnprintf(more, sizeof more, format, list);
    va_end(list);
    g->pending = next_number(g->party);
    snprintf(g->word, sizeof g->word, "%s", word);
    snprintf(g->command, sizeof g->command, "{\"do\":\"%s\",\"n\":%" PRIu64 "%s}", word, g->pending,
             more);
    client_send(g->client, g->command);
}

static void say_hello(struct guest *g)
{
    char text[256];
    g->hello = next_number(g->party);
    snprintf(text, sizeof text,
             "{\"do\":\"hello\",\"n\":%" PRIu64 ",\"version\":1,\"token\":\"%064x\"}", g->hello,
             g->number + 1);
    client_send(g->client, text);
}

static void enter(struct guest *g, uint64_t since)
{
    char text[256];
    struct party *p = g->party;
    g->enter = next_number(p);
    g->entered = false;
    snprintf(text, sizeof text,
             "{\"do\":\"enter\",\"n\":%" PRIu64
             ",\"table\":\"%s\",\"invitation\":\"%s\",\"since\":%" PRIu64 "}",
             g->enter, p->id, p->invitation, since);
    client_send(g->client, text);
}

/* --- A table ---------------------------------------------------------------------------------- */

/* The games and their variants, one after the other. */
static const char *name_of(int number, const struct game **game)
{
    int count = 0;
    for (int round = 0;; round++)
        for (int i = 0; (*game = all_games[i]); i++) {
            if (count++ == number)
                return all_games[i]->name;
            for (const struct preset *v = all_games[i]->presets; v && v->name; v++)
                if (count++ == number)
                    return v->name;
        }
}

/* Finds the next game that so many people and some bots can play. */
static void choose_game(struct party *p, struct setup *u)
{
    enum { MOST = 6 };
    struct error e = {0};
    const struct game *game;
    do {
        *u = (struct setup){0};
        if (!setup_choose(u, name_of(p->name++, &game), &e))
            abort();
        p->players = p->people + (int)rng_below(&p->soak->random, MOST - p->people + 1);
        p->players = p->players < 2 ? 2 : p->players;
    } while (!setup_suits(u, p->players));
}

static void create(struct guest *g)
{
    static const char *const bots[] = {"random", "hint", "1", "2"};
    struct party *p = g->party;
    struct setup u;
    char chairs[128] = "\"you\"";
    choose_game(p, &u);
    for (int seat = 1; seat < p->players; seat++) {
        size_t size = strlen(chairs);
        snprintf(chairs + size, sizeof chairs - size, ",\"%s\"",
                 seat < p->people ? "open" : bots[rng_below(&p->soak->random, 4)]);
    }
    give(g, "create", ",\"game\":\"%s\",\"name\":\"G%d\",\"public\":%s,\"chairs\":[%s]",
         setup_name(&u), g->number, chance(p->soak, 2) ? "true" : "false", chairs);
}

static void forget_all(struct guest *g)
{
    g->told = g->seen = 0;
    g->entered = g->full = g->began = g->wanted_back = false;
    g->enter = 0;
    g->legal = 0;
    g->stage[0] = '\0';
    g->seat = g->host = '\0';
}

void party_init(struct party *p, struct soak *k, int number)
{
    *p = (struct party){.soak = k, .number = number, .name = number, .table = k->rounds++};
    p->people = 1 + number % 4;
    p->guests = p->people + (p->people < GUESTS_AT_TABLE && number % 5 == 0);
    p->games_most = 1 + number % 3;
    for (int i = 0; i < p->guests; i++) {
        struct guest *g = &p->guest[i];
        g->party = p;
        g->number = number * GUESTS_AT_TABLE + i;
        g->chair = i < p->people ? i : NOBODY;
        g->client = load_connect(k->load, g->number);
        g->connected = g->resumed = true;
        forget_all(g);
        say_hello(g);
    }
}

void party_clear(struct party *p)
{
    for (int i = 0; i < p->guests; i++)
        free(p->guest[i].memory);
}

/* All have left: the next table. */
static void begin_anew(struct party *p)
{
    for (int i = 0; i < p->guests; i++)
        forget_all(&p->guest[i]);
    p->id[0] = p->invitation[0] = '\0';
    p->games = 0;
    p->table = p->soak->rounds++;
    p->breaking_up = false;
}

/* --- What a guest does ------------------------------------------------------------------------ */

/* Between games: the host begins, plays something else, or everybody goes home. */
static void between(struct guest *g)
{
    struct party *p = g->party;
    struct soak *k = p->soak;
    if (p->breaking_up) {
        if (g->seat)
            give(g, "leave", "%s", "");
        return;
    }
    if (!g->full || g->host != g->seat || k->ending)
        return;
    if (p->games >= p->games_most) {
        p->breaking_up = true;
        return;
    }
    struct setup u = {0};
    struct error e = {0};
    const struct game *game;
    const char *name = name_of(p->name, &game);
    if (p->games && chance(k, 3) && setup_choose(&u, name, &e) && setup_suits(&u, p->players))
        give(g, "change", ",\"game\":\"%s\",\"players\":%d", name_of(p->name++, &game), p->players);
    else
        give(g, "begin", "%s", "");
}

static void decide(struct guest *g)
{
    struct soak *k = g->party->soak;
    char after[48] = "";
    int which = (int)rng_below(&k->random, g->legal);
    if (chance(k, 2))
        snprintf(after, sizeof after, ",\"after\":%" PRIu64, g->told);
    g->legal = 0;
    give(g, "decide", ",\"choice\":\"%s\"%s", g->choice[which], after);
}

static void act(struct guest *g)
{
    struct party *p = g->party;
    struct soak *k = p->soak;
    bool sits = g->seat, between_games = g->stage[0] && strcmp(g->stage, "playing") != 0;
    if (chance(k, 100))
        give(g, "say", ",\"text\":\"%s %d\"", "Something was said:", g->number);
    else if (sits && strcmp(g->stage, "playing") == 0 && chance(k, g->wanted_back ? 2 : 200))
        give(g, "take-back", "%s", "");
    else if (g->legal)
        decide(g);
    else if (!sits && g->chair != NOBODY && !p->breaking_up && !k->ending)
        give(g, "sit", ",\"name\":\"G%d\",\"seat\":\"%c\"", g->number, 'A' + g->chair);
    else if (between_games)
        between(g);
    g->wanted_back = false;
}

static void connect_again(struct guest *g)
{
    if (!g->party->soak->listening || !client_again(g->client))
        return;
    g->connected = true;
    g->resumed = false;
    g->hello = g->enter = 0;
    say_hello(g);
}

/* How much a guest asks for when it comes back: what it missed, or what it has again. */
static uint64_t since(struct guest *g)
{
    struct soak *k = g->party->soak;
    if (k->ending || chance(k, 20))
        return 0;
    return chance(k, 10) ? (uint64_t)rng_below(&k->random, (int)g->told + 1) : g->told;
}

static void guest_tick(struct guest *g)
{
    struct party *p = g->party;
    if (!g->connected) {
        connect_again(g);
    } else if (p->soak->ending && g->entered && !g->pending && !g->checking) {
        g->checking = true;
        enter(g, 0);
    } else if (!g->hello && !g->enter && p->id[0] && (p->invitation[0] || g->chair == 0)) {
        enter(g, since(g));
    } else if (!g->hello && !g->pending && !p->id[0] && g->chair == 0 && !p->soak->ending) {
        create(g);
    } else if (g->entered && !g->pending && !p->soak->ending && chance(p->soak, 4)) {
        act(g);
    }
}

static bool all_left(const struct party *p)
{
    bool left = p->breaking_up;
    for (int i = 0; i < p->guests; i++)
        left = left && p->guest[i].entered && !p->guest[i].seat && !p->guest[i].pending;
    return left;
}

void party_tick(struct party *p)
{
    for (int i = 0; i < p->guests; i++)
        guest_tick(&p->guest[i]);
    if (all_left(p))
        begin_anew(p);
}

bool party_checked(const struct party *p)
{
    bool checked = true;
    for (int i = 0; i < p->guests; i++) {
        const struct guest *g = &p->guest[i];
        checked = checked && ((g->checking && g->entered && g->resumed) || !p->id[0]);
    }
    return checked;
}

/* --- What a guest hears ----------------------------------------------------------------------- */

void guest_lost(struct guest *g)
{
    g->connected = g->entered = g->checking = false;
    g->hello = g->enter = 0;
    g->legal = 0;
}

static void answered_pending(struct guest *g, const json_t *m, bool done)
{
    struct party *p = g->party;
    struct soak *k = p->soak;
    const char *table = json_string_value(json_object_get(m, "table"));
    k->given[g->pending - 1].outcome = done ? DONE : REFUSED;
    g->pending = 0;
    k->acknowledged += done;
    k->refused += !done;
    if (strcmp(g->word, "create") != 0)
        return;
    if (!done || !table) {
        soak_fault(k, "no table was made: %s: %s", g->command,
                   json_string_value(json_object_get(m, "refused")));
        return;
    }
    k->tables++;
    snprintf(p->id, sizeof p->id, "%s", table);
    g->entered = true;
    g->enter = 1;
}

static void answered(struct guest *g, const json_t *m)
{
    uint64_t number = (uint64_t)json_integer_value(json_object_get(m, "n"));
    bool done = json_is_true(json_object_get(m, "done"));
    const char *why = json_string_value(json_object_get(m, "refused"));
    if (number == g->hello) {
        g->hello = 0;
        if (g->pending && strcmp(g->word, "create") == 0) {
            g->party->soak->resent++;
            client_send(g->client, g->command);
        }
    } else if (number == g->enter) {
        g->entered = done;
        if (!done)
            soak_fault(g->party->soak, "guest %d cannot come back to %s: %s", g->number,
                       g->party->id, why);
        if (done && g->pending) {
            g->party->soak->resent++;
            client_send(g->client, g->command);
        }
    } else if (g->pending && number == g->pending) {
        answered_pending(g, m, done);
    } else {
        soak_fault(g->party->soak, "guest %d: an answer to nothing: %" PRIu64, g->number, number);
    }
}

static uint64_t fingerprint(const json_t *j)
{
    char *words = json_dumps(j, JSON_COMPACT);
    uint64_t sum = 1469598103934665603u;
    for (const char *at = words; at && *at; at++)
        sum = (sum ^ (unsigned char)*at) * 1099511628211u;
    free(words);
    return sum;
}

static void remember(struct guest *g, const json_t *entry)
{
    struct soak *k = g->party->soak;
    uint64_t number = (uint64_t)json_integer_value(json_object_get(entry, "entry"));
    uint64_t print = fingerprint(entry);
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    if (number == g->told + 1) {
        if (g->told == g->room) {
            g->room = g->room ? 2 * g->room : 256;
            g->memory = realloc(g->memory, g->room * sizeof *g->memory);
            if (!g->memory)
                abort();
        }
        g->memory[g->told++] = print;
        k->entries++;
        g->wanted_back = kind && strcmp(kind, "asked") == 0;
        g->began = g->began || (kind && (strcmp(kind, "begun") == 0 || strcmp(kind, "again") == 0));
    } else if (!number || number > g->told) {
        soak_fault(k, "%s: entry %" PRIu64 " came after %" PRIu64, g->party->id, number, g->told);
    } else if (!g->party->breaking_up) { /* who has left the chair sees less */
        k->retold++;
        if (g->memory[number - 1] != print)
            soak_fault(k, "%s: entry %" PRIu64 " is another one for guest %d", g->party->id, number,
                       g->number);
    }
}

static void look(struct guest *g, const json_t *view)
{
    uint64_t print = fingerprint(view);
    const json_t *legal = json_object_get(view, "legal");
    if (g->seen == g->told && g->view != print && !g->party->breaking_up)
        soak_fault(g->party->soak, "%s: guest %d sees another table after entry %" PRIu64,
                   g->party->id, g->number, g->told);
    g->seen = g->told;
    g->view = print;
    g->legal = (int)json_array_size(legal);
    for (int i = 0; i < g->legal; i++)
        snprintf(g->choice[i], ACTION_TEXT, "%s",
                 json_string_value(json_array_get(legal, (size_t)i)));
}

static char letter(const json_t *j, const char *key)
{
    const char *word = json_string_value(json_object_get(j, key));
    return word ? word[0] : '\0';
}

static void learn(struct guest *g, const json_t *now)
{
    struct party *p = g->party;
    const char *stage = json_string_value(json_object_get(now, "stage"));
    const char *invitation = json_string_value(json_object_get(now, "invitation"));
    const json_t *chairs = json_object_get(now, "chairs");
    if (invitation)
        snprintf(p->invitation, sizeof p->invitation, "%s", invitation);
    if (stage && strcmp(stage, "over") == 0 && g->began) {
        g->began = false;
        p->games += g->chair == 0;
        p->soak->games += g->chair == 0;
    }
    snprintf(g->stage, sizeof g->stage, "%s", stage ? stage : "");
    g->seat = letter(now, "you");
    g->host = letter(now, "host");
    g->full = true;
    for (size_t i = 0; i < json_array_size(chairs); i++)
        g->full = g->full && letter(json_array_get(chairs, i), "kind") != 'e';
}

static void back_again(struct guest *g)
{
    struct soak *k = g->party->soak;
    uint64_t took = k->listening ? load_now() - k->listening : 0; /* 0: it is killed just now */
    g->resumed = true;
    k->resumed++;
    k->late += took > k->patience;
    if (took > k->slowest)
        k->slowest = took;
}

static void told(struct guest *g, const json_t *m)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    const json_t *entries = json_object_get(m, "entries"), *now = json_object_get(m, "now"),
                 *view = json_object_get(m, "view");
    if (!table || strcmp(table, g->party->id) != 0)
        return;
    for (size_t i = 0; i < json_array_size(entries); i++)
        remember(g, json_array_get(entries, i));
    uint64_t last = (uint64_t)json_integer_value(json_object_get(m, "entry"));
    if (now)
        learn(g, now);
    if (view && last == g->told)
        look(g, view);
    if (now && !g->resumed)
        back_again(g);
}

void guest_hears(struct guest *g, const char *text, size_t size)
{
    json_error_t e;
    json_t *m = json_loadb(text, size, 0, &e);
    if (!m)
        soak_fault(g->party->soak, "no JSON: %.80s", text);
    if (json_object_get(m, "n"))
        answered(g, m);
    if (json_object_get(m, "entry"))
        told(g, m);
    json_decref(m);
}
