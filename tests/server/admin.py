#!/usr/bin/env python3
"""What those who run a server may see and do while it runs (`pairs admin`). Usage: admin.py PROGRAM [WORDS OF A TEST]..."""
import hashlib, http.client, json, os, signal, sqlite3, stat, subprocess, sys, tempfile
from visitor import *

PROGRAM = sys.argv[1]


class Server(Server):
    """Whoever is still there at the end goes: a server that stops waits for those who do not listen."""

    def connect(self, *place, **more):
        c = super().connect(*place, **more)
        self.__dict__.setdefault("connections", []).append(c)
        return c

    def __exit__(self, *fault):
        for c in self.__dict__.get("connections", []):
            c.close()
        super().__exit__(*fault)


def pairs(*words, data=None, **env):
    """Status and all words of a command that ends by itself."""
    more = ["--data", data] if data else []
    done = subprocess.run([PROGRAM, *map(str, words), *more], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE, env={**os.environ, "LANGUAGE": "C", "LC_ALL": "C.UTF-8", **env})
    return done.returncode, done.stdout + done.stderr


def order(s, *words):
    """The rows of an answer."""
    status, said = pairs("admin", *words, "--json", data=s.data)
    assert status == 0, (words, said)
    return json.loads(said)


def refusal(s, *words):
    status, said = pairs("admin", *words, data=s.data)
    assert status == 1, (words, said)
    return said


def person(w):
    return hashlib.sha256(w.token.encode()).hexdigest()


def sits(s, name="Ann", source="127.0.0.1", **more):
    """Somebody with a table of their own."""
    w = s.open(source).hello()
    w.table = w.create(name=name, **{"public": True, "chairs": ["you", "open"], **more})["table"]
    return w


def joins(s, host, name, source="127.0.0.1"):
    w = s.open(source).hello()
    w.table = host.table
    assert w.ask("enter", table=w.table, since=0)["done"] and w.ask("sit", name=name)["done"]
    return w


def hears(w, key):
    """The next message that has a key."""
    while (m := w.receive()) is not None:
        assert m.get("done", True), m
        if key in m:
            return m
    raise AssertionError(f"nothing with {key} comes")


def entries(s, w):
    """All entries of a table as somebody sees them who comes anew."""
    late = s.open().hello()
    late.command("enter", table=w.table, since=0)
    found = []
    while (m := late.receive()) is not None:
        assert m.get("done", True), m
        found += m.get("entries", [])
        if "now" in m:
            late.close()
            return found


def in_the_file(s, words):
    """Whether some bytes are anywhere in the data file or beside it."""
    names = [s.data, s.data + "-wal", s.data + "-shm"]
    return any(words.encode() in open(n, "rb").read() for n in names if os.path.exists(n))


# --- Looking

def only_the_owner_can_reach_the_socket(program):
    with Server(program) as s:
        mode = os.stat(s.data + ".admin").st_mode
        assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, oct(mode)
        assert any(r["what"] == "tables" for r in order(s, "status"))
        path = s.data
    assert "no server can be reached at" in pairs("admin", "status", data=path)[1]


def tables_and_people_are_listed(program):
    with Server(program) as s:
        ann = sits(s, "Ann <b>", public=False)
        [table] = order(s, "tables")
        assert (table["table"], table["game"], table["stage"], table["list"]) == (ann.table, "pairs", "waiting", "private")
        assert table["people"] == "A Ann <b>" and table["here"] == 1, table
        [who] = order(s, "people")
        assert who["person"] == person(ann)[:16] and who["address"] == "127.0.0.1" and who["seat"] == "A", who
        status, said = pairs("admin", "tables", data=s.data)
        assert status == 0 and said.splitlines()[0].startswith("Table ") and ann.table in said, said
        assert "there is no order 'dance'" in refusal(s, "dance") and "takes other words" in refusal(s, "close")
        assert ann.token not in said + s.said()


