/* Threads that think for tables are shared fairly (server/crew.h): what is handed out, and before
 * whom. Jobs here end when they are told to, so that nothing depends on how fast a machine is. */
#include "server/crew.h"
#include "tests/test.h"

enum { MANY = 100, FEW = 3 }; /* more than there are ever threads */

struct task {
    struct job job;
    atomic_bool go; /* it may end */
    bool begun, done;
};

struct bench {
    uv_loop_t loop;
    struct crew *crew;
    struct task many[MANY], few[FEW];
};

static struct task *task_of(struct job *j)
{
    return (struct task *)((char *)j - offsetof(struct task, job));
}

static void work(struct job *j)
{
    struct task *t = task_of(j);
    while (!atomic_load(&t->go) && !atomic_load(&j->stop) && !atomic_load(&j->late))
        uv_sleep(50); /* as on a slow machine: it takes long and works little */
}

static void done(struct job *j)
{
    task_of(j)->done = true;
}

static void add(struct bench *b, struct task *t, const uint64_t payer[PAYERS])
{
    t->job = (struct job){.work = work, .done = done, .trade = TRADE_BOT, .brief = t->job.brief};
    crew_add(b->crew, &t->job, payer);
}

static bool waits(const struct task *t)
{
    return !t->job.begun && !atomic_load(&t->job.late);
}

/* One turn of the loop, in which whoever wants much must not be preferred. */
static void turn(struct bench *b)
{
    uv_run(&b->loop, UV_RUN_ONCE);
    bool somebody_waits = false, preferred = false;
    for (int i = 0; i < FEW; i++)
        somebody_waits |= b->few[i].job.work && waits(&b->few[i]);
    for (int i = 0; i < MANY; i++) {
        struct task *t = &b->many[i];
        preferred |= t->job.begun && !t->begun && !atomic_load(&t->job.late);
        t->begun = t->job.begun;
    }
    assert_false(somebody_waits && preferred);
}

static void bench_up(struct bench *b)
{
    *b = (struct bench){0};
    uv_loop_init(&b->loop);
    b->crew = crew_new(&b->loop);
    assert_non_null(b->crew);
}

static void bench_down(struct bench *b)
{
    crew_end(b->crew);
    uv_run(&b->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&b->loop), 0);
}

/* As many as there are of one payer, of which some are worked on. */
static void want_much(struct bench *b, const uint64_t payer[PAYERS])
{
    for (int i = 0; i < MANY; i++)
        add(b, &b->many[i], payer);
    turn(b);
}

/* Ends what is worked on, until these are done. */
static void go_on(struct bench *b, const struct task *wanted, int count)
{
    for (int left = count; left;) {
        for (int i = 0; i < MANY; i++)
            if (b->many[i].job.begun)
                atomic_store(&b->many[i].go, true);
        turn(b);
        left = 0;
        for (int i = 0; i < count; i++)
            left += !wanted[i].done;
    }
}

static void whoever_had_less_comes_first(void **state)
{
    (void)state;
    for (int level = 0; level < PAYERS; level++) { /* network, address, person, table */
        struct bench b;
        bench_up(&b);
        uint64_t payer[PAYERS] = {1, 2, 3, 4};
        want_much(&b, payer);
        for (int i = 0; i < FEW; i++) {
            for (int l = level; l < PAYERS; l++)
                payer[l] = (uint64_t)(100 * (i + 1) + l);
            atomic_store(&b.few[i].go, true);
            add(&b, &b.few[i], payer);
        }
        uv_sleep(250); /* what work was taken to cost at first has faded when it ends */
        go_on(&b, b.few, FEW);
        bench_down(&b);
    }
}

static void what_takes_no_time_is_not_kept_waiting(void **state)
{
    (void)state;
    struct bench b;
    bench_up(&b);
    want_much(&b, (uint64_t[PAYERS]){1, 2, 3, 4});
    b.few[0].job.brief = true;
    add(&b, &b.few[0], (uint64_t[PAYERS]){1, 2, 3, 4});
    while (!b.few[0].done)
        turn(&b);
    int over = 0;
    for (int i = 0; i < MANY; i++)
        over += b.many[i].done && !atomic_load(&b.many[i].job.late);
    assert_int_equal(over, 0); /* nobody had to end for it */
    bench_down(&b);
}

static void who_has_waited_too_long_is_served_in_no_time(void **state)
{
    (void)state;
    struct bench b;
    bench_up(&b);
    want_much(&b, (uint64_t[PAYERS]){1, 2, 3, 4});
    for (int left = MANY; left;) { /* nobody is told to end: they are late, or stopped for others */
        turn(&b);
        left = 0;
        for (int i = 0; i < MANY; i++)
            left += !b.many[i].job.begun;
    }
    bench_down(&b);
}

static void what_nobody_wants_any_more_is_given_back(void **state)
{
    (void)state;
    struct bench b;
    bench_up(&b);
    want_much(&b, (uint64_t[PAYERS]){1, 2, 3, 4});
    struct task *begun = NULL, *waiting = NULL;
    for (int i = 0; i < MANY; i++)
        *(b.many[i].job.begun ? &begun : &waiting) = &b.many[i];
    assert_false(crew_drop(b.crew, &begun->job));
    assert_true(crew_drop(b.crew, &waiting->job));
    assert_int_equal(crew_count(b.crew, TRADE_BOT, 4),
                     MANY - 1); /* one is over, but not yet told of */
    bench_down(&b);
    assert_false(waiting->done);
    for (int i = 0; i < MANY; i++)
        assert_true(b.many[i].done || &b.many[i] == waiting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_had_less_comes_first),
        cmocka_unit_test(what_takes_no_time_is_not_kept_waiting),
        cmocka_unit_test(who_has_waited_too_long_is_served_in_no_time),
        cmocka_unit_test(what_nobody_wants_any_more_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
