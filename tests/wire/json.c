/* The writer of JSON against another library, which reads what it wrote and writes the same. */
#include "tests/test.h"

#include "wire/json.h"

#include <jansson.h>
#include <math.h>

static void reads(const struct text *t, const char *expected)
{
    assert_false(t->failed);
    assert_string_equal(text_of(t), expected);
}

static void commas_stand_between_values_and_nowhere_else(void **state)
{
    (void)state;
    struct text t = {0};
    json_object_begin(&t);
    json_array_begin(json_key(&t, "none"));
    json_array_end(&t);
    json_array_begin(json_key(&t, "some"));
    json_int(&t, -1);
    json_bool(&t, true);
    json_null_value(&t);
    json_object_begin(&t);
    json_object_end(&t);
    json_object_begin(&t);
    json_text(json_key(&t, "a:[{ "), "{[: ");
    json_text(json_key(&t, ","), "");
    json_object_end(&t);
    json_array_end(&t);
    json_bool(json_key(&t, "end"), false);
    json_object_end(&t);
    reads(&t, "{\"none\":[],\"some\":[-1,true,null,{},{\"a:[{ \":\"{[: \",\",\":\"\"}],"
              "\"end\":false}");
    text_free(&t);
}

static void a_text_can_hold_a_document_a_line(void **state)
{
    (void)state;
    struct text t = {0};
    for (int i = 0; i < 2; i++) {
        text_add(&t, "word ");
        json_array_begin(&t);
        json_int(&t, i);
        json_array_end(&t);
        text_add(&t, "\n");
    }
    json_int(&t, 7);
    reads(&t, "word [0]\nword [1]\n7");
    text_free(&t);
}

static void whole_numbers_have_64_bits(void **state)
{
    (void)state;
    struct text t = {0};
    json_array_begin(&t);
    json_int(&t, INT64_MIN);
    json_int(&t, INT64_MAX);
    json_unsigned(&t, UINT64_MAX);
    json_array_end(&t);
    reads(&t, "[-9223372036854775808,9223372036854775807,18446744073709551615]");
    text_free(&t);
}

/* As the other library writes it, and so that it reads the same number. */
static void writes_number(double number)
{
    struct text t = {0};
    json_double(&t, number);
    json_t *value = json_real(number), *back = json_loads(text_of(&t), JSON_DECODE_ANY, NULL);
    char *other = json_dumps(value, JSON_ENCODE_ANY);
    reads(&t, other);
    assert_true(json_is_real(back));
    assert_true(json_real_value(back) == number);
    free(other);
    json_decref(value);
    json_decref(back);
    text_free(&t);
}

static void numbers_with_a_point_read_back_to_the_last_bit(void **state)
{
    (void)state;
    static const double some[] = {
        0,      -0.0,   1,     -1,    0.1,     100,       1e15,        1e16,
        1e17,   1e20,   1e22,  1e100, 1e-4,    1e-5,      -1e-7,       1.5e-9,
        1e-300, 5e-324, 1e300, 1.5e7, 2.0 / 3, 1e200 / 3, -1e-200 / 3, 1.7976931348623157e308};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        writes_number(some[i]);
    struct rng r = rng_seeded(9, 0);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = rng_next(&r);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number))
            writes_number(number);
        writes_number((double)(bits >> 40) / 1000);
    }
}

static void what_is_no_number_is_null(void **state)
{
    (void)state;
    struct text t = {0};
    json_array_begin(&t);
    json_double(&t, NAN);
    json_double(&t, INFINITY);
    json_double(&t, -INFINITY);
    json_array_end(&t);
    reads(&t, "[null,null,null]");
    text_free(&t);
}

static void words_are_escaped_as_far_as_they_must_be(void **state)
{
    (void)state;
    static const char letters[] = "aZ \"\\/\b\f\n\r\t\1\x1F~%{}[]:,\u00E4\u20AC\U0001F0A1";
    struct rng r = rng_seeded(10, 0);
    for (int i = 0; i < 5000; i++) {
        char words[64];
        size_t size = 0;
        for (int k = (int)rng_below(&r, 12); k > 0; k--) {
            const char *at = letters + rng_below(&r, sizeof letters - 1);
            while (((unsigned char)*at & 0xC0) == 0x80)
                at--;
            do
                words[size++] = *at++;
            while (((unsigned char)*at & 0xC0) == 0x80);
        }
        words[size] = '\0';
        struct text t = {0};
        json_text(&t, words);
        json_t *value = json_string(words);
        char *other = json_dumps(value, JSON_ENCODE_ANY);
        reads(&t, other);
        free(other);
        json_decref(value);
        text_free(&t);
    }
}

/* JSON would not mind, but a terminal does. */
static void characters_that_steer_a_terminal_are_escaped(void **state)
{
    (void)state;
    static const char words[] = "a\x7F\xC2\x9B\xC2\x85\u2028\u202E\u202C\uFFFE.";
    struct text t = {0};
    json_text(&t, words);
    json_t *back = json_loads(text_of(&t), JSON_DECODE_ANY, NULL);
    assert_string_equal(json_string_value(back), words);
    assert_string_equal(text_of(&t), "\"a\\u007F\\u009B\\u0085\\u2028\\u202E\\u202C\\uFFFE.\"");
    json_decref(back);
    text_free(&t);
}

static void a_byte_that_is_no_character_becomes_the_replacement(void **state)
{
    (void)state;
    struct text t = {0};
    json_text(&t, "a\xFF\xC3(\xE2\x82\xED\xA0\x80z\xF0\x9F");
    reads(&t, "\"a\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDz\uFFFD\uFFFD\"");
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_stand_between_values_and_nowhere_else),
        cmocka_unit_test(a_text_can_hold_a_document_a_line),
        cmocka_unit_test(whole_numbers_have_64_bits),
        cmocka_unit_test(numbers_with_a_point_read_back_to_the_last_bit),
        cmocka_unit_test(what_is_no_number_is_null),
        cmocka_unit_test(words_are_escaped_as_far_as_they_must_be),
        cmocka_unit_test(characters_that_steer_a_terminal_are_escaped),
        cmocka_unit_test(a_byte_that_is_no_character_becomes_the_replacement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
