/* Any bytes as a command line: lines are words; then as the setup of a game. */
#include "ui/args.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 24, BYTES = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char bytes[BYTES + 1];
    char *word[WORDS];
    int count = 0;
    if (size > BYTES)
        return 0;
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    for (char *w = strtok(bytes, "\n"); w && count < WORDS; w = strtok(NULL, "\n"))
        word[count++] = w;
    struct args a;
    struct error e = {0};
    struct setup u;
    if (args_parse(&a, count, word, ~0u, NULL, &e) &&
        args_setup(&a, a.words ? a.word[0] : "pairs", &u, &e)) {
        unsigned char space[STATE_MAX] __attribute__((aligned(16)));
        struct state *s = (struct state *)(void *)space;
        game_start(&u, s, NULL);
    } else if (e.text[0] == '\0' || strchr(e.text, '\n')) {
        abort();
    }
    return 0;
}
