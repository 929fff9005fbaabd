/* What addresses may spend, as several servers count it together. */
#include "tests/test.h"

#include "server/address.h"

static struct addresses new_addresses(void)
{
    struct addresses all = {0};
    all.tariff.of[OPENINGS] = (struct allowance){.most = 10, .per_second = 0.001};
    return all;
}

static void hear(void *to, const struct address *a)
{
    address_hear(to, a, 1);
}

static void what_an_address_spends_at_one_server_is_spent_at_all(void **state)
{
    (void)state;
    static const char *const words[] = {"192.0.2.7", "2001:db8:1:2::3"};
    for (int i = 0; i < 2; i++) {
        struct addresses one = new_addresses(), other = new_addresses();
        struct address *here = address_of_words(&one, words[i], 1);
        struct address *there = address_of_words(&other, words[i], 1);
        for (int k = 0; k < 4; k++)
            assert_true(address_pay(&one, here, OPENINGS, 1, 1));
        address_tell(&one, 1, hear, &other); /* not worth telling */
        assert_true(address_has(&other, there, OPENINGS, 10, 1));
        for (int k = 0; k < 3; k++)
            assert_true(address_pay(&one, here, OPENINGS, 1, 1));
        address_tell(&one, 1, hear, &other);
        assert_true(address_has(&other, there, OPENINGS, 7, 1));
        assert_false(address_has(&other, there, OPENINGS, 8, 1));
        address_tell(&other, 1, hear, &one); /* nothing is told twice, or back */
        address_tell(&one, 1, hear, &other);
        assert_true(address_has(&one, here, OPENINGS, 3, 1));
        assert_true(address_has(&other, there, OPENINGS, 7, 1));
        address_clear(&one);
        address_clear(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_address_spends_at_one_server_is_spent_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
