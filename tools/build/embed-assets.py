#!/usr/bin/env python3
"""Writes the fonts and drawings of folders as C, for src/print/inside.h. Usage: embed-assets OUT DEPFILE FOLDER..."""
import pathlib, sys

ESCAPES = [chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in range(256)]
LINE = 100  # bytes


def literal(content):
    lines = (content[at:at + LINE] for at in range(0, len(content), LINE))
    return "\n".join('"' + "".join(ESCAPES[byte] for byte in line) + '"' for line in lines)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    folders = [pathlib.Path(name) for name in sys.argv[3:]]
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in (".svg", ".ttf")]
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write('#include "print/inside.h"\n\nconst struct asset assets[] = {\n')
        for path in files:
            content = path.read_bytes()
            out.write(f'{{"{path.name}", {len(content)},\n{literal(content)}}},\n')
        out.write("{0}};\n")
    # The folders too: a new file counts without configuring anew.
    pathlib.Path(sys.argv[2]).write_text(f"{sys.argv[1]}: {' '.join(map(str, folders + files))}\n")


if __name__ == "__main__":
    main()
