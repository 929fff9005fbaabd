/* What happens at a live table: one function a kind of entry checks that it can happen now, and
 * makes it happen. Commands and live_restore take the same way. */
#include "live/emote.h"
#include "live/inside.h"

#include <stdio.h>
#include <string.h>

const char *const live_refusals[] = {
    [REFUSE_NO_CHAIR] = "There is no such chair.",
    [REFUSE_CHAIR_TAKEN] = "Somebody sits there already.",
    [REFUSE_CHAIR_EMPTY] = "Nobody sits there.",
    [REFUSE_CHAIRS_EMPTY] = "There are empty chairs; every one must be taken.",
    [REFUSE_NO_PERSON] = "No person sits there.",
    [REFUSE_ABSENT] = "Whoever is away must come back first.",
    [REFUSE_PRESENT] = "Nobody was away.",
    [REFUSE_RUNNING] = "The game has begun already.",
    [REFUSE_NO_GAME] = "The game has not begun.",
    [REFUSE_NOT_OVER] = "The game is not over.",
    [REFUSE_NOTHING_SAID] = "One line of words is expected.",
    [REFUSE_TOO_LONG] = "That is too long to be said at once.",
    [REFUSE_SILENCE] = "Nobody talks while this game goes on.",
    [REFUSE_SPECTATORS_MUTED] = "Only those who sit at this table talk here.",
    [REFUSE_STALE] = "That decision is no longer waited for.",
    [REFUSE_NOT_TURN] = "It is not your turn.",
    [REFUSE_NOT_LEGAL] = "That is none of the decisions that you may make now.",
    [REFUSE_NOTHING_BACK] = "There is nothing to take back.",
    [REFUSE_SHOWN] = "Others have seen what came of it.",
    [REFUSE_ASKED] = "The others have still to agree.",
    [REFUSE_NOT_HOST] = "Only the host may do that.",
    [REFUSE_NOT_NOW] = "That can be done between games only.",
    [REFUSE_NO_ROOM] = "Somebody sits on a chair that would be taken away.",
    [REFUSE_CUTTING] = "The cards have still to be cut.",
    [REFUSE_NO_CUT] = "No cut is waited for.",
    [REFUSE_WRONG_CUT] = "That is not what was sealed.",
    [REFUSE_USED_CUT] = "That was sealed before; seal something new.",
    [REFUSE_NO_PROPOSAL] = "Nobody has proposed another game.",
    [REFUSE_TOO_MANY] = "More people sit here than can play that.",
    [REFUSE_HELD] = "A bot plays this hand for whoever has seen its cards; take another chair, or "
                    "this one when the hand is over.",
    [REFUSE_OTHER_HAND] = "You have seen this hand from another chair; take that one, or wait "
                          "until the hand is over.",
    [REFUSE_CAME_LATER] = "Somebody who sits here now must not see what was hidden then.",
    [REFUSE_SIGNATURE] =
        "That is not signed with the key of this chair, or the table has moved on.",
    [REFUSE_NO_CHOICE] = "Nothing of yours waits to be shown.",
    NULL,
};

bool live_refuse(enum refusal why, struct error *e)
{
    return error_set(e, "%s", error_words(e, live_refusals[why]));
}

/* --- At the table ----------------------------------------------------------------------------- */

bool live_is_over(const struct live *h)
{
    return h->table && table_turn(h->table).kind == TURN_OVER;
}

bool live_has_chair(const struct live *h, int seat, struct error *e)
{
    return (seat >= 0 && seat < h->plan.setup.players) || live_refuse(REFUSE_NO_CHAIR, e);
}

bool live_has_person(const struct live *h, int seat, struct error *e)
{
    return live_has_chair(h, seat, e) &&
           (live_people(h) >> seat & 1 || live_refuse(REFUSE_NO_PERSON, e));
}

bool live_is_here(const struct live *h, int seat, struct error *e)
{
    return live_has_person(h, seat, e) &&
           (!(h->absent >> seat & 1) || live_refuse(REFUSE_ABSENT, e));
}

static bool all_sit(const struct live *h, struct error *e)
{
    bool all = true;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        all = all && !h->plan.chair[seat].empty;
    return all || live_refuse(REFUSE_CHAIRS_EMPTY, e);
}

