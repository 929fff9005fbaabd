/* Catalogues: what is found in them, what is refused, and two languages at one table. */
#include "engine/language.h"
#include "tests/test.h"

#include <errno.h>

/* --- A small catalogue ------------------------------------------------------------------------ */

/* A bar stands between the forms of a plural. */
struct entry {
    const char *original, *translation;
};

static const struct entry sorted[] = {
    {"", "Language: xx\n"},   {"%d chip|%d chips", "%d Chip|%d Chips"},
    {"card", "Karte"},        {"hit", "treffen"},
    {"number\4.", ","},       {"pairs\4hit", "ziehen"},
    {"sheep|sheep", "Schaf"},
};
enum { ENTRIES = sizeof sorted / sizeof *sorted, HEAD = 28, TABLE = 8 * ENTRIES, BYTES = 512 };

static void put(unsigned char *at, size_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

/* Adds a text at the end and its row; where the text ends. */
static size_t put_text(unsigned char *bytes, size_t row, size_t end, const char *text)
{
    size_t size = strlen(text);
    put(bytes + row, size);
    put(bytes + row + 4, end);
    for (size_t i = 0; i < size; i++)
        bytes[end + i] = text[i] == '|' ? '\0' : (unsigned char)text[i];
    return end + size + 1;
}

/* Writes the entries as msgfmt would; how many bytes. */
static size_t write_catalogue(unsigned char bytes[BYTES], const struct entry entry[ENTRIES])
{
    size_t end = HEAD + 2 * TABLE;
    memset(bytes, 0, BYTES);
    put(bytes, 0x950412de);
    put(bytes + 8, ENTRIES);
    put(bytes + 12, HEAD);
    put(bytes + 16, HEAD + TABLE);
    for (size_t i = 0; i < ENTRIES; i++)
        end = put_text(bytes, HEAD + 8 * i, end, entry[i].original);
    for (size_t i = 0; i < ENTRIES; i++)
        end = put_text(bytes, HEAD + TABLE + 8 * i, end, entry[i].translation);
    assert_in_range(end, 1, BYTES);
    return end;
}

/* Says everything that a catalogue can be asked for, and reads it to its end. */
static size_t read_everything(const struct language *l)
{
    size_t read = strlen(language_decimal(l));
    for (size_t i = 0; i < ENTRIES; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(sorted[i].original, "|"),
                 sorted[i].original);
        read += strlen(language_text(l, text)) + strlen(language_in(l, "pairs", text)) +
                strlen(language_plural(l, text, text, 1)) +
                strlen(language_plural(l, text, text, 2));
    }
    return read;
}

static void a_text_is_found_or_stays_english(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    struct language l;
    assert_true(language_open(&l, "xx", bytes, write_catalogue(bytes, sorted)));
    assert_string_equal(language_text(&l, "card"), "Karte");
    assert_string_equal(language_text(&l, "cart"), "cart");
    assert_string_equal(language_text(&l, "a"), "a");
    assert_string_equal(language_text(&l, "zoo"), "zoo");
    assert_string_equal(language_text(&l, ""), "");
    assert_string_equal(language_text(NULL, "card"), "card");
    assert_string_equal(language_text(&languages[0], "card"), "card");
}

static void a_word_means_another_thing_in_another_context(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    struct language l;
    assert_true(language_open(&l, "xx", bytes, write_catalogue(bytes, sorted)));
    assert_string_equal(language_text(&l, "hit"), "treffen");
    assert_string_equal(language_in(&l, "pairs", "hit"), "ziehen");
    assert_string_equal(language_in(&l, "pair", "hit"), "hit");
    assert_string_equal(language_in(&l, "pairs2", "hit"), "hit");
    assert_string_equal(language_in(&l, "pairs", "card"), "card");
    assert_string_equal(language_in(&l, "c", "rd"), "rd");
    assert_string_equal(language_in(NULL, "pairs", "hit"), "hit");
    assert_string_equal(language_decimal(&l), ",");
    assert_string_equal(language_decimal(NULL), ".");
}

static void one_is_said_otherwise_than_many(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    struct language l;
    assert_true(language_open(&l, "xx", bytes, write_catalogue(bytes, sorted)));
    assert_string_equal(language_plural(&l, "%d chip", "%d chips", 1), "%d Chip");
    assert_string_equal(language_plural(&l, "%d chip", "%d chips", 2), "%d Chips");
    assert_string_equal(language_plural(&l, "%d chip", "%d chips", 0), "%d Chips");
    assert_string_equal(language_plural(&l, "%d chip", "%d chips", -1), "%d Chips");
    assert_string_equal(language_plural(&l, "sheep", "sheep", 2), "Schaf");
    assert_string_equal(language_plural(&l, "%d ox", "%d oxen", 1), "%d ox");
    assert_string_equal(language_plural(NULL, "%d ox", "%d oxen", 2), "%d oxen");
}

/* --- What is no catalogue --------------------------------------------------------------------- */

