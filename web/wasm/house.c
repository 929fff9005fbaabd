/* The hall's host in a page. */
#include "web/wasm/inside.h"
#include "web/wasm/sha256.h"

#include "hall/hall.h"
#include "live/archive.h"
#include "wire/json.h"
#include "wire/read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VISITORS = 32, SECRET_DIGITS = 2 * SECRET_BYTES };

/* A bot that is to decide, or a hint that is to be found. */
struct thought {
    struct thought *next;
    int number;
    bool given;         /* somebody thinks about it */
    struct asked asked; /* the hint; without one it is a bot's */
    struct room *room;
    int seat;
    uint64_t of_house;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng rng;
};

/* The entries of a table that nobody has come to yet. */
struct shelf {
    struct shelf *next;
    char id[TABLE_ID];
    struct text lines;
};

static struct {
    struct hall *hall;
    int64_t now;
    struct visitor *visitor[VISITORS];
    struct thought *thoughts;
    int thought_number;
    struct shelf *shelves;
    struct text keep;
} page;

/* --- What the hall asks of its host ----------------------------------------------------------- */

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

/* The last to come waits longest. */
static void add_thought(struct thought new)
{
    struct thought *t = malloc(sizeof *t), **end = &page.thoughts;
    page_must(t);
    *t = new;
    t->number = ++page.thought_number;
    while (*end)
        end = &(*end)->next;
    *end = t;
}

static void think(void *context, struct room *r, int seat, uint64_t number, struct bot *b,
                  const struct knowledge *k, struct rng rng)
{
    (void)context;
    struct view v;
    page_must(b && k);
    knowledge_view(k, &v);
    page_seat_bot(b, v.game, v.players);
    add_thought((struct thought){
        .room = r, .seat = seat, .of_house = number, .bot = b, .knowledge = k, .rng = rng});
}

static void drop(struct thought **at)
{
    struct thought *t = *at;
    *at = t->next;
    hint_free(t->asked.hint);
    free(t);
}

static void forget(void *context, struct room *r, int seat)
{
    (void)context;
    for (struct thought **at = &page.thoughts; *at; at = &(*at)->next)
        if ((*at)->room == r && (*at)->seat == seat) {
            drop(at);
            return;
        }
}

static void chance(void *context, void *out, size_t size)
{
    (void)context;
    page_random(out, size);
}

static void digest(void *context, const void *bytes, size_t size, unsigned char out[DIGEST_BYTES])
{
    (void)context;
    sha256(bytes, size, out);
}

static struct text *keep_begin(const char *what)
{
    json_object_begin(&page.keep);
    json_text(json_key(&page.keep, "keep"), what);
    return &page.keep;
}

static void keep_end(void)
{
    json_object_end(&page.keep);
    text_put(&page.keep, "\n", 1);
    page_must(!page.keep.failed);
}

static void keep_table(void *context, struct room_head *head)
{
    (void)context;
    char secret[SECRET_DIGITS + 1];
    struct text *t = keep_begin("table");
    for (int i = 0; i < SECRET_BYTES; i++)
        snprintf(secret + 2 * (ptrdiff_t)i, 3, "%02x", head->secret[i]);
    json_text(json_key(t, "id"), head->id);
    json_text(json_key(t, "secret"), secret);
    json_bool(json_key(t, "public"), head->public);
    json_bool(json_key(t, "open"), head->open);
    json_int(json_key(t, "opened"), head->opened);
    keep_end();
}

static void keep_entry(void *context, const struct room_head *head, uint64_t number,
                       const char *line)
{
    (void)context;
    struct text *t = keep_begin("entry");
    json_text(json_key(t, "table"), head->id);
    json_unsigned(json_key(t, "number"), number);
    json_text(json_key(t, "line"), line);
    keep_end();
}

static void keep_game(void *context, const struct room *r, const struct live *h)
{
    (void)context;
    struct text record = {0}, *t = keep_begin("game");
    archive_write(h, &record);
    page_must(!record.failed);
    json_text(json_key(t, "table"), room_head(r)->id);
    json_unsigned(json_key(t, "number"), live_diary(h)->entries);
    json_int(json_key(t, "ended"), page.now);
    json_text(json_key(t, "name"), setup_name(&live_table(h)->setup));
    json_text(json_key(t, "record"), text_of(&record));
    keep_end();
    text_free(&record);
}

