#include "tui/terminfo.h"

#include <curses.h>
#include <stdio.h>
#include <term.h>
#include <unistd.h>

/* The text of a terminal's ability, "" where it has none. */
static const char *ability(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (char *)-1 ? text : "";
}

bool terminfo_restore(char out[], size_t room)
{
    int found;
    if (setupterm(NULL, STDOUT_FILENO, &found) != OK)
        return false;
    int size = snprintf(out, room, "%s%s%s\033[?1000l\033[?1006l", ability("sgr0"),
                        ability("cnorm"), ability("rmcup"));
    if (size < 0 || (size_t)size >= room)
        out[0] = '\0';
    del_curterm(cur_term);
    return true;
}
