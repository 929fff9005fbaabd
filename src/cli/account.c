/* pairs account: what one is at a server: codes that let one in or bring one back, and the end. */
#include "cli/commands.h"
#include "cli/lang.h"
#include "client/client.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { PATIENCE = 20000 }; /* milliseconds that a server has to answer */

/* Waits until all is answered: the last answer, NULL with a message if it was no. */
static json_t *wait_for(struct client *c, struct error *e)
{
    json_t *answer = json_object();
    bool fine = answer, lost = false;
    while (fine && !lost && (client_waiting(c) || json_object_size(answer) == 0)) {
        struct pollfd ready = {.fd = client_descriptor(c), .events = POLLIN};
        struct news n;
        lost = poll(&ready, 1, PATIENCE) <= 0;
        while (fine && client_take(c, &n)) {
            if (n.kind == NEWS_STATE && (n.state == LINE_LOST || n.state == LINE_REFUSED))
                fine = error_set(e, "the server cannot be reached: %s; see that it runs", n.words);
            else if (n.number && !n.done)
                fine = error_set(e, "%s", n.words);
            else if (n.number)
                json_object_update(answer, n.message);
            news_clear(&n);
        }
        if (!client_waiting(c) && fine)
            json_object_set_new(answer, "done", json_true());
    }
    if (lost)
        fine = error_set(e, "the server does not answer; try again later");
    if (fine)
        return answer;
    json_decref(answer);
    return NULL;
}

/* What to send, NULL with a message. */
static json_t *command_of(const struct args *a, const struct client *c, struct error *e)
{
    const char *word = a->word[1];
    bool code = strcmp(word, "code") == 0;
    if (code && a->words == 3)
        return json_pack("{s:s, s:i, s:s, s:s}", "do", "hello", "version", 1, "token",
                         client_token(c), "code", a->word[2]);
    if (!code && a->words == 2 && (strcmp(word, "recovery") == 0 || strcmp(word, "erase") == 0))
        return json_pack("{s:s}", "do", word);
    error_set(e, "'%.40s' is not understood; expected 'code CODE', 'recovery' or 'erase'", word);
    return NULL;
}

static void tell(const char *word, const json_t *answer)
{
    const char *code = json_string_value(json_object_get(answer, "code"));
    if (code)
        printf(_("%s\nWrite this code down. Whoever has it can take your place here, once.\n"),
               code);
    else if (strcmp(word, "erase") == 0)
        puts(_("What is kept about you there is being erased."));
    else
        puts(_("The code was good."));
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct address address;
    if (!address_read(&address, a->word[0], &e))
        return fail(BAD_USAGE, &e);
    struct client *c = client_new(&address, "", lang() && lang()->name ? lang()->name : "en", &e);
    json_t *command = c ? command_of(a, c, &e) : NULL, *answer = NULL;
    int status = c && !command ? BAD_USAGE : BAD_INPUT;
    if (command && (client_send(c, command) || error_no_memory(&e)))
        answer = wait_for(c, &e);
    if (answer)
        tell(a->word[1], answer);
    bool fine = answer;
    json_decref(answer);
    client_free(c);
    return fine ? FINE : fail((enum status)status, &e);
}

static const struct flag flags[] = {
    WORD_ROW(N_("code CODE"), N_("a code that you were given lets you in; one that you wrote down "
                                 "brings back who you were there")),
    WORD_ROW("recovery", N_("a new code to write down, in place of any before")),
    WORD_ROW("erase", N_("your names and words, and that it was you, are removed there")),
    END_ROW,
};

const struct command account_command = {
    .name = "account",
    .usage = N_("URL ORDER [CODE]"),
    .summary = N_("who you are at a server"),
    .help = N_("You are known at a server by a token that this machine keeps."),
    .flags = flags,
    .words_min = 2,
    .words_max = 3,
    .run = run,
};
