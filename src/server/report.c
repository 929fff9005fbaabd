#include "server/report.h"

#include "engine/record.h"
#include "wire/analysisjson.h"

#include <string.h>
#include <uv.h>

enum {
    ITERATIONS_MOST = 100, /* rollouts of a moment, */
    ITERATIONS_LEAST = 8,  /* fewer of a long game: */
    ROLLOUTS_MOST = 40000, /* of all moments together */
    HANDS = 10,            /* for the reduction of variance */
    SECONDS_MOST = 20,     /* a game that takes longer is given up */
};

struct watch {
    uint64_t began; /* nanoseconds */
    atomic_bool *stop;
};

/* Something was done; that is often enough. */
static void look_at_clock(void *context, long done)
{
    const struct watch *w = context;
    (void)done;
    if (uv_hrtime() - w->began > (uint64_t)SECONDS_MOST * 1000000000)
        atomic_store(w->stop, true);
}

static struct reader *read_record(const char *words)
{
    struct error e = {0};
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = r;
    while (fine && *words) {
        size_t size = strcspn(words, "\n");
        fine = reader_line(r, words, size, &e);
        words += size + (words[size] == '\n');
    }
    if (fine && reader_end(r, &e))
        return r;
    reader_free(r);
    return NULL;
}

static int iterations_of(const struct table *t)
{
    size_t n = ROLLOUTS_MOST / (t->steps + 1);
    return n > ITERATIONS_MOST ? ITERATIONS_MOST : n < ITERATIONS_LEAST ? ITERATIONS_LEAST : (int)n;
}

static bool write_all(struct report *out, const struct table *t, const struct analysis *a,
                      const struct analyse_limits *limits)
{
    bool fine = true;
    json_analysis(&out->figures, t, a, limits);
    for (int i = 0; i < REPORT_LANGUAGES && languages[i].name; i++)
        fine = fine && analysis_chart(t, a, &languages[i], &out->picture[i]);
    return fine && !out->figures.failed;
}

bool report_make(const char *record, atomic_bool *stop, struct report *out)
{
    struct analysis a;
    struct watch watch = {uv_hrtime(), stop};
    struct reader *r = read_record(record);
    if (!r)
        return false;
    const struct table *t = reader_table(r);
    struct analyse_limits limits = {.seed = ANALYSE_SEED,
                                    .iterations = iterations_of(t),
                                    .hands = HANDS,
                                    .progress = look_at_clock,
                                    .context = &watch,
                                    .stop = stop};
    bool fine = analyse(t, &limits, &a);
    if (fine) {
        fine = analyse_reduction(t, &limits, &a.reduction) && write_all(out, t, &a, &limits);
        analysis_clear(&a);
    }
    reader_free(r);
    return fine;
}

void report_free(struct report *r)
{
    text_free(&r->figures);
    for (int i = 0; i < REPORT_LANGUAGES; i++)
        text_free(&r->picture[i]);
}
