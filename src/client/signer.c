#include "client/signer.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

bool signer_open(struct signer *s, const char *secret)
{
    unsigned char seed[crypto_sign_SEEDBYTES], key[crypto_sign_PUBLICKEYBYTES];
    if (sodium_init() < 0 || strlen(secret) != SIGNER_HASH - 1 ||
        sodium_hex2bin(seed, sizeof seed, secret, SIGNER_HASH - 1, NULL, NULL, NULL) != 0)
        return false;
    crypto_sign_seed_keypair(key, s->secret, seed);
    sodium_bin2hex(s->key, sizeof s->key, key, sizeof key);
    sodium_memzero(seed, sizeof seed);
    return true;
}

void signer_close(struct signer *s)
{
    sodium_memzero(s, sizeof *s);
}

void signer_enter(struct signer *s, const char *table)
{
    struct signer fresh = {0};
    memcpy(fresh.secret, s->secret, sizeof fresh.secret);
    memcpy(fresh.key, s->key, sizeof fresh.key);
    snprintf(fresh.table, sizeof fresh.table, "%s", table);
    *s = fresh;
}

static void sign(const struct signer *s, json_t *command, const char *words)
{
    unsigned char of[crypto_sign_BYTES];
    char text[SIGNER_SIGN];
    crypto_sign_detached(of, NULL, (const unsigned char *)words, strlen(words), s->secret);
    sodium_bin2hex(text, sizeof text, of, sizeof of);
    json_object_set_new(command, "sign", json_string(text));
}

/* Each secret is new, whatever the server has told before: one that was told could be asked for
 * again. */
static struct pledge make_pledge(void)
{
    struct pledge p;
    unsigned char secret[32], seal[crypto_hash_sha256_BYTES];
    randombytes_buf(secret, sizeof secret);
    crypto_hash_sha256(seal, secret, sizeof secret);
    sodium_bin2hex(p.secret, sizeof p.secret, secret, sizeof secret);
    sodium_bin2hex(p.seal, sizeof p.seal, seal, sizeof seal);
    return p;
}

/* --- What is told ----------------------------------------------------------------------------- */

static void take_words(char out[], size_t room, const json_t *object, const char *key)
{
    const char *words = json_string_value(json_object_get(object, key));
    snprintf(out, room, "%s", words ? words : "");
}

static void take_number(char out[24], const json_t *object, const char *key)
{
    snprintf(out, 24, "%lld", (long long)json_integer_value(json_object_get(object, key)));
}

static void read_entry(struct signer *s, const json_t *entry)
{
    char kind[16], text[SIGNER_HASH];
    take_words(kind, sizeof kind, entry, "kind");
    take_words(text, sizeof text, entry, "text");
    if (strcmp(kind, "pledged") == 0 && s->sent.seal[0] && strcmp(text, s->sent.seal) == 0) {
        s->standing = s->sent;
        s->sent = (struct pledge){0};
    }
    if (strcmp(kind, "shuffled") != 0)
        return;
    s->asked = s->standing;
    s->standing = (struct pledge){0};
    s->pledging = false;
    take_number(s->shuffle, entry, "entry");
    memcpy(s->seal, text, sizeof text);
    take_words(s->pledged, sizeof s->pledged, entry, "pledged");
}

void signer_read(struct signer *s, const json_t *message)
{
    const json_t *entries = json_object_get(message, "entries"),
                 *now = json_object_get(message, "now"),
                 *cutting = json_object_get(message, "cutting");
    for (size_t i = 0; i < json_array_size(entries); i++)
        read_entry(s, json_array_get(entries, i));
    if (now)
        take_words(s->you, sizeof s->you, now, "you");
    if (!now && !json_object_get(message, "view"))
        return; /* more is to come */
    take_words(s->link, sizeof s->link, message, "link");
    s->entry = json_integer_value(json_object_get(message, "entry"));
    take_number(s->game, message, "game");
    s->cutting = false;
    for (size_t i = 0; s->you[0] && i < json_array_size(cutting); i++) {
        const char *seat = json_string_value(json_array_get(cutting, i));
        s->cutting = s->cutting || (seat && strcmp(seat, s->you) == 0);
    }
}

/* --- What is done ----------------------------------------------------------------------------- */

static json_t *cut(struct signer *s)
{
    char words[512];
    struct pledge told = s->asked;
    s->asked = (struct pledge){0};
    s->sent = make_pledge();
    s->pledging = true;
    json_t *command =
        json_pack("{s:s, s:s, s:s}", "do", "cut", "cut", told.secret, "next", s->sent.seal);
    snprintf(words, sizeof words, "pairs cut %s %s %s %s %s %s %s %s", s->table, s->game,
             s->shuffle, s->seal, s->pledged, s->you, told.secret, s->sent.seal);
    if (command && s->link[0])
        sign(s, command, words);
    return command;
}

json_t *signer_due(struct signer *s)
{
    if (!s->you[0])
        return NULL;
    if (s->cutting)
        return s->asked.seal[0] ? cut(s) : NULL;
    if (s->pledging || s->standing.seal[0])
        return NULL;
    s->pledging = true;
    s->sent = make_pledge();
    return json_pack("{s:s, s:s}", "do", "pledge", "seal", s->sent.seal);
}

void signer_sign(const struct signer *s, json_t *command)
{
    char words[512];
    const char *choice = json_string_value(json_object_get(command, "choice"));
    if (!choice || !s->link[0] || !s->you[0])
        return;
    snprintf(words, sizeof words, "pairs decide %s %s %s %s %s", s->table, s->game, s->link, s->you,
             choice);
    json_object_set_new(command, "after", json_integer(s->entry));
    sign(s, command, words);
}