def a_table_is_closed_and_those_there_are_told(program):
    with Server(program) as s:
        ann, other = sits(s), sits(s, "Cleo")
        order(s, "close", ann.table)
        assert "closed by those who run" in hears(ann, "lost")["lost"]
        eventually(lambda: [t["table"] for t in order(s, "tables")] == [other.table], "the other one stays")
        assert not ann.ask("enter", table=ann.table)["done"] and ann.create()["done"]
        assert "there is no table" in refusal(s, "close", "aaaaaaaaaa")


# --- Bans

def who_is_muted_cannot_speak_until_it_is_lifted(program):
    with Server(program) as s:
        ann = sits(s)
        bob = joins(s, ann, "Bob", "127.0.0.2")
        order(s, "mute", f"{ann.table}/B", "2h", "shouts")
        assert "do not let you speak" in bob.ask("say", text="HELLO")["refused"]
        assert ann.ask("say", text="Hello")["done"]
        [rule] = order(s, "bans")
        assert rule["kind"] == "mute" and rule["whom"] == person(bob) and rule["note"] == "shouts" and rule["until"]
        order(s, "lift", rule["number"])
        assert bob.ask("say", text="Hello")["done"] and order(s, "bans") == []
        assert "there is no ban" in refusal(s, "lift", rule["number"])
        order(s, "mute", "127.0.0.2/32")
        assert not bob.ask("say", text="Hello")["done"] and ann.ask("say", text="Hello")["done"]


def who_is_banned_is_cut_off_and_does_not_come_back(program):
    with Server(program, "--connections", "100") as s:
        ann, bob = sits(s), sits(s, "Bob", "127.0.0.2")
        order(s, "ban", person(ann)[:16], "1d")
        assert ann.is_over()
        again = s.open()
        assert "sent you away" in again.ask("hello", version=1, token=ann.token)["refused"]
        assert again.hello().create()["done"], "somebody else at the same address"
        for network, inside, outside in (("127.0.0.2", "127.0.0.2", "127.0.0.3"), ("127.0.8.0/21", "127.0.15.9", "127.0.16.1")):
            order(s, "ban", network)
            assert refused(lambda: s.open(inside)) == 0 and s.open(outside).hello().create()["done"], network
        assert bob.is_over()
        assert "is no time" in refusal(s, "ban", "192.0.2.1", "soon") and "there is no table" in refusal(s, "ban", "192.0.2.1/40")


def bans_hold_for_networks_of_ipv6_behind_a_proxy_and_after_a_restart(program):
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/t.db"
        def come(s, address):
            return refused(lambda: s.open(more=f"X-Forwarded-For: {address}\r\n"))
        with Server(program, "--proxy", "yes", "--connections", "50", "--data", data) as s:
            s.data = data
            order(s, "ban", "2001:db8:7::/48", "forever")
        with Server(program, "--proxy", "yes", "--connections", "50", "--data", data) as s:
            assert come(s, "2001:db8:7:ff::1") == 429 and come(s, "2001:db8:8::1") is None
            s.data = data
            [rule] = order(s, "bans")
            order(s, "lift", rule["number"])
            assert come(s, "2001:db8:7:ff::1") is None


def a_ban_ends_by_itself(program):
    with Server(program) as s:
        ann = sits(s)
        with sqlite3.connect(s.data) as d:
            d.execute("INSERT INTO rules (mute, target, until, note) VALUES (0, ?, 1, '')", (person(ann),))
        order(s, "ban", "192.0.2.1", "1m")  # reads all of them again
        assert s.open().hello(ann.token) and len(order(s, "bans")) == 1


# --- Words and names

