#!/usr/bin/env python3
"""Refuses what is too long to take in: functions, files, lists of parameters, and game files with their rulings left out.
Usage: sizes.py, in the root of the project."""
import re
import subprocess
import sys

FUNCTION, FILE, PARAMETERS, GAME = 60, 700, 7, 600
PAGES = {"README.md": 150, "CONTRIBUTING.md": 150}
FILES_ALLOWED = {"src/api/pairs.h": 2000}  # which documents the whole library
NAMES_ALLOWED = {"__libc_start_main", "cuLaunchKernel"}  # whose shape is a C library's, or CUDA's

bad = []


def blank(match):
    """Comments and strings, without what is in them, on as many lines."""
    return "\n" * match.group().count("\n")


def parameters(words):
    depth, count = 0, 1
    for letter in words:
        depth += (letter == "(") - (letter == ")")
        count += letter == "," and depth == 0
    return count


for name in subprocess.run(["git", "ls-files", "*.c", "*.h"], capture_output=True, text=True, check=True).stdout.split():
    text = open(name, encoding="utf-8").read()
    lines = text.count("\n")
    if name.startswith("games/"):
        lines -= sum(m.group().count("\n") for m in re.finditer(r"^static const char \*const rulings\[\].*?^};", text, re.M | re.S))
    limit = FILES_ALLOWED.get(name, GAME if name.startswith("games/") else FILE)
    if lines > limit:
        bad.append(f"{name}: {lines} lines, at most {limit}")
    code = re.sub(r"/\*.*?\*/|\"(\\.|[^\"\\\n])*\"", blank, text, flags=re.S)
    for m in re.finditer(r"^[a-z_][\w \*\n]*?(\w+)\(([^;{}]*?)\)\s*\n?(\{|;)", code, re.M):
        place = f"{name}:{code[:m.start()].count(chr(10)) + 1}: {m.group(1)}"
        if parameters(m.group(2)) > PARAMETERS and m.group(1) not in NAMES_ALLOWED:
            bad.append(f"{place} has {parameters(m.group(2))} parameters, at most {PARAMETERS}")
        if m.group(3) == "{":
            end = code.find("\n}", m.end())
            size = code[m.start():end].count("\n") + 2
            if size > FUNCTION:
                bad.append(f"{place} has {size} lines, at most {FUNCTION}")
for name, limit in PAGES.items():
    lines = open(name, encoding="utf-8").read().count("\n")
    if lines > limit:
        bad.append(f"{name}: {lines} lines, at most {limit}")
print("\n".join(bad), end="\n" if bad else "")
sys.exit(bool(bad))
