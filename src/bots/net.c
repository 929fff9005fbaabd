#include "bots/net.h"

#include <stdlib.h>
#include <string.h>

enum { BYTE_MOST = 127, WEIGHT_MODELS = 9, PREFERENCE_MOST = 1 << 24 };

static const char magic[] = "pairsnet";

/* A part of the row, which may repeat, as features. */
struct part {
    int numbers; /* of the row, each time */
    int quantities, features;
    int16_t
        *feature; /* of each number: of a quantity, or of what is 1 where it is one of several */
    const uint8_t *values;
    int16_t *offset; /* of each quantity */
    int32_t *times;
};

struct layer {
    int units, groups; /* groups of features, which have their own times */
    int features[2];
    int32_t *times[2], *bias;
    int8_t *weight[2]; /* of each feature those of all units */
};

struct net {
    struct inputs inputs;
    struct part view, event;
    struct layer told, first, second, third, last;
    unsigned char *room; /* all that is in these */
    size_t used;
};

const struct inputs *net_inputs(const struct net *n)
{
    return &n->inputs;
}

void net_free(struct net *n)
{
    if (!n)
        return;
    free(n->room);
    free(n);
}

/* --- The layout of the file ------------------------------------------------------------------- */

/* So many bytes of the room; before there is one it only counts. */
static void *take(struct net *n, size_t size)
{
    size_t at = n->used;
    n->used += (size + 7) / 8 * 8;
    return n->room ? n->room + at : NULL;
}

static void place_part(struct net *n, struct part *p, int numbers, const uint8_t values[])
{
    *p = (struct part){.numbers = numbers, .values = values};
    for (int i = 0; i < numbers; i++)
        p->quantities += !values[i];
    p->features = p->quantities;
    p->feature = take(n, (size_t)numbers * sizeof *p->feature);
    p->offset = take(n, (size_t)p->quantities * sizeof *p->offset);
    p->times = take(n, (size_t)p->quantities * sizeof *p->times);
    for (int i = 0, quantity = 0; i < numbers; i++) {
        if (p->feature)
            p->feature[i] = (int16_t)(values[i] ? p->features - 1 : quantity);
        quantity += !values[i];
        p->features += values[i];
    }
}

static void place_layer(struct net *n, struct layer *l, int units, int features, int more)
{
    *l = (struct layer){.units = units, .groups = 1 + (more > 0), .features = {features, more}};
    for (int g = 0; g < l->groups; g++)
        l->times[g] = take(n, (size_t)units * sizeof *l->times[g]);
    l->bias = take(n, (size_t)units * sizeof *l->bias);
    for (int g = 0; g < l->groups; g++)
        l->weight[g] = take(n, (size_t)units * (size_t)l->features[g]);
}

static void place_all(struct net *n, int units, int width)
{
    const struct inputs *in = &n->inputs;
    n->used = 0;
    place_part(n, &n->view, in->view, in->values);
    place_part(n, &n->event, in->events ? INPUT_FIELDS : 0, in->event_values);
    place_layer(n, &n->told, units, n->event.features, 0);
    place_layer(n, &n->first, width, n->view.features, in->events * units);
    place_layer(n, &n->second, width, width, 0);
    place_layer(n, &n->third, width, width, 0);
    place_layer(n, &n->last, in->actions + 1, width, 0);
}

/* --- Decoding --------------------------------------------------------------------------------- */

enum { CHANCE_BITS = 11, MOVES = 5, BYTE_VALUES = 256 };

struct decoder {
    const unsigned char *at, *end;
    uint32_t range, code, check;
    uint16_t chance[NET_MODELS][BYTE_VALUES];
};

static uint32_t next_byte(struct decoder *d)
{
    return d->at < d->end ? *d->at++ : 0;
}

static void decoder_init(struct decoder *d, const unsigned char *at, const unsigned char *end)
{
    *d = (struct decoder){.at = at, .end = end, .range = UINT32_MAX, .check = 0x811C9DC5};
    for (int i = 0; i < 4; i++)
        d->code = d->code << 8 | next_byte(d);
    for (int i = 0; i < NET_MODELS; i++)
        for (int k = 0; k < BYTE_VALUES; k++)
            d->chance[i][k] = 1 << (CHANCE_BITS - 1);
}

