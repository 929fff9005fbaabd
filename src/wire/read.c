#include "wire/read.h"

#include "engine/text.h"

#include <string.h>

/* Where the reading stands. Each function below begins at the first byte of what it reads and
 * leaves `at` behind it; false if it is not there. */
struct place {
    struct json *m;
    const char *text;
    size_t at, size;
    int depth;
};

static bool read_value(struct place *p);

static char peek(const struct place *p)
{
    return p->at < p->size ? p->text[p->at] : '\0';
}

static bool skip(struct place *p, char c)
{
    bool there = p->at < p->size && p->text[p->at] == c;
    p->at += there;
    return there;
}

static void skip_blanks(struct place *p)
{
    while (p->at < p->size && strchr(" \t\r\n", p->text[p->at]) && p->text[p->at])
        p->at++;
}

/* Begins a value; JSON_NONE if there are too many. */
static int begin(struct place *p, enum json_kind kind)
{
    struct json *m = p->m;
    if (m->values == JSON_VALUES)
        return JSON_NONE;
    m->value[m->values].kind = (uint8_t)kind;
    m->value[m->values].at = (uint16_t)p->at;
    return m->values++;
}

static bool end(struct place *p, int value)
{
    p->m->value[value].size = (uint16_t)(p->at - p->m->value[value].at);
    p->m->value[value].next = (uint16_t)p->m->values;
    return true;
}

/* --- Words ------------------------------------------------------------------------------------ */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Four hexadecimal digits; -1 if they are none. */
static int32_t read_hex(const char *at)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

enum { HIGH_FIRST = 0xD800, LOW_FIRST = 0xDC00, LOW_LAST = 0xDFFF, BEYOND = 0x10000 };

/* The character that an escape names, from behind its backslash, and how many bytes name it; -1 if
 * there is none. Half of a pair is no character. */
static int32_t read_escape(const char *at, size_t size, size_t *used)
{
    static const char plain[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const char *found = size && *at ? strchr(plain, *at) : NULL;
    *used = found ? 1 : 5;
    if (found)
        return means[found - plain];
    int32_t code = size >= 5 && *at == 'u' ? read_hex(at + 1) : -1;
    if (code < HIGH_FIRST || code > LOW_LAST)
        return code;
    bool pair = code < LOW_FIRST && size >= 11 && at[5] == '\\' && at[6] == 'u';
    int32_t low = pair ? read_hex(at + 7) : -1;
    *used = 11;
    if (low < LOW_FIRST || low > LOW_LAST)
        return -1;
    return BEYOND + (code - HIGH_FIRST) * 0x400 + (low - LOW_FIRST);
}

static bool read_words(struct place *p)
{
    if (!skip(p, '"'))
        return false;
    int value = begin(p, JSON_WORDS);
    if (value == JSON_NONE)
        return false;
    while (p->at < p->size && p->text[p->at] != '"') {
        const char *at = p->text + p->at;
        size_t used = 0, left = p->size - p->at;
        uint32_t character;
        if (*at == '\\') {
            if (read_escape(at + 1, left - 1, &used) < 0)
                return false;
            used++;
        } else if ((unsigned char)*at < ' ' || !(used = text_utf8(at, left, &character))) {
            return false;
        }
        p->at += used;
    }
    return end(p, value) && skip(p, '"');
}

static size_t add_utf8(int32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < BEYOND ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)((size == 2 ? 0xC0 : size == 3 ? 0xE0 : 0xF0) | code);
    return size;
}

/* The next bytes that words mean, from where they stand in the text; how many. */
static size_t next_bytes(const char **at, const char *behind, char one[4])
{
    size_t used = 1, bytes = 1;
    one[0] = **at;
    if (**at == '\\') {
        bytes = add_utf8(read_escape(*at + 1, (size_t)(behind - *at) - 1, &used), one);
        used++;
    }
    *at += used;
    return bytes;
}

bool json_words(const struct json *m, int value, char out[], size_t room)
{
    if (json_kind(m, value) != JSON_WORDS)
        return false;
    const char *at = m->text + m->value[value].at, *behind = at + m->value[value].size;
    size_t size = 0;
    while (at < behind) {
        char one[4];
        size_t bytes = next_bytes(&at, behind, one);
        if (!one[0] || size + bytes >= room)
            return false;
        memcpy(out + size, one, bytes);
        size += bytes;
    }
    out[size] = '\0';
    return room > 0;
}

/* --- Numbers and the like --------------------------------------------------------------------- */

static bool skip_digits(struct place *p)
{
    size_t first = p->at;
    while (peek(p) >= '0' && peek(p) <= '9')
        p->at++;
    return p->at > first;
}

static bool read_number(struct place *p)
{
    int value = begin(p, JSON_NUMBER);
    if (value == JSON_NONE)
        return false;
    skip(p, '-');
    if (!skip(p, '0') && !skip_digits(p))
        return false;
    if (skip(p, '.') && !skip_digits(p))
        return false;
    if (skip(p, 'e') || skip(p, 'E')) {
        if (!skip(p, '+'))
            skip(p, '-');
        if (!skip_digits(p))
            return false;
    }
    return end(p, value);
}

