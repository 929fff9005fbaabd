#!/usr/bin/env python3
"""Clients of every kind at one table, while the server is killed in the middle of the game and started again.
Usage: remote.py PAIRS CLIENT_C CLIENT_PY PROTOCOL_BOT.py; remote.py --bot FILE is a bot that checks what it is told."""
import importlib.util, json, os, random, re, secrets, signal, socket, subprocess, sys, tempfile, threading, urllib.request

PATIENCE = 120  # seconds: a safety net only


def bot(path):
    """Plays at random, and keeps the kinds and seats of all events; none may be missing."""
    past = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pairs-bot":
            print("pairs-bot 2 checker", flush=True)
        elif word == "events":
            told = json.loads(rest)
            assert told["from"] in (0, len(past)), (told["from"], len(past))
            past = past[:told["from"]] + [[event["kind"], event["seat"]] for event in told["events"]]
            with open(path, "w") as out:
                json.dump(past, out)
        elif word == "decide":
            print(random.choice(json.loads(rest)["legal"]), flush=True)


class Server:
    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PAIRS, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", f"{self.folder}/tables.db"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = re.match(r"Tables are open at (http://\S+:(\d+))", self.process.stdout.readline())
        assert found, "the server does not begin"
        self.place, self.port = found[1] + "/", int(found[2])

    def get(self, path):
        with urllib.request.urlopen(self.place + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)


class Relay:
    """A way to the server on which every eighth answer is lost, and the connection with it."""

    def __init__(self, server):
        self.server, self.answers, self.lost = server, 0, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.place = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            here, there = self.listener.accept()[0], socket.create_connection(("127.0.0.1", self.server.port))
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self.pass_on, args=(one, other, one is there), daemon=True).start()

    def pass_on(self, one, other, answers):
        try:
            while part := one.recv(65536):
                self.answers += answers and b'"done":true' in part
                if answers and b'"done":true' in part and self.answers % 8 == 0:
                    self.lost += 1
                    break
                other.sendall(part)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Guest:
    """The test's own: opens the table, and looks at it in the end."""

    def __init__(self, server):
        self.socket = client.WebSocket(server.place.replace("http", "ws", 1) + "ws")
        self.do("hello", version=1, token=secrets.token_hex(32))

    def do(self, word, **more):
        n = random.randrange(1, 2**53)
        self.socket.send(json.dumps({"do": word, "n": n, **more}))
        while (message := json.loads(self.socket.receive())).get("n") != n:
            pass
        assert message["done"], message
        return message

    def entries(self, table):
        """All entries of a table, from the first on."""
        message, found = self.do("enter", table=table, since=0), []
        while True:
            found += message.get("entries", [])
            if "now" in message:
                return found
            message = json.loads(self.socket.receive())


def program(words, **more):
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **more)


def read_until(process, words, lines):
    """Reads what a program says, into `lines`, until a line begins so."""
    for line in process.stdout:
        lines.append(line)
        if line.startswith(words):
            return
    raise AssertionError(f"it ended before it said {words}: {lines[-5:]}")


def numbers(lines):
    return [int(line.split()[0]) for line in lines if line.split()[0].isdigit()]


def play(server, game, bot_words, told, relay=None, **options):
    """A game of four chairs; the server is killed once in the middle of it, or answers are lost all the time."""
    table = Guest(server).do("create", game=game, options=options, chairs=["open", "open", "open", "1"], public=True,
                             open=True)["table"]
    link, first, second = f"{(relay or server).place}#{table}", [], []
    host = program([sys.executable, CLIENT_PY, link])
    read_until(host, "2 seated", first)
    join = program([PAIRS, "join", link, "--bot", bot_words, "--name", "Lent", "--seat", "B"], stderr=subprocess.DEVNULL)
    assert "sits" in join.stdout.readline()
    other = program([CLIENT_C, link])
    if not relay:
        read_until(host, str(random.randrange(20, 40)), first)
        server.kill()
        server.start()
    first += host.stdout.readlines()
    second += other.stdout.readlines()
    assert host.wait(PATIENCE) == 0 and other.wait(PATIENCE) == 0, (first[-3:], second[-3:])
    join.send_signal(signal.SIGTERM)
    assert join.wait(PATIENCE) == 0, "who is told to stop gives the chair up"

    entries = Guest(server).entries(table)
    last = max(entry["entry"] for entry in entries if entry["kind"] == "step")
    assert [entry["entry"] for entry in entries] == list(range(1, len(entries) + 1))
    for said in (first, second):
        assert numbers(said) == list(range(1, last + 1)), "no entry is missing, and none is told twice"
    if told:
        happened = [[event["kind"], event["seat"]] for entry in entries for event in entry.get("events", [])]
        with open(told) as kept:
            past = json.load(kept)
        os.remove(told)
        assert past and past == happened[:len(past)], "the bot is told what happened, whatever was lost between"
    record = f"{server.folder}/{game}.pairs"
    with open(record, "w") as out:
        out.write(server.get(f"api/tables/{table}/games/{json.loads(server.get(f'api/tables/{table}/games'))[0]['game']}/record"))
    subprocess.run([PAIRS, "replay", record], check=True, stdout=subprocess.DEVNULL)
    print(f"{game}: {last} entries, " + (f"{relay.lost} answers lost" if relay else "the server was killed in the middle"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        server, checker = Server(folder), f"run@60000:{sys.executable} {os.path.realpath(__file__)} --bot {folder}/told"
        try:
            # Long enough to be killed in the middle of it, whatever the cards.
            play(server, "pairs", f"run@60000:{sys.executable} {PROTOCOL_BOT}", None, target=36)
            play(server, "deadfall", checker, f"{folder}/told")  # hidden cards, and a lot
            play(server, "venture", checker, f"{folder}/told")  # choices at the same time
            play(server, "rocket", checker, f"{folder}/told", Relay(server))  # one decides several times in turn
        finally:
            server.kill()


if sys.argv[1] == "--bot":
    bot(sys.argv[2])
else:
    PAIRS, CLIENT_C, CLIENT_PY, PROTOCOL_BOT = map(os.path.realpath, sys.argv[1:])
    spec = importlib.util.spec_from_file_location("client", CLIENT_PY)
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    main()
