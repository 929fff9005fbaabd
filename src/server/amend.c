/* What is kept is changed: somebody is erased, a name or words go. Tables are found by a thread
 * that reads the whole data file; each is then written anew in the loop, at a moment when all of it
 * is on disk, and read again. In the end a thread sees to it that nothing old is left in the file.
 *
 * Of several servers each changes the tables that it has. Whoever erases a person asks the others
 * to do so, too, and looks again until there is nothing left. */
#include "server/company.h"
#include "server/office.h"

#include "wire/json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MILLISECONDS = 10, ROUNDS = 3, OTHERS_MILLISECONDS = 200, OTHERS_ROUNDS = 50 };

struct found {
    int64_t key;
    char id[TABLE_ID];
};

struct amend {
    struct office *office;
    struct amend *next;
    struct scrub scrub;
    bool erases, tells; /* a person; otherwise one table is changed */
    bool joins;         /* another server has begun it, and ends it */
    bool others;        /* others have tables that are to be changed, too */
    struct found *found;
    size_t count, at;
    int rounds;
    uint64_t commits; /* when it began */
    uv_work_t work;
    uv_timer_t timer;
    struct text told;
    struct error error;
    bool failed;
    amended *done;
    void *to;
};

/* --- The end ---------------------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle)
{
    struct amend *a = handle->data;
    scrub_free(&a->scrub);
    text_free(&a->told);
    free(a->found);
    free(a);
}

static void finish(struct amend *a)
{
    struct amend **at = &a->office->amends;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    if (a->done)
        a->done(a->to, &a->told, a->failed ? &a->error : NULL);
    if (a->erases && !a->failed && !a->office->server->stopping)
        welcome_send_away(a->office, a->scrub.guest, "erased");
    uv_close((uv_handle_t *)&a->timer, on_closed);
}

void amend_forget(struct amend *a)
{
    a->done = NULL;
}

/* Those whose thread works are ended by it, as the loop runs on to its end. */
void amend_stop(struct office *o)
{
    for (struct amend *a = o->amends, *next; a; a = next) {
        next = a->next;
        uv_cancel((uv_req_t *)&a->work);
        if (uv_is_active((uv_handle_t *)&a->timer)) {
            a->failed = !error_set(&a->error, "The server stops.");
            finish(a);
        }
    }
}

/* --- In a thread ------------------------------------------------------------------------------ */

static bool add_found(void *to, int64_t key, const char *id)
{
    struct amend *a = to;
    struct found *more = realloc(a->found, (a->count + 1) * sizeof *more);
    if (!more)
        return false;
    a->found = more;
    more[a->count] = (struct found){.key = key};
    snprintf(more[a->count++].id, TABLE_ID, "%s", id);
    return true;
}

static bool add_told(void *to, const char *what, const char *table, const char *words)
{
    struct amend *a = to;
    json_object_begin(&a->told);
    json_text(json_key(&a->told, "what"), what);
    if (*table)
        json_text(json_key(&a->told, "table"), table);
    if (*words)
        json_text(json_key(&a->told, "words"), words);
    json_object_end(&a->told);
    return !a->told.failed;
}

static void look_for(uv_work_t *work)
{
    struct amend *a = work->data;
    const char *path = a->office->server->settings.data;
    a->failed = a->tells ? !roll_tell(path, a->scrub.guest, add_told, a, &a->error)
                         : !roll_find(path, a->scrub.guest, add_found, a, &a->error);
}

bool amend_is_erasing(const struct office *o, const char *guest)
{
    for (const struct amend *a = o->amends; a; a = a->next)
        if (a->erases && strcmp(a->scrub.guest, guest) == 0)
            return true;
    return false;
}

static void settle(uv_work_t *work)
{
    struct amend *a = work->data;
    a->failed = !roll_settle(a->office->server->settings.data, &a->error);
}

static void on_settled(uv_work_t *work, int status)
{
    struct amend *a = work->data;
    (void)status;
    finish(a);
}

/* --- In the loop ------------------------------------------------------------------------------ */

static bool change_one(struct amend *a, const struct found *f)
{
    struct server *s = a->office->server;
    if (!roll_scrub(a->office->roll, f->key, vault_last(s->vault, f->key), &a->scrub, &a->error))
        return false;
    transcripts_forget(s, f->id);
    study_forget(s, f->id);
    company_say(s, SAY_CHANGED, 0, f->id, strlen(f->id) + 1);
    govern_reread(s->hall, f->id, a->scrub.entry);
    return true;
}

static void look_again(struct amend *a);

/* Those who have the other tables are asked again each time: they may have been busy. */
static void on_others(uv_timer_t *timer)
{
    struct amend *a = timer->data;
    company_say(a->office->server, SAY_ERASE, 0, a->scrub.guest, strlen(a->scrub.guest) + 1);
    look_again(a);
}

static void on_found(uv_work_t *work, int status);

