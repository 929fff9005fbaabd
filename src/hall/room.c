#include "hall/inside.h"
#include "live/ledger.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>

const struct hall_limits hall_usual = {.tables = HALL_TABLES,
                                       .awake = 32,
                                       .away = 3000,
                                       .absence = 30000,
                                       .cut = 3000,
                                       .empty = 60000,
                                       .unpaid = 3600000,
                                       .rollouts = HINT_ROLLOUTS,
                                       .looks = 16};

/* Entries after which a table is pictured again, so that it wakes up as soon after a crash. */
enum { PICTURE_EVERY = 128 };

int room_chain(const char *id)
{
    unsigned sum = 0;
    for (; *id; id++)
        sum = sum * 31 + (unsigned char)*id;
    return (int)(sum % CHAINS);
}

struct room *room_find(struct hall *h, const char *id)
{
    struct room *r = h->chain[room_chain(id)];
    while (r && strcmp(r->head.id, id) != 0)
        r = r->next;
    return r;
}

static struct room *add_room(struct hall *h, const struct room_head *head)
{
    struct room *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    struct room **chain = &h->chain[room_chain(head->id)];
    while (*chain && strcmp((*chain)->head.id, head->id) < 0)
        chain = &(*chain)->next;
    r->head = *head;
    r->hall = h;
    r->entries = head->entries;
    r->touched = h->now;
    r->stirred = true;
    r->next = *chain;
    *chain = r;
    h->tables++;
    return r;
}

/* --- The live table's host -------------------------------------------------------------------- */

static struct bot *host_bot(void *context, const char *name, struct error *e)
{
    struct room *r = context;
    return r->hall->host.bot(r->hall->host.context, name, e);
}

static void host_think(void *context, int seat, uint64_t thought, struct bot *b,
                       const struct knowledge *k, struct rng rng)
{
    struct room *r = context;
    r->hall->host.think(r->hall->host.context, r, seat, thought, b, k, rng);
}

static void host_forget(void *context, int seat)
{
    struct room *r = context;
    r->hall->host.forget(r->hall->host.context, r, seat);
}

static void mark_dirty(struct room *r)
{
    if (r->is_dirty)
        return;
    r->is_dirty = true;
    r->dirty = r->hall->dirty;
    r->hall->dirty = r;
}

static bool host_keep(void *context, const struct diary *d, size_t first, struct error *e)
{
    struct room *r = context;
    struct hall *h = r->hall;
    struct text line = {0};
    for (size_t i = first; i < d->entries; i++) {
        text_clear(&line);
        const struct entry *x = diary_at(d, i);
        ledger_write(x, &line);
        if (line.failed) {
            text_free(&line);
            return error_no_memory(e);
        }
        h->host.keep_entry(h->host.context, &r->head, x->number, text_of(&line));
        r->entries = x->number;
        picture_line(r, text_of(&line));
    }
    text_free(&line);
    mark_dirty(r);
    return true;
}

struct live_host room_host(struct room *r)
{
    if (!r->dealer && r->hall->host.dealer)
        r->dealer = r->hall->host.dealer(r->hall->host.context, &r->head);
    return (struct live_host){.context = r,
                              .bot = host_bot,
                              .keep = host_keep,
                              .think = host_think,
                              .forget = host_forget,
                              .dealer = r->dealer,
                              .language = r->hall->language,
                              .now = r->hall->now};
}

/* --- Beginning and end ------------------------------------------------------------------------ */

void room_id(struct hall *h, const char *guest, uint64_t command, char id[TABLE_ID])
{
    static const char sign[] = "abcdefghjkmnpqrstuvwxyz23456789y"; /* that nobody mixes up */
    char words[DIGEST_TEXT + 24];
    unsigned char digest[DIGEST_BYTES];
    int size = snprintf(words, sizeof words, "%s %llu", guest, (unsigned long long)command);
    h->host.digest(h->host.context, words, (size_t)size, digest);
    for (int i = 0; i < TABLE_ID - 1; i++)
        id[i] = sign[digest[i] % 32];
    id[TABLE_ID - 1] = '\0';
}

