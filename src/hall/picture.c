/* Pictures of tables: what a room and its live table are after so many entries, so that to wake up
 * costs the same however many there were. The entries decide: a picture that does not fit to them,
 * is not whole, or of another program, counts for nothing. */
#include "hall/inside.h"

#include "live/ledger.h"

#include <stdlib.h>
#include <string.h>

/* What a picture begins with; those who were sent away follow, or are not to talk, and the live
 * table.
 */
struct caption {
    uint64_t check; /* the sum of all that follows */
    uint64_t layout;
    uint64_t entries, sum, sum_before;
    char owner[PLAYERS_MAX][DIGEST_TEXT];
    int64_t began;
    int removals, bans, dones;
    struct done done[RECENT];
};

/* Tells apart what differs by accident; whoever can write the file needs no picture to do harm. */
static uint64_t add_up(uint64_t sum, const char *bytes, size_t size)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    while (size > 0) {
        uint64_t word = 0;
        size_t part = size < sizeof word ? size : sizeof word;
        memcpy(&word, bytes, part);
        sum = (sum ^ word) * odd + part;
        sum ^= sum >> 29;
        bytes += part;
        size -= part;
    }
    return (sum ^ UINT64_C(0xff)) * odd;
}

void picture_line(struct room *r, const char *line)
{
    r->sum_before = r->sum;
    r->sum = add_up(r->sum, line, strlen(line));
}

/* Most of a table in memory is room that nobody has filled: runs of zeros are written as their
 * length. */
static size_t run_of(const char *at, size_t left, bool zeros)
{
    enum { BLANKS = 8, MOST = UINT16_MAX };
    size_t size = 0, blank = 0;
    for (; size < left && size < MOST && (zeros ? !at[size] : blank < BLANKS); size++)
        blank = at[size] ? 0 : blank + 1;
    return zeros || blank < BLANKS ? size : size - blank;
}

static void squeeze(const char *at, size_t left, struct text *out)
{
    while (left > 0) {
        uint16_t full = (uint16_t)run_of(at, left, false);
        uint16_t blank = (uint16_t)run_of(at + full, left - full, true);
        text_put(out, (char *)&full, sizeof full);
        text_put(out, (char *)&blank, sizeof blank);
        text_put(out, at, full);
        at += full + blank;
        left -= (size_t)full + blank;
    }
}

static bool unsqueeze(const char *at, size_t left, struct text *out)
{
    static const char zeros[256];
    uint16_t full, blank;
    while (left >= sizeof full + sizeof blank) {
        memcpy(&full, at, sizeof full);
        memcpy(&blank, at + sizeof full, sizeof blank);
        at += sizeof full + sizeof blank;
        left -= sizeof full + sizeof blank;
        if (full > left)
            return false;
        text_put(out, at, full);
        at += full;
        left -= full;
        for (size_t part; blank; blank = (uint16_t)(blank - part)) {
            part = blank < sizeof zeros ? blank : sizeof zeros;
            text_put(out, zeros, part);
        }
    }
    return left == 0 && !out->failed;
}

static size_t after_check(void)
{
    return sizeof(uint64_t);
}

/* The same program may have been built for another machine. */
static uint64_t layout_of(const struct hall *h)
{
    return h->host.layout + sizeof(struct caption) * 31 + sizeof(struct entry) * 37 +
           sizeof(size_t);
}

void picture_keep(struct room *r)
{
    struct hall *h = r->hall;
    struct text all = {0}, out = {0};
    if (!h->host.keep_picture || r->pictured == r->entries)
        return;
    struct caption c = {.layout = layout_of(h),
                        .entries = r->entries,
                        .sum = r->sum,
                        .sum_before = r->sum_before,
                        .began = r->began,
                        .removals = r->removals,
                        .bans = r->bans,
                        .dones = r->dones};
    memcpy(c.owner, r->owner, sizeof c.owner);
    memcpy(c.done, r->done, (size_t)r->dones * sizeof *r->done);
    text_put(&all, (char *)&c, sizeof c);
    for (int i = 0; i < r->bans; i++) { /* networks are written nowhere */
        struct ban b = r->ban[i];
        b.whence = 0;
        text_put(&all, (char *)&b, sizeof b);
    }
    live_freeze(r->live, &all);
    text_put(&out, (char *)&c.check, sizeof c.check);
    if (!all.failed)
        squeeze(all.at + after_check(), all.size - after_check(), &out);
    if (!all.failed && !out.failed) {
        c.check = add_up(0, out.at + after_check(), out.size - after_check());
        memcpy(out.at, &c.check, sizeof c.check);
        h->host.keep_picture(h->host.context, &r->head, &out);
        r->pictured = r->entries;
    }
    text_free(&all);
    text_free(&out);
}