static int decode_bit(struct decoder *d, uint16_t *chance)
{
    uint32_t bound = (d->range >> CHANCE_BITS) * *chance;
    int bit = d->code >= bound;
    if (bit) {
        d->range -= bound;
        d->code -= bound;
        *chance = (uint16_t)(*chance - (*chance >> MOVES));
    } else {
        d->range = bound;
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> MOVES));
    }
    for (; d->range < 1u << 24; d->range <<= 8)
        d->code = d->code << 8 | next_byte(d);
    return bit;
}

static unsigned char decode_byte(struct decoder *d, int model)
{
    unsigned at = 1;
    while (at < BYTE_VALUES)
        at = at << 1 | (unsigned)decode_bit(d, &d->chance[model][at]);
    unsigned char byte = (unsigned char)at;
    d->check = (d->check ^ byte) * 0x01000193;
    return byte;
}

static int32_t decode_number(struct decoder *d, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint32_t)decode_byte(d, WEIGHT_MODELS + i) << 8 * i;
    return bytes == 2 ? (int16_t)number : (int32_t)number;
}

static void decode_numbers(struct decoder *d, int32_t to[], int count)
{
    for (int i = 0; i < count; i++)
        to[i] = decode_number(d, 4);
}

/* The context of a weight. */
static int model_of(int one, int other)
{
    int both = abs(one) + abs(other), bits = 0;
    for (; both; both >>= 1)
        bits++;
    return bits < WEIGHT_MODELS ? bits : WEIGHT_MODELS - 1;
}

static void decode_weights(struct decoder *d, int8_t to[], int units, int features)
{
    for (int f = 0; f < features; f++, to += units)
        for (int u = 0; u < units; u++)
            to[u] = (int8_t)decode_byte(d, model_of(u > 0 ? to[u - 1] : 0, u > 1 ? to[u - 2] : 0));
}

static void decode_part(struct decoder *d, struct part *p)
{
    for (int i = 0; i < p->quantities; i++)
        p->offset[i] = (int16_t)decode_number(d, 2);
    decode_numbers(d, p->times, p->quantities);
}

static void decode_layer(struct decoder *d, struct layer *l)
{
    for (int g = 0; g < l->groups; g++)
        decode_numbers(d, l->times[g], l->units);
    decode_numbers(d, l->bias, l->units);
    for (int g = 0; g < l->groups; g++)
        decode_weights(d, l->weight[g], l->units, l->features[g]);
}

