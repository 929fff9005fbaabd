/* SHA-256 as the page has it. */
#include "tests/test.h"

#include "web/wasm/sha256.h"

#include <sodium.h>

static void agrees(const char *words, const char *hex)
{
    unsigned char digest[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    sha256(words, strlen(words), digest);
    sodium_bin2hex(text, sizeof text, digest, sizeof digest);
    assert_string_equal(text, hex);
}

static void the_digests_of_the_standard_come_out(void **state)
{
    (void)state;
    agrees("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    agrees("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    agrees("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void every_length_agrees_with_libsodium(void **state)
{
    (void)state;
    unsigned char bytes[300], ours[SHA256_BYTES], theirs[SHA256_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * i + 7);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        sha256(bytes, size, ours);
        crypto_hash_sha256(theirs, bytes, size);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_digests_of_the_standard_come_out),
        cmocka_unit_test(every_length_agrees_with_libsodium),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
