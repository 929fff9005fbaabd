#!/usr/bin/env python3
"""pairs serve as those meet it who run it: settings, what it says when it cannot begin. Usage: serve.py PAIRS SOURCE [TEST...]"""
import importlib.util, json, os, pathlib, random, re, secrets, signal, socket, sqlite3, subprocess, sys, tempfile, urllib.request

PAIRS, SOURCE = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
PATIENCE = 120  # seconds: a safety net only
TABLES_OPEN = re.compile(r"Tables are open at (http://\S+:(\d+))")


class Server:
    """A server on a port of its own; it is killed at the end if nobody has stopped it."""

    def __init__(self, *flags, data):
        words = [PAIRS, "serve", "--listen", "127.0.0.1:0", "--data", str(data), *flags]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        found = TABLES_OPEN.match(self.process.stdout.readline())
        if not found:
            raise AssertionError(f"it does not begin: {self.process.communicate()[1]}")
        self.address, self.port = found[1], int(found[2])

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def stop(self, number=signal.SIGTERM):
        """Ends it and returns its status and what it said on standard error."""
        self.process.send_signal(number)
        said = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)


spec = importlib.util.spec_from_file_location("client", SOURCE / "docs/examples/client.py")
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)


class Guest:
    """Somebody at a table of a server; `now`, `view` and `entry` are what was told last."""

    def __init__(self, server, token=None, word=None, **table):
        self.token, self.number = token or secrets.token_hex(32), random.randrange(2**52)
        self.socket = example.WebSocket(f"ws://127.0.0.1:{server.port}/ws")
        self.now, self.view, self.entry = {}, {}, 0
        self.do("hello", version=1, token=self.token)
        if word:
            self.table = self.do(word, **table)["table"]

    def do(self, word, **more):
        """Sends a command and waits for its answer, which must be no refusal."""
        self.number += 1
        self.socket.send(json.dumps({"do": word, "n": self.number, **more}))
        while True:
            message = self.hear()
            if message.get("n") == self.number:
                assert message["done"], message
                return message

    def hear(self):
        message = json.loads(self.socket.receive())
        self.now = message.get("now", self.now)
        self.view = message.get("view", self.view)
        self.entry = message.get("entry", self.entry)
        return message

    def look(self):
        """All that there is to see of the table, from the server anew."""
        self.view = None
        self.do("enter", table=self.table)
        while self.view is None:
            self.hear()
        return self.entry, self.now, self.view


def sits_down(server, name):
    return Guest(server, word="create", game="pairs", chairs=["you", "hint"], name=name, public=True)


def plays(guest, decisions):
    """Makes the first decision that there is, so often; a game that is over begins again."""
    while decisions:
        if guest.view.get("legal"):
            choice = guest.view["legal"][0]
            guest.view = {}
            guest.do("decide", choice=choice, after=guest.entry)
            decisions -= 1
        elif guest.view.get("over") or guest.now.get("stage", "playing") != "playing":
            guest.now = guest.view = {}
            guest.do("begin")
        else:
            guest.hear()


def waits_for(guest):
    """Hears until it is the guest's turn: from then on nothing happens without them."""
    while not guest.view.get("legal") and not guest.view.get("over"):
        guest.hear()


