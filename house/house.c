#include "house/house.h"

#include "house/emote.h"
#include "house/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const house_refusals[] = {
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
    [REFUSE_HUSHED] = "Only those who sit at this table talk here.",
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

bool house_refuse(enum refusal why, struct error *e)
{
    return error_set(e, "%s", error_words(e, house_refusals[why]));
}

/* --- What happens -------------------------------------------------------------------------------
 * One function a kind of entry: checks that it can happen now, and makes it happen. Commands and
 * house_restore take the same way.
 */

static bool is_over(const struct house *h)
{
    return h->table && table_turn(h->table).kind == TURN_OVER;
}

static bool has_chair(const struct house *h, int seat, struct error *e)
{
    return (seat >= 0 && seat < h->plan.setup.players) || house_refuse(REFUSE_NO_CHAIR, e);
}

static bool has_person(const struct house *h, int seat, struct error *e)
{
    return has_chair(h, seat, e) &&
           (house_people(h) >> seat & 1 || house_refuse(REFUSE_NO_PERSON, e));
}

static bool is_here(const struct house *h, int seat, struct error *e)
{
    return has_person(h, seat, e) && (!(h->absent >> seat & 1) || house_refuse(REFUSE_ABSENT, e));
}

static bool all_sit(const struct house *h, struct error *e)
{
    bool all = true;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        all = all && !h->plan.chair[seat].empty;
    return all || house_refuse(REFUSE_CHAIRS_EMPTY, e);
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

static bool sit_down(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_chair(h, x->seat, e))
        return false;
    struct chair *c = &h->plan.chair[x->seat];
    if (!c->empty)
        return house_refuse(REFUSE_CHAIR_TAKEN, e);
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

static bool change_look(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_person(h, x->seat, e) || !is_face(x->face ? x->face : "", x->colour, e))
        return false;
    put_on(&h->plan.chair[x->seat], x);
    return true;
}

static bool stand_up(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_chair(h, x->seat, e))
        return false;
    if (h->plan.chair[x->seat].empty)
        return house_refuse(REFUSE_CHAIR_EMPTY, e);
    h->plan.chair[x->seat] = (struct chair){.empty = true};
    h->absent &= (seats) ~(1u << x->seat);
    dealing_waive(&h->dealing, (seats)(1u << x->seat));
    chain_key(h, x->seat, "");
    proposal_leave(&h->proposal, x->seat);
    return true;
}

static bool send_away(struct house *h, const struct entry *x, struct error *e)
{
    return has_person(h, x->seat, e) && stand_up(h, x, e);
}

/* The first game, or the next one. */
static bool open_table(struct house *h, struct error *e)
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

static bool begin(struct house *h, struct error *e)
{
    return h->table ? house_refuse(REFUSE_RUNNING, e) : open_table(h, e);
}

static bool begin_next(struct house *h, const struct entry *x, struct error *e)
{
    if (!is_over(h))
        return house_refuse(REFUSE_NOT_OVER, e);
    if (!open_table(h, e))
        return false;
    h->plan.seed = x->seed;
    return true;
}

static bool take_step(struct house *h, const struct entry *x, struct error *e)
{
    if (!h->table)
        return house_refuse(REFUSE_NO_GAME, e);
    if (!table_step(h->table, x->step, e))
        return false;
    if (x->step.kind == TURN_SEATS)
        chain_decide(h, x);
    wait_step(&h->wait, h->table);
    return true;
}

static bool speak(const struct house *h, const struct entry *x, struct error *e)
{
    const char *text = x->text ? x->text : "";
    if (x->seat != NOBODY && !has_person(h, x->seat, e))
        return false;
    if (!house_talks(h))
        return house_refuse(REFUSE_SILENCE, e);
    if (x->seat == NOBODY && h->plan.hushed)
        return house_refuse(REFUSE_HUSHED, e);
    if (x->kind == ENTRY_EMOTED)
        return emote_words(text, NULL) ||
               error_set(e, "there is no gesture '%.20s'; expected one of docs/server.md", text);
    if (!x->text) /* it was removed since then */
        return true;
    if (strlen(text) > SAID_MAX)
        return house_refuse(REFUSE_TOO_LONG, e);
    if (text[strspn(text, " \t")] == '\0' || !text_is_line(text, strlen(text)))
        return house_refuse(REFUSE_NOTHING_SAID, e);
    return true;
}

