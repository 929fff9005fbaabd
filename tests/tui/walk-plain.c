#include "cli/lang.h"
#include "tests/tui/walk.h"

#include <ctype.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINES_MAX = 20000, /* no game takes so many answers */
    OFFERS_MAX = 128,
    WORDS_ROOM = 96,
};

/* A decision that is offered: its numbers, and its words where it is a single one. */
struct offer {
    int first, last;
    char words[WORDS_ROOM];
};

struct talk {
    struct walk walk; /* first: what the other walks have too */
    int to, from;     /* its input and output */
    struct text told; /* since the last answer */
    bool ended;
    struct offer offer[OFFERS_MAX];
    int offers;
};

static void show(const struct walk *w, FILE *to)
{
    fputs(text_of(&((const struct talk *)w)->told), to);
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), more = strlen(end);
    return size >= more && strcmp(text + size - more, end) == 0;
}

/* The last words of a sentence, after its last name. */
static const char *tail(const char *english)
{
    const char *sentence = lang_text(english), *last = strrchr(sentence, '%');
    return last ? last + 2 : sentence;
}

/* Whether the program has asked something and waits. */
static bool asks(const struct talk *t)
{
    const char *told = text_of(&t->told);
    struct text question = {0};
    text_add(&question, "%s\n", lang_text("It is your turn. Type a number, or ? for help:"));
    bool asked =
        ends_with(told, text_of(&question)) ||
        ends_with(told, tail("%s, it is your turn. Type a number, or ? for help:\n")) ||
        ends_with(told,
                  tail("Pass the keyboard to %s.\n%s: press Enter when nobody else is looking.\n"));
    text_free(&question);
    return asked;
}

/* Lines of words and nothing else. */
static void check_line(struct talk *t, const char *line)
{
    if (mbstowcs(NULL, line, 0) == (size_t)-1)
        walk_fails(&t->walk, "there was no UTF-8: %s", line);
    for (const char *at = line; *at; at++)
        if (iscntrl((unsigned char)*at))
            walk_fails(&t->walk, "there was a control character: %s", line);
}

/* Until it asks, or has ended. */
static void listen(struct talk *t)
{
    char bytes[4096];
    while (!asks(t)) {
        struct pollfd told = {.fd = t->from, .events = POLLIN};
        if (poll(&told, 1, WALK_PATIENCE * 1000) == 0)
            walk_fails(&t->walk, "it hangs");
        ssize_t size = read(t->from, bytes, sizeof bytes);
        if (size <= 0) {
            t->ended = true;
            break;
        }
        text_add(&t->told, "%.*s", (int)size, bytes);
    }
    struct text lines = {0};
    text_add(&lines, "%s", text_of(&t->told));
    for (char *rest = lines.at, *line; (line = strsep(&rest, "\n"));) {
        check_line(t, line);
        walk_said(&t->walk, line);
    }
    text_free(&lines);
}

static void answer(struct talk *t, const char *line)
{
    char typed[WORDS_ROOM + 2];
    snprintf(typed, sizeof typed, "%s\n", line);
    walk_note(&t->walk, *line ? line : "Enter");
    text_clear(&t->told);
    if (write(t->to, typed, strlen(typed)) != (ssize_t)strlen(typed))
        walk_fails(&t->walk, "nothing can be typed");
    listen(t);
}

/* A line such as "1: hit. Take a card." or "4 to 9: bet 1 to bet 6". */
static bool read_offer(const char *line, struct offer *o)
{
    char *end;
    const char *to = lang_text(" to ");
    *o = (struct offer){.first = (int)strtol(line, &end, 10)};
    if (end == line)
        return false;
    o->last = o->first;
    if (strncmp(end, to, strlen(to)) == 0)
        o->last = (int)strtol(end + strlen(to), &end, 10);
    if (strncmp(end, ": ", 2) != 0)
        return false;
    const char *words = end + 2, *dot = strstr(words, ". ");
    size_t end_of_line = strcspn(words, "\n"), size = dot ? (size_t)(dot - words) : end_of_line;
    size = size < end_of_line ? size : end_of_line;
    if (o->last == o->first && size < WORDS_ROOM)
        snprintf(o->words, WORDS_ROOM, "%.*s", (int)size, words);
    return true;
}

/* What was told last to be possible. */
static void find_offers(struct talk *t)
{
    const char *at = text_of(&t->told), *last = NULL, *list = lang_text("You can:");
    while ((at = strstr(at, list)))
        last = at++;
    if (!last)
        return; /* the table was not told again: what could be done can be done */
    t->offers = 0;
    for (at = strchr(last, '\n'); at && t->offers < OFFERS_MAX; at = strchr(at + 1, '\n'))
        if (!read_offer(at + 1, &t->offer[t->offers++])) {
            t->offers--;
            break;
        }
}

static void take_offer(struct talk *t)
{
    char number[16];
    if (!t->offers)
        walk_fails(&t->walk, "nothing is offered");
    const struct offer *o = &t->offer[walk_below(&t->walk, t->offers)];
    snprintf(number, sizeof number, "%d", o->first + walk_below(&t->walk, o->last - o->first + 1));
    answer(t, o->words[0] && walk_seldom(&t->walk, 2) ? o->words : number);
    if (strstr(text_of(&t->told), lang_text("That cannot be done now.")))
        walk_fails(&t->walk, "what is offered is refused");
}

static void say_something(struct talk *t)
{
    static const char *const lines[] = {"", "?", "r", "s", "u", "h", "hh", "0", "99999", "x", "-1"};
    answer(t, lines[walk_below(&t->walk, (int)(sizeof lines / sizeof lines[0]))]);
}

void walk_plain(struct walk *w)
{
    struct talk t = {.walk = *w};
    int in[2], out[2], lines = 0;
    t.walk.show = show;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        perror("walker");
        exit(2);
    }
    t.to = in[1];
    t.from = out[0];
    walk_begin(&t.walk, in[0], out[1]);
    for (listen(&t); !t.ended; find_offers(&t)) {
        if (lines++ == 0)
            find_offers(&t);
        if (lines == LINES_MAX)
            walk_fails(&t.walk, "the game does not end");
        if (ends_with(
                text_of(&t.told),
                tail("Pass the keyboard to %s.\n%s: press Enter when nobody else is looking.\n")))
            answer(&t, "");
        else if (walk_seldom(&t.walk, 12))
            say_something(&t);
        else
            take_offer(&t);
    }
    walk_ended(&t.walk);
    text_free(&t.told);
    close(t.to);
    close(t.from);
    *w = t.walk;
}
