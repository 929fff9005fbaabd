#!/usr/bin/env python3
"""Writes the networks of src/bots/nets.h as C: all files NAME.net of a folder. Usage: nets.py C DEPFILE FOLDER"""

import os
import sys

c, depfile, folder = sys.argv[1:]
names = sorted(name for name in os.listdir(folder) if name.endswith(".net")) if os.path.isdir(folder) else []
out, rows = ['#include "bots/nets.h"\n'], []
for i, name in enumerate(names):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    lines = [",".join(map(str, data[k : k + 40])) for k in range(0, len(data), 40)]
    out.append(f"static const unsigned char net_{i}[] = {{\n" + ",\n".join(lines) + "};")
    rows.append(f'    {{"{name[:-4]}", net_{i}, sizeof net_{i}}},')
out.append("const struct net_file net_files[] = {\n" + "\n".join(rows + ["    {NULL, NULL, 0},"]) + "\n};")
with open(c, "w") as file:
    file.write("\n".join(out) + "\n")

# The folder too: a new file counts without configuring anew.
with open(depfile, "w") as file:
    file.write(" ".join([f"{c}:", folder] + [os.path.join(folder, name) for name in names]) + "\n")
