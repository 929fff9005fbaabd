/* Prints everything in a game's data that is put before people, as an empty catalogue for gettext:
 * what a translator has to fill in. Usage: strings NAME; the name `program` stands
 * for the words of the engine itself. */
#include "house/house.h"
#include "tests/test.h"

/* Every string once, in the order of the file. */
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

static void print_string(struct seen *seen, const char *text)
{
    if (!text || !*text)
        return;
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->at[i], text) == 0)
            return;
    if (seen->count == 512)
        abort();
    seen->at[seen->count++] = text;
    printf("\nmsgid ");
    if (strchr(text, '\n'))
        printf("\"\"\n");
    print_quoted(text);
    printf("msgstr \"\"\n");
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

static void print_program(struct seen *seen)
{
    print_head();
    puts("\nmsgctxt \"number\"\nmsgid \".\"\nmsgstr \"\"");
    for (int i = 0; event_sentences[i]; i++)
        print_string(seen, event_sentences[i]);
    for (int i = 0; house_refusals[i]; i++)
        print_string(seen, house_refusals[i]);
    for (int i = PRESS_YOUR_LUCK; i <= COOPERATIVE; i++)
        print_string(seen, game_kind_name((enum kind)i));
}

int main(int argc, char **argv)
{
    struct setup u;
    struct error e = {0};
    struct seen seen = {0};
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
    print_string(&seen, g->title);
    print_string(&seen, g->summary);
    for (const struct preset *p = g->presets; p && p->name; p++) {
        print_string(&seen, p->title);
        print_string(&seen, p->summary);
    }
    for (int i = 0; g->options[i].key; i++) {
        print_string(&seen, g->options[i].help);
        print_string(&seen, g->options[i].none);
    }
    print_verbs(g);
    for (const struct verb *v = g->verbs; v->word; v++) {
        print_string(&seen, v->means);
        print_string(&seen, v->asks[0]);
        print_string(&seen, v->asks[1]);
    }
    for (int i = 0; g->zones && g->zones[i]; i++)
        print_string(&seen, g->zones[i]);
    for (int i = 0; g->labels && g->labels[i]; i++)
        print_string(&seen, g->labels[i]);
    for (int i = 1; g->sentences && g->sentences[i]; i++)
        print_string(&seen, g->sentences[i]);
    return 0;
}
