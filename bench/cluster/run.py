#!/usr/bin/env python3
"""What several nodes cost, in one run: `make bench-cluster`. Usage: run.py PAIRS MOVES [SECONDS [moves] [takeovers]]

MOVES is pairs-bench-moves. First durable moves a second and how long they take, each table as fast as it can: in a file, in PostgreSQL,
with two and three nodes, and with visitors who come through a node that does not own their table. Processor time is given for each move and
program: where programs share processors, as here, it says more than the rate. Then takeovers: how long people are away whose node was
killed. The database syncs each commit, as it does for others."""
import os, pathlib, re, signal, statistics, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/cluster"), str(ROOT / "tests/server")]
import cluster, visitor  # noqa: E402

PAIRS, MOVES = (os.path.realpath(word) for word in sys.argv[1:3])
SECONDS = float(sys.argv[3]) if sys.argv[3:] else 10
TABLES, KILLS, TICK = 200, 50, os.sysconf("SC_CLK_TCK")
RECORDS = ("SELECT count(*), count(*) FILTER (WHERE line ~ '^[0-9]+ step [A-H] '), (SELECT coalesce(sum(pg_column_size(record)), 0) FROM games)"
           " FROM log")
DURABLE = ["fsync = on", "shared_buffers = 128MB"]


def processor(pid):
    """Seconds that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
        user, system = f.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICK


def memory(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as f:
        return int(re.search(r"VmRSS:\s*(\d+)", f.read())[1]) / 1024


def sockets(pid):
    links = (os.readlink(f"/proc/{pid}/fd/{n}") for n in os.listdir(f"/proc/{pid}/fd"))
    return sum(link.startswith("socket:") for link in links)


def children(pid):
    """Of the database: a process for each connection, and its own."""
    out = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True).stdout
    return [int(word) for word in out.split()]


def asked(database):
    """Commits and bytes of its log that the database has had, and how large it is."""
    words = ("SELECT xact_commit, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'), pg_database_size(datname)"
             " FROM pg_stat_database WHERE datname = current_database()")
    return [float(word) for word in database.ask("tables", words).split("|")]


def measure(name, nodes, database, doors, rate=""):
    """One row: moves through these doors, and what each program used for them."""
    load = subprocess.Popen([MOVES, f"{SECONDS}{rate}", str(TABLES), *doors], stdout=subprocess.PIPE, text=True)
    assert load.stdout.readline() == "begins\n"
    all = {"node": nodes, "database": children(postmaster(database)) if database else []}
    asked_before = database and asked(database)
    before = {what: sum(map(processor, pids)) for what, pids in all.items()}
    line = load.stdout.readline()
    if not line:
        print(f"{name:<36} visitors were cut off: is the machine too busy?", flush=True)
        return
    rate, p50, p99, size = map(float, line.split())
    moves = rate * SECONDS
    cost = {what: (sum(map(processor, pids)) - before[what]) / moves * 1e6 for what, pids in all.items()}
    load.wait()
    print(f"{name:<36}{rate:8.0f}{p50:9.2f}{p99:9.2f}{cost['node']:9.1f}", end="")
    if database:
        time.sleep(1.5)  # until it has counted them
        commits, log, kept = (now - then for now, then in zip(asked(database), asked_before))
        print(f"{cost['database']:10.1f}{commits / SECONDS:10.0f}{log / moves:8.0f}{kept / moves:8.0f}", end="")
    print(flush=True)


def postmaster(database):
    with open(database.folder + "/data/postmaster.pid", encoding="utf-8") as f:
        return int(f.readline())


def in_a_file():
    with visitor.Server(PAIRS, "--messages", "1000000") as s:
        measure("in a file", [s.process.pid], None, [str(s.port)])


def in_a_database(count):
    with cluster.Cluster(PAIRS, count, conf=DURABLE) as c:
        nodes = [n.process.pid for n in c.nodes]
        ports = [n.port for n in c.nodes]
        measure(f"PostgreSQL, {count} node{'s' * (count > 1)}, direct", nodes, c.database, [f"{p}/{p}" for p in ports])
        measure("  the same, a move a second each", nodes, c.database, [f"{p}/{p}" for p in ports], "@1")
        if count > 1:
            measure(f"PostgreSQL, {count} nodes, relayed", nodes, c.database, [f"{p}/{q}" for p, q in zip(ports, ports[1:] + ports[:1])])
        measure(f"PostgreSQL, {count} node{'s' * (count > 1)}, by the proxy", nodes, c.database, [str(c.port)])
        if count == 3:
            tell_size(c)


def tell_size(c):
    print("\nafter that, with all tables still there:")
    for n in c.nodes:
        print(f"  node {n.number}: {memory(n.process.pid):.0f} MB, {sockets(n.process.pid)} sockets")
    print(f"  database: {len(c.database.ask('tables', 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database()').split()) - 1}"
          f" connections, {sum(map(memory, children(postmaster(c.database)))):.0f} MB with what they share")
    entries, moves, records = map(int, c.database.ask("tables", RECORDS).split("|"))
    print(f"  a move is {entries / moves:.2f} entries, and {records / moves:.0f} bytes of the record that stays of the game\n", flush=True)


class Player(visitor.WebSocket):
    """Somebody alone among bots, who comes back by the proxy and measures how long it took."""

    def __init__(self, c, port, token=None, table=None):
        s = visitor.socket.create_connection(("127.0.0.1", port), visitor.PATIENCE)
        super().__init__(s)
        self.hello(token)
        self.table = self.create(begin=True)["table"] if not table else table
        if table and not self.ask("enter", table=table)["done"]:
            raise visitor.Refused(0)


def takeovers():
    """The node is killed to which somebody is connected and which owns their table: when do they have it again, by the proxy, and
    their next word acknowledged?"""
    took = []
    with cluster.Cluster(PAIRS, 3, conf=DURABLE) as c:
        for kill in range(KILLS):
            node = c.nodes[kill % 3]
            p = Player(c, node.port)
            before = time.monotonic()
            node.end(signal.SIGKILL)
            while True:
                try:
                    back = Player(c, c.port, p.token, p.table)
                    if back.ask("say", text="Here again")["done"]:
                        break
                except (OSError, visitor.Refused, TypeError):
                    pass
                assert time.monotonic() - before < visitor.PATIENCE
                time.sleep(0.02)
            took.append(time.monotonic() - before)
            c.begin(node)
            visitor.eventually(lambda: visitor.socket.socket().connect_ex(("127.0.0.1", node.port)) == 0, "the node does not come back")
            time.sleep(0.3)
    took.sort()
    print(f"{KILLS} kills: back at the table after {statistics.median(took):.2f} s (median), {took[-1]:.2f} s (worst)", flush=True)


def moves():
    print(f"{TABLES} tables, {SECONDS:.0f} s each; {os.cpu_count()} processors for all programs, the load among them")
    print(f"{'':<36}{'moves/s':>8}{'p50, ms':>9}{'p99, ms':>9}{'µs node':>9}{'database':>10}{'commits/s':>10}{'log, B':>8}{'kept, B':>8}")
    in_a_file()
    for nodes in 1, 2, 3:
        in_a_database(nodes)


for part in sys.argv[4:] or ("moves", "takeovers"):
    {"moves": moves, "takeovers": takeovers}[part]()
