/* What questions should do with keys and clicks, for tests/tui/prompt.c. */
#ifndef PAIRS_TESTS_TUI_MODEL_H
#define PAIRS_TESTS_TUI_MODEL_H

#include "tui/prompt.h"

enum { WIDEST = 200, BUTTONS = 512, DIGITS = TYPED_ROOM - 1 };

struct picture {
    char text[PROMPT_MOST][WIDEST];
    char style[PROMPT_MOST][WIDEST];
    int buttons;
    struct {
        struct area where;
        int button;
    } button[BUTTONS];
};

extern struct picture picture;

extern int width;

/* What is being played, and the keys since the prompt began: a failure tells them. */
struct walk {
    const char *game;
    int players, decision;
    struct text keys;
};

extern struct walk walk;

void must(bool holds, const char *sentence);

/* One question: what is asked, what may be answered, and how it looked when it was answered. */
struct question {
    enum argument asks;
    int depth; /* the part of the decision that it asks for */
    int acts;
    action act[ACTIONS_MAX]; /* the decisions that are still possible */
    int values;
    int value[ACTIONS_MAX]; /* the answers */
    int cursor;
    struct picture looked; /* before the key that answered it, or the first typed digit of that */
};

extern struct view view;

extern struct names names;

extern struct prompt prompt;

struct question *now(void);

int part(action a, int depth);

int index_of(const struct question *q, int value);

void model_begin(const struct view *v);

enum answer answer(int i, action *a);

bool all_short(void);

void look(void);

/* Which choice is highlighted, -1 if none is. */
int shown_mark(void);

void check_picture(void);

/* A key for the prompt and the model, with the same effect on both. */
enum answer press(struct key k, action *a);

#endif