static bool ask_back(struct house *h, const struct entry *x, struct error *e)
{
    if (!is_here(h, x->seat, e))
        return false;
    if (h->asked >> x->seat & 1)
        return house_refuse(REFUSE_ASKED, e);
    if (!h->asked)
        h->asker = x->seat;
    h->asked |= (seats)(1u << x->seat);
    return true;
}

static bool go_back(struct house *h, const struct entry *x, struct error *e)
{
    if (!h->table || x->steps >= h->table->steps || h->table->step[x->steps].kind != TURN_SEATS)
        return house_refuse(REFUSE_NOTHING_BACK, e);
    if (!back_go(h, x->steps, e))
        return false;
    chain_back(h, x->steps);
    return true;
}

/* --- Between games ---------------------------------------------------------------------------- */

static bool is_between(const struct house *h, struct error *e)
{
    return !h->table || is_over(h) || house_refuse(REFUSE_NOT_NOW, e);
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

static bool change_chairs(struct house *h, const struct entry *x, struct error *e)
{
    int a = x->seat, b = x->other;
    if (!has_chair(h, a, e) || !has_chair(h, b, e) || !is_between(h, e))
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

static bool change_game(struct house *h, const struct entry *x, struct error *e)
{
    int players = x->plan->setup.players;
    if (!is_between(h, e))
        return false;
    if (house_people(h) >> players)
        return house_refuse(REFUSE_NO_ROOM, e);
    for (int seat = h->plan.setup.players; seat < players; seat++)
        h->plan.chair[seat] = (struct chair){.empty = true};
    for (int seat = players; seat < PLAYERS_MAX; seat++)
        h->plan.chair[seat] = (struct chair){.empty = true};
    h->plan.setup = x->plan->setup;
    h->plan.pace = x->plan->pace;
    h->plan.hints = x->plan->hints;
    h->plan.hushed = x->plan->hushed;
    h->plan.hold = x->plan->hold;
    h->plan.odds = x->plan->odds;
    return true;
}

/* --- The dealer ------------------------------------------------------------------------------- */

static bool is_seal(const char *text)
{
    return text && strlen(text) == SEAL_TEXT - 1 &&
           strspn(text, "0123456789abcdef") == SEAL_TEXT - 1;
}

static bool pledge(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_person(h, x->seat, e))
        return false;
    if (!is_seal(x->text) || h->dealing.waited >> x->seat & 1)
        return house_refuse(REFUSE_WRONG_CUT, e);
    if (dealing_used(&h->dealing, x->text))
        return house_refuse(REFUSE_USED_CUT, e);
    if (!dealing_use(&h->dealing, x->text))
        return error_no_memory(e);
    memcpy(h->dealing.pledge[x->seat], x->text, SEAL_TEXT);
    return true;
}

enum { SHUFFLED_TEXT = SEAL_TEXT + PLAYERS_MAX + 1 };

/* Shuffles, and writes what is told of it: the seal, and after it who had pledged. */
static void seal_cards(struct house *h, char words[SHUFFLED_TEXT])
{
    const struct dealer *dealer = h->host.dealer;
    struct dealing *d = &h->dealing;
    dealing_shuffle(d, h->table, h->diary.entries + 1, house_people(h) & (seats)~h->absent);
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
static bool shuffle(struct house *h, const struct entry *x, struct error *e)
{
    const struct dealer *dealer = h->host.dealer;
    struct turn turn = h->table ? table_turn(h->table) : (struct turn){0};
    if (turn.kind != TURN_DECK && turn.kind != TURN_LOT)
        return house_refuse(h->table ? REFUSE_STALE : REFUSE_NO_GAME, e);
    if (!dealing_reserve(&h->dealing))
        return error_no_memory(e);
    h->dealing.bare = h->dealing.bare || is_seal(x->text);
    char words[SHUFFLED_TEXT];
    seal_cards(h, words);
    if (!dealer || strcmp(words, x->text) == 0) {
        chain_seal(h, &h->dealing.shuffle[h->dealing.shuffles - 1], words);
        dealing_waive(&h->dealing, (seats)~h->dealing.waited);
        return true;
    }
    h->dealing.shuffles--;
    return error_set(e, "the dealer's seal is another one; expected that of entry %zu",
                     h->diary.entries + 1);
}

static bool cut(struct house *h, const struct entry *x, struct error *e)
{
    const struct dealer *dealer = h->host.dealer;
    struct dealing *d = &h->dealing;
    if (x->seat == NOBODY) {
        dealing_waive(d, d->waited);
        return true;
    }
    if (x->seat >= PLAYERS_MAX || !(d->waited >> x->seat & 1))
        return house_refuse(REFUSE_NO_CUT, e);
    if (!is_seal(x->text) ||
        (dealer && !dealer->fits(dealer->context, x->text, d->pledge[x->seat])))
        return house_refuse(REFUSE_WRONG_CUT, e);
    if (dealing_used(d, x->text))
        return house_refuse(REFUSE_USED_CUT, e);
    if (!dealing_use(d, x->text))
        return error_no_memory(e);
    chain_cut(h, x);
    dealing_cut(d, x->seat, x->text);
    return true;
}

static bool take_key(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_person(h, x->seat, e))
        return false;
    if (x->text && !is_seal(x->text))
        return error_set(e, "this is no key; expected 64 hexadecimal digits");
    chain_key(h, x->seat, x->text ? x->text : "");
    return true;
}

/* --- Coming and going ------------------------------------------------------------------------- */

static bool go_away(struct house *h, const struct entry *x, struct error *e)
{
    if (!is_here(h, x->seat, e))
        return false;
    h->absent |= (seats)(1u << x->seat);
    dealing_waive(&h->dealing, h->dealing.waited & (seats)(1u << x->seat));
    return true;
}

static bool come_back(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_person(h, x->seat, e))
        return false;
    if (!(h->absent >> x->seat & 1))
        return house_refuse(REFUSE_PRESENT, e);
    h->absent &= (seats) ~(1u << x->seat);
    return true;
}

