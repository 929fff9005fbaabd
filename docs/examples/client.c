/* A player for a pairs server, written from docs/server.md alone: takes a chair and plays one game
 * at random.
 *
 *     cc -o client client.c -ljansson -lsodium
 *     ./client 'http://127.0.0.1:8055/#TABLE/INVITATION'
 *
 * It goes on when the server was away, contributes to every shuffle and signs what it does. Who one
 * is stands in PAIRS_TOKEN and PAIRS_KEY, or is made up. Plain sockets, and of WebSockets (RFC
 * 6455) what one needs: text messages, pings, the end. */
#include <jansson.h>
#include <netdb.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, MESSAGE = 4096, MOST = 1 << 24 };

static char host[256], port[8] = "80", table[16], invitation[65], token[65];
static int line = -1;           /* the socket */
static json_int_t number;       /* of the last command, */
static json_int_t again;        /* and of the last one before this connection */
static json_int_t entry;        /* the last one that we have */
static json_int_t decided = -1; /* after which entry we have decided last */
static json_t *waiting;         /* the command that was not answered yet */
static json_t *now, *view;      /* how the table stands; NULL: it will be told */

/* Fair dealing: what was pledged for the next shuffle and the last one (SHA-256 and secret), and
 * what is signed. */
struct pledge {
    char seal[65], secret[65];
};
static struct pledge sent, standing, asked;
static bool pledging;
static unsigned char signing[crypto_sign_SECRETKEYBYTES];
static char key[65], latest[65], shuffled[65], pledged[16];
static json_int_t game, shuffle;

/* --- WebSocket -------------------------------------------------------------------------------- */

