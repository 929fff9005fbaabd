/* Crews: threads that share work. */
#include "tests/lab/simulate.h"

#include "lab/plot.h"

#include <sched.h>

enum { ITEMS = 500 };

static void *come_to_work(void *context, struct error *e)
{
    (void)e;
    return context;
}

static void go_home(void *tools)
{
    (void)tools;
}

static enum crew_end square(void *tools, long item, void *result, struct error *e)
{
    struct shift *s = tools;
    *(long *)result = item * item;
    if (item == s->fails) {
        error_set(e, "item %ld is too hard", item);
        return CREW_FAILED;
    }
    while (item == 0 && atomic_load(&s->done) < s->wait_for)
        sched_yield();
    if (item == 0)
        s->ahead = atomic_load(&s->done);
    else
        atomic_fetch_add(&s->done, 1);
    return item == s->leaves ? CREW_LEFT : CREW_DONE;
}

static bool take_square(void *context, long item, const void *result, struct error *e)
{
    struct shift *s = context;
    (void)e;
    assert_int_equal(item, s->taken++);
    assert_int_equal(*(const long *)result, item * item);
    return true;
}

static void hear(void *context, void *result)
{
    struct shift *s = context;
    s->told = *(const long *)result;
}

static bool work_off(struct shift *s, int threads, struct error *e)
{
    const struct crew crew = {.context = s,
                              .end = ITEMS,
                              .threads = threads,
                              .size = sizeof(long),
                              .equip = come_to_work,
                              .put_away = go_home,
                              .work = square,
                              .take = take_square,
                              .failed = hear};
    return crew_run(&crew, e);
}

static void a_crew_takes_in_order_and_waits_for_the_slowest(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        /* with two, the other does 63 more: then there is no room for further results */
        struct shift s = {.wait_for = threads == 2 ? 63 : 0, .fails = -1, .leaves = -1};
        struct error e = {0};
        assert_true(work_off(&s, threads, &e));
        assert_int_equal(s.taken, ITEMS);
        assert_true(threads != 2 || s.ahead == 63);
    }
}

static void an_item_that_fails_ends_the_work_of_the_crew_and_tells_why(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct shift s = {.fails = 20, .leaves = -1};
        struct error e = {0};
        assert_false(work_off(&s, threads, &e));
        assert_string_equal(e.text, "item 20 is too hard");
        assert_int_equal(s.told, 400);
        assert_true(s.taken <= 20);
    }
}

/* What is left undone must not be taken in, nor anything after it. */
static void nothing_counts_from_an_item_that_is_left_undone_on(void **state)
{
    (void)state;
    struct shift s = {.fails = -1, .leaves = 7};
    atomic_bool stop = false;
    const struct crew crew = {.context = &s,
                              .end = 30, /* all fit into the room for results */
                              .threads = 3,
                              .size = sizeof(long),
                              .stop = &stop,
                              .equip = come_to_work,
                              .put_away = go_home,
                              .work = square,
                              .take = take_square};
    struct error e = {0};
    assert_true(crew_run(&crew, &e));
    assert_int_equal(s.taken, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crew_takes_in_order_and_waits_for_the_slowest),
        cmocka_unit_test(an_item_that_fails_ends_the_work_of_the_crew_and_tells_why),
        cmocka_unit_test(nothing_counts_from_an_item_that_is_left_undone_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