/* A copy with nothing behind it, so that AddressSanitizer sees whoever reads further. */
static bool opens(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    struct language l;
    memcpy(copy, bytes, size);
    bool fine = language_open(&l, "xx", copy, size);
    read_everything(&l);
    if (!fine)
        assert_string_equal(language_text(&l, "card"), "card");
    free(copy);
    return fine;
}

static void a_catalogue_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    size_t size = write_catalogue(bytes, sorted);
    assert_true(opens(bytes, size));
    for (size_t i = 0; i < size; i++)
        assert_false(opens(bytes, i));
}

static void a_catalogue_out_of_order_is_refused(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    struct entry entry[ENTRIES];
    memcpy(entry, sorted, sizeof entry);
    entry[2] = sorted[3];
    entry[3] = sorted[2];
    assert_false(opens(bytes, write_catalogue(bytes, entry)));
    entry[2] = entry[3];
    assert_false(opens(bytes, write_catalogue(bytes, entry)));
}

static void a_number_beyond_the_end_is_refused(void **state)
{
    (void)state;
    static const size_t large[] = {BYTES, 0x7fffffff, 0xfffffff0, 0xffffffff};
    unsigned char bytes[BYTES];
    size_t size = write_catalogue(bytes, sorted), count = 8, last = 16;
    for (size_t at = count; at < HEAD + 2 * TABLE; at = at == last ? HEAD : at + 4)
        for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
            unsigned char broken[BYTES];
            memcpy(broken, bytes, size);
            put(broken + at, large[i]);
            assert_false(opens(broken, size));
        }
}

static void no_byte_of_a_catalogue_can_do_harm(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    size_t size = write_catalogue(bytes, sorted);
    for (size_t at = 0; at < size; at++)
        for (int change = 1; change < 256; change++) {
            bytes[at] ^= (unsigned char)change;
            bool fine = opens(bytes, size);
            assert_true(at >= 8 || !fine); /* the magic number and the revision are all needed */
            bytes[at] ^= (unsigned char)change;
        }
    struct rng r = rng_seeded(10, 0);
    for (int i = 0; i < 100000; i++) {
        unsigned char broken[BYTES];
        memcpy(broken, bytes, size);
        for (int changes = 1 + rng_below(&r, 8); changes > 0; changes--)
            broken[rng_below(&r, (int)size)] = (unsigned char)rng_below(&r, 256);
        opens(broken, size);
    }
}

/* --- What is built in ------------------------------------------------------------------------- */

static void a_language_is_found_by_its_name_or_that_of_a_locale(void **state)
{
    (void)state;
    const struct language *german = language_find("de");
    assert_non_null(german);
    assert_string_equal(german->name, "de");
    static const char *const german_too[] = {"de_DE.UTF-8", "de_AT", "de-CH", "de@euro"};
    for (int i = 0; i < 4; i++)
        assert_ptr_equal(language_find(german_too[i]), german);
    static const char *const english[] = {"en", "en_GB.UTF-8", "C", "C.UTF-8", "POSIX"};
    for (int i = 0; i < 5; i++)
        assert_ptr_equal(language_find(english[i]), languages);
    static const char *const unknown[] = {"", "d", "deu", "xx", "P", "_DE", "../de"};
    for (int i = 0; i < 7; i++)
        assert_null(language_find(unknown[i]));
}

static void what_is_built_in_is_whole(void **state)
{
    (void)state;
    struct language l;
    assert_string_equal(languages[0].name, "en");
    assert_non_null(languages[1].name);
    for (int i = 1; languages[i].name; i++)
        assert_true(language_open(&l, languages[i].name, languages[i].bytes, languages[i].size));
    assert_string_equal(language_decimal(language_find("de")), ",");
}

/* --- One table -------------------------------------------------------------------------------- */

/* Plays a game; tells all that happened to two seats, each in a language. Either may be NULL. */
static void play_and_tell(struct text *first, const struct language *one, struct text *second,
                          const struct language *two)
{
    struct setup u = test_setup("kitty", 3, NULL);
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(10, 0);
    struct names names = {.seat = {"Ann", "Bob"}};
    while (table_turn(t).kind != TURN_OVER) {
        test_step(t, &r);
        for (int i = 0; i < t->log.size; i++) {
            if (first)
                event_text(first, u.game, &t->log.event[i], 0, &names, one);
            if (second)
                event_text(second, u.game, &t->log.event[i], 1, &names, two);
        }
    }
    table_free(t);
}

static void two_people_at_one_table_read_two_languages(void **state)
{
    (void)state;
    const struct language *german = language_find("de");
    struct text alone_german = {0}, alone_english = {0}, german_too = {0}, english_too = {0};
    play_and_tell(&alone_german, german, NULL, NULL);
    play_and_tell(NULL, NULL, &alone_english, NULL);
    play_and_tell(&german_too, german, &english_too, NULL);
    assert_string_equal(text_of(&german_too), text_of(&alone_german));
    assert_string_equal(text_of(&english_too), text_of(&alone_english));
    assert_non_null(strstr(text_of(&german_too), "Du bekommst "));
    assert_non_null(strstr(text_of(&english_too), "Ann gets "));
    assert_null(strstr(text_of(&german_too), " gets "));
    assert_null(strstr(text_of(&english_too), " bekommt "));
    text_free(&alone_german);
    text_free(&alone_english);
    text_free(&german_too);
    text_free(&english_too);
}

