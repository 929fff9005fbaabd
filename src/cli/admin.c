/* pairs admin: for those who run a server, while it runs; and what is to be done when its data file
 * is damaged. */
#include "cli/admin.h"

#include "cli/columns.h"
#include "cli/lang.h"
#include "cli/serve.h"
#include "store/salvage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* --- The server ------------------------------------------------------------------------------- */

static int call(const char *path, struct error *e)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int size = snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    if (line >= 0 && size < (int)sizeof at.sun_path &&
        connect(line, (const struct sockaddr *)&at, sizeof at) == 0)
        return line;
    error_set(e, "no server can be reached at %.200s: %s; give its --data, --admin or --config",
              path, error_reason(e, errno));
    if (line >= 0)
        close(line);
    return -1;
}

static bool send_all(int line, const char *at, size_t size)
{
    while (size) {
        ssize_t sent = send(line, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static json_t *hear(int line)
{
    struct text all = {0};
    char part[4096];
    ssize_t size;
    while ((size = read(line, part, sizeof part)) > 0)
        text_put(&all, part, (size_t)size);
    json_t *answer = all.failed ? NULL : json_loads(text_of(&all), 0, NULL);
    text_free(&all);
    return answer;
}

json_t *admin_ask(const char *path, json_t *words, struct error *e)
{
    json_t *question = json_pack("{s:o, s:s}", "words", words, "language",
                                 lang() && lang()->name ? lang()->name : "en");
    char *text = question ? json_dumps(question, JSON_COMPACT) : NULL;
    int line = text ? call(path, e) : -1;
    json_t *answer = NULL, *rows = NULL;
    if (!text)
        error_no_memory(e);
    else if (line >= 0 && send_all(line, text, strlen(text)) && send_all(line, "\n", 1))
        answer = hear(line);
    if (answer && json_is_true(json_object_get(answer, "done")))
        rows = json_incref(json_object_get(answer, "rows"));
    else if (answer)
        error_set(e, "%s", json_string_value(json_object_get(answer, "refused")));
    else if (line >= 0)
        error_set(e, "the server has not answered; see that it still runs");
    if (line >= 0)
        close(line);
    free(text);
    json_decref(question);
    json_decref(answer);
    return rows;
}

/* --- Its answer ------------------------------------------------------------------------------- */

const char *admin_title(const char *key)
{
    static const struct {
        const char *key, *title;
    } titles[] = {
        {"what", N_("What")},      {"value", N_("Value")},     {"table", N_("Table")},
        {"game", N_("Game")},      {"stage", N_("Stage")},     {"people", N_("People")},
        {"list", N_("List")},      {"here", N_("Here")},       {"entries", N_("Entries")},
        {"opened", N_("Opened")},  {"person", N_("Person")},   {"seat", N_("Chair")},
        {"name", N_("Name")},      {"address", N_("Address")}, {"entry", N_("Entry")},
        {"at", N_("When")},        {"text", N_("Words")},      {"words", N_("Words")},
        {"number", N_("Number")},  {"kind", N_("Kind")},       {"whom", N_("Whom")},
        {"until", N_("Until")},    {"note", N_("Note")},       {"code", N_("Code")},
        {"left", N_("Uses left")}, {"used", N_("Used")},       {"made", N_("Made")},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].key, key) == 0)
            return _(titles[i].title);
    return key;
}

static bool is_moment(const char *key)
{
    return strcmp(key, "at") == 0 || strcmp(key, "until") == 0 || strcmp(key, "opened") == 0 ||
           strcmp(key, "made") == 0;
}

void admin_value(struct text *out, const char *key, const json_t *value)
{
    if (json_is_integer(value) && is_moment(key)) {
        char words[32] = "";
        time_t seconds = (time_t)(json_integer_value(value) / 1000);
        struct tm day;
        if (seconds && localtime_r(&seconds, &day))
            strftime(words, sizeof words, "%Y-%m-%d %H:%M", &day);
        text_add(out, "%s", seconds ? words : _("for ever"));
    } else if (json_is_integer(value)) {
        text_add(out, "%lld", (long long)json_integer_value(value));
    } else if (json_is_string(value)) {
        text_add(out, "%s", json_string_value(value));
    }
}

json_t *admin_keys(const json_t *rows)
{
    json_t *keys = json_object(), *row;
    const char *key;
    json_t *value;
    size_t i;
    json_array_foreach(rows, i, row) json_object_foreach(row, key, value)
        json_object_set_new(keys, key, json_true());
    return keys;
}

/* How wide a column is: as its widest words. */
static int width_of(const json_t *rows, const char *key)
{
    const char *title = admin_title(key);
    int width = text_columns(title, (int)strlen(title));
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        struct text words = {0};
        admin_value(&words, key, json_object_get(row, key));
        int own = text_columns(text_of(&words), (int)words.size);
        width = own > width ? own : width;
        text_free(&words);
    }
    return width;
}

static void add_cell(struct text *out, const json_t *rows, const char *key, const char *words)
{
    column_whole(out, words, width_of(rows, key) + 2);
}

