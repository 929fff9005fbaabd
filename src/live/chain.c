#include "live/inside.h"

#include <stdio.h>
#include <string.h>

enum { SHUFFLE_ROOM = 64 + DEALT_TEXT + PLAYERS_MAX * (SEAL_TEXT + 2) };

static bool is_chained(const struct live *h)
{
    return h->host.dealer && h->host.dealer->link;
}

static void add(struct live *h, uint64_t veil, const char *words)
{
    const struct dealer *d = h->host.dealer;
    struct chain *c = &h->chain;
    if (!is_chained(h))
        return;
    memmove(&c->last[1], &c->last[0], (LINKS - 1) * sizeof c->last[0]);
    c->last[0].entry = h->diary.entries + 1;
    d->link(d->context, veil, words, c->last[0].link);
}

static void add_key(struct live *h, int seat)
{
    char words[SEAL_TEXT + 16];
    const char *key = h->chain.key[seat];
    snprintf(words, sizeof words, "key %c %s", 'A' + seat, *key ? key : "none");
    add(h, 0, words);
}

void chain_begin(struct live *h)
{
    char words[64];
    struct chain *c = &h->chain;
    memcpy(c->begun, c->key, sizeof c->begun);
    if (!is_chained(h))
        return;
    memcpy(c->before, c->last[0].link, SEAL_TEXT);
    snprintf(words, sizeof words, "begin %.20s %d", h->host.dealer->table, ++c->games);
    add(h, 0, words);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (c->key[seat][0])
            add_key(h, seat);
}

void chain_key(struct live *h, int seat, const char *key)
{
    char *now = h->chain.key[seat];
    bool playing = h->table && table_turn(h->table).kind != TURN_OVER;
    if (strcmp(now, key) == 0)
        return;
    snprintf(now, SEAL_TEXT, "%s", key);
    if (playing)
        add_key(h, seat);
}

/* What a shuffle stands on, in words: what was shuffled, and what was pledged for it. */
static void shuffled(const struct live *h, const struct shuffle *s, char out[SHUFFLE_ROOM])
{
    char what[DEALT_TEXT];
    dealing_text(s, what);
    int size =
        snprintf(out, SHUFFLE_ROOM, "shuffle %llu %s", (unsigned long long)s->deal.number, what);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (s->pledged >> seat & 1)
            size += snprintf(out + size, SHUFFLE_ROOM - (size_t)size, " %c %s", 'A' + seat,
                             h->dealing.pledge[seat]);
}

void chain_ground(const struct live *h, struct shuffle *s)
{
    char words[SHUFFLE_ROOM];
    const struct dealer *dealer = h->host.dealer;
    if (!is_chained(h) || h->dealing.bare)
        return;
    shuffled(h, s, words);
    memcpy(s->deal.ground, h->chain.last[0].link, SEAL_TEXT);
    dealer->link(dealer->context, 0, words, s->deal.ground);
}

void chain_seal(struct live *h, const struct shuffle *s, const char *seal)
{
    char words[SHUFFLE_ROOM];
    if (!s->deal.ground[0])
        return;
    shuffled(h, s, words);
    add(h, 0, words);
    snprintf(words, sizeof words, "seal %llu %.64s", (unsigned long long)s->deal.number, seal);
    add(h, 0, words);
}

void chain_cut(struct live *h, const struct entry *x)
{
    char words[SIGNED_ROOM];
    snprintf(words, sizeof words, "cut %llu %c %s %s",
             (unsigned long long)dealing_last(&h->dealing)->number, 'A' + x->seat, x->text,
             x->sign ? x->sign : "none none");
    add(h, 0, words);
}

void chain_decide(struct live *h, const struct entry *x)
{
    char words[SIGNED_ROOM], choice[ACTION_TEXT];
    const char *sign = x->sign ? strchr(x->sign, ' ') : NULL;
    snprintf(words, sizeof words, "decide %zu %c %s %s", h->table->steps - 1, 'A' + x->step.who,
             action_text(h->plan.setup.game, x->step.what, choice), sign ? sign + 1 : "none");
    add(h, h->diary.entries + 1, words);
}

void chain_back(struct live *h, size_t steps)
{
    char words[32];
    snprintf(words, sizeof words, "back %zu", steps);
    add(h, 0, words);
}

/* --- Signatures ------------------------------------------------------------------------------- */

/* Whether the chair's key has signed this; nothing is to be signed where there is none. */
static bool is_signed(const struct live *h, int seat, const char *words, const char *sign)
{
    const struct dealer *d = h->host.dealer;
    const char *key = h->chain.key[seat];
    if (!is_chained(h) || !*key)
        return !*sign;
    return strlen(sign) == SIGN_TEXT - 1 && d->proves(d->context, key, words, sign);
}

bool chain_decided(const struct live *h, int seat, action a, uint64_t after, const char *sign,
                   char out[SIGN_TEXT + 4])
{
    char words[SIGNED_ROOM], choice[ACTION_TEXT];
    const struct chain *c = &h->chain;
    int i = 0;
    while (i < LINKS - 1 && c->last[i].entry > after)
        i++;
    snprintf(words, sizeof words, "pairs decide %.20s %d %s %c %s",
             is_chained(h) ? h->host.dealer->table : "", c->games, c->last[i].link, 'A' + seat,
             action_text(h->plan.setup.game, a, choice));
    snprintf(out, SIGN_TEXT + 4, "%d %.128s", i, sign);
    return is_signed(h, seat, words, sign);
}

bool chain_has_cut(const struct live *h, int seat, const char *cut, const char *next,
                   const char *sign, char out[SEAL_TEXT + SIGN_TEXT])
{
    char words[SIGNED_ROOM], seal[SEAL_TEXT] = "", pledged[PLAYERS_MAX + 1];
    const struct dealer *d = h->host.dealer;
    const struct shuffle *s = &h->dealing.shuffle[h->dealing.shuffles - 1];
    if (d)
        d->seal(d->context, &s->deal, seal);
    dealing_pledged(s->pledged, pledged);
    snprintf(words, sizeof words, "pairs cut %.20s %d %llu %s %s %c %.64s %.64s",
             is_chained(h) ? d->table : "", h->chain.games, (unsigned long long)s->deal.number,
             seal, pledged, 'A' + seat, cut, *next ? next : "none");
    snprintf(out, SEAL_TEXT + SIGN_TEXT, "%.64s %.128s", *next ? next : "none",
             *sign ? sign : "none");
    return (!s->deal.ground[0] && !*sign) || is_signed(h, seat, words, sign);
}
