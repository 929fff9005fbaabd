#include "tests/hall/guests.h"

/* --- A host: a disk, a clock and bots that think when the test wants -------------------------- */

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static void think(void *context, struct room *r, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng rng)
{
    struct host *h = context;
    int i = h->thoughts++;
    assert_true(i < THOUGHTS);
    h->thought[i].room = r;
    h->thought[i].seat = seat;
    h->thought[i].thought = thought;
    h->thought[i].bot = b;
    h->thought[i].knowledge = k;
    h->thought[i].rng = rng;
}

static void forget(void *context, struct room *r, int seat)
{
    struct host *h = context;
    for (int i = 0; i < h->thoughts; i++)
        if (h->thought[i].room == r && h->thought[i].seat == seat) {
            h->thought[i] = h->thought[--h->thoughts];
            return;
        }
}

static bool advise(void *context, const struct asked *a)
{
    struct host *h = context;
    if (h->hints == THOUGHTS)
        return false;
    h->hint[h->hints++] = *a;
    return true;
}

static void cancel_hint(void *context, const struct visitor *v)
{
    struct host *h = context;
    for (int i = 0; i < h->hints; i++)
        if (h->hint[i].visitor == v) {
            hint_free(h->hint[i].hint);
            h->hint[i] = h->hint[--h->hints];
            return;
        }
    fail_msg("nobody waits for that hint");
}

void host_advise_all(struct host *h)
{
    for (; h->hints; h->hints--) {
        struct asked *a = &h->hint[h->hints - 1];
        hint_find(a->hint, NULL);
        hall_advised(a);
        hint_free(a->hint);
    }
}

static void chance(void *context, void *out, size_t size)
{
    struct host *h = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)rng_below(&h->random, 256);
}

/* Good enough to tell apart what a test tells apart. */
static void digest(void *context, const void *bytes, size_t size, unsigned char out[DIGEST_BYTES])
{
    (void)context;
    uint64_t sum = 1469598103934665603u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    struct rng r = rng_seeded(sum, 1);
    for (int i = 0; i < DIGEST_BYTES; i++)
        out[i] = (unsigned char)rng_below(&r, 256);
}

static void keep_table(void *context, struct room_head *head)
{
    struct host *h = context;
    assert_true(h->disk.tables < TABLES);
    head->key = h->disk.tables + 1;
    h->disk.table[h->disk.tables++] = *head;
}

static void keep_entry(void *context, const struct room_head *head, uint64_t number,
                       const char *line)
{
    struct host *h = context;
    assert_true(h->disk.lines < LINES);
    h->disk.line[h->disk.lines].key = head->key;
    h->disk.line[h->disk.lines++].words = strdup(line);
    h->disk.table[head->key - 1].entries = number;
}

static void keep_game(void *context, const struct room *r, const struct live *h)
{
    (void)r;
    struct host *host = context;
    host->disk.games++;
    const struct diary *d = live_diary(h);
    assert_true(d->gone <= live_begun(h)); /* all of the game is part of its record */
    assert_int_equal(table_turn(live_table(h)).kind, TURN_OVER);
}

static void close_table(void *context, const struct room_head *head)
{
    struct host *h = context;
    h->disk.closed++;
    h->disk.table[head->key - 1].entries = 0;
}

static bool was_here(void *context, const char *id)
{
    const struct host *h = context;
    bool was = false;
    for (int i = 0; i < h->disk.tables; i++)
        was = was || strcmp(h->disk.table[i].id, id) == 0;
    return was;
}

static void keep_picture(void *context, const struct room_head *head, const struct text *picture)
{
    struct host *h = context;
    struct text *mine = &h->disk.picture[head->key - 1];
    text_clear(mine);
    text_put(mine, picture->at, picture->size);
}

static bool load_picture(void *context, const struct room_head *head, struct text *out)
{
    const struct host *h = context;
    const struct text *mine = &h->disk.picture[head->key - 1];
    if (mine->size)
        text_put(out, mine->at, mine->size);
    return mine->size;
}

static bool load(void *context, const struct room_head *head, uint64_t after,
                 bool (*line)(void *to, const char *words, struct error *e), void *to,
                 struct error *e)
{
    struct host *h = context;
    for (int i = 0; i < h->disk.lines; i++) {
        if (h->disk.line[i].key != head->key)
            continue;
        if (after)
            after--;
        else if (!line(to, h->disk.line[i].words, e))
            return false;
    }
    return true;
}

static void ready(void *context, void *socket)
{
    (void)context;
    struct person *p = socket;
    p->called++;
}

