/* Prints everything in a game's data that is put before people, as an empty catalogue for gettext:
 * what a translator has to fill in. Usage: strings NAME; the name `program` stands
 * for the words of the engine itself. */
#include "bots/kind.h"
#include "bots/manner.h"
#include "live/live.h"
#include "tests/test.h"

#include <errno.h>

/* Every string of a context once, in the order of the file. */
struct seen {
    const char *at[512];
    int count;
};

static void print_quoted(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '\n')
            fputs(text[1] ? "\\n\"\n\"" : "\\n", stdout);
        else if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar(*text);
    }
    puts("\"");
}

static void print_string(struct seen *seen, const char *context, const char *text)
{
    if (!text || !*text)
        return;
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->at[i], text) == 0)
            return;
    if (seen->count == 512)
        abort();
    seen->at[seen->count++] = text;
    puts("");
    if (context)
        printf("msgctxt \"%s\"\n", context);
    printf("msgid ");
    if (strchr(text, '\n'))
        printf("\"\"\n");
    print_quoted(text);
    printf("msgstr \"\"\n");
}

/* The words that an option can be. They are shown; who types one types it as it is. */
static void print_values(struct seen *seen, const struct option *o)
{
    print_string(seen, "option", o->none);
    for (int i = 0; o->type == OPTION_CHOICE && o->words[i]; i++)
        print_string(seen, "option", o->words[i]);
}

/* The decisions stand under the game's name, since the same word means other things elsewhere. */
static void print_verbs(const struct game *g)
{
    for (const struct verb *v = g->verbs; v->word; v++) {
        struct text pattern = {0};
        action_pattern(&pattern, v);
        printf("\nmsgctxt \"%s\"\nmsgid ", g->name);
        print_quoted(text_of(&pattern));
        puts("msgstr \"\"");
        text_free(&pattern);
    }
}

static void print_head(void)
{
    puts("msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
         "\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"");
}

/* What the system may say of a file, a folder or a program. */
static const int reasons[] = {
    EPERM,  ENOENT,    EIO,    ENXIO,     E2BIG,      ENOEXEC,   EBADF,  EAGAIN, ENOMEM,
    EACCES, EBUSY,     EEXIST, EXDEV,     ENODEV,     ENOTDIR,   EISDIR, EINVAL, ENFILE,
    EMFILE, ETXTBSY,   EFBIG,  ENOSPC,    ESPIPE,     EROFS,     EMLINK, EPIPE,  ENAMETOOLONG,
    ENOLCK, ENOTEMPTY, ELOOP,  EOVERFLOW, EOPNOTSUPP, ETIMEDOUT, ESTALE, EDQUOT,
};

static void print_program(struct seen *seen)
{
    struct seen values = {0};
    print_head();
    puts("\nmsgctxt \"number\"\nmsgid \".\"\nmsgstr \"\"");
    for (int i = 0; event_sentences[i]; i++)
        print_string(seen, NULL, event_sentences[i]);
    for (int i = 0; live_refusals[i]; i++)
        print_string(seen, NULL, live_refusals[i]);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        print_string(seen, NULL, strerror(reasons[i]));
    print_string(seen, NULL, game_dealer_name(&(struct game){.button = false}));
    print_string(seen, NULL, game_dealer_name(&(struct game){.button = true}));
    print_string(&values, "option", "on");
    print_string(&values, "option", "off");
    print_string(&values, "place", game_place_name(NULL, PLACE_BURN));
    enum { BEST = 8 };
    char title[BEST][BOT_TITLE];
    for (int level = 0; level < BEST; level++) {
        struct error e = {0};
        struct bot *b = bot_new((char[]){(char)('1' + level), '\0'}, &e);
        snprintf(title[level], BOT_TITLE, "%s", bot_title(b));
        print_string(seen, NULL, title[level]);
        bot_free(b);
    }
    for (int attitude = EVEN; attitude <= BOLD; attitude++)
        for (int liar = 0; liar < 2; liar++)
            print_string(seen, NULL, manner_title(&(struct manner){(enum attitude)attitude, liar}));
    for (int i = PRESS_YOUR_LUCK; i <= COOPERATIVE; i++)
        print_string(seen, NULL, game_kind_name((enum kind)i));
}

int main(int argc, char **argv)
{
    struct setup u;
    struct error e = {0};
    struct seen seen = {0}, values = {0}, places = {0};
    if (argc == 2 && strcmp(argv[1], "program") == 0) {
        print_program(&seen);
        return 0;
    }
    if (argc != 2 || !setup_choose(&u, argv[1], &e)) {
        fprintf(stderr, "strings: %s\n", argc == 2 ? e.text : "expected a name");
        return 2;
    }
    const struct game *g = u.game;
    print_head();
    print_string(&seen, NULL, g->title);
    print_string(&seen, NULL, g->summary);
    print_string(&seen, NULL, g->goal);
    for (int i = 0; g->rulings && g->rulings[i]; i++)
        print_string(&seen, NULL, g->rulings[i]);
    print_string(&seen, NULL, g->counts);
    for (const struct preset *p = g->presets; p && p->name; p++) {
        print_string(&seen, NULL, p->title);
        print_string(&seen, NULL, p->summary);
    }
    for (int i = 0; g->options[i].key; i++) {
        print_string(&seen, NULL, g->options[i].help);
        print_values(&values, &g->options[i]);
    }
    for (int i = 0; g->places && g->places[i]; i++)
        print_string(&places, "place", g->places[i]);
    print_verbs(g);
    for (const struct verb *v = g->verbs; v->word; v++) {
        print_string(&seen, NULL, v->tells);
        print_string(&seen, NULL, v->means);
        print_string(&seen, NULL, v->asks[0]);
        print_string(&seen, NULL, v->asks[1]);
    }
    for (int i = 0; i < game_zone_count(g); i++)
        print_string(&seen, NULL, g->zones[i].name);
    for (int i = 0; i < game_label_count(g); i++)
        print_string(&seen, NULL, g->labels[i].name);
    for (int i = 0; i < game_label_count(g); i++)
        print_string(&seen, NULL, g->labels[i].brief);
    for (int i = 1; g->sentences && g->sentences[i]; i++)
        print_string(&seen, NULL, g->sentences[i]);
    return 0;
}
