#!/usr/bin/env python3
"""How a site of many nodes on one database grows, and what breaks first: a simulation of moves that queue at nodes and at the database.
Usage: scale.py [SECONDS]

What each step costs was measured (COSTS: `make bench-cluster`, docs/scale.md); what is simulated is what waits for what. A visitor comes
in by any node. A move is relayed to the node that owns the table, worked out there, and written with all others of that node that came
while the last batch was on its way; then all at the table are told, relayed again. The database has some processors and syncs all that
waits in one go."""
import heapq, random, sys

COSTS = {  # seconds of a processor, unless it says otherwise
    "move": 33e-6,  # at the node that owns the table: read, played, kept, two people told
    "relay": 12e-6,  # more for each person who comes in by another node, shared by both
    "write": 390e-6,  # at the node, for each batch: threads and sockets wake
    "commit": 700e-6,  # at the database, for each batch
    "kept": 14e-6,  # and for each move in it
    "look": 100e-6,  # and for each look at the leases
    "sync": 1e-3,  # waited for, not worked: a disk of a server with a cache that outlives a power cut
    "log": 740,  # bytes of the database's log for each move, which its copies get
    "disk": 480,  # bytes of each move in the database while the table is open,
    "record": 40,  # and in the record that stays of the game
    "sent": 2500,  # bytes for each move, to all at the table
    "visitor": 2.2e3 + 8e3,  # bytes of memory for each who is connected, and of the system for the socket
    "table": 42e3,  # and for each table that is played at
}
PEOPLE, PACE = 2.5, 4.0  # at a table; seconds between its moves
LOOKS, DATABASE_LINKS = 5, 5  # of a node at the leases, a second; its connections to the database
CORES, DISK = 16, 4.0  # of the database: processors, TB
OPEN_DAYS, RECORD_DAYS = 2, 365  # that tables stay open when nobody is there any more, and records after that (keep-records)
FILES = 65536  # that a node opens at most
WARM = 0.3  # seconds until it counts
ROWS = ((4e3, 1), (2e4, 1), (6e4, 1), (4e4, 2), (1e5, 3), (1e5, 5), (2e5, 10), (4e5, 20), (4e5, 50), (1e6, 30), (1e6, 50), (1e6, 100), (4e6, 100))


class Server:
    """Some processors and a line before them."""

    def __init__(self, cores):
        self.free, self.busy = [0.0] * cores, 0.0

    def serve(self, at, cost):
        """When work that comes now is done."""
        self.busy += cost
        end = max(at, heapq.heappop(self.free)) + cost
        heapq.heappush(self.free, end)
        return end