static bool hurry(struct house *h, const struct entry *x, struct error *e)
{
    if (!has_chair(h, x->seat, e))
        return false;
    h->hurried |= (seats)(1u << x->seat);
    return true;
}

static bool happen(struct house *h, const struct entry *x, struct error *e)
{
    switch ((enum entry_kind)x->kind) {
    case ENTRY_OPENED:
        h->plan = *x->plan;
        return true;
    case ENTRY_SEATED:
        return sit_down(h, x, e);
    case ENTRY_LEFT:
        return stand_up(h, x, e);
    case ENTRY_ABSENT:
    case ENTRY_TIME_OUT:
        return go_away(h, x, e);
    case ENTRY_BACK:
        return come_back(h, x, e);
    case ENTRY_BEGUN:
        return begin(h, e);
    case ENTRY_STEP:
        return take_step(h, x, e);
    case ENTRY_SAID:
    case ENTRY_EMOTED:
        return speak(h, x, e);
    case ENTRY_ASKED:
        return ask_back(h, x, e);
    case ENTRY_TAKEN_BACK:
        return go_back(h, x, e);
    case ENTRY_REMATCH:
        return begin_next(h, x, e);
    case ENTRY_KICKED:
        return send_away(h, x, e);
    case ENTRY_HURRIED:
        return hurry(h, x, e);
    case ENTRY_BARRED:
        return x->text || house_refuse(REFUSE_NO_PERSON, e);
    case ENTRY_MUTED:
    case ENTRY_UNMUTED:
        return x->seat == NOBODY ? x->text || house_refuse(REFUSE_NO_PERSON, e)
                                 : has_person(h, x->seat, e);
    case ENTRY_SWAPPED:
        return change_chairs(h, x, e);
    case ENTRY_CHANGED:
        return change_game(h, x, e);
    case ENTRY_PLEDGED:
        return pledge(h, x, e);
    case ENTRY_SHUFFLED:
        return shuffle(h, x, e);
    case ENTRY_CUT:
        return cut(h, x, e);
    case ENTRY_LOOKED:
        return change_look(h, x, e);
    case ENTRY_KEYED:
        return take_key(h, x, e);
    case ENTRY_PROPOSED:
        return proposal_make(h, x, e);
    case ENTRY_AGREED:
        return proposal_agree(h, x, e);
    case ENTRY_CHOSEN:
        return secret_choose(h, x, e);
    case ENTRY_UNCHOSEN:
        return secret_take_back(h, x, e);
    case ENTRY_READY:
        return secret_ready(h, x, e);
    }
    return error_set(e, "there is no entry of kind %d; expected one that a house has made",
                     x->kind);
}

/* Whether the game has moved: whoever wanted something back has missed the moment. */
static bool moves(enum entry_kind kind)
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
    return kind == ENTRY_CHOSEN || kind == ENTRY_UNCHOSEN || kind == ENTRY_KEYED;
}