def what_was_said_is_replaced_by_a_mark_and_numbers_stay(program):
    with Server(program) as s:
        ann = sits(s, chairs=["you", "random"], game="pairs")
        assert ann.ask("say", text="My secret is 4711")["done"] and ann.ask("say", text="Fine weather")["done"]
        before = entries(s, ann)
        [first, second] = order(s, "talk", ann.table)
        assert first["text"] == "My secret is 4711" and first["seat"] == "A" and first["name"] == "Ann"
        order(s, "strike", ann.table, first["entry"])
        assert hears(ann, "struck")["struck"] == first["entry"]
        after = entries(s, ann)
        assert [e["entry"] for e in after] == [e["entry"] for e in before]
        gone = [e for e in after if e["entry"] == first["entry"]][0]
        assert gone["kind"] == "said" and gone["struck"] is True and "text" not in gone, gone
        assert [e for e in after if e["entry"] == second["entry"]][0]["text"] == "Fine weather"
        assert not in_the_file(s, "4711") and in_the_file(s, "Fine")
        assert "nothing was said" in refusal(s, "strike", ann.table, first["entry"])
        assert ann.ask("begin")["done"] and ann.ask("say", text="We go on")["done"]


def what_was_said_goes_from_the_record_of_a_game_too(program):
    with Server(program) as s:
        w = s.open()
        w.hello()
        w.table = w.create(chairs=["you", "random"], public=True)["table"]
        w.command("begin")
        w.command("say", text="abracadabra")
        while (m := w.receive()) is not None and not m.get("view", {}).get("over"):
            if m.get("view", {}).get("legal"):
                w.command("decide", choice=m["view"]["legal"][-1], after=m["entry"])
        def record():
            [game] = json.loads(s.get(f"/api/tables/{w.table}/games")[2])
            return s.get(f"/api/tables/{w.table}/games/{game['game']}/record")[2]
        eventually(lambda: "[" not in s.get(f"/api/tables/{w.table}/games")[2][1:] and "game" in
                   s.get(f"/api/tables/{w.table}/games")[2], "the game is kept")
        assert "# said A abracadabra" in record()
        [said] = [e for e in order(s, "talk", w.table)]
        order(s, "strike", w.table, said["entry"])
        assert "# said A [removed]" in record() and not in_the_file(s, "abracadabra")


def a_name_is_taken_away(program):
    with Server(program) as s:
        ann = sits(s, "Horrible")
        order(s, "unname", ann.table, "A")
        assert [c["name"] for c in entries_now(s, ann)["chairs"] if c["kind"] == "person"] == ["Guest"]
        assert not in_the_file(s, "Horrible") and "Horrible" not in json.dumps(entries(s, ann))
        assert ann.ask("look", name="Better")["done"], "the chair is still theirs"
        assert "nobody sits on chair" in refusal(s, "unname", ann.table, "B")


def entries_now(s, w):
    late = s.open().hello()
    late.command("enter", table=w.table)
    return hears(late, "now")["now"]


# --- Invitations

def without_a_code_nobody_comes_in_and_a_code_lets_so_many(program):
    with Server(program, "--invited", "all") as s:
        stranger = s.open().hello()
        assert "invited" in stranger.create()["refused"] and s.get("/api/tables")[0] == 403 and s.get("/health")[0] == 200
        assert not s.open().ask("enter", table="aaaaaaaaaa")["done"]
        code = order(s, "invite", "2", "club")[0]["code"]
        ann, bob, cleo = (s.open() for _ in range(3))
        for w, typed in (ann, code.lower().replace("-", " ")), (bob, code):
            w.token = secrets.token_hex(32)
            answer = w.ask("hello", version=1, token=w.token, code=typed)
            assert answer["done"] and answer["member"] and answer["invited"] == "all" and w.create()["done"], answer
        assert "not known, or used up" in cleo.ask("hello", version=1, token=secrets.token_hex(32), code=code)["refused"]
        assert s.open().hello(ann.token).create()["done"], "once is enough"
        assert s.get("/api/tables", Authorization="Bearer " + ann.token)[0] == 200
        [row] = order(s, "codes")
        assert (row["left"], row["used"], row["note"]) == (0, 2, "club") and "code" not in row
        other = order(s, "invite")[0]["code"]
        order(s, "revoke", order(s, "codes")[1]["number"])
        assert not cleo.ask("hello", version=1, token=secrets.token_hex(32), code=other)["done"]
        assert not in_the_file(s, code) and not in_the_file(s, code.replace("-", ""))


