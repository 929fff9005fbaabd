/* Memory may run out at any moment: each allocation in turn fails once, and nothing is lost, leaked
 * or broken. The linker leads malloc, calloc and realloc through here. */
#include "tests/test.h"

#include "wire/json.h"

static int until_failure; /* allocations that still succeed; negative: all of them */

/* NOLINTBEGIN(*-reserved-identifier,cert-dcl*) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t items, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t items, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void)
{
    if (until_failure < 0)
        return false;
    return until_failure-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    return fails() ? NULL : __real_calloc(items, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}
/* NOLINTEND(*-reserved-identifier,cert-dcl*) */

static const char record[] = "pairs 1\ngame pairs\nplayers 2\nname A Ann\ndeal burn 10 10 10 10 9\n"
                             "deal A 7\ndeal B 9\nA hit\ndeal A 3\nB fold\nscore A 0 B 3\n";

/* Reads, takes back, writes; false where memory ran out. */
static bool everything(void)
{
    struct reader *r = reader_new(0, NULL, NULL);
    struct error e = {0};
    struct text out = {0};
    bool fine = r != NULL;
    for (const char *line = record; fine && *line; line += strcspn(line, "\n") + 1)
        fine = reader_line(r, line, strcspn(line, "\n"), &e);
    fine = fine && reader_end(r, &e) && record_write(reader_table(r), &out);
    if (fine)
        assert_non_null(strstr(out.at, "B fold\nscore A 0 B 3\nhand 2\n"));
    reader_free(r);
    text_free(&out);
    return fine;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    int failures = 0;
    for (;; failures++) {
        until_failure = failures;
        bool fine = everything();
        bool reached = until_failure < 0; /* the failure happened */
        until_failure = -1;
        if (!reached) {
            assert_true(fine);
            break;
        }
        assert_true(failures < 1000);
    }
    assert_true(failures > 5);
    assert_true(everything());
}

static void a_message_is_made_even_without_memory(void **state)
{
    (void)state;
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, "pairs", &e));
    until_failure = 0;
    bool fine = setup_option(&u, "target", "1000", &e);
    until_failure = -1;
    assert_false(fine);
    assert_non_null(strstr(e.text, "target"));
}

/* A document long enough that its text grows a few times. */
static bool written(struct text *out)
{
    json_array_begin(out);
    for (int i = 0; i < 500; i++) {
        json_object_begin(out);
        json_text(json_key(out, "word"), "\"a\"");
        json_double(json_key(out, "number"), i);
        json_object_end(out);
    }
    json_array_end(out);
    return !out->failed;
}

static void what_is_written_is_whole_or_says_that_it_is_not(void **state)
{
    (void)state;
    struct text whole = {0};
    assert_true(written(&whole));
    for (int failures = 0;; failures++) {
        struct text out = {0};
        until_failure = failures;
        bool fine = written(&out);
        bool reached = until_failure < 0;
        until_failure = -1;
        assert_int_equal(fine, !reached);
        size_t size = out.size; /* what came before the failure, and nothing after it */
        assert_memory_equal(text_of(&out), text_of(&whole), size);
        assert_int_equal(strlen(text_of(&out)), size);
        text_free(&out);
        if (!reached) {
            assert_int_equal(size, whole.size);
            assert_true(failures > 3);
            break;
        }
    }
    text_free(&whole);
}

int main(void)
{
    until_failure = -1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(a_message_is_made_even_without_memory),
        cmocka_unit_test(what_is_written_is_whole_or_says_that_it_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
