/* Around a table elsewhere: the list of open tables, the chairs before a game and beside it, and
 * what is asked of the server there. */
#ifndef PAIRS_TUI_REMOTEROOM_H
#define PAIRS_TUI_REMOTEROOM_H

#include "cli/settings.h"
#include "client/remote.h"
#include "tui/stage.h"

struct remoteroom {
    struct remote *r;
    struct settings *settings;
    struct error *error;
    char *message; /* of MESSAGE_ROOM bytes, at the bottom of the screen */
    char name[NAME_ROOM];
    int at, marked; /* the current line of a list, and the chair that is to change places */
    bool arrived;   /* the table is known here, too */
    bool open;      /* they look at the chairs beside a game */
    bool left;      /* they leave; `error` may say why */
};

/* All keys at a table elsewhere, in English; those of its bottom line. */
extern const char remoteroom_help[];
const struct stage_key *remoteroom_keys(void);

/* Begins at the table that the address names, or at the list; see tabletop_run. */
void remoteroom_begin(struct remoteroom *s, struct remote *r, const char *name,
                      struct settings *settings, char *message, struct error *e);

/* The table is told: takes a chair there. */
void remoteroom_arrive(struct remoteroom *s);

/* Whether the list of tables is shown; that or the chairs, and not the table itself. */
bool remoteroom_lists(const struct remoteroom *s);
bool remoteroom_shown(const struct remoteroom *s);

/* Asks for the list again, if it is shown. */
void remoteroom_look(struct remoteroom *s);

/* Whether what is seen is not how it is, because the connection is lost; draws that over it. */
bool remoteroom_lost(const struct remoteroom *s);
void remoteroom_draw_line(const struct remoteroom *s);

void remoteroom_draw(const struct remoteroom *s);

/* A key while it is shown, and one that works at the table as well; false if it means something
 * else. */
bool remoteroom_key(struct remoteroom *s, const struct key *k);
bool remoteroom_letter(struct remoteroom *s, int32_t c);

#endif