struct room *room_open(struct hall *h, const char *id, const struct plan *p, bool public, bool open,
                       struct error *e)
{
    struct room_head head = {.public = public, .open = open, .opened = h->now};
    struct plan plan = *p;
    if (h->tables >= h->limits.tables) {
        error_set(e, "There are as many tables as this server has room for; come back later.");
        return NULL;
    }
    memcpy(head.id, id, TABLE_ID);
    h->host.random(h->host.context, head.secret, sizeof head.secret);
    h->host.random(h->host.context, &plan.seed, sizeof plan.seed);
    struct room *r = add_room(h, &head);
    if (!r) {
        error_no_memory(e);
        return NULL;
    }
    struct live_host host = room_host(r);
    r->done = malloc(RECENT * sizeof *r->done);
    r->live = r->done ? live_new(&plan, &host, e) : NULL;
    if (!r->live) {
        if (!r->done)
            error_no_memory(e);
        room_free(r);
        return NULL;
    }
    r->looked = true;
    h->awake++;
    room_use(r);
    h->host.keep_table(h->host.context, &r->head);
    live_time(r->live, h->now, e);
    return r;
}

void room_free_dealer(struct room *r)
{
    if (r->dealer)
        r->hall->host.dealer_free(r->hall->host.context, r->dealer);
    r->dealer = NULL;
}

/* Takes it out of the list of those that are awake. */
static void put_out(struct room *r)
{
    struct hall *h = r->hall;
    if (r->newer)
        r->newer->older = r->older;
    else if (h->newest == r)
        h->newest = r->older;
    if (r->older)
        r->older->newer = r->newer;
    else if (h->oldest == r)
        h->oldest = r->newer;
    r->newer = r->older = NULL;
}

void room_use(struct room *r)
{
    struct hall *h = r->hall;
    put_out(r);
    r->older = h->newest;
    if (r->older)
        r->older->newer = r;
    else
        h->oldest = r;
    h->newest = r;
    h->used += r->used != h->beat;
    r->used = h->beat;
}

void room_sleep(struct room *r)
{
    free(r->done);
    r->done = NULL;
    r->dones = r->removals = 0;
    r->seen = 0;
    if (r->live)
        r->hall->awake--;
    put_out(r);
    live_free(r->live);
    r->live = NULL;
    room_free_dealer(r);
}

void room_free(struct room *r)
{
    struct hall *h = r->hall;
    struct room **at = &h->chain[room_chain(r->head.id)];
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    struct room **dirty = &h->dirty, **kept = &h->kept;
    while (*dirty && *dirty != r)
        dirty = &(*dirty)->dirty;
    while (*kept && *kept != r)
        kept = &(*kept)->kept;
    if (*dirty)
        *dirty = r->dirty;
    if (*kept)
        *kept = r->kept;
    while (r->visitors)
        room_exit(r->visitors);
    if (h->told.room == r)
        h->told.room = NULL;
    room_sleep(r);
    if (h->host.gone)
        h->host.gone(h->host.context, &r->head);
    text_free(&r->line);
    free(r->ban);
    h->tables--;
    free(r);
}

/* --- What goes on by itself ------------------------------------------------------------------- */

/* All want another game. */
static void begin_next(struct room *r)
{
    struct hall *h = r->hall;
    struct error e = {0};
    uint64_t seed;
    h->host.random(h->host.context, &seed, sizeof seed);
    live_go_along(r->live, seed, &e);
}

/* All are told what is to be said about the table that is no entry, if it has changed. */
static void show(struct room *r, seats *told, seats now)
{
    struct hall *h = r->hall;
    if (now == *told)
        return;
    *told = now;
    for (struct visitor *v = r->visitors; v; v = v->next) {
        v->greeted = false;
        h->host.ready(h->host.context, v->socket);
    }
}

