/* Who may come, speak and open tables: bans, invitations, and those who have lost their token. */
#include "server/company.h"
#include "server/office.h"

#include "wire/json.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { FOUR_BITS = 32, SIX_BITS = 128, NETWORK_BITS = 64 };

/* A rule, and the network that it is about. */
struct rule {
    struct roll_rule kept;
    int bits; /* of the network; 0: it is about a person */
    bool six;
    unsigned char network[sizeof(struct in6_addr)];
};

/* --- Networks --------------------------------------------------------------------------------- */

/* An address stands for a network with all its bits. */
static bool read_network(const char *words, struct rule *r)
{
    char address[INET6_ADDRSTRLEN];
    size_t size = strcspn(words, "/");
    if (size >= sizeof address)
        return false;
    memcpy(address, words, size);
    address[size] = '\0';
    r->six = strchr(address, ':');
    int most = r->six ? SIX_BITS : FOUR_BITS;
    char *end;
    r->bits = words[size] ? (int)strtol(words + size + 1, &end, 10) : most;
    return inet_pton(r->six ? AF_INET6 : AF_INET, address, r->network) == 1 && r->bits > 0 &&
           r->bits <= most && (!words[size] || !*end);
}

bool welcome_is_address(const char *words)
{
    struct rule r = {0};
    return read_network(words, &r);
}

/* Of an address of IPv6 the first 64 bits are known, and count as the customer. */
static bool is_inside(const struct rule *r, const struct address *a)
{
    unsigned char own[sizeof a->network];
    int bits = r->six && r->bits > NETWORK_BITS ? NETWORK_BITS : r->bits;
    if (!r->bits || r->six != (a->bits != FOUR_BITS))
        return false;
    memcpy(own, &a->network, sizeof own);
    int whole = bits / 8, rest = bits % 8;
    return memcmp(own, r->network, (size_t)whole) == 0 &&
           (!rest || (own[whole] ^ r->network[whole]) >> (8 - rest) == 0);
}

/* --- Rules ------------------------------------------------------------------------------------ */

static bool add_rule(void *to, const struct roll_rule *kept)
{
    struct office *o = to;
    struct rule *more = realloc(o->rule, (size_t)(o->rules + 1) * sizeof *more);
    if (!more)
        return false;
    o->rule = more;
    struct rule *r = &more[o->rules++];
    *r = (struct rule){.kept = *kept};
    if (!read_network(kept->target, r))
        r->bits = 0;
    return true;
}

bool welcome_read(struct office *o, struct error *e)
{
    o->rules = 0;
    return roll_rules(o->roll, server_now(o->server), add_rule, o, e);
}

/* Whether a rule that holds is about a person, or the address of one. */
static bool is_named(const struct office *o, bool mute, const char *guest, const struct address *a)
{
    int64_t now = server_now(o->server);
    for (int i = 0; i < o->rules; i++) {
        const struct rule *r = &o->rule[i];
        bool holds = r->kept.mute == mute && (!r->kept.until || r->kept.until > now);
        if (holds && ((*guest && strcmp(r->kept.target, guest) == 0) || (a && is_inside(r, a))))
            return true;
    }
    return false;
}

bool welcome_is_banned(struct server *s, const struct address *a)
{
    return s->office && is_named(s->office, false, "", a);
}

void welcome_send_away(struct office *o, const char *guest, const char *why)
{
    for (struct session *x = o->server->sessions; x; x = x->next)
        if (strcmp(hall_guest(x->visitor), guest) == 0)
            socket_send_away(o->server, x, why);
}

static void send_banned_away(struct office *o)
{
    struct server *s = o->server;
    for (struct session *x = s->sessions; x; x = x->next)
        if (is_named(o, false, hall_guest(x->visitor), lws_get_opaque_user_data(x->wsi)))
            socket_send_away(s, x, "banned");
}

void welcome_heed(struct office *o)
{
    struct error e = {0};
    if (welcome_read(o, &e))
        send_banned_away(o);
}

bool welcome_rule(struct office *o, struct roll_rule *rule, struct error *e)
{
    if (!roll_add_rule(o->roll, rule, e) || !welcome_read(o, e))
        return false;
    send_banned_away(o);
    company_say(o->server, SAY_RULES, 0, "", 0);
    return true;
}

/* --- Codes ------------------------------------------------------------------------------------ */

static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; /* that nobody mixes up */

enum { CODE_LETTERS = 20, CODE_GROUP = 5 };

static void digest_of(const char *words, char digest[ROLL_DIGEST])
{
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const unsigned char *)words, strlen(words));
    sodium_bin2hex(digest, ROLL_DIGEST, bytes, sizeof bytes);
}

/* As people type it: small letters, blanks and hyphens or none, letters that look like digits. */
static bool read_code(const char *typed, char digest[ROLL_DIGEST])
{
    char plain[CODE_LETTERS + 1];
    int size = 0;
    for (; *typed; typed++) {
        char c = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 'a' + 'A') : *typed;
        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (c == ' ' || c == '-')
            continue;
        if (!strchr(letters, c) || size == CODE_LETTERS)
            return false;
        plain[size++] = c;
    }
    plain[size] = '\0';
    digest_of(plain, digest);
    return size == CODE_LETTERS;
}

void welcome_code(char code[CODE_TEXT], char digest[ROLL_DIGEST])
{
    unsigned char random[CODE_LETTERS];
    int size = 0;
    randombytes_buf(random, sizeof random);
    for (int i = 0; i < CODE_LETTERS; i++) {
        if (i && i % CODE_GROUP == 0)
            code[size++] = '-';
        code[size++] = letters[random[i] % 32];
    }
    code[size] = '\0';
    read_code(code, digest);
    sodium_memzero(random, sizeof random);
}

