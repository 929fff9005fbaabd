#!/usr/bin/env python3
"""Measures the bots in every game and writes docs/strength.md, or which levels of those that look ahead are merged.

usage: tools/measure/strength.py [--quick | --seconds S] [--games N] [--players N,N...] [--seed S] [--out FILE]
                      [--column NAME,NAME...] [GAME...]
       tools/measure/strength.py --levels [...]   finds the levels (search-1 to search-8) that are not apart and writes
                      src/bots/levels.inc; tools/measure/levels.py finds as which bots levels play

Without GAME all games of `pairs list` that are no presets, for 2, 3, 4 and 6 players (2, 3 and 4 with --levels). A
comparison ends after --games games, or after --seconds of one core (with --levels also at the verdict of the sequential
test); level 8 against hint, against looking ahead, and the search for what exploits it may take three times as long. --quick
is --seconds 1. As many comparisons run at a time as there are cores (--jobs). What was measured is kept in build/strength
as long as the program stays the same, so that an interrupted run goes on where it was; one that was cut short by the
time is taken up again when there is more of it. Games that were not asked for keep their rows in the file, and with
--column, which is 8:hint or other headings of the table, the rows keep all other cells. What stands under "## Notes"
is written by hand, and kept.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time

LEVELS = range(1, 9)
ELO = 30  # of the sequential test: a difference of 20 or more is mostly found to be one
ENOUGH = 20  # Elo by which levels must be apart
THUMB = 9  # in place of a level: the rule of thumb
FEW = 40  # games, of which it is not believed that the best level is weaker than another
QUICK = 1  # seconds
SIZES = (2, 3, 4, 6)
LONGER = 3  # times as long for what is asked first: whether level 8 is stronger than hint, and what exploits it
EXPLOIT_GAMES = 2000
ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAIRS = os.environ.get("PAIRS", os.path.join(ROOT, "build", "pairs"))
KEPT = os.path.join(ROOT, "build", "strength")
INC = os.path.join(ROOT, "src", "bots", "levels.inc")
PLAYS = os.path.join(ROOT, "src", "bots", "levels-net.inc")
NOTES = "## Notes\n"
BEST = "8"
FORMER = "search-8"  # the best one that has learned nothing
STEPS = [f"{k + 1}:{k}" for k in LEVELS[:-1]]
COLUMNS = [f"{BEST}:hint", f"{BEST}:{FORMER}", "1:random", *STEPS]
WAY = "way"  # how far levels have come, from random to the best
EXPLOIT = "exploit 8"
HEADINGS = COLUMNS + [WAY, EXPLOIT]


def write(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def ask(*words):
    return json.loads(subprocess.run([PAIRS, *words], check=True, stdout=subprocess.PIPE).stdout)


def processor_seconds(process):
    """What a running program has used of one core, so that other work on the machine does not shorten its time."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Lab:
    """Runs the program and keeps what it has answered."""

    def __init__(self, asked):
        with open(PAIRS, "rb") as file:
            self.version = hashlib.sha256(file.read()).hexdigest()[:16]
        self.asked = asked
        self.running = set()
        self.ended = False
        os.makedirs(os.path.join(KEPT, self.version), exist_ok=True)

    def measured(self, words, seconds):
        """The object that a command prints, with `seconds` if the time has cut it short; None if it came to nothing."""
        name = re.sub(r"[^a-z0-9:,-]+", "_", " ".join(words))
        path = os.path.join(KEPT, self.version, name + ".json")
        try:
            with open(path, encoding="utf-8") as file:
                kept = json.load(file)
            if not kept["cut"] or kept["cut"] >= seconds:
                return kept["answer"]
        except FileNotFoundError:
            pass
        answer, cut = self.run(words, seconds)
        if not self.ended:
            write(path, json.dumps({"answer": answer, "cut": cut}))
        return answer

    def run(self, words, seconds):
        process = subprocess.Popen(["nice", PAIRS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.running.add(process)
        cut = 0
        if self.ended:
            process.kill()
        while True:
            try:
                out, said = process.communicate(timeout=0.25)
                break
            except subprocess.TimeoutExpired:
                if not cut and processor_seconds(process) >= seconds:
                    cut = seconds
                    process.send_signal(signal.SIGINT)
        self.running.discard(process)
        if process.returncode == 2:
            raise SystemExit(f"strength: {' '.join(words)}: {said.decode()}")
        return (json.loads(out) if process.returncode == 0 and out else None), cut

    def end(self):
        self.ended = True
        for process in list(self.running):
            process.kill()

    def arena(self, game, players, first, second, longer=1, to_verdict=False):
        words = ["arena", game, "-n", str(players), "--bots", f"{first},{second}", "--games", str(self.asked.games),
                 "--seed", str(self.asked.seed), "--threads", "1", "--json"]
        words += ["--sprt", str(ELO)] if to_verdict else []
        return self.measured(words, self.asked.seconds * longer)

    def exploit(self, game, players, best):
        """It keeps to its time by itself, and measures what it has found in a third of it."""
        limit = max(2, round(self.asked.seconds * LONGER))
        words = ["exploit", game, "-n", str(players), "--bot", best, "--games", str(EXPLOIT_GAMES),
                 "--time", str(limit), "--seed", str(self.asked.seed), "--threads", "1", "--json"]
        simple = [] if best == FORMER else ["--trial", best]
        pupil = ["--learn"] + ([] if best != FORMER else ["--trial", "net"])
        found = [self.measured(words + way, limit * 3 + 30) for way in (simple, pupil)]
        return max((result for result in found if result and result["value"] is not None), key=gain, default=None)


class Progress:
    def __init__(self, total):
        self.total, self.done, self.begun = total, 0, time.monotonic()

    def step(self, name):
        self.done += 1
        if sys.stderr.isatty():
            left = (time.monotonic() - self.begun) / self.done * (self.total - self.done)
            bar = "#" * (30 * self.done // self.total)
            line = f"[{bar:30}] {self.done} of {self.total}, {left / 60:.0f} min left: {name}"
            print(f"\r{line[:100]:100}", end="\n" if self.done == self.total else "", file=sys.stderr, flush=True)


# --- What the figures say ---------------------------------------------------------------------------------------------


def is_stronger(result):
    """By the sequential test. Where the time was up before it could tell, by what was seen so far."""
    if not result or result["sprt"]["verdict"] != "undecided":
        return bool(result) and result["sprt"]["verdict"] == "H1"
    return (result["bots"][0]["elo"] or 0) >= ENOUGH


def verdict(result):
    """Stronger, weaker or even, by the 95% interval of what the game is about: chips, games won or lost."""
    if not result or result["bots"][0]["ahead_error"] is None:
        return "?"
    bot = result["bots"][0]
    value, error = bot["ahead"], bot["ahead_error"]
    return "stronger" if value > error else "weaker" if value < -error else "even"


def cell(result):
    if verdict(result) == "?":
        return "?"
    bot = result["bots"][0]
    unit, sign, digits = (1, "", 1) if result["counts"] == "chips" else (100, " %", 1)
    return f"{bot['ahead'] * unit:+.{digits}f} ± {bot['ahead_error'] * unit:.{digits}f}{sign} ({result['games']})"


def gain(result):
    """What was found against a bot, beside what there is among equals."""
    return (result["value"] - result["fair"]) * (-1 if result["counts"] == "lost" else 1)


def exploit_cell(result):
    if not result or result.get("value") is None:
        return "?"
    if result["counts"] == "chips":
        return f"{result['value']:+.1f} chips ({result['low']:+.1f} to {result['high']:+.1f})"
    return f"{100 * result['value']:.0f} % {result['counts']}, fair {100 * result['fair']:.0f} ({100 * result['low']:.0f} to {100 * result['high']:.0f})"


# --- Merged levels ----------------------------------------------------------------------------------------------------


def find_merged(lab, game, players):
    """Upward: a level that is not stronger than the one before plays as that one. Those at the top play as the best, if
    that is no weaker than the lowest of them, or by the rule of thumb if that beats the best. A beginner stays a beginner, even where nobody could tell."""
    lowest, plays_as, last = 1, [1], None
    for level in LEVELS[1:]:
        last = lab.arena(game, players, f"level:{level}", f"level:{lowest}", to_verdict=True)
        lowest = level if is_stronger(last) else lowest
        plays_as.append(lowest)
    weaker = verdict(last) == "weaker" and last["games"] >= FEW
    best = lowest if weaker else 8
    thumb = lab.arena(game, players, f"level:{best}", "hint", LONGER, to_verdict=True)
    if verdict(thumb) == "weaker" and thumb["games"] >= FEW:
        best = THUMB
    return [1] + [best if level == lowest else level for level in plays_as[1:]]


def rows_of_levels():
    """As which bots the levels of each table play."""
    with open(PLAYS, encoding="utf-8") as file:
        found = re.findall(r'^    \{"([a-z-]+)",\s+(\d),\s+\{([^}]*)\}\},$', file.read(), re.M)
    return {(game, int(players)): re.findall(r'"([^"]*)"', names) for game, players, names in found}


def rows_of_inc():
    with open(INC, encoding="utf-8") as file:
        found = re.findall(r'^    \{"([a-z-]+)", (\d), \{([\d, ]+)\}\},$', file.read(), re.M)
    return {(game, int(players)): [int(level) for level in levels.split(", ")] for game, players, levels in found}


def write_inc(rows, order):
    lines = ["/* Written by `tools/measure/strength.py --levels`, not by hand: the game, how many play, and as which\n"
             " * level each from 1 to 8 plays, of which 9 is the rule of thumb. */\n"]
    for game, players in sorted(rows, key=lambda row: (order.index(row[0]), row[1])):
        lines.append(f'    {{"{game}", {players}, {{{", ".join(map(str, rows[game, players]))}}}}},\n')
    write(INC, "".join(lines))


# --- The page ---------------------------------------------------------------------------------------------------------


def rows_of_page(text):
    """The rows of the table that is there, by game and players."""
    found = re.findall(r"^(\| ([a-z-]+) \| (\d) \| .*\|)$", text, re.M)
    return {(game, int(players)): line for line, game, players in found if line.count("|") == len(HEADINGS) + 4}


def budget_of(asked, text):
    """What a row was allowed to take; that of the run before where only a column is new."""
    before = re.search(r"^Made by `tools/measure/strength.py ([^`]*)`", text, re.M)
    if asked.column and before:
        return before[1]
    return f"--seconds {asked.seconds:g} --games {asked.games} --seed {asked.seed}"


def page(rows, order, budget, notes):
    yield "# How strong the bots are\n\n"
    yield f"Made by `tools/measure/strength.py {budget}`, not by hand; some cells are of another run, which had more time or less.\n\n"
    yield ("Each cell is the first bot against the second, on the same deals with the seats rotated: how far a seat of the first "
           "is ahead of one of the second in what the game is about, as `counts` says: chips, games won or games lost (in points "
           "of a hundred; more is better), with half of a 95% interval; in brackets how many games that took. `=`: both play alike; "
           f"`?`: no two deals were over in that time. `{FORMER}` is what level 8 was before networks: it looks ahead, and where that takes "
           f"long there are few games. `{WAY}` says how much of the way from `random` to level 8 the levels 1 to 7 have come, in hundredths: "
           "of what `random` is behind level 8, how much less they are. The last column is the better of what `pairs exploit` and "
           "`pairs exploit --learn` found against level 8 in that time, with a 95% interval: a lower bound of what can be gained; "
           "`together`: there is nobody to exploit.\n\n")
    yield "| game | players | counts | " + " | ".join(HEADINGS) + " |\n"
    yield "|---|---|---|" + "---|" * len(HEADINGS) + "\n"
    for key in sorted(rows, key=lambda row: (order.index(row[0]), row[1])):
        yield rows[key] + "\n"
    yield "\n"
    yield from summary(rows)
    if notes:
        yield "\n" + notes


def word_of(text):
    """What a cell comes to."""
    figures = re.match(r"([+-][\d.]+) ± ([\d.]+)", text)
    if not figures:
        return "alike" if text == "=" else "?"
    value, error = map(float, figures.groups())
    return "ahead" if value > error else "behind" if value < -error else "even"


def is_beaten(text):
    """Whether what was found against level 8 has more than its share beyond the interval."""
    chips = re.match(r"\S+ chips \((\S+) to", text)
    games = re.match(r"\d+ % (won|lost), fair (\d+) \((\d+) to (\d+)\)", text)
    if games:
        counts, fair, low, high = games[1], *map(int, games.groups()[1:])
        return low > fair if counts == "won" else high < fair
    return bool(chips) and float(chips[1]) > 0


def cells_of(line):
    return [text.strip() for text in line.strip("| ").split("|")]


def summary(rows):
    """What the cells of all rows come to."""
    for i, column in enumerate(COLUMNS):
        words = [word_of(cells_of(line)[3 + i]) for line in rows.values()]
        counted = (f"{word} in {words.count(word)}" for word in ("ahead", "even", "behind", "alike", "?") if word in words)
        yield f"- {column.replace(':', ' against ')}: " + ", ".join(counted) + f" of {len(words)} tables\n"
    apart = [sum(word_of(cells_of(line)[3 + COLUMNS.index(step)]) == "ahead" for step in STEPS) for line in rows.values()]
    yield f"- tables where each level is ahead of the one below beyond its interval: {apart.count(len(STEPS))} of {len(apart)}; "
    yield f"steps of which that is true: {sum(apart)} of {len(STEPS) * len(apart)}\n"
    found = [cells_of(line)[3 + HEADINGS.index(EXPLOIT)] for line in rows.values()]
    yield f"- against level 8 a way that has more than its share was found in {sum(map(is_beaten, found))} of {len(found) - found.count('?')} tables\n"


def way_cell(lab, game, players, names):
    """How much of the way from random to the best each level has come."""
    behind = [lab.arena(game, players, bot, names[-1], longer=0.5) for bot in ("random", *names[:-1])]
    if any(verdict(result) == "?" for result in behind) or verdict(behind[0]) != "weaker":
        return "?"
    whole, *parts = (result["bots"][0]["ahead"] for result in behind)
    return " ".join(f"{100 * (1 - part / whole):.0f}" for part in parts)


def measured_cell(lab, game, players, names, column):
    """What the table says under a heading, and what the game is about, if that was seen. `names` are as what levels play."""
    if column == EXPLOIT:
        return "together" if game in lab.asked.together else exploit_cell(lab.exploit(game, players, names[-1])), None
    if column == WAY:
        return way_cell(lab, game, players, names), None
    one, other = (names[int(bot) - 1] if bot.isdigit() else bot for bot in column.split(":"))
    if one == other:
        return "=", None
    result = lab.arena(game, players, one, other, LONGER if column in COLUMNS[:2] else 1)
    return cell(result), result["counts"] if result else None


def page_row(lab, game, players, names, before, progress):
    """A row of the table; cells that are not asked for stay as they are."""
    cells = cells_of(before) if before else [game, str(players), "?"] + ["?"] * len(HEADINGS)
    for i, column in enumerate(HEADINGS):
        if column in lab.asked.column:
            cells[3 + i], counts = measured_cell(lab, game, players, names, column)
            cells[2] = counts or cells[2]
            progress.step(f"{game} {players}, {column}")
    return "| " + " | ".join(cells) + " |"


# --- The command ------------------------------------------------------------------------------------------------------


def columns(text):
    """Headings with commas between them."""
    for name in text.split(","):
        if name not in HEADINGS:
            raise argparse.ArgumentTypeError(f"invalid choice: {name!r} (choose from {', '.join(HEADINGS)})")
    return text.split(",")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--column", type=columns)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", default=os.path.join(ROOT, "docs", "strength.md"))
    parser.add_argument("game", nargs="*")
    asked = parser.parse_args()
    if asked.quick:
        asked.seconds = QUICK
    for flag, value, least in (("seconds", asked.seconds, 0.1), ("games", asked.games, 2), ("jobs", asked.jobs, 1)):
        if value < least:
            parser.error(f"--{flag} cannot be {value}; expected {least} or more")
    if not re.fullmatch(r"[2-8](,[2-8])*", asked.players or "2"):
        parser.error(f"--players cannot be '{asked.players}'; expected numbers from 2 to 8 with commas between them")
    asked.sizes = [int(n) for n in asked.players.split(",")] if asked.players else SIZES[:3] if asked.levels else SIZES
    asked.listed = [row for row in ask("list", "--json") if row["name"] == row["game"]]
    asked.together = [row["name"] for row in asked.listed if row["kind"] == "cooperative"]
    for name in asked.game:
        if name not in [row["name"] for row in asked.listed]:
            parser.error(f"there is no game '{name}'; expected a name from `pairs list` that is no variant")
    return asked


def tables(asked):
    for row in asked.listed:
        for players in asked.sizes:
            if (not asked.game or row["name"] in asked.game) and players in row["players"]:
                yield row["name"], players


def run_all(lab, work, asked):
    """Does all tables, some at a time; hands over each when it is done."""
    pool = concurrent.futures.ThreadPoolExecutor(asked.jobs)
    pending = {pool.submit(work, *table): table for table in tables(asked)}
    try:
        for done in concurrent.futures.as_completed(pending):
            yield pending[done], done.result()
    except BaseException:
        for future in pending:
            future.cancel()
        lab.end()
        raise


def main():
    asked = read_arguments()
    lab = Lab(asked)
    order = [row["name"] for row in asked.listed]
    count = len(list(tables(asked)))
    if asked.levels:
        merged = rows_of_inc()
        progress = Progress(count)
        for table, levels in run_all(lab, lambda game, players: find_merged(lab, game, players), asked):
            merged[table] = levels
            write_inc(merged, order)
            progress.step(f"{table[0]} {table[1]}")
        return
    try:
        with open(asked.out, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    notes = text[text.index(NOTES):] if NOTES in text else ""
    rows = rows_of_page(text)
    budget = budget_of(asked, text)
    asked.column = asked.column or HEADINGS
    progress = Progress(count * len(asked.column))
    plays, merged = rows_of_levels(), rows_of_inc()

    def work(game, players):
        def nearest(known, otherwise):
            found = [row for row in known if row[0] == game]
            return known[min(found, key=lambda row: abs(row[1] - players))] if found else otherwise

        looking = ["hint" if level == THUMB else f"search-{level}" for level in nearest(merged, LEVELS)]
        return page_row(lab, game, players, nearest(plays, looking), rows.get((game, players)), progress)

    for table, line in run_all(lab, work, asked):
        rows[table] = line
        write(asked.out, "".join(page(rows, order, budget, notes)))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstrength: interrupted; what was measured is kept, and the same command goes on")
