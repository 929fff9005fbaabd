/* pairs-bench-moves SECONDS TABLES PORT/PORT...: plays at so many tables, whose two people come
 * through a pair of ports each; prints moves a second, and milliseconds for half and for 99 of 100
 * answers. SECONDS and a rate, as 10@0.5, let each table move so often a second and no more. */
#include "bench/server/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DOORS = 64, SETTLE = 1500000, SLICES = 100 };

/* Tables take turns, a slice of a second's share after the other. */
static void pace(struct moves *m, double seconds, double rate)
{
    uint64_t begin = load_now();
    double due = 0;
    int next = 0;
    for (int slice = 0; slice < (int)(seconds * SLICES); slice++) {
        for (due += rate * m->tables / SLICES; due >= 1; due--, next = (next + 1) % m->tables)
            for (int i = 2 * next; i < 2 * next + 2; i++)
                if (m->choice[i][0])
                    moves_decide(m, i);
        load_serve(m->load, begin + (uint64_t)(slice + 1) * 1000000 / SLICES);
    }
}

int main(int argc, char **argv)
{
    static struct moves m;
    struct doors at[DOORS];
    int doors = argc - 3;
    if (doors < 1 || doors > DOORS) {
        fprintf(stderr, "usage: pairs-bench-moves SECONDS[@RATE] TABLES PORT/PORT...\n");
        return 2;
    }
    char *end;
    double seconds = strtod(argv[1], &end), rate = *end == '@' ? strtod(end + 1, NULL) : 0;
    m.tables = (int)strtol(argv[2], NULL, 10);
    m.tables = m.tables < TABLES_MOST ? m.tables : TABLES_MOST;
    m.paced = rate > 0;
    m.people = (int)getpid();
    for (int i = 0; i < doors; i++) {
        at[i].ann = (int)strtol(argv[i + 3], &end, 10);
        at[i].bob = *end == '/' ? (int)strtol(end + 1, NULL, 10) : at[i].ann;
    }
    moves_init(&m, false, at, doors);
    load_serve(m.load, load_now() + SETTLE);
    m.measuring = true;
    puts("begins");
    fflush(stdout);
    uint64_t bytes = load_bytes(m.load);
    if (m.paced)
        pace(&m, seconds, rate);
    else
        load_serve(m.load, load_now() + (uint64_t)(seconds * 1e6));
    printf("%.0f %.2f %.2f %.0f\n", (double)m.samples / seconds, moves_within(&m, 0.5),
           moves_within(&m, 0.99), (double)(load_bytes(m.load) - bytes) / (double)(m.samples + 1));
    moves_clear(&m);
    return 0;
}
