#!/usr/bin/env python3
"""Leaves of a catalogue (an .mo file, from standard input to standard output) what stands in a program: the words of
other parts of it would only make a page heavier. Usage: only-words PROGRAM"""
import struct, sys

MAGIC, HEAD = 0x950412DE, 28
program = open(sys.argv[1], "rb").read()
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
tables, strings, at = [], b"", HEAD + 16 * len(left)
for column in zip(*left):
    for words in column:
        tables.append(struct.pack("<2I", len(words), at + len(strings)))
        strings += words + b"\0"
head = struct.pack("<7I", MAGIC, 0, len(left), HEAD, HEAD + 8 * len(left), 0, HEAD + 16 * len(left))
sys.stdout.buffer.write(head + b"".join(tables) + strings)
