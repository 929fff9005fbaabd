/* What the files of a table at a server share. */
#ifndef PAIRS_CLIENT_INSIDE_H
#define PAIRS_CLIENT_INSIDE_H

#include "client/remote.h"

extern const struct match_kind remote_kind;

/* The next piece of news; see match_take. */
enum match_news remote_take(struct match *m);

/* What is said to the person, in their language. */
const char *translate(const struct remote *r, const char *english) __attribute__((format_arg(2)));

#endif
