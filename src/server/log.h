/* What a server tells those who run it, a line each on standard error: in words for people, or as a
 * JSON object for programs. A line never has a token, an invitation or a card. */
#ifndef PAIRS_SERVER_LOG_H
#define PAIRS_SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_NOTE, LOG_WARNING, LOG_ERROR };

/* Something that a line tells of: words, or a number where there are none. */
struct fact {
    const char *key, *words;
    int64_t number;
};

/* Whether lines are JSON from now on; and whatever libwebsockets has to say becomes a line too. */
void log_begin(bool json);

/* Writes a line. The sentence is for people, in English, as all that is kept is: "Table {table} is
 * set aside." has the fact of that key in its place. The last fact has no key. */
void log_tell(enum log_level level, const char *event, const char *sentence,
              const struct fact facts[]);

#endif
