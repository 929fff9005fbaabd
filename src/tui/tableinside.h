/* What the files of the table on the screen share. */
#ifndef PAIRS_TUI_TABLEINSIDE_H
#define PAIRS_TUI_TABLEINSIDE_H

#include "tui/ending.h"
#include "tui/remoteroom.h"
#include "tui/tabletop.h"

/* What is shown of a hint. */
enum advised { ADVISED_NOT, ADVISED_SOON, ADVISED_WORDS, ADVISED_FIGURES };

struct tabletop {
    struct match *match;
    struct settings *settings;
    struct stage stage;
    struct prompt prompt;
    bool asking; /* the prompt asks this one, for one of these: */
    int asked, actions;
    action act[ACTIONS_MAX];
    enum advised advised;
    bool secrets;    /* several people play, and what one sees or chooses is hidden from others */
    int holder;      /* who has the keyboard and may see their own cards, or NOBODY */
    unsigned games;  /* that game is shown, */
    size_t shown;    /* so many of its events, */
    size_t talked;   /* and so much talk */
    int64_t since;   /* nothing has happened */
    bool leaving;    /* somebody wants to leave, for what `leave` says */
    bool unsaved;    /* settings have changed */
    bool hurrying;   /* no pauses until somebody is asked, or the end */
    bool taken_back; /* decisions were taken back: whatever was going on is over */
    bool lagging;    /* they have been told that the copy is not as the table is */
    size_t warned;   /* before leaving, after so many steps and one */
    struct ending end;
    bool ended; /* it holds how the game ended, */
    int chosen; /* and this is what Enter takes */
    enum leave leave;
    struct error *error;
    struct remoteroom room; /* around a table elsewhere */
};

/* The table around the game; NULL: it is here. */
static inline struct remote *elsewhere(const struct tabletop *t)
{
    return t->match->remote;
}

/* Whether something has come up that ends what is going on. */
static inline bool interrupted(const struct tabletop *t)
{
    return t->leaving || t->taken_back || t->room.left;
}

/* --- Keys that always work: tablekeys.c ------------------------------------------------------- */

void tabletop_say(struct tabletop *t, const char *message);
void tabletop_leave(struct tabletop *t, enum leave why);

/* The same, but whoever would lose something by it is asked once more. */
void tabletop_wish(struct tabletop *t, enum leave why);

/* Something was not done: the way out if memory has run out, or the server is gone for good. */
void tabletop_tell_error(struct tabletop *t, bool failed);

/* That the copy is not as the table is, or is again; and what a bot did wrong. */
void tabletop_tell_trouble(struct tabletop *t);

/* Takes a key that works everywhere, or a letter alone; false if it means something else. */
bool tabletop_key(struct tabletop *t, const struct key *k);
bool tabletop_letter(struct tabletop *t, int32_t c);

/* Waits for a key; whatever was said in the place of the keys has then been read. */
struct key tabletop_wait(struct tabletop *t, int fd, int milliseconds);

#endif
