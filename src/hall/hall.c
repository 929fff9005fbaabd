#include "hall/inside.h"

#include "wire/hintjson.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hall *hall_new(const struct hall_host *host, const struct hall_limits *limits)
{
    struct hall *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->host = *host;
    h->limits = *limits;
    return h;
}

void hall_free(struct hall *h)
{
    if (!h)
        return;
    for (int i = 0; i < CHAINS; i++)
        while (h->chain[i])
            room_free(h->chain[i]);
    text_free(&h->told.text);
    free(h);
}

bool hall_forget(struct hall *h, const char *id)
{
    struct room *r = room_find(h, id);
    if (r && (r->visitors || !room_is_safe(r)))
        return false;
    if (r)
        room_free(r);
    return true;
}

struct text *hall_answer(struct visitor *v, bool waits)
{
    struct hall *h = v->hall;
    if (!waits) {
        h->host.ready(h->host.context, v->socket);
        return &v->answers;
    }
    if (!v->is_later) {
        v->later = h->later;
        h->later = v;
    }
    v->is_later = true;
    return &v->waiting;
}

static void forget_later(struct visitor *v)
{
    struct visitor **at = &v->hall->later, **kept = &v->hall->later_kept;
    while (*at && *at != v)
        at = &(*at)->later;
    while (*kept && *kept != v)
        kept = &(*kept)->later_kept;
    if (*at)
        *at = v->later;
    if (*kept)
        *kept = v->later_kept;
}

void hall_forget_waiting(struct visitor *v)
{
    forget_later(v);
    text_free(&v->waiting);
    v->keeping = 0;
    v->is_later = false;
}

struct visitor *hall_connect(struct hall *h, void *socket)
{
    struct visitor *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->hall = h;
    v->socket = socket;
    h->visitors++;
    return v;
}

void hall_disconnect(struct visitor *v)
{
    if (!v)
        return;
    room_exit(v);
    hall_forget_waiting(v);
    if (v->asked)
        v->hall->host.cancel_hint(v->hall->host.context, v);
    v->hall->visitors--;
    text_free(&v->answers);
    free(v);
}

bool hall_receive(struct visitor *v, const char *text, size_t size)
{
    struct json m;
    struct error e = {.language = v->language};
    if (v->waiting.size + v->answers.size > ANSWERS_MAX)
        return false;
    if (json_read(&m, text, size, &e) && json_kind(&m, 0) == JSON_OBJECT) {
        command_run(v, &m);
    } else {
        if (m.values)
            error_set(&e, "this is no object; expected {\"do\": ..., \"n\": ...}");
        v->faults++;
        struct text *out = hall_answer(v, false);
        json_text(json_key(out, "refused"), e.text);
        text_put(out, "\n", 1);
    }
    return v->faults <= FAULTS_MAX;
}

void *hall_socket(const struct visitor *v)
{
    return v->socket;
}

const char *hall_table(const struct visitor *v)
{
    return v->room ? v->room->head.id : "";
}

const char *hall_guest(const struct visitor *v)
{
    return v->guest;
}

bool hall_understood(const struct visitor *v)
{
    return !v->faults;
}

/* The first line of the answers, which is taken off. Returns whether it names a table. */
static bool next_answer(struct visitor *v, struct text *out)
{
    struct text *all = &v->answers;
    size_t size = strcspn(all->at, "\n");
    all->at[size] = '\0';
    bool named = strstr(all->at, "\"table\":"); /* in words a quote follows a backslash */
    text_put(out, all->at, size);
    text_cut(all, size + 1);
    return named;
}

bool hall_due(const struct visitor *v)
{
    return v->answers.size || v->answers.failed || tell_due(v);
}

/* The last answer comes with what it has brought about: one message is half the work of two. */
bool hall_next(struct visitor *v, struct text *out)
{
    struct error e = {.language = v->language};
    if (!hall_due(v))
        return false;
    out->failed = out->failed || v->answers.failed; /* an answer is lost: it must come again */
    json_object_begin(out);
    bool named = v->answers.size && next_answer(v, out);
    if (!v->answers.size && tell_due(v)) {
        if (room_wake(v->room, &e) && picture_recall(v->room, v->sent, &e)) {
            tell_room(v, named, out);
        } else {
            json_text(json_key(out, "lost"), e.text);
            room_exit(v);
        }
    }
    json_object_end(out);
    return true;
}

/* Whoever has something to be told in a room that has changed. */
static void tell_all(struct room *r)
{
    struct hall *h = r->hall;
    for (struct visitor *v = r->visitors; v; v = v->next)
        h->host.ready(h->host.context, v->socket);
}

void hall_advised(const struct asked *a)
{
    struct visitor *v = a->visitor;
    struct text *out = hall_answer(v, false);
    v->asked = false;
    json_unsigned(json_key(out, "n"), a->number);
    json_bool(json_key(out, "done"), true);
    json_hint(json_key(out, "hint"), a->hint, a->entry, v->language);
    text_put(out, "\n", 1);
}

void hall_keeping(struct hall *h)
{
    h->kept = h->dirty;
    h->dirty = NULL;
    for (struct room *r = h->kept; r; r = r->kept) {
        r->kept = r->dirty;
        r->keeping = r->entries;
        r->is_dirty = false;
    }
    h->later_kept = h->later;
    h->later = NULL;
    for (struct visitor *v = h->later_kept; v; v = v->later_kept) {
        v->later_kept = v->later;
        v->keeping = v->waiting.size;
        v->is_later = false;
    }
}

