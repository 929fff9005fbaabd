#include "wire/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many bytes from here on stand for themselves. */
static size_t plain_bytes(const char *words, size_t left)
{
    size_t size = 0;
    while (size < left) {
        char c = words[size];
        bool letter = c >= ' ' && c < 0x7F;
        size_t more = letter ? 1 : text_character(words + size, left - size);
        if (!more || c == '"' || c == '\\' || c == '\t')
            break;
        size += more;
    }
    return size;
}

/* The character here, which does not stand for itself, and how many bytes it has. */
static size_t escape(struct text *t, const char *words, size_t left)
{
    static const char special[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *at = strchr(special, *words);
    uint32_t c;
    size_t size = text_utf8(words, left, &c);
    if (at)
        text_add(t, "\\%c", letter[at - special]);
    else if (size && c <= 0xFFFF)
        text_add(t, "\\u%04X", c);
    else
        text_add(t, "\uFFFD");
    return size ? size : 1;
}

/* Adds words between their quotes. */
static void add_words(struct text *t, const char *words, size_t left)
{
    while (left) {
        size_t plain = plain_bytes(words, left);
        text_put(t, words, plain);
        words += plain;
        left -= plain;
        size_t one = left ? escape(t, words, left) : 0;
        words += one;
        left -= one;
    }
}

void json_text(struct text *t, const char *words)
{
    json_put(t, "\"", 1);
    add_words(t, words, strlen(words));
    text_put(t, "\"", 1);
}

size_t json_text_begin(struct text *t)
{
    json_put(t, "\"", 1);
    return t->size;
}

void json_text_end(struct text *t, size_t begin)
{
    struct text words = {0};
    size_t size = t->size - begin, plain = size ? plain_bytes(t->at + begin, size) : 0;
    if (plain < size) {
        text_put(&words, t->at + begin + plain, size - plain);
        t->size = begin + plain;
        add_words(t, text_of(&words), words.size);
        t->failed = t->failed || words.failed;
        text_free(&words);
    }
    text_put(t, "\"", 1);
}

/* Most of what is written are numbers, so that they have a way of their own. */
static void put_number(struct text *t, bool minus, uint64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    if (minus)
        *--at = '-';
    json_put(t, at, (size_t)(digits + sizeof digits - at));
}

void json_int(struct text *t, int64_t number)
{
    put_number(t, number < 0, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void json_unsigned(struct text *t, uint64_t number)
{
    put_number(t, false, number);
}

/* "1" as "1.0", which says that it is no whole number by nature; "1e+20" and "1e-05" as "1e20" and
 * "1e-5". Some languages write a comma for the point. */
void json_double(struct text *t, double number)
{
    char digits[32];
    if (!isfinite(number)) {
        json_null_value(t);
        return;
    }
    snprintf(digits, sizeof digits, "%.17g", number);
    size_t whole = strspn(digits, "-0123456789");
    char *exponent = strchr(digits, 'e');
    if (digits[whole] && digits[whole] != 'e')
        digits[whole] = '.';
    json_put(t, "", 0);
    if (!exponent) {
        text_add(t, digits[whole] ? "%s" : "%s.0", digits);
        return;
    }
    *exponent++ = '\0';
    const char *sign = *exponent == '-' ? "-" : "";
    text_add(t, "%se%s%s", digits, sign, exponent + strspn(exponent, "+-0"));
}

void json_raw(struct text *t, const char *json)
{
    json_put(t, json, strlen(json));
}

void json_bool(struct text *t, bool truth)
{
    json_put(t, truth ? "true" : "false", truth ? 4 : 5);
}

void json_null_value(struct text *t)
{
    json_put(t, "null", 4);
}

void json_estimate(struct text *t, double mean, double error)
{
    json_object_begin(t);
    json_double(json_key(t, "mean"), mean);
    json_double(json_key(t, "error"), error);
    json_object_end(t);
}

void json_doubles(struct text *t, const double number[], int count)
{
    json_array_begin(t);
    for (int i = 0; i < count; i++)
        json_double(t, number[i]);
    json_array_end(t);
}
