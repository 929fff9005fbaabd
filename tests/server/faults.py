#!/usr/bin/env python3
"""What a server does when something else is broken: the disk, the clock, the data, itself. Usage: faults.py PAIRS SHIM [TEST...]"""
import errno, hashlib, json, os, random, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time
from visitor import PATIENCE, Server, eventually, run

SHIM = os.path.realpath(sys.argv.pop(2))
DAY = 86400
AN_HOUR = 4000  # and a little more: when a server looks for what is old, after it has started


class Faulty(Server):
    """A server with a disk and a clock that can be made to fail, and that can be started again."""

    def __init__(self, program, *flags):
        self.program, self.flags = program, flags
        self.faults = tempfile.mkdtemp(prefix="pairs-faults-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        super().__init__(program, "--messages", "100000", "--talk", "100000", *flags, LD_PRELOAD=SHIM,
                         PAIRS_FAULTS=self.faults)

    def fault(self, name, value):
        with open(f"{self.faults}/{name}.new", "w") as f:
            f.write(str(value))
        os.rename(f"{self.faults}/{name}.new", f"{self.faults}/{name}")

    def mend(self, name):
        os.remove(f"{self.faults}/{name}")

    def noted(self, name):
        try:
            with open(f"{self.faults}/{name}") as f:
                return f.read()
        except FileNotFoundError:
            return ""

    def again(self, number=signal.SIGKILL):
        """Ends it and starts it on the same data, at another port. Returns how it ended; with 0 by itself."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", "127.0.0.1:0", "--data", self.data, *self.flags], stdout=subprocess.PIPE,
            stderr=self.errors, text=True,
            env={**os.environ, "LANGUAGE": "C", "LD_PRELOAD": SHIM, "PAIRS_FAULTS": self.faults})
        self.port = int(self.process.stdout.readline().rstrip().rstrip("/").rpartition(":")[2])
        return status

    def __exit__(self, *fault):
        super().__exit__(*fault)
        shutil.rmtree(self.faults)

    def stands_still(self):
        with open(f"/proc/{self.process.pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] == "T"

    def status(self):
        return self.get("/health")[0]


class Guest:
    """Somebody at a table who remembers every entry."""

    def __init__(self, server, token=None, **table):
        self.server, self.entries, self.view, self.now, self.id = server, {}, {}, {}, None
        self.socket = server.open().hello(token)
        self.token = self.socket.token
        if table:
            self.id = self.asks("create", **{"name": "Ann", **table})["table"]

    def comes_again(self):
        """A new connection, to the server as it runs now."""
        self.socket = self.server.open().hello(self.token)
        answer = self.asks("enter", table=self.id, since=0)
        assert answer["done"], answer
        return self

    def hear(self):
        m = self.socket.receive()
        assert m is not None, f"the connection is over, {self.socket.close_code}"
        for e in m.get("entries", []):
            known = self.entries.setdefault(e["entry"], e)
            assert known == e, f"{e} was {known} before"
        self.view, self.now = m.get("view", self.view), m.get("now", self.now)
        return m

    def asks(self, do, **more):
        n = self.socket.command(do, **more)
        while (m := self.hear()).get("n") != n:
            pass
        return m

    def until(self, true):
        while not true():
            self.hear()

    def may_decide(self):
        return bool(self.view.get("legal"))

    def said(self, text):
        return [e for e in self.entries.values() if e.get("text") == text]


def log_of(path, table):
    """What the data file has of a table, a line an entry."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    lines = [r[0] for r in db.execute(
        "SELECT line FROM log JOIN tables USING (key) WHERE id = ? ORDER BY number", (table,))]
    db.close()
    return lines


def two(server, **more):
    """Two people at a table whose game has begun."""
    ann = Guest(server, game="pairs", chairs=["you", "open"], **more)
    ann.until(lambda: ann.now)
    bob = Guest(server)
    bob.id = ann.id
    assert bob.asks("enter", table=ann.id, invitation=ann.now["invitation"], since=0)["done"]
    assert bob.asks("sit", name="Bob")["done"]
    assert ann.asks("begin")["done"]
    for p in ann, bob:
        p.until(lambda: p.view)
    return ann, bob


