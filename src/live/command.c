/* What people, bots and clocks do: each command becomes an entry, happens, and is kept. */
#include "live/inside.h"

#include <stdio.h>
#include <string.h>

enum live_answer live_keep(struct live *h, struct error *e)
{
    if (h->host.keep && h->kept < h->diary.entries &&
        !h->host.keep(h->host.context, &h->diary, h->kept, e))
        return LIVE_PLAYED;
    h->kept = h->diary.entries;
    return LIVE_KEPT;
}

/* Something has happened: bots think on, and the host keeps it. */
static enum live_answer taken(struct live *h, struct error *e)
{
    struct error no_bot = {.language = e->language};
    bots_update(h, &no_bot);
    return live_keep(h, e);
}

void live_sign(struct live *h, uint64_t command, const char *guest)
{
    h->signature = (struct entry){.command = command, .guest = guest};
}

/* The entry with the signature of the command, which no other entry has. */
static struct entry signed_by(struct live *h, struct entry x)
{
    x.time = h->now;
    x.command = h->signature.command;
    x.guest = h->signature.guest;
    h->signature = (struct entry){0};
    return x;
}

enum live_answer live_command(struct live *h, struct entry x, struct error *e)
{
    return live_take(h, signed_by(h, x), e) ? taken(h, e) : LIVE_REFUSED;
}

static enum live_answer about(struct live *h, enum entry_kind kind, int seat, struct error *e)
{
    if (seat != NOBODY && !live_has_chair(h, seat, e))
        return LIVE_REFUSED;
    return live_command(h, (struct entry){.kind = (uint8_t)kind, .seat = (uint8_t)seat}, e);
}

static struct entry look_of(enum entry_kind kind, int seat, const struct chair *who)
{
    return (struct entry){.kind = (uint8_t)kind,
                          .seat = (uint8_t)seat,
                          .text = who->name,
                          .face = who->face[0] ? who->face : NULL,
                          .colour = who->colour};
}

enum live_answer live_seat(struct live *h, int seat, const struct chair *who, struct error *e)
{
    struct entry x = look_of(ENTRY_SEATED, seat, who);
    x.bot = who->bot;
    if (!live_has_chair(h, seat, e) ||
        (!*who->bot && h->plan.chair[seat].empty && !eyes_may_sit(h, seat, h->signature.guest, e)))
        return LIVE_REFUSED;
    if (*who->bot) { /* that there is one must be known before */
        struct bot *b = h->host.bot(h->host.context, who->bot, e);
        if (!b)
            return LIVE_REFUSED;
        bot_free(b);
    }
    return live_command(h, x, e);
}

enum live_answer live_sit(struct live *h, int seat, const char *name, const char *bot,
                          struct error *e)
{
    struct chair who = {0};
    if (bot && strlen(bot) >= BOT_ROOM) {
        error_set(e, "a bot is too long; expected at most %d bytes", BOT_ROOM - 1);
        return LIVE_REFUSED;
    }
    if (name)
        snprintf(who.name, sizeof who.name, "%.*s", text_fit(name, NAME_ROOM - 1), name);
    snprintf(who.bot, sizeof who.bot, "%s", bot ? bot : "");
    return live_seat(h, seat, &who, e);
}

enum live_answer live_look(struct live *h, int seat, const struct chair *who, struct error *e)
{
    return live_has_chair(h, seat, e) ? live_command(h, look_of(ENTRY_LOOKED, seat, who), e)
                                      : LIVE_REFUSED;
}

enum live_answer live_leave(struct live *h, int seat, struct error *e)
{
    return about(h, ENTRY_LEFT, seat, e);
}

