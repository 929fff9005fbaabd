/* Who is who at a table: what its entries say beside the game. */
#include "hall/inside.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t guest_beginning(const char *guest)
{
    uint64_t bytes;
    memcpy(&bytes, guest, sizeof bytes);
    return bytes;
}

static int commands_of(const struct room *r, uint64_t guest)
{
    int count = 0;
    for (int i = 0; i < r->dones; i++)
        count += r->done[i].guest == guest;
    return count;
}

/* Forgets the oldest command of whoever has more than the last ones of everybody, or of all. */
static void forget_one(struct room *r)
{
    int oldest = 0;
    while (oldest < r->dones && commands_of(r, r->done[oldest].guest) <= RECENT_EACH)
        oldest++;
    int gone = oldest < r->dones ? oldest : 0;
    memmove(r->done + gone, r->done + gone + 1, (size_t)(--r->dones - gone) * sizeof *r->done);
}

static void remember(struct room *r, const char *guest, const struct entry *e)
{
    if (!e->command || !*guest)
        return;
    if (r->dones == RECENT)
        forget_one(r);
    r->done[r->dones++] =
        (struct done){.guest = guest_beginning(guest), .command = e->command, .entry = e->number};
}

static void swap_owners(struct room *r, int a, int b)
{
    char owner[DIGEST_TEXT];
    memcpy(owner, r->owner[a], DIGEST_TEXT);
    memcpy(r->owner[a], r->owner[b], DIGEST_TEXT);
    memcpy(r->owner[b], owner, DIGEST_TEXT);
    int64_t gone = r->gone[a];
    r->gone[a] = r->gone[b];
    r->gone[b] = gone;
}

bool secret_same(const char a[DIGEST_TEXT], const char b[DIGEST_TEXT])
{
    unsigned char differs = 0;
    for (int i = 0; i < DIGEST_TEXT; i++)
        differs |= (unsigned char)(a[i] ^ b[i]);
    return differs == 0;
}

bool room_is_here(const struct room *r, const char *guest)
{
    for (const struct visitor *v = r->visitors; v; v = v->next)
        if (secret_same(v->guest, guest))
            return true;
    return false;
}

struct ban *room_find_ban(const struct room *r, uint64_t guest, bool mute)
{
    for (int i = 0; i < r->bans; i++)
        if (r->ban[i].guest == guest && r->ban[i].mute == mute)
            return &r->ban[i];
    return NULL;
}

void room_ban(struct room *r, uint64_t guest, bool mute)
{
    if (room_find_ban(r, guest, mute))
        return;
    if (r->bans == r->ban_room) {
        int room = r->ban_room + 8;
        struct ban *more = realloc(r->ban, (size_t)room * sizeof *more);
        if (!more)
            return;
        r->ban = more;
        r->ban_room = room;
    }
    r->ban[r->bans++] = (struct ban){.guest = guest, .mute = mute};
}

static void lift_mute(struct room *r, const char *guest)
{
    struct ban *b = room_find_ban(r, guest_beginning(guest), true);
    if (b)
        *b = r->ban[--r->bans];
}

/* Who is to be kept away, or quiet. */
static void judge(struct room *r, const struct entry *e)
{
    const char *guest = e->seat < PLAYERS_MAX ? r->owner[e->seat] : e->text ? e->text : "";
    bool removed = e->kind == ENTRY_KICKED || e->kind == ENTRY_BARRED;
    if (*guest && (removed || e->kind == ENTRY_MUTED))
        room_ban(r, guest_beginning(guest), !removed);
    if (e->kind == ENTRY_UNMUTED)
        lift_mute(r, guest);
    r->removals += removed;
}

void room_count_presence(struct room *r)
{
    const char *guest;
    bool here = room_socket(r, &guest);
    if (!here && r->present)
        r->paid += r->hall->now - r->present;
    r->present = !here ? 0 : r->present ? r->present : r->hall->now;
}

void room_follow(struct room *r)
{
    const struct diary *d = live_diary(r->live);
    for (; r->seen < d->entries; r->seen++) {
        const struct entry *e = diary_at(d, r->seen);
        int seat = e->seat;
        if (r->seen == 0)
            r->began = e->time;
        if (e->kind == ENTRY_SEATED && e->guest && !(e->bot && *e->bot)) {
            memset(r->owner[seat], 0, DIGEST_TEXT);
            snprintf(r->owner[seat], DIGEST_TEXT, "%s", e->guest);
            r->gone[seat] = room_is_here(r, r->owner[seat]) ? 0 : r->hall->now;
            room_count_presence(r);
        }
        if (e->guest || seat < PLAYERS_MAX)
            remember(r, e->guest ? e->guest : r->owner[seat], e);
        judge(r, e);
        if (e->kind == ENTRY_LEFT || e->kind == ENTRY_KICKED)
            memset(r->owner[seat], 0, DIGEST_TEXT);
        if (e->kind == ENTRY_SWAPPED)
            swap_owners(r, seat, e->other);
    }
}

int room_chair(const struct room *r, const char *guest)
{
    for (int seat = 0; *guest && seat < PLAYERS_MAX; seat++)
        if (secret_same(r->owner[seat], guest))
            return seat;
    return NOBODY;
}

int room_looks(const struct room *r, const char *guest)
{
    uint64_t until;
    return live_looks(r->live, guest, live_diary(r->live)->entries + 1, &until);
}

bool room_banned(const struct room *r, const char *guest)
{
    return *guest && room_find_ban(r, guest_beginning(guest), false);
}

bool room_muted(const struct room *r, const char *guest)
{
    return *guest && room_find_ban(r, guest_beginning(guest), true);
}

bool room_shuns(const struct room *r, uint64_t whence)
{
    bool shunned = false;
    for (int i = 0; whence && i < r->bans; i++)
        shunned = shunned || (!r->ban[i].mute && r->ban[i].whence == whence);
    return shunned;
}

uint64_t room_done(const struct room *r, const char *guest, uint64_t command)
{
    for (int i = 0; i < r->dones; i++)
        if (r->done[i].command == command && r->done[i].guest == guest_beginning(guest))
            return r->done[i].entry;
    return 0;
}

void room_invitation(const struct room *r, char out[DIGEST_TEXT])
{
    static const char word[] = "invitation";
    unsigned char all[SECRET_BYTES + sizeof word + sizeof r->removals], digest[DIGEST_BYTES];
    size_t size = SECRET_BYTES + sizeof word + (r->removals ? sizeof r->removals : 0);
    memset(out, 0, DIGEST_TEXT);
    memcpy(all, r->head.secret, SECRET_BYTES);
    memcpy(all + SECRET_BYTES, word, sizeof word);
    memcpy(all + SECRET_BYTES + sizeof word, &r->removals, sizeof r->removals);
    r->hall->host.digest(r->hall->host.context, all, size, digest);
    for (int i = 0; i < 16; i++) /* 64 bits: nobody tries them all over a network */
        out[i] = "0123456789abcdef"[digest[i / 2] >> (i % 2 ? 0 : 4) & 15];
}

bool room_is_over(const struct room *r)
{
    const struct table *t = live_table(r->live);
    return t && table_turn(t).kind == TURN_OVER;
}

bool room_is_empty(const struct room *r)
{
    return !live_people(r->live) && (!live_table(r->live) || room_is_over(r));
}
