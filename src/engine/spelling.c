#include "engine/spelling.h"

#include "engine/text.h"

#include <string.h>

enum { LETTERS = NAME_LETTERS, PREFIX = 3 }; /* so many tell the beginning of a name */

/* The letters for a character beyond ASCII, NULL if it stays as it is. */
static const char *plain_letters(uint32_t character)
{
    switch (character) {
    case 0xC4:
    case 0xE4:
        return "ae";
    case 0xD6:
    case 0xF6:
        return "oe";
    case 0xDC:
    case 0xFC:
        return "ue";
    case 0xDF:
        return "ss";
    case 0x2019: /* an apostrophe of typesetters */
        return "";
    default:
        return NULL;
    }
}

/* What counts of a name; returns how many bytes, -1 if they are more than any name has. */
static int fold(const char *name, char out[LETTERS])
{
    int size = 0;
    for (size_t left = strlen(name), used; left > 0; name += used, left -= used) {
        uint32_t character;
        used = text_utf8(name, left, &character);
        const char *letters = used > 1 ? plain_letters(character) : NULL;
        char small = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
        used = used ? used : 1;
        const char *from = letters ? letters : used > 1 ? name : &small;
        size_t adds = letters ? strlen(letters) : strchr(" -_'", *name) ? 0 : used;
        if (size + (int)adds >= LETTERS)
            return -1;
        memcpy(out + size, from, adds);
        size += (int)adds;
    }
    out[size] = '\0';
    return size;
}

bool spelling_same(const char *one, const char *other)
{
    char first[LETTERS], second[LETTERS];
    return fold(one, first) > 0 && fold(other, second) > 0 && strcmp(first, second) == 0;
}

static int least(int a, int b, int c)
{
    int less = a < b ? a : b;
    return less < c ? less : c;
}

/* How many mistakes make one of the other: the distance of Damerau and Levenshtein, in which no
 * letter takes part twice. */
static int count_mistakes(const char *a, int rows, const char *b, int columns)
{
    int line[3][LETTERS + 1]; /* of the letters of `a` before this one, up to it, and two before */
    int *older = line[0], *before = line[1], *now = line[2];
    for (int j = 0; j <= columns; j++)
        before[j] = j;
    for (int i = 1; i <= rows; i++) {
        now[0] = i;
        for (int j = 1; j <= columns; j++) {
            now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
            bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged && older[j - 2] + 1 < now[j])
                now[j] = older[j - 2] + 1;
        }
        int *next = older;
        older = before;
        before = now;
        now = next;
    }
    return before[columns];
}

struct guess guess_at(const char *typed)
{
    struct guess g = {0};
    g.size = fold(typed, g.letters);
    return g;
}

void guess_try(struct guess *g, const char *name, const char *meant)
{
    char known[LETTERS];
    size_t bytes = strlen(name); /* there are never more letters */
    int size = g->size;
    bool longer = size > (int)(bytes + bytes / 4) + 1;
    int letters = size > 0 && !longer ? fold(name, known) : 0;
    if (letters <= 0)
        return;
    int most = 1 + (size < letters ? size : letters) / 4;
    bool begins = size >= PREFIX && strncmp(g->letters, known, (size_t)size) == 0;
    bool far = size - letters > most || letters - size > most; /* by its length alone */
    int mistakes = far ? most + 1 : count_mistakes(g->letters, size, known, letters);
    if (begins && mistakes > most)
        mistakes = most;
    if (mistakes > most || mistakes >= size || (g->meant && mistakes >= g->mistakes))
        return;
    g->meant = meant;
    g->mistakes = mistakes;
}