/* A face that nobody knows is shown as somebody, so that new ones can come. */
static bool is_face(const char *face, int colour, struct error *e)
{
    size_t size = strlen(face);
    return (size < FACE_ROOM && strspn(face, "abcdefghijklmnopqrstuvwxyz-") == size &&
            colour >= 0 && colour < COLOURS) ||
           error_set(e,
                     "this is no face; expected at most %d lower-case letters, and a colour "
                     "from 0 to %d",
                     FACE_ROOM - 1, COLOURS - 1);
}

static void put_on(struct chair *c, const struct entry *x)
{
    const char *name = x->text && !c->bot[0] ? x->text : "";
    snprintf(c->name, sizeof c->name, "%.*s", text_fit(name, NAME_ROOM - 1), name);
    snprintf(c->face, sizeof c->face, "%s", x->face ? x->face : "");
    c->colour = x->colour;
}

static bool sit_down(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_chair(h, x->seat, e))
        return false;
    struct chair *c = &h->plan.chair[x->seat];
    if (!c->empty)
        return live_refuse(REFUSE_CHAIR_TAKEN, e);
    const char *bot = x->bot ? x->bot : "";
    if (!is_face(x->face ? x->face : "", x->colour, e))
        return false;
    if (strlen(bot) >= BOT_ROOM)
        return error_set(e, "a bot is too long; expected at most %d bytes", BOT_ROOM - 1);
    *c = (struct chair){0};
    snprintf(c->bot, sizeof c->bot, "%s", bot);
    put_on(c, x);
    h->seated[x->seat] = h->diary.entries + 1;
    snprintf(h->sitter[x->seat], SITTER_ROOM, "%s", x->guest ? x->guest : "");
    return true;
}

static bool change_look(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_person(h, x->seat, e) || !is_face(x->face ? x->face : "", x->colour, e))
        return false;
    put_on(&h->plan.chair[x->seat], x);
    return true;
}

static bool stand_up(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_chair(h, x->seat, e))
        return false;
    if (h->plan.chair[x->seat].empty)
        return live_refuse(REFUSE_CHAIR_EMPTY, e);
    h->plan.chair[x->seat] = (struct chair){.empty = true};
    h->absent &= (seats) ~(1u << x->seat);
    dealing_waive(&h->dealing, (seats)(1u << x->seat));
    chain_key(h, x->seat, "");
    proposal_leave(&h->proposal, x->seat);
    return true;
}

static bool send_away(struct live *h, const struct entry *x, struct error *e)
{
    return live_has_person(h, x->seat, e) && stand_up(h, x, e);
}

/* The first game, or the next one. */
static bool open_table(struct live *h, struct error *e)
{
    struct table *t = all_sit(h, e) ? table_new(&h->plan.setup) : NULL;
    if (!t)
        return all_sit(h, e) && error_no_memory(e);
    table_free(h->table);
    h->table = t;
    h->wait = (struct wait){0};
    h->hurried = 0;
    wait_step(&h->wait, t);
    clocks_begin(&h->clocks, &h->plan.pace);
    dealing_begin(&h->dealing);
    chain_begin(h);
    return true;
}

static bool begin(struct live *h, const struct entry *x, struct error *e)
{
    (void)x;
    return h->table ? live_refuse(REFUSE_RUNNING, e) : open_table(h, e);
}

static bool begin_next(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_is_over(h))
        return live_refuse(REFUSE_NOT_OVER, e);
    if (!open_table(h, e))
        return false;
    h->plan.seed = x->seed;
    return true;
}

static bool take_step(struct live *h, const struct entry *x, struct error *e)
{
    if (!h->table)
        return live_refuse(REFUSE_NO_GAME, e);
    if (!table_step(h->table, x->step, e))
        return false;
    if (x->step.kind == TURN_SEATS)
        chain_decide(h, x);
    wait_step(&h->wait, h->table);
    return true;
}

static bool speak(struct live *h, const struct entry *x, struct error *e)
{
    const char *text = x->text ? x->text : "";
    if (x->seat != NOBODY && !live_has_person(h, x->seat, e))
        return false;
    if (!live_talks(h))
        return live_refuse(REFUSE_SILENCE, e);
    if (x->seat == NOBODY && h->plan.spectators_muted)
        return live_refuse(REFUSE_SPECTATORS_MUTED, e);
    if (x->kind == ENTRY_EMOTED)
        return emote_words(text, NULL) ||
               error_set(e, "there is no gesture '%.20s'; expected one of docs/server.md", text);
    if (!x->text) /* it was removed since then */
        return true;
    if (strlen(text) > SAID_MAX)
        return live_refuse(REFUSE_TOO_LONG, e);
    if (text[strspn(text, " \t")] == '\0' || !text_is_line(text, strlen(text)))
        return live_refuse(REFUSE_NOTHING_SAID, e);
    return true;
}