def where_only_tables_are_for_the_invited_everybody_may_sit_down(program):
    with Server(program, "--invited", "tables") as s:
        ann = s.open()
        code, ann.token = order(s, "invite")[0]["code"], secrets.token_hex(32)
        ann.ask("hello", version=1, token=ann.token, code=code)
        ann.table = ann.create(chairs=["you", "open"], public=True)["table"]
        bob = joins(s, ann, "Bob")
        assert "invited" in bob.create()["refused"] and ann.ask("begin")["done"]


def codes_cannot_be_tried_for_long(program):
    with Server(program) as s:
        w, answers = s.open("127.0.0.2").hello(), []
        for _ in range(30):
            answers.append(w.ask("hello", version=1, token=w.token, code="00000-00000-00000-00000")["refused"])
        assert "not known" in answers[0] and "Too many codes" in answers[-1], answers


# --- Lost tokens

def who_wrote_a_code_down_comes_back_with_a_new_token(program):
    with Server(program) as s:
        ann = sits(s)
        code = ann.ask("recovery")["code"]
        newer = ann.ask("recovery")["code"]
        lost, found = ann.token, s.open()
        found.token = secrets.token_hex(32)
        assert not found.ask("hello", version=1, token=found.token, code=code)["done"], "the newer one is in its place"
        assert found.ask("hello", version=1, token=found.token, code=newer)["done"]
        while ann.receive() is not None:
            pass
        assert ann.close_code == 1008, "who has the lost one is here no more"
        assert found.ask("enter", table=ann.table)["you"] == "A", "the chair is theirs again"
        assert found.ask("say", text="Here again")["done"]
        assert "taken the place" in s.open().ask("hello", version=1, token=lost)["refused"]
        assert not s.open().ask("hello", version=1, token=secrets.token_hex(32), code=newer)["done"], "it works once"
        assert s.open().hello(found.token).ask("enter", table=ann.table)["you"] == "A"
        third, next_one = s.open(), s.open().hello(found.token).ask("recovery")["code"]
        third.token = secrets.token_hex(32)
        assert third.ask("hello", version=1, token=third.token, code=next_one)["done"]
        assert third.ask("enter", table=ann.table)["you"] == "A"
        assert not s.open().ask("hello", version=1, token=found.token)["done"]
        for secret in newer, newer.replace("-", ""), found.token:
            assert not in_the_file(s, secret)


def the_terminal_makes_and_uses_codes(program):
    with Server(program, "--invited", "all") as s, tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        url = f"http://127.0.0.1:{s.port}"
        code = order(s, "invite")[0]["code"]
        assert pairs("account", url, "code", code, XDG_STATE_HOME=one) == (0, "The code was good.\n")
        status, said = pairs("account", url, "recovery", XDG_STATE_HOME=one)
        assert status == 0 and re.match(r"([0-9A-Z]{5}-){3}[0-9A-Z]{5}\n", said), said
        assert pairs("account", url, "code", said.split()[0], XDG_STATE_HOME=two)[0] == 0
        status, said = pairs("account", url, "recovery", XDG_STATE_HOME=one)
        assert status == 1 and "taken the place" in said, said
        assert pairs("account", url, "recovery", XDG_STATE_HOME=two)[0] == 0
        assert pairs("account", url, "code", code, XDG_STATE_HOME=two + "/other")[0] == 1
        assert "expected 'code CODE'" in pairs("account", url, "dance")[1]


# --- What is kept about a person