static void close_table(void *context, const struct room_head *head)
{
    (void)context;
    json_text(json_key(keep_begin("closed"), "table"), head->id);
    keep_end();
}

static struct shelf **find_shelf(const char *id)
{
    struct shelf **at = &page.shelves;
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static bool load(void *context, const struct room_head *head, uint64_t after,
                 bool (*line)(void *to, const char *words, struct error *e), void *to,
                 struct error *e)
{
    (void)context;
    (void)after; /* there are no pictures: all are wanted */
    struct shelf **at = find_shelf(head->id), *s = *at;
    page_must(s);
    bool fine = true;
    for (char *words = s->lines.at, *end; fine && words && *words; words = end + 1) {
        end = words + strcspn(words, "\n");
        *end = '\0'; /* each line has an end, see page_recall */
        fine = line(to, words, e);
    }
    *at = s->next;
    text_free(&s->lines);
    free(s);
    return fine;
}

static bool advise(void *context, const struct asked *a)
{
    (void)context;
    add_thought((struct thought){.asked = *a});
    return true;
}

static void cancel_hint(void *context, const struct visitor *v)
{
    (void)context;
    for (struct thought **at = &page.thoughts; *at; at = &(*at)->next)
        if ((*at)->asked.visitor == v) {
            drop(at);
            return;
        }
}

/* Everybody is asked after every turn. */
static void ready(void *context, void *socket)
{
    (void)context;
    (void)socket;
}

/* Whoever comes to the table is told. */
static void complain(void *context, const char *table, const char *why)
{
    (void)context;
    (void)table;
    (void)why;
}

/* One device is one place: there is nobody whom the cards would have to be proved to, and they come
 * from the seed. A table stays awake once somebody came, and nobody is away who passes the device
 * on. */
static struct hall *hall(void)
{
    static const struct hall_host host = {.own = true,
                                          .bot = make_bot,
                                          .think = think,
                                          .forget = forget,
                                          .advise = advise,
                                          .cancel_hint = cancel_hint,
                                          .random = chance,
                                          .digest = digest,
                                          .keep_table = keep_table,
                                          .keep_entry = keep_entry,
                                          .keep_game = keep_game,
                                          .close_table = close_table,
                                          .load = load,
                                          .ready = ready,
                                          .complain = complain};
    struct hall_limits limits = hall_usual;
    limits.rollouts = 3000;
    limits.looks = 0;
    limits.awake = HALL_TABLES;
    limits.absence = limits.away = INT64_MAX / 2;
    if (!page.hall)
        page.hall = hall_new(&host, &limits);
    page_must(page.hall);
    return page.hall;
}

/* --- Tables from before ----------------------------------------------------------------------- */

static bool read_secret(const struct json *m, unsigned char out[SECRET_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    char words[SECRET_DIGITS + 1];
    if (!json_words(m, json_member(m, 0, "secret"), words, sizeof words) ||
        strspn(words, digits) != SECRET_DIGITS)
        return false;
    for (int i = 0; i < SECRET_DIGITS; i++)
        out[i / 2] = (unsigned char)(out[i / 2] << 4 | (int)(strchr(digits, words[i]) - digits));
    return true;
}

static bool read_head(const char *words, size_t size, struct room_head *head)
{
    struct json m;
    struct error e = {0};
    return json_read(&m, words, size, &e) &&
           json_words(&m, json_member(&m, 0, "id"), head->id, sizeof head->id) &&
           read_secret(&m, head->secret) &&
           json_truth(&m, json_member(&m, 0, "public"), &head->public) &&
           json_truth(&m, json_member(&m, 0, "open"), &head->open) &&
           json_whole(&m, json_member(&m, 0, "opened"), &head->opened);
}

bool page_recall(size_t size)
{
    const char *words = page_given(size);
    size_t first = strcspn(words, "\n");
    struct room_head head = {0};
    bool may;
    if (!words[first] || words[size - 1] != '\n' || !read_head(words, first, &head) ||
        hall_knows(hall(), head.id, "", &may))
        return false;
    struct shelf *s = calloc(1, sizeof *s);
    page_must(s);
    memcpy(s->id, head.id, TABLE_ID);
    for (const char *at = words + first + 1; *at; at = strchr(at, '\n') + 1)
        head.entries++;
    text_put(&s->lines, words + first + 1, size - first - 1);
    page_must(!s->lines.failed && hall_register_saved(page.hall, &head));
    s->next = page.shelves;
    page.shelves = s;
    return true;
}

/* --- Turns ------------------------------------------------------------------------------------ */

double page_time(double now)
{
    page.now = (int64_t)now;
    hall_time(hall(), page.now);
    int64_t wake = hall_wake(page.hall);
    return wake == INT64_MAX ? INFINITY : (double)wake;
}

int page_come(void)
{
    int i = 0;
    while (i < VISITORS && page.visitor[i])
        i++;
    if (i == VISITORS)
        return 0;
    page.visitor[i] = hall_connect(hall(), NULL);
    page_must(page.visitor[i]);
    return i + 1;
}

static struct visitor *visitor_of(int number)
{
    page_must(number > 0 && number <= VISITORS && page.visitor[number - 1]);
    return page.visitor[number - 1];
}

void page_go(int visitor)
{
    hall_disconnect(visitor_of(visitor));
    page.visitor[visitor - 1] = NULL;
}

bool page_hear(int visitor, size_t size)
{
    return hall_receive(visitor_of(visitor), page_given(size), size);
}

bool page_next(int visitor)
{
    struct text *out = page_answer();
    bool any = hall_next(visitor_of(visitor), out);
    page_must(!out->failed);
    return any;
}

bool page_keep(void)
{
    struct text *out = page_answer();
    text_put(out, text_of(&page.keep), page.keep.size);
    page_must(!out->failed);
    text_free(&page.keep);
    return out->size > 0;
}

void page_kept(void)
{
    hall_trouble(hall(), NULL);
    hall_keeping(page.hall); /* nothing has happened since page_keep */
    hall_kept(page.hall);
}

void page_trouble(void)
{
    hall_trouble(hall(), "Nothing can be kept just now; wait a moment and try again.");
}

/* --- Thoughts --------------------------------------------------------------------------------- */

int page_thought(size_t size)
{
    const char *elsewhere = page_given(size);
    struct thought *t = page.thoughts;
    while (t && (t->given || (t->room && strstr(elsewhere, room_head(t->room)->id))))
        t = t->next;
    if (!t)
        return 0;
    t->given = true;
    return t->number;
}

/* Where it is; NULL there if it is not. */
static struct thought **find_thought(int number)
{
    struct thought **at = &page.thoughts;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    return at;
}

bool page_wanted(int thought)
{
    return *find_thought(thought);
}

static void think_of_hint(struct hint *h, struct text *out)
{
    hint_find(h, NULL);
    const struct odds *o = hint_odds(h);
    if (o)
        text_put(out, (const char *)o, sizeof *o);
}

void page_think(int thought)
{
    struct thought *t = *find_thought(thought);
    struct text *out = page_answer();
    page_must(t);
    if (t->asked.hint) {
        think_of_hint(t->asked.hint, out);
    } else {
        struct rng rng = t->rng;
        action a = bot_choose(t->bot, t->knowledge, &rng);
        text_put(out, (const char *)&a, sizeof a);
    }
    page_must(!out->failed);
}

static void advised(struct thought **at, const void *found, size_t size)
{
    struct thought *t = *at;
    page_must(!size || size == sizeof(struct odds));
    hint_found(t->asked.hint, size ? found : NULL);
    hall_advised(&t->asked);
    drop(at);
}

void page_decide(int thought, size_t size)
{
    const char *found = page_given(size);
    struct thought **at = find_thought(thought), *t = *at;
    action a;
    if (!t)
        return;
    if (t->asked.hint) {
        advised(at, found, size);
        return;
    }
    page_must(size == sizeof a);
    memcpy(&a, found, sizeof a);
    hall_thought(t->room, t->seat, t->of_house, a);
}