/* --- Waking ----------------------------------------------------------------------------------- */

/* The last entry of a picture, and those that came after it. */
struct since {
    struct room *room;
    bool begun;
    uint64_t sum; /* as the picture has it, of the first of them */
    struct ledger all;
};

static bool take_since(void *to, const char *words, struct error *e)
{
    struct since *s = to;
    picture_line(s->room, words);
    if (s->begun)
        return ledger_read(&s->all, words, e);
    s->begun = true;
    return s->room->sum == s->sum || error_set(e, "the picture is of another table");
}

/* The picture that the host has, with nothing left out; false if there is none that can be used. */
static bool load(const struct room *r, struct text *picture, struct caption *c)
{
    const struct hall_host *host = &r->hall->host;
    struct text squeezed = {0};
    uint64_t check = 0;
    bool fine = host->load_picture && host->load_picture(host->context, &r->head, &squeezed) &&
                !squeezed.failed && squeezed.size > sizeof check;
    if (fine)
        memcpy(&check, squeezed.at, sizeof check);
    fine = fine && check == add_up(0, squeezed.at + after_check(), squeezed.size - after_check());
    text_put(picture, (char *)&check, sizeof check);
    fine = fine && unsqueeze(squeezed.at + after_check(), squeezed.size - after_check(), picture) &&
           picture->size >= sizeof *c;
    text_free(&squeezed);
    if (!fine)
        return false;
    memcpy(c, picture->at, sizeof *c);
    return c->layout == layout_of(r->hall) && c->entries && c->entries <= r->entries &&
           c->dones >= 0 && c->dones <= RECENT && c->bans >= 0 &&
           (size_t)c->bans <= (picture->size - sizeof *c) / sizeof(struct ban);
}

static void remember(struct room *r, const struct caption *c, const char *bans)
{
    struct ban b;
    memcpy(r->owner, c->owner, sizeof r->owner);
    memcpy(r->done, c->done, (size_t)c->dones * sizeof *r->done);
    for (int i = 0; i < c->bans; i++) {
        memcpy(&b, bans + (size_t)i * sizeof b, sizeof b);
        room_ban(r, b.guest, b.mute);
    }
    r->began = c->began;
    r->removals = c->removals;
    r->dones = c->dones;
    r->seen = r->pictured = c->entries;
}

struct live *picture_wake(struct room *r, const struct live_host *host)
{
    struct hall *h = r->hall;
    struct text picture = {0};
    struct caption c;
    struct error e = {0};
    struct live *live = NULL;
    struct since since = {.room = r};
    if (load(r, &picture, &c)) {
        r->sum = c.sum_before;
        since.sum = c.sum;
        live = live_thaw(&picture, sizeof c + (size_t)c.bans * sizeof(struct ban), host, &e);
    }
    if (live) {
        since.all.game = live_plan(live)->setup.game;
        h->replayed += r->entries - c.entries;
        remember(r, &c, picture.at + sizeof c);
    }
    if (live && (!h->host.load(h->host.context, &r->head, c.entries - 1, take_since, &since, &e) ||
                 c.entries + since.all.entries != r->entries ||
                 !live_follow(live, since.all.entry, since.all.entries, &e))) {
        live_free(live);
        live = NULL;
    }
    ledger_free(&since.all);
    text_free(&picture);
    return live;
}

/* --- What was before -------------------------------------------------------------------------- */

/* All entries, of which the live table wants the first ones back. */
struct before {
    uint64_t wanted, sum;
    struct ledger all;
};

static bool take_before(void *to, const char *words, struct error *e)
{
    struct before *b = to;
    b->sum = add_up(b->sum, words, strlen(words));
    return b->all.entries == b->wanted || ledger_read(&b->all, words, e);
}

bool picture_recall(struct room *r, uint64_t after, struct error *e)
{
    struct hall *h = r->hall;
    struct before b = {.wanted = live_diary(r->live)->gone};
    if (after >= b.wanted)
        return true;
    bool fine = h->host.load(h->host.context, &r->head, 0, take_before, &b, e) &&
                (b.sum == r->sum || error_set(e, "the entries are not those that were written")) &&
                live_recall(r->live, b.all.entry, b.all.entries, e);
    h->replayed += b.all.entries;
    ledger_free(&b.all);
    if (fine || e->no_memory || e->later)
        return fine;
    r->damaged = true;
    h->host.complain(h->host.context, r->head.id, e->text);
    return error_set(e, "This table is damaged and has been set aside.");
}