def all_that_is_kept_about_a_person_is_told_to_them_alone(program):
    with Server(program) as s:
        ann = sits(s)
        bob = joins(s, ann, "Bob")
        assert ann.ask("say", text="I am Ann")["done"] and bob.ask("say", text="I am Bob")["done"]
        assert s.get("/api/me")[0] == 403
        status, _, body = s.get("/api/me", Authorization="Bearer " + ann.token)
        kept = json.loads(body)
        assert status == 200 and "I%20am%20Ann" in body and "I%20am%20Bob" not in body and " Ann " in body, body
        assert {k["what"] for k in kept} == {"entry"} and {k["table"] for k in kept} == {ann.table}
        assert order(s, "export", f"{ann.table}/A") == kept
        assert json.loads(s.get("/api/me", Authorization="Bearer " + secrets.token_hex(32))[2]) == []


def after_erasure_nothing_names_a_person(program):
    with Server(program) as s:
        ann = sits(s, "Annabelle")
        bob = joins(s, ann, "Bob")
        ann.ask("recovery")
        watcher = s.open().hello(ann.token)
        other = sits(s, "Cleo")
        watcher.ask("enter", table=other.table)
        assert watcher.ask("look", name="Annabelline")["done"] and watcher.ask("say", emote="wow")["done"]
        assert watcher.ask("say", text="Annabelle watches")["done"]
        assert other.ask("mute", name="Annabelline")["done"]
        assert ann.ask("say", text="Annabelle speaks")["done"] and ann.ask("look", name="Annabella")["done"]
        assert ann.ask("begin")["done"] and bob.ask("say", text="Off we go")["done"]
        gone = sits(s, "Annabelle")
        gone_token, digest = gone.token, person(ann)
        assert in_the_file(s, digest) and in_the_file(s, "Annabell")
        order(s, "erase", person(gone))
        assert s.open().hello(ann.token).ask("erase")["done"]
        assert ann.is_over() and watcher.is_over()
        eventually(lambda: not in_the_file(s, digest), "who it was is gone")
        assert not in_the_file(s, "Annabell") and not in_the_file(s, person(gone))
        assert in_the_file(s, "Bob") and in_the_file(s, "Off%20we%20go")
        seen = entries(s, bob)
        assert [e["entry"] for e in seen] == list(range(1, len(seen) + 1)) and "Annabel" not in json.dumps(seen)
        quick = s.open().hello()
        quick.command("create", game="pairs", name="Annabelle", chairs=["you", "open"])
        quick.command("erase")  # while the table is on its way to the disk
        assert quick.is_over() and not in_the_file(s, person(quick)) and not in_the_file(s, "Annabell")
        back = s.open().hello(ann.token)
        assert back.ask("enter", table=ann.table)["you"] is None, "whoever has the token is somebody new"
        assert bob.ask("say", text="And on")["done"], "the others play on"


def who_is_erased_is_in_no_picture_of_a_table_that_sleeps(program):
    with Server(program, "--awake", "0") as s:
        ann = sits(s, "Annabelle")
        bob = joins(s, ann, "Bob")
        assert ann.ask("begin")["done"] and ann.ask("say", text="Annabelle speaks")["done"]
        eventually(lambda: s.metric("tables_awake") == 0, "the table sleeps")
        eventually(lambda: b"Annabelle" in picture(s, ann.table), "there is a picture")
        assert person(ann).encode() in picture(s, ann.table)
        order(s, "erase", person(ann))
        eventually(lambda: not in_the_file(s, person(ann)) and not in_the_file(s, "Annabelle"), "nothing names her")
        assert bob.ask("say", text="And on")["done"]
        eventually(lambda: s.metric("tables_awake") == 0 and picture(s, ann.table), "it is pictured again")
        assert person(bob).encode() in picture(s, ann.table) and not in_the_file(s, "Annabelle")
        assert "Annabel" not in json.dumps(entries(s, bob))


def picture(s, table):
    """That the data file has of a table."""
    d = sqlite3.connect(f"file:{s.data}?mode=ro", uri=True)
    found = d.execute("SELECT picture FROM pictures JOIN tables USING (key) WHERE id = ?", (table,)).fetchone()
    d.close()
    return found[0] if found else b""


