#include "cli/columns.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int ui_columns(void)
{
    enum { LEAST = 20, USUAL = 80, MOST = 100 };
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL;
    return size.ws_col < LEAST ? LEAST : size.ws_col > MOST ? MOST : size.ws_col;
}

/* How many bytes fill no more than so many columns. */
static int bytes_of(const char *words, int columns)
{
    int bytes = 0;
    for (size_t left = strlen(words), size; left > 0 && columns > 0; columns--) {
        uint32_t character;
        size = text_utf8(words + bytes, left, &character);
        size += !size;
        bytes += (int)size;
        left -= size;
    }
    return bytes;
}

void column_left(struct text *out, const char *words, int columns)
{
    int bytes = bytes_of(words, columns);
    text_add(out, "%.*s%*s", bytes, words, columns - text_columns(words, bytes), "");
}

void column_right(struct text *out, const char *words, int columns)
{
    int bytes = bytes_of(words, columns);
    text_add(out, "%*s%.*s", columns - text_columns(words, bytes), "", bytes, words);
}

void column_whole(struct text *out, const char *words, int columns)
{
    int taken = text_columns(words, (int)strlen(words));
    text_add(out, "%s%*s", words, taken < columns ? columns - taken : 0, "");
}
