/* A first game on the table: what is to be seen and done is said in a box, the learner decides, and
 * all else goes by itself. */
#ifndef PAIRS_TUI_LESSONVIEW_H
#define PAIRS_TUI_LESSONVIEW_H

#include "cli/settings.h"
#include "engine/lesson.h"

/* How it ended: the learner wants to play now, or to leave; or something went wrong. */
enum lesson_end { LESSON_PLAY, LESSON_LEFT, LESSON_BROKEN };

/* Plays the lesson on the open screen. LESSON_BROKEN comes with a message. */
enum lesson_end lessonview_run(const struct lesson *l, const struct settings *settings,
                               struct error *e);

#endif
