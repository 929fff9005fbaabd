/* Texts: nothing in them steers a terminal, and letters stay whole. */
#include "tests/test.h"

/* A character as UTF-8 has it, also one that it must not have. */
static size_t encode(uint32_t c, char out[5])
{
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(first[size] | c);
    out[size] = '\0';
    return size;
}

static void a_line_has_every_character_but_those_that_steer_a_terminal(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x120000; c++) {
        char text[5];
        uint32_t read = 0;
        size_t size = encode(c, text);
        bool character = c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
        bool control = (c < 0x20 && c != '\t') || (c >= 0x7F && c <= 0x9F);
        bool turns = (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        bool shown = character && !control && !turns && (c & 0xFFFF) < 0xFFFE;
        assert_int_equal(text_utf8(text, size, &read), character ? size : 0);
        assert_true(!character || read == c);
        assert_int_equal(text_character(text, size), shown ? size : 0);
        assert_int_equal(text_character(text, size - 1), 0);
        text_clean(text);
        assert_true(shown || strspn(text, "?") == strlen(text));
    }
    assert_int_equal(text_character("\xC0\xAF", 2), 0); /* '/' in two bytes */
    assert_int_equal(text_character("\xE0\x80\xAF", 3), 0);
    assert_int_equal(text_character("\xF0\x82\x82\xAC", 4), 0);
}

static void words_from_elsewhere_become_harmless(void **state)
{
    (void)state;
    static const char *const row[][3] = {
        {"", "", ""},
        {"Jörg\tund €", "Jörg\tund €", "Jörg\tund €"},
        {"\x1B]0;T\ax", "?]0;T?x", "?]0;T?x"},
        {"a\nb\r\n", "a?b??", "a\nb?\n"},
        {"\x7F\xC2\x9B\xE2\x80\xAC.", "???.", "???."},
        {"\xFF\x80J\xFCrgen", "??J?rgen", "??J?rgen"},
        {"a\xE2\x82|b", "a?|b", "a?|b"}, /* the end of a letter is missing: one sign for it */
        {"a\xF0\x9D\x84", "a", "a"},     /* and none where all ends */
        {"a\xC3", "a", "a"},
        {"a\x80", "a?", "a?"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char line[32], lines[32];
        snprintf(line, sizeof line, "%s", row[i][0]);
        snprintf(lines, sizeof lines, "%s", row[i][0]);
        text_clean(line);
        text_clean_lines(lines);
        assert_string_equal(line, row[i][1]);
        assert_string_equal(lines, row[i][2]);
    }
}

static void a_message_is_cut_between_letters(void **state)
{
    (void)state;
    struct text words = {0};
    struct error e = {0};
    for (int i = 0; i < 200; i++)
        text_add(&words, "ä€𝄞");
    for (int before = 0; before < 10; before++) {
        error_set(&e, "%*s%s", before, "", words.at);
        size_t size = strlen(e.text);
        assert_true(text_is_line(e.text, size) && !strchr(e.text, '?'));
        assert_in_range(size, sizeof e.text - 4, sizeof e.text - 1);
        int fit = text_fit(words.at, (size_t)before);
        assert_true(fit <= before && fit > before - 4 && text_is_line(words.at, (size_t)fit));
    }
    error_set(&e, "'%.9s'; %s", words.at + 1, "expected\x1B[1m\n");
    assert_string_equal(e.text, "'?€𝄞?'; expected?[1m?");
    text_free(&words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_every_character_but_those_that_steer_a_terminal),
        cmocka_unit_test(words_from_elsewhere_become_harmless),
        cmocka_unit_test(a_message_is_cut_between_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
