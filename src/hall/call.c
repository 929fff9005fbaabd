/* What a command says: its arguments, and what is to be played. */
#include "hall/call.h"

#include "hall/name.h"

#include <stdio.h>

bool call_refuse(struct call *c, const char *words)
{
    return error_set(&c->e, "%s", error_words(&c->e, words));
}

/* --- Arguments -------------------------------------------------------------------------------- */

bool call_has(const struct call *c, const char *key)
{
    return json_member(c->m, 0, key) != JSON_NONE;
}

bool call_words(struct call *c, const char *key, char out[], size_t room)
{
    return json_words(c->m, json_member(c->m, 0, key), out, room) ||
           error_set(&c->e, "\"%s\" is missing, too long or no text; expected at most %zu bytes",
                     key, room - 1);
}

bool call_whole(struct call *c, const char *key, int64_t least, int64_t most, int64_t *out)
{
    if (!call_has(c, key))
        return true;
    return (json_whole(c->m, json_member(c->m, 0, key), out) && *out >= least && *out <= most) ||
           error_set(&c->e, "\"%s\" is no number that is possible; expected %lld to %lld", key,
                     (long long)least, (long long)most);
}

bool call_truth(struct call *c, const char *key, bool *out)
{
    return !call_has(c, key) || json_truth(c->m, json_member(c->m, 0, key), out) ||
           error_set(&c->e, "\"%s\" is neither true nor false", key);
}

bool call_seat(struct call *c, const char *key, int *out)
{
    char word[4];
    *out = NOBODY;
    if (!json_words(c->m, json_member(c->m, 0, key), word, sizeof word) || word[0] < 'A' ||
        word[0] >= 'A' + PLAYERS_MAX || word[1])
        return error_set(&c->e, "\"%s\" is no chair; expected \"A\" to \"H\"", key);
    *out = word[0] - 'A';
    return true;
}

/* Whether another person at the table is called so, or nearly, or a spectator who has a name. */
static bool is_called(const struct call *c, const struct live *h, const char *name)
{
    bool taken = false;
    for (int i = 0; h && i < live_plan(h)->setup.players; i++)
        taken = taken || (i != c->seat && live_people(h) >> i & 1 &&
                          name_alike(live_plan(h)->chair[i].name, name));
    for (const struct visitor *v = h && c->room ? c->room->visitors : NULL; v; v = v->next)
        taken = taken ||
                (v->name[0] && strcmp(v->guest, c->v->guest) != 0 && name_alike(v->name, name));
    return taken;
}

bool call_name(struct call *c, const struct live *h, char name[NAME_ROOM])
{
    if (!call_words(c, "name", name, NAME_ROOM))
        return false;
    if (!name_clean(name))
        return call_refuse(c, "A name is one line with something in it.");
    return !is_called(c, h, name) ||
           call_refuse(c, "Somebody at this table is called so already; choose another name.");
}

bool call_face(struct call *c, struct chair *who)
{
    int64_t colour = who->colour;
    if (call_has(c, "face") &&
        (!call_words(c, "face", who->face, sizeof who->face) || !*who->face ||
         who->face[strspn(who->face, "abcdefghijklmnopqrstuvwxyz-")]))
        return error_set(&c->e, "\"face\" is no face; expected at most %d lower-case letters",
                         FACE_ROOM - 1);
    if (!call_whole(c, "colour", 0, COLOURS - 1, &colour))
        return false;
    who->colour = (uint8_t)colour;
    return true;
}

/* Whether somebody at a table has that face. */
static bool has_face(const struct live *h, const char *face)
{
    bool taken = false;
    for (int seat = 0; h && seat < live_plan(h)->setup.players; seat++) {
        const struct chair *c = &live_plan(h)->chair[seat];
        taken = taken || (!c->empty && strcmp(c->face, face) == 0);
    }
    return taken;
}

/* Who comes without a face gets one of those that nobody has, the same wherever they sit down. */
static void choose_face(const struct call *c, const struct live *h, struct chair *who)
{
    static const char *const faces[] = {"fox",      "owl",   "hare", "bear", "cat",   "frog",
                                        "hedgehog", "whale", "crab", "bee",  "snail", "moth"};
    enum { FACES = sizeof faces / sizeof *faces };
    unsigned first = 0;
    for (const char *at = c->v->guest; *at; at++)
        first = first * 31 + (unsigned char)*at;
    unsigned i = 0;
    while (i < FACES - 1 && has_face(h, faces[(first + i) % FACES]))
        i++;
    if (!who->face[0])
        snprintf(who->face, sizeof who->face, "%s", faces[(first + i) % FACES]);
    if (!call_has(c, "colour"))
        who->colour = (uint8_t)(first / FACES % COLOURS);
}

