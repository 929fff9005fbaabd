"""People at tables, who play, talk, come back when they are cut off, and write down all that they hear: see check.py."""
import asyncio, json, pathlib, random, secrets, sys, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))
from visitor import frame, upgrade  # noqa: E402

AGAIN = 0.1  # seconds until somebody who was cut off tries again


class Gone(Exception):
    """The connection."""


class Guest:
    def __init__(self, party, name, sits, history):
        self.party, self.name, self.sits, self.history = party, name, sits, open(history, "w", encoding="utf-8", buffering=1 << 16)
        self.token, self.number, self.random = secrets.token_hex(32), secrets.randbelow(2**52), random.Random(name)
        self.pending, self.hello, self.enter = None, 0, 0  # the command that is sent until it is answered; those of this connection
        self.now, self.view, self.entry, self.decided, self.said = {}, {}, 0, -1, 0
        self.writer, self.here, self.again, self.retelling, self.retold = None, False, False, False, False
        self.thinks = False

    # --- The line

    def note(self, **what):
        self.history.write(json.dumps({"t": round(time.monotonic(), 4), **what}) + "\n")

    def send(self, **command):
        self.note(sent={k: v for k, v in command.items() if k != "token"})
        self.writer.write(frame(json.dumps(command).encode()))

    def command(self, do, **more):
        """One that changes something, and is sent again until it is answered."""
        self.number += 1
        self.pending, self.again = {"do": do, "n": self.number, **more}, False
        self.send(**self.pending)

    def send_again(self):
        self.again = True
        self.send(**self.pending)

    def come(self, do, **more):
        self.number += 1
        self.send(do=do, n=self.number, **more)
        return self.number

    async def live(self):
        """Until it is cancelled."""
        while True:
            try:
                await self.connect()
                while True:
                    self.hear(json.loads(await self.receive()))
            except (OSError, Gone, asyncio.IncompleteReadError):
                self.note(lost=True)
                self.here = False
            finally:
                if self.writer:
                    self.writer.transport.abort()
            await asyncio.sleep(AGAIN)

    async def connect(self):
        self.writer = None
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.party.port, limit=1 << 24)
        self.writer.write(upgrade())
        if b" 101 " not in (await self.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]:
            raise Gone
        self.hello = self.come("hello", version=1, token=self.token)

    async def receive(self):
        while True:
            head = await self.reader.readexactly(2)
            kind, size = head[0] & 15, head[1] & 127
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
            if kind == 1:
                return data
            if kind == 8:
                raise Gone
            if kind == 9:
                self.writer.write(frame(data, 10))

    # --- The table

    def hear(self, message):
        self.note(heard=message)
        if "n" in message:
            self.answered(message)
        self.now, self.view = message.get("now", self.now), message.get("view", self.view)
        self.entry = message.get("entry", self.entry)
        self.retold = self.retold or (self.retelling and self.here and "now" in message)  # which comes at the end
        if "lost" in message:
            raise Gone
        if not self.thinks:
            self.thinks = True
            asyncio.get_running_loop().call_later(self.random.uniform(0.02, self.party.pace), self.act)

    def answered(self, message):
        n, done = message["n"], message["done"]
        if n == self.hello:
            if not done:
                raise Gone
            if self.party.open_to_all():
                self.go_in()
            elif self.sits == "A":
                self.send_again() if self.pending else self.party.create(self)
            else:
                asyncio.get_running_loop().call_later(AGAIN, self.go_in, self.writer)
        elif n == self.enter:
            self.here = done
            if not done:
                raise Gone  # and tries again
            if self.pending:
                self.send_again()
        elif self.pending and n == self.pending["n"]:
            if done and self.pending["do"] == "create":
                self.party.table, self.here = message["table"], True
            if not done:
                self.decided = -1
            elif not self.again:
                self.view = {}  # what was told before is over, and what comes instead is told with this or next
            self.pending = None if not message.get("outside") else self.pending

    def go_in(self, writer=None):
        """Once there is a table, if this is still the connection."""
        if writer not in (None, self.writer) or self.here:
            return
        if not self.party.open_to_all():
            asyncio.get_running_loop().call_later(AGAIN, self.go_in, writer)
            return
        since = 0 if self.retelling and not self.retold else self.entry
        key = {"invitation": self.party.invitation} if self.party.invitation else {}
        self.enter = self.come("enter", table=self.party.table, since=since, **key)

    def act(self):
        self.thinks = False
        if not self.here or self.pending or self.party.ending or not self.now:
            return
        you, stage = self.now["you"], self.now["stage"]
        self.party.invitation = self.now.get("invitation", self.party.invitation)
        if self.sits and you is None:
            self.command("sit", name=self.name, seat=self.sits)
        elif you and self.random.random() < 0.03:
            self.said += 1
            self.command("say", text=f"{self.name} says {self.said}")
        elif you and stage == "playing" and self.random.random() < 0.005:
            self.command("take-back")
        elif stage == "playing" and self.view.get("legal") and self.entry > self.decided:
            self.decided = self.entry
            self.command("decide", choice=self.random.choice(self.view["legal"]), after=self.entry)
        elif you and self.now["host"] == you and stage != "playing" and all(c["kind"] != "empty" for c in self.now["chairs"]):
            if stage == "over" and self.random.random() < 0.3:
                self.command("change", **self.party.another_game())
            else:
                self.command("begin")

    def tell_again(self):
        """Comes once more, and asks for everything from the first entry on."""
        self.retelling, self.here = True, False
        self.writer.transport.abort()


class Party:
    """Those at one table: one, two or three who sit there, and one who watches."""

    def __init__(self, number, port, games, folder, pace=0.8):
        self.number, self.port, self.games, self.pace = number, port, games, pace
        self.table, self.invitation, self.ending = None, None, False
        self.random, self.people = random.Random(number), 1 + number % 3
        self.players = max(2, self.people + number % 2)
        seats = "ABC"[:self.people]
        names = [(f"t{number:02}-{seat}", seat) for seat in seats] + [(f"t{number:02}-watcher", None)]
        self.guests = [Guest(self, name, seat, f"{folder}/{name}.history") for name, seat in names]

    def another_game(self):
        fits = [g["name"] for g in self.games if self.players in g["players"]]
        return {"game": self.random.choice(fits), "players": self.players}

    def create(self, guest):
        chairs = ["you" if i == 0 else "open" if i < self.people else "random" for i in range(self.players)]
        guest.command("create", name=guest.name, chairs=chairs, public=self.number % 2 == 0, **self.another_game())

    def open_to_all(self):
        return self.table and (self.number % 2 == 0 or self.invitation)

    def all_here(self):
        return all(g.here and (g.now.get("you") or not g.sits) for g in self.guests)

    def quiet(self):
        return all(g.here and not g.pending for g in self.guests)