/* The first answers that waited may go; most often there are no others. */
static void release(struct visitor *v)
{
    struct text *all = &v->waiting;
    if (v->keeping == all->size && !v->answers.size) {
        text_free(&v->answers);
        v->answers = *all;
        *all = (struct text){0};
    } else {
        text_put(&v->answers, text_of(all), v->keeping);
        v->answers.failed = v->answers.failed || all->failed;
        text_cut(all, v->keeping);
    }
    v->keeping = 0;
    if (!all->size)
        v->left[0] = '\0';
}

void hall_kept(struct hall *h)
{
    while (h->kept) {
        struct room *r = h->kept;
        h->kept = r->kept;
        r->head.entries = r->keeping;
        tell_all(r);
    }
    while (h->later_kept) {
        struct visitor *v = h->later_kept;
        h->later_kept = v->later_kept;
        release(v);
        h->host.ready(h->host.context, v->socket);
    }
}

void hall_trouble(struct hall *h, const char *words)
{
    snprintf(h->trouble, sizeof h->trouble, "%s", words ? words : "");
}

static void close_room(struct room *r)
{
    struct hall *h = r->hall;
    if (h->host.close_table)
        h->host.close_table(h->host.context, &r->head);
    room_free(r);
}

void hall_clock(struct hall *h, int64_t now)
{
    if (now > h->now)
        h->now = now;
}

/* Tables leave memory by when they were used last, not by a clock: as many stay as are usual, and
 * twice those that have been used of late, so that however many are played at none has to wake up
 * for every move. */
static void rest(struct hall *h)
{
    enum { BEAT = 3000, AT_ONCE = 64 };
    if (h->now >= h->beat_end) {
        h->beat++;
        h->used_before = h->now < h->beat_end + BEAT ? h->used : 0;
        h->beat_end = h->now + BEAT;
        h->used = 0;
    }
    int busy = h->used > h->used_before ? h->used : h->used_before;
    int most = h->limits.awake > 2 * busy ? h->limits.awake : 2 * busy, looks = AT_ONCE;
    for (struct room *r = h->oldest, *newer; r && h->awake > most && looks > 0;
         r = newer, looks--) {
        newer = r->newer;
        room_rest(r);
    }
    if (h->awake > most && looks == 0 && h->now + 10 < h->wake)
        h->wake = h->now + 10;
}

void hall_time(struct hall *h, int64_t now)
{
    int looks = h->limits.looks;
    hall_clock(h, now);
    h->wake = INT64_MAX;
    for (int i = 0; i < CHAINS; i++)
        for (struct room *r = h->chain[i], *next; r; r = next) {
            next = r->next;
            if (!r->looked && looks-- > 0)
                room_look(r);
            if (r->stirred || r->wake <= h->now) {
                r->wake = room_time(r);
                r->stirred = false;
                h->looked++;
            }
            if (r->wake < h->wake)
                h->wake = r->wake;
            if (room_is_deserted(r) || (r->closing && room_is_safe(r)))
                close_room(r);
        }
    rest(h);
}

int64_t hall_wake(const struct hall *h)
{
    return h->wake;
}

int hall_tables(const struct hall *h)
{
    return h->tables;
}

int hall_awake(const struct hall *h)
{
    return h->awake;
}

uint64_t hall_looked(const struct hall *h)
{
    return h->looked;
}

uint64_t hall_replayed(const struct hall *h)
{
    return h->replayed;
}

int hall_visitors(const struct hall *h)
{
    return h->visitors;
}

bool hall_knows(struct hall *h, const char *id, const char *guest, bool *may)
{
    struct error e = {0};
    struct room *r = room_find(h, id);
    *may = r && (r->head.public || (*guest && room_wake(r, &e) && room_chair(r, guest) != NOBODY));
    return r;
}

int hall_order(const char *one, const char *other)
{
    int chains = room_chain(one) - room_chain(other);
    return chains ? chains : strcmp(one, other);
}

void hall_public(struct hall *h, const char *after,
                 bool (*each)(void *to, const char *id, const char *words), void *to)
{
    struct error e = {0};
    bool more = true;
    for (int chain = *after ? room_chain(after) : 0; more && chain < CHAINS; chain++)
        for (struct room *r = h->chain[chain]; more && r; r = r->next) {
            bool told = *after && hall_order(r->head.id, after) <= 0;
            if (r->head.public && !told && (r->lined == r->head.entries || room_wake(r, &e)))
                more = each(to, r->head.id, tell_line(r));
        }
}

struct list {
    int left;
    char told[TABLE_ID], *last;
    struct text *out;
};

static bool list_one(void *to, const char *id, const char *words)
{
    struct list *l = to;
    if (l->left-- == 0) {
        memcpy(l->last, l->told, TABLE_ID);
        return false;
    }
    json_raw(l->out, words);
    memcpy(l->told, id, TABLE_ID);
    return true;
}

void hall_list(struct hall *h, const char *after, int most, char last[TABLE_ID], struct text *out)
{
    struct list l = {.left = most, .last = last, .out = out};
    last[0] = '\0';
    json_array_begin(out);
    hall_public(h, after, list_one, &l);
    json_array_end(out);
}
