/* Records: what is read, what is refused and at which line. */
#include "tests/test.h"

/* Reads a record that is wrong; returns the line, 0 if nothing was found wrong. */
static int wrong_line(const char *record, struct error *e)
{
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = true;
    while (fine && *record) {
        size_t size = strcspn(record, "\n");
        fine = reader_line(r, record, size, e);
        record += size;
        record += *record == '\n';
    }
    fine = fine && reader_end(r, e);
    reader_free(r);
    return fine ? 0 : e->line;
}

#define BEGIN "pairs 1\ngame pairs\nplayers 2\n"
#define DEALT BEGIN "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\n"

static void wrong_records_fail_at_their_line(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *record;
    } rows[] = {
        {1, ""},
        {1, "pairs"},
        {1, "pairs 2"},
        {1, "\x01\x02"},
        {1, "pairs 1"},
        {2, "pairs 1\ngame tennis\n"},
        {2, "pairs 1\nplayers 2\n"},
        {3, "pairs 1\ngame pairs\nplayers 1\n"},
        {3, "pairs 1\ngame pairs\nplayers two\n"},
        {3, "pairs 1\ngame pairs\nplayers 99999999999\n"},
        {3, "pairs 1\ngame pairs\ndeal A 3\n"},
        {4, BEGIN "option target 100\n"},
        {4, BEGIN "option target\n"},
        {5, BEGIN "option target 20\noption target 20\n"},
        {4, BEGIN "name C Carl\n"},
        {4, BEGIN "name A\n"},
        {5, BEGIN "option dealer C\ndeal burn 4\n"},   /* contradicts the players: first event */
        {6, BEGIN "option dealer C\n# a comment\n\n"}, /* ... or the last line */
        {4, BEGIN "deal burn 11\n"},
        {4, BEGIN "deal burn\n"},
        {4, BEGIN "deal\n"},
        {4, BEGIN "deal nowhere 4\n"},
        {4, BEGIN "deal burn 10 10 10 10 9 7 8\n"},
        {4, BEGIN "A hit\n"},
        {4, BEGIN "lot A\n"},
        {4, BEGIN "hello\n"},
        {4, BEGIN "hand 2\n"},
        {4, BEGIN "shuffle\n"},
        {5, BEGIN "hand 1\nover A 0 B 0\n"},
        {7, DEALT "B hit\n"},
        {7, DEALT "A stand\n"},
        {7, DEALT "C hit\n"},
        {7, DEALT "hand 1\n"},
        {7, DEALT "option target 20\n"},
        {8, DEALT "A fold\nscore A 6 B 0\n"},
        {8, DEALT "A fold\nscore A 7\n"},
        {8, DEALT "A fold\nscore A 7 B 0 C 0\n"},
        {8, DEALT "A fold\nhand 3\n"},
        {7, DEALT "A hit\xff\n"},
        {7, DEALT "A hit\xed\xa0\x80\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error e = {0};
        int line = wrong_line(rows[i].record, &e);
        if (line != rows[i].line || !strstr(e.text, "expected"))
            fail_msg("row %zu: line %d, expected %d: %s", i, line, rows[i].line, e.text);
    }
}

static void right_records_are_read_however_they_are_laid_out(void **state)
{
    (void)state;
    static const char *const right[] = {
        BEGIN,
        "\xEF\xBB\xBFpairs 1\r\ngame pairs\r\nplayers 2\r\n",
        "# first\n\n  pairs   1 # version\ngame\tcontinuous\nplayers 2",
        BEGIN "name B J\xC3\xBCrgen M\nseed abc\ncommit def 1\nhand 1\ndeal burn 10 10\n"
              "deal burn 10 10 9\n",
        DEALT "score A 0 B 0\nA fold\nscore A 7 B 0\nhand 2\n",
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        struct error e = {0};
        if (wrong_line(right[i], &e))
            fail_msg("row %zu: line %d: %s", i, e.line, e.text);
    }
}

static void a_line_without_end_is_refused(void **state)
{
    (void)state;
    struct text record = {0};
    struct error e = {0};
    text_add(&record, DEALT "A ");
    for (int i = 0; i < RECORD_LINE; i++)
        text_add(&record, "h");
    assert_int_equal(wrong_line(record.at, &e), 7);
    assert_non_null(strstr(e.text, "too long"));
    text_free(&record);
}

static void names_are_kept_in_the_record(void **state)
{
    (void)state;
    struct reader *r = test_read(BEGIN "name A Ann of the hill\nname B \xC3\x84nne\n");
    struct text out = {0};
    assert_true(record_write(reader_table(r), &out));
    assert_non_null(strstr(out.at, "name A Ann of the hill\nname B \xC3\x84nne\n"));
    text_free(&out);
    reader_free(r);
}

static void any_name_can_be_read_back_from_the_record(void **state)
{
    (void)state;
    struct text many = {0};
    text_add(&many, "xx"); /* so that the room would cut a letter in two */
    for (int i = 0; i < NAME_ROOM / 2; i++)
        text_add(&many, "\xC3\xA4");
    const char *const odd[] = {
        many.at,   "  Ann\t#1 \n", "\xFFJ\xFCrgen", "#", "", "\x7F\xC2\x85 \xE2\x80\xA8.",
        "a\x1B[1m"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct setup u = test_setup("pairs", 2, NULL);
        struct table *t = table_new(&u);
        struct text out = {0};
        table_name(t, 1, odd[i]);
        assert_true(record_write(t, &out));
        struct reader *r = test_read(out.at);
        assert_string_equal(reader_table(r)->name[1], t->name[1]);
        reader_free(r);
        text_free(&out);
        table_free(t);
    }
    text_free(&many);
}

static void a_record_has_no_character_that_steers_a_terminal(void **state)
{
    (void)state;
    static const char *const odd[] = {"\x1B",         "\x7F",         "\xC2\x80",
                                      "\xC2\x9F",     "\xE2\x80\xA8", "\xE2\x80\xAC",
                                      "\xE2\x81\xA9", "\xEF\xBF\xBF"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct reader *r = reader_new(0, NULL, NULL);
        struct error e = {0};
        char line[32];
        assert_true(reader_line(r, "pairs 1", 7, &e));
        snprintf(line, sizeof line, "# a %s comment", odd[i]);
        assert_false(reader_line(r, line, strlen(line), &e));
        assert_int_equal(e.line, 2);
        assert_string_equal(e.text, "this is no text; expected UTF-8 without control characters");
        reader_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_records_fail_at_their_line),
        cmocka_unit_test(right_records_are_read_however_they_are_laid_out),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(names_are_kept_in_the_record),
        cmocka_unit_test(any_name_can_be_read_back_from_the_record),
        cmocka_unit_test(a_record_has_no_character_that_steers_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