/* The next table, as soon as all that happened there is safe. */
static void on_time(uv_timer_t *timer)
{
    struct amend *a = timer->data;
    struct server *s = a->office->server;
    while (a->at < a->count && !a->failed) {
        const struct found *f = &a->found[a->at];
        if (s->company && vault_is_elsewhere(s->vault, f->key)) {
            company_seek(s->company, NULL, f->id); /* it may be nobody's by now */
            a->others = true;
            a->at++;
            continue;
        }
        if (a->erases)
            govern_leave(s->hall, f->id, a->scrub.guest);
        if (!govern_is_safe(s->hall, f->id) || vault_awaits_picture(s->vault, f->key) ||
            s->troubled)
            return;
        a->failed = !change_one(a, f);
        a->at++;
    }
    uv_timer_stop(timer);
    if (a->failed || a->joins)
        finish(a);
    else if (a->others && !s->stopping)
        uv_timer_start(timer, on_others, OTHERS_MILLISECONDS, 0);
    else if (a->erases)
        look_again(a);
    else
        uv_queue_work(&s->loop, &a->work, settle, on_settled);
}

/* What was being written and what waited to be when it began have to be on the disk to be found. */
static void on_begin(uv_timer_t *timer)
{
    enum { BATCHES = 2 };
    struct amend *a = timer->data;
    struct server *s = a->office->server;
    if (vault_pending(s->vault) && s->counts.commits - a->commits < BATCHES)
        return;
    uv_timer_stop(timer);
    look_again(a);
}

/* And what was on its way when the file was read is found the next time. */
static void look_again(struct amend *a)
{
    a->count = a->at = 0;
    a->others = false;
    uv_queue_work(&a->office->server->loop, &a->work, look_for, on_found);
}

static void on_found(uv_work_t *work, int status)
{
    struct amend *a = work->data;
    struct office *o = a->office;
    bool gone = !a->failed && a->erases && !a->count;
    int most = o->server->company ? OTHERS_ROUNDS : ROUNDS;
    if (a->erases && a->count && a->rounds++ == most)
        a->failed = !error_set(&a->error, "there is something left that names them; try again");
    if (gone && !a->joins)
        a->failed = !roll_forget(o->roll, a->scrub.guest, &a->error) || !welcome_read(o, &a->error);
    if (gone && !a->joins && !a->failed) {
        company_say(o->server, SAY_RULES, 0, "", 0);
        company_say(o->server, SAY_AWAY, AWAY_ERASED, a->scrub.guest, strlen(a->scrub.guest) + 1);
    }
    if (status != 0 || a->failed || a->tells || o->server->stopping)
        finish(a);
    else if (gone)
        uv_queue_work(&o->server->loop, &a->work, settle, on_settled);
    else
        uv_timer_start(&a->timer, on_time, 0, WAIT_MILLISECONDS);
}

/* --- The beginning ---------------------------------------------------------------------------- */

/* One that changes at a time, and one that only tells. */
static struct amend *begin(struct office *o, const char *guest, bool tells, amended *done, void *to,
                           struct error *e)
{
    bool busy = false;
    for (const struct amend *other = o->amends; other; other = other->next)
        busy = busy || other->tells == tells;
    struct amend *a = busy ? NULL : calloc(1, sizeof *a);
    if (!a) {
        if (busy)
            error_set(e, "This is being done for somebody else; try again in a moment.");
        else
            error_no_memory(e);
        return NULL;
    }
    *a = (struct amend){.office = o, .next = o->amends, .tells = tells, .done = done, .to = to};
    snprintf(a->scrub.guest, SCRUB_GUEST, "%s", guest);
    a->work.data = a->timer.data = a;
    uv_timer_init(&o->server->loop, &a->timer);
    o->amends = a;
    return a;
}

struct amend *amend_erase(struct office *o, const char *guest, amended *done, void *to,
                          struct error *e)
{
    unsigned char random[DIGEST_BYTES];
    struct amend *a = begin(o, guest, false, done, to, e);
    if (!a)
        return NULL;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(a->scrub.instead, SCRUB_GUEST, random, sizeof random);
    a->erases = a->scrub.names = a->scrub.talk = true;
    a->commits = o->server->counts.commits;
    uv_timer_start(&a->timer, on_begin, 0, WAIT_MILLISECONDS);
    return a;
}

void amend_join(struct office *o, const char *guest)
{
    struct error e = {0};
    struct amend *a = amend_erase(o, guest, NULL, NULL, &e);
    if (a)
        a->joins = true;
}

struct amend *amend_tell(struct office *o, const char *guest, amended *done, void *to,
                         struct error *e)
{
    struct amend *a = begin(o, guest, true, done, to, e);
    if (!a)
        return NULL;
    uv_queue_work(&o->server->loop, &a->work, look_for, on_found);
    return a;
}

/* At one table. */
static struct amend *begin_at(struct office *o, const char *table, const char *guest, amended *done,
                              void *to, struct error *e)
{
    int64_t key = govern_key(o->server->hall, table, e);
    struct amend *a = key ? begin(o, guest, false, done, to, e) : NULL;
    if (!a)
        return NULL;
    must(add_found(a, key, table));
    uv_timer_start(&a->timer, on_time, 0, WAIT_MILLISECONDS);
    return a;
}

struct amend *amend_name(struct office *o, const char *table, const char *guest, amended *done,
                         void *to, struct error *e)
{
    struct amend *a = begin_at(o, table, guest, done, to, e);
    if (a)
        a->scrub.names = true;
    return a;
}

struct amend *amend_strike(struct office *o, const char *table, uint64_t entry, amended *done,
                           void *to, struct error *e)
{
    struct amend *a = begin_at(o, table, "", done, to, e);
    if (a) {
        a->scrub.talk = true;
        a->scrub.entry = entry;
    }
    return a;
}