enum live_answer live_give(struct live *h, int seat, struct error *e)
{
    struct entry x = {.kind = ENTRY_LEFT, .seat = (uint8_t)seat, .text = "given"};
    return live_has_chair(h, seat, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_absent(struct live *h, int seat, struct error *e)
{
    return about(h, ENTRY_ABSENT, seat, e);
}

enum live_answer live_back(struct live *h, int seat, struct error *e)
{
    return about(h, ENTRY_BACK, seat, e);
}

enum live_answer live_begin(struct live *h, struct error *e)
{
    return about(h, ENTRY_BEGUN, NOBODY, e);
}

enum live_answer live_rematch(struct live *h, uint64_t seed, struct error *e)
{
    return live_command(h, (struct entry){.kind = ENTRY_REMATCH, .seat = NOBODY, .seed = seed}, e);
}

static enum live_answer decide(struct live *h, int seat, action a, const char *sign,
                               struct error *e)
{
    struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a};
    struct entry x = {.kind = ENTRY_STEP, .seat = (uint8_t)seat, .step = step, .sign = sign};
    return live_command(h, x, e);
}

bool live_may_decide(const struct live *h, int seat, action a, struct error *e)
{
    action legal[ACTIONS_MAX];
    if (!h->table)
        return live_refuse(REFUSE_NO_GAME, e);
    int count = table_legal(h->table, seat, legal);
    if (!count)
        return live_refuse(REFUSE_NOT_TURN, e);
    while (count > 0 && legal[count - 1] != a)
        count--;
    return count > 0 || live_refuse(REFUSE_NOT_LEGAL, e);
}

enum live_answer live_decide_signed(struct live *h, int seat, action a, uint64_t after,
                                    const char *sign, struct error *e)
{
    char proof[SIGN_TEXT + 4];
    if (secret_due(h)) { /* too late to choose again */
        live_refuse(REFUSE_NOT_TURN, e);
        return LIVE_REFUSED;
    }
    if (!live_is_here(h, seat, e) || !live_may_decide(h, seat, a, e) ||
        (!chain_decided(h, seat, a, after, sign, proof) && !live_refuse(REFUSE_SIGNATURE, e)))
        return LIVE_REFUSED;
    return secret_holds(h, seat, a) ? secret_decide(h, seat, a, after, sign, e)
                                    : decide(h, seat, a, *sign ? proof : NULL, e);
}

enum live_answer live_decide(struct live *h, int seat, action a, struct error *e)
{
    return live_decide_signed(h, seat, a, UINT64_MAX, "", e);
}

/* Whether a thought is still wanted. */
static bool is_wanted(const struct live *h, int seat, uint64_t thought, struct error *e)
{
    return live_has_chair(h, seat, e) &&
           ((h->thought[seat].begun && h->thought[seat].number == thought) ||
            live_refuse(REFUSE_STALE, e));
}

enum live_answer live_thought(struct live *h, int seat, uint64_t thought, action a, struct error *e)
{
    return is_wanted(h, seat, thought, e) ? decide(h, seat, a, NULL, e) : LIVE_REFUSED;
}

enum live_answer live_hurry(struct live *h, int seat, uint64_t thought, struct error *e)
{
    if (!is_wanted(h, seat, thought, e))
        return LIVE_REFUSED;
    return h->hurried >> seat & 1 ? LIVE_KEPT : about(h, ENTRY_HURRIED, seat, e);
}

/* The seal is that of the shuffle as it will be, with the number of its entry. */
static enum live_answer shuffle_cards(struct live *h, struct error *e)
{
    char words[SHUFFLED_TEXT], what[DEALT_TEXT];
    if (!dealing_reserve(&h->dealing)) {
        error_no_memory(e);
        return LIVE_REFUSED;
    }
    live_seal_cards(h, words);
    const struct shuffle *s = &h->dealing.shuffle[--h->dealing.shuffles];
    h->dealing.waited = 0;
    dealing_text(s, what);
    struct entry x = {.kind = ENTRY_SHUFFLED, .seat = NOBODY, .text = words};
    x.sign = s->deal.ground[0] ? what : NULL;
    return live_command(h, x, e);
}

bool live_deals(const struct live *h)
{
    struct turn turn = h->table ? table_turn(h->table) : (struct turn){0};
    return turn.kind == TURN_DECK || turn.kind == TURN_LOT || secret_due(h);
}

enum live_answer live_draw(struct live *h, struct error *e)
{
    struct entry x = {.kind = ENTRY_STEP, .seat = NOBODY};
    struct rng r = live_chance(h);
    if (!live_deals(h)) {
        live_refuse(h->table ? REFUSE_STALE : REFUSE_NO_GAME, e);
        return LIVE_REFUSED;
    }
    if (secret_due(h))
        return secret_show(h, e);
    if (h->host.dealer && !dealing_ready(&h->dealing, h->table))
        return shuffle_cards(h, e);
    if (h->dealing.waited) {
        live_refuse(REFUSE_CUTTING, e);
        return LIVE_REFUSED;
    }
    x.step = h->host.dealer ? dealing_draw(&h->dealing, h->table, h->host.dealer)
                            : game_chance(h->table->state, &r);
    return live_command(h, x, e);
}

enum live_answer live_talk(struct live *h, int seat, const char *name, const char *text,
                           bool gesture, struct error *e)
{
    struct entry x = {.kind = gesture ? ENTRY_EMOTED : ENTRY_SAID,
                      .seat = (uint8_t)seat,
                      .text = text ? text : "",
                      .name = name};
    return seat == NOBODY || live_has_chair(h, seat, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_say(struct live *h, int seat, const char *text, struct error *e)
{
    return live_talk(h, seat, NULL, text, false, e);
}

enum live_answer live_emote(struct live *h, int seat, const char *name, struct error *e)
{
    return live_talk(h, seat, NULL, name, true, e);
}

enum live_answer live_bar(struct live *h, int host, const char *guest, const char *name,
                          struct error *e)
{
    struct entry x = {
        .kind = ENTRY_BARRED, .seat = NOBODY, .other = (uint8_t)host, .text = guest, .name = name};
    return live_leads(h, host, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_mute(struct live *h, int host, int seat, const char *guest, const char *name,
                           bool on, struct error *e)
{
    struct entry x = {.kind = on ? ENTRY_MUTED : ENTRY_UNMUTED,
                      .seat = (uint8_t)seat,
                      .other = (uint8_t)host,
                      .text = guest,
                      .name = name};
    return live_leads(h, host, e) && (seat == NOBODY || live_has_chair(h, seat, e))
               ? live_command(h, x, e)
               : LIVE_REFUSED;
}

enum live_answer live_kick(struct live *h, int host, int seat, struct error *e)
{
    struct entry x = {.kind = ENTRY_KICKED, .seat = (uint8_t)seat, .other = (uint8_t)host};
    return live_leads(h, host, e) && live_has_chair(h, seat, e) ? live_command(h, x, e)
                                                                : LIVE_REFUSED;
}

enum live_answer live_swap(struct live *h, int seat, int other, struct error *e)
{
    struct entry x = {.kind = ENTRY_SWAPPED, .seat = (uint8_t)seat, .other = (uint8_t)other};
    return live_has_chair(h, seat, e) && live_has_chair(h, other, e) ? live_command(h, x, e)
                                                                     : LIVE_REFUSED;
}

enum live_answer live_change(struct live *h, const struct plan *next, struct error *e)
{
    return live_command(h, (struct entry){.kind = ENTRY_CHANGED, .seat = NOBODY, .plan = next}, e);
}

enum live_answer live_pledge(struct live *h, int seat, const char *seal, struct error *e)
{
    struct entry x = {.kind = ENTRY_PLEDGED, .seat = (uint8_t)seat, .text = seal};
    return live_has_chair(h, seat, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_cut(struct live *h, int seat, const char *words, struct error *e)
{
    struct entry x = {.kind = ENTRY_CUT, .seat = (uint8_t)seat, .text = words};
    if (!h->dealing.waited) {
        live_refuse(REFUSE_NO_CUT, e);
        return LIVE_REFUSED;
    }
    return seat == NOBODY || live_has_chair(h, seat, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_cut_signed(struct live *h, int seat, const char *words, const char *next,
                                 const char *sign, struct error *e)
{
    char proof[SEAL_TEXT + SIGN_TEXT];
    struct entry x = {.kind = ENTRY_CUT, .seat = (uint8_t)seat, .text = words};
    if (!live_has_chair(h, seat, e))
        return LIVE_REFUSED;
    if (!(h->dealing.waited >> seat & 1)) {
        live_refuse(REFUSE_NO_CUT, e);
        return LIVE_REFUSED;
    }
    if ((*next &&
         (!text_is_seal(next) || dealing_used(&h->dealing, next) || strcmp(next, words) == 0)) ||
        !text_is_seal(words)) {
        live_refuse(REFUSE_WRONG_CUT, e);
        return LIVE_REFUSED;
    }
    if (!chain_has_cut(h, seat, words, next, sign, proof)) {
        live_refuse(REFUSE_SIGNATURE, e);
        return LIVE_REFUSED;
    }
    x.sign = *next || *sign ? proof : NULL;
    enum live_answer answer = live_command(h, x, e);
    return answer != LIVE_REFUSED && *next ? live_pledge(h, seat, next, e) : answer;
}

enum live_answer live_key(struct live *h, int seat, const char *key, struct error *e)
{
    struct entry x = {.kind = ENTRY_KEYED, .seat = (uint8_t)seat, .text = *key ? key : NULL};
    return live_has_chair(h, seat, e) ? live_command(h, x, e) : LIVE_REFUSED;
}

enum live_answer live_take_back(struct live *h, int seat, struct error *e)
{
    if (!live_is_here(h, seat, e))
        return LIVE_REFUSED;
    if (h->chosen.made >> seat & 1 && !secret_due(h))
        return about(h, ENTRY_UNCHOSEN, seat, e);
    int asker = h->asked ? h->asker : seat;
    struct entry back = {.kind = ENTRY_TAKEN_BACK, .seat = (uint8_t)asker, .time = h->now};
    struct entry asked = signed_by(h, (struct entry){.kind = ENTRY_ASKED, .seat = (uint8_t)seat});
    if (!back_find(h, asker, &back.steps)) {
        live_refuse(REFUSE_NOTHING_BACK, e);
        return LIVE_REFUSED;
    }
    seats here = live_people(h) & (seats)~h->absent;
    bool alone = here == (seats)(1u << seat);
    back.command = alone ? asked.command : 0;
    if (!eyes_may_go_back(h, back.steps, e) || !back_there(h, e) ||
        !back_fair(h, asker, back.steps, e) || (!alone && !live_take(h, asked, e)))
        return LIVE_REFUSED;
    if ((alone || (h->asked & here) == here) && !live_take(h, back, e))
        return LIVE_REFUSED;
    return taken(h, e);
}

void live_resume(struct live *h, int64_t now)
{
    if (now <= h->now)
        return;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        h->clocks.since[seat] += now - h->now;
    h->now = now;
}

void live_clock(struct live *h, int64_t now, struct error *e)
{
    if (h->plan.pace.decision || h->plan.pace.bank)
        live_time(h, now, e);
    else if (now > h->now)
        h->now = now;
}

enum live_answer live_time(struct live *h, int64_t now, struct error *e)
{
    if (now > h->now)
        h->now = now;
    for (int seat = 0; seat < h->plan.setup.players; seat++) {
        struct entry x = {.kind = ENTRY_TIME_OUT, .seat = (uint8_t)seat, .time = h->now};
        if (!(live_awaited(h) >> seat & 1) || live_time_left(h, seat, h->now) > 0)
            continue;
        if (!live_take(h, x, e))
            return LIVE_REFUSED;
    }
    return taken(h, e);
}
