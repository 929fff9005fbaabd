#!/usr/bin/env python3
"""What several nodes must never do, read from what everybody at their tables has heard and from the database's own log.
Usage: check.py FOLDER [SECONDS]

FOLDER has a `NAME.history` for each client, `database.log` and `faults.log`, all of JSON lines:

    {"t": 3.2, "sent": {...}}  {"t": 3.3, "heard": {...}}  {"t": 4.0, "lost": true}   of a client; t in seconds, the same clock for all
    {"table": ID, "number": 7, "owner": 2, "epoch": 5, "writer": 2, "line": "..."}    an entry, and who owned the table and wrote it
    {"begin": 3.9, "end": 6.1, "fault": "words"}                                      what was done to the nodes

Nobody may be away, or wait for an answer, for more than SECONDS after the last fault before they were back; without SECONDS the longest
is only told. Says what is wrong, a line each, and counts; exit status 1 if anything is."""
import collections, json, pathlib, sys

CHANGES = {"create", "sit", "begin", "decide", "say", "take-back", "change"}  # each is one entry with the number of the command
SHOWN = 30  # faults of which more than this many are only counted


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


class Client:
    """What one person has heard: of each entry of a table the first telling, and how long they were away."""

    def __init__(self, name, history, fault):
        self.name, self.you, self.fault = name, None, fault
        self.told = collections.defaultdict(dict)  # entries by table and number
        self.views = {}  # the last one by table and number of entry
        self.answers = {}  # what became of commands, by number
        self.sent, self.waits = {}, []
        self.retold, self.next, self.away, self.asked = 0, None, None, {}
        for record in history:
            self.read(record)
        if self.away is not None or self.asked:
            fault("away", f"{name} waits for ever for {sorted(c['do'] for _, c in self.asked.values()) or 'a connection'}")

    def read(self, record):
        if "sent" in record:
            command = record["sent"]
            self.sent[command["n"]] = command
            if command["do"] in CHANGES or command["do"] == "enter":
                self.asked.setdefault(command["n"], (record["t"], command))
        elif "lost" in record:
            self.away = record["t"] if self.away is None else self.away
            self.asked = {n: a for n, a in self.asked.items() if a[1]["do"] in CHANGES}  # which alone are sent again
        else:
            self.hear(record["t"], record["heard"])

    def hear(self, t, message):
        if "n" in message:
            self.answered(t, message)
        self.you = message.get("now", {}).get("you") or self.you
        for entry in message.get("entries", []):
            self.take(message["table"], entry)
        if "view" in message:
            self.views[message["table"], message["entry"]] = message["view"]
            if message["view"].get("seat") not in (None, self.you):
                self.fault("leaked", f"{self.name}, who is {self.you}, was shown the view of {message['view']['seat']}")

    def answered(self, t, message):
        command = self.sent.get(message["n"], {})
        self.answers[message["n"]] = message["done"]
        since, _ = self.asked.pop(message["n"], (None, None))
        if since is not None:
            self.waits.append((since, t))
        if command.get("do") == "enter":
            self.next = command.get("since", 0) + 1
        if command.get("do") in ("enter", "create") and message["done"]:
            if self.away is not None:
                self.waits.append((self.away, t))
            self.away = None

    def take(self, table, entry):
        number, before = entry["entry"], self.told[table].get(entry["entry"])
        if self.next and number != self.next:
            what = "lost" if number > self.next and self.next not in self.told[table] else "reordered"
            self.fault("doubled" if before else what, f"{self.name} was told entry {number} of {table} in place of {self.next}")
        self.next = number + 1
        if before:
            self.retold += 1
            if before != entry:
                self.fault("forked", f"{self.name} was told entry {number} of {table} in two ways: {before} and {entry}")
        self.told[table].setdefault(number, entry)


class Log:
    """The database's: no number twice, none left out, and one owner at a time."""

    def __init__(self, rows, fault):
        self.line, self.commands, self.tables = {}, collections.Counter(), collections.defaultdict(list)
        for row in rows:
            self.tables[row["table"]].append(row)
        for table, entries in self.tables.items():
            self.read(table, entries, fault)

    def read(self, table, entries, fault):
        owners = {}
        for expected, row in enumerate(entries, 1):
            if row["number"] != expected:
                fault("doubled" if (table, row["number"]) in self.line else "lost",
                      f"the log of {table} has entry {row['number']} in place of {expected}")
                return
            self.line[table, row["number"]] = row["line"].split(" ")
            self.commands[row["line"].split(" ")[4]] += 1
            if row["writer"] != row["owner"] or owners.setdefault(row["epoch"], row["owner"]) != row["owner"]:
                fault("forked", f"entry {expected} of {table} was written by node {row['writer']}; "
                                f"in epoch {row['epoch']} {owners.get(row['epoch'])} had it")
            if row["epoch"] < max(owners):
                fault("forked", f"entry {expected} of {table} is of epoch {row['epoch']}, after {max(owners)}")