static bool send_all(const void *bytes, size_t size)
{
    return send(line, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static bool receive_all(void *bytes, size_t size)
{
    return size == 0 || recv(line, bytes, size, MSG_WAITALL) == (ssize_t)size;
}

/* What a client sends is masked; a mask of zeros changes nothing. */
static bool send_frame(int kind, const char *text, size_t size)
{
    unsigned char frame[8 + MESSAGE] = {(unsigned char)(0x80 | kind)};
    bool small = size < 126;
    if (size > MESSAGE)
        return false;
    frame[1] = (unsigned char)(0x80 | (small ? size : 126));
    frame[2] = (unsigned char)(small ? 0 : size >> 8);
    frame[3] = (unsigned char)(small ? 0 : size);
    memcpy(frame + (small ? 6 : 8), text, size);
    return send_all(frame, (small ? 6 : 8) + size);
}

/* The head of a frame; false if the connection is over. */
static bool receive_head(int *kind, bool *last, size_t *size)
{
    unsigned char head[2], more[8];
    if (!receive_all(head, sizeof head))
        return false;
    *kind = head[0] & 15;
    *last = head[0] & 0x80;
    *size = head[1] & 127;
    size_t digits = *size == 126 ? 2 : *size == 127 ? 8 : 0;
    if (!receive_all(more, digits))
        return false;
    *size = digits ? 0 : *size;
    for (size_t i = 0; i < digits; i++)
        *size = *size << 8 | more[i];
    return *kind != CLOSE && *size <= MOST;
}

/* The next message; NULL if the connection is over. It may come in parts, with pings between them.
 */
static json_t *receive(void)
{
    size_t have = 0, size = 0;
    bool last = false, fine = true;
    int kind = PING;
    char *text = NULL;
    while (fine && (kind > TEXT || !last)) {
        fine = receive_head(&kind, &last, &size);
        char *longer = fine ? realloc(text, have + size + 1) : NULL;
        text = longer ? longer : text;
        fine = longer && receive_all(text + have, size);
        if (fine && kind == PING)
            fine = send_frame(PONG, text + have, size);
        have += kind <= TEXT ? size : 0;
    }
    json_t *message = fine ? json_loadb(text, have, 0, NULL) : NULL;
    free(text);
    return message;
}

static bool shake_hands(void)
{
    char words[1024];
    int size =
        snprintf(words, sizeof words,
                 "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: cGFpcnMgY2FyZCBnYW1lcw==\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Protocol: pairs-1\r\n\r\n",
                 host, port);
    bool fine = send_all(words, (size_t)size);
    for (size = 0; fine && (size < 4 || memcmp(words + size - 4, "\r\n\r\n", 4) != 0); size++)
        fine = size < (int)sizeof words - 1 && receive_all(words + size, 1);
    words[size] = '\0';
    return fine && strstr(words, " 101 ");
}

static bool dial(void)
{
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
    if (line >= 0)
        close(line);
    line = -1;
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return false;
    line = socket(found->ai_family, SOCK_STREAM, 0);
    bool fine = line >= 0 && connect(line, found->ai_addr, found->ai_addrlen) == 0 && shake_hands();
    freeaddrinfo(found);
    return fine;
}

/* --- Commands --------------------------------------------------------------------------------- */

/* Sends a command with a number, if it has none yet. If it does not arrive, it is sent again. */
static void tell(json_t *command)
{
    if (!json_object_get(command, "n"))
        json_object_set_new(command, "n", json_integer(++number));
    char *text = json_dumps(command, JSON_COMPACT);
    if (text)
        send_frame(TEXT, text, strlen(text));
    free(text);
}

/* What a new connection begins with. */
static void greet(void)
{
    again = number;
    json_t *hello =
        json_pack("{s:s, s:i, s:s, s:s}", "do", "hello", "version", 1, "token", token, "key", key);
    json_t *enter = json_pack("{s:s, s:s, s:s, s:I}", "do", "enter", "table", table, "invitation",
                              invitation, "since", entry);
    tell(hello);
    tell(enter);
    json_decref(hello);
    json_decref(enter);
    if (waiting)
        tell(waiting);
}

/* --- Fair dealing ----------------------------------------------------------------------------- */

static void sign(json_t *command, const char *words)
{
    unsigned char of[crypto_sign_BYTES];
    char text[2 * sizeof of + 1];
    crypto_sign_detached(of, NULL, (const unsigned char *)words, strlen(words), signing);
    json_object_set_new(command, "sign",
                        json_string(sodium_bin2hex(text, sizeof text, of, sizeof of)));
}

static struct pledge new_pledge(void)
{
    struct pledge p;
    unsigned char secret[32], seal[32];
    randombytes_buf(secret, sizeof secret); /* new each time, whatever was told before */
    crypto_hash_sha256(seal, secret, sizeof secret);
    sodium_bin2hex(p.secret, sizeof p.secret, secret, sizeof secret);
    sodium_bin2hex(p.seal, sizeof p.seal, seal, sizeof seal);
    return p;
}

static const char *words_of(const json_t *object, const char *name)
{
    const char *words = json_string_value(json_object_get(object, name));
    return words ? words : "";
}

static void hear_dealing(const json_t *one)
{
    const char *kind = words_of(one, "kind");
    if (strcmp(kind, "pledged") == 0 && strcmp(words_of(one, "text"), sent.seal) == 0)
        standing = sent;
    if (strcmp(kind, "shuffled") != 0)
        return;
    asked = standing;
    standing = (struct pledge){0};
    pledging = false;
    shuffle = json_integer_value(json_object_get(one, "entry"));
    snprintf(shuffled, sizeof shuffled, "%s", words_of(one, "text"));
    snprintf(pledged, sizeof pledged, "%s", words_of(one, "pledged"));
}

/* Pledges for the next shuffle, or cuts the last one. Nobody waits for the answer: if it does not
 * arrive, the cards come without it. */
static void contribute(const json_t *cutting)
{
    const json_t *one;
    size_t i;
    const char *you = words_of(now, "you");
    bool due = false;
    json_array_foreach(cutting, i, one) due = due || strcmp(json_string_value(one), you) == 0;
    json_t *command = NULL;
    if (*you && due && asked.seal[0]) {
        char words[512];
        sent = new_pledge();
        command = json_pack("{s:s, s:s, s:s}", "do", "cut", "cut", asked.secret, "next", sent.seal);
        snprintf(words, sizeof words, "pairs cut %s %lld %lld %s %s %s %s %s", table,
                 (long long)game, (long long)shuffle, shuffled, pledged, you, asked.secret,
                 sent.seal);
        sign(command, words);
        asked = (struct pledge){0};
        pledging = true;
    } else if (*you && !due && !pledging && !standing.seal[0]) {
        sent = new_pledge();
        command = json_pack("{s:s, s:s}", "do", "pledge", "seal", sent.seal);
        pledging = true;
    }
    if (command)
        tell(command);
    json_decref(command);
}

/* --- The table -------------------------------------------------------------------------------- */

static void replace(json_t **old, json_t *new)
{
    json_decref(*old);
    *old = json_incref(new);
}

static void hear_answer(const json_t *message)
{
    if (!waiting || !json_equal(json_object_get(waiting, "n"), json_object_get(message, "n")))
        return;
    bool done = json_is_true(json_object_get(message, "done"));
    if (!done) { /* wait, and then try again */
        printf("refused: %s\n", json_string_value(json_object_get(message, "refused")));
        decided = -1;
        sleep(1);
    } else if (json_integer_value(json_object_get(waiting, "n")) > again) {
        /* it was not sent again: what it brought about comes with this message, or next */
        replace(&view, NULL);
        if (strcmp(json_string_value(json_object_get(waiting, "do")), "sit") == 0)
            replace(&now, NULL);
    }
    replace(&waiting, NULL);
}

static void hear(const json_t *message)
{
    const json_t *entries = json_object_get(message, "entries"), *one;
    size_t i;
    hear_answer(message);
    json_array_foreach(entries, i, one)
    {
        if (json_integer_value(json_object_get(one, "entry")) != ++entry) {
            puts("an entry is missing, or here twice");
            exit(1);
        }
        printf("%lld %s\n", (long long)entry, json_string_value(json_object_get(one, "kind")));
        hear_dealing(one);
    }
    if (json_object_get(message, "now"))
        replace(&now, json_object_get(message, "now"));
    if (json_object_get(message, "view")) {
        replace(&view, json_object_get(message, "view"));
        snprintf(latest, sizeof latest, "%s", words_of(message, "link"));
        game = json_integer_value(json_object_get(message, "game"));
    }
    if (json_object_get(message, "view") || json_object_get(message, "now"))
        contribute(json_object_get(message, "cutting"));
    fflush(stdout);
}

static void act(void)
{
    const json_t *legal = json_object_get(view, "legal");
    if (!now || waiting)
        return;
    if (json_is_null(json_object_get(now, "you"))) {
        waiting = json_pack("{s:s, s:s}", "do", "sit", "name", "C");
    } else if (json_array_size(legal) && entry > decided) {
        const json_t *choice = json_array_get(legal, (size_t)random() % json_array_size(legal));
        char words[512];
        decided = entry;
        waiting = json_pack("{s:s, s:s, s:I}", "do", "decide", "choice", json_string_value(choice),
                            "after", entry);
        snprintf(words, sizeof words, "pairs decide %s %lld %s %s %s", table, (long long)game,
                 latest, words_of(now, "you"), json_string_value(choice));
        if (latest[0])
            sign(waiting, words);
    }
    if (waiting)
        tell(waiting);
}

static void random_bytes(unsigned char bytes[], size_t size)
{
    if (getrandom(bytes, size, 0) != (ssize_t)size)
        exit(1);
}

/* Who one is, and where numbers begin. */
static void begin(void)
{
    unsigned char secret[32], public[32];
    const char *kept = getenv("PAIRS_TOKEN"), *seed = getenv("PAIRS_KEY");
    if (sodium_init() < 0)
        exit(1);
    random_bytes(secret, sizeof secret);
    sodium_bin2hex(token, sizeof token, secret, sizeof secret);
    if (kept)
        snprintf(token, sizeof token, "%s", kept);
    random_bytes(secret, sizeof secret);
    if (seed && sodium_hex2bin(secret, sizeof secret, seed, strlen(seed), NULL, NULL, NULL) != 0)
        exit(1);
    crypto_sign_seed_keypair(public, signing, secret);
    sodium_bin2hex(key, sizeof key, public, sizeof public);
    random_bytes(secret, 4);
    number = (json_int_t)secret[0] << 24 | secret[1] << 16 | secret[2] << 8 | secret[3];
    srandom((unsigned)number);
}

int main(int argc, char **argv)
{
    if (argc != 2 || sscanf(argv[1], "http://%255[^:/]:%7[0-9]/#%15[^/]/%64s", host, port, table,
                            invitation) < 3) {
        fputs("usage: client 'http://HOST:PORT/#TABLE/INVITATION'\n", stderr);
        return 2;
    }
    begin();
    while (!json_is_true(json_object_get(view, "over"))) {
        if (dial())
            greet();
        for (json_t *message;
             line >= 0 && !json_is_true(json_object_get(view, "over")) && (message = receive());) {
            hear(message);
            act();
            json_decref(message);
        }
        usleep(200000);
    }
    return 0;
}
