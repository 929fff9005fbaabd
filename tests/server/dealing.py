#!/usr/bin/env python3
"""Fair dealing over a real server: two people who pledge, cut and sign as docs/server.md says, or do not sign as older
clients, and whose records `pairs verify` and the checker of docs/examples accept.

Usage: dealing.py PROGRAM CLIENT CHECKER    (both of docs/examples)
"""
import atexit
import hashlib
import importlib.util
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

program, client_path, checker_path = sys.argv[1:4]
PATIENCE = 120  # seconds, after which something hangs


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


client, checker = load("client", client_path), load("verify", checker_path)


class Server:
    def __init__(self, data):
        self.data = data
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--messages", "100000"],
            stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)  # a test that fails leaves nothing behind
        self.url = re.search("http://[^ \n]*", self.process.stdout.readline()).group()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        return self.process.returncode

    def order(self, *words):
        """What `pairs admin` answers."""
        run = subprocess.run([program, "admin", *words, "--json", "--data", self.data], capture_output=True, text=True, timeout=PATIENCE)
        assert run.returncode == 0, run.stdout + run.stderr
        return json.loads(run.stdout)

    def get(self, path, token=None):
        request = urllib.request.Request(self.url + path)
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()


def chain(length):
    links = [secrets.token_hex(32)]
    for _ in range(length):
        links.append(hashlib.sha256(bytes.fromhex(links[-1])).hexdigest())
    return links


class Player:
    """Decides by what has happened so far, so that the same cards bring the same decisions."""

    def __init__(self, name, cuts=True, signs=False):
        self.name, self.cuts, self.token = name, cuts, secrets.token_hex(32)
        self.signer = client.Signer() if signs else None
        self.links, self.table, self.invitation, self.seat = chain(200), None, "", None
        self.at = len(self.links) - 1  # the link that was told last
        self.decisions, self.waits, self.over, self.thread = 0, 0, False, None
        self.answers, self.stop_after, self.stopped, self.last_keys = {}, None, threading.Event(), None

    def copy(self):
        other = Player(self.name, self.cuts)
        other.__dict__.update(token=self.token, links=self.links, table=self.table, at=self.at, signer=self.signer)
        return other

    def connect(self, server):
        self.socket = client.WebSocket(server.url.replace("http", "ws") + "/ws")
        self.socket.socket.settimeout(PATIENCE)
        self.number = secrets.randbelow(2**50)
        assert self.command("hello", version=1, token=self.token, **({"key": self.signer.key} if self.signer else {}))["done"]

    def send(self, do, **more):
        self.number += 1
        self.socket.send(json.dumps({"do": do, "n": self.number, **more}))
        return self.number

    def command(self, do, **more):
        """Sends a command and takes in what comes until its answer."""
        number = self.send(do, **more)
        while number not in self.answers:
            self.last = self.take()
        return self.answers[number]

    def take(self):
        line = self.socket.receive()
        if line is None:
            raise ConnectionError("the server is gone")
        message = json.loads(line)
        if "n" in message:
            self.answers[message["n"]] = message
        for entry in message.get("entries", []):
            if self.signer:
                self.signer.hear(entry)
            if entry["kind"] == "cut" and entry.get("seat") == self.seat and entry.get("text") in self.links:
                self.at = self.links.index(entry["text"])
        now = message.get("now", {})
        self.invitation = now.get("invitation", self.invitation)
        self.last_keys = now.get("keys", self.last_keys)
        self.seat = now.get("you", self.seat)
        return message

    def act(self, message):
        self.last = message
        self.waits += "cutting" in message
        if self.signer:
            if due := self.signer.due(message, self.table, self.seat):
                self.send(due[0], **due[1])
        elif self.cuts and self.seat in message.get("cutting", [])[:1]:  # in turn: the next seal is of what came before, too
            self.send("cut", cut=self.links[self.at - 1])
        view = message.get("view", {})
        self.over = bool(view.get("over"))
        if view.get("legal"):
            pick = len(json.dumps(view.get("seats", view))) % len(view["legal"])
            self.decisions += 1
            if self.decisions == self.stop_after:
                self.stopped.set()
            self.send("decide", choice=view["legal"][pick], after=message["entry"], **self.signed(message, view["legal"][pick]))

    def signed(self, message, choice):
        return self.signer.sign("decide", self.table, message["game"], message["link"], self.seat, choice) if self.signer else {}

    def play(self):
        try:
            self.act(self.last)  # an answer may bring what has happened with it
            while not self.over:
                self.act(self.take())
        except (ConnectionError, OSError):
            pass

    def begin_playing(self):
        self.thread = threading.Thread(target=self.play)
        self.thread.start()

    def end_playing(self):
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), f"{self.name} waits for ever"