static void complain(void *context, const char *table, const char *why)
{
    struct host *h = context;
    snprintf(h->complaint, sizeof h->complaint, "%s: %s", table, why);
}

static const struct dealer *dealer_of(void *context, const struct room_head *head)
{
    (void)head;
    struct host *h = context;
    return h->dealer;
}

static void dealer_free(void *context, const struct dealer *d)
{
    (void)context;
    (void)d;
}

void host_open(struct host *h)
{
    struct hall_host host = {.context = h,
                             .bot = make_bot,
                             .think = think,
                             .forget = forget,
                             .advise = advise,
                             .cancel_hint = cancel_hint,
                             .dealer = dealer_of,
                             .dealer_free = dealer_free,
                             .random = chance,
                             .digest = digest,
                             .keep_table = keep_table,
                             .keep_entry = keep_entry,
                             .keep_game = keep_game,
                             .close_table = close_table,
                             .was_here = was_here,
                             .load = load,
                             .whence = h->whence,
                             .own = h->own,
                             .keep_picture = keep_picture,
                             .load_picture = load_picture,
                             .layout = h->layout,
                             .ready = ready,
                             .complain = complain};
    h->hall = hall_new(&host, &h->limits);
    assert_non_null(h->hall);
    for (int i = 0; i < h->disk.tables; i++)
        assert_true(!h->disk.table[i].entries || hall_register_saved(h->hall, &h->disk.table[i]));
    hall_time(h->hall, h->now);
}

struct host *host_new(uint64_t seed)
{
    struct host *h = calloc(1, sizeof *h);
    assert_non_null(h);
    h->random = rng_seeded(seed, 3);
    h->limits = hall_usual;
    h->limits.rollouts = 6; /* for tests few are enough, */
    h->limits.awake = 0;    /* and none stays awake of which nobody has need */
    h->now = FIRST_DAY;
    host_open(h);
    return h;
}

void host_free(struct host *h)
{
    hall_free(h->hall);
    for (int i = 0; i < h->disk.lines; i++)
        free(h->disk.line[i].words);
    for (int i = 0; i < TABLES; i++)
        text_free(&h->disk.picture[i]);
    free(h);
}

void host_commit(struct host *h)
{
    h->disk.safe_lines = h->disk.lines;
    h->disk.safe_tables = h->disk.tables;
    hall_keeping(h->hall);
    hall_kept(h->hall);
}

void host_crash(struct host *h)
{
    struct disk *d = &h->disk;
    while (d->lines > d->safe_lines) {
        d->table[d->line[--d->lines].key - 1].entries--;
        free(d->line[d->lines].words);
    }
    d->tables = d->safe_tables;
    hall_free(h->hall);
    h->thoughts = 0;
    host_open(h);
}

void host_pass(struct host *h, int64_t milliseconds)
{
    h->now += milliseconds;
    hall_time(h->hall, h->now);
}

bool host_think_on(struct host *h)
{
    if (!h->thoughts)
        return false;
    int i = h->thoughts - 1;
    action a = bot_choose(h->thought[i].bot, h->thought[i].knowledge, &h->thought[i].rng);
    hall_thought(h->thought[i].room, h->thought[i].seat, h->thought[i].thought, a);
    return true;
}

/* --- People, who know what they were told ----------------------------------------------------- */

void person_init(struct person *p, struct host *h, int which)
{
    *p = (struct person){.host = h, .number = UINT64_C(100) * (uint64_t)which};
    snprintf(p->token, sizeof p->token, "%064x", which + 1);
}

void person_clear(struct person *p)
{
    hall_disconnect(p->visitor);
    json_decref(p->answer);
    json_decref(p->now);
    json_decref(p->view);
    text_free(&p->heard);
    *p = (struct person){0};
}

static void set(json_t **to, const json_t *from, const char *key)
{
    json_t *found = json_object_get(from, key);
    if (!found)
        return;
    json_decref(*to);
    *to = json_incref(found);
}

/* Takes in one message. */
static void hear(struct person *p, const char *words)
{
    json_error_t why;
    json_t *m = json_loads(words, 0, &why), *e;
    if (!m)
        fail_msg("no JSON: %s: %s", why.text, words);
    size_t i;
    json_array_foreach(json_object_get(m, "entries"), i, e)
    {
        uint64_t number = (uint64_t)json_integer_value(json_object_get(e, "entry"));
        int64_t at = json_integer_value(json_object_get(e, "at"));
        assert_true(at >= FIRST_DAY && at <= p->host->now);
        assert_int_equal(number, p->entry + 1);
        p->entry = number;
    }
    if (json_object_get(m, "table") && json_object_get(m, "entry"))
        p->entry = (uint64_t)json_integer_value(json_object_get(m, "entry"));
    set(&p->now, m, "now");
    set(&p->view, m, "view");
    if (json_object_get(m, "n")) {
        json_decref(p->answer);
        p->answer = json_incref(m);
    }
    json_decref(m);
}

