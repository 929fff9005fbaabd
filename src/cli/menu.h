/* The lobby in lines of plain words: numbered lists, and answers by number or name. */
#ifndef PAIRS_CLI_MENU_H
#define PAIRS_CLI_MENU_H

#include "tui/lobby.h"

/* As lobby_run, with standard input and output; a game that is over is told, and never a choice. */
bool menu_run(struct plan *p, struct lobby_choice *choice, struct settings *settings,
              struct error *e);

#endif