def keeps_nothing_for_a_while(server, break_it, mend_it):
    """While nothing can be kept nobody is told that something was done; afterwards it is done, once."""
    ann, bob = two(server)
    break_it()
    number = ann.socket.command("say", text="Is this kept?")  # is tried; its answer waits
    eventually(lambda: server.status() == 503, "the server does not know that nothing can be kept")
    refused = bob.asks("say", text="And this?")
    assert not refused["done"] and "kept" in refused["refused"], refused
    before = log_of(server.data, ann.id)
    assert not any("Is%20this%20kept?" in line for line in before)
    late = Guest(server, bob.token)
    late.id = bob.id
    assert late.asks("enter", table=ann.id, since=0)["done"]
    assert not late.said("Is this kept?") and not bob.said("Is this kept?")
    mend_it()
    ann.until(lambda: ann.said("Is this kept?"))
    eventually(lambda: server.status() == 200, "the server does not go on")
    again = ann.asks("say", n=number, text="Is this kept?")
    assert again["done"], again
    assert bob.asks("say", text="And this?")["done"]
    server.again()
    ann.comes_again()
    ann.until(lambda: ann.said("And this?"))
    assert len(ann.said("Is this kept?")) == 1 and len(ann.said("And this?")) == 1
    ann.socket.close()


def while_the_disk_is_full_nothing_is_told_as_done_and_afterwards_nothing_is_lost(program):
    with Faulty(program) as s:
        keeps_nothing_for_a_while(s, lambda: s.fault("write", errno.ENOSPC), lambda: s.mend("write"))


def while_the_disk_is_read_only_nothing_is_told_as_done_and_afterwards_nothing_is_lost(program):
    with Faulty(program) as s:
        keeps_nothing_for_a_while(s, lambda: s.fault("write", errno.EROFS), lambda: s.mend("write"))


def while_the_disk_cannot_sync_nothing_is_told_as_done_and_afterwards_nothing_is_lost(program):
    with Faulty(program) as s:
        keeps_nothing_for_a_while(s, lambda: s.fault("sync", errno.EIO), lambda: s.mend("sync"))


def while_another_program_locks_the_data_file_nothing_is_told_as_done_and_afterwards_nothing_is_lost(program):
    with Faulty(program) as s:
        db = sqlite3.connect(s.data, isolation_level=None)
        keeps_nothing_for_a_while(s, lambda: db.execute("BEGIN IMMEDIATE"), lambda: db.execute("ROLLBACK"))
        db.close()


def what_was_acknowledged_survives_a_loss_of_power_at_any_moment(program):
    """The files as they are at a moment, without what had not been synced."""
    chance = random.Random(1)
    with Faulty(program) as s, tempfile.TemporaryDirectory() as copy:
        s.fault("slow", 3000)
        ann, done, over, torn = Guest(s, game="pairs", chairs=["you", "hint"]), [], threading.Event(), 0

        def talk():
            while not over.is_set():
                text = f"number {len(done)}"
                assert ann.asks("say", text=text)["done"]
                done.append(text)

        talking = threading.Thread(target=talk)
        talking.start()
        for _ in range(30):
            time.sleep(chance.random() * 0.03)
            acknowledged = len(done)
            os.kill(s.process.pid, signal.SIGSTOP)
            eventually(s.stands_still, "the server cannot be stopped")
            for name in "tables.db", "tables.db-wal":
                shutil.copy(f"{s.folder}/{name}", f"{copy}/{name}")
            places = [tuple(map(int, l.split())) for l in s.noted("unsynced").splitlines()]
            os.kill(s.process.pid, signal.SIGCONT)
            torn += bool(places)
            with open(f"{copy}/tables.db-wal", "r+b") as wal:
                for at, size in places:
                    if chance.random() < 0.7:
                        wal.seek(at)
                        wal.write(chance.randbytes(size))
            db = sqlite3.connect(f"{copy}/tables.db")
            assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            db.close()
            lines = log_of(f"{copy}/tables.db", ann.id)
            for text in done[:acknowledged]:
                assert sum(l.endswith(text.replace(" ", "%20")) for l in lines) == 1, (text, lines[-3:])
        over.set()
        talking.join()
        assert torn, "never was anything torn"


def who_is_erased_while_their_words_are_on_their_way_to_the_disk_is_not_there_afterwards(program):
    with Faulty(program) as s:
        busy, people = s.open().hello(), [s.open().hello() for _ in range(6)]
        s.fault("slow", 200000)
        for ann in people:
            busy.command("create", game="pairs", name="Bea", chairs=["you", "open"])
            eventually(lambda: s.noted("unsynced"), "something is being written")
            ann.command("create", game="pairs", name="Annabelle", chairs=["you", "open"])
            ann.command("erase")
            assert ann.is_over()
        kept = b"".join(open(s.data + end, "rb").read() for end in ("", "-wal"))
        assert b"Annabelle" not in kept and not any(hashlib.sha256(ann.token.encode()).hexdigest().encode() in kept for ann in people)