class Whole:
    def __init__(self, nodes, connections, rng):
        self.nodes, self.rng = [Server(1) for _ in range(nodes)], rng
        self.database = Server(CORES)
        self.waiting, self.writing = [[] for _ in range(nodes)], [False] * nodes
        self.rate, self.events, self.took, self.batches, self.order = connections / PEOPLE / PACE, [], [], 0, 0
        self.connections = connections

    def after(self, at, what, *more):
        self.order += 1
        heapq.heappush(self.events, (at, self.order, what, more))

    def come(self, at):
        """A move, at a door of its visitor's."""
        self.after(at + self.rng.expovariate(self.rate), self.come)
        count = len(self.nodes)
        door, owner = self.rng.randrange(count), self.rng.randrange(count)
        if door != owner:
            self.after(self.nodes[door].serve(at, COSTS["relay"] / 2), self.play, door, owner, at)
        else:
            self.play(at, door, owner, at)

    def play(self, at, door, owner, began):
        others = sum(self.rng.randrange(len(self.nodes)) != owner for _ in range(round(PEOPLE) - 1)) + (door != owner)
        self.after(self.nodes[owner].serve(at, COSTS["move"] + others * COSTS["relay"] / 2), self.keep, door, owner, began)

    def keep(self, at, door, owner, began):
        self.waiting[owner].append((door, began))
        if not self.writing[owner]:
            self.write(at, owner)

    def write(self, at, owner):
        moves, self.waiting[owner], self.writing[owner] = self.waiting[owner], [], True
        self.batches += 1
        self.after(self.nodes[owner].serve(at, COSTS["write"]), self.commit, owner, moves)

    def commit(self, at, owner, moves):
        done = self.database.serve(at, COSTS["commit"] + len(moves) * COSTS["kept"])
        self.after(done + COSTS["sync"] * self.rng.uniform(1, 2), self.written, owner, moves)  # one sync may just have begun

    def written(self, at, owner, moves):
        self.writing[owner] = False
        for door, began in moves:
            told = self.nodes[door].serve(at, COSTS["relay"] / 2) if door != owner else at
            self.took.append((began, told - began))
        if self.waiting[owner]:
            self.write(at, owner)

    def look(self, at):
        """At the leases, all nodes in turn."""
        self.database.serve(at, COSTS["look"])
        self.after(at + 1 / (LOOKS * len(self.nodes)), self.look)

    def run(self, seconds):
        self.after(0, self.come)
        self.after(0, self.look)
        while self.events[0][0] < seconds:
            at, _, what, more = heapq.heappop(self.events)
            what(at, *more)
        took = sorted(t for began, t in self.took if began > WARM) or [float("inf")]
        node, database = max(n.busy for n in self.nodes) / seconds, self.database.busy / seconds / CORES
        late = self.rate * (seconds - WARM) > 1.1 * len(took)
        return took[len(took) // 2], took[len(took) * 99 // 100], node, database, self.batches / seconds, late

    def sizes(self):
        """GB of memory and Gbit/s of a node, MB/s of the database's log, TB of its disk; sockets of a node."""
        nodes, relayed = len(self.nodes), 1 - 1 / len(self.nodes)
        memory = (self.connections * (1 + relayed) * COSTS["visitor"] + self.connections / PEOPLE * COSTS["table"]) / nodes
        sent = self.rate * COSTS["sent"] * (1 + relayed) / nodes * 8
        kept = self.rate * 86400 * (OPEN_DAYS * COSTS["disk"] + RECORD_DAYS * COSTS["record"])
        return memory / 1e9, sent / 1e9, self.rate * COSTS["log"] / 1e6, kept / 1e12, nodes - 1 + self.connections / nodes


def tell(nodes, connections, seconds):
    w = Whole(nodes, connections, random.Random(1))
    p50, p99, node, database, commits, late = w.run(seconds)
    memory, sent, log, kept, sockets = w.sizes()
    short = [what for what, much, most in (("processors of nodes", node, 0.8), ("processors of the database", database, 0.8),
                                           ("sockets of a node", sockets, FILES), ("disk of the database", kept, DISK),
                                           ("connections to the database", nodes * DATABASE_LINKS, 500)) if much > most]
    print(f"{connections:9.0f}{nodes:6}{w.rate:9.0f}{p50 * 1e3:8.1f}{p99 * 1e3:8.1f}{node:7.0%}{database:9.0%}{commits:10.0f}{log:9.1f}"
          f"{kept:6.1f}{memory:8.2f}{sent:7.2f}{sockets:8.0f}  {', '.join(short) or '-'}{' (falls behind)' if late else ''}", flush=True)


def main(seconds=1.0):
    print(f"{PEOPLE} people at a table, a move every {PACE:.0f} s there; the database has {CORES} processors and {DISK:.0f} TB; visitors are there all day")
    print(f"{'visitors':>9}{'nodes':>6}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'node':>7}{'database':>9}{'commits/s':>10}"
          f"{'log MB/s':>9}{'TB':>6}{'GB/node':>8}{'Gbit/s':>7}{'sockets':>8}  what is short")
    for connections, nodes in ROWS:
        tell(nodes, connections, seconds)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