bool call_person(struct call *c, const struct live *h, struct chair *who)
{
    *who = (struct chair){0};
    if (!call_name(c, h, who->name) || !call_face(c, who))
        return false;
    choose_face(c, h, who);
    return true;
}

/* --- What is played --------------------------------------------------------------------------- */

static bool option_of(struct call *c, struct setup *u, int key)
{
    char name[64], value[64];
    int64_t number;
    bool truth;
    if (!json_words(c->m, key, name, sizeof name))
        return error_set(&c->e, "an option has no name; expected \"options\":{\"KEY\":VALUE}");
    if (json_whole(c->m, key + 1, &number))
        snprintf(value, sizeof value, "%lld", (long long)number);
    else if (json_truth(c->m, key + 1, &truth))
        snprintf(value, sizeof value, "%s", truth ? "on" : "off");
    else if (!json_words(c->m, key + 1, value, sizeof value))
        return error_set(&c->e, "option %s has no value; expected a number or a word", name);
    return setup_option(u, name, value, &c->e);
}

bool call_setup(struct call *c, struct setup *u, int sit)
{
    char name[64];
    if (!call_words(c, "game", name, sizeof name) || !setup_choose(u, name, &c->e))
        return false;
    int options = json_member(c->m, 0, "options");
    for (int k = json_first_key(c->m, options); k != JSON_NONE;
         k = json_key_after(c->m, options, k))
        if (!option_of(c, u, k))
            return false;
    int64_t players = sit ? setup_players_near(u, sit) : setup_players_usual(u);
    int chairs = json_member(c->m, 0, "chairs"), count = 0;
    for (int i = json_first(c->m, chairs); i != JSON_NONE; i = json_after(c->m, chairs, i))
        count++;
    if (count)
        players = count;
    return call_whole(c, "players", 1, PLAYERS_MAX, &players) &&
           setup_players(u, (int)players, &c->e) && setup_finish(u, &c->e);
}

bool call_terms(struct call *c, struct plan *p)
{
    enum { DAY = 86400000 };
    char talk[8] = "";
    if (!call_whole(c, "decision", 0, DAY, &p->pace.decision) ||
        !call_whole(c, "bank", 0, DAY, &p->pace.bank) || !call_truth(c, "hints", &p->hints) ||
        !call_truth(c, "hold", &p->hold))
        return false;
    bool odds = false;
    if (!call_truth(c, "odds", &odds))
        return false;
    if (call_has(c, "odds"))
        p->odds = odds ? ODDS_ON : ODDS_OFF;
    if (!call_has(c, "talk"))
        return true;
    json_words(c->m, json_member(c->m, 0, "talk"), talk, sizeof talk);
    p->spectators_muted = strcmp(talk, "seated") == 0;
    return p->spectators_muted || strcmp(talk, "all") == 0 ||
           error_set(&c->e, "\"talk\" is for nobody; expected \"all\" or \"seated\"");
}

bool call_bot(struct call *c, const char *word, char out[BOT_ROOM])
{
    const struct hall_host *host = &c->v->hall->host;
    struct bot *b = host->bot(host->context, word, &c->e);
    if (!b)
        return false;
    snprintf(out, BOT_ROOM, "%s", bot_name(b));
    bot_free(b);
    const char *dash = strrchr(out, '-'), *way = dash ? dash + 1 : out;
    return strlen(way) == 1 || strcmp(way, "hint") == 0 || strcmp(way, "random") == 0 ||
           error_set(&c->e, "a bot '%.40s' is not for this table; expected 1 to 8, hint or random",
                     word);
}

bool call_chairs(struct call *c, struct plan *p, int *own)
{
    int chairs = json_member(c->m, 0, "chairs"), seat = 0;
    *own = NOBODY;
    for (int i = 0; i < p->setup.players; i++)
        p->chair[i].empty = true;
    if (chairs == JSON_NONE)
        *own = 0;
    for (int i = json_first(c->m, chairs); i != JSON_NONE;
         i = json_after(c->m, chairs, i), seat++) {
        char word[BOT_ROOM];
        if (seat == p->setup.players || !json_words(c->m, i, word, sizeof word))
            return error_set(&c->e,
                             "\"chairs\" are not right; expected %d of \"you\", \"open\" or "
                             "a bot",
                             p->setup.players);
        if (strcmp(word, "you") == 0) {
            *own = seat;
        } else if (strcmp(word, "open") != 0) {
            p->chair[seat].empty = false;
            if (!call_bot(c, word, p->chair[seat].bot))
                return false;
        }
    }
    return true;
}
