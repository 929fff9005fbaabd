/* What one thread of a GPU does for the game of its place. It is compiled with the name of the game
 * for GAME, so that the rules are part of it; tests/gpu/cuda.c runs the same on the processor. */
#include "gpu/kernel.h"

extern const struct game GAME;

enum { WORD = sizeof(uint64_t) };

/* The place, while a kernel works on it: in registers and memory of the thread's own. Its random
 * numbers come first. */
struct desk {
    struct place place;
    _Alignas(uint64_t) char state[STATE_MAX];
};

static inline struct state *state_of(struct desk *k)
{
    return (struct state *)(void *)k->state;
}

static inline const struct state *state_seen(const struct desk *k)
{
    return (const struct state *)(const void *)k->state;
}

#ifdef __NVPTX__
int64_t kernel_place(void)
{
    return (int64_t)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
           __nvvm_read_ptx_sreg_tid_x();
}

void kernel_least(int32_t *at, int32_t value)
{
    __nvvm_atom_min_gen_i(at, value);
}
#endif

/* --- Between the desk and the memory of all --------------------------------------------------- */

static inline size_t words(void)
{
    return (sizeof(struct place) + GAME.size + WORD - 1) / WORD;
}

static inline void take_up(const struct device *d, int64_t i, struct desk *k)
{
    for (size_t w = 0; w < words(); w++)
        memcpy((char *)k + w * WORD, &d->word[(int64_t)w * d->course.games + i], WORD);
}

/* The first so many words. */
static inline void put_back(const struct device *d, int64_t i, const struct desk *k, size_t words)
{
    for (size_t w = 0; w < words; w++)
        memcpy(&d->word[(int64_t)w * d->course.games + i], (const char *)k + w * WORD, WORD);
}

/* --- What is told ----------------------------------------------------------------------------- */

static inline void tell_step(const struct device *d, int64_t i, const float reward[],
                             enum batch_done done)
{
    for (int seat = 0; seat < d->course.players; seat++)
        d->out.reward[seat * d->course.games + i] = reward[seat];
    d->out.done[i] = (uint8_t)done;
}

/* What the seat sees; first in memory of the thread's own, where it is added up. */
static inline void tell_observation(const struct device *d, int64_t i, const struct desk *k)
{
    const struct layout *l = &d->layout;
    int32_t row[DEVICE_NUMBERS];
    for (int n = 0; n < l->size; n++)
        row[n] = d->blank[n];
    layout_fill(l, &GAME, state_seen(k), k->place.seat, row);
    for (int n = 0; n < l->size; n++)
        d->out.observation[n * d->course.games + i] = row[n];
}

/* Who decides, and what there is to decide. */
static inline void tell_turn(const struct device *d, int64_t i, const struct desk *k,
                             const action legal[])
{
    int64_t games = d->course.games;
    int seat = k->place.seat;
    d->out.seat[i] = seat;
    for (int id = 0; id < d->layout.actions; id++)
        d->out.mask[id * games + i] = 0;
    for (int n = 0; n < k->place.legal; n++)
        d->out.mask[layout_id(&d->layout, seat, legal[n]) * games + i] = 1;
    tell_observation(d, i, k);
}

/* --- Kernels ---------------------------------------------------------------------------------- */

void kernel_begin(struct device *d)
{
    int64_t i = kernel_place();
    if (i >= d->course.games)
        return;
    struct desk k;
    action legal[ACTIONS_MAX];
    const float nothing[PLAYERS_MAX] = {0};
    place_start(&d->course, &GAME, &k.place, state_of(&k), i);
    place_first(&d->course, &GAME, &k.place, state_of(&k));
    place_ask(&GAME, &k.place, state_of(&k), legal);
    tell_step(d, i, nothing, BATCH_GOES_ON);
    tell_turn(d, i, &k, legal);
    put_back(d, i, &k, words());
}

void kernel_check(struct device *d, const int32_t *id)
{
    int64_t i = kernel_place();
    if (i >= d->course.games)
        return;
    bool fine = id[i] >= 0 && id[i] < d->layout.actions && d->out.mask[id[i] * d->course.games + i];
    if (!fine)
        kernel_least(&d->wrong, (int32_t)i);
}

void kernel_step(struct device *d, const int32_t *id)
{
    int64_t i = kernel_place();
    if (i >= d->course.games || d->wrong != DEVICE_FINE)
        return;
    struct desk k;
    action legal[ACTIONS_MAX];
    float reward[PLAYERS_MAX] = {0};
    take_up(d, i, &k);
    action a = d->decision[k.place.seat * d->layout.actions + id[i]];
    enum batch_done done = place_step(&d->course, &GAME, &k.place, state_of(&k), a, reward);
    place_ask(&GAME, &k.place, state_of(&k), legal);
    tell_step(d, i, reward, done);
    tell_turn(d, i, &k, legal);
    put_back(d, i, &k, words());
}

void kernel_random(struct device *d, int32_t *id)
{
    int64_t i = kernel_place();
    if (i >= d->course.games)
        return;
    struct desk k;
    action legal[ACTIONS_MAX];
    take_up(d, i, &k);
    int count = game_legal(&GAME, state_of(&k), k.place.seat, legal);
    id[i] = layout_id(&d->layout, k.place.seat, legal[rng_below(&k.place.rng, count)]);
    put_back(d, i, &k, sizeof k.place.rng / WORD);
}

void kernel_play(struct device *d, int32_t count)
{
    int64_t i = kernel_place();
    if (i >= d->course.games)
        return;
    struct desk k;
    action legal[ACTIONS_MAX];
    float reward[PLAYERS_MAX];
    enum batch_done done = BATCH_GOES_ON;
    take_up(d, i, &k);
    k.place.legal = game_legal(&GAME, state_of(&k), k.place.seat, legal);
    for (int n = 0; n < count; n++) {
        memset(reward, 0, sizeof reward);
        action a = legal[rng_below(&k.place.rng, k.place.legal)];
        done = place_step(&d->course, &GAME, &k.place, state_of(&k), a, reward);
        place_ask(&GAME, &k.place, state_of(&k), legal);
    }
    tell_step(d, i, reward, done);
    tell_turn(d, i, &k, legal);
    put_back(d, i, &k, words());
}
