#include "tests/fuzz/other.h"

#include <jansson.h>
#include <string.h>

bool other_agrees(const char *bytes, size_t size, const char *words)
{
    const size_t how = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    json_error_t why;
    json_t *one = json_loadb(bytes, size, how, &why);
    /* Numbers that fit into no double are none to this one. */
    if (!one)
        return json_error_code(&why) == json_error_numeric_overflow;
    json_t *two = json_loadb(words, strlen(words), how, &why);
    bool same = two && json_equal(one, two);
    json_decref(one);
    json_decref(two);
    return same;
}
