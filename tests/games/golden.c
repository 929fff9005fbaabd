/* Prints one game of a preset as its record with the log in words: a playthrough that shows in
 * review what a change of the rules changed. Usage: golden NAME */
#include "tests/test.h"

static void print_words(const struct table *t)
{
    struct text out = {0};
    struct names names = table_names(t);
    struct telling telling = {.chronicle = &t->past,
                              .game = t->setup.game,
                              .names = &names,
                              .looks = EVERYTHING,
                              .end = t->past.size};
    for (size_t i = t->past.fresh; i < telling.end;) {
        text_clear(&out);
        i = telling_sentence(&out, &telling, i);
        if (out.size)
            printf("# %s\n", text_of(&out));
    }
    text_free(&out);
}

static void print_step(void *context, const struct table *t, int line)
{
    (void)context;
    (void)line;
    print_words(t);
}

int main(int argc, char **argv)
{
    struct setup u;
    struct error e = {0};
    if (argc != 2 || !setup_choose(&u, argv[1], &e)) {
        fprintf(stderr, "golden: %s\n", argc == 2 ? e.text : "expected a name");
        return 2;
    }
    int players = setup_players_usual(&u);
    int hands = option_of_role(u.game, ROLE_HANDS);
    if (hands >= 0) {
        u.option[hands] = 1 + (u.game->options[hands].most > 1);
        u.given |= 1u << hands;
    }
    if (!setup_players(&u, players, &e) || !setup_finish(&u, &e)) {
        fprintf(stderr, "golden: %s\n", e.text);
        return 2;
    }
    struct rng r = rng_seeded(1, 0);
    struct table *t = table_new(&u);
    while (table_turn(t).kind != TURN_OVER)
        test_step(t, &r);
    struct text record = {0};
    record_write(t, &record);
    struct reader *reader = reader_new(0, print_step, NULL);
    for (const char *line = record.at; *line; line += strcspn(line, "\n") + 1) {
        size_t size = strcspn(line, "\n");
        printf("%.*s\n", (int)size, line);
        if (!reader_line(reader, line, size, &e)) {
            fprintf(stderr, "golden: %s\n", e.text);
            return 1;
        }
    }
    reader_free(reader);
    text_free(&record);
    table_free(t);
    return 0;
}