def nothing_is_sent_between_a_write_to_the_log_and_its_sync(program):
    with Faulty(program) as s:
        ann, bob = two(s)
        for i in range(50):
            assert ann.asks("say", text=f"{i}")["done"] and bob.asks("say", text=f"{i}")["done"]
        assert len(s.noted("syncs")) > 100, "syncs are not seen"
        assert not s.noted("disorder"), "something was sent before it was safe"


def a_clock_that_jumps_costs_nobody_time_and_times_never_go_backwards(program):
    with Faulty(program) as s:
        ann, bob = two(s, decision=3600000)
        for offset in DAY, -DAY, 2 * DAY, 0:
            s.fault("clock", offset)
            for p in ann, bob:
                assert p.asks("say", text=f"jump {offset}")["done"]
            s.get("/health")
        s.fault("clock", -DAY)
        s.again()
        for p in ann, bob:
            p.comes_again()
            p.until(lambda: p.now)
            assert p.asks("say", text="back in time")["done"]
            time.sleep(0.01)
        ann.until(lambda: len(ann.said("back in time")) == 2)
        entries = [ann.entries[i] for i in sorted(ann.entries)]
        times = [e["at"] for e in entries]
        assert times == sorted(times) and abs(times[0] / 1000 - time.time()) < DAY / 2, times
        assert times[-1] - times[0] < DAY * 500, "the jump is seen in the log"
        assert times[-1] > times[-4], "time stands still"
        assert not [e for e in entries if e["kind"] in ("absent", "late")], entries


def public_tables(s):
    return {t["table"] for t in json.loads(s.get("/api/tables")[2])}


def games_of(s, guest):
    return json.loads(s.get(f"/api/tables/{guest.id}/games")[2])


def plays_a_game(s):
    """Somebody at a public table with a game that is over; it is paid for beyond the hour after which it is looked for what is old."""
    ann = Guest(s, game="pairs", chairs=["you", "random"], public=True, begin=True)
    time.sleep(1)
    while not ann.view.get("over"):
        if ann.may_decide():
            choice, ann.view = ann.view["legal"][0], {}
            assert ann.asks("decide", choice=choice)["done"]
        else:
            ann.hear()
    return ann


def a_clock_that_is_900_days_ahead_when_the_server_starts_makes_nothing_old(program):
    with Faulty(program, "--keep", "90", "--keep-records", "90") as s:
        ann = plays_a_game(s)
        for day in range(4):
            s.fault("clock", 900 * DAY)
            s.fault("uptime", day * DAY)
            s.again()
            assert public_tables(s) == {ann.id}, "a table is forgotten when the server starts"
            s.fault("uptime", day * DAY + AN_HOUR)
            eventually(lambda: hours_seen(s.data) == day + 1, "how long it has run is not noted")
            time.sleep(1.5)  # it looks once a second
            assert public_tables(s) == {ann.id} and len(games_of(s, ann)) == 1
        assert "forgotten" not in s.said(), s.said()


def hours_seen(data):
    db = sqlite3.connect(f"file:{data}?mode=ro", uri=True)
    (elapsed,) = db.execute("SELECT ifnull(max(elapsed), 0) FROM seen").fetchone()
    db.close()
    return elapsed // 3600000


def age(path, guest, days):
    """Moves all that has happened at a table into the past."""
    past = days * DAY * 1000
    with sqlite3.connect(path) as db:
        (key,) = db.execute("SELECT key FROM tables WHERE id = ?", (guest.id,)).fetchone()
        db.execute("UPDATE tables SET opened = opened - ? WHERE key = ?", (past, key))
        db.execute("""UPDATE log SET line = (CAST(line AS INTEGER) - ?) || substr(line, instr(line, ' '))
                      WHERE CAST(line AS INTEGER) > 0 AND key = ?""", (past, key))
        db.execute("UPDATE games SET ended = ended - ? WHERE key = ?", (past, key))
    db.close()


def has_run_for(path, days):
    """Servers have run on the file for so many days until now."""
    now = int(time.time() * 1000)
    with sqlite3.connect(path) as db:
        db.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?)",
                       [(day * DAY * 1000, now - (days - day) * DAY * 1000) for day in range(days + 1)])
    db.close()


def tables_on_which_nothing_happens_are_forgotten_and_their_games_stay(program):
    with Faulty(program, "--keep", "30") as s:
        old, recent = plays_a_game(s), plays_a_game(s)
        s.process.terminate()
        s.process.wait(PATIENCE)
        age(s.data, old, 31)
        age(s.data, recent, 28)
        has_run_for(s.data, 40)
        s.again(0)
        assert public_tables(s) == {old.id, recent.id}, "something is forgotten when the server starts"
        s.fault("uptime", AN_HOUR)
        eventually(lambda: public_tables(s) == {recent.id}, "what is old is not forgotten")
        assert len(games_of(s, old)) == 1, "the record is gone too"
        refused = s.open().hello(old.token).ask("enter", table=old.id)
        assert not refused["done"], refused
        s.flags = ("--keep", "30", "--keep-records", "30")
        s.again()
        assert "1 tables were forgotten" in s.said() and "set aside" not in s.said(), s.said()
        s.fault("uptime", 2 * AN_HOUR)
        eventually(lambda: s.get(f"/api/tables/{old.id}/games")[0] == 404, "the record is not forgotten")
        assert len(games_of(s, recent)) == 1 and public_tables(s) == {recent.id}
        recent.entries.clear()  # they are of another time now
        assert recent.comes_again().asks("begin")["done"]


