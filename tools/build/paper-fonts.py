#!/usr/bin/env python3
"""Makes src/print/fonts anew from web/fonts, after tools/build/fonts.py has changed those: each weight is a font of its own there, because
cairo embeds no font that varies. Needs Debian's python3-fonttools and python3-brotli. Usage: paper-fonts"""
import pathlib
from fontTools import ttLib
from fontTools.varLib import instancer

ROOT = pathlib.Path(__file__).resolve().parents[2]
FONTS = {"Fraunces": ("fraunces", None), "Figtree": ("figtree", 400), "Figtree SemiBold": ("figtree", 600), "Figtree Bold": ("figtree", 700)}
FAMILY, STYLE, FULL, POSTSCRIPT = 1, 2, 4, 6


def main():
    for family, (source, weight) in FONTS.items():
        font = ttLib.TTFont(ROOT / f"web/fonts/{source}.woff2", recalcTimestamp=False)
        if weight:
            instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
        font["OS/2"].usWeightClass = 400  # they are told apart by their names
        for number, words in ((FAMILY, family), (STYLE, "Regular"), (FULL, family), (POSTSCRIPT, family.replace(" ", ""))):
            font["name"].setName(words, number, 3, 1, 0x409)
        font.flavor = None
        font.save(ROOT / f"src/print/fonts/{family.lower().replace(' ', '-')}.ttf")


if __name__ == "__main__":
    main()