def sit_down(server, first, second, **table):
    for player in (first, second):
        player.connect(server)
    answer = first.command("create", name=first.name, players=2, **table)
    assert answer["done"], answer
    first.table = second.table = answer["table"]
    while not first.invitation:
        first.take()
    assert second.command("enter", table=first.table, invitation=first.invitation)["done"]
    assert second.command("sit", name=second.name)["done"]
    first.seat, second.seat = "A", "B"


def play_game(server, first, second, **table):
    """A whole game; returns the path of it."""
    sit_down(server, first, second, **table)
    for player in (first, second):
        if player.cuts is not None:
            assert player.command("pledge", seal=player.signer.pledge() if player.signer else player.links[-1])["done"]
    assert first.command("begin")["done"]
    assert second.command("say", text="Good luck # to all!")["done"]
    return finish(server, first, second)


def finish(server, first, second):
    for player in (first, second):
        player.over = False
        # What stands at the table may have come before somebody was there to act on it.
        assert player.command("enter", table=player.table, invitation=player.invitation)["done"]
        player.begin_playing()
    for player in (first, second):
        player.end_playing()
        assert player.over, f"the game of {player.name} did not end"
    status, body = server.get(f"/api/tables/{first.table}/games", first.token)
    assert status == 200, body
    return f"/api/tables/{first.table}/games/{json.loads(body)[0]['game']}"


def ours(record, *more):
    run = subprocess.run([program, "verify", "-", *more], input=record, text=True, capture_output=True, check=False)
    return run.returncode, run.stdout + run.stderr


def theirs(record, *more):
    try:
        return 0, checker.verify(record.splitlines(), *more)
    except ValueError as wrong:
        return 1, str(wrong)