def games_that_are_over_are_without_the_name_too(program):
    with Server(program) as s:
        w = s.open().hello()
        table = w.create(name="Annabelle", chairs=["you", "random"], public=True)["table"]
        w.command("begin")
        w.command("say", text="Annabelle plays")
        while (m := w.receive()) is not None and not m.get("view", {}).get("over"):
            if m.get("view", {}).get("legal"):
                w.command("decide", choice=m["view"]["legal"][-1], after=m["entry"])
        eventually(lambda: json.loads(s.get(f"/api/tables/{table}/games")[2]), "it is kept")
        [game] = json.loads(s.get(f"/api/tables/{table}/games")[2])
        before = s.get(f"/api/tables/{table}/games/{game['game']}/record")[2]
        order(s, "erase", f"{table}/A")
        after = s.get(f"/api/tables/{table}/games/{game['game']}/record")[2]
        assert after == before.replace("name A Annabelle", "name A Guest").replace("# said A Annabelle plays", "# said A [removed]")
        assert not in_the_file(s, "Annabelle") and not in_the_file(s, person(w))


# --- The server itself

def a_server_that_drains_ends_with_the_last_game(program):
    with Server(program) as s:
        w, late = s.open().hello(), s.open().hello()
        w.create(chairs=["you", "random"])
        w.command("begin")
        m = hears(w, "view")
        order(s, "drain")
        assert "stops soon" in hears(late, "notice")["notice"]
        assert "stops soon" in late.create()["refused"] and s.get("/health")[0] == 503
        while m is not None and not m.get("view", {}).get("over"):
            if m.get("view", {}).get("legal"):
                w.command("decide", choice=m["view"]["legal"][-1], after=m["entry"])
            m = w.receive()
        assert w.is_over() and s.process.wait(PATIENCE) == 0
        assert "Stopped; all is kept." in s.said()


def draining_can_be_called_off_and_has_an_end(program):
    with Server(program) as s:
        w = s.open().hello()
        w.create(chairs=["you", "random"])
        w.command("begin")
        hears(w, "view")
        order(s, "drain", "2h")
        order(s, "drain", "off")
        assert s.open().hello().create()["done"] and s.get("/health")[0] == 200
        assert "is no time" in refusal(s, "drain", "never")


def metrics_follow_the_conventions_on_a_listener_of_their_own(program):
    with Server(program) as s:
        assert plays(s.open())
        assert s.get("/nowhere")[0] == 404 and s.get("/health")[0] == 200 and s.get("/metrics")[0] == 404
        text = s.metrics()
        names = {}
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                names[line.split()[2]] = line.split()[3]
        for line in (l for l in text.splitlines() if not l.startswith("#")):
            name, value = re.fullmatch(r"([a-z_]+)(?:\{[a-z]+=\"[^\"]*\"\})? (\S+)", line).groups()
            family = re.sub(r"_(bucket|sum|count)$", "", name) if names.get(name) is None else name
            assert family in names and float(value) >= 0, line
            assert names[family] != "counter" or name.endswith("_total"), line
        for name in "answer", "commit", "bot":
            counts = [int(v) for v in re.findall(rf"pairs_{name}_seconds_bucket\{{.*\}} (\d+)", text)]
            total = int(re.search(rf"pairs_{name}_seconds_count (\d+)", text)[1])
            assert counts == sorted(counts) and counts[-1] == total > 0, (name, counts)
        assert 'pairs_http_responses_total{code="404"} 2' in text and 'code="200"' in text
        assert re.search(r'pairs_build_info\{version="[0-9.]+"\} 1', text) and s.metric("data_bytes") + s.metric("data_log_bytes") > 4096
        assert s.metric("bots_waiting") == 0 and s.metric("draining") == 0


