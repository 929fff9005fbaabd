#include "bots/strategy.h"

#include "bots/kind.h"
#include "engine/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Chances ---------------------------------------------------------------------------------- */

void strategy_free(struct strategy *s)
{
    if (!s)
        return;
    free(s->key);
    free(s->chance);
    free(s);
}

/* The chance of a choice in units, -1 if it is not known. */
static int find_chance(const struct strategy *s, uint64_t choice)
{
    uint32_t key = strategy_key(choice);
    size_t low = 0, high = s->size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->size && s->key[low] == key ? s->chance[low] : -1;
}

bool strategy_chances(const struct strategy *s, const struct situation *at, double chance[])
{
    int sum = 0;
    for (int i = 0; i < at->choices; i++) {
        int units = find_chance(s, at->key[i]);
        chance[i] = units > 0 ? units : 0;
        sum += units > 0 ? units : 0;
    }
    if (sum < STRATEGY_UNIT / 2)
        return false;
    for (int i = 0; i < at->choices; i++)
        chance[i] /= sum;
    return true;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* Six bits a character: a key has six of them, a chance two. */
static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

enum {
    KEY_DIGITS = 6,
    CHANCE_DIGITS = 2,
    ROW_DIGITS = KEY_DIGITS + CHANCE_DIGITS,
    ROWS_A_LINE = 12
};

static const char *const grain_words[] = {[GRAIN_EXACT] = "exact", [GRAIN_COARSE] = "coarse"};

static uint32_t checksum(const struct strategy *s)
{
    uint64_t sum = s->size;
    for (size_t i = 0; i < s->size; i++)
        sum = (sum ^ ((uint64_t)s->key[i] << 16 | s->chance[i])) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(sum >> 32);
}

static void write_digits(struct text *out, uint32_t number, int count)
{
    for (int i = count - 1; i >= 0; i--)
        text_put(out, &digits[(uint64_t)number >> 6 * i & 63], 1);
}

void strategy_write(const struct strategy *s, struct text *out)
{
    const struct game *game = s->setup.game;
    text_add(out, "pairs-strategy 1\ngame %s\nplayers %d\n", game->name, s->setup.players);
    for (int i = 0; i < option_total(game); i++) {
        char value[OPTION_TEXT];
        text_add(out, "option %s %s\n", game->options[i].key,
                 option_text(&game->options[i], s->setup.option[i], value));
    }
    if (s->setup.deck) {
        char deck[DECK_TEXT];
        text_add(out, "option %s %s\n", deck_key, deck_text(s->setup.deck, deck));
    }
    text_add(out, "grain %s\niterations %ld\nsum %08" PRIx32 "\nchoices %zu\n",
             grain_words[s->grain], s->iterations, checksum(s), s->size);
    for (size_t i = 0; i < s->size; i++) {
        write_digits(out, s->key[i], KEY_DIGITS);
        write_digits(out, s->chance[i], CHANCE_DIGITS);
        if (i % ROWS_A_LINE == ROWS_A_LINE - 1 || i + 1 == s->size)
            text_put(out, "\n", 1);
    }
}

/* The next line as it is expected, "WORD REST": REST into `rest`. */
static bool read_line(const char **text, const char *word, char rest[static 64])
{
    size_t size = strlen(word), end = strcspn(*text, "\n");
    if (strncmp(*text, word, size) != 0 || (*text)[size] != ' ' || end - size > 63 ||
        (*text)[end] != '\n')
        return false;
    snprintf(rest, 64, "%.*s", (int)(end - size - 1), *text + size + 1);
    *text += end + 1;
    return true;
}

static bool read_setup(struct strategy *s, const char **text, struct error *e)
{
    char rest[64], *value;
    if (!read_line(text, "pairs-strategy", rest) || strcmp(rest, "1") != 0)
        return error_set(e, "this is no strategy of this version; expected 'pairs-strategy 1'");
    if (!read_line(text, "game", rest))
        return error_set(e, "the strategy names no game; expected a line 'game NAME'");
    if (!setup_choose(&s->setup, rest, e))
        return false;
    if (!read_line(text, "players", rest))
        return error_set(e, "the strategy names no players; expected a line 'players NUMBER'");
    long players = strtol(rest, NULL, 10), most = INT16_MAX;
    if (!setup_players(&s->setup, (int)(players < most ? players : most), e))
        return false;
    while (read_line(text, "option", rest)) {
        value = strchr(rest, ' ');
        if (!value)
            return error_set(e, "an option has no value; expected a line 'option KEY VALUE'");
        *value++ = '\0';
        if (!setup_option(&s->setup, rest, value, e))
            return false;
    }
    return setup_finish(&s->setup, e);
}

static bool read_numbers(struct strategy *s, const char **text, uint32_t *sum)
{
    char rest[64];
    bool fine = read_line(text, "grain", rest);
    s->grain = GRAINS;
    for (enum grain g = 0; fine && g < GRAINS; g++)
        if (strcmp(rest, grain_words[g]) == 0)
            s->grain = g;
    fine = fine && s->grain != GRAINS && read_line(text, "iterations", rest);
    s->iterations = fine ? strtol(rest, NULL, 10) : 0;
    fine = fine && read_line(text, "sum", rest);
    *sum = fine ? (uint32_t)strtoul(rest, NULL, 16) : 0;
    fine = fine && read_line(text, "choices", rest);
    s->size = fine ? strtoul(rest, NULL, 10) : 0;
    return fine && s->size <= strlen(*text) / ROW_DIGITS;
}

static bool read_digits(const char **text, int count, uint32_t *number)
{
    uint64_t all = 0;
    for (int i = 0; i < count; i++, ++*text) {
        const char *digit = **text ? strchr(digits, **text) : NULL;
        if (!digit)
            return false;
        all = all << 6 | (uint64_t)(digit - digits);
    }
    *number = (uint32_t)all;
    return all <= UINT32_MAX;
}

static bool read_choices(struct strategy *s, const char *text, uint32_t sum)
{
    for (size_t i = 0; i < s->size; i++) {
        uint32_t chance;
        if (!read_digits(&text, KEY_DIGITS, &s->key[i]) ||
            !read_digits(&text, CHANCE_DIGITS, &chance) || (i && s->key[i] <= s->key[i - 1]))
            return false;
        s->chance[i] = (uint16_t)chance;
        text += *text == '\n';
    }
    return *text == '\0' && checksum(s) == sum;
}

struct strategy *strategy_read(const char *text, struct error *e)
{
    uint32_t sum;
    struct strategy *s = calloc(1, sizeof *s);
    if (!s) {
        error_no_memory(e);
        return NULL;
    }
    bool fine = read_setup(s, &text, e);
    if (fine && !read_numbers(s, &text, &sum))
        fine = error_set(e, "the strategy is damaged; make it again with pairs solve");
    if (fine) {
        s->key = malloc((s->size + 1) * sizeof *s->key);
        s->chance = malloc((s->size + 1) * sizeof *s->chance);
        fine = (s->key && s->chance) || error_no_memory(e);
    }
    if (fine && !read_choices(s, text, sum))
        fine = error_set(e, "the strategy is damaged; make it again with pairs solve");
    if (fine)
        return s;
    strategy_free(s);
    return NULL;
}

/* --- Play ------------------------------------------------------------------------------------- */

/* Whether an option makes no difference to a hand. */
static bool is_indifferent(const struct option *o)
{
    return o->type == OPTION_SEAT || o->role == ROLE_HANDS || o->role == ROLE_CHIPS ||
           o->role == ROLE_TALK;
}

bool strategy_fits(const struct strategy *s, const struct view *v)
{
    if (s->setup.game != v->game || s->setup.players != v->players ||
        !pile_same(&s->setup.fresh, &v->fresh))
        return false;
    for (int i = 0; i < option_total(v->game); i++)
        if (s->setup.option[i] != v->option[i] && !is_indifferent(&v->game->options[i]))
            return false;
    return true;
}

struct strategy *strategy_find(const struct view *v)
{
    char name[64];
    snprintf(name, sizeof name, "%.40s-%d", v->game->name, v->players);
    for (const struct strategy_file *file = strategy_files; file->name; file++) {
        struct error e = {0};
        struct strategy *s = strcmp(file->name, name) == 0 ? strategy_read(file->text, &e) : NULL;
        if (s && strategy_fits(s, v))
            return s;
        strategy_free(s);
    }
    return NULL;
}

bool strategy_choose(const struct strategy *s, const struct knowledge *k, struct rng *r, action *a)
{
    struct view v;
    struct situation at;
    size_t size;
    double chance[ACTIONS_MAX];
    const struct event *past = knowledge_past(k, &size);
    knowledge_view(k, &v);
    if (!size || !v.actions || !strategy_fits(s, &v))
        return false;
    situation_of(&v, past, size, s->grain, &at);
    bool known = strategy_chances(s, &at, chance);
    *a = known ? situation_pick(&at, &v, situation_draw(&at, chance, r), r) : bot_hint(&v, r);
    return true;
}
