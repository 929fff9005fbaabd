#include "cli/settings.h"

#include "cli/file.h"
#include "cli/lang.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE = 512, USUAL_LEVEL = 3 };

static const struct {
    const char *word;
    int pause;
} speeds[] = {
    [SPEED_SLOW] = {"slow", 1600},
    [SPEED_NORMAL] = {"normal", 700},
    [SPEED_FAST] = {"fast", 250},
    [SPEED_OFF] = {"off", 0},
};

const char *speed_word(enum speed speed)
{
    return speeds[speed].word;
}

const char *speed_words(enum speed speed)
{
    static const char *const words[] = {
        [SPEED_SLOW] = N_("slow"),
        [SPEED_NORMAL] = N_("normal"),
        [SPEED_FAST] = N_("fast"),
        [SPEED_OFF] = N_("no pauses"),
    };
    return _(words[speed]);
}

int speed_pause(enum speed speed)
{
    return speeds[speed].pause;
}

void settings_person(char out[NAME_ROOM])
{
    const char *user = getenv("USER");
    bool known = user && strlen(user) < NAME_ROOM && strcmp(user, "root") != 0;
    snprintf(out, NAME_ROOM, "%s", known ? user : "");
    out[0] = (char)toupper((unsigned char)out[0]);
}

void settings_init(struct settings *s)
{
    *s = (struct settings){.speed = SPEED_NORMAL};
    settings_person(s->chair[0].name);
    for (int seat = 1; seat < PLAYERS_MAX; seat++)
        snprintf(s->chair[seat].bot, sizeof s->chair[seat].bot, "%d", USUAL_LEVEL);
}

/* Where the file is, "" if the environment does not say. */
static void settings_path(struct text *out)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && config[0] == '/')
        text_add(out, "%s/pairs/settings", config);
    else if (home && home[0] == '/')
        text_add(out, "%s/.config/pairs/settings", home);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool read_speed(struct settings *s, const char *word)
{
    for (int i = SPEED_SLOW; i <= SPEED_OFF; i++) {
        if (strcmp(speeds[i].word, word) == 0) {
            s->speed = (enum speed)i;
            return true;
        }
    }
    return false;
}

/* "A Ann" or "B 4". */
static bool read_chair(struct settings *s, const char *value, bool bot)
{
    int seat = value[0] - 'A';
    if (seat < 0 || seat >= PLAYERS_MAX || (value[1] != ' ' && value[1] != '\0'))
        return false;
    const char *who = value[1] ? value + 2 : "";
    struct chair *c = &s->chair[seat];
    size_t room = bot ? sizeof c->bot : sizeof c->name;
    if ((bot && !*who) || strlen(who) >= room)
        return false;
    *c = (struct chair){.name = ""};
    snprintf(bot ? c->bot : c->name, room, "%s", who);
    return true;
}

/* "target 31" */
static bool read_option(struct settings *s, const char *value, struct error *e)
{
    char key[LINE];
    size_t size = strcspn(value, " ");
    snprintf(key, sizeof key, "%.*s", (int)size, value);
    return s->setup.game && value[size] == ' ' && setup_option(&s->setup, key, value + size + 1, e);
}

static bool read_line(struct settings *s, char *line, struct error *e)
{
    char *value = strchr(line, ' ');
    if (!value)
        return line[0] == '\0' || line[0] == '#';
    *value++ = '\0';
    if (strcmp(line, "speed") == 0)
        return read_speed(s, value);
    if (strcmp(line, "game") == 0)
        return setup_choose(&s->setup, value, e);
    if (strcmp(line, "players") == 0)
        return s->setup.game && setup_players(&s->setup, (int)strtol(value, NULL, 10), e);
    if (strcmp(line, "option") == 0)
        return read_option(s, value, e);
    if (strcmp(line, "person") == 0)
        return read_chair(s, value, false);
    if (strcmp(line, "bot") == 0)
        return read_chair(s, value, true);
    return line[0] == '#';
}

/* Reads all lines, and tells of the first that is wrong. */
static bool read_file(struct settings *s, FILE *in, const char *path, struct error *e)
{
    char line[LINE];
    size_t size;
    bool fine = true;
    for (int number = 1; file_line(in, line, sizeof line, &size); number++) {
        struct error why = {.language = lang()};
        if (size == sizeof line) { /* it may have no end */
            fine = fine && error_set(e, "%s, line %d is too long; from there on nothing is read",
                                     path, number);
            break;
        }
        bool whole = memchr(line, '\0', size) == NULL;
        line[whole ? size : 0] = '\0';
        if (whole && read_line(s, line, &why))
            continue;
        if (fine)
            error_set(e, "%s, line %d cannot be understood and is passed over%s%s", path, number,
                      why.text[0] ? ": " : "", why.text);
        fine = false;
    }
    if (s->setup.game && !s->setup.players)
        s->setup.players = setup_players_usual(&s->setup);
    return fine;
}

bool settings_load(struct settings *s, struct error *e)
{
    settings_init(s);
    struct text path = {0};
    settings_path(&path);
    bool fine = true;
    errno = path.failed ? ENOMEM : 0;
    FILE *in = path.size ? fopen(path.at, "r") : NULL;
    if (!in && errno == ENOMEM) {
        fine = error_no_memory(e);
    } else if (in) {
        fine = read_file(s, in, path.at, e);
        fclose(in);
    } else if (path.size && errno != ENOENT && errno != ENOTDIR) {
        fine = error_set(e, "%s cannot be read: %s; what it remembers is not known", path.at,
                         error_reason(e, errno));
    }
    text_free(&path);
    return fine;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void write_lines(const struct settings *s, FILE *to)
{
    const struct setup *u = &s->setup;
    fprintf(to, "speed %s\n", speed_word(s->speed));
    if (u->game) {
        char value[OPTION_TEXT], deck[DECK_TEXT];
        fprintf(to, "game %s\nplayers %d\n", setup_name(u), u->players);
        for (int i = 0; u->game->options[i].key; i++)
            if (u->given >> i & 1)
                fprintf(to, "option %s %s\n", u->game->options[i].key,
                        option_text(&u->game->options[i], u->option[i], value));
        if (u->deck)
            fprintf(to, "option %s %s\n", deck_key, deck_text(u->deck, deck));
    }
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        const struct chair *c = &s->chair[seat];
        fprintf(to, "%s %c %s\n", c->bot[0] ? "bot" : "person", 'A' + seat,
                c->bot[0] ? c->bot : c->name);
    }
}

bool settings_save(const struct settings *s, struct error *e)
{
    struct output output;
    struct text path = {0};
    settings_path(&path);
    if (!path.size) {
        bool failed = path.failed;
        text_free(&path);
        return failed ? error_no_memory(e)
                      : error_set(e, "there is no place for settings; set HOME or XDG_CONFIG_HOME");
    }
    file_folders(path.at);
    bool fine = output_open(&output, path.at, e);
    if (fine) {
        write_lines(s, output.to);
        fine = output_close(&output, e);
    }
    text_free(&path);
    return fine;
}