void room_settle(struct room *r)
{
    struct hall *h = r->hall;
    struct error e = {0};
    uint64_t before = r->seen;
    live_sign(r->live, 0, NULL);
    if (live_agreed(r->live))
        begin_next(r);
    while (live_deals(r->live) && live_draw(r->live, &e) != LIVE_REFUSED)
        ;
    room_follow(r);
    show(r, &r->held, live_held(r->live, ""));
    if (!live_cutters(r->live))
        r->cut = 0;
    else if (!r->cut)
        r->cut = h->now + h->limits.cut;
    r->stirred = true;
    if (r->seen > before) {
        r->touched = h->now;
        room_use(r);
    }
    if (r->seen - r->pictured >= PICTURE_EVERY)
        picture_keep(r);
    if (room_is_over(r) && !r->over && picture_recall(r, live_begun(r->live), &e))
        h->host.keep_game(h->host.context, r, r->live);
    r->over = room_is_over(r);
    r->deserted = room_is_empty(r);
}

bool room_is_safe(const struct room *r)
{
    return r->head.entries == r->entries;
}

/* A table is paid for by presence: for so many times as long as somebody was there who has a chair
 * it may be without anybody, a day for a minute. What somebody keeps in a page is theirs. */
static int64_t patience_with(const struct room *r)
{
    enum { TIMES = 24 * 60 };
    if (r->deserted)
        return r->hall->limits.empty;
    return r->hall->host.own ? INT64_MAX : r->hall->limits.unpaid + TIMES * r->paid;
}

bool room_is_deserted(const struct room *r)
{
    const struct hall *h = r->hall;
    return r->looked && !r->damaged && !r->visitors && room_is_safe(r) && !h->trouble[0] &&
           h->now - r->touched >= patience_with(r);
}

/* Where only one person plays nobody is kept waiting, and the game waits as long as it takes. */
static bool is_alone(const struct room *r)
{
    seats people = live_people(r->live);
    return (people & (people - 1)) == 0;
}

/* How long somebody may be gone until the table goes on without them: not long where the others
 * only wait for an answer. */
static int64_t patience(const struct room *r)
{
    int by;
    const struct setup *game;
    seats agreed;
    bool asked = live_proposal(r->live, &by, &game, &agreed);
    return asked ? r->hall->limits.away : r->hall->limits.absence;
}

/* Before a game and after it as well: who is gone leads nobody. */
static int64_t absences(struct room *r)
{
    struct hall *h = r->hall;
    struct error e = {0};
    int64_t wake = INT64_MAX;
    for (int seat = 0; !is_alone(r) && seat < PLAYERS_MAX; seat++) {
        bool here = live_people(r->live) >> seat & ~live_away(r->live) >> seat & 1;
        if (!here || !r->gone[seat])
            continue;
        int64_t until = r->gone[seat] + patience(r);
        if (until <= h->now)
            live_absent(r->live, seat, &e);
        else if (until < wake)
            wake = until;
    }
    return wake;
}

void room_look(struct room *r)
{
    struct error e = {0};
    r->looked = true;
    r->touched = r->hall->now;
    room_wake(r, &e);
}

/* Looks for those who are gone, which needs no live table: a table may sleep while one waits there
 * for another. Returns when to look again. */
static int64_t look_for_people(struct room *r)
{
    struct hall *h = r->hall;
    int64_t wake = INT64_MAX;
    seats away = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        if (!r->owner[seat][0] || !r->gone[seat])
            continue;
        int64_t until = r->gone[seat] + h->limits.away;
        if (until <= h->now)
            away |= (seats)(1u << seat);
        else if (until < wake)
            wake = until;
    }
    show(r, &r->away, away);
    return wake;
}

