/* A home of its own for the saved games of a test program. */
#ifndef PAIRS_TEST_HOME_H
#define PAIRS_TEST_HOME_H

extern char state_home[64]; /* what XDG_STATE_HOME is */
extern char *folder;        /* and where games are kept in it */

/* Before the first test and after the last one. */
int make_home(void **state);
int remove_home(void **state);

#endif
