/* A bot as another program, in C without any library: takes each legal decision equally often.
 * docs/protocol.md says what it reads and writes.
 *
 *     cc protocol-bot.c -o protocol-bot
 *     pairs play --bots run:./protocol-bot
 */
#include <stdio.h>
#include <string.h>

enum { LINE = 1 << 16, LEGAL_MAX = 1024 };

/* The legal decisions in the line, cut out of it; returns how many. Their texts hold no quotes. */
static int find_legal(char *line, const char *legal[])
{
    static const char key[] = "\"legal\":[";
    char *at = strstr(line, key);
    int count = 0;
    if (!at)
        return 0;
    at += strlen(key);
    while (*at == '"' && count < LEGAL_MAX) {
        legal[count++] = ++at;
        at = strchr(at, '"');
        if (!at)
            return 0;
        *at++ = '\0';
        at += *at == ',';
    }
    return count;
}

int main(void)
{
    static char line[LINE];
    static const char *legal[LEGAL_MAX];
    unsigned chance = 1;
    while (fgets(line, sizeof line, stdin)) {
        int count;
        if (strncmp(line, "pairs-bot 1", 11) == 0) {
            puts("pairs-bot 1 example in C");
        } else if (strncmp(line, "decide ", 7) == 0 && (count = find_legal(line, legal)) > 0) {
            chance = chance * 1103515245 + 12345;
            puts(legal[(chance >> 16) % (unsigned)count]);
        }
        fflush(stdout); /* without this the answer stays in a buffer, and time runs out */
    }
    return 0;
}
