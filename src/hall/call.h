/* What the files share that carry out the commands of visitors. */
#ifndef PAIRS_HALL_CALL_H
#define PAIRS_HALL_CALL_H

#include "hall/inside.h"

/* A command on its way. */
struct call {
    struct visitor *v;
    const struct json *m;
    uint64_t number;
    struct room *room; /* where the visitor is; its live table is awake */
    int seat;          /* of the visitor there, or NOBODY */
    struct error e;
    struct text more; /* keys that the answer has besides */
    bool later;       /* it is answered when there is an answer */
    bool outside;     /* it is refused because the visitor is at no table */
};

bool call_refuse(struct call *c, const char *words);

/* Whether a command is for a table of another hall, which answers it: one of that name, or (NULL)
 * the one where the visitor is. */
bool call_is_elsewhere(struct call *c, const char *table);

bool call_has(const struct call *c, const char *key);

bool call_words(struct call *c, const char *key, char out[], size_t room);

/* A whole number that may be missing. */
bool call_whole(struct call *c, const char *key, int64_t least, int64_t most, int64_t *out);

bool call_truth(struct call *c, const char *key, bool *out);

bool call_seat(struct call *c, const char *key, int *out);

/* What to call a guest on a chair, or on none yet: one line, with something to be seen in it, which
 * nobody else at the table is called. The live table is NULL before there is a table. */
bool call_name(struct call *c, const struct live *h, char name[NAME_ROOM]);

/* The face and the colour that a guest has asked for; what is not named stays as it is. */
bool call_face(struct call *c, struct chair *who);

/* Who wants to sit down: name, face and colour. The live table is NULL before there is a table. */
bool call_person(struct call *c, const struct live *h, struct chair *who);

/* A game with its options, for as many as there are chairs, or as usually play it. */
bool call_setup(struct call *c, struct setup *u, int sit);

/* Clocks and customs of the table: what is not named stays as it is. */
bool call_terms(struct call *c, struct plan *p);

/* A bot that a guest may ask for: a level, a rule of thumb or chance, with its manners. How long
 * one thinks is the server's affair, not a guest's. */
bool call_bot(struct call *c, const char *word, char out[BOT_ROOM]);

/* Who is to sit where: "you", "open" or a bot. Returns the chair of the one who asks in *own. */
bool call_chairs(struct call *c, struct plan *p, int *own);

bool command_hello(struct call *c);

bool call_is_guest(struct call *c);

bool command_create(struct call *c);

bool command_enter(struct call *c);

bool command_leave(struct call *c);

#endif
