/* Any bytes as a command line: lines are words; then as the setup of a game. */
#include "cli/args.h"
#include "cli/lang.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 24, BYTES = 512 };

/* Flags of all kinds. */
static const struct flag flags[] = {
    GROUP_ROW("The game"),
    WORD_ROW("pairs", "a game"),
    PLAYERS_FLAG("how many play"),
    OPTION_FLAG("KEY=VALUE", "an option"),
    SEED_FLAG("a seed"),
    GAMES_FLAG("how many games"),
    THREADS_FLAG("how many at a time"),
    BOTS_FLAG("who plays"),
    SEAT_FLAG("where"),
    SWITCH_FLAG(json, "as JSON"),
    FILE_FLAG(record, "a file"),
    VALUE_FLAG(resume, "FILE", TAKES_MAYBE, "go on"),
    VALUE_FLAG(since, "DAY", TAKES_SINCE, "from this day on"),
    VALUE_FLAG(until, "DAY", TAKES_UNTIL, "up to this day"),
    SETTING_FLAG("listen", "PLACE", TAKES_WORDS, "a setting"),
    END_ROW,
};

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
    if (args_parse(&a, count, word, flags, &e) &&
        args_setup(&a, a.words ? a.word[0] : "pairs", &u, &e)) {
        unsigned char space[STATE_MAX] __attribute__((aligned(16)));
        struct state *s = (struct state *)(void *)space;
        game_start(&u, s, NULL);
    } else if (e.text[0] == '\0' || strchr(e.text, '\n')) {
        abort();
    }
    return 0;
}