static int print_rows(const json_t *rows)
{
    struct text out = {0};
    json_t *keys = admin_keys(rows), *row, *value;
    const char *key;
    size_t i;
    json_object_foreach(keys, key, value) add_cell(&out, rows, key, admin_title(key));
    if (json_object_size(keys))
        text_add(&out, "\n");
    json_array_foreach(rows, i, row)
    {
        json_object_foreach(keys, key, value)
        {
            struct text words = {0};
            admin_value(&words, key, json_object_get(row, key));
            add_cell(&out, rows, key, text_of(&words));
            text_free(&words);
        }
        text_add(&out, "\n");
    }
    json_decref(keys);
    return finish(&out);
}

/* --- The command ------------------------------------------------------------------------------ */

static int order(const struct args *a, const char *data)
{
    struct error e = {.language = lang()};
    json_t *words = json_array();
    for (int i = 0; i < a->words; i++)
        json_array_append_new(words, json_string(a->word[i]));
    json_t *rows = admin_ask(data, words, &e);
    if (!rows)
        return fail(BAD_INPUT, &e);
    int status = FINE;
    if (a->json) {
        char *text = json_dumps(rows, JSON_COMPACT);
        puts(text ? text : "[]");
        free(text);
    } else {
        status = print_rows(rows);
    }
    json_decref(rows);
    return status;
}

static int rescue(const struct args *a)
{
    struct error e = {.language = lang()};
    struct salvaged s = {0};
    if (a->words != 3)
        return error_set(&e, "'salvage' takes two files; expected 'pairs admin salvage FROM TO'"),
               fail(BAD_USAGE, &e);
    if (!salvage(a->word[1], a->word[2], &s, &e))
        return fail(BAD_INPUT, &e);
    printf(_("%lld tables, %lld entries and %lld games are in %s.\n"), (long long)s.tables,
           (long long)s.entries, (long long)s.games, a->word[2]);
    printf(_("Lost: %lld tables, %lld entries and %lld games; %lld tables were cut short.\n"),
           (long long)s.lost_tables, (long long)s.lost_entries, (long long)s.lost_games,
           (long long)s.cut_tables);
    return FINE;
}

static int run(const struct args *a)
{
    struct server_settings s;
    if (strcmp(a->word[0], "salvage") == 0)
        return rescue(a);
    enum status status = serve_settings(&s, a);
    if (status != FINE)
        return (int)status;
    return strcmp(a->word[0], "page") == 0 ? admin_page(s.admin) : order(a, s.admin);
}

static const struct flag flags[] = {
    GROUP_ROW(N_("Orders")),
    WORD_ROW("status", N_("how it does")),
    WORD_ROW(N_("tables, people"), N_("who is where")),
    WORD_ROW(N_("talk TABLE"), N_("what was said there last")),
    WORD_ROW(N_("close TABLE"), N_("ends a table; games that were over stay")),
    WORD_ROW(N_("strike TABLE ENTRY"), N_("removes something that was said")),
    WORD_ROW(N_("unname TABLE CHAIR"), N_("takes a person's name away")),
    WORD_ROW(N_("mute WHOM [TIME [NOTE]]"),
             N_("silences a person: TABLE/CHAIR, one of 'people', an address or a network as "
                "192.0.2.0/24; TIME is 45m, 2h, 7d or forever")),
    WORD_ROW(N_("ban WHOM [TIME [NOTE]]"), N_("keeps a person out, named in the same way")),
    WORD_ROW(N_("bans, lift NUMBER"), N_("all that hold, and an end to one")),
    WORD_ROW(N_("invite [PEOPLE [NOTE]]"), N_("a code that lets so many in")),
    WORD_ROW(N_("codes, revoke NUMBER"), N_("all codes, and an end to one")),
    WORD_ROW(N_("export WHOM"), N_("all that is kept about a person")),
    WORD_ROW(N_("erase WHOM"), N_("removes it")),
    WORD_ROW(N_("drain [TIME|off]"),
             N_("no new game begins; stops when the last one ends, or then")),
    WORD_ROW("reload", N_("reads certificate and key again, as SIGHUP does")),
    WORD_ROW("page", N_("all this in a browser on this machine")),
    WORD_ROW(N_("salvage FROM TO"),
             N_("what can be read of a damaged data file, without a server")),
    GROUP_ROW(N_("Options")),
    SETTING_FLAG("data", N_("FILE"), TAKES_FILE, N_("the data file, as for 'pairs serve'")),
    SETTING_FLAG("admin", N_("FILE"), TAKES_FILE, N_("the socket of the server, likewise")),
    SETTING_FLAG("config", N_("FILE"), TAKES_FILE, N_("the settings of the server, which name it")),
    SWITCH_FLAG(json, N_("rows as JSON")),
    END_ROW,
};

const struct command admin_command = {
    .name = "admin",
    .usage = N_("ORDER [WORD]..."),
    .summary = N_("run a server: look, close, ban, invite, drain"),
    .help = N_("Tells a server that runs on this machine what to do, over a socket beside its data "
               "file that only its owner can open (docs/manual/club.md)."),
    .flags = flags,
    .words_min = 1,
    .words_max = 8,
    .run = run,
};