int64_t room_time(struct room *r)
{
    struct hall *h = r->hall;
    struct error e = {0};
    seats away = r->away;
    int64_t soon = look_for_people(r);
    if (!r->live && (away == r->away || !r->visitors || !room_wake(r, &e)))
        return soon;
    live_sign(r->live, 0, NULL);
    live_time(r->live, h->now, &e);
    int64_t wake = absences(r);
    if (soon < wake)
        wake = soon;
    if (r->cut && r->cut <= h->now)
        live_cut(r->live, NOBODY, NULL, &e);
    room_settle(r);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        int64_t left = live_time_left(r->live, seat, h->now);
        if (left != INT64_MAX && h->now + left < wake)
            wake = h->now + left;
    }
    if (r->cut && r->cut < wake)
        wake = r->cut;
    return wake;
}

void room_clock(struct room *r)
{
    struct error e = {0};
    live_sign(r->live, 0, NULL);
    live_clock(r->live, r->hall->now, &e);
}

void hall_thought(struct room *r, int seat, uint64_t thought, action a)
{
    struct error e = {0};
    if (!r->live)
        return;
    room_clock(r);
    if (live_thought(r->live, seat, thought, a, &e) != LIVE_REFUSED)
        room_settle(r);
}

/* --- Visitors --------------------------------------------------------------------------------- */

void room_enter(struct room *r, struct visitor *v)
{
    struct error e = {0};
    room_exit(v);
    v->room = r;
    v->before = NULL;
    v->next = r->visitors;
    if (v->next)
        v->next->before = v;
    r->visitors = v;
    v->greeted = false;
    v->typing = 0;
    r->stirred = true;
    int seat = room_chair(r, v->guest);
    if (seat == NOBODY)
        return;
    r->gone[seat] = 0;
    room_count_presence(r);
    show(r, &r->away, r->away & (seats) ~(1u << seat));
    room_clock(r);
    if (live_away(r->live) >> seat & 1)
        live_back(r->live, seat, &e);
}

void room_exit(struct visitor *v)
{
    struct room *r = v->room;
    if (!r)
        return;
    if (v->next)
        v->next->before = v->before;
    if (v->before)
        v->before->next = v->next;
    else
        r->visitors = v->next;
    v->room = NULL;
    v->next = v->before = NULL;
    if (v->waiting.size)
        memcpy(v->left, r->head.id, TABLE_ID);
    v->name[0] = '\0';
    r->touched = r->hall->now;
    room_count_presence(r);
    r->stirred = true;
    int seat = room_chair(r, v->guest);
    if (seat != NOBODY && !room_is_here(r, v->guest))
        r->gone[seat] = r->hall->now;
}

void room_remove(struct room *r, const char *guest)
{
    const struct hall_host *host = &r->hall->host;
    struct ban *b = room_find_ban(r, guest_beginning(guest), false);
    for (struct visitor *v = r->visitors, *next; v; v = next) {
        next = v->next;
        if (!secret_same(v->guest, guest))
            continue;
        if (b && host->whence)
            b->whence = host->whence(host->context, v->socket);
        struct text *out = hall_answer(v, true);
        json_text(json_key(out, "lost"),
                  language_text(v->language, "The host has sent you away from this table."));
        text_put(out, "\n", 1);
        room_exit(v);
    }
}

const struct live *hall_house(struct hall *h, const char *id)
{
    struct error e = {0};
    struct room *r = room_find(h, id);
    return r && room_wake(r, &e) ? r->live : NULL;
}

void hall_hurried(struct room *r, int seat, uint64_t thought)
{
    struct error e = {0};
    if (!r->live)
        return;
    live_sign(r->live, 0, NULL);
    live_hurry(r->live, seat, thought, &e);
}

void *room_socket(const struct room *r, const char **guest)
{
    for (const struct visitor *v = r->visitors; v; v = v->next)
        if (room_chair(r, v->guest) != NOBODY) {
            *guest = v->guest;
            return v->socket;
        }
    *guest = "";
    return NULL;
}

const struct room_head *room_head(const struct room *r)
{
    return &r->head;
}

bool hall_register_saved(struct hall *h, const struct room_head *head)
{
    return add_room(h, head) != NULL;
}
