#include "cli/lines.h"

#include "cli/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool lines_read(char line[LINES_ROOM], struct error *e)
{
    size_t size;
    fflush(stdout);
    if (!file_line(stdin, line, LINES_ROOM, &size)) {
        if (ferror(stdin))
            error_set(e, "standard input cannot be read: %s; the game was left",
                      error_reason(e, errno));
        return false;
    }
    if (size == LINES_ROOM)
        return error_set(e, "standard input: this line is too long; expected at most %d bytes",
                         LINES_ROOM - 1);
    line[size] = '\0';
    while (size > 0 && strchr(" \t\r", line[size - 1]))
        line[--size] = '\0';
    memmove(line, line + strspn(line, " \t"), size - strspn(line, " \t") + 1);
    return true;
}
