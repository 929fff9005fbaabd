/* What somebody may be called at a table: something that can be seen, and that others can tell from
 * what anybody else there is called. */
#ifndef PAIRS_HALL_NAME_H
#define PAIRS_HALL_NAME_H

#include <stdbool.h>

/* Takes away the blanks before and after a name and what cannot be seen in it, makes one blank of
 * several, and leaves two marks on a letter. False if it is not one line of UTF-8, or nothing is
 * left that can be seen. */
bool name_clean(char name[]);

/* Whether two names look alike: capital or small, whatever joins their letters or stands on them,
 * and whatever script these are of. */
bool name_alike(const char *a, const char *b);

#endif