static bool ask_back(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_is_here(h, x->seat, e))
        return false;
    if (h->asked >> x->seat & 1)
        return live_refuse(REFUSE_ASKED, e);
    if (!h->asked)
        h->asker = x->seat;
    h->asked |= (seats)(1u << x->seat);
    return true;
}

static bool go_back(struct live *h, const struct entry *x, struct error *e)
{
    if (!h->table || x->steps >= h->table->steps || h->table->step[x->steps].kind != TURN_SEATS)
        return live_refuse(REFUSE_NOTHING_BACK, e);
    if (!back_go(h, x->steps, e))
        return false;
    chain_back(h, x->steps);
    return true;
}

/* --- Between games ---------------------------------------------------------------------------- */

static bool is_between(const struct live *h, struct error *e)
{
    return !h->table || live_is_over(h) || live_refuse(REFUSE_NOT_NOW, e);
}

static void swap_bits(seats *all, int a, int b)
{
    seats both = (seats)(1u << a | 1u << b);
    if ((*all >> a & 1) != (*all >> b & 1))
        *all ^= both;
}

static void swap_seals(char seal[PLAYERS_MAX][SEAL_TEXT], int a, int b)
{
    char was[SEAL_TEXT];
    memcpy(was, seal[a], SEAL_TEXT);
    memcpy(seal[a], seal[b], SEAL_TEXT);
    memcpy(seal[b], was, SEAL_TEXT);
}

static bool change_chairs(struct live *h, const struct entry *x, struct error *e)
{
    int a = x->seat, b = x->other;
    if (!live_has_chair(h, a, e) || !live_has_chair(h, b, e) || !is_between(h, e))
        return false;
    struct chair chair = h->plan.chair[a];
    h->plan.chair[a] = h->plan.chair[b];
    h->plan.chair[b] = chair;
    uint64_t seated = h->seated[a];
    h->seated[a] = h->seated[b];
    h->seated[b] = seated;
    char sitter[SITTER_ROOM];
    memcpy(sitter, h->sitter[a], SITTER_ROOM);
    memcpy(h->sitter[a], h->sitter[b], SITTER_ROOM);
    memcpy(h->sitter[b], sitter, SITTER_ROOM);
    swap_seals(h->dealing.pledge, a, b);
    swap_seals(h->chain.key, a, b);
    swap_bits(&h->absent, a, b);
    swap_bits(&h->proposal.agreed, a, b);
    h->proposal.by = h->proposal.by == a ? b : h->proposal.by == b ? a : h->proposal.by;
    return true;
}

static bool change_game(struct live *h, const struct entry *x, struct error *e)
{
    int players = x->plan->setup.players;
    if (!is_between(h, e))
        return false;
    if (live_people(h) >> players)
        return live_refuse(REFUSE_NO_ROOM, e);
    for (int seat = h->plan.setup.players; seat < players; seat++)
        h->plan.chair[seat] = (struct chair){.empty = true};
    for (int seat = players; seat < PLAYERS_MAX; seat++)
        h->plan.chair[seat] = (struct chair){.empty = true};
    h->plan.setup = x->plan->setup;
    h->plan.pace = x->plan->pace;
    h->plan.hints = x->plan->hints;
    h->plan.spectators_muted = x->plan->spectators_muted;
    h->plan.hold = x->plan->hold;
    h->plan.odds = x->plan->odds;
    return true;
}

/* --- The dealer ------------------------------------------------------------------------------- */

bool text_is_seal(const char *text)
{
    return text && strlen(text) == SEAL_TEXT - 1 &&
           strspn(text, "0123456789abcdef") == SEAL_TEXT - 1;
}

static bool pledge(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_person(h, x->seat, e))
        return false;
    if (!text_is_seal(x->text) || h->dealing.waited >> x->seat & 1)
        return live_refuse(REFUSE_WRONG_CUT, e);
    if (dealing_used(&h->dealing, x->text))
        return live_refuse(REFUSE_USED_CUT, e);
    if (!dealing_use(&h->dealing, x->text))
        return error_no_memory(e);
    memcpy(h->dealing.pledge[x->seat], x->text, SEAL_TEXT);
    return true;
}