static bool read_name(struct place *p, const char *name, enum json_kind kind)
{
    size_t size = strlen(name);
    int value = begin(p, kind);
    if (value == JSON_NONE || p->size - p->at < size || memcmp(p->text + p->at, name, size) != 0)
        return false;
    p->at += size;
    return end(p, value);
}

bool json_whole(const struct json *m, int value, int64_t *out)
{
    if (json_kind(m, value) != JSON_NUMBER)
        return false;
    const char *at = m->text + m->value[value].at, *behind = at + m->value[value].size;
    bool minus = *at == '-';
    int64_t number = 0;
    for (at += minus; at < behind; at++) {
        if (*at < '0' || *at > '9')
            return false;
        number = number * 10 + (*at - '0');
        if (number > INT64_C(1) << 53)
            return false;
    }
    *out = minus ? -number : number;
    return true;
}

bool json_truth(const struct json *m, int value, bool *out)
{
    if (json_kind(m, value) != JSON_BOOL)
        return false;
    *out = m->text[m->value[value].at] == 't';
    return true;
}

/* --- Arrays and objects ----------------------------------------------------------------------- */

/* Whether a key is these words; most are told from their first byte. */
static bool key_is(const struct json *m, int key, const char *words)
{
    const char *at = m->text + m->value[key].at, *behind = at + m->value[key].size;
    while (at < behind) {
        char one[4];
        size_t bytes = next_bytes(&at, behind, one);
        if (strncmp(words, one, bytes) != 0)
            return false;
        words += bytes;
    }
    return !*words;
}

/* Whether a key can be asked for, and means one thing only. */
static bool key_is_good(const struct json *m, int object, int key)
{
    char words[JSON_BYTES];
    if (!json_words(m, key, words, sizeof words))
        return false;
    int keys = 0;
    for (int k = object + 1; k < key; k = m->value[k + 1].next, keys++)
        if (keys == JSON_KEYS - 1 || key_is(m, k, words))
            return false;
    return true;
}

static bool read_pair(struct place *p, int object)
{
    int key = p->m->values;
    if (!read_words(p) || !key_is_good(p->m, object, key))
        return false;
    skip_blanks(p);
    if (!skip(p, ':'))
        return false;
    skip_blanks(p);
    return read_value(p);
}

/* What stands between brackets, with commas between. */
static bool read_all(struct place *p, enum json_kind kind, char close)
{
    int value = begin(p, kind);
    p->at++;
    if (value == JSON_NONE || p->depth == JSON_DEPTH)
        return false;
    p->depth++;
    skip_blanks(p);
    bool first = true;
    while (!skip(p, close)) {
        if (!first && !skip(p, ','))
            return false;
        skip_blanks(p);
        if (kind == JSON_OBJECT ? !read_pair(p, value) : !read_value(p))
            return false;
        skip_blanks(p);
        first = false;
    }
    p->depth--;
    return end(p, value);
}

static bool read_value(struct place *p)
{
    switch (peek(p)) {
    case '"':
        return read_words(p);
    case '[':
        return read_all(p, JSON_ARRAY, ']');
    case '{':
        return read_all(p, JSON_OBJECT, '}');
    case 't':
        return read_name(p, "true", JSON_BOOL);
    case 'f':
        return read_name(p, "false", JSON_BOOL);
    case 'n':
        return read_name(p, "null", JSON_NULL);
    default:
        return read_number(p);
    }
}

bool json_read(struct json *m, const char *text, size_t size, struct error *e)
{
    struct place p = {.m = m, .text = text, .size = size};
    m->text = text;
    m->values = 0;
    if (size > JSON_BYTES)
        return error_set(e, "the message has %zu bytes; expected at most %d", size, JSON_BYTES);
    skip_blanks(&p);
    bool fine = read_value(&p);
    skip_blanks(&p);
    if (fine && p.at == p.size)
        return true;
    m->values = 0;
    return error_set(e, "this is no JSON after %zu bytes; expected one object, with each key once",
                     p.at);
}

enum json_kind json_kind(const struct json *m, int value)
{
    return value < 0 || value >= m->values ? JSON_NULL : (enum json_kind)m->value[value].kind;
}

static int child(const struct json *m, int of, int at)
{
    return at < m->value[of].next ? at : JSON_NONE;
}

int json_first(const struct json *m, int array)
{
    return json_kind(m, array) == JSON_ARRAY ? child(m, array, array + 1) : JSON_NONE;
}

int json_after(const struct json *m, int array, int value)
{
    return child(m, array, m->value[value].next);
}

int json_first_key(const struct json *m, int object)
{
    return json_kind(m, object) == JSON_OBJECT ? child(m, object, object + 1) : JSON_NONE;
}

int json_key_after(const struct json *m, int object, int key)
{
    return child(m, object, m->value[key + 1].next);
}

int json_member(const struct json *m, int object, const char *key)
{
    for (int k = json_first_key(m, object); k != JSON_NONE; k = json_key_after(m, object, k))
        if (key_is(m, k, key))
            return k + 1;
    return JSON_NONE;
}
