#!/usr/bin/env python3
"""Writes the files of a folder as C, for src/server/files.c: constants, which cost no memory until somebody asks for them.
NAME.br and NAME.gz are encodings of NAME. Usage: embed-files FOLDER OUT DEPFILE"""
import hashlib, pathlib, re, sys

TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
         "json": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
         "net": "application/octet-stream", "png": "image/png", "wasm": "application/wasm", "woff2": "font/woff2"}
HASHED = re.compile(r"-[0-9A-Z]{8}\.")
ESCAPES = [chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in range(256)]
LINE = 100  # bytes


def literal(content):
    lines = (content[at:at + LINE] for at in range(0, len(content), LINE))
    return "\n".join('"' + "".join(ESCAPES[byte] for byte in line) + '"' for line in lines)


def write(folder, out):
    names = sorted(p.name for p in folder.iterdir() if p.suffix not in (".br", ".gz"))
    out.write('#include "server/inside.h"\n\nconst struct file page_files[] = {\n')
    for name in names:
        tag = hashlib.sha256((folder / name).read_bytes()).hexdigest()[:16]
        kept = "true" if HASHED.search(name) else "false"
        out.write(f'{{.name = "{name}", .type = "{TYPES[name.rpartition(".")[2]]}", .tag = "{tag}", .for_good = {kept}, .as = {{\n')
        plain = (folder / name).read_bytes()
        for place, end in enumerate((".br", ".gz", "")):
            path = folder / (name + end)
            content = path.read_bytes() if path.exists() else plain
            if not end or len(content) < len(plain):
                out.write(f"[{place}] = {{{len(content)},\n{literal(content)}}},\n")
        out.write("}},\n")
    out.write("{0}};\n")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, target, depfile = map(pathlib.Path, sys.argv[1:])
    if not (folder / "index.html").exists():
        sys.exit(f"embed-files: {folder} has no index.html; expected the page of a build: `make all` makes one")
    with open(target, "w", encoding="ascii") as out:
        write(folder, out)
    depfile.write_text(f"{target}: {folder} {' '.join(sorted(map(str, folder.iterdir())))}\n")


if __name__ == "__main__":
    main()
