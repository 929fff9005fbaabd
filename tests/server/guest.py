"""Servers on PostgreSQL and people at their tables, for the tests beside this file."""
import importlib.util, json, os, pathlib, random, re, secrets, signal, subprocess, sys, tempfile, urllib.error, urllib.request

PAIRS, SOURCE = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
PATIENCE = 120  # seconds: a safety net only


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_module", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


example = module(SOURCE / "docs/examples/client.py")
postgres = module(SOURCE / "tests/store/postgres.py")


class Server:
    def __init__(self, data, *flags):
        self.folder = tempfile.TemporaryDirectory(prefix="pairs-")
        self.process = subprocess.Popen(
            [PAIRS, "serve", "--listen", "127.0.0.1:0", "--data", data, "--admin", self.folder.name + "/admin", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "LANGUAGE": "C"})
        found = re.search(r":(\d+)\n", self.process.stdout.readline())
        assert found, self.process.communicate()[1]
        self.port = int(found[1])

    def health(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as e:
            return e.code

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        said = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)


class Guest:
    """Somebody at a table; `view` and `entry` are what was told last."""

    def __init__(self, server, token=None, table=None):
        self.token, self.number = token or secrets.token_hex(32), random.randrange(2**52)
        self.view, self.entry, self.trouble = {}, 0, ""
        self.socket = example.WebSocket(f"ws://127.0.0.1:{server.port}/ws")
        self.do("hello", version=1, token=self.token)
        if table:
            self.table = table
            self.do("enter", table=table)
            while not self.view:
                self.hear()
        else:
            self.table = self.do("create", game="pairs", chairs=["you", "hint"], name="Ann", public=True, begin=True)["table"]

    def send(self, word, **more):
        self.number += 1
        self.socket.send(json.dumps({"do": word, "n": self.number, **more}))

    def do(self, word, **more):
        """Sends a command and waits for its answer, which must be no refusal."""
        self.send(word, **more)
        return self.answer()

    def answer(self):
        while True:
            message = self.hear()
            if message.get("n") == self.number:
                assert message["done"], message
                return message

    def hear(self):
        message = json.loads(self.socket.receive())
        self.view = message.get("view", self.view)
        self.entry = message.get("entry", self.entry)
        self.trouble = message.get("trouble", self.trouble)
        return message

    def play(self, decisions):
        while decisions:
            if self.view.get("legal"):
                choice, self.view = self.view["legal"][0], {}
                self.do("decide", choice=choice, after=self.entry)
                decisions -= 1
            elif self.view.get("over"):
                self.view = {}
                self.do("begin")
            else:
                self.hear()
        while not self.view.get("legal") and not self.view.get("over"):
            self.hear()


def run(tests):
    """Those that are named, or all; each is given a database server."""
    with postgres.Postgres() as database:
        for test in tests:
            if not sys.argv[3:] or test.__name__ in sys.argv[3:]:
                print(test.__name__, flush=True)
                test(database)
