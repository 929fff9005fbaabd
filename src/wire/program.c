#include "wire/program.h"

#include "engine/clock.h"
#include "wire/guard.h"
#include "wire/viewjson.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LINE = 256,        /* no answer is longer */
    SHOWN = 40,        /* so much of a wrong answer is told */
    START_FACTOR = 10, /* how much more time the first word has: programs take time to load */
    FAREWELL = 200,    /* milliseconds to leave by itself */
    LOOK_UP = 50,      /* milliseconds between two looks at whether to stop */
};

/* The version that the first line names, which every program understands; and the one in which it
 * is told what happened, if it asks for that. */
static const char greeting[] = "pairs-bot 1", asks_for_events[] = "pairs-bot 2";

struct program {
    char *command;
    int limit; /* milliseconds an answer */
    bool failed;
    struct error fault;
    const atomic_bool *stop; /* NULL: nobody stops it */

    struct guard guard; /* its pid is 0: not running */
    int link;           /* a socket, since writing to one whose reader is gone raises no signal */
    int allowed;
    double end; /* of the time for this answer */

    /* The game it was told about. */
    const struct game *game;
    int players;
    int32_t option[OPTIONS_MAX];
    struct pile fresh;

    bool events;      /* it wants to be told what happened */
    struct {          /* what it was told so far, for each seat: */
        size_t size;  /* so many events */
        uint64_t key; /* of which this is the key */
    } told[PLAYERS_MAX];
};

struct program *program_new(const char *command, int milliseconds, const struct language *l)
{
    struct program *p = calloc(1, sizeof *p);
    char *copy = strdup(command);
    if (!p || !copy) {
        free(p);
        free(copy);
        return NULL;
    }
    p->command = copy;
    p->limit = milliseconds;
    p->fault.language = l;
    return p;
}

static void stop(struct program *p)
{
    if (!p->guard.pid)
        return;
    guard_end(&p->guard);
    close(p->link);
    p->game = NULL;
}

void program_free(struct program *p)
{
    if (!p)
        return;
    if (p->guard.pid) {
        struct pollfd end = {.fd = p->link, .events = POLLIN};
        shutdown(p->link, SHUT_WR);
        poll(&end, 1, FAREWELL);
        stop(p);
    }
    free(p->command);
    free(p);
}

const char *program_fault(const struct program *p)
{
    return p->failed ? p->fault.text : NULL;
}

bool program_starved(const struct program *p)
{
    return p->fault.no_memory;
}

void program_heed(struct program *p, const atomic_bool *stop)
{
    p->stop = stop;
}

static bool stopped(const struct program *p)
{
    return p->stop && atomic_load_explicit(p->stop, memory_order_relaxed);
}

static bool start(struct program *p)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set(&p->fault, "cannot be reached: %s", error_reason(&p->fault, errno));
    bool started = guard_start(&p->guard, p->command, ends[1], &p->fault);
    p->link = ends[0];
    close(ends[1]);
    if (!started)
        close(p->link);
    return started;
}

static void give_time(struct program *p, int milliseconds)
{
    p->allowed = milliseconds;
    p->end = 1e3 * clock_seconds() + milliseconds;
}

/* Waits until the link can be read or written; false if the time is over, or somebody wants no
 * answer any more. */
static bool wait_for(struct program *p, short event)
{
    struct pollfd link = {.fd = p->link, .events = event};
    for (;;) {
        double left = p->end - 1e3 * clock_seconds();
        if (left <= 0)
            return error_set(&p->fault, "gave no answer within %d ms", p->allowed);
        if (stopped(p))
            return false;
        if (poll(&link, 1, p->stop && left > LOOK_UP ? LOOK_UP : (int)ceil(left)) > 0)
            return true;
    }
}

static bool may_try_again(void)
{
    return errno == EAGAIN || errno == EINTR;
}

static bool gone(struct program *p)
{
    return error_set(&p->fault, "has ended or closed its output");
}

