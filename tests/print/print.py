#!/usr/bin/env python3
"""The games on paper, as a printer and scissors would find them: sizes, backs, words that are whole and apart.
Skipped where the program prints nothing, or poppler is missing. Usage: print.py PROGRAM PRINTS"""
import concurrent.futures, pathlib, re, shutil, struct, subprocess, sys, tempfile, xml.etree.ElementTree as xml

PROGRAM, PRINTS = sys.argv[1:]
SKIPPED = 77
MM = 72 / 25.4  # points of a millimetre
CARD = 63.5, 88.9
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
DOTS = 300 / 25.4  # of a millimetre in pictures


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True)


def make(path, *words):
    done = run("print", *words, "--out", str(path))
    assert done.returncode == 0, (words, done.stderr)
    return path.read_bytes()


def boxes(path):
    """Pages: their width and height, and the words on them with their edges; all in millimetres."""
    text = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True).stdout.decode()
    space = "{http://www.w3.org/1999/xhtml}"
    for page in xml.fromstring(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)).iter(space + "page"):
        words = [(word.text, *(float(word.get(edge)) / MM for edge in ("xMin", "yMin", "xMax", "yMax"))) for word in page.iter(space + "word")]
        yield float(page.get("width")) / MM, float(page.get("height")) / MM, words


def check_words(path, margin):
    """Every word lies within the margins, and none on another; letters do not fill the height of their boxes."""
    for wide, high, words in boxes(path):
        assert words or path.name.startswith("deck"), f"{path.name}: an empty page"
        kept = sorted((top + (bottom - top) / 4, bottom - (bottom - top) / 4, left + 0.1, right - 0.1, word) for word, left, top, right, bottom in words)
        for i, (top, bottom, left, right, word) in enumerate(kept):
            assert margin <= left and right <= wide - margin and margin <= top and bottom <= high - margin + 6, f"{path.name}: '{word}' is not within the margins"
            for other in kept[i + 1:]:
                if other[0] >= bottom:
                    break
                assert other[2] >= right or other[3] <= left, f"{path.name}: '{word}' lies on '{other[4]}'"


# The last two words of paragraphs that end with a colon.
TEXTS = pathlib.Path(__file__).parents[2] / "lang/texts"
LEADS = {lead for text in TEXTS.glob("*/*.txt") for lead in re.findall(r"(\S+)\s(\S+:)\n(?=[\n|-])", text.read_text())}


def check_leads(path, columns):
    """Words that lead to a table or list have it below them in their column."""
    for wide, high, words in boxes(path):
        foot = max((word[2] for word in words), default=0) - 1
        for before, (word, left, top, right, bottom) in zip(words, words[1:]):
            column = int(left * columns / wide)
            assert (before[0], word) not in LEADS or any(int(other[1] * columns / wide) == column and (top + 1 < other[2] < foot or other[1] > right and abs(other[2] - top) < 1)
                                                 for other in words), f"{path.name}: '{word}' leads to nothing"


def picture(path, page, colour=""):
    """One page at 300 dpi: its width, height and bytes, of grey or of three colours."""
    kind = [] if colour else ["-gray"]
    done = subprocess.run(["pdftoppm", "-r", "300", "-f", str(page), "-l", str(page), *kind, path], capture_output=True, check=True).stdout
    head = re.match(rb"P[56]\s+(\d+)\s+(\d+)\s+255\s", done)
    return int(head[1]), int(head[2]), done[head.end():]


def runs(values, dark):
    """Where values are dark, from and to, in millimetres."""
    found, begun = [], None
    for i, value in enumerate([*values, 255]):
        if (value < dark) != (begun is not None):
            if begun is None:
                begun = i
            else:
                found.append((begun / DOTS, i / DOTS))
                begun = None
    return found


def near(a, b):
    return abs(a - b) <= 0.5


