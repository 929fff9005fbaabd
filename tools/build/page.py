#!/usr/bin/env python3
"""Makes the page that the server serves: web/ as files, each also compressed, in a folder. The same input gives the same bytes.

A name with a hash never has other contents: browsers keep such a file for good. In the source these names are
    WASM_FILE    the program inside the page, and
    WORKER_FILE  the worker, and
    TEXT_FILES   rules and lessons by language, in JSON, and
    WORD_FILES   what the page says in other languages, likewise: all four for what is bundled from web/src/main.js
and for web/sw.js PAGE_FILES, what is kept for the time without a network, PAGE_WORDS by language, of which those are kept that
are spoken, PAGE_TEXTS, of which an installed page has those of its language,
PAGE_VERSION, what all files are together, and PAGE_INTEGRITY, what index.html has to be. The names `main.js` and `style.css`
in web/index.html become those with a hash, as do those of fonts there and in style sheets; its VERSION becomes the version.

Usage: page SOURCE FOLDER STAMP DEPFILE [WASM]"""
import base64, concurrent.futures, gzip, hashlib, json, pathlib, re, subprocess, sys, tempfile

WHOLE = ("--bundle", "--minify", "--charset=utf8", "--legal-comments=none", "--log-level=warning", "--target=es2022")
LANGUAGES = ("en", "de")
ICONS = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}  # a phone's home screen wants pixels
PACKED = (".net", ".png", ".woff2")  # already as small as they get


def short_hash(content):
    """As esbuild has them."""
    return base64.b32encode(hashlib.sha256(content).digest())[:8].decode()


def hashed(name, content):
    stem, _, end = name.rpartition(".")
    return f"{stem}-{short_hash(content)}.{end}"


def closely(found):
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


class Page:
    """Files by name, and what they are made of."""

    def __init__(self, source):
        self.web = source / "web"
        self.files, self.inputs = {}, set()

    def read(self, name):
        self.inputs.add(self.web / name)
        return (self.web / name).read_bytes()

    def bundle(self, *entries, names="[name]-[hash]", words=None, stdin=None):
        """Runs esbuild; returns the name that each entry has got, and what it loads at once."""
        defines = [f"--define:{key}={json.dumps(value)}" for key, value in (words or {}).items()]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["esbuild", *entries, *WHOLE, *defines, f"--entry-names={names}", "--chunk-names=[name]-[hash]",
                            "--format=esm", "--splitting", f"--outdir={folder}", f"--metafile={folder}/meta"],
                           check=True, cwd=self.web)
            made = json.loads(pathlib.Path(folder, "meta").read_bytes())
            self.inputs.update(self.web / name for name in made["inputs"] if not name.startswith("<define:"))
            at = {pathlib.Path(folder, pathlib.Path(path).name): out for path, out in made["outputs"].items()}
            self.files.update({path.name: path.read_bytes() for path in at})
        return {out["entryPoint"]: (path.name, static_imports(made["outputs"], out))
                for path, out in at.items() if out.get("entryPoint")}

    def add_fonts(self):
        """Those of web/fonts: what they are called there, and here."""
        self.inputs.add(self.web / "fonts")
        return {path.name: self.add_hashed(path.name, self.read(f"fonts/{path.name}"))
                for path in sorted((self.web / "fonts").glob("*.woff2"))}

    def add_style(self, fonts):
        """All of web/style: base.css, then the others by their names."""
        folder = self.web / "style"
        self.inputs.add(folder)  # it changes when a file comes
        sheets = sorted(folder.glob("*.css"), key=lambda path: (path.name != "base.css", path.name))
        self.inputs.update(sheets)
        made = subprocess.run(["esbuild", *WHOLE, "--loader=css", "--external:*.woff2"], check=True, cwd=folder, stdout=subprocess.PIPE,
                              input="".join(f'@import "./{path.name}";\n' for path in sheets).encode())
        return self.add_hashed("style.css", renamed(made.stdout.decode(), fonts).encode())

    def add_hashed(self, name, content):
        name = hashed(name, content)
        self.files[name] = content
        return name

    def add_texts(self):
        """What people read only if they want to, and in one language: lang/texts/LANGUAGE, and the remarks of lessons in it."""
        folder = self.web.parent / "lang/texts"
        found = {}
        for path in sorted(folder.glob("*/*.txt")):
            self.inputs.update((path, path.parent))
            for language in LANGUAGES:
                other = "|".join(set(LANGUAGES) - {language})
                if path.parent.name in ("lesson", language):
                    words = re.sub(f"(?m)^# (?:{other})(?: tip:|[:?]).*\\n", "", path.read_text())
                    found.setdefault(language, {})[f"{path.parent.name}/{path.stem}"] = words
        return {language: "./" + self.add_hashed(f"texts-{language}.json", closely(texts))
                for language, texts in found.items()}

    def add_words(self):
        """What the page says in other languages: web/words."""
        folder = self.web / "words"
        self.inputs.add(folder)
        return {path.stem: "./" + self.add_hashed(path.name, closely(json.loads(self.read(f"words/{path.name}"))))
                for path in sorted(folder.glob("*.json"))}

    def add_nets(self):
        """Networks by which bots play, of data/nets: each comes when it is first wanted."""
        folder = self.web.parent / "data/nets"
        self.inputs.add(folder)
        found = sorted(folder.glob("*.net"))
        self.inputs.update(found)
        return {path.stem: "./" + self.add_hashed(path.name, path.read_bytes()) for path in found}

    def add_icons(self):
        icon = self.files["icon.svg"] = self.read("icon.svg")
        for name, size in ICONS.items():
            self.files[name] = subprocess.run(["rsvg-convert", f"--width={size}", f"--height={size}"], input=icon,
                                              check=True, stdout=subprocess.PIPE).stdout

    def version(self):
        return short_hash(b"".join(name.encode() + hashlib.sha256(self.files[name]).digest() for name in sorted(self.files)))


