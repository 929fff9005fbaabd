#!/usr/bin/env python3
"""Writes a catalogue (an .mo file, from standard input) as C for a page, where every byte is waited for: only what stands in a
program, for the words of other parts of it would make the page heavier, and without its tables, which web/wasm/words.c
makes when the page is opened. Usage: only-words PROGRAM NAME"""
import struct, sys

program, name = open(sys.argv[1], "rb").read(), sys.argv[2]
catalogue = sys.stdin.buffer.read()
_, _, count, keys, values = struct.unpack_from("<5I", catalogue)


def string(table, number):
    size, at = struct.unpack_from("<2I", catalogue, table + 8 * number)
    return catalogue[at:at + size]


def is_used(key):
    """Before a context's end and behind a plural's beginning the text stands as the program has it; of a decision with
    arguments (`play {rank}`) only its word does."""
    text = key.rpartition(b"\x04")[2].partition(b"\0")[0]
    return key == b"" or text + b"\0" in program or text.partition(b" {")[0] + b"\0" in program


left = [(string(keys, i), string(values, i)) for i in range(count) if is_used(string(keys, i))]
texts = b"".join(text.replace(b"\0", b"\x01") + b"\0" for pair in left for text in pair)
print(f"""#include "web/wasm/words.h"

static struct {{
    struct catalogue head;
    uint32_t rows[{4 * len(left)}];
    char texts[{len(texts)}];
}} {name} = {{.texts = {{{",".join(map(str, texts))}}}}};

__attribute__((constructor)) static void open_{name}(void)
{{
    words_open(&{name}.head, {len(left)});
}}""")
