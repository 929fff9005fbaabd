#!/usr/bin/env python3
"""Each test that tests/server/README.md names is in the file that it names. Usage: promised.py README"""
import pathlib, re, sys

readme = pathlib.Path(sys.argv[1])
tests, missing, known = readme.parent.parent, [], 0
for row in re.findall(r"^\| .* \| (.*) \|$", readme.read_text(), re.M):
    for path, names in re.findall(r"`([a-z/0-9.]+)`: ((?:(?!; `).)+)", row):
        text = re.sub(r"\\(.)", r"\1", (tests / path).read_text())
        while names:
            # A name may have a comma in it: the longest one that is there is meant.
            parts = names.split(", ")
            size = next((n for n in range(len(parts), 0, -1) if re.search(rf"(def |void |test\(')"
                         rf"{re.escape(', '.join(parts[:n])) if path.endswith('mjs') else parts[0].replace(' ', '_')}['(]", text)), 0)
            missing += [] if size else [f"{path}: {parts[0]}"]
            known += size > 0
            names = ", ".join(parts[size or 1:])
print(f"{known} tests are there", *missing, sep="\nmissing: ")
sys.exit(1 if missing or not known else 0)