def acknowledged(client, log, fault):
    """What was acknowledged is there once, what was refused is not."""
    for n, done in client.answers.items():
        if client.sent[n]["do"] in CHANGES and log.commands[str(n)] != done:
            fault("doubled" if log.commands[str(n)] > 1 else "lost" if done else "refused",
                  f"{client.name}: {client.sent[n]} was {'acknowledged' if done else 'refused'} and is there {log.commands[str(n)]} times")


def agrees(client, log, fault):
    """Whatever anybody was told is what the log has, so that all were told the same in one order."""
    for table, told in client.told.items():
        for number, entry in told.items():
            line = log.line.get((table, number))
            if not line:
                fault("lost", f"{client.name} was told entry {number} of {table}, which is not there")
            elif (line[0], line[2]) != (str(entry["at"]), entry.get("seat", "-")):
                fault("forked", f"{client.name} was told entry {number} of {table} as {entry}, and the log has {' '.join(line)}")


# --- Who may see what -----------------------------------------------------------------------------------------------------------------

def faces_of_entry(entry):
    """What of it may be hidden from somebody: (place, what is shown, those who may see it all the same)."""
    for i, event in enumerate(entry.get("events", [])):
        owners = {event.get("seat")} | {event[side]["owner"] for side in ("from", "to") if side in event}
        for j, card in enumerate(event.get("cards", [])):
            yield (i, j), card, owners
        if event["kind"] == "decide":
            yield (i, "choice"), event.get("choice", 0), {event["seat"]}


def faces_of_view(view):
    for zone in view["zones"]:
        for j, card in enumerate(zone["cards"]):
            yield (zone["place"], zone["owner"], j, len(zone["cards"])), card, {zone["owner"]}


def hidden_stays_hidden(clients, tellings, faces, fault):
    """A card that anybody at the table is not shown is shown to nobody but its owner."""
    shown = collections.defaultdict(list)
    for client in clients:
        for place, what in tellings(client):
            for more, card, owners in faces(what):
                shown[place, more].append((card, client, owners))
    hidden = 0
    for (place, _), seen in shown.items():
        if any(card == 0 for card, _, _ in seen):
            hidden += 1
            for card, client, owners in seen:
                if card and client.you not in owners:
                    fault("leaked", f"{client.name}, who is {client.you}, was shown {card} of {place}, which is hidden from others")
    return hidden


def entries_told(client):
    return ((("entry", table, n), e) for table, told in client.told.items() for n, e in told.items())


# --- All together ---------------------------------------------------------------------------------------------------------------------

def beyond(begin, end, faults):
    """How long somebody waited after the last fault that there was before they were back."""
    return end - max([begin] + [f["end"] for f in faults if f["begin"] <= end])


def check(folder, seconds=None):
    """All that is wrong, as (kind, words); and the counts."""
    folder, wrong = pathlib.Path(folder), []

    def fault(kind, words):
        wrong.append((kind, words))

    clients = [Client(path.stem, lines(path), fault) for path in sorted(folder.glob("*.history"))]
    log, faults = Log(lines(folder / "database.log"), fault), list(lines(folder / "faults.log"))
    slowest = 0
    for client in clients:
        acknowledged(client, log, fault)
        agrees(client, log, fault)
        for begin, end in client.waits:
            late = beyond(begin, end, faults)
            slowest = max(slowest, late)
            if seconds and late > seconds:
                fault("away", f"{client.name} waited for {end - begin:.2f} s until {end:.2f}, {late:.2f} s of it after the last fault")
    hidden = hidden_stays_hidden(clients, entries_told, faces_of_entry, fault)
    hidden += hidden_stays_hidden(clients, lambda c: c.views.items(), faces_of_view, fault)
    acknowledgements = sum(done and c.sent[n]["do"] in CHANGES for c in clients for n, done in c.answers.items())
    writers = {(t, row["epoch"]) for t, rows in log.tables.items() for row in rows}
    return wrong, (
        f"{len(faults)} faults, {len(clients)} clients at {len(log.tables)} tables, {len(log.line)} entries in {len(writers)} ownerships;\n"
        f"{acknowledgements} commands acknowledged, {sum(len(t) for c in clients for t in c.told.values())} entries told and "
        f"{sum(c.retold for c in clients)} told again, {hidden} times something hidden;\n"
        f"{sum(len(c.waits) for c in clients)} waits, the longest after a fault {slowest:.2f} s; {len(wrong)} wrong")


if __name__ == "__main__":
    wrong, counts = check(sys.argv[1], float(sys.argv[2]) if sys.argv[2:] else None)
    for kind, words in wrong[:SHOWN]:
        print(f"{kind}: {words}", file=sys.stderr)
    print(counts + "".join(f", {n} {kind}" for kind, n in sorted(collections.Counter(kind for kind, _ in wrong).items())))
    sys.exit(bool(wrong))
