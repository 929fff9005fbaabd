/* Every record of a game replays to what the .json beside it says; those named bad-* fail at the
 * line that it names. Usage: records ROOT NAME; skipped if there is no folder ROOT/NAME. */
#include "tests/test.h"

#include "cli/file.h"
#include "wire/tablejson.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <unistd.h>

enum { SKIPPED = 77 };

static struct reader *read_file(const char *path, bool *fine, struct error *e)
{
    char line[RECORD_LINE + 2];
    size_t size;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    struct reader *r = reader_new(0, NULL, NULL);
    *fine = true;
    while (*fine && file_line(in, line, sizeof line, &size))
        *fine = reader_line(r, line, size, e);
    fclose(in);
    *fine = *fine && reader_end(r, e);
    return r;
}

/* Whether everything that is wanted is there; an object may hold more. */
static bool contains(const json_t *got, json_t *wanted)
{
    if (!json_is_object(wanted))
        return json_equal(got, wanted);
    const char *key;
    json_t *part;
    json_object_foreach(wanted, key, part)
    {
        json_t *same = json_object_get(got, key);
        if (!same || !contains(same, part))
            return false;
    }
    return true;
}

static void comes_out_as_written(void **state)
{
    const char *path = *state;
    struct text expected = {0};
    text_add(&expected, "%.*s.json", (int)(strlen(path) - strlen(".pairs")), path);
    json_t *wanted = json_load_file(expected.at, 0, NULL);
    text_free(&expected);
    assert_non_null(wanted);
    json_t *error_line = json_object_get(wanted, "error_line");
    struct error e = {0};
    bool fine;
    struct reader *r = read_file(path, &fine, &e);
    if (error_line) {
        assert_false(fine);
        assert_int_equal(e.line, json_integer_value(error_line));
        assert_non_null(strstr(e.text, "expected"));
    } else {
        if (!fine)
            fail_msg("%s:%d: %s", path, e.line, e.text);
        const char *key;
        json_t *part;
        struct text written = {0};
        json_table(&written, reader_table(r));
        json_t *got = json_loads(text_of(&written), JSON_REJECT_DUPLICATES, NULL);
        text_free(&written);
        assert_non_null(got);
        json_object_foreach(wanted, key, part)
        {
            if (!contains(json_object_get(got, key), part)) {
                char *text = json_dumps(json_object_get(got, key), JSON_ENCODE_ANY);
                char *should = json_dumps(part, JSON_ENCODE_ANY);
                fail_msg("%s is %s, expected %s", key, text, should);
            }
        }
        json_decref(got);
    }
    reader_free(r);
    json_decref(wanted);
}

static int only_records(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && strcmp(end, ".pairs") == 0;
}

static int run_all(const char *folder, struct dirent **found, int count)
{
    struct CMUnitTest *all = calloc((size_t)count, sizeof *all);
    if (!all)
        return 2;
    for (int i = 0; i < count; i++) {
        struct text path = {0};
        text_add(&path, "%s/%s", folder, found[i]->d_name);
        all[i] = (struct CMUnitTest){
            .name = found[i]->d_name, .test_func = comes_out_as_written, .initial_state = path.at};
    }
    int failed = _cmocka_run_group_tests(folder, all, (size_t)count, NULL, NULL);
    for (int i = 0; i < count; i++)
        free(all[i].initial_state);
    free(all);
    return failed;
}

int main(int argc, char **argv)
{
    const char *root = argc == 3 ? argv[1] : "";
    struct dirent **found = NULL;
    struct text folder = {0};
    text_add(&folder, "%s/%s", root, argc == 3 ? argv[2] : "");
    int count = scandir(text_of(&folder), &found, only_records, alphasort);
    int status = 2;
    if (count > 0) {
        status = run_all(text_of(&folder), found, count);
    } else if (count < 0 && errno == ENOENT && access(root, F_OK) == 0) {
        printf("records: there is no '%s'\n", text_of(&folder));
        status = SKIPPED;
    } else {
        fprintf(stderr, "records: there is no record in '%s'; expected a folder with some\n",
                text_of(&folder));
    }
    for (int i = 0; i < count; i++)
        free(found[i]);
    free(found);
    text_free(&folder);
    return status;
}
