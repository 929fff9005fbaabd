#include "client/client.h"

#include "client/signer.h"
#include "client/token.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Numbers begin somewhere below this, so that none comes twice and all are exact everywhere. */
static const uint64_t NUMBERS = 1ULL << 50;

struct client {
    struct line *line;
    enum line_kind state;
    char token[ADDRESS_SECRET], language[8];
    uint64_t number;       /* of the last command */
    uint64_t before;       /* the last one before this connection */
    uint64_t entering;     /* of "enter", each time that it is sent */
    json_t *sent;          /* an array: commands that are not answered yet, in order */
    json_t *hello, *enter; /* those of this connection, until they are answered */
    char table[ADDRESS_TABLE], invitation[ADDRESS_SECRET];
    int64_t entry; /* the last one of the table */
    struct signer signer;
};

struct client *client_new(const struct address *a, const char *who, const char *language,
                          struct error *e)
{
    struct client *c = calloc(1, sizeof *c);
    if (!c) {
        error_no_memory(e);
        return NULL;
    }
    snprintf(c->language, sizeof c->language, "%s", language);
    snprintf(c->token, sizeof c->token, "%s", a->token);
    c->sent = json_array();
    bool fine = (c->sent && getrandom(&c->number, sizeof c->number, 0) == sizeof c->number) ||
                error_no_memory(e);
    c->number %= NUMBERS;
    char secret[ADDRESS_SECRET];
    fine = fine && (c->token[0] || token_find(a, who, c->token, e)) &&
           token_key(a, who, secret, e) &&
           (signer_open(&c->signer, secret) ||
            error_set(e, "the system gives no random numbers; try again"));
    c->line = fine ? line_new(a, e) : NULL;
    if (c->line)
        return c;
    client_free(c);
    return NULL;
}

void client_free(struct client *c)
{
    if (!c)
        return;
    line_free(c->line);
    json_decref(c->sent);
    json_decref(c->hello);
    json_decref(c->enter);
    signer_close(&c->signer);
    free(c);
}

int client_descriptor(const struct client *c)
{
    return line_descriptor(c->line);
}

const char *client_table(const struct client *c)
{
    return c->table;
}

const char *client_token(const struct client *c)
{
    return c->token;
}

int client_waiting(const struct client *c)
{
    return (int)json_array_size(c->sent);
}

bool client_fetch(struct client *c, const char *path)
{
    return line_fetch(c->line, path);
}

/* --- Sending ---------------------------------------------------------------------------------- */

static bool put_on_line(struct client *c, json_t *command)
{
    char *text = json_dumps(command, JSON_COMPACT);
    bool fine = text && line_send(c->line, text);
    free(text);
    return fine;
}

/* Gives a command its number; false without memory. */
static bool count(json_t *command, uint64_t number)
{
    return command && json_object_set_new(command, "n", json_integer((json_int_t)number)) == 0;
}

/* Sends one that belongs to this connection, and is made anew for the next. */
static bool send_own(struct client *c, json_t **place, json_t *command, uint64_t number)
{
    json_decref(*place);
    *place = command;
    return count(command, number) && put_on_line(c, command);
}

static void say_hello(struct client *c)
{
    send_own(c, &c->hello,
             json_pack("{s:s, s:i, s:s, s:s, s:s}", "do", "hello", "version", 1, "token", c->token,
                       "language", c->language, "key", c->signer.key),
             ++c->number);
}

static bool enter(struct client *c)
{
    json_t *command = json_pack("{s:s, s:s}", "do", "enter", "table", c->table);
    if (command && c->invitation[0])
        json_object_set_new(command, "invitation", json_string(c->invitation));
    if (command)
        json_object_set_new(command, "since", json_integer(c->entry));
    return send_own(c, &c->enter, command, c->entering);
}

uint64_t client_enter(struct client *c, const char *table, const char *invitation)
{
    char name[ADDRESS_TABLE], secret[ADDRESS_SECRET]; /* the arguments may be the client's own */
    snprintf(name, sizeof name, "%s", table);
    snprintf(secret, sizeof secret, "%s", invitation);
    memcpy(c->table, name, sizeof name);
    memcpy(c->invitation, secret, sizeof secret);
    signer_enter(&c->signer, name);
    c->entry = 0;
    c->entering = ++c->number;
    return c->state != LINE_OPEN || enter(c) ? c->entering : 0;
}

static bool is(const json_t *command, const char *word)
{
    const char *other = json_string_value(json_object_get(command, "do"));
    return other && strcmp(other, word) == 0;
}