def the_page_works_once_and_obeys(program):
    with Server(program) as s:
        ann = sits(s, "<Ann>")
        page = subprocess.Popen([program, "admin", "page", "--data", s.data], stdout=subprocess.PIPE, text=True,
                                env={**os.environ, "LANGUAGE": "C"})
        found = re.search(r"http://(127.0.0.1:\d+)(/[0-9a-f]{32})", page.stdout.readline())
        def ask(method, path, body=None, **headers):
            c = http.client.HTTPConnection(found[1], timeout=PATIENCE)
            c.request(method, path, body, headers)
            answer = c.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        assert ask("GET", "/")[0] == 403
        status, headers, _ = ask("GET", found[2])
        cookie = headers["Set-Cookie"].split(";")[0]
        assert status == 303 and "HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"]
        assert ask("GET", found[2])[0] == 403, "the address works once"
        status, _, body = ask("GET", "/", Cookie=cookie)
        assert status == 200 and ann.table in body and "&lt;Ann>" in body and "<Ann>" not in body
        assert ask("GET", "/", Cookie=cookie, Host="evil.example")[0] == 403, "another name leads here"
        form = f"0=close&1={ann.table}"
        assert ask("POST", "/", form, Cookie=cookie, Origin="http://evil.example")[0] == 403
        assert ask("POST", "/", form)[0] == 403 and [t["table"] for t in order(s, "tables")] == [ann.table]
        assert "there is no table" in ask("POST", "/", "0=close&1=%61aaaaaaaaa", Cookie=cookie, Origin="http://" + found[1])[2]
        assert "Done." in ask("POST", "/", form, Cookie=cookie, Origin="http://" + found[1])[2]
        eventually(lambda: order(s, "tables") == [], "it is closed")
        page.send_signal(signal.SIGTERM)
        assert page.wait(PATIENCE) == 0


def an_answer_whose_asker_has_gone_harms_nobody(program):
    with Server(program) as s:
        ann = sits(s)
        for words in (["erase", person(ann)], ["export", person(ann)], ["status"]):
            c = socket.socket(socket.AF_UNIX)
            c.connect(s.data + ".admin")
            c.sendall(json.dumps({"words": words}).encode() + b"\n")
            c.close()
        for nonsense in b"\n", b"x" * 5000, b"{}\n", b'{"words":[1]}\n', b'{"words":["a"' + b',"a"' * 20 + b"]}\n":
            c = socket.socket(socket.AF_UNIX)
            c.connect(s.data + ".admin")
            try:
                c.sendall(nonsense)
            except ConnectionError:
                pass
            read_all(c)
        eventually(lambda: not in_the_file(s, person(ann)), "what was asked for is done all the same")
        assert order(s, "status")


if __name__ == "__main__":
    run([only_the_owner_can_reach_the_socket, tables_and_people_are_listed, a_table_is_closed_and_those_there_are_told,
         who_is_muted_cannot_speak_until_it_is_lifted, who_is_banned_is_cut_off_and_does_not_come_back,
         bans_hold_for_networks_of_ipv6_behind_a_proxy_and_after_a_restart, a_ban_ends_by_itself,
         what_was_said_is_replaced_by_a_mark_and_numbers_stay, what_was_said_goes_from_the_record_of_a_game_too,
         a_name_is_taken_away, without_a_code_nobody_comes_in_and_a_code_lets_so_many,
         where_only_tables_are_for_the_invited_everybody_may_sit_down, codes_cannot_be_tried_for_long,
         who_wrote_a_code_down_comes_back_with_a_new_token, the_terminal_makes_and_uses_codes,
         all_that_is_kept_about_a_person_is_told_to_them_alone, after_erasure_nothing_names_a_person,
         who_is_erased_is_in_no_picture_of_a_table_that_sleeps,
         games_that_are_over_are_without_the_name_too, a_server_that_drains_ends_with_the_last_game,
         draining_can_be_called_off_and_has_an_end, metrics_follow_the_conventions_on_a_listener_of_their_own,
         the_page_works_once_and_obeys, an_answer_whose_asker_has_gone_harms_nobody])