static void assert_told(const struct event *e, const char *language, const char *expected)
{
    struct setup u = test_setup("pairs", 2, NULL);
    struct text out = {0};
    event_text(&out, u.game, e, NOBODY, NULL, language_find(language));
    assert_string_equal(text_of(&out), expected);
    text_free(&out);
}

static void words_suit_their_number(void **state)
{
    (void)state;
    struct event e = {.kind = EVENT_POINTS, .number = 1, .seen = EVERYBODY};
    assert_told(&e, "de", "A bekommt 1 Punkt.");
    e.number = 2;
    assert_told(&e, "de", "A bekommt 2 Punkte.");
    e.number = -1;
    assert_told(&e, "de", "A bekommt −1 Punkte.");
    e = (struct event){.kind = EVENT_NOTE, .number = 1, .seen = EVERYBODY, .say = 1};
    while (!strstr(test_setup("pairs", 2, NULL).game->sentences[e.say], "and {lose/loses}."))
        e.say++;
    assert_told(&e, "en", "A has 1 point and loses.");
    e.number = 30;
    assert_told(&e, "en", "A has 30 points and loses.");
}

/* --- Messages and numbers --------------------------------------------------------------------- */

static void a_mistake_is_told_in_the_language_of_its_reader(void **state)
{
    (void)state;
    struct setup u;
    struct error english = {0}, german = {.language = language_find("de")};
    assert_true(setup_choose(&u, "pairs", &english));
    assert_false(setup_option(&u, "continuous", "maybe", &english));
    assert_string_equal(english.text, "option continuous cannot be 'maybe'; expected on or off");
    assert_false(setup_option(&u, "continuous", "maybe", &german));
    assert_string_equal(german.text, "Option 'continuous' kann nicht 'maybe' sein; erwartet: "
                                     "'on' (an) oder 'off' (aus)");
    error_set(&german, "%s: %s", "x", error_reason(&german, ENOENT));
    assert_string_equal(german.text, "x: Datei oder Ordner nicht gefunden");
}

static void a_message_that_is_set_again_keeps_its_language(void **state)
{
    (void)state;
    struct error e = {.language = language_find("de")};
    error_no_memory(&e);
    struct error copy = e;
    assert_false(error_set(&copy, "no lot is due"));
    assert_string_equal(copy.text, "es ist kein Los fällig");
    assert_false(copy.no_memory);
}

static void a_number_has_the_decimal_sign_of_its_language(void **state)
{
    (void)state;
    const struct language *de = language_find("de");
    assert_string_equal(language_figure(de, "%+8.2f", -1.5).text, "   -1,50");
    assert_string_equal(language_figure(NULL, "%+8.2f", -1.5).text, "   -1.50");
    assert_string_equal(language_figure(de, "%.0f %%", 12.0).text, "12 %");
    assert_string_equal(language_figure(de, "%g", 0.25).text, "0,25");
}

static void what_rounds_to_nothing_has_no_minus(void **state)
{
    (void)state;
    const struct language *german = language_find("de");
    assert_string_equal(language_figure(NULL, "%+.2f", -0.004).text, "+0.00");
    assert_string_equal(language_figure(NULL, "%.1f", -0.01).text, "0.0");
    assert_string_equal(language_figure(NULL, "%+8.2f", -0.001).text, "   +0.00");
    assert_string_equal(language_figure(NULL, "%6.1f", -0.01).text, "   0.0");
    assert_string_equal(language_figure(german, "%+.2f", -0.004).text, "+0,00");
    assert_string_equal(language_figure(NULL, "%+.2f", -0.01).text, "-0.01");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rounds_to_nothing_has_no_minus),
        cmocka_unit_test(a_text_is_found_or_stays_english),
        cmocka_unit_test(a_word_means_another_thing_in_another_context),
        cmocka_unit_test(one_is_said_otherwise_than_many),
        cmocka_unit_test(a_catalogue_that_is_cut_off_is_refused),
        cmocka_unit_test(a_catalogue_out_of_order_is_refused),
        cmocka_unit_test(a_number_beyond_the_end_is_refused),
        cmocka_unit_test(no_byte_of_a_catalogue_can_do_harm),
        cmocka_unit_test(a_language_is_found_by_its_name_or_that_of_a_locale),
        cmocka_unit_test(what_is_built_in_is_whole),
        cmocka_unit_test(two_people_at_one_table_read_two_languages),
        cmocka_unit_test(words_suit_their_number),
        cmocka_unit_test(a_mistake_is_told_in_the_language_of_its_reader),
        cmocka_unit_test(a_message_that_is_set_again_keeps_its_language),
        cmocka_unit_test(a_number_has_the_decimal_sign_of_its_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
