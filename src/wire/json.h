/* JSON, written into a text one value after the other, in the order of the calls:
 *
 *     json_object_begin(t);
 *     json_text(json_key(t, "game"), "pairs");
 *     json_array_begin(json_key(t, "scores"));
 *     json_int(t, 6);
 *     json_int(t, 0);
 *     json_array_end(t);
 *     json_object_end(t);                         {"game":"pairs","scores":[6,0]}
 *
 * Commas come by themselves, and blanks never. Each value of an object follows its key, and all
 * that begins is ended; what then stands in the text is valid JSON, whatever the words and numbers
 * are. When memory runs out the text is cut short and its `failed` says so: looking once, at the
 * end, is enough. What is written from an empty text, or after a line end or a blank, is a document
 * of its own, so that one text can hold several, a line each. */
#ifndef PAIRS_WIRE_JSON_H
#define PAIRS_WIRE_JSON_H

#include "engine/text.h"

#include <stdint.h>

/* Whether a comma comes before the next value. The last byte tells: a word ends with its quote, so
 * that these bytes are never part of one. */
static inline bool json_goes_on(const struct text *t)
{
    char last = t->size ? t->at[t->size - 1] : ' ';
    return last != '{' && last != '[' && last != ':' && last != '\n' && last != ' ';
}

/* Adds bytes that are a value, or the beginning of one. */
static inline void json_put(struct text *t, const char *bytes, size_t size)
{
    if (!text_has_room(t, size + 1))
        return;
    char *at = t->at + t->size;
    if (json_goes_on(t))
        *at++ = ',';
    memcpy(at, bytes, size);
    at[size] = '\0';
    t->size = (size_t)(at + size - t->at);
}

static inline void json_object_begin(struct text *t)
{
    json_put(t, "{", 1);
}

static inline void json_object_end(struct text *t)
{
    text_put(t, "}", 1);
}

static inline void json_array_begin(struct text *t)
{
    json_put(t, "[", 1);
}

static inline void json_array_end(struct text *t)
{
    text_put(t, "]", 1);
}

/* The name of the value that comes next in an object: a word of ours, with nothing in it that would
 * have to be escaped. Returns the text, for that value. */
static inline struct text *json_key(struct text *t, const char *key)
{
    size_t size = strlen(key);
    if (!text_has_room(t, size + 4))
        return t;
    char *at = t->at + t->size;
    if (json_goes_on(t))
        *at++ = ',';
    *at++ = '"';
    memcpy(at, key, size);
    at += size;
    *at++ = '"';
    *at++ = ':';
    *at = '\0';
    t->size = (size_t)(at - t->at);
    return t;
}

/* Words: UTF-8 as it is; quotes, and characters that cannot be shown as they are (see
 * text_character), escaped. A byte that is no UTF-8 becomes
 * U+FFFD, the replacement character. */
void json_text(struct text *t, const char *words);

/* The same in two steps, for words that somebody else writes: the quote, after which they are added
 * to the text as they are; and the end, which escapes what there is from `begin` on. */
size_t json_text_begin(struct text *t);
void json_text_end(struct text *t, size_t begin);

/* A word of ours, with nothing in it that would have to be escaped. */
static inline void json_word(struct text *t, const char *word)
{
    size_t size = strlen(word);
    if (!text_has_room(t, size + 3))
        return;
    char *at = t->at + t->size;
    if (json_goes_on(t))
        *at++ = ',';
    *at++ = '"';
    memcpy(at, word, size);
    at += size;
    *at++ = '"';
    *at = '\0';
    t->size = (size_t)(at - t->at);
}

/* Numbers. One with a point has 17 digits, which are enough to read the same number again, and what
 * is no number (NAN) or too large for one (INFINITY) is null. */
void json_int(struct text *t, int64_t number);
void json_unsigned(struct text *t, uint64_t number);
void json_double(struct text *t, double number);

/* A value that was written before. */
void json_raw(struct text *t, const char *json);

/* {"mean": m, "error": half the width of the 95% interval}. */
void json_estimate(struct text *t, double mean, double error);

/* An array of numbers with a point. */
void json_doubles(struct text *t, const double number[], int count);

void json_bool(struct text *t, bool truth);
void json_null_value(struct text *t);

#endif