def pairs(*words):
    """Status and all words of a command that ends by itself."""
    done = subprocess.run([PAIRS, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


def must_say(status, pattern, *words):
    got, said = pairs(*words)
    assert got == status and re.search(pattern, said), f"{words}: status {got}, expected {status} and {pattern!r}:\n{said}"


def begins_not(pattern, *words):
    """It cannot begin, says so in one line, and ends with status 1."""
    got, said = pairs("serve", "--listen", "127.0.0.1:0", *words)
    lines = [line for line in said.splitlines() if line.startswith("pairs: ")]
    assert got == 1 and len(lines) == 1 and re.search(pattern, lines[0]), f"{words}: status {got}, {pattern!r}:\n{said}"


# --- Settings

def every_setting_is_in_the_documents(folder):
    _, said = pairs("serve", "--help")
    keys = re.findall(r"^  --([a-z-]+)", said, re.M)
    assert "listen" in keys and "config" in keys, said
    manual = (SOURCE / "docs/pairs.6").read_text().replace("\\-", "-")
    completion = pairs("completion", "words", "--", "serve", "--")[1].split()
    example = (SOURCE / "docs/examples/pairs.conf").read_text()
    for key in keys:
        assert re.search(rf"--{key}\b", manual), f"the manual page has no --{key}"
        assert f"--{key}" in completion, f"the completion has no --{key}"
        assert key == "config" or re.search(rf"^#?{key} ", example, re.M), f"the example file has no {key}"
    assert sorted(re.findall(r"^#?([a-z-]+) \S+$", example, re.M)) == sorted(set(keys) - {"config"}), \
        "the example file has what is no setting"


def the_example_file_holds_what_is_usual(folder):
    """With all its lines made settings, help still tells the same; and the program takes each of them."""
    said = re.sub(r"\n {6,}", " ", pairs("serve", "--help")[1])
    usual = dict(re.findall(r"^  --([a-z-]+) .*\(([^()]+)\)$", said, re.M))
    example = (SOURCE / "docs/examples/pairs.conf").read_text()
    lines = dict(re.findall(r"^#?([a-z-]+) (\S+)$", example, re.M))
    assert usual and {k: lines[k] for k in usual} == usual, f"{lines} {usual}"
    data = folder / "no such folder" / "tables.db"
    for key, value in lines.items():
        (folder / "c").write_text(f"{key} {value}\n")
        begins_not("share a database" if key == "link" else "No such file or directory", "--config", folder / "c", "--data", data)


def flags_win_over_the_file(folder):
    (folder / "c").write_text(f"# Friends\n\n  data = {folder}/file.db # here\ntables\t7\r\nlisten 127.0.0.1:1\n")
    with Server("--config", str(folder / "c"), data=folder / "flag.db"):
        assert (folder / "flag.db").exists() and not (folder / "file.db").exists()


def a_file_without_flags_is_enough(folder):
    (folder / "c").write_text(f"listen=127.0.0.1:0\ndata {folder}/a file.db")
    process = subprocess.Popen([PAIRS, "serve", "--config", folder / "c"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    found = TABLES_OPEN.match(process.stdout.readline().decode())
    process.terminate()
    assert process.wait(PATIENCE) == 0 and found and (folder / "a file.db").exists()


def what_is_wrong_in_the_file_is_named_with_its_line(folder):
    for line, words in {"tabels 5": "there is no setting 'tabels'; did you mean 'tables'?",
                        "tables many": "tables cannot be 'many'; expected 1 to 1000000",
                        "proxy": "proxy cannot be ''; expected yes or no", "= 5": "there is no setting ''",
                        "listen 8055": "expected ADDRESS:PORT", "config other": "there is no setting 'config'",
                        "data " + "x" * 600: "expected 1 to 511 letters",
                        "origin " + "x" * 5000: "the line is too long"}.items():
        (folder / "c").write_text(f"# one\ntables 5\n{line}\n")
        must_say(1, "^" + re.escape(f"{folder}/c:3: ") + ".*" + re.escape(words), "serve", "--config", folder / "c")
    must_say(1, "pairs: .*/none cannot be read: No such file or directory", "serve", "--config", folder / "none")
    must_say(1, "cannot be read: Is a directory", "serve", "--config", folder)
    must_say(2, "did you mean '--tables'", "serve", "--tabels", "5")
    must_say(2, "tables cannot be '0'", "serve", "--tables", "0", "--data", folder / "x.db")
    assert not (folder / "x.db").exists()


# --- Beginning

def two_servers_on_one_data_file_are_refused(folder):
    with Server(data=folder / "d.db") as first:
        begins_not("d.db is in use by another server", "--data", folder / "d.db")
        os.symlink(folder / "d.db", folder / "other.db")
        begins_not("is in use by another server", "--data", folder / "other.db")
        assert first.get("/health") == "ok\n"
    with Server(data=folder / "d.db") as next_one:  # the first was killed: its lock is gone with it
        assert next_one.get("/health") == "ok\n"


def an_occupied_port_is_named(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        begins_not(rf"nothing can listen on 127.0.0.1:{port}; ", "--data", folder / "d.db", "--listen", f"127.0.0.1:{port}")


def a_data_folder_that_cannot_be_used_is_named(folder):
    begins_not("/none/d.db cannot be written: No such file or directory", "--data", folder / "none" / "d.db")
    begins_not("/sys/pairs.db cannot be written: ", "--data", "/sys/pairs.db")  # nobody may write there, not even root
    begins_not("cannot be written: Is a directory", "--data", folder)


def it_listens_where_it_was_told_only(folder):
    with Server(data=folder / "d.db") as s:
        listening = [line.split() for line in open("/proc/net/tcp").readlines()[1:]]
        assert any(f[1] == f"0100007F:{s.port:04X}" and f[3] == "0A" for f in listening)
        other = [line.split()[1] for name in ("/proc/net/tcp", "/proc/net/tcp6") if os.path.exists(name)
                 for line in open(name) if line.split()[3] == "0A" and line.split()[1].endswith(f":{s.port:04X}")]
        assert other == [f"0100007F:{s.port:04X}"], other


def database(path, *statements):
    with sqlite3.connect(path) as d:
        for words in statements:
            d.execute(words)
    d.close()


def what_is_no_data_file_is_left_as_it_is(folder):
    with Server(data=folder / "good.db") as s:
        s.stop()
    good = (folder / "good.db").read_bytes()
    (folder / "text.db").write_text("My notes, of which there is no copy.\n" * 300)
    database(folder / "foreign.db", "CREATE TABLE tables (key INTEGER)")
    for name, version in {"newer.db": 1000, "older.db": 0}.items():
        (folder / name).write_bytes(good)
        database(folder / name, f"PRAGMA user_version = {version}")
    (folder / "truncated.db").write_bytes(good[:len(good) // 2])
    (folder / "stump.db").write_bytes(good[:50])
    for name, words in {"text.db": "damaged, or no data file", "foreign.db": "belongs to another program",
                        "newer.db": "by a newer version of this program", "older.db": "by an older version",
                        "truncated.db": "is damaged", "stump.db": "damaged, or no data file"}.items():
        before = (folder / name).read_bytes()
        begins_not(words, "--data", folder / name)
        assert (folder / name).read_bytes() == before, f"{name} was changed"
        assert sorted(p.name for p in folder.glob(name + "*")) == [name], f"something is left beside {name}"


# --- What it tells

def lines_for_people_tell_start_and_stop(folder):
    with Server(data=folder / "d.db") as s:
        ann = sits_down(s, "Ann")
        status, said = s.stop()
        lines = said.splitlines()
        assert status == 0 and all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ", line) for line in lines), said
        assert f"Started on 127.0.0.1 port {s.port} with 0 tables of {folder}/d.db." in lines[0], said
        assert "Stopping; 1 visitors are told." in lines[-2] and "Stopped; all is kept." in lines[-1], said
        while ann.socket.receive() is not None:  # it was told as well
            pass
    with Server(data=folder / "d.db") as s:
        assert "with 1 tables" in s.stop()[1]


def spoil(path, table):
    """Makes the last line of a table one that nobody has written."""
    database(path, "UPDATE log SET line = 'x' || line WHERE place = "
             f"(SELECT max(place) FROM log JOIN tables USING (key) WHERE id = '{table}')")


def lines_for_programs_are_json_and_hold_no_secret(folder):
    with Server("--log", "json", data=folder / "d.db") as s:
        ann, bob = sits_down(s, "Ann"), sits_down(s, "Bob")
        plays(ann, 20)
        plays(bob, 5)
        said = s.stop()[1]
    spoil(folder / "d.db", bob.table)
    with Server("--log", "json", data=folder / "d.db") as s:
        cleo = Guest(s, ann.token, word="enter", table=ann.table)
        cleo.socket.send(json.dumps({"do": "enter", "n": 1, "table": bob.table}))
        while "refused" not in (answer := cleo.hear()):  # a bot at the other table may be about to decide
            pass
        assert "damaged" in answer["refused"], answer
        for _ in range(9):  # docs/server.md: eight times what is no message
            cleo.socket.send("x")
        while cleo.socket.receive() is not None:
            pass
        with socket.create_connection(("127.0.0.1", s.port)) as careless:
            careless.sendall(f"GET /health?token={ann.token} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert careless.recv(100).startswith(b"HTTP/1.1 ")
        said += s.stop()[1]
    assert all(line.startswith("{") for line in said.splitlines()), said
    lines = [json.loads(line) for line in said.splitlines()]
    assert all({"time", "level", "event", "words"} <= set(line) for line in lines), lines
    events = [line["event"] for line in lines]
    assert events[:3] == ["started", "stopping", "stopped"] and events[-2:] == ["stopping", "stopped"], events
    aside = [line for line in lines if line["event"] == "set-aside"]
    assert len(aside) == 1 and aside[0]["table"] == bob.table and aside[0]["level"] == "error", lines
    cut = [line for line in lines if line["event"] == "cut-off"]
    assert len(cut) == 1 and cut[0]["address"] == "127.0.0.1", lines
    for guest in ann, bob:
        invitation = guest.now["invitation"]
        assert len(invitation) >= 16, guest.now
        assert guest.token not in said and invitation not in said, "a secret is in the log"
    assert not re.search(r"\bstep\b|\bdeal\b|[0-9a-f]{64}", said), said


# --- Backup

def as_the_docs_say(heading, **places):
    """Runs the commands that docs/operating.md has first under a heading, with other files."""
    section = (SOURCE / "docs/operating.md").read_text().split(f"## {heading}\n")[1]
    commands = re.search(r"((?:^    .*\n)+)", section, re.M)[1].replace("sudo ", "")
    commands = "\n".join(line for line in commands.splitlines() if "systemctl" not in line)
    for word, place in places.items():
        assert f"${word}" in commands, commands
    subprocess.run(["sh", "-euc", f"pairs() {{ '{PAIRS}' \"$@\"; }}\n" + commands], check=True, timeout=PATIENCE,
                   env={**os.environ, **{k: str(v) for k, v in places.items()}})


def a_backup_brings_every_table_back_as_it_was(folder):
    data, copy = folder / "lib" / "d.db", folder / "copy.db"
    data.parent.mkdir()
    with Server(data=data) as s:
        guests = [sits_down(s, name) for name in ("Ann", "Bob", "Cleo")]
        for number, guest in enumerate(guests):
            plays(guest, 1 + 11 * number)
            waits_for(guest)
        before = [guest.look() for guest in guests]
        as_the_docs_say("Backup", DATA=data, COPY=copy)
        for guest in guests:  # what comes after it is not in it
            guest.do("say", text="Have you made a backup?")
            assert guest.look() != before[guests.index(guest)]
        s.stop(signal.SIGKILL)
    as_the_docs_say("Restore", DATA=data, COPY=copy)
    with Server(data=data) as s:
        for guest, seen in zip(guests, before):
            back = Guest(s, guest.token, "enter", table=guest.table)
            assert back.look() == seen, f"{back.look()} {seen}"
            plays(back, 3)


def a_backup_overwrites_nothing_and_copies_nothing_else(folder):
    with Server(data=folder / "d.db") as s:
        must_say(0, "^$", "backup", folder / "copy.db", "--data", folder / "d.db")
        s.stop()
    copy = (folder / "copy.db").read_bytes()
    assert (folder / "copy.db").stat().st_mode & 0o777 == 0o600
    (folder / "c").write_text(f"data {folder}/d.db\n")
    must_say(0, "^$", "backup", folder / "copy2.db", "--config", folder / "c")
    must_say(1, "copy.db is there already; give another name", "backup", folder / "copy.db", "--data", folder / "d.db")
    must_say(1, "d.db is there already", "backup", folder / "d.db", "--data", folder / "d.db")
    must_say(1, "cannot be written: No such file or directory", "backup", folder / "x" / "y", "--data", folder / "d.db")
    must_say(1, "none.db cannot be read: .*; expected the data file of a server", "backup", folder / "b", "--data", folder / "none.db")
    (folder / "text.db").write_text("My notes.\n" * 100)
    must_say(1, "no data file of a server", "backup", folder / "b", "--data", folder / "text.db")
    database(folder / "foreign.db", "CREATE TABLE tables (key INTEGER)")
    must_say(1, "belongs to another program", "backup", folder / "b", "--data", folder / "foreign.db")
    (folder / "half.db").write_bytes(copy[:len(copy) // 2])
    must_say(1, "is damaged", "backup", folder / "b", "--data", folder / "half.db")
    must_say(2, "FILE is missing", "backup", "--data", folder / "d.db")
    assert (folder / "copy.db").read_bytes() == copy and not list(folder.glob("b*")) and not list(folder.glob("*.part"))


TESTS = [every_setting_is_in_the_documents, the_example_file_holds_what_is_usual, flags_win_over_the_file,
         a_file_without_flags_is_enough, what_is_wrong_in_the_file_is_named_with_its_line,
         two_servers_on_one_data_file_are_refused, an_occupied_port_is_named, a_data_folder_that_cannot_be_used_is_named,
         it_listens_where_it_was_told_only, what_is_no_data_file_is_left_as_it_is,
         lines_for_people_tell_start_and_stop, lines_for_programs_are_json_and_hold_no_secret,
         a_backup_brings_every_table_back_as_it_was, a_backup_overwrites_nothing_and_copies_nothing_else]


def main():
    os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="")
    failed = 0
    for test in TESTS:
        if sys.argv[3:] and test.__name__ not in sys.argv[3:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
            except Exception as wrong:  # the others are run all the same
                failed += 1
                print(f"FAILED: {test.__name__.replace('_', ' ')}: {type(wrong).__name__}: {wrong}")
    print(f"{failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
