/* Lines that people or scripts type. */
#ifndef PAIRS_CLI_LINES_H
#define PAIRS_CLI_LINES_H

#include "engine/record.h"

enum { LINES_ROOM = RECORD_LINE + 1 }; /* more than a terminal gives at once */

/* The next line of standard input, without blanks around it, after all that was said has come out.
 * False at the end of the input; with a message where there is something wrong with it. */
bool lines_read(char line[LINES_ROOM], struct error *e);

#endif
