/* Where games are shown. */
#ifndef PAIRS_UI_PLAY_H
#define PAIRS_UI_PLAY_H

#include "ui/args.h"

/* Whether the full screen can be used, and --plain does not forbid it. */
bool can_fill_screen(const struct args *a);

#endif
