#!/usr/bin/env python3
"""A player for a pairs server, written from docs/server.md alone: takes a chair and plays one game at random.
    client.py http://127.0.0.1:8055/#TABLE/INVITATION    comes to a table
    client.py http://127.0.0.1:8055 pairs you open hint  makes one, and prints its link
It goes on when the server was away, contributes to every shuffle, and signs what it does if there is `openssl`. Who one is
stands in PAIRS_TOKEN and PAIRS_KEY, or is made up. Standard library only."""
import hashlib, json, os, random, secrets, shutil, socket, struct, subprocess, sys, tempfile, time, urllib.parse

class WebSocket:
    """The part of RFC 6455 that one needs: text messages, pings, the end."""
    def __init__(self, url):
        u = urllib.parse.urlparse(url)
        self.socket = socket.create_connection((u.hostname, u.port or 80), 60)
        self.socket.sendall((f"GET {u.path} HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Key: cGFpcnMgY2FyZCBnYW1lcw==\r\n"
                             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: pairs-1\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise ConnectionError("the server does not speak WebSocket here")
        while self.file.readline().strip(): pass

    def send(self, text, kind=1):
        data, mask = text if isinstance(text, bytes) else text.encode(), os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + struct.pack(">H", len(data))
        self.socket.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def receive(self):
        text, kind, last = b"", 9, 0
        while kind > 2 or not last:
            head = self.file.read(2)
            if len(head) < 2 or head[0] & 15 == 8: return None
            kind, last, size = head[0] & 15, head[0] & 128, head[1] & 127
            size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big") if size > 125 else size
            data = self.file.read(size)
            if kind == 9: self.send(data, 10)
            text += data if kind < 3 else b""
        return text.decode()

class Signer:
    """Pledges, cuts and signatures: *Fair dealing* in docs/server.md."""
    def __init__(self, secret=None):
        self.secret, self.openssl = bytes.fromhex(secret or secrets.token_hex(32)), shutil.which("openssl")
        self.key = self.run("pkey", "-inform", "DER", "-in", "key", "-pubout", "-outform", "DER")[-32:].hex() if self.openssl else ""
        self.secrets, self.standing, self.asked, self.pledging = {}, None, None, False  # secrets by their SHA-256

    def run(self, *words, text=b""):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("key", bytes.fromhex("302e020100300506032b657004220420") + self.secret), ("text", text)):
                with open(os.path.join(folder, name), "wb") as file: file.write(content)
            return subprocess.run([self.openssl, *words], cwd=folder, capture_output=True, check=True).stdout

    def sign(self, *words):
        text = " ".join(("pairs", *map(str, words))).encode()
        return {"sign": self.run("pkeyutl", "-sign", "-rawin", "-inkey", "key", "-keyform", "DER", "-in", "text", text=text).hex()} if self.key else {}

    def pledge(self):
        secret = secrets.token_bytes(32)  # new each time, whatever was told before
        self.secrets[hashlib.sha256(secret).hexdigest()] = secret.hex()
        return list(self.secrets)[-1]

    def hear(self, entry):
        if entry["kind"] == "pledged" and entry["text"] in self.secrets: self.standing = entry["text"]
        if entry["kind"] == "shuffled": self.asked, self.standing, self.pledging, self.shuffle = self.standing, None, False, entry

    def due(self, message, table, you):
        """What is to be sent now: a command and its keys, or None."""
        if you in message.get("cutting", []):
            cut, self.asked = self.secrets.pop(self.asked, None), None
            if not cut: return None
            self.pledging, next = True, self.pledge()
            about = table, message.get("game"), self.shuffle["entry"], self.shuffle["text"], self.shuffle.get("pledged"), you
            return "cut", {"cut": cut, "next": next, **(self.sign("cut", *about, cut, next) if "link" in message else {})}
        if not you or self.standing or self.pledging: return None
        self.pledging = True
        return "pledge", {"seal": self.pledge()}

class Client:
    def __init__(self, link):
        self.place, _, table = link.partition("#")
        self.table, _, self.invitation = table.partition("/")
        self.token = os.environ.get("PAIRS_TOKEN") or secrets.token_hex(32)
        self.number, self.unanswered = random.randrange(2**52), {}  # which are sent again until they are answered
        self.entry, self.seen, self.now, self.view, self.decided = 0, 0, {}, {}, -1
        self.signer, self.link = Signer(os.environ.get("PAIRS_KEY")), None

    def command(self, do, **more):
        self.number += 1
        self.unanswered[self.number] = {"do": do, "n": self.number, **more}
        return json.dumps(self.unanswered[self.number])

    def connect(self):
        self.socket, self.again = WebSocket(self.place.rstrip("/") + "/ws"), self.number
        hello = {"do": "hello", "version": 1, "token": self.token, **({"key": self.signer.key} if self.signer.key else {})}
        enter = {"do": "enter", "table": self.table, "invitation": self.invitation, "since": self.entry}
        for command in [hello] + [enter] * bool(self.table) + list(self.unanswered.values()):
            self.number += 1  # for those that have no number of their own
            self.socket.send(json.dumps({"n": self.number, **command}))

    def hear(self, message):
        command, self.table = self.unanswered.pop(message.get("n"), {}), message.get("table", self.table)
        if message.get("done") is False:
            print("refused:", message["refused"], flush=True)
            self.decided = time.sleep(0.5) or -1  # and then tries again
        elif command.get("n", 0) > self.again:  # it is not sent again: what it brought about comes with this, or next
            self.view, self.now = {}, self.now if command["do"] == "decide" else {}
        for entry in message.get("entries", []):
            assert entry["entry"] == self.entry + 1, "an entry is missing, or here twice"
            self.entry = entry["entry"]
            print(self.entry, entry["kind"], *[event["text"] for event in entry.get("events", [])], flush=True)
            self.signer.hear(entry)
        self.now, self.view = message.get("now", self.now), message.get("view", self.view)
        if "view" in message: self.link, self.seen = (message.get("game"), message.get("link")), message["entry"]
        if ("view" in message or "now" in message) and (due := self.signer.due(message, self.table, self.now.get("you"))):
            self.number += 1  # nobody waits for the answer: if it does not arrive, the cards come without it
            self.socket.send(json.dumps({"do": due[0], "n": self.number, **due[1]}))
        if message.get("now", {}).get("stage") == "waiting" and "invitation" in self.now:
            print(f"{self.place}#{self.table}/{self.now['invitation']}", flush=True)

    def act(self):
        now = {} if self.unanswered else self.now
        if now and now["you"] is None:
            self.socket.send(self.command("sit", name="Python"))
        elif now and now["stage"] == "waiting" and now["host"] == now["you"] \
                and all(chair["kind"] != "empty" for chair in now["chairs"]):
            self.socket.send(self.command("begin"))
        elif now and self.view.get("legal") and self.seen > self.decided:
            self.decided = self.seen
            choice, (game, link) = random.choice(self.view["legal"]), self.link
            sign = self.signer.sign("decide", self.table, game, link, now["you"], choice) if link else {}
            self.socket.send(self.command("decide", choice=choice, after=self.seen, **sign))

def main():
    client = Client(sys.argv[1])
    if len(sys.argv) > 2:
        client.command("create", game=sys.argv[2], chairs=sys.argv[3:], name="Python")
    while not client.view.get("over"):
        try:
            client.connect()
            while not client.view.get("over") and (line := client.socket.receive()) is not None:
                client.hear(json.loads(line))
                client.act()
        except OSError as lost:
            print("lost:", lost, flush=True)
        time.sleep(0.2)

if __name__ == "__main__": main()