def deck_has_55_cards(folder):
    for paper, size in PAPERS.items():
        path = folder / f"deck-{paper}.pdf"
        make(path, "deck", "--paper", paper)
        counts = {}
        for page, (wide, high, words) in enumerate(boxes(path)):
            assert near(wide, size[0]) and near(high, size[1]), (wide, high)
            large = [word for word in words if word[4] - word[2] > 12]
            assert page % 2 == 0 or not large
            places = {(int((left - (wide - 3 * CARD[0]) / 2) // CARD[0]), int((top - (high - 3 * CARD[1]) / 2) // CARD[1])) for _, left, top, _, _ in large}
            assert len(places) == len(large), "two cards in one place"
            for word in large:
                counts[int(word[0])] = counts.get(int(word[0]), 0) + 1
        assert page == 13 and counts == {rank: rank for rank in range(1, 11)}, counts


def cards_have_their_size(folder):
    """By the marks to cut along, and the grounds of the backs, which lie 7 % within the cards."""
    for paper in PAPERS:
        path = folder / f"deck-{paper}.pdf"
        wide, high, dots = picture(path, 1)
        left, top = (wide / DOTS - 3 * CARD[0]) / 2, (high / DOTS - 3 * CARD[1]) / 2
        row = int((top - 3) * DOTS)
        across = [sum(mark) / 2 for mark in runs(dots[row * wide:(row + 1) * wide], 230)]
        down = [sum(mark) / 2 for mark in runs(dots[int((left - 3) * DOTS)::wide], 230)]
        assert len(across) == 4 and all(near(b - a, CARD[0]) for a, b in zip(across, across[1:])), across
        assert len(down) == 4 and all(near(b - a, CARD[1]) for a, b in zip(down, down[1:])), down
        wide, high, dots = picture(path, 2)
        row = int((top + CARD[1] / 3) * DOTS)
        grounds = runs(dots[row * wide:(row + 1) * wide], 128)
        for i in range(3):  # the first dark place of a card is where its ground begins
            begins = min(from_ for from_, _ in grounds if from_ > left + i * CARD[0])
            ends = max(to for _, to in grounds if to < left + (i + 1) * CARD[0])
            assert near(begins, across[i] + 0.07 * CARD[0]) and near(ends, across[i + 1] - 0.07 * CARD[0]), (begins, ends)
            mirrored = wide / DOTS - (across[2 - i] + across[3 - i]) / 2
            assert near((begins + ends) / 2, mirrored), "a back is not where its front is"


def backs_follow_their_fronts(folder):
    """The last sheet has one card, of which the back is green, and eight for reference, of which they are red."""
    for edge, place in (("long", (2, 0)), ("short", (0, 2))):
        path = folder / f"deck-{edge}.pdf"
        make(path, "deck", "--duplex", edge)
        wide, high, dots = picture(path, 14, "rgb")
        green = set()
        for row in range(3):
            for column in range(3):
                x = (wide / DOTS - 3 * CARD[0]) / 2 + (column + 0.09) * CARD[0]
                y = (high / DOTS - 3 * CARD[1]) / 2 + (row + 0.5) * CARD[1]
                at = 3 * (int(y * DOTS) * wide + int(x * DOTS))
                if dots[at] < dots[at + 1]:
                    green.add((column, row))
        assert green == {place}, (edge, green)


def every_sheet_is_whole(folder):
    sheets = folder / "sheets"
    sheets.mkdir()
    subprocess.run([PRINTS, sheets], check=True)
    make(folder / "booklet-en.pdf", "booklet")
    done = run("--lang", "de", "print", "booklet", "--paper", "letter")
    (folder / "booklet-de.pdf").write_bytes(done.stdout)
    with concurrent.futures.ThreadPoolExecutor(2) as several:
        jobs = [several.submit(check_words, path, 13) for path in sheets.iterdir()]
        jobs += [several.submit(check_words, folder / name, 11) for name in ("booklet-en.pdf", "booklet-de.pdf")]
        jobs += [several.submit(check_leads, path, 2) for path in sheets.glob("*-rules-*")]
        jobs += [several.submit(check_leads, folder / name, 1) for name in ("booklet-en.pdf", "booklet-de.pdf")]
        jobs += [several.submit(check_words, folder / f"deck-{paper}.pdf", 4) for paper in PAPERS]
        for job in jobs:
            job.result()
    assert len(jobs) > 90, len(jobs)


def a_booklet_can_be_folded(folder):
    for name in ("en", "de"):
        pages = list(boxes(folder / f"booklet-{name}.pdf"))
        assert len(pages) % 4 == 0, len(pages)
        starts = {int(words[-1][0]) for _, _, words in pages[2:-1] if words[-1][0].isdigit()}
        assert starts == set(range(3, len(pages))), "the pages are not numbered"


def all_words_are_on_the_sheet(folder):
    for language, end in (("en", "DECISIONS"), ("de", "ENTSCHEIDUNGEN")):
        for game in ("pairs", "medusa", "goblin-poker"):
            rules = run("--lang", language, "rules", game).stdout.decode().split(end)[0].split("\n\n", 1)[1]
            there = {word[0] for _, _, words in boxes(folder / f"sheets/{language}-rules-{game}-0.pdf") for word in words}
            for block in re.split(r"\n\n", rules):
                missing = {word for word in block.split() if "-" not in word} - there - {"|"}
                assert not missing or "'pairs" in rules, (game, missing)


def fonts_are_embedded(folder):
    for path in (folder / "deck-a4.pdf", folder / "booklet-de.pdf", folder / "sheets/de-rules-pairs-0.pdf"):
        table = subprocess.run(["pdffonts", path], capture_output=True, check=True).stdout.decode().splitlines()[2:]
        assert table
        for line in table:
            assert re.search(r"\+(Fraunces|Figtree)\w* .* yes yes yes ", line), line


def options_are_told(folder):
    make(folder / "options.pdf", "rules", "melee", "-n", "4", "-o", "target=20")
    text = " ".join(word[0] for _, _, words in boxes(folder / "options.pdf") for word in words)
    assert "4 players" in text and "target 20" in text and "20" in text, text[:300]
    check_words(folder / "options.pdf", 13)


def the_same_words_give_the_same_bytes(folder):
    assert (folder / "deck-a4.pdf").read_bytes() == (folder / "deck-long.pdf").read_bytes()
    assert make(folder / "one", "rules", "octopus") == run("print", "rules", "octopus").stdout


def pictures_are_as_tabletops_want_them(folder):
    assert struct.unpack(">II", make(folder / "cards.png", "cards")[16:24]) == (4000, 3920)
    assert struct.unpack(">II", make(folder / "back.png", "back")[16:24]) == (1000, 1400)


def mistakes_are_named(folder):
    for words, message in (
            (["menu"], "'menu' cannot be printed; expected deck"), (["deck", "--paper", "a5"], "no paper 'a5'; expected a4 or letter"),
            (["deck", "--duplex", "top"], "no edge 'top'; expected long or short"), (["deck", "pairs"], "'deck' is about all games"),
            (["booklet", "-n", "3"], "'booklet' is about all games"), (["rules"], "'rules' is about one game; expected its name"),
            (["rules", "tennis"], "no game 'tennis'"), (["rules", "pairs", "-n", "20"], "players"), ([], "WHAT is missing")):
        done = run("print", *words)
        assert done.returncode == 2 and message in done.stderr.decode() and not done.stdout, (words, done)
    done = run("print", "back", "--out", str(folder / "nowhere/back.png"))
    assert done.returncode == 1 and b"nowhere/back.png" in done.stderr, done


def main():
    possible = run("print", "back")
    if possible.returncode:
        assert possible.returncode == 1 and b"install pairs-print, or build it again with libcairo2-dev" in possible.stderr, possible.stderr
        sys.exit(SKIPPED)
    if not shutil.which("pdftoppm"):
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for check in (deck_has_55_cards, cards_have_their_size, backs_follow_their_fronts, every_sheet_is_whole, a_booklet_can_be_folded, all_words_are_on_the_sheet,
                      fonts_are_embedded, options_are_told, the_same_words_give_the_same_bytes, pictures_are_as_tabletops_want_them, mistakes_are_named):
            check(folder)
            print(check.__name__.replace("_", " "))


if __name__ == "__main__":
    main()
