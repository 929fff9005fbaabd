#!/usr/bin/env python3
"""What is read of a damaged data file (`pairs admin salvage`). Usage: salvage.py PROGRAM [WORDS OF A TEST]..."""
import os, random, sqlite3, subprocess, sys, tempfile
from visitor import *

PAGE, TABLES, LINES = 4096, 12, 120


def salvage(program, source, target):
    done = subprocess.run([program, "admin", "salvage", source, target], capture_output=True, text=True, timeout=PATIENCE,
                          env={**os.environ, "LANGUAGE": "C"})
    assert "Sanitizer" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def fill(program, data):
    """Many tables with some talk and a game each, written as a server writes; who sits where."""
    with Server(program, "--data", data, "--messages", "100000", "--talk", "100000") as s:
        people = []
        for i in range(TABLES):
            w = s.open()
            assert plays_at(w, f"Person {i}")
            people.append(w)
        for k in range(LINES):
            for i, w in enumerate(people):
                assert w.ask("say", text=f"Table {i}, line {k}, and some more so that a page is soon full")["done"]
        for w in people:
            w.close()
    return {w.table: w.token for w in people}


def plays_at(w, name):
    w.hello()
    w.table = w.create(name=name, chairs=["you", "random"], public=True)["table"]
    w.command("begin")
    while (m := w.receive()) is not None:
        view = m.get("view", {})
        if view.get("over"):
            return True
        if view.get("legal"):
            w.command("decide", choice=view["legal"][-1], after=m["entry"])


def logs(path):
    """The entries of each table in order."""
    d = sqlite3.connect(path)
    found = {}
    for table, number, line in d.execute("SELECT id, number, line FROM log JOIN tables USING (key) ORDER BY place"):
        found.setdefault(table, []).append((number, line))
    games = d.execute("SELECT id, number, record FROM games JOIN tables USING (key)").fetchall()
    d.close()
    return found, {(t, n): r for t, n, r in games}


def pages_of(path, name):
    """The pages that a table lies on, its root first."""
    d = sqlite3.connect(path)
    try:
        return [p for (p,) in d.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno", (name,))]
    except sqlite3.OperationalError:  # SQLite was built without it
        return [d.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]]
    finally:
        d.close()


def damage(whole, path, pages, what=None):
    with open(path, "wb") as f:
        f.write(whole)
        for page in pages:
            f.seek((page - 1) * PAGE)
            f.write(what or random.Random(page).randbytes(PAGE))


def is_beginning(part, whole):
    """Every table that is there has entries from the first on, as they were."""
    return all(lines == whole[table][:len(lines)] and lines for table, lines in part.items())


def opens(program, data, tokens):
    """A server takes it, no table is set aside, and people find their chairs where the line that seated them was saved."""
    with Server(program, "--data", data) as s:
        for table, lines in logs(data)[0].items():
            w = s.open().hello(tokens[table])
            answer = w.ask("enter", table=table)
            seated = any(" seated A " in line for _, line in lines)
            assert answer["done"] and answer["you"] == ("A" if seated else None), answer
            assert w.ask("say", text="Here again")["done"] == seated
            w.close()
        assert "set aside" not in s.said(), s.said()


def a_damaged_file_gives_back_what_can_be_read(program):
    with tempfile.TemporaryDirectory() as folder:
        data, broken = folder + "/good.db", folder + "/broken.db"
        tokens = fill(program, data)
        whole = open(data, "rb").read()
        entries, games = logs(data)
        every = sum(map(len, entries.values()))
        status, said = salvage(program, data, folder + "/same.db")
        assert status == 0 and f"{TABLES} tables, {every} entries and {TABLES} games" in said and "Lost: 0 tables, 0 entries and 0 games" in said, said
        assert logs(folder + "/same.db") == (entries, games)
        opens(program, folder + "/same.db", tokens)
        log = pages_of(data, "log")
        cases = {"a leaf of the log": log[len(log) // 2:len(log) // 2 + 1], "its root": log[:1], "its end": log[-2:],
                 "the first page": [1], "all lists of tables": pages_of(data, "sqlite_autoindex_tables_1"),
                 "some games": pages_of(data, "games")[1:2], "the pictures": pages_of(data, "pictures"),
                 "every seventh page": range(9, len(whole) // PAGE, 7)}
        for i, (what, pages) in enumerate(cases.items()):
            out = f"{folder}/out{i}.db"
            damage(whole, broken, pages)
            before = open(broken, "rb").read()
            status, said = salvage(program, broken, out)
            assert status == 0, (what, said)
            found, records = logs(out)
            assert is_beginning(found, entries) and records.items() <= games.items(), what
            kept = sum(map(len, found.values()))
            told = [int(n) for n in re.findall(r"\d+", said.replace(out, ""))]
            assert told[:3] == [len(found), kept, len(records)], (what, said)
            if len(log) > 2 and "log" in what:
                assert 0 < kept < every and told[4] == every - kept, (what, said)
            if what in ("the first page", "all lists of tables", "the pictures"):
                assert kept == every, (what, said)
            assert open(broken, "rb").read() == before and not [n for n in os.listdir(folder) if ".copy" in n]
            opens(program, out, {t: tokens[t] for t in found})


def lines_that_nobody_has_written_are_not_believed(program):
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/t.db"
        fill(program, data)
        entries, _ = logs(data)
        table, lines = next(iter(entries.items()))
        d = sqlite3.connect(data)
        d.execute("UPDATE log SET line = 'x' || line WHERE number = 20 AND key = (SELECT key FROM tables WHERE id = ?)", (table,))
        d.commit()
        d.close()
        status, said = salvage(program, data, folder + "/out.db")
        assert status == 0 and "1 tables were cut short" in said, said
        assert logs(folder + "/out.db")[0][table] == lines[:19]


def what_is_no_data_file_gives_nothing(program):
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/text", "w") as f:
            f.write("My notes.\n" * 2000)
        for source, words in ("text", "nothing could be read"), ("none", "cannot be copied"):
            status, said = salvage(program, f"{folder}/{source}", folder + "/out.db")
            assert status == 1 and (words in said or "cannot be read at all" in said), said
            assert sorted(os.listdir(folder)) == ["text"], os.listdir(folder)
        status, said = salvage(program, folder + "/text", folder + "/text")
        assert status == 1 and "is there already" in said and open(folder + "/text").read(9) == "My notes."


run([a_damaged_file_gives_back_what_can_be_read, lines_that_nobody_has_written_are_not_believed,
     what_is_no_data_file_gives_nothing])
