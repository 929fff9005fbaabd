"""What tests over the network share: a server in a folder of its own, and a WebSocket that does as it is told."""
import base64, json, os, re, secrets, shutil, socket, ssl, struct, subprocess, sys, tempfile, time

PATIENCE = 60  # seconds until a test gives up waiting: a net, never a measure


class Server:
    def __init__(self, program, *settings, data=None, **env):
        """With a copy of `data`, if there is one."""
        self.folder = tempfile.mkdtemp(prefix="pairs-")
        self.errors = open(self.folder + "/errors", "w+")
        self.data = self.folder + "/tables.db"
        if data:
            shutil.copy(data, self.data)
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--data", self.data, *settings],
            stdout=subprocess.PIPE, stderr=self.errors, text=True, env={**os.environ, "LANGUAGE": "C", **env})
        self.line = self.process.stdout.readline()
        if not self.line:
            sys.exit("the server does not start: " + self.said())
        self.port = int(re.search(r":(\d+)/?$", self.line).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        """It ends as it should, and has found nothing wrong with itself."""
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        said = self.said()
        shutil.rmtree(self.folder)
        if fault[0] is None:
            assert status == 0 and "Sanitizer" not in said, f"the server ends with {status}: {said}"
        else:
            print(said, file=sys.stderr)

    def said(self):
        self.errors.seek(0)
        return self.errors.read()

    def get(self, path, source="127.0.0.9", **headers):
        """Status, headers and body of a page."""
        status, head, body = self.get_bytes(path, source, **headers)
        return status, head, body.decode()

    def get_bytes(self, path, source="127.0.0.9", **headers):
        s = self.connect(source)
        lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items())
        s.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lines}\r\n".encode())
        head, _, body = read_all(s).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        return int(first.split()[1]), dict(l.lower().split(": ", 1) for l in rest), body

    def metrics(self):
        """All of them, from the listener that they have for themselves."""
        s = self.connect(port=int(re.search(r"Metrics are on 127.0.0.1 port (\d+)", self.said())[1]))
        s.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        return read_all(s).decode().partition("\r\n\r\n")[2]

    def metric(self, name):
        return int(re.search(rf"^pairs_{re.escape(name)} (\d+)$", self.metrics(), re.M).group(1))

    def connect(self, source="127.0.0.1", receive=0, port=0):
        s = socket.socket()
        if receive:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        s.settimeout(PATIENCE)
        s.bind((source, 0))
        s.connect(("127.0.0.1", port or self.port))
        return s

    def open(self, source="127.0.0.1", **more):
        return WebSocket(self.connect(source, more.pop("receive", 0)), **more)

    def memory(self):
        """Bytes that it has in memory."""
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def read_all(s):
    """What still comes until the other side ends."""
    all = b""
    try:
        while part := s.recv(65536):
            all += part
    except ConnectionError:
        pass
    return all


def upgrade(path="/ws", host="localhost", protocol="pairs-1", key=True, more=""):
    lines = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    lines += f"Sec-WebSocket-Version: 13\r\n{more}"
    if key:
        lines += f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
    if protocol:
        lines += f"Sec-WebSocket-Protocol: {protocol}\r\n"
    return (lines + "\r\n").encode()


def frame(data, kind=1, last=True, size=None, masked=True):
    """A frame of a client, with a mask that changes nothing, or none; `size` is what it says, whatever it has."""
    size, mask = len(data) if size is None else size, 128 if masked else 0
    head = bytes([(128 if last else 0) | kind])
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", size)
    return head + (bytes(4) if masked else b"") + data


class Refused(Exception):
    """An upgrade that was answered with another status, or not at all: 0."""


class WebSocket:
    def __init__(self, s, **request):
        self.socket, self.number, self.close_code, self.pongs = s, secrets.randbelow(2**52), None, True
        self.bytes = b""
        try:
            s.sendall(upgrade(**request))
            while b"\r\n\r\n" not in self.bytes and (part := s.recv(4096)):
                self.bytes += part
        except ConnectionError:
            pass
        self.head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        if b" 101 " not in self.head.split(b"\r\n")[0]:
            s.close()
            raise Refused(int(self.head.split()[1]) if self.head else 0)

    def _take(self, size):
        while len(self.bytes) < size:
            try:
                part = self.socket.recv(65536)
            except ConnectionError:
                part = b""
            if not part:
                return None
            self.bytes += part
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken

    def receive(self):
        """The next message; None when the connection is over, `close_code` then has why."""
        while head := self._take(2):
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
            data = self._take(size)
            kind = head[0] & 15
            if data is None:
                return None
            if kind == 8:
                self.close_code = int.from_bytes(data[:2], "big")
                return None
            if kind == 9 and self.pongs:
                self.send(data, 10)
            if kind == 1:
                return json.loads(data)
        return None

    def send(self, data, kind=1, **more):
        """Sends a frame; that the other side has gone is seen when one reads."""
        try:
            self.socket.sendall(frame(data.encode() if isinstance(data, str) else data, kind, **more))
        except ConnectionError:
            pass

    def command(self, do, n=0, **more):
        self.number += 1
        n = n or self.number
        self.send(json.dumps({"do": do, "n": n, **more}))
        return n

    def ask(self, do, **more):
        """A command and its answer; what comes before it is passed over."""
        n = self.command(do, **more)
        while (m := self.receive()) is not None:
            if m.get("n") == n:
                return m
        return None

    def ask_raw(self, words):
        """Sends these words; the next message."""
        self.send(words)
        return self.receive()

    def hello(self, token=None):
        self.token = token or secrets.token_hex(32)
        assert self.ask("hello", version=1, token=self.token)["done"]
        return self

    def create(self, **more):
        return self.ask("create", **{"game": "pairs", "name": "Ann", "chairs": ["you", "hint"], **more})

    def is_over(self):
        """Waits until the server ends it."""
        while self.receive() is not None:
            pass
        return True

    def close(self):
        self.socket.close()


def refused(come):
    """The status that an upgrade is refused with; None if it is not."""
    try:
        come()
    except Refused as e:
        return e.args[0]


def plays(w, game="pairs"):
    """A game against a bot, from beginning to end."""
    w.hello()
    w.command("create", game=game, name="Ann", chairs=["you", "random"])
    w.command("begin")
    while (m := w.receive()) is not None:
        view = m.get("view", {})
        if view.get("over"):
            return True
        if view.get("legal"):
            w.command("decide", choice=view["legal"][-1], after=m["entry"])


def eventually(true, what):
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def run(tests):
    """Runs functions whose names are sentences; those that are named on the command line, or all."""
    for test in tests:
        words = test.__name__.replace("_", " ")
        if len(sys.argv) > 2 and not any(w in words for w in sys.argv[2:]):
            continue
        try:
            test(sys.argv[1])
        except BaseException:
            print("failed:", words, file=sys.stderr)
            raise
        print("fine:", words)