static bool send_all(struct program *p, const char *text)
{
    for (size_t left = strlen(text); left;) {
        if (!wait_for(p, POLLOUT))
            return false;
        ssize_t sent = send(p->link, text, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && !may_try_again())
            return gone(p);
        text += sent > 0 ? sent : 0;
        left -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* "word {...}": what `json` makes of the view. */
static bool send_object(struct program *p, const char *word,
                        void (*json)(struct text *t, const struct view *v), const struct view *v)
{
    struct text out = {0};
    text_add(&out, "%s ", word);
    json(&out, v);
    text_add(&out, "\n");
    bool sent = out.failed ? error_no_memory(&p->fault) : send_all(p, text_of(&out));
    text_free(&out);
    return sent;
}

/* One line, without its end. More than that was not asked for. */
static bool receive_line(struct program *p, char line[LINE])
{
    size_t size = 0;
    const char *end = NULL;
    while (!end) {
        if (!wait_for(p, POLLIN))
            return false;
        ssize_t got = recv(p->link, line + size, LINE - size, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && !may_try_again()))
            return gone(p);
        size += got > 0 ? (size_t)got : 0;
        end = memchr(line, '\n', size);
        if (!end && size == LINE)
            return error_set(&p->fault, "gave an answer of more than %d bytes", LINE - 1);
    }
    if (end + 1 < line + size)
        return error_set(&p->fault, "said more than it was asked");
    size--;
    size -= size && line[size - 1] == '\r';
    line[size] = '\0';
    return strlen(line) == size || error_set(&p->fault, "gave an answer that is no text");
}

/* A wrong answer as it can be shown on any terminal. */
static bool refuse(struct program *p, const char *line, const char *expected)
{
    char shown[SHOWN + 1];
    snprintf(shown, sizeof shown, "%.*s", SHOWN, line);
    for (char *c = shown; *c; c++)
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    return error_set(&p->fault, "answered '%s' where %s was expected", shown, expected);
}

static bool begins_with(const char *line, const char *words)
{
    size_t size = strlen(words);
    return strncmp(line, words, size) == 0 && (line[size] == '\0' || line[size] == ' ');
}

/* Both sides say which protocol they speak; the program may add who it is. */
static bool greet(struct program *p)
{
    char line[LINE];
    give_time(p, START_FACTOR * p->limit);
    if (!send_all(p, "pairs-bot 1\n") || !receive_line(p, line))
        return false;
    p->events = begins_with(line, asks_for_events);
    memset(p->told, 0, sizeof p->told);
    return p->events || begins_with(line, greeting) ||
           refuse(p, line, error_words(&p->fault, "'pairs-bot 1' or 'pairs-bot 2'"));
}

/* Tells a seat's events since it was asked last; from the first one if that was another game, or
 * something was taken back. */
static bool tell_events(struct program *p, const struct knowledge *k, const struct view *v)
{
    size_t size;
    const struct event *past = knowledge_past(k, &size);
    uint64_t key = 0, whole = 0;
    size_t from = p->told[v->looks].size <= size ? p->told[v->looks].size : 0;
    for (size_t i = 0; i < size; i++) {
        whole = infoset_next(whole, &past[i], NOBODY); /* they are redacted */
        key = i + 1 == from ? whole : key;
    }
    from = key == p->told[v->looks].key ? from : 0;
    struct text out = {0};
    text_add(&out, "events ");
    json_object_begin(&out);
    json_seat(json_key(&out, "seat"), v->looks);
    json_int(json_key(&out, "from"), (int64_t)from);
    json_array_begin(json_key(&out, "events"));
    for (size_t i = from; i < size; i++)
        json_event(&out, v->game, &past[i]);
    json_array_end(&out);
    json_object_end(&out);
    text_add(&out, "\n");
    bool sent = out.failed ? error_no_memory(&p->fault) : send_all(p, text_of(&out));
    text_free(&out);
    p->told[v->looks].size = size;
    p->told[v->looks].key = whole;
    return sent;
}

/* Tells what is played, if that is new. */
static bool tell_game(struct program *p, const struct view *v)
{
    if (p->game == v->game && p->players == v->players &&
        memcmp(p->option, v->option, sizeof p->option) == 0 && pile_same(&p->fresh, &v->fresh))
        return true;
    p->game = v->game;
    p->players = v->players;
    memcpy(p->option, v->option, sizeof p->option);
    p->fresh = v->fresh;
    return send_object(p, "game", json_view_game, v);
}

/* Whatever has come before the question is no answer to it. */
static bool silent(struct program *p)
{
    struct pollfd link = {.fd = p->link, .events = POLLIN};
    char byte;
    if (poll(&link, 1, 0) <= 0)
        return true;
    if (recv(p->link, &byte, 1, MSG_DONTWAIT) <= 0)
        return gone(p);
    return error_set(&p->fault, "said more than it was asked");
}

static bool ask(struct program *p, const struct knowledge *k, const struct view *v, action *a)
{
    char line[LINE];
    if (!p->guard.pid && (!start(p) || !greet(p)))
        return false;
    give_time(p, p->limit);
    if (!silent(p) || !tell_game(p, v) || (p->events && !tell_events(p, k, v)) ||
        !send_object(p, "decide", json_view, v) || !receive_line(p, line))
        return false;
    if (action_parse(v->game, line, a))
        for (int i = 0; i < v->actions; i++)
            if (v->act[i] == *a)
                return true;
    return refuse(p, line, error_words(&p->fault, "a legal decision"));
}

bool program_ask(struct program *p, const struct knowledge *k, const struct view *v, action *a)
{
    if (p->failed)
        return false;
    p->fault.no_memory = false;
    if (ask(p, k, v, a))
        return true;
    p->failed = !stopped(p) && !program_starved(p);
    stop(p);
    return false;
}
