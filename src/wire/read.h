/* JSON from outside: one message, read where it lies. Nothing is allocated and nothing is believed:
 * the text is checked as a whole before anything of it can be asked for. It is small enough for a
 * page, where libraries are not.
 *
 *     struct json m;
 *     if (json_read(&m, text, size, &e) && json_words(&m, json_member(&m, 0, "do"), word, room))
 *
 * A value is its number; the message itself is value 0, and JSON_NONE is no value, which every
 * function takes and answers as if it were of the wrong kind. */
#ifndef PAIRS_WIRE_READ_H
#define PAIRS_WIRE_READ_H

#include "engine/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    JSON_BYTES = 4096, /* of a message, at most */
    JSON_VALUES = 512, /* in it, keys included */
    JSON_KEYS = 64,    /* of an object: each is compared with all before it */
    JSON_DEPTH = 8,
    JSON_NONE = -1,
};

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_WORDS, JSON_ARRAY, JSON_OBJECT };

struct json {
    const char *text;
    int values;
    struct {
        uint8_t kind;
        uint16_t at, size; /* bytes of the text; of words without the quotes */
        uint16_t next;     /* the first value that is no part of this one */
    } value[JSON_VALUES];
};

/* Reads a message, which must stay where it is as long as it is asked. False with a message if it
 * is no JSON, has a key twice or one with a NUL in it, or is more than fits. */
bool json_read(struct json *m, const char *text, size_t size, struct error *e);

/* What stands behind a key of an object. */
int json_member(const struct json *m, int object, const char *key);

/* The first thing in an array, and the one after it. */
int json_first(const struct json *m, int array);
int json_after(const struct json *m, int array, int value);

/* Keys of an object and their values in order: a key, and behind it (key + 1) its value. */
int json_first_key(const struct json *m, int object);
int json_key_after(const struct json *m, int object, int key);

enum json_kind json_kind(const struct json *m, int value);

/* Words as UTF-8 with a NUL byte. False if they are none, do not fit, or hold a NUL themselves. */
bool json_words(const struct json *m, int value, char out[], size_t room);

/* A whole number. False if it is none or beyond 2^53, where not every language counts exactly. */
bool json_whole(const struct json *m, int value, int64_t *out);

bool json_truth(const struct json *m, int value, bool *out);

#endif