/* Something happens at the time of the entry. False with a message, and nothing has changed. */
static bool take(struct house *h, struct entry x, struct error *e)
{
    bool first = h->diary.entries == 0;
    bool may_plan = entry_plans(&x) || x.kind == ENTRY_PROPOSED;
    if (first != (x.kind == ENTRY_OPENED) || (entry_plans(&x) && !x.plan) ||
        (x.plan && !may_plan) || x.time < h->now)
        return error_set(e, "this does not follow; expected the entries of one house in order");
    if (!eyes_reserve(h, (enum entry_kind)x.kind) ||
        !diary_reserve(&h->diary, &x, has_events(x.kind)))
        return error_no_memory(e);
    bool was_over = is_over(h);
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
    clocks_turn(&h->clocks, &h->plan.pace, house_awaited(h), decided ? x.step.who : NOBODY,
                reconsiders(x.kind) ? x.seat : NOBODY, h->now);
    if (is_over(h) && (!was_over || has_events(x.kind)))
        evening_add(h);
    else if (was_over && x.kind == ENTRY_TAKEN_BACK)
        evening_take_back(h);
    if (moves(x.kind))
        h->asked = 0;
    if (x.kind == ENTRY_BEGUN || x.kind == ENTRY_REMATCH)
        h->begun = h->diary.entries - 1;
    if (moves(x.kind) || x.kind == ENTRY_CHANGED)
        h->proposal.made = false;
    if (x.kind != ENTRY_STEP && x.kind != ENTRY_SAID && x.kind != ENTRY_EMOTED)
        h->renamed = true;
    return true;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static struct house *new_house(const struct house_host *host, struct error *e)
{
    struct house *h = calloc(1, sizeof *h);
    if (h)
        h->host = *host;
    else
        error_no_memory(e);
    return h;
}

bool house_follow(struct house *h, const struct entry *entry, size_t entries, struct error *e)
{
    bool fine = true;
    for (size_t i = 0; fine && i < entries; i++)
        fine = take(h, entry[i], e);
    h->kept = h->diary.entries;
    return fine && minds_settle(h, e);
}

struct house *house_restore(const struct entry *entry, size_t entries,
                            const struct house_host *host, struct error *e)
{
    struct house *h = new_house(host, e);
    bool fine = h && (entries > 0 || error_set(e, "nothing has happened; expected entries"));
    if (fine && house_follow(h, entry, entries, e))
        return h;
    house_free(h);
    return NULL;
}

bool house_recall(struct house *h, const struct entry *entry, size_t entries, struct error *e)
{
    if (!h->diary.gone)
        return true;
    struct house *past = new_house(&(struct house_host){.dealer = h->host.dealer}, e);
    bool fine = past;
    for (size_t i = 0; fine && i < entries; i++)
        fine = take(past, entry[i], e);
    fine = fine && (diary_recall(&h->diary, &past->diary) || error_no_memory(e));
    house_free(past);
    return fine;
}

struct house *house_thaw(const struct text *frozen, size_t from, const struct house_host *host,
                         struct error *e)
{
    struct house *h = new_house(host, e);
    if (h && frozen_read(h, frozen, from, e))
        return h;
    house_free(h);
    return NULL;
}

struct house *house_new(const struct plan *p, const struct house_host *host, struct error *e)
{
    struct entry opened = {.time = host->now, .kind = ENTRY_OPENED, .seat = NOBODY, .plan = p};
    struct house *h = house_restore(&opened, 1, host, e);
    if (h)
        h->kept = 0;
    return h;
}

void house_free(struct house *h)
{
    if (!h)
        return;
    minds_free(h);
    table_free(h->table);
    dealing_free(&h->dealing);
    eyes_free(&h->eyes);
    diary_free(&h->diary);
    free(h);
}

/* --- Commands --------------------------------------------------------------------------------- */

enum house_answer house_keep(struct house *h, struct error *e)
{
    if (h->host.keep && h->kept < h->diary.entries &&
        !h->host.keep(h->host.context, &h->diary, h->kept, e))
        return HOUSE_PLAYED;
    h->kept = h->diary.entries;
    return HOUSE_KEPT;
}

/* Something has happened: bots think on, and the host keeps it. */
static enum house_answer taken(struct house *h, struct error *e)
{
    struct error no_bot = {.language = e->language};
    minds_settle(h, &no_bot);
    return house_keep(h, e);
}

void house_sign(struct house *h, uint64_t command, const char *guest)
{
    h->signature = (struct entry){.command = command, .guest = guest};
}

/* The entry with the signature of the command, which no other entry has. */
static struct entry signed_by(struct house *h, struct entry x)
{
    x.time = h->now;
    x.command = h->signature.command;
    x.guest = h->signature.guest;
    h->signature = (struct entry){0};
    return x;
}

enum house_answer house_command(struct house *h, struct entry x, struct error *e)
{
    return take(h, signed_by(h, x), e) ? taken(h, e) : HOUSE_REFUSED;
}

static enum house_answer about(struct house *h, enum entry_kind kind, int seat, struct error *e)
{
    if (seat != NOBODY && !has_chair(h, seat, e))
        return HOUSE_REFUSED;
    return house_command(h, (struct entry){.kind = (uint8_t)kind, .seat = (uint8_t)seat}, e);
}

static struct entry look_of(enum entry_kind kind, int seat, const struct chair *who)
{
    return (struct entry){.kind = (uint8_t)kind,
                          .seat = (uint8_t)seat,
                          .text = who->name,
                          .face = who->face[0] ? who->face : NULL,
                          .colour = who->colour};
}

enum house_answer house_seat(struct house *h, int seat, const struct chair *who, struct error *e)
{
    struct entry x = look_of(ENTRY_SEATED, seat, who);
    x.bot = who->bot;
    if (!has_chair(h, seat, e) ||
        (!*who->bot && h->plan.chair[seat].empty && !eyes_may_sit(h, seat, h->signature.guest, e)))
        return HOUSE_REFUSED;
    if (*who->bot) { /* that there is one must be known before */
        struct bot *b = h->host.bot(h->host.context, who->bot, e);
        if (!b)
            return HOUSE_REFUSED;
        bot_free(b);
    }
    return house_command(h, x, e);
}

enum house_answer house_sit(struct house *h, int seat, const char *name, const char *bot,
                            struct error *e)
{
    struct chair who = {0};
    if (bot && strlen(bot) >= BOT_ROOM) {
        error_set(e, "a bot is too long; expected at most %d bytes", BOT_ROOM - 1);
        return HOUSE_REFUSED;
    }
    if (name)
        snprintf(who.name, sizeof who.name, "%.*s", text_fit(name, NAME_ROOM - 1), name);
    snprintf(who.bot, sizeof who.bot, "%s", bot ? bot : "");
    return house_seat(h, seat, &who, e);
}

enum house_answer house_look(struct house *h, int seat, const struct chair *who, struct error *e)
{
    return has_chair(h, seat, e) ? house_command(h, look_of(ENTRY_LOOKED, seat, who), e)
                                 : HOUSE_REFUSED;
}

enum house_answer house_leave(struct house *h, int seat, struct error *e)
{
    return about(h, ENTRY_LEFT, seat, e);
}

enum house_answer house_give(struct house *h, int seat, struct error *e)
{
    struct entry x = {.kind = ENTRY_LEFT, .seat = (uint8_t)seat, .text = "given"};
    return has_chair(h, seat, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_absent(struct house *h, int seat, struct error *e)
{
    return about(h, ENTRY_ABSENT, seat, e);
}

enum house_answer house_back(struct house *h, int seat, struct error *e)
{
    return about(h, ENTRY_BACK, seat, e);
}

enum house_answer house_begin(struct house *h, struct error *e)
{
    return about(h, ENTRY_BEGUN, NOBODY, e);
}

enum house_answer house_rematch(struct house *h, uint64_t seed, struct error *e)
{
    return house_command(h, (struct entry){.kind = ENTRY_REMATCH, .seat = NOBODY, .seed = seed}, e);
}

static enum house_answer decide(struct house *h, int seat, action a, const char *sign,
                                struct error *e)
{
    struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a};
    struct entry x = {.kind = ENTRY_STEP, .seat = (uint8_t)seat, .step = step, .sign = sign};
    return house_command(h, x, e);
}

/* The table would refuse it too, but with all that is possible, which others' hidden cards decide.
 */
static bool may_decide(const struct house *h, int seat, action a, struct error *e)
{
    action legal[ACTIONS_MAX];
    if (!h->table)
        return house_refuse(REFUSE_NO_GAME, e);
    int count = secret_due(h) ? 0 : table_legal(h->table, seat, legal);
    if (!count)
        return house_refuse(REFUSE_NOT_TURN, e);
    while (count > 0 && legal[count - 1] != a)
        count--;
    return count > 0 || house_refuse(REFUSE_NOT_LEGAL, e);
}

enum house_answer house_decide_signed(struct house *h, int seat, action a, uint64_t after,
                                      const char *sign, struct error *e)
{
    char proof[SIGN_TEXT + 4];
    if (!is_here(h, seat, e) || !may_decide(h, seat, a, e) ||
        (!chain_decided(h, seat, a, after, sign, proof) && !house_refuse(REFUSE_SIGNATURE, e)))
        return HOUSE_REFUSED;
    return secret_holds(h, seat, a) ? secret_decide(h, seat, a, after, sign, e)
                                    : decide(h, seat, a, *sign ? proof : NULL, e);
}

enum house_answer house_decide(struct house *h, int seat, action a, struct error *e)
{
    return house_decide_signed(h, seat, a, UINT64_MAX, "", e);
}

/* Whether a thought is still wanted. */
static bool is_wanted(const struct house *h, int seat, uint64_t thought, struct error *e)
{
    return has_chair(h, seat, e) &&
           ((h->thought[seat].begun && h->thought[seat].number == thought) ||
            house_refuse(REFUSE_STALE, e));
}

enum house_answer house_thought(struct house *h, int seat, uint64_t thought, action a,
                                struct error *e)
{
    return is_wanted(h, seat, thought, e) ? decide(h, seat, a, NULL, e) : HOUSE_REFUSED;
}

enum house_answer house_hurry(struct house *h, int seat, uint64_t thought, struct error *e)
{
    if (!is_wanted(h, seat, thought, e))
        return HOUSE_REFUSED;
    return h->hurried >> seat & 1 ? HOUSE_KEPT : about(h, ENTRY_HURRIED, seat, e);
}

/* The seal is that of the shuffle as it will be, with the number of its entry. */
static enum house_answer shuffle_cards(struct house *h, struct error *e)
{
    char words[SHUFFLED_TEXT], what[DEALT_TEXT];
    if (!dealing_reserve(&h->dealing)) {
        error_no_memory(e);
        return HOUSE_REFUSED;
    }
    seal_cards(h, words);
    const struct shuffle *s = &h->dealing.shuffle[--h->dealing.shuffles];
    h->dealing.waited = 0;
    dealing_text(s, what);
    struct entry x = {.kind = ENTRY_SHUFFLED, .seat = NOBODY, .text = words};
    x.sign = s->deal.ground[0] ? what : NULL;
    return house_command(h, x, e);
}

bool house_deals(const struct house *h)
{
    struct turn turn = h->table ? table_turn(h->table) : (struct turn){0};
    return turn.kind == TURN_DECK || turn.kind == TURN_LOT || secret_due(h);
}

enum house_answer house_go_on(struct house *h, struct error *e)
{
    struct entry x = {.kind = ENTRY_STEP, .seat = NOBODY};
    struct rng r = house_chance(h);
    if (!house_deals(h)) {
        house_refuse(h->table ? REFUSE_STALE : REFUSE_NO_GAME, e);
        return HOUSE_REFUSED;
    }
    if (secret_due(h))
        return secret_show(h, e);
    if (h->host.dealer && !dealing_ready(&h->dealing, h->table))
        return shuffle_cards(h, e);
    if (h->dealing.waited) {
        house_refuse(REFUSE_CUTTING, e);
        return HOUSE_REFUSED;
    }
    x.step = h->host.dealer ? dealing_draw(&h->dealing, h->table, h->host.dealer)
                            : game_chance(h->table->state, &r);
    return house_command(h, x, e);
}

enum house_answer house_talk(struct house *h, int seat, const char *name, const char *text,
                             bool gesture, struct error *e)
{
    struct entry x = {.kind = gesture ? ENTRY_EMOTED : ENTRY_SAID,
                      .seat = (uint8_t)seat,
                      .text = text ? text : "",
                      .name = name};
    return seat == NOBODY || has_chair(h, seat, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_say(struct house *h, int seat, const char *text, struct error *e)
{
    return house_talk(h, seat, NULL, text, false, e);
}

enum house_answer house_emote(struct house *h, int seat, const char *name, struct error *e)
{
    return house_talk(h, seat, NULL, name, true, e);
}

enum house_answer house_bar(struct house *h, int host, const char *guest, const char *name,
                            struct error *e)
{
    struct entry x = {
        .kind = ENTRY_BARRED, .seat = NOBODY, .other = (uint8_t)host, .text = guest, .name = name};
    return house_leads(h, host, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_mute(struct house *h, int host, int seat, const char *guest,
                             const char *name, bool on, struct error *e)
{
    struct entry x = {.kind = on ? ENTRY_MUTED : ENTRY_UNMUTED,
                      .seat = (uint8_t)seat,
                      .other = (uint8_t)host,
                      .text = guest,
                      .name = name};
    return house_leads(h, host, e) && (seat == NOBODY || has_chair(h, seat, e))
               ? house_command(h, x, e)
               : HOUSE_REFUSED;
}

enum house_answer house_kick(struct house *h, int host, int seat, struct error *e)
{
    struct entry x = {.kind = ENTRY_KICKED, .seat = (uint8_t)seat, .other = (uint8_t)host};
    return house_leads(h, host, e) && has_chair(h, seat, e) ? house_command(h, x, e)
                                                            : HOUSE_REFUSED;
}

enum house_answer house_swap(struct house *h, int seat, int other, struct error *e)
{
    struct entry x = {.kind = ENTRY_SWAPPED, .seat = (uint8_t)seat, .other = (uint8_t)other};
    return has_chair(h, seat, e) && has_chair(h, other, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_change(struct house *h, const struct plan *next, struct error *e)
{
    return house_command(h, (struct entry){.kind = ENTRY_CHANGED, .seat = NOBODY, .plan = next}, e);
}

enum house_answer house_pledge(struct house *h, int seat, const char *seal, struct error *e)
{
    struct entry x = {.kind = ENTRY_PLEDGED, .seat = (uint8_t)seat, .text = seal};
    return has_chair(h, seat, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_cut(struct house *h, int seat, const char *words, struct error *e)
{
    struct entry x = {.kind = ENTRY_CUT, .seat = (uint8_t)seat, .text = words};
    if (!h->dealing.waited) {
        house_refuse(REFUSE_NO_CUT, e);
        return HOUSE_REFUSED;
    }
    return seat == NOBODY || has_chair(h, seat, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_cut_signed(struct house *h, int seat, const char *words, const char *next,
                                   const char *sign, struct error *e)
{
    char proof[SEAL_TEXT + SIGN_TEXT];
    struct entry x = {.kind = ENTRY_CUT, .seat = (uint8_t)seat, .text = words};
    if (!has_chair(h, seat, e))
        return HOUSE_REFUSED;
    if (!(h->dealing.waited >> seat & 1)) {
        house_refuse(REFUSE_NO_CUT, e);
        return HOUSE_REFUSED;
    }
    if ((*next &&
         (!is_seal(next) || dealing_used(&h->dealing, next) || strcmp(next, words) == 0)) ||
        !is_seal(words)) {
        house_refuse(REFUSE_WRONG_CUT, e);
        return HOUSE_REFUSED;
    }
    if (!chain_has_cut(h, seat, words, next, sign, proof)) {
        house_refuse(REFUSE_SIGNATURE, e);
        return HOUSE_REFUSED;
    }
    x.sign = *next || *sign ? proof : NULL;
    enum house_answer answer = house_command(h, x, e);
    return answer != HOUSE_REFUSED && *next ? house_pledge(h, seat, next, e) : answer;
}

enum house_answer house_key(struct house *h, int seat, const char *key, struct error *e)
{
    struct entry x = {.kind = ENTRY_KEYED, .seat = (uint8_t)seat, .text = *key ? key : NULL};
    return has_chair(h, seat, e) ? house_command(h, x, e) : HOUSE_REFUSED;
}

enum house_answer house_take_back(struct house *h, int seat, struct error *e)
{
    if (!is_here(h, seat, e))
        return HOUSE_REFUSED;
    if (h->chosen.made >> seat & 1 && !secret_due(h))
        return about(h, ENTRY_UNCHOSEN, seat, e);
    int asker = h->asked ? h->asker : seat;
    struct entry back = {.kind = ENTRY_TAKEN_BACK, .seat = (uint8_t)asker, .time = h->now};
    struct entry asked = signed_by(h, (struct entry){.kind = ENTRY_ASKED, .seat = (uint8_t)seat});
    if (!back_find(h, asker, &back.steps)) {
        house_refuse(REFUSE_NOTHING_BACK, e);
        return HOUSE_REFUSED;
    }
    seats here = house_people(h) & (seats)~h->absent;
    bool alone = here == (seats)(1u << seat);
    back.command = alone ? asked.command : 0;
    if (!eyes_may_go_back(h, back.steps, e) || !back_fair(h, asker, back.steps, e) ||
        (!alone && !take(h, asked, e)))
        return HOUSE_REFUSED;
    if ((alone || (h->asked & here) == here) && !take(h, back, e))
        return HOUSE_REFUSED;
    return taken(h, e);
}

void house_resume(struct house *h, int64_t now)
{
    if (now <= h->now)
        return;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        h->clocks.since[seat] += now - h->now;
    h->now = now;
}

void house_clock(struct house *h, int64_t now, struct error *e)
{
    if (h->plan.pace.decision || h->plan.pace.bank)
        house_time(h, now, e);
    else if (now > h->now)
        h->now = now;
}

enum house_answer house_time(struct house *h, int64_t now, struct error *e)
{
    if (now > h->now)
        h->now = now;
    for (int seat = 0; seat < h->plan.setup.players; seat++) {
        struct entry x = {.kind = ENTRY_TIME_OUT, .seat = (uint8_t)seat, .time = h->now};
        if (!(house_awaited(h) >> seat & 1) || house_time_left(h, seat, h->now) > 0)
            continue;
        if (!take(h, x, e))
            return HOUSE_REFUSED;
    }
    return taken(h, e);
}

/* --- What there is ---------------------------------------------------------------------------- */

const struct plan *house_plan(const struct house *h)
{
    return &h->plan;
}

const struct table *house_table(const struct house *h)
{
    return h->table;
}

const struct diary *house_diary(const struct house *h)
{
    return &h->diary;
}

size_t house_begun(const struct house *h)
{
    return h->begun;
}

size_t house_kept(const struct house *h)
{
    return h->kept;
}

seats house_people(const struct house *h)
{
    seats people = 0;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (!h->plan.chair[seat].empty && !h->plan.chair[seat].bot[0])
            people |= (seats)(1u << seat);
    return people;
}

seats house_away(const struct house *h)
{
    return h->absent;
}

int house_leader(const struct house *h)
{
    seats people = house_people(h), here = people & (seats)~h->absent, all = here ? here : people;
    int leader = NOBODY;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (all >> seat & 1 && (leader == NOBODY || h->seated[seat] < h->seated[leader]))
            leader = seat;
    return leader;
}

bool house_leads(const struct house *h, int seat, struct error *e)
{
    return (seat != NOBODY && house_leader(h) == seat) || house_refuse(REFUSE_NOT_HOST, e);
}

bool house_waits(const struct house *h, int seat, uint64_t entries)
{
    for (size_t i = h->diary.entries; i > entries; i--) {
        const struct entry *x = diary_at(&h->diary, i - 1);
        bool decided = x->kind == ENTRY_STEP && x->seat == seat;
        if (decided || (moves(x->kind) && x->kind != ENTRY_STEP))
            return false;
    }
    return true;
}

seats house_cutters(const struct house *h)
{
    return h->dealing.waited;
}

void house_seals(const struct house *h, char pledge[PLAYERS_MAX][SEAL_TEXT],
                 char key[PLAYERS_MAX][SEAL_TEXT])
{
    memcpy(pledge, h->dealing.begun, sizeof h->dealing.begun);
    memcpy(key, h->chain.begun, sizeof h->chain.begun);
}

const struct shuffle *house_shuffles(const struct house *h, size_t *count)
{
    *count = h->dealing.shuffles;
    return h->dealing.shuffle;
}

const char *house_key_of(const struct house *h, int seat)
{
    return h->chain.key[seat];
}

const char *house_link(const struct house *h)
{
    return h->chain.last[0].link;
}

int house_games(const struct house *h)
{
    return h->chain.games;
}

const char *house_link_before(const struct house *h)
{
    return h->chain.before;
}

seats house_people_due(const struct house *h)
{
    return (seats)(h->wait.seats & house_people(h) & ~h->absent & ~h->chosen.made);
}

struct rng house_chance(const struct house *h)
{
    return rng_seeded(h->plan.seed, h->table ? h->table->steps : 0);
}

bool house_advises(const struct house *h)
{
    seats people = house_people(h);
    return h->plan.hints || (people & (people - 1)) == 0;
}

bool house_shows_odds(const struct house *h)
{
    seats people = house_people(h);
    bool alone = (people & (people - 1)) == 0;
    return h->plan.odds == ODDS_USUAL ? alone : h->plan.odds == ODDS_ON;
}

bool house_talks(const struct house *h)
{
    const struct setup *u = &h->plan.setup;
    int talk = option_of_role(u->game, ROLE_TALK);
    return talk < 0 || u->option[talk] == 0 || !h->table || is_over(h);
}

int64_t house_time_left(const struct house *h, int seat, int64_t now)
{
    if (!(h->clocks.running >> seat & 1))
        return INT64_MAX;
    return clocks_left(&h->clocks, &h->plan.pace, seat, now);
}

const struct clocks *house_clocks(const struct house *h)
{
    return &h->clocks;
}

void house_view(const struct house *h, int looks, struct view *v)
{
    table_view(h->table, looks, v);
    v->to_act &= (seats)~h->chosen.made;
    if (looks < PLAYERS_MAX && h->chosen.made >> looks & 1)
        v->actions = 0;
}