def two_tabs_on_one_seat_are_one_person(program):
    with Faulty(program) as s:
        ann, bob = two(s)
        tab = Guest(s, ann.token)
        tab.id = ann.id
        assert tab.asks("enter", table=ann.id, since=0)["you"] == ann.now["you"]
        tab.until(lambda: tab.view)
        while not ann.may_decide():
            bob.until(bob.may_decide)
            assert bob.asks("decide", choice=bob.view["legal"][0])["done"]
            last = max(bob.entries)
            ann.until(lambda: max(ann.entries) >= last)
        after = max(ann.entries)
        tab.until(lambda: max(tab.entries) >= after)
        choice = ann.view["legal"][0]
        assert tab.view["legal"] == ann.view["legal"]
        assert ann.asks("decide", choice=choice, after=after)["done"]
        refused = tab.asks("decide", choice=choice, after=after)
        assert not refused["done"] and "no longer" in refused["refused"], refused
        tab.until(lambda: max(tab.entries) >= max(ann.entries))
        ann.socket.close()
        assert tab.asks("say", text="still here")["done"]
        bob.until(lambda: bob.said("still here"))
        assert not [c for c in bob.now["chairs"] if c.get("away")]


def a_damaged_table_is_set_aside_in_words_and_the_others_run(program):
    with Faulty(program) as s:
        ann = Guest(s, game="pairs", chairs=["you", "hint"])
        bob = Guest(s, game="deadfall", chairs=["you", "hint", "hint"])
        for p in ann, bob:
            assert p.asks("begin")["done"]
        with sqlite3.connect(s.data) as db:
            db.execute("UPDATE log SET line = replace(line, 'begun', 'bgeun') WHERE key = "
                       "(SELECT key FROM tables WHERE id = ?)", (ann.id,))
        db.close()
        s.again()
        back = s.open().hello(ann.token).ask("enter", table=ann.id, since=0)
        assert not back["done"] and "damaged" in back["refused"], back
        bob.comes_again()
        assert bob.asks("say", text="All is well here.")["done"]
        assert ann.id in s.said() and "set aside" in s.said(), s.said()


def who_is_connected_when_the_server_stops_is_told_and_nothing_is_lost(program):
    with Faulty(program) as s:
        guests = [Guest(s, game="pairs", chairs=["you", "2", "3"]) for _ in range(5)]
        for g in guests:
            assert g.asks("begin")["done"]
            g.until(lambda: g.view)
        for g in guests:
            g.socket.command("say", text="the last word")
        s.process.terminate()
        for g in guests:
            try:
                while True:
                    g.hear()
            except AssertionError:
                assert g.socket.close_code == 1001, g.socket.close_code
        assert s.again(0) == 0
        for g in guests:
            known = max(g.entries)
            g.comes_again()
            g.until(lambda: max(g.entries) >= known)
            assert len(g.said("the last word")) <= 1


run([
    while_the_disk_is_full_nothing_is_told_as_done_and_afterwards_nothing_is_lost,
    while_the_disk_is_read_only_nothing_is_told_as_done_and_afterwards_nothing_is_lost,
    while_the_disk_cannot_sync_nothing_is_told_as_done_and_afterwards_nothing_is_lost,
    while_another_program_locks_the_data_file_nothing_is_told_as_done_and_afterwards_nothing_is_lost,
    what_was_acknowledged_survives_a_loss_of_power_at_any_moment,
    who_is_erased_while_their_words_are_on_their_way_to_the_disk_is_not_there_afterwards,
    nothing_is_sent_between_a_write_to_the_log_and_its_sync,
    a_clock_that_jumps_costs_nobody_time_and_times_never_go_backwards,
    a_clock_that_is_900_days_ahead_when_the_server_starts_makes_nothing_old,
    tables_on_which_nothing_happens_are_forgotten_and_their_games_stay,
    two_tabs_on_one_seat_are_one_person,
    a_damaged_table_is_set_aside_in_words_and_the_others_run,
    who_is_connected_when_the_server_stops_is_told_and_nothing_is_lost,
])