/* False if what comes out is not what went in. */
static bool decode_all(struct net *n, struct decoder *d, uint32_t check)
{
    decode_part(d, &n->view);
    decode_part(d, &n->event);
    if (n->inputs.events)
        decode_layer(d, &n->told);
    decode_layer(d, &n->first);
    decode_layer(d, &n->second);
    decode_layer(d, &n->third);
    decode_layer(d, &n->last);
    return d->check == check;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static uint64_t read_bytes(const unsigned char **at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

struct heading {
    const struct game *game;
    uint64_t hash;
    int events, units, width;
    uint32_t check;
};

static const struct game *find_game(const char *name, size_t size)
{
    for (int i = 0; all_games[i]; i++)
        if (strlen(all_games[i]->name) == size && memcmp(all_games[i]->name, name, size) == 0)
            return all_games[i];
    return NULL;
}

static const unsigned char *not_one(struct error *e)
{
    error_set(e, "this is no network; expected a file for the bot 'net'");
    return NULL;
}

/* What stands before the code; returns where that begins, NULL with a message. */
static const unsigned char *read_heading(struct heading *h, const unsigned char *at, size_t size,
                                         struct error *e)
{
    enum { BEFORE_NAME = sizeof magic - 1 + 2, AFTER_NAME = 8 + 3 * 2 + 4 };
    if (size < BEFORE_NAME || memcmp(at, magic, sizeof magic - 1) != 0)
        return not_one(e);
    int version = at[sizeof magic - 1];
    size_t name = at[sizeof magic];
    at += BEFORE_NAME;
    if (version != NET_VERSION) {
        error_set(e, "the network is of version %d; expected version %d", version, NET_VERSION);
        return NULL;
    }
    if (size < BEFORE_NAME + name + AFTER_NAME)
        return not_one(e);
    h->game = find_game((const char *)at, name);
    if (!h->game) {
        error_set(e, "the network is for a game that there is not; expected one of 'pairs list'");
        return NULL;
    }
    at += name;
    h->hash = read_bytes(&at, 8);
    h->events = (int)read_bytes(&at, 2);
    h->units = (int)read_bytes(&at, 2);
    h->width = (int)read_bytes(&at, 2);
    h->check = (uint32_t)read_bytes(&at, 4);
    return at;
}

static bool check_heading(const struct heading *h, const struct net *n, struct error *e)
{
    if (n->inputs.hash != h->hash)
        return error_set(e,
                         "the network has learned %s from other inputs than this program has; "
                         "expected one that was trained with them",
                         h->game->name);
    return true;
}

static bool check_sizes(const struct heading *h, struct error *e)
{
    bool fine = h->events <= INPUT_EVENTS_MAX && h->units <= NET_UNITS && h->width >= 1 &&
                h->width <= NET_WIDTH && (h->units > 0) == (h->events > 0);
    return fine || error_set(e,
                             "the network has %d events, %d units and a width of %d; expected at "
                             "most %d, %d and %d",
                             h->events, h->units, h->width, INPUT_EVENTS_MAX, NET_UNITS, NET_WIDTH);
}

static bool make_room(struct net *n, const struct heading *h)
{
    place_all(n, h->units, h->width);
    n->room = calloc(1, n->used);
    if (n->room)
        place_all(n, h->units, h->width);
    return n->room;
}

static bool read_all(struct net *n, const unsigned char *file, size_t size, struct error *e)
{
    struct heading h;
    const unsigned char *code = read_heading(&h, file, size, e);
    if (!code || !check_sizes(&h, e))
        return false;
    inputs_make(&n->inputs, h.game, h.events);
    if (!check_heading(&h, n, e))
        return false;
    struct decoder *d = malloc(sizeof *d);
    bool room = d && make_room(n, &h), fine = false;
    if (room) {
        decoder_init(d, code, file + size);
        fine = decode_all(n, d, h.check) ||
               error_set(e, "the network is damaged; expected another copy");
    }
    free(d);
    return room ? fine : error_no_memory(e);
}

struct net *net_read(const void *file, size_t size, struct error *e)
{
    struct net *n = calloc(1, sizeof *n);
    if (!n)
        error_no_memory(e);
    else if (read_all(n, file, size, e))
        return n;
    net_free(n);
    return NULL;
}

/* --- Thinking --------------------------------------------------------------------------------- */

/* Adds the weights of a feature, so many times. The product fits 16 bits. */
static inline void add_weights(int32_t *restrict sum, const int8_t *restrict weight, int units,
                               int feature)
{
    for (int u = 0; u < units; u++)
        sum[u] += (int16_t)(feature * weight[u]);
}

static int quantity_feature(int32_t x, int32_t offset, int32_t times)
{
    int64_t y = ((int64_t)(x - offset) * times + (1 << 15)) >> 16;
    return y > BYTE_MOST ? BYTE_MOST : y < -BYTE_MOST ? -BYTE_MOST : (int)y;
}

/* Sums of what a part of the row says. */
static void add_part(const struct part *p, const int16_t row[], int32_t sum[],
                     const int8_t weight[], int units)
{
    for (int i = 0; i < p->numbers; i++) {
        int at = p->feature[i], feature = row[i] ? NET_ONE : 0;
        if (p->values[i])
            at += row[i];
        else
            feature = quantity_feature(row[i], p->offset[at], p->times[at]);
        if (feature)
            add_weights(sum, weight + (size_t)at * (size_t)units, units, feature);
    }
}

static void add_all(const int16_t feature[], int features, int32_t sum[], const int8_t weight[],
                    int units)
{
    for (int i = 0; i < features; i++)
        if (feature[i])
            add_weights(sum, weight + (size_t)i * (size_t)units, units, feature[i]);
}

static int64_t unit_value(const struct layer *l, int u, const int32_t sum[], const int32_t more[])
{
    int64_t y = (int64_t)sum[u] * l->times[0][u] + ((int64_t)l->bias[u] * 256) + (1 << 19);
    if (more)
        y += (int64_t)more[u] * l->times[1][u];
    return y >> 20;
}

static void finish(const struct layer *l, const int32_t sum[], const int32_t more[], int16_t out[])
{
    for (int u = 0; u < l->units; u++) {
        int64_t y = unit_value(l, u, sum, more);
        out[u] = (int16_t)(y < 0 ? 0 : y > BYTE_MOST ? BYTE_MOST : y);
    }
}

static void think_events(const struct net *n, const int16_t row[], int16_t out[])
{
    for (int i = 0; i < n->inputs.events; i++) {
        int32_t sum[NET_UNITS] = {0};
        add_part(&n->event, row + i * INPUT_FIELDS, sum, n->told.weight[0], n->told.units);
        finish(&n->told, sum, NULL, out + i * n->told.units);
    }
}

static void think_first(const struct net *n, const int16_t row[], int16_t out[])
{
    const struct layer *l = &n->first;
    int32_t sum[NET_WIDTH] = {0}, more[NET_WIDTH] = {0};
    int16_t told[INPUT_EVENTS_MAX * NET_UNITS];
    add_part(&n->view, row, sum, l->weight[0], l->units);
    if (l->groups > 1) {
        think_events(n, row + n->inputs.view, told);
        add_all(told, l->features[1], more, l->weight[1], l->units);
    }
    finish(l, sum, l->groups > 1 ? more : NULL, out);
}

static void think_on(const struct layer *l, const int16_t in[], int16_t out[])
{
    int32_t sum[NET_WIDTH] = {0};
    add_all(in, l->features[0], sum, l->weight[0], l->units);
    finish(l, sum, NULL, out);
}

static int32_t last_value(const struct layer *l, int u, const int32_t sum[])
{
    int64_t y = unit_value(l, u, sum, NULL);
    return (int32_t)(y > PREFERENCE_MOST    ? PREFERENCE_MOST
                     : y < -PREFERENCE_MOST ? -PREFERENCE_MOST
                                            : y);
}

int32_t net_think(const struct net *n, const int16_t row[], int32_t preference[])
{
    int16_t first[NET_WIDTH], second[NET_WIDTH], third[NET_WIDTH];
    int32_t sum[INPUT_ACTIONS + 1] = {0};
    think_first(n, row, first);
    think_on(&n->second, first, second);
    think_on(&n->third, second, third);
    for (int u = 0; u < n->third.units; u++)
        third[u] = (int16_t)(third[u] + second[u]);
    add_all(third, n->last.features[0], sum, n->last.weight[0], n->last.units);
    int actions = n->inputs.actions;
    for (int u = 0; u < actions; u++)
        preference[u] = last_value(&n->last, u, sum);
    return last_value(&n->last, actions, sum);
}

/* --- Choosing --------------------------------------------------------------------------------- */

/* 2^20 / 2^(o / 256). */
static uint32_t power(uint64_t o)
{
    static const uint32_t sixteenths[] = {1048576, 1004120, 961548, 920782, 881744, 844361,
                                          808563,  774282,  741455, 710020, 679917, 651091,
                                          623487,  597053,  571740, 547500};
    static const uint32_t rest[] = {1048576, 1045741, 1042913, 1040093, 1037281, 1034476,
                                    1031679, 1028889, 1026107, 1023333, 1020566, 1017806,
                                    1015054, 1012309, 1009572, 1006842};
    if (o >> 8 > 20)
        return 0;
    return (uint32_t)((uint64_t)sixteenths[o >> 4 & 15] * rest[o & 15] >> 20 >> (o >> 8));
}

/* Steps of 1 / NET_STEP below the best in e, at a temperature, as chances in 2. */
static uint32_t chance_of(int64_t below, int temperature)
{
    enum { LOG = 94548 }; /* 2^16 / ln 2 */
    if (temperature <= 0)
        return below ? 0 : power(0);
    return power(((uint64_t)below * LOG >> 16) * NET_WARM / (uint64_t)temperature);
}

uint64_t net_chances(const struct net *n, const struct view *v, const struct recall *r,
                     int temperature, uint32_t chance[ACTIONS_MAX])
{
    int16_t row[INPUT_VIEW + INPUT_EVENTS_MAX * INPUT_FIELDS];
    int32_t preference[INPUT_ACTIONS], best = INT32_MIN;
    int id[ACTIONS_MAX];
    inputs_fill(&n->inputs, v, r, row);
    net_think(n, row, preference);
    for (int i = 0; i < v->actions; i++) {
        id[i] = inputs_id(&n->inputs, v, v->act[i]);
        if (id[i] >= 0 && preference[id[i]] > best)
            best = preference[id[i]];
    }
    uint64_t sum = 0;
    for (int i = 0; i < v->actions; i++) {
        chance[i] = id[i] < 0 ? 0 : chance_of((int64_t)best - preference[id[i]], temperature);
        sum += chance[i];
    }
    return sum;
}

action net_choose(const struct net *n, const struct view *v, const struct recall *past,
                  int temperature, struct rng *r)
{
    uint32_t chance[ACTIONS_MAX];
    uint64_t sum = net_chances(n, v, past, temperature, chance);
    uint64_t at = (rng_next(r) >> 32) * sum >> 32;
    int i = 0;
    for (; at >= chance[i]; i++)
        at -= chance[i];
    return v->act[i];
}
