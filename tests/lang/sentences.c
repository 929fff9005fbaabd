/* Lists every sentence that a table can say: the questions and meanings of the tables of all games,
 * and what random games of every name and number of players make of the rest, told to a seat and to
 * spectators. Sentences that differ only in numbers, cards and names are listed once, with a 1
 * apart from other numbers. A line has the game, what kind of words they are, and the words, with a
 * tab between them; "twice" is what was said twice in a row. Usage: sentences EVENTS [LANGUAGE] */
#include "engine/rulebook.h"
#include "tests/test.h"

static const char *const people[PLAYERS_MAX] = {"Ann",  "Badger", "Max",   "Otter",
                                                "Lynx", "Magpie", "Raven", "Comet"};

/* --- Once each -------------------------------------------------------------------------------- */

enum { SHAPES = 1 << 18 };

static uint64_t shapes[SHAPES];

/* Whether a sentence like this one has not been listed. */
static bool is_new(const char *shape)
{
    uint64_t key = 1469598103934665603u;
    for (; *shape; shape++)
        key = (key ^ (unsigned char)*shape) * 1099511628211u;
    size_t i = key % SHAPES;
    while (shapes[i] && shapes[i] != key)
        i = (i + 1) % SHAPES;
    bool found = shapes[i] == key;
    shapes[i] = key;
    return !found;
}

/* Words that make no other sentence of it, and what stands for them. */
static const char *const alike[][2] = {{"You ", "X "}, {"you ", "X "}, {"Du ", "X "},
                                       {"du ", "X "},  {"a #", "#"},   {"an #", "#"},
                                       {"eine #", "#"}};

/* How far an article before a number goes; 0: there is none. */
static size_t article(const char *at)
{
    static const char *const words[] = {"a ", "an ", "A ", "An ", "eine ", "Eine "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        if (strncmp(at, words[i], size) == 0 && at[size] >= '0' && at[size] <= '9')
            return size;
    }
    return 0;
}

/* How far the word at `at` goes if it is a name or a number, and what stands for it; 0: neither. */
static size_t known_word(const char *at, char *sign)
{
    size_t minus = *at == '-', digits = strspn(at + minus, "0123456789");
    *sign = digits == 1 && *at == '1' && at[1] == ' ' ? '1' : '#';
    digits += digits ? minus : 0;
    if (digits)
        return digits + (strncmp(at + digits, " (", 2) == 0 ? strcspn(at + digits, ")") + 1 : 0);
    *sign = 'X';
    for (int i = 0; i < PLAYERS_MAX; i++)
        if (strncmp(at, people[i], strlen(people[i])) == 0)
            return strlen(people[i]);
    return 0;
}

/* Adds a part of a sentence with signs for its names and numbers, several cards as one. */
static void add_signs(struct text *out, const char *at, size_t size)
{
    const char *end = at + size;
    char sign;
    while (at < end) {
        at += article(at);
        size_t known = known_word(at, &sign);
        text_put(out, known ? &sign : at, 1);
        at += known ? known : 1;
        bool a_card = known && sign != 'X';
        while (a_card && at + 1 < end && *at == ' ' && (known = strspn(at + 1, "0123456789")))
            at += 1 + known;
    }
}

/* The same with nothing that tells the members of a list apart. */
static void add_member(struct text *out, const char *at)
{
    while (*at) {
        size_t i = 0, count = sizeof alike / sizeof alike[0];
        while (i < count && strncmp(at, alike[i][0], strlen(alike[i][0])) != 0)
            i++;
        text_words(out, i < count ? alike[i][1] : (char[]){*at == '1' ? '#' : *at, '\0'});
        at += i < count ? strlen(alike[i][0]) : 1;
    }
}

/* Adds what is left of a sentence without its names and numbers, where of a list two members are
 * enough. */
static void add_shape(struct text *shape, const char *at)
{
    struct text part = {0}, member = {0}, before = {0};
    while (*at) {
        size_t size = strcspn(at, ",;");
        text_clear(&part);
        text_clear(&member);
        add_signs(&part, at, size);
        add_member(&member, text_of(&part));
        if (!before.size || strcmp(text_of(&member), text_of(&before)) != 0)
            text_words(shape, before.size ? text_of(&member) : text_of(&part));
        text_clear(&before);
        text_words(&before, text_of(&member));
        at += size + (at[size] != '\0');
    }
    text_free(&part);
    text_free(&member);
    text_free(&before);
}