def assert_verified(record):
    """Both say yes, and no to any card that was another one. Returns what is said."""
    status, said = ours(record)
    assert status == 0, said
    status, wrong = theirs(record)
    assert status == 0, wrong
    lines = record.splitlines()
    opened = [i for i, line in enumerate(lines) if re.match("commit draw .* [0-9a-f]{64}$", line)]
    for at in opened[:: max(1, len(opened) // 3)]:
        word = lines[at].split()
        word[6] = str(int(word[6]) % 10 + 1)
        tampered = "\n".join(lines[:at] + [" ".join(word)] + lines[at + 1:]) + "\n"
        assert ours(tampered)[0] == 1 and theirs(tampered)[0] == 1, lines[at]
    return said


def closed(record):
    return len(re.findall("^commit draw .* closed$", record, re.M))


def everybody_may_check_a_game_at_an_open_table(server):
    first, second = Player("Ann", signs=True), Player("Ben")
    path = play_game(server, first, second, game="pairs", public=True)
    status, record = server.get(path + "/record")
    assert status == 200, record
    said = assert_verified(record)
    assert re.search(r"A \(Ann\) cut \d+ times?; saw each seal before cutting", said), said
    assert re.search(r"B \(Ben\) cut \d+ times?; signed nothing: nothing proves", said), said
    assert re.search(r"A \(Ann\) made (\d+) decisions?, \1 signed\n", said), said
    assert re.search(r"B \(Ben\) made (\d+) decisions?, 0 signed; nothing proves whose \1 ", said), said
    for check in ours, theirs:
        more = ("--key", first.signer.key) if check is ours else (first.signer.key,)
        assert check(record, *more)[0] == 0, check(record, *more)
        other = ("--key", "0" * 64) if check is ours else ("0" * 64,)
        assert check(record, *other)[0] == 1
    assert first.last_keys == {"A": first.signer.key}, "the key belongs to the chair"
    assert "\ndeal " in record and closed(record) == 0
    assert "\n# said B Good luck # to all!\n" in record, "what was said is part of the game"
    status, proof = server.get(path + "/proof")
    assert status == 200 and "\ndeal " not in proof
    assert_verified(proof)


def a_proof_holds_after_words_are_struck_and_somebody_is_erased(server):
    first, second = Player("Ann", signs=True), Player("Ben", signs=True)
    path = play_game(server, first, second, game="pairs", public=True)
    record = server.get(path + "/record")[1]
    said = assert_verified(record)
    proved = [line for line in record.splitlines() if line.startswith("commit")]
    assert "Good luck" in record and "name A Ann" in record
    for orders in [("strike", first.table, str(talk["entry"])) for talk in server.order("talk", first.table)], [("erase", f"{first.table}/A")]:
        for words in orders:
            server.order(*words)
        record = server.get(path + "/record")[1]
        assert "Good luck" not in record and "# said B [removed]" in record, "what is gone is still shown"
        assert assert_verified(record).replace("(Guest)", "(Ann)") == said
        assert proved == [line for line in record.splitlines() if line.startswith("commit")]
    assert "Ann" not in record


def a_hidden_card_is_proved_to_its_owner_alone(server):
    first, second = Player("Ann"), Player("Ben")
    path = play_game(server, first, second, game="tournament", public=False)
    status, words = server.get(path + "/record")
    assert status == 403 and "Bearer" in words, words
    assert server.get(path + "/record", secrets.token_hex(32))[0] == 403
    assert server.get(f"/api/tables/{first.table}/games")[0] == 403
    proofs = []
    for player in (first, second):
        status, record = server.get(path + "/record", player.token)
        assert status == 200, record
        assert "\ndeal " not in record, "a move tells what is closed"
        assert_verified(record)
        proofs.append(record)
    assert proofs[0] != proofs[1], "both see the same"
    path = play_game(server, Player("Ann"), Player("Ben"), game="tournament", public=True)
    status, record = server.get(path + "/record")
    assert status == 200 and "\ndeal " not in record and closed(record) > 0, record
    assert_verified(record)


def whoever_sits_where_no_game_is_over_gets_an_empty_list(server):
    first, second = Player("Ann"), Player("Ben")
    sit_down(server, first, second, game="pairs", public=False)
    games = f"/api/tables/{first.table}/games"
    for player in (first, second):
        assert server.get(games, player.token) == (200, "[]")
    for token in (None, secrets.token_hex(32)):
        assert server.get(games, token)[0] == 403


def whoever_never_cuts_is_left_out_and_named(server):
    first, second = Player("Ann"), Player("Ben", cuts=False)
    path = play_game(server, first, second, game="rocket", public=True, open=True)
    status, record = server.get(path + "/record")
    assert status == 200, record
    said = assert_verified(record)
    assert re.search("^commit pledge [0-9]+ B ", record, re.M) and not re.search("^commit cut [0-9]+ B ", record, re.M), said
    assert "B (Ben) cut 0 times, and had pledged to but did not cut shuffle" in said, said


def where_nobody_cuts_nobody_is_waited_for(server):
    first, second = Player("Ann", cuts=None), Player("Ben", cuts=None)
    path = play_game(server, first, second, game="pairs", public=True)
    assert first.waits == second.waits == 0
    assert "nobody cut" in assert_verified(server.get(path + "/record")[1])


def until(player, wanted):
    """What comes, up to a message that is wanted."""
    while not wanted(player.last):
        player.last = player.take()
    return player.last


def a_wrong_signature_is_refused_and_nothing_has_happened(server):
    first, second = Player("Ann", signs=True, cuts=None), Player("Ben", cuts=None)
    sit_down(server, first, second, game="pairs", public=True)
    assert first.command("begin")["done"]
    due = until(first if (turn := until(first, lambda m: m.get("view"))["view"]["to_act"]) == ["A"] else second, lambda m: m.get("link"))
    if turn == ["B"]:
        assert "not signed" in second.command("decide", choice=due["view"]["legal"][0], after=due["entry"], sign="0" * 128)["refused"]
        assert second.command("decide", choice="hit", after=due["entry"])["done"], "who has no key signs nothing"
        due = until(first, lambda m: m.get("link"))
    right = first.signed(due, "hit")["sign"]
    other = first.signed({**due, "link": "0" * 64}, "hit")["sign"]
    for wrong in ({}, {"sign": ""}, {"sign": other}, {"sign": first.signed(due, "fold")["sign"]}, {"sign": ("1" if right[0] == "0" else "0") + right[1:]}, {"sign": right + "00"}):
        answer = first.command("decide", choice="hit", after=due["entry"], **wrong)
        assert not answer["done"] and not any(e["kind"] == "step" for e in answer.get("entries", [])), (wrong, answer)
    assert first.command("decide", choice="hit", after=due["entry"], sign=right)["done"]


def a_secret_choice_stays_as_it_was_signed_when_another_device_comes(server):
    first, second = Player("Ann", signs=True, cuts=None), Player("Ben", cuts=None)
    sit_down(server, first, second, game="ghost-town", public=True)
    assert first.command("begin")["done"]
    due = until(first, lambda m: m.get("link") and m.get("view", {}).get("legal"))
    choice = due["view"]["legal"][0]
    assert first.command("decide", choice=choice, after=due["entry"], **first.signed(due, choice))["done"]
    device = first.copy()
    device.signer = client.Signer()
    device.connect(server)
    assert device.command("enter", table=device.table, since=0)["done"]
    assert device.command("say", text="I am here, too")["done"]
    assert until(device, lambda m: "chosen" in m)["chosen"]["choice"] == choice, "it is held still"
    due = until(second, lambda m: m.get("view", {}).get("legal"))
    assert second.command("decide", choice=due["view"]["legal"][0], after=due["entry"])["done"]
    until(second, lambda m: any(e["kind"] == "step" and e.get("events", [{}])[0].get("seat") == "A" for e in m.get("entries", [])))
    first.socket.socket.close()


def the_next_game_goes_on_where_the_last_one_ended(server):
    first, second = Player("Ann", signs=True), Player("Ben", signs=True)
    records = [server.get(play_game(server, first, second, game="pairs", public=True) + "/record")[1]]
    for player in (first, second):
        assert player.command("again" if player is first else "agree")["done"]
    records.append(server.get(finish(server, first, second) + "/record")[1])
    ends = [re.search("^commit end (.*)$", record, re.M).group(1) for record in records]
    begins = [re.search(r"^commit table \w+ (\d+) (.*)$", record, re.M).groups() for record in records]
    assert begins == [("1", "none"), ("2", ends[0])], (begins, ends)
    for record in records:
        said = assert_verified(record)
        assert said.count("saw each seal before cutting") == 2 and "whose" not in said, said


def every_client_of_ours_contributes_and_signs(server):
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": tempfile.mkdtemp()}
    own = subprocess.Popen([sys.executable, client_path, server.url, "blackstone", "you", "open"], stdout=subprocess.PIPE, text=True, env=environment)
    link = next(line for line in own.stdout if "#" in line and "/" in line).strip()
    lent = subprocess.Popen([program, "join", link, "--bot", "hint"], stdout=subprocess.DEVNULL, env=environment)
    atexit.register(lent.kill)
    try:
        own.communicate(timeout=PATIENCE)
    finally:
        lent.terminate()
        lent.wait(PATIENCE)
    table = link.partition("#")[2].partition("/")[0]
    folder = os.path.join(environment["XDG_STATE_HOME"], "pairs", "tokens")
    token = next(os.path.join(folder, name) for name in os.listdir(folder) if not name.endswith(".key"))
    with open(token, encoding="ascii") as file:
        status, games = server.get(f"/api/tables/{table}/games", file.read())
    assert status == 200, games
    record = server.get(f"/api/tables/{table}/games/{json.loads(games)[0]['game']}/record")[1]
    said = assert_verified(record)
    assert said.count("saw each seal before cutting") == 2, said
    assert len(re.findall(r" made (\d+) decisions?, \1 signed\n", said)) == 2, said
    assert "has your key" in ours(record, "--key", token + ".key")[1]
    shutil.rmtree(environment["XDG_STATE_HOME"])


def course(record):
    """What came at each step, and who cut each shuffle, one after the other, by the step that it came before."""
    words = [line.split() for line in record.splitlines() if line.startswith("commit")]
    at = {w[2]: int(w[3]) for w in words if w[1] == "shuffle"}
    came = {int(w[4]): w[6] for w in words if w[1] == "draw"} | {int(w[2]): (w[3], w[7:]) for w in words if w[1] == "decide"}
    return came, {step: [w[3] for w in words if w[1] == "cut" and w[2] == number] for number, step in at.items()}


def after_a_kill_the_same_cards_come(folder):
    """From one data file as a killed server left it, two servers go on in the same way: as long as the same people cut, one
    after the other, which on a busy machine somebody may be too slow for."""
    one, other = os.path.join(folder, "killed.db"), os.path.join(folder, "other.db")
    server = Server(one)
    first, second = Player("Ann"), Player("Ben")
    sit_down(server, first, second, game="pairs", public=True, options={"target": 71})
    for player in (first, second):
        assert player.command("pledge", seal=player.links[-1])["done"]
    assert first.command("begin")["done"]
    first.stop_after = 3 # the game is longer than that, whatever comes
    for player in (first, second):
        assert player.command("enter", table=player.table)["done"]
        player.begin_playing()
    assert first.stopped.wait(PATIENCE)
    server.stop(signal.SIGKILL)
    for player in (first, second):
        player.end_playing()
    for end in ("", "-wal"):
        if os.path.exists(one + end):
            shutil.copy(one + end, other + end)
    courses = []
    for data in (one, other):
        server = Server(data)
        again = first.copy(), second.copy()
        for player in again:
            player.connect(server)
            player.seat = "A" if player.name == "Ann" else "B"
            answer = player.command("enter", table=player.table, since=0)
            while not answer.get("now"):
                answer = player.take()
        path = finish(server, *again)
        record = server.get(path + "/record")[1]
        assert_verified(record)
        courses.append(course(record))
        assert server.stop() == 0
    (came, cuts), (others, other_cuts) = courses
    alike = min((step for step in cuts if cuts[step] != other_cuts.get(step)), default=len(came) + len(others))
    differ = [step for step in range(alike) if came.get(step) != others.get(step)]
    assert alike > 0 and not differ, f"the cards differ at {differ[:1]}: {came}, {others}; who cut: {cuts}, {other_cuts}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.join(folder, "tables.db"))
        for test in (everybody_may_check_a_game_at_an_open_table, a_proof_holds_after_words_are_struck_and_somebody_is_erased,
                     a_hidden_card_is_proved_to_its_owner_alone, whoever_sits_where_no_game_is_over_gets_an_empty_list,
                     whoever_never_cuts_is_left_out_and_named, where_nobody_cuts_nobody_is_waited_for,
                     a_wrong_signature_is_refused_and_nothing_has_happened, the_next_game_goes_on_where_the_last_one_ended,
                     a_secret_choice_stays_as_it_was_signed_when_another_device_comes,
                     every_client_of_ours_contributes_and_signs):
            test(server)
            print(test.__name__.replace("_", " "))
        assert server.stop() == 0
        after_a_kill_the_same_cards_come(folder)
        print("after a kill the same cards come")


if __name__ == "__main__":
    main()
