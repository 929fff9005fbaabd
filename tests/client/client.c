/* What a client makes of what comes over its line, in whatever order: the line is the test's own,
 * so that nothing depends on how fast anything is. */
#include "client/client.h"
#include "client/token.h"
#include "tests/test.h"

#include <sodium.h>

#define TABLE "k4x8mrb2nt"

/* --- A line whose other end is the test -------------------------------------------------------- */

static struct {
    const char *said[8]; /* what comes: a message, or NULL for a connection that opens */
    int first, end;
    char sent[8][1024];
    int sendings;
} script;

struct line *line_new(const struct address *a, struct error *e)
{
    (void)a;
    (void)e;
    memset(&script, 0, sizeof script);
    return (struct line *)&script;
}

void line_free(struct line *l)
{
    (void)l;
}

int line_descriptor(const struct line *l)
{
    (void)l;
    return -1;
}

bool line_fetch(struct line *l, const char *path)
{
    (void)l;
    (void)path;
    return false;
}

bool line_send(struct line *l, const char *text)
{
    (void)l;
    assert_true(script.sendings < 8);
    snprintf(script.sent[script.sendings++], sizeof *script.sent, "%s", text);
    return true;
}

bool line_take(struct line *l, struct line_event *event)
{
    (void)l;
    if (script.first == script.end)
        return false;
    const char *said = script.said[script.first++];
    *event = (struct line_event){.kind = said ? LINE_MESSAGE : LINE_OPEN};
    if (said)
        text_add(&event->text, "%s", said);
    return true;
}

void line_clear(struct line_event *event)
{
    text_free(&event->text);
}

/* Who one is is of no interest here, as long as nothing is kept. */
bool token_find(const struct address *a, const char *who, char token[ADDRESS_SECRET],
                struct error *e)
{
    return token_key(a, who, token, e);
}

bool token_key(const struct address *a, const char *who, char secret[ADDRESS_SECRET],
               struct error *e)
{
    (void)a;
    (void)who;
    (void)e;
    memset(secret, '7', ADDRESS_SECRET - 1);
    secret[ADDRESS_SECRET - 1] = '\0';
    return true;
}

/* --- Scenes ------------------------------------------------------------------------------------ */

static struct client *somebody(void)
{
    struct error e;
    struct address a = {.host = "localhost", .port = 8055, .folder = "/"};
    struct client *c = client_new(&a, "", "en", &e);
    assert_non_null(c);
    return c;
}

/* What a client tells of what comes: the last entry of the table, 0 of anything else, -1: nothing.
 */
static long long tells(struct client *c, const char *said)
{
    struct news n;
    script.said[script.end++] = said;
    if (!client_take(c, &n))
        return -1;
    long long entry = n.update ? json_integer_value(json_object_get(n.message, "entry")) : 0;
    news_clear(&n);
    return entry;
}

/* What the last command was, and from which entry on it wants to know. */
static void assert_entered(const char *since)
{
    const char *last = script.sent[script.sendings - 1];
    assert_non_null(strstr(last, "\"do\":\"enter\""));
    assert_non_null(strstr(last, since));
}

static const char *answer(uint64_t number, const char *more)
{
    static char room[4][256];
    static int at;
    char *words = room[at++ % 4];
    snprintf(words, sizeof *room, "{\"n\":%llu,\"done\":true,\"table\":\"" TABLE "\"%s}",
             (unsigned long long)number, more);
    return words;
}

static void what_is_on_its_way_when_all_is_wanted_anew_is_not_told(void **state)
{
    (void)state;
    struct client *c = somebody();
    assert_int_equal(tells(c, NULL), 0);
    uint64_t first = client_enter(c, TABLE, "");
    assert_entered("\"since\":0");
    assert_int_equal(tells(c, answer(first, ",\"entry\":2,\"entries\":[]")), 2);
    assert_int_equal(tells(c, "{\"table\":\"" TABLE "\",\"entry\":3,\"entries\":[]}"), 3);

    /* The same table again: this update was sent before the server heard of it. */
    uint64_t second = client_enter(c, TABLE, "");
    assert_entered("\"since\":0");
    assert_int_equal(tells(c, "{\"table\":\"" TABLE "\",\"entry\":4,\"entries\":[]}"), -1);
    assert_int_equal(tells(c, answer(second, ",\"entry\":4,\"entries\":[]")), 4);
    assert_int_equal(tells(c, "{\"table\":\"" TABLE "\",\"entry\":5,\"entries\":[]}"), 5);
    assert_int_equal(tells(c, "{\"table\":\"another234\",\"entry\":6,\"entries\":[]}"), -1);
    client_free(c);
}