static void list(const struct setup *u, const char *kind, const char *words)
{
    struct text shape = {0};
    if (!words || !*words)
        return;
    text_add(&shape, "%s %s ", u->game->name, kind);
    add_shape(&shape, words);
    if (is_new(text_of(&shape)))
        printf("%s\t%s\t%s\n", u->game->name, kind, words);
    text_free(&shape);
}

/* --- What is said ----------------------------------------------------------------------------- */

static void list_tables(const struct setup *u, const struct language *l)
{
    struct text goal = {0};
    rulebook_goal(&goal, u, l);
    list(u, "goal", text_of(&goal));
    text_free(&goal);
    for (const struct verb *v = u->game->verbs; v->word; v++) {
        list(u, "means", v->means ? language_text(l, v->means) : NULL);
        for (int i = 0; i < ARGUMENTS; i++)
            list(u, "asks", v->asks[i] ? language_text(l, v->asks[i]) : NULL);
    }
    for (int zone = 0; zone < ZONE_GAME + game_zone_count(u->game); zone++)
        list(u, "zone", event_zone(u->game, zone, l));
    for (int i = 0; i < game_label_count(u->game); i++)
        list(u, "label", language_text(l, u->game->labels[i].name));
}

/* What the last step brought, to one who looks. */
static void list_news(const struct table *t, int looks, const struct language *l)
{
    struct names names = table_names(t);
    struct telling telling = {&t->past, t->setup.game, &names, l, looks, t->past.size};
    struct text out = {0}, before = {0};
    for (size_t i = t->past.fresh; i < telling.end;) {
        text_clear(&out);
        i = telling_sentence(&out, &telling, i);
        list(&t->setup, looks == NOBODY ? "shows" : "tells", text_of(&out));
        if (out.size && strcmp(text_of(&out), text_of(&before)) == 0)
            list(&t->setup, "twice", text_of(&out));
        text_clear(&before);
        text_words(&before, text_of(&out));
    }
    text_free(&out);
    text_free(&before);
}

static void list_choices(const struct table *t, int seat, const struct language *l)
{
    struct names names = table_names(t);
    struct view v;
    struct text out = {0}, of = {0};
    table_view(t, seat, &v);
    for (int i = 0; i < v.actions; i++) {
        text_clear(&out);
        action_words(&out, v.game, v.act[i], seat, &names, l);
        list(&t->setup, "says", text_of(&out));
        text_clear(&out);
        action_means(&out, &v, v.act[i], &names, l);
        list(&t->setup, "means", text_of(&out));
        text_clear(&out);
        text_clear(&of);
        if (action_figure(&out, &of, &v, v.act[i], l)) {
            text_add(&out, " %s", text_of(&of));
            list(&t->setup, "figure", text_of(&out));
        }
    }
    text_free(&out);
    text_free(&of);
}

/* Random games of a setup, until so many events have happened. */
static void play(const struct setup *u, long events, const struct language *l)
{
    struct rng r = rng_seeded(24, (uint64_t)u->players);
    for (long told = 0; told < events;) {
        struct table *t = table_new(u);
        for (int seat = 0; seat < u->players; seat++)
            table_name(t, seat, people[seat]);
        while (table_turn(t).kind != TURN_OVER && told < events) {
            if (table_turn(t).kind == TURN_SEATS && table_turn(t).seats & 1)
                list_choices(t, 0, l);
            test_step(t, &r);
            list_news(t, 0, l);
            list_news(t, NOBODY, l);
            told += t->log.size;
        }
        table_free(t);
    }
}

/* How many names and numbers of players there are; plays each if there is something to tell. */
static long each_table(const struct setup *named, long events, const struct language *l)
{
    long tables = 0;
    for (int players = 1; players <= PLAYERS_MAX; players++) {
        struct setup u = *named;
        struct error e = {0};
        if (!setup_suits(&u, players) || !setup_players(&u, players, &e) || !setup_finish(&u, &e))
            continue;
        tables++;
        if (events) {
            list_tables(&u, l);
            play(&u, events, l);
        }
    }
    return tables;
}

static long each_name(long events, const struct language *l)
{
    long tables = 0;
    for (int i = 0; all_games[i]; i++) {
        struct setup u;
        struct error e = {0};
        if (setup_choose(&u, all_games[i]->name, &e))
            tables += each_table(&u, events, l);
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            if (setup_choose(&u, p->name, &e))
                tables += each_table(&u, events, l);
    }
    return tables;
}

int main(int argc, char **argv)
{
    long events = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    const struct language *l = language_find(argc > 2 ? argv[2] : "en");
    if (events <= 0 || !l) {
        fprintf(stderr, "usage: sentences EVENTS [LANGUAGE]\n");
        return 2;
    }
    each_name(1 + events / each_name(0, l), l);
    return 0;
}
