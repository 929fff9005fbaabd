/* The facts that lists and front ends rely on are complete: rulings are sentences, examples come
 * out, white words on the colour of a game can be read. */
#include "tests/games/facts.h"

#include "engine/rulebook.h"
#include "tests/test.h"

#include <math.h>

void holds(bool fine, const char *sentence)
{
    if (!fine)
        fail_msg("it does not hold that %s", sentence);
}

static void check_example(const struct game *game, const struct example *x)
{
    struct setup u = test_setup(game->name, x->players, x->options);
    struct text record = {0}, got = {0};
    test_header(&record, &u);
    text_add(&record, "%s", x->record);
    struct reader *r = test_read(record.at);
    const struct table *t = reader_table(r);
    struct turn turn = table_turn(t);
    if (x->scores) {
        for (int seat = 0; seat < u.players; seat++)
            text_add(&got, "%s%d", seat ? " " : "", game_look(t->state)->score[seat]);
        if (strcmp(text_of(&got), x->scores) != 0)
            fail_msg("%s: scores %s, expected %s", x->name, got.at, x->scores);
        text_clear(&got);
    }
    if (x->to_act) {
        text_add(&got, "%s", turn.kind == TURN_DECK || turn.kind == TURN_LOT ? "deck" : "");
        for (int seat = 0; turn.kind == TURN_SEATS && seat < u.players; seat++)
            if (turn.seats >> seat & 1)
                text_add(&got, "%c", 'A' + seat);
        if (strcmp(text_of(&got), x->to_act) != 0)
            fail_msg("%s: '%s' to act, expected '%s'", x->name, got.at, x->to_act);
    }
    reader_free(r);
    text_free(&record);
    text_free(&got);
}

void examples_come_out(void **state)
{
    const struct game *game = *state;
    for (const struct example *x = game->examples; x && x->name; x++)
        check_example(game, x);
}

/* As a part of the light of white; after WCAG 2, "relative luminance". */
static double brightness(uint32_t colour)
{
    static const double weight[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (double)(colour >> (8 * i) & 255) / 255;
        sum += weight[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* White words on the colour can be read (WCAG 2, AA), and the emblem is a path and nothing else. */
static void look_is_drawn(const struct look *l)
{
    assert_true(1.05 / (brightness(l->colour) + 0.05) >= 4.5);
    assert_non_null(l->emblem);
    assert_true(*l->emblem == 'M');
    assert_int_equal(strspn(l->emblem, "MLHVCSQTAZmlhvcsqtaz0123456789.- "), strlen(l->emblem));
}

/* Rulings are sentences that end with their number, "(R6).", and at every table there are some of
 * them, but no more than one cares to read. */
static void check_rulings(const struct game *g, const char *name)
{
    struct setup u;
    struct error e = {0};
    struct text words = {0};
    int shown = 0;
    assert_true(setup_choose(&u, name, &e));
    for (int i = 0; g->rulings && g->rulings[i]; i++) {
        if (!rulebook_check(g->rulings[i], g, &e))
            fail_msg("the ruling '%s': %s", g->rulings[i], e.text);
        struct rulebook one = rulebook_open(g->rulings[i], &u);
        if (!rulebook_next(&one, &words))
            continue;
        const char *number = strrchr(text_of(&words), '(');
        size_t end = number ? strspn(number, "(R0123456789, ") : 0;
        holds(text_of(&words)[0] >= 'A' && text_of(&words)[0] <= 'Z' && number &&
                  strncmp(number, "(R", 2) == 0 && strcmp(number + end, ").") == 0,
              "a ruling is a sentence that ends with its number");
        shown++;
    }
    text_free(&words);
    holds(shown >= 4 && shown <= 12, "there are four to twelve rulings at a table");
}

/* The facts that lists and front ends rely on. */
void facts_are_complete(void **state)
{
    const struct game *g = *state;
    assert_non_null(g->title);
    assert_non_null(g->summary);
    for (const struct language *l = languages; l->name; l++) {
        const char *source = rulebook_source(g, l);
        struct error e = {0};
        assert_non_null(source);
        if (!rulebook_check(source, g, &e))
            fail_msg("the rules in '%s': %s", l->name, e.text);
        assert_non_null(strstr(source, l == languages ? "== EXAMPLE" : "== "));
    }
    check_rulings(g, g->name);
    assert_true(g->decisions > 0);
    assert_in_range(g->difficulty, 1, 3);
    look_is_drawn(&g->look);
    assert_in_range(g->players_min, 1, g->players_max);
    assert_in_range(g->players_max, g->players_min, PLAYERS_MAX);
    assert_in_range(g->best_with, g->players_min, g->players_max);
    assert_true(g->size <= STATE_MAX);
    assert_true(!g->hidden || g->reshuffle);
    assert_non_null(g->examples);
    for (int i = 0; i < option_total(g); i++) {
        enum option_role role = g->options[i].role;
        assert_non_null(g->options[i].help);
        assert_true(role == ROLE_NONE || option_of_role(g, role) == i); /* each at most once */
    }
    for (const struct preset *p = g->presets; p && p->name; p++) {
        assert_non_null(p->title);
        assert_non_null(p->summary);
        check_rulings(g, p->name);
    }
}
