#include "ui/columns.h"

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