static void a_connection_that_comes_again_goes_on_where_the_last_one_ended(void **state)
{
    (void)state;
    struct client *c = somebody();
    assert_int_equal(tells(c, NULL), 0);
    uint64_t entered = client_enter(c, TABLE, "");
    assert_int_equal(tells(c, answer(entered, ",\"entry\":8,\"entries\":[]")), 8);
    uint64_t said = client_send(c, json_pack("{s:s, s:s}", "do", "say", "text", "Hello!"));
    script.sendings = 0;
    assert_int_equal(tells(c, NULL), 0);
    assert_int_equal(script.sendings, 3);
    assert_non_null(strstr(script.sent[1], "\"since\":8"));
    char number[32];
    snprintf(number, sizeof number, "\"n\":%llu}", (unsigned long long)said);
    assert_non_null(strstr(script.sent[2], number));
    client_free(c);
}

#define SEAL "5ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea15ea1"
#define LINK "1111222233334444555566667777888811112222333344445555666677778888"
#define SHUFFLED                                                                                   \
    "{\"table\":\"" TABLE                                                                          \
    "\",\"entry\":4,\"entries\":[{\"entry\":4,\"kind\":\"shuffled\",\"text\":"                     \
    "\"" SEAL "\",\"pledged\":\"A\"}],\"view\":{},\"cutting\":[\"A\"],\"game\":1,\"link\":\"" LINK \
    "\"}"

/* The words behind a key of something that was sent. */
static const char *sent(int which, const char *key, char out[256])
{
    json_t *command = json_loads(script.sent[which], 0, NULL);
    const char *words = json_string_value(json_object_get(command, key));
    snprintf(out, 256, "%s", words ? words : "");
    json_decref(command);
    return out;
}

/* Somebody sits down, and has pledged. */
static struct client *seated(char seal[256])
{
    char told[512];
    struct client *c = somebody();
    assert_int_equal(tells(c, NULL), 0);
    uint64_t entered = client_enter(c, TABLE, "");
    assert_int_equal(
        tells(c, answer(entered, ",\"entry\":2,\"entries\":[],\"now\":{\"you\":\"A\"}")), 2);
    assert_int_equal(script.sendings, 3);
    assert_string_equal(sent(2, "do", seal), "pledge");
    snprintf(told, sizeof told,
             "{\"table\":\"" TABLE "\",\"entry\":3,\"entries\":[{\"entry\":3,\"kind\":\"pledged\","
             "\"seat\":\"A\",\"text\":\"%s\"}]}",
             sent(2, "seal", seal));
    assert_int_equal(tells(c, told), 3);
    return c;
}

static void whoever_sits_pledges_and_signs(void **state)
{
    (void)state;
    char seal[256], cut[256], next[256], key[256], sign[256], words[1024], hash[65];
    unsigned char secret[32], digest[32], public[32], signature[64];
    struct client *c = seated(seal);
    assert_int_equal(tells(c, SHUFFLED), 4);
    sodium_hex2bin(secret, sizeof secret, sent(3, "cut", cut), 64, NULL, NULL, NULL);
    crypto_hash_sha256(digest, secret, sizeof secret);
    assert_string_equal(sodium_bin2hex(hash, sizeof hash, digest, sizeof digest), seal);
    snprintf(words, sizeof words, "pairs cut " TABLE " 1 4 " SEAL " A A %s %s", cut,
             sent(3, "next", next));
    sodium_hex2bin(public, sizeof public, sent(0, "key", key), 64, NULL, NULL, NULL);
    sodium_hex2bin(signature, sizeof signature, sent(3, "sign", sign), 128, NULL, NULL, NULL);
    assert_int_equal(
        crypto_sign_verify_detached(signature, (unsigned char *)words, strlen(words), public), 0);
    client_free(c);
}

static void a_shuffle_that_is_told_again_gets_no_cut_again(void **state)
{
    (void)state;
    char seal[256], word[256];
    struct client *c = seated(seal);
    assert_int_equal(tells(c, SHUFFLED), 4);
    assert_string_equal(sent(3, "do", word), "cut");
    assert_int_equal(tells(c, SHUFFLED), 4);
    assert_int_equal(script.sendings, 4);
    client_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_on_its_way_when_all_is_wanted_anew_is_not_told),
        cmocka_unit_test(a_connection_that_comes_again_goes_on_where_the_last_one_ended),
        cmocka_unit_test(whoever_sits_pledges_and_signs),
        cmocka_unit_test(a_shuffle_that_is_told_again_gets_no_cut_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
