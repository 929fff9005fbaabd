#!/usr/bin/env python3
"""Makes web/fonts/*.woff2 and web/src/art/digits.js anew: needed only for other letters, or for a new edition of the fonts.

From the fonts as they are packed for npm, only the letters, the signs and the weights are kept that the page shows; the digits
are taken as outlines, too, because a picture inside of a style sheet cannot have a font. Needs npm, and Debian's
python3-fonttools and python3-brotli. The same editions give the same bytes. Usage: fonts"""
import io, pathlib, subprocess, tarfile, tempfile
from fontTools import subset, ttLib
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.varLib import instancer

WEB = pathlib.Path(__file__).resolve().parents[2] / "web"
# English, German, the accents of their neighbours' names, and what stands between words.
LETTERS = [*range(0x20, 0x7f), 0xa0, 0xb0, 0xb1, 0xb7, 0xbd, *range(0xc0, 0x100), *map(ord, "–—‘’‚“”„…•−‹›«»€")]
# What of a font is kept: an axis at one place, or between two.
FONTS = {
    "fraunces": ("@fontsource-variable/fraunces@5.3.0", "fraunces-latin-full-normal",
                 {"opsz": 36, "SOFT": 60, "WONK": 0, "wght": 600}),
    "figtree": ("@fontsource-variable/figtree@5.3.0", "figtree-latin-wght-normal", {"wght": (400, 700)}),
}
DIGITS = {"opsz": 60, "SOFT": 40, "WONK": 0, "wght": 640}
HIGH = 100  # units from the foot of a digit to its head


def fetch(package, name):
    """The font and its licence."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", package], check=True, cwd=folder, stdout=subprocess.DEVNULL)
        with tarfile.open(next(pathlib.Path(folder).glob("*.tgz"))) as packed:
            return tuple(packed.extractfile(f"package/{path}").read() for path in (f"files/{name}.woff2", "LICENSE"))


def load(packed):
    return ttLib.TTFont(io.BytesIO(packed), recalcTimestamp=False)


def reduce(packed, axes):
    font = instancer.instantiateVariableFont(load(packed), axes)
    if "gvar" in font:
        for name in font.getGlyphOrder():
            font["gvar"].variations.setdefault(name, [])  # the subsetter expects what the font leaves out
    options = subset.Options(layout_features=["kern", "liga", "tnum", "mark", "mkmk", "ccmp", "rvrn"], hinting=False,
                             name_IDs=[0, 1, 2, 13, 14], notdef_outline=True, flavor="woff2")
    keeper = subset.Subsetter(options)
    keeper.populate(unicodes=LETTERS)
    keeper.subset(font)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def outlines(packed):
    """Each digit as a path that stands on 0 and is HIGH units high, and how wide it is."""
    font = instancer.instantiateVariableFont(load(packed), DIGITS)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    bounds = font["glyf"][names[ord("1")]]
    scale = HIGH / bounds.yMax
    for digit in "0123456789":
        name = names[ord(digit)]
        glyph = font["glyf"][name]
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, -glyph.xMin * scale, 0)))
        yield round((glyph.xMax - glyph.xMin) * scale), pen.getCommands()


def write_digits(packed):
    lines = "".join(f"    [{width}, '{path}'],\n" for width, path in outlines(packed))
    (WEB / "src/art/digits.js").write_text(
        "/** The digits of Fraunces as outlines, made by tools/build/fonts.py: each with its width, on a line at 0, 100 high. */\n"
        f"export const DIGITS = [\n{lines}];\n")


def main():
    for name, (package, file, axes) in FONTS.items():
        packed, licence = fetch(package, file)
        made = reduce(packed, axes)
        (WEB / f"fonts/{name}.woff2").write_bytes(made)
        (WEB / f"fonts/{name}-OFL.txt").write_bytes(licence)
        print(f"{name}: {len(made)} bytes")
        if name == "fraunces":
            write_digits(packed)


if __name__ == "__main__":
    main()