void live_seal_cards(struct live *h, char words[SHUFFLED_TEXT])
{
    const struct dealer *dealer = h->host.dealer;
    struct dealing *d = &h->dealing;
    dealing_shuffle(d, h->table, h->diary.entries + 1, live_people(h) & (seats)~h->absent);
    struct shuffle *s = &d->shuffle[d->shuffles - 1];
    chain_ground(h, s);
    words[0] = '\0';
    if (dealer)
        dealer->seal(dealer->context, &s->deal, words);
    if (s->deal.ground[0]) {
        words[SEAL_TEXT - 1] = ' ';
        dealing_pledged(s->pledged, words + SEAL_TEXT);
    }
}

/* The seal is the dealer's: one that has another forgot its secrets, or somebody touched them. */
static bool shuffle(struct live *h, const struct entry *x, struct error *e)
{
    const struct dealer *dealer = h->host.dealer;
    struct turn turn = h->table ? table_turn(h->table) : (struct turn){0};
    if (turn.kind != TURN_DECK && turn.kind != TURN_LOT)
        return live_refuse(h->table ? REFUSE_STALE : REFUSE_NO_GAME, e);
    if (!dealing_reserve(&h->dealing))
        return error_no_memory(e);
    h->dealing.bare = h->dealing.bare || text_is_seal(x->text);
    char words[SHUFFLED_TEXT];
    live_seal_cards(h, words);
    if (!dealer || strcmp(words, x->text) == 0) {
        chain_seal(h, &h->dealing.shuffle[h->dealing.shuffles - 1], words);
        dealing_waive(&h->dealing, (seats)~h->dealing.waited);
        return true;
    }
    h->dealing.shuffles--;
    return error_set(e, "the dealer's seal is another one; expected that of entry %zu",
                     h->diary.entries + 1);
}

static bool cut(struct live *h, const struct entry *x, struct error *e)
{
    const struct dealer *dealer = h->host.dealer;
    struct dealing *d = &h->dealing;
    if (x->seat == NOBODY) {
        dealing_waive(d, d->waited);
        return true;
    }
    if (x->seat >= PLAYERS_MAX || !(d->waited >> x->seat & 1))
        return live_refuse(REFUSE_NO_CUT, e);
    if (!text_is_seal(x->text) ||
        (dealer && !dealer->fits(dealer->context, x->text, d->pledge[x->seat])))
        return live_refuse(REFUSE_WRONG_CUT, e);
    if (dealing_used(d, x->text))
        return live_refuse(REFUSE_USED_CUT, e);
    if (!dealing_use(d, x->text))
        return error_no_memory(e);
    chain_cut(h, x);
    dealing_cut(d, x->seat, x->text);
    return true;
}

static bool take_key(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_person(h, x->seat, e))
        return false;
    if (x->text && !text_is_seal(x->text))
        return error_set(e, "this is no key; expected 64 hexadecimal digits");
    chain_key(h, x->seat, x->text ? x->text : "");
    return true;
}

/* --- Coming and going ------------------------------------------------------------------------- */

static bool go_away(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_is_here(h, x->seat, e))
        return false;
    h->absent |= (seats)(1u << x->seat);
    dealing_waive(&h->dealing, h->dealing.waited & (seats)(1u << x->seat));
    return true;
}

static bool come_back(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_person(h, x->seat, e))
        return false;
    if (!(h->absent >> x->seat & 1))
        return live_refuse(REFUSE_PRESENT, e);
    h->absent &= (seats) ~(1u << x->seat);
    return true;
}

static bool hurry(struct live *h, const struct entry *x, struct error *e)
{
    if (!live_has_chair(h, x->seat, e))
        return false;
    h->hurried |= (seats)(1u << x->seat);
    return true;
}

static bool open_up(struct live *h, const struct entry *x, struct error *e)
{
    (void)e;
    h->plan = *x->plan;
    return true;
}

static bool bar(struct live *h, const struct entry *x, struct error *e)
{
    (void)h;
    return x->text || live_refuse(REFUSE_NO_PERSON, e);
}

static bool mute(struct live *h, const struct entry *x, struct error *e)
{
    return x->seat == NOBODY ? bar(h, x, e) : live_has_person(h, x->seat, e);
}

