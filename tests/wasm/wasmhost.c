/* The house of a page (web/wasm/page.h) built for this machine. Reads lines with a word and what
 * belongs to it, does what they say, and prints what comes out, a line each; see wasm.mjs. */
#include "web/wasm/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same bytes as in wasm.mjs. */
void page_random(void *out, size_t size)
{
    static uint32_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525 + 1013904223;
        ((unsigned char *)out)[i] = (unsigned char)(state >> 24);
    }
}

void page_progress(double part)
{
    (void)part;
}

static size_t give(const char *words)
{
    size_t size = strlen(words);
    memcpy(page_input(size), words, size);
    return size;
}

static void print(bool any)
{
    if (any)
        printf("%.*s\n", (int)page_output_size(), page_output());
}

static void think(int thought)
{
    page_think(thought);
    size_t size = page_output_size();
    memcpy(page_input(size), page_output(), size);
    page_decide(thought, size);
}

/* The name of a network and where its file is. */
static void bring(char *rest)
{
    enum { ROOM = 1 << 17 };
    char *path = strchr(rest, ' '), *to = page_input(ROOM);
    *path++ = '\0';
    int head = snprintf(to, ROOM, "%s\n", rest);
    FILE *file = fopen(path, "rb");
    if (!file || !page_net((size_t)head + fread(to + head, 1, ROOM - 1 - (size_t)head, file)))
        exit(1);
    fclose(file);
}

static void run(const char *word, char *rest)
{
    int number = (int)strtol(rest, &rest, 10);
    rest += *rest == ' ';
    if (strcmp(word, "time") == 0)
        page_time(strtod(rest, NULL));
    else if (strcmp(word, "come") == 0)
        page_come();
    else if (strcmp(word, "go") == 0)
        page_go(number);
    else if (strcmp(word, "hear") == 0)
        page_hear(number, give(rest));
    else if (strcmp(word, "next") == 0)
        print(page_next(number));
    else if (strcmp(word, "keep") == 0)
        print(page_keep());
    else if (strcmp(word, "kept") == 0)
        page_kept();
    else if (strcmp(word, "net") == 0)
        bring(rest);
    else if (strcmp(word, "think") == 0)
        think(page_thought(give("")));
}

int main(void)
{
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *rest = strchr(line, ' ');
        *rest++ = '\0';
        run(line, rest);
    }
    return 0;
}
