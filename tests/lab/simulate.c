#include "tests/lab/simulate.h"

#include "lab/crew.h"
#include "lab/sim.h"
#include "lab/sweep.h"

#include <math.h>

bool make_sweep(struct sweep *s, const char *options, struct error *e)
{
    struct setup base;
    assert_true(setup_choose(&base, "pairs", e) && setup_players(&base, 3, e));
    sweep_init(s, &base);
    bool fine = true;
    while (fine && *options) {
        char key[64], values[256];
        int used = 0;
        assert_int_equal(sscanf(options, " %63[^=]=%255[^ ]%n", key, values, &used), 2);
        fine = sweep_option(s, key, values, e);
        options += used;
    }
    return fine && sweep_finish(s, e);
}

void near(double value, double wanted)
{
    if (fabs(value - wanted) > 1e-4)
        fail_msg("%f, expected %f", value, wanted);
}
