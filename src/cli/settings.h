/* What the program remembers from one evening to the next: the speed, and the game, seats and names
 * that were chosen last. A file of plain lines, $XDG_CONFIG_HOME/pairs/settings or
 * ~/.config/pairs/settings:
 *
 *     speed fast
 *     game continuous
 *     players 3
 *     option target 31
 *     person A Ann
 *     bot B 4
 */
#ifndef PAIRS_CLI_SETTINGS_H
#define PAIRS_CLI_SETTINGS_H

#include "cli/sitting.h"

/* How long the table stays as it is after something has happened; off: not at all. */
enum speed { SPEED_SLOW, SPEED_NORMAL, SPEED_FAST, SPEED_OFF };

struct settings {
    enum speed speed;
    struct setup setup;              /* as chosen last; game is NULL where none was */
    struct chair chair[PLAYERS_MAX]; /* of all eight, however many play */
};

/* What whoever sits here is called as long as nobody has said: as by the system, $USER, or "". */
void settings_person(char out[NAME_ROOM]);

/* What holds where nothing is remembered: a person in the first seat, bots in the others. */
void settings_init(struct settings *s);

/* Reads the file; without one all is as settings_init has it. False with a message if a line cannot
 * be understood: the others hold all the same. */
bool settings_load(struct settings *s, struct error *e);

/* Writes the file, and the folders that it needs. False with a message if that cannot be done. */
bool settings_save(const struct settings *s, struct error *e);

/* The word for a speed, in English, as in the file. */
const char *speed_word(enum speed speed);

/* The same for people, in their language. */
const char *speed_words(enum speed speed);

/* How many milliseconds a pause takes. */
int speed_pause(enum speed speed);

#endif
