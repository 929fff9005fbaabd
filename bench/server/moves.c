#include "bench/server/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4000000 };

static void sample(struct moves *m, uint64_t since)
{
    if (m->measuring && m->samples < SAMPLES)
        m->sample[m->samples++] = (uint32_t)(load_now() - since);
}

static void command(struct moves *m, int i, const char *word, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%llu%s}", word,
             (unsigned long long)++m->number[i], more);
    m->sent[i] = load_now();
    client_send(m->client[i], text);
}

/* The value behind a key of a message, where it is words. */
static bool words(const char *text, const char *key, char out[], size_t room)
{
    const char *at = strstr(text, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t size = strcspn(at, "\"");
    snprintf(out, room, "%.*s", (int)(size < room ? size : room - 1), at);
    return true;
}

void moves_decide(struct moves *m, int client)
{
    char more[64];
    snprintf(more, sizeof more, ",\"choice\":\"%s\"", m->choice[client]);
    m->choice[client][0] = '\0';
    m->moves++;
    command(m, client, "decide", more);
}

/* Two people at each table of Pairs; whoever may decide does so at once, and when a game is over
 * the next begins. */
static void heard(void *context, struct client *c, const char *text, size_t size)
{
    (void)size;
    struct moves *m = context;
    int i = client_number(c), table = i / 2;
    char choice[32], more[64];
    if (strncmp(text, "{\"n\":", 5) == 0) {
        if (strstr(text, "\"done\":false") && !strstr(text, "no longer"))
            fprintf(stderr, "bench: %s\n", text);
        else
            sample(m, m->sent[i]);
        if (i % 2 == 0 && !m->id[table][0] &&
            words(text, "\"table\":\"", m->id[table], sizeof m->id[table])) {
            snprintf(more, sizeof more, ",\"table\":\"%s\"", m->id[table]);
            command(m, i + 1, "enter", more);
            command(m, i + 1, "sit", ",\"name\":\"Bob\"");
        }
    }
    bool sat = strstr(text, "\"kind\":\"seated\",\"seat\":\"B\"");
    if (i % 2 == 0 && (sat || strstr(text, "\"over\":true")))
        command(m, i, "begin", "");
    else if (words(text, "\"legal\":[\"", choice, sizeof choice)) {
        memcpy(m->choice[i], choice, sizeof choice);
        if (!m->paced)
            moves_decide(m, i);
    }
}

static void echoed(void *context, struct client *c, const char *text, size_t size)
{
    (void)text;
    (void)size;
    struct moves *m = context;
    int i = client_number(c);
    sample(m, m->sent[i]);
    snprintf(m->choice[i], sizeof m->choice[i], "hit");
    if (!m->paced)
        moves_decide(m, i);
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void moves_init(struct moves *m, bool bare, const struct doors *at, int count)
{
    m->sample = malloc(SAMPLES * sizeof *m->sample);
    if (!m->sample)
        exit(1);
    m->load = load_new(at->ann, bare ? echoed : heard, m);
    for (int i = 0; i < 2 * m->tables; i++) {
        const struct doors *d = &at[i / 2 % count];
        char more[128];
        load_turn(m->load, i % 2 ? d->bob : d->ann);
        m->client[i] = load_connect(m->load, i);
        m->number[i] = 1000;
        snprintf(more, sizeof more, ",\"token\":\"%032x%032x\"", m->people, i + 1);
        if (!bare)
            command(m, i, "hello", more);
        if (bare && i % 2 == 0 && m->paced)
            snprintf(m->choice[i], sizeof m->choice[i], "hit");
        else if (bare && i % 2 == 0)
            command(m, i, "decide", ",\"choice\":\"hit\"");
        if (!bare && i % 2)
            command(m, i - 1, "create",
                    ",\"game\":\"pairs\",\"name\":\"Ann\",\"public\":true,\"chairs\":[\"you\","
                    "\"open\"]");
    }
}

void moves_clear(struct moves *m)
{
    load_free(m->load);
    free(m->sample);
}

double moves_within(struct moves *m, double share)
{
    qsort(m->sample, m->samples, sizeof *m->sample, by_size);
    return m->samples ? m->sample[(size_t)((double)m->samples * share)] / 1000.0 : 0;
}
