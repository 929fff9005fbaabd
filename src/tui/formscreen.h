/* The form on the screen. */
#ifndef PAIRS_TUI_FORMSCREEN_H
#define PAIRS_TUI_FORMSCREEN_H

#include "cli/form.h"

enum form_end { FORM_START, FORM_BACK, FORM_HANGUP };

/* Lets people fill it in. After FORM_START nothing is wrong with it. */
enum form_end formscreen_run(struct form *f);

#endif
