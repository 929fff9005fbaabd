/* What tests of the hall share. */
#include "tests/hall/room.h"

const json_t *chair_of(const struct person *p, int seat)
{
    return json_array_get(json_object_get(p->now, "chairs"), (size_t)seat);
}

const char *word_in(const json_t *in, const char *key)
{
    const char *word = json_string_value(json_object_get(in, key));
    return word ? word : "";
}

void all_hear(struct host *h, struct person p[], int people)
{
    host_commit(h);
    for (int i = 0; i < people; i++)
        if (p[i].visitor)
            person_listen(&p[i]);
}

void assert_stage(struct host *h, struct person p[], int people, const char *stage)
{
    all_hear(h, p, people);
    for (int i = 0; i < people; i++)
        if (p[i].visitor)
            assert_string_equal(word_in(p[i].now, "stage"), stage);
}

bool is_away(const struct person *p, int seat, const char *key)
{
    return json_is_true(json_object_get(chair_of(p, seat), key));
}
