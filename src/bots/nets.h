/* Networks by name: those that come with the program, files of data/nets, and those that somebody
 * brings, as a page does. */
#ifndef PAIRS_BOTS_NETS_H
#define PAIRS_BOTS_NETS_H

#include "bots/net.h"

enum { NETS_MOST = 128 };

struct net_file {
    const char *name; /* the game that it plays best, or that and what is different */
    const unsigned char *bytes;
    size_t size;
};

/* Those that come with the program; ends with a name of NULL. None inside a page. */
extern const struct net_file net_files[];

/* The network of that name, read when it is first asked for, and then shared by all bots; NULL if
 * there is none. If memory runs out for one that there is, `starved` is set. */
const struct net *nets_find(const char *name, bool *starved);

/* Brings one more, which stays for good and is found before any that comes with the program. False
 * with a message if it cannot be read or there are too many; the bytes may go then. */
bool nets_bring(const char *name, const void *file, size_t size, struct error *e);

/* Gives all of them back at the end of a program: nobody plays by one any more. */
void nets_forget(void);

#endif
