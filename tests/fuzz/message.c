/* Any bytes as a message: what our reader takes, written down again as it was read, is the same to
 * another reader. */
#include "tests/fuzz/other.h"
#include "wire/json.h"
#include "wire/read.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool fine)
{
    if (!fine)
        abort();
}

static void write_value(const struct json *m, int value, struct text *out);

/* As it stands there: what has no form of its own here. */
static void write_as_is(const struct json *m, int value, struct text *out)
{
    char words[JSON_BYTES + 1];
    size_t size = m->value[value].size;
    memcpy(words, m->text + m->value[value].at, size);
    words[size] = '\0';
    bool quotes = json_kind(m, value) == JSON_WORDS;
    struct text all = {0};
    text_add(&all, quotes ? "\"%s\"" : "%s", words);
    json_raw(out, text_of(&all));
    text_free(&all);
}

static void write_words(const struct json *m, int value, struct text *out)
{
    char words[JSON_BYTES + 1];
    if (!json_words(m, value, words, sizeof words)) { /* a NUL is in them */
        write_as_is(m, value, out);
        return;
    }
    json_text(out, words);
    for (size_t room = 0, size = strlen(words); room <= size && room < 8; room++) {
        char *small = malloc(room + 1);
        must(small && !json_words(m, value, small, room));
        free(small);
    }
}

static void write_number(const struct json *m, int value, struct text *out)
{
    int64_t number;
    if (json_whole(m, value, &number))
        json_int(out, number);
    else
        write_as_is(m, value, out);
}

static void write_object(const struct json *m, int value, struct text *out)
{
    json_object_begin(out);
    for (int k = json_first_key(m, value); k != JSON_NONE; k = json_key_after(m, value, k)) {
        char key[JSON_BYTES + 1];
        must(json_words(m, k, key, sizeof key));
        must(json_member(m, value, key) == k + 1);
        write_words(m, k, out);
        text_add(out, ":");
        write_value(m, k + 1, out);
    }
    json_object_end(out);
}

static void write_value(const struct json *m, int value, struct text *out)
{
    bool truth;
    switch (json_kind(m, value)) {
    case JSON_NULL:
        json_raw(out, "null");
        break;
    case JSON_BOOL:
        must(json_truth(m, value, &truth));
        json_bool(out, truth);
        break;
    case JSON_NUMBER:
        write_number(m, value, out);
        break;
    case JSON_WORDS:
        write_words(m, value, out);
        break;
    case JSON_ARRAY:
        json_array_begin(out);
        for (int v = json_first(m, value); v != JSON_NONE; v = json_after(m, value, v))
            write_value(m, v, out);
        json_array_end(out);
        break;
    case JSON_OBJECT:
        write_object(m, value, out);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct json m;
    struct error e = {0};
    struct text again = {0};
    if (json_read(&m, (const char *)data, size, &e)) {
        write_value(&m, 0, &again);
        must(other_agrees((const char *)data, size, text_of(&again)));
    } else {
        must(e.text[0] && !strchr(e.text, '\n'));
        must(json_member(&m, 0, "do") == JSON_NONE && json_first(&m, 0) == JSON_NONE);
    }
    text_free(&again);
    return 0;
}