uint64_t client_send(struct client *c, json_t *command)
{
    uint64_t number = ++c->number;
    if (is(command, "decide"))
        signer_sign(&c->signer, command);
    if (!count(command, number)) {
        json_decref(command);
        return 0;
    }
    return json_array_append_new(c->sent, command) == 0 &&
                   (c->state != LINE_OPEN || put_on_line(c, command))
               ? number
               : 0;
}

/* A new connection: all that the server must know before it goes on. */
static void begin_again(struct client *c)
{
    size_t i;
    json_t *command;
    c->before = c->number;
    say_hello(c);
    if (c->table[0])
        enter(c);
    json_array_foreach(c->sent, i, command) put_on_line(c, command);
}

/* --- What comes ------------------------------------------------------------------------------- */

static uint64_t number_of(const json_t *object)
{
    return (uint64_t)json_integer_value(json_object_get(object, "n"));
}

/* Takes out the command that has the number. */
static json_t *take_sent(struct client *c, uint64_t number)
{
    json_t **own[] = {&c->hello, &c->enter};
    for (size_t i = 0; i < 2; i++)
        if (*own[i] && number_of(*own[i]) == number) {
            json_t *command = *own[i];
            *own[i] = NULL;
            return command;
        }
    for (size_t i = 0; i < json_array_size(c->sent); i++)
        if (number_of(json_array_get(c->sent, i)) == number) {
            json_t *command = json_incref(json_array_get(c->sent, i));
            json_array_remove(c->sent, i);
            return command;
        }
    return NULL;
}

/* An answer. The table of "create" is the one that is looked at. */
static void take_answer(struct client *c, struct news *n)
{
    const char *table = json_string_value(json_object_get(n->message, "table"));
    const char *refused = json_string_value(json_object_get(n->message, "refused"));
    uint64_t number = number_of(n->message);
    n->command = number ? take_sent(c, number) : NULL;
    if (!n->command)
        return;
    n->number = number;
    n->done = json_is_true(json_object_get(n->message, "done"));
    n->again = number <= c->before;
    n->words = refused ? refused : "";
    if (n->done && is(n->command, "create") && table) {
        snprintf(c->table, sizeof c->table, "%s", table);
        c->invitation[0] = '\0';
        signer_enter(&c->signer, c->table);
        c->entry = 0;
        c->entering = ++c->number;
    }
    if (n->done && is(n->command, "exit"))
        c->table[0] = '\0';
}

/* What happened at the table; one that was looked at before is of no interest, nor is what the same
 * table told on the way, before it heard that all is wanted anew. */
static void take_update(struct client *c, struct news *n)
{
    const char *table = json_string_value(json_object_get(n->message, "table"));
    json_t *entry = json_object_get(n->message, "entry");
    n->update = !c->enter && table && strcmp(table, c->table) == 0 && json_is_integer(entry);
    if (!n->update)
        return;
    c->entry = json_integer_value(entry);
    signer_read(&c->signer, n->message);
    json_t *due = signer_due(&c->signer);
    if (due)
        client_send(c, due);
}

/* Pledges and cuts are the client's own: nobody else waits for their answers. */
static void forget_own(struct news *n)
{
    if (n->command && (is(n->command, "pledge") || is(n->command, "cut")))
        n->number = 0;
}

static bool take_message(struct client *c, struct news *n)
{
    n->kind = NEWS_MESSAGE;
    n->message = json_loadb(text_of(&n->event.text), n->event.text.size, 0, NULL);
    if (!json_is_object(n->message))
        return false;
    take_answer(c, n);
    forget_own(n);
    take_update(c, n);
    return n->update || (n->number && !(n->done && is(n->command, "hello")));
}

static void take_page(struct news *n)
{
    n->kind = NEWS_PAGE;
    n->status = n->event.status;
    n->path = n->event.path;
    if (n->status)
        n->message = json_loadb(text_of(&n->event.text), n->event.text.size, 0, NULL);
    else
        n->words = text_of(&n->event.text);
}

static void take_state(struct client *c, struct news *n)
{
    n->kind = NEWS_STATE;
    n->words = text_of(&n->event.text);
    c->state = n->event.kind;
    if (c->state == LINE_OPEN)
        begin_again(c);
}

bool client_take(struct client *c, struct news *n)
{
    for (;;) {
        *n = (struct news){.words = "", .path = ""};
        if (!line_take(c->line, &n->event))
            return false;
        bool tells = true;
        if (n->event.kind == LINE_MESSAGE)
            tells = take_message(c, n);
        else if (n->event.kind == LINE_PAGE)
            take_page(n);
        else
            take_state(c, n);
        n->state = c->state;
        if (tells)
            return true;
        news_clear(n);
    }
}

void news_clear(struct news *n)
{
    json_decref(n->message);
    json_decref(n->command);
    line_clear(&n->event);
}
