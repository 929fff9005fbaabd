#include "ui/lang.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char domain[] = "pairs";

/* Where the catalogues are: beside the program where it was built, or where it is installed. */
static void find_catalogues(void)
{
    char program[PATH_MAX], folder[PATH_MAX + 32];
    struct stat there;
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0)
        return;
    program[size] = '\0';
    char *end = strrchr(program, '/');
    if (end)
        *end = '\0';
    snprintf(folder, sizeof folder, "%s/po", program);
    if (stat(folder, &there) != 0)
        snprintf(folder, sizeof folder, "%s/../share/locale", program);
    bindtextdomain(domain, folder);
}

/* The language that the environment asks for, as gettext reads it. */
static const char *asked_for(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "C";
}

void lang_choose(const char *given)
{
    char language[32];
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* numbers are read by programs too */
    const char *locale = setlocale(LC_MESSAGES, NULL);
    if (!given && locale && strcmp(locale, "C") == 0)
        given = asked_for(); /* a locale that is not installed */
    if (given && strcmp(given, "C") != 0 && strcmp(given, "POSIX") != 0) {
        snprintf(language, sizeof language, "%.*s", (int)strcspn(given, ".@"), given);
        setlocale(LC_MESSAGES, "C.UTF-8"); /* any locale but C, which has no translations */
        setenv("LANGUAGE", language, 1);
    }
    find_catalogues();
    textdomain(domain);
}

const char *lang_text(const char *english)
{
    return *english ? gettext(english) : english;
}
