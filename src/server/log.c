#include "server/log.h"

#include "engine/text.h"
#include "wire/json.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINES_MOST = 50 }; /* in a second: what strangers do must not fill the disk */

/* A process has one standard error, and libwebsockets no context for us. */
static bool as_json;
static int lines, left_out; /* in this second */
static time_t second;

static const char *const levels[] = {
    [LOG_NOTE] = "note", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};

/* As RFC 3339 has it, in UTC. */
static void put_time(const struct timespec *now, char out[32])
{
    struct tm parts;
    char whole[24];
    gmtime_r(&now->tv_sec, &parts);
    strftime(whole, sizeof whole, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out, 32, "%s.%03dZ", whole, (int)(now->tv_nsec / 1000000));
}

static void add_fact(struct text *out, const struct fact *facts, const char *key, size_t size)
{
    for (const struct fact *f = facts; f->key; f++)
        if (strlen(f->key) == size && memcmp(f->key, key, size) == 0) {
            if (f->words)
                text_add(out, "%s", f->words);
            else
                text_add(out, "%lld", (long long)f->number);
            return;
        }
}

static void fill_in(struct text *out, const char *sentence, const struct fact *facts)
{
    while (*sentence) {
        size_t plain = strcspn(sentence, "{");
        text_add(out, "%.*s", (int)plain, sentence);
        sentence += plain;
        size_t size = strcspn(sentence, "}");
        if (*sentence) {
            add_fact(out, facts, sentence + 1, size - 1);
            sentence += size + 1;
        }
    }
}

static void add_json(struct text *out, const char *time, enum log_level level, const char *event,
                     const char *words, const struct fact *facts)
{
    json_object_begin(out);
    json_text(json_key(out, "time"), time);
    json_text(json_key(out, "level"), levels[level]);
    json_text(json_key(out, "event"), event);
    for (const struct fact *f = facts; f->key; f++)
        if (f->words)
            json_text(json_key(out, f->key), f->words);
        else
            json_int(json_key(out, f->key), f->number);
    json_text(json_key(out, "words"), words);
    json_object_end(out);
}

static void write_line(const struct timespec *now, enum log_level level, const char *event,
                       const char *sentence, const struct fact *facts)
{
    char time[32];
    struct text words = {0}, line = {0};
    put_time(now, time);
    fill_in(&words, sentence, facts);
    if (words.at)
        text_clean(words.at);
    if (as_json)
        add_json(&line, time, level, event, text_of(&words), facts);
    else
        text_add(&line, "%s %s%s%s", time, level == LOG_NOTE ? "" : levels[level],
                 level == LOG_NOTE ? "" : ": ", text_of(&words));
    text_add(&line, "\n");
    /* At once and whole. If memory has run out there is no line; the server must go on. */
    if (!line.failed && !words.failed)
        fwrite(line.at, 1, line.size, stderr);
    text_free(&words);
    text_free(&line);
}

void log_tell(enum log_level level, const char *event, const char *sentence,
              const struct fact facts[])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec != second) {
        if (left_out)
            write_line(&now, LOG_WARNING, "left-out", "{lines} lines were left out.",
                       (struct fact[]){{"lines", NULL, left_out}, {0}});
        second = now.tv_sec;
        lines = left_out = 0;
    }
    if (level == LOG_WARNING && lines >= LINES_MOST)
        left_out++;
    else
        write_line(&now, level, event, sentence, facts);
    lines++;
}

/* libwebsockets ends its lines itself. */
static void hear_libwebsockets(int level, const char *said)
{
    (void)level;
    char words[256];
    snprintf(words, sizeof words, "%.*s", (int)strcspn(said, "\n"), said);
    log_tell(LOG_WARNING, "libwebsockets", "libwebsockets: {said}",
             (struct fact[]){{"said", words, 0}, {0}});
}

void log_begin(bool json)
{
    as_json = json;
    lws_set_log_level(LLL_ERR | LLL_WARN, hear_libwebsockets);
}