size_t person_listen(struct person *p)
{
    struct text out = {0};
    size_t bytes = 0;
    while (p->visitor && hall_next(p->visitor, &out)) {
        assert_false(out.failed);
        bytes += out.size;
        hear(p, text_of(&out));
        text_add(&p->heard, "%s\n", text_of(&out));
        text_clear(&out);
    }
    text_free(&out);
    return bytes;
}

void person_send(struct person *p, const char *words)
{
    assert_true(hall_receive(p->visitor, words, strlen(words)));
}

bool person_does(struct person *p, const char *word, const char *more)
{
    char words[1024];
    snprintf(words, sizeof words, "{\"do\":\"%s\",\"n\":%llu%s}", word,
             (unsigned long long)++p->number, more);
    person_send(p, words);
    host_commit(p->host);
    host_advise_all(p->host);
    person_listen(p);
    assert_int_equal(json_integer_value(json_object_get(p->answer, "n")), p->number);
    return json_is_true(json_object_get(p->answer, "done"));
}

const char *person_refusal(const struct person *p)
{
    return json_string_value(json_object_get(p->answer, "refused"));
}

void person_comes(struct person *p)
{
    char more[128];
    p->visitor = hall_connect(p->host->hall, p);
    assert_non_null(p->visitor);
    snprintf(more, sizeof more, ",\"token\":\"%s\",\"version\":1", p->token);
    assert_true(person_does(p, "hello", more));
}

void person_goes(struct person *p)
{
    hall_disconnect(p->visitor);
    p->visitor = NULL;
}

void person_enters(struct person *p, const char *table)
{
    char more[128];
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"since\":%llu", table,
             (unsigned long long)p->entry);
    if (!person_does(p, "enter", more))
        fail_msg("%s", person_refusal(p));
}

bool person_decides(struct person *p, struct rng *r)
{
    char more[128];
    json_t *legal = json_object_get(p->view, "legal");
    size_t count = json_array_size(legal);
    if (!count)
        return false;
    const char *choice = json_string_value(json_array_get(legal, (size_t)rng_below(r, (int)count)));
    snprintf(more, sizeof more, ",\"choice\":\"%s\",\"after\":%llu", choice,
             (unsigned long long)p->entry);
    if (!person_does(p, "decide", more))
        fail_msg("%s: %s", choice, person_refusal(p));
    return true;
}

bool person_sees_end(const struct person *p)
{
    return json_is_true(json_object_get(p->view, "over"));
}

void gather(struct host *h, struct person p[], int people, const char *name, int players,
            const char *more, char table[TABLE_ID])
{
    struct text keys = {0};
    text_add(&keys, ",\"game\":\"%s\",\"name\":\"P0\",\"public\":true,\"chairs\":[\"you\"", name);
    for (int i = 1; i < players; i++)
        text_add(&keys, i < people ? ",\"open\"" : ",\"random\"");
    text_add(&keys, "]%s", more);
    for (int i = 0; i < people; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
    }
    if (!person_does(&p[0], "create", text_of(&keys)))
        fail_msg("%s: %s", name, person_refusal(&p[0]));
    text_free(&keys);
    snprintf(table, TABLE_ID, "%s", json_string_value(json_object_get(p[0].answer, "table")));
    for (int i = 1; i < people; i++) {
        char sit[64];
        person_enters(&p[i], table);
        snprintf(sit, sizeof sit, ",\"name\":\"P%d\"", i);
        assert_true(person_does(&p[i], "sit", sit));
    }
    assert_true(person_does(&p[0], "begin", ""));
}

void part(struct host *h, struct person p[], int people)
{
    for (int i = 0; i < people; i++)
        person_clear(&p[i]);
    host_free(h);
}

void play_out(struct host *h, struct person p[], int people, struct rng *r)
{
    for (int turns = 0; turns < 20000; turns++) {
        bool any = host_think_on(h);
        host_commit(h);
        for (int i = 0; i < people; i++)
            person_listen(&p[i]);
        if (person_sees_end(&p[0]))
            return;
        for (int i = 0; i < people && !any; i++)
            any = p[i].visitor && person_decides(&p[i], r);
        if (!any)
            fail_msg("nobody can go on");
    }
    fail_msg("the game does not end");
}