def renamed(text, names):
    for name, other in names.items():
        text = text.replace(name, other)
    return text


def static_imports(outputs, out):
    """Names of what a bundle needs before it can begin."""
    found = []
    for link in out["imports"]:
        if link["kind"] == "import-statement":
            name = pathlib.Path(link["path"]).name
            for each in (name, *static_imports(outputs, outputs[link["path"]])):
                if each not in found:
                    found.append(each)
    return found


def make(source, wasm):
    page, words, texts, nets = Page(source), {}, {}, {}
    if wasm:
        page.inputs.add(wasm)
        words["WASM_FILE"] = "./" + page.add_hashed("pairs.wasm", wasm.read_bytes())
        nets = page.add_nets()
        worker, _ = page.bundle("src/worker.js", words={"NET_FILES": json.dumps(nets)})["src/worker.js"]
        words["WORKER_FILE"] = "./" + worker
        texts = page.add_texts()
        words["TEXT_FILES"] = json.dumps(texts)  # in a string: esbuild makes a file of an object
    spoken = page.add_words()
    words["WORD_FILES"] = json.dumps(spoken)
    main, first = page.bundle("src/main.js", words=words)["src/main.js"]
    fonts = page.add_fonts()
    style = page.add_style(fonts)
    page.add_icons()
    page.files["manifest.webmanifest"] = page.read("manifest.webmanifest")
    index = renamed(page.read("index.html").decode(), {"main.js": main, "style.css": style, **fonts})
    preload = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in first)
    index = index.replace("</head>", preload + "</head>")
    page.files["index.html"] = index.encode()
    version = page.version()
    later = (*texts.values(), *spoken.values(), *nets.values())
    kept = [f"./{name}" for name in sorted(page.files) if name not in ("index.html", *ICONS) and f"./{name}" not in later]
    opened = page.files["index.html"] = index.replace("VERSION", version).encode()
    page.files["version.json"] = json.dumps({"version": version}).encode() + b"\n"
    integrity = "sha256-" + base64.b64encode(hashlib.sha256(opened).digest()).decode()
    page.bundle("sw.js", names="[name]", words={"PAGE_FILES": kept, "PAGE_WORDS": spoken, "PAGE_TEXTS": texts, "PAGE_VERSION": version,
                                                "PAGE_INTEGRITY": integrity})
    return page


def compress(path, content):
    """Leaves what is there already: a hash in a name, or the same contents."""
    beside = [path.with_name(path.name + end) for end in (".br", ".gz")]
    if path.exists() and path.read_bytes() == content and (path.suffix in PACKED or all(p.exists() for p in beside)):
        return
    path.write_bytes(content)
    if path.suffix not in PACKED:
        subprocess.run(["brotli", "--best", "--force", f"--output={beside[0]}", path], check=True)
        beside[1].write_bytes(gzip.compress(content, 9, mtime=0))


def write(page, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in page.files and path.name.removesuffix(".br").removesuffix(".gz") not in page.files:
            path.unlink()
    with concurrent.futures.ThreadPoolExecutor() as crew:
        list(crew.map(lambda name: compress(folder / name, page.files[name]), page.files))


def main():
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    source, folder, stamp, depfile, *wasm = map(pathlib.Path, sys.argv[1:])
    page = make(source, wasm[0] if wasm else None)
    write(page, folder)
    depfile.write_text(f"{stamp}: {' '.join(sorted(map(str, page.inputs)))}\n")
    stamp.write_text("")


if __name__ == "__main__":
    main()
