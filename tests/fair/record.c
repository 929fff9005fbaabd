/* Records with their proofs for tests/fair/fair.py and tests/hostile/forge.py: with a game,
 * players, a seed and who looks as arguments one of that game (with one more argument as before
 * there was a chain), with two arguments one of a game in which something was taken back, and with
 * one a deck that was stacked. */
#include "tests/fair/people.h"

static int write_stacked(void)
{
    struct text record = {0};
    stack_deck(&record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    return 0;
}

static int write_taken_back(void)
{
    struct hall h;
    struct text record = {0};
    play_and_take_back(&h);
    bool fine = fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    live_free(h.live);
    return fine ? 0 : 1;
}

static int write_record(char **word)
{
    struct hall h;
    struct text record = {0};
    struct setup u = usual(word[1], (int)strtol(word[2], NULL, 10));
    int looks = strcmp(word[4], "all") == 0 ? EVERYTHING : NOBODY;
    open_hall_as(&h, &u, strtoull(word[3], NULL, 10), word[5]);
    play(&h, 4000);
    bool fine = fair_record(h.live, TABLE, &h.fair, looks, true, &record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    live_free(h.live);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return write_stacked();
    if (argc == 3)
        return write_taken_back();
    return argc >= 5 ? write_record(argv) : 2;
}