static bool (*const happens[])(struct live *, const struct entry *, struct error *) = {
    [ENTRY_OPENED] = open_up,
    [ENTRY_SEATED] = sit_down,
    [ENTRY_LEFT] = stand_up,
    [ENTRY_ABSENT] = go_away,
    [ENTRY_BACK] = come_back,
    [ENTRY_BEGUN] = begin,
    [ENTRY_STEP] = take_step,
    [ENTRY_SAID] = speak,
    [ENTRY_ASKED] = ask_back,
    [ENTRY_TAKEN_BACK] = go_back,
    [ENTRY_TIME_OUT] = go_away,
    [ENTRY_REMATCH] = begin_next,
    [ENTRY_KICKED] = send_away,
    [ENTRY_SWAPPED] = change_chairs,
    [ENTRY_CHANGED] = change_game,
    [ENTRY_PLEDGED] = pledge,
    [ENTRY_SHUFFLED] = shuffle,
    [ENTRY_CUT] = cut,
    [ENTRY_PROPOSED] = proposal_make,
    [ENTRY_AGREED] = proposal_agree,
    [ENTRY_EMOTED] = speak,
    [ENTRY_LOOKED] = change_look,
    [ENTRY_KEYED] = take_key,
    [ENTRY_BARRED] = bar,
    [ENTRY_MUTED] = mute,
    [ENTRY_UNMUTED] = mute,
    [ENTRY_HURRIED] = hurry,
    [ENTRY_CHOSEN] = secret_choose,
    [ENTRY_UNCHOSEN] = secret_take_back,
    [ENTRY_READY] = secret_ready,
};

static bool happen(struct live *h, const struct entry *x, struct error *e)
{
    if (x->kind < sizeof happens / sizeof happens[0])
        return happens[x->kind](h, x, e);
    return error_set(e, "there is no entry of kind %d; expected one that a table has made",
                     x->kind);
}

bool entry_moves(enum entry_kind kind)
{
    return kind == ENTRY_STEP || kind == ENTRY_TAKEN_BACK || kind == ENTRY_REMATCH ||
           kind == ENTRY_BEGUN;
}

static bool has_events(enum entry_kind kind)
{
    return kind == ENTRY_STEP || kind == ENTRY_REMATCH || kind == ENTRY_BEGUN;
}

/* Whether somebody may think on about a choice that they had made. */
static bool reconsiders(enum entry_kind kind)
{
    return kind == ENTRY_CHOSEN || kind == ENTRY_UNCHOSEN;
}

bool live_take(struct live *h, struct entry x, struct error *e)
{
    bool first = h->diary.entries == 0;
    bool may_plan = entry_plans(&x) || x.kind == ENTRY_PROPOSED;
    if (first != (x.kind == ENTRY_OPENED) || (entry_plans(&x) && !x.plan) ||
        (x.plan && !may_plan) || x.time < h->now)
        return error_set(e, "this does not follow; expected the entries of one table in order");
    if (!eyes_reserve(h, (enum entry_kind)x.kind) ||
        !diary_reserve(&h->diary, &x, has_events(x.kind)))
        return error_no_memory(e);
    bool was_over = live_is_over(h);
    if (!happen(h, &x, e)) {
        diary_release(&x);
        return false;
    }
    h->now = x.time;
    bool told = has_events(x.kind);
    diary_add(&h->diary, x, told ? h->table->log.event : NULL, told ? h->table->log.size : 0);
    eyes_follow(h, &x, h->diary.entries);
    secret_follow(h, &x);
    bool decided = x.kind == ENTRY_STEP && x.step.kind == TURN_SEATS;
    clocks_turn(&h->clocks, &h->plan.pace, live_awaited(h), decided ? x.step.who : NOBODY,
                reconsiders(x.kind) ? x.seat : NOBODY, h->now);
    if (live_is_over(h) && (!was_over || has_events(x.kind)))
        evening_add(h);
    else if (was_over && x.kind == ENTRY_TAKEN_BACK)
        evening_take_back(h);
    if (entry_moves(x.kind))
        h->asked = 0;
    if (x.kind == ENTRY_BEGUN || x.kind == ENTRY_REMATCH)
        h->begun = h->diary.entries - 1;
    if (entry_moves(x.kind) || x.kind == ENTRY_CHANGED)
        h->proposal.made = false;
    if (x.kind != ENTRY_STEP && x.kind != ENTRY_SAID && x.kind != ENTRY_EMOTED)
        h->renamed = true;
    return true;
}