/* A code has a hundred bits, so that nobody guesses one; but who tries costs something. */
bool welcome_may_try(struct office *o, struct lws *wsi)
{
    static const struct allowance tries = {.most = 10, .per_second = 0.02};
    const struct address *a = lws_get_opaque_user_data(wsi);
    struct bucket *b = &o->tries[(a ? a->network * 0x9E3779B97F4A7C15u >> 56 : 0) % TRIES];
    if (!b->counted)
        *b = bucket_full(&tries, uv_now(&o->server->loop));
    return bucket_take(b, &tries, uv_now(&o->server->loop));
}

/* Whoever has the token that was lost may be here with it. */
static void send_away_others(struct office *o, const struct session *own, const char *person)
{
    for (struct session *x = o->server->sessions; x; x = x->next)
        if (x != own && strcmp(hall_guest(x->visitor), person) == 0)
            socket_send_away(o->server, x, "another token");
}

/* A code brings back who has lost a token, or lets somebody in. */
static bool use_code(struct office *o, const struct session *x, char guest[DIGEST_TEXT],
                     const char *code, struct error *e)
{
    char digest[ROLL_DIGEST], person[ROLL_DIGEST];
    if (!welcome_may_try(o, x->wsi))
        return error_set(e, "Too many codes were tried; wait a few minutes and try again.");
    if (read_code(code, digest) && roll_recover(o->roll, digest, guest, person)) {
        log_tell(LOG_NOTE, "recovered", "Somebody came back by a code.", (struct fact[]){{0}});
        send_away_others(o, x, person);
        company_say(o->server, SAY_AWAY, AWAY_RECOVERED, person, sizeof person);
        return true;
    }
    return (read_code(code, digest) && roll_known_as(o->roll, guest, person, e) &&
            roll_admit(o->roll, digest, person)) ||
           error_set(e, "This code is not known, or used up.");
}

/* --- What the hall asks ----------------------------------------------------------------------- */

static bool is_member(const struct office *o, struct session *x, const char *guest)
{
    x->member = x->member || (*guest && roll_is_member(o->roll, guest));
    return x->member;
}

bool welcome_greet(void *context, void *socket, char guest[DIGEST_TEXT], const char *code,
                   struct text *more, struct error *e)
{
    struct server *s = context;
    struct office *o = s->office;
    struct session *x = socket;
    char person[ROLL_DIGEST];
    if (*code && !use_code(o, x, guest, code, e))
        return false;
    if (!roll_known_as(o->roll, guest, person, e))
        return server_asks_to_wait(e);
    if (is_named(o, false, person, NULL))
        return error_set(e, "Those who run this server have sent you away.");
    memcpy(guest, person, DIGEST_TEXT);
    x->member = false;
    if (s->settings.invited != INVITED_NO) {
        json_text(json_key(more, "invited"), s->settings.invited == INVITED_ALL ? "all" : "tables");
        json_bool(json_key(more, "member"), is_member(o, x, guest));
    }
    return true;
}

static bool is_one_of(const char *word, const char *const words[])
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words;
}

const char *welcome_forbids(void *context, void *socket, const char *guest, const char *word)
{
    static const char *const begins[] = {"create", "begin", "again", "next", "agree", NULL};
    static const char *const speaks[] = {"say", "typing", NULL};
    static const char *const always[] = {"hello", "exit", "erase", "recovery", NULL};
    struct server *s = context;
    struct office *o = s->office;
    struct session *x = socket;
    enum invited invited = s->settings.invited;
    if (amend_is_erasing(o, guest) && strcmp(word, "hello") != 0)
        return N_("What is kept about you is being erased.");
    if (o->draining && is_one_of(word, begins))
        return N_("This server stops soon: no new game begins.");
    if (is_one_of(word, speaks) && is_named(o, true, guest, gate_address(x)))
        return N_("Those who run this server do not let you speak now.");
    bool closed = invited == INVITED_ALL      ? !is_one_of(word, always)
                  : invited == INVITED_TABLES ? strcmp(word, "create") == 0
                                              : false;
    return closed && !is_member(o, x, guest)
               ? N_("This server is for those who were invited: say hello with the code that you "
                    "were given.")
               : NULL;
}

static void on_erased(void *to, struct text *told, const struct error *e)
{
    (void)to;
    (void)told;
    if (e)
        log_tell(LOG_ERROR, "not-erased", "Somebody could not be erased: {why}",
                 (struct fact[]){{"why", e->text, 0}, {0}});
}

bool welcome_account(void *context, void *socket, const char *guest, const char *word,
                     struct text *more, struct error *e)
{
    struct server *s = context;
    char code[CODE_TEXT], digest[ROLL_DIGEST];
    if (!welcome_may_try(s->office, ((const struct session *)socket)->wsi))
        return error_set(e, "This was asked for often; wait a few minutes and try again.");
    if (strcmp(word, "erase") == 0)
        return amend_erase(s->office, guest, on_erased, NULL, e);
    welcome_code(code, digest);
    if (!roll_set_recovery(s->office->roll, guest, digest, e))
        return server_asks_to_wait(e);
    json_text(json_key(more, "code"), code);
    sodium_memzero(code, sizeof code);
    return true;
}

bool welcome_person(struct server *s, char guest[DIGEST_TEXT])
{
    char person[ROLL_DIGEST];
    struct error e = {0};
    if (!roll_known_as(s->office->roll, guest, person, &e))
        return false;
    memcpy(guest, person, DIGEST_TEXT);
    return true;
}

bool welcome_may_look(struct server *s, const char *guest)
{
    return s->settings.invited != INVITED_ALL || (*guest && roll_is_member(s->office->roll, guest));
}
