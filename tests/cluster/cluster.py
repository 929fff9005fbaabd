#!/usr/bin/env python3
"""A cluster of our own in a temporary folder: PostgreSQL, nodes, HAProxy before them that knows no stickiness, and a relay in every line
between nodes and to the database. Usage: cluster.py PAIRS [NODES] starts one, says where, and ends it on Ctrl-C (`make cluster`)."""
import importlib.util, os, pathlib, random, re, shutil, signal, socket, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
PATIENCE = 60  # seconds: a safety net only


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_module", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


postgres = module(HERE.parent / "store/postgres.py")

# Who wrote an entry, beside who owned its table then, in the transaction that writes it.
WITNESS = """
CREATE TABLE witness (key bigint, number bigint, owner bigint, epoch bigint, writer text);
CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO witness SELECT n.key, n.number, t.owner, t.epoch, current_setting('application_name') FROM new n JOIN tables t USING (key);
    RETURN NULL; END $$;
CREATE TRIGGER see AFTER INSERT ON log REFERENCING NEW TABLE AS new FOR EACH STATEMENT EXECUTE FUNCTION see()
"""
# Nodes say in the database where others reach them. These are led to a relay.
DOORS = """
CREATE TABLE doors (link text PRIMARY KEY, door text);
INSERT INTO doors VALUES {};
CREATE FUNCTION lead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.link := coalesce((SELECT door FROM doors WHERE link = NEW.link), NEW.link);
    RETURN NEW; END $$;
CREATE TRIGGER lead BEFORE INSERT OR UPDATE ON nodes FOR EACH ROW EXECUTE FUNCTION lead();
UPDATE nodes SET link = link
"""
LOG = """
COPY (SELECT json_build_object('table', t.id, 'number', l.number, 'owner', w.owner, 'epoch', w.epoch,
             'writer', substring(w.writer FROM '[0-9]+')::bigint, 'line', l.line)
      FROM log l JOIN tables t USING (key) LEFT JOIN witness w USING (key, number) ORDER BY t.id, l.number) TO STDOUT
"""

# The proxy is the example that operators have, with our doors.
PROXY = (HERE.parent.parent / "docs/examples/haproxy.cfg").read_text(encoding="utf-8")


def free_ports(count):
    """Ports below those that the system gives out by itself."""
    held = []
    while len(held) < count:
        s = socket.socket()
        try:
            s.bind(("127.0.0.1", random.randrange(10000, 30000)))
            held.append(s)
        except OSError:
            s.close()
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports


class Node:
    """A place where a node may run; what it says stands in a file."""

    def __init__(self, cluster, number):
        self.cluster, self.number, self.process, self.stopped = cluster, number, None, False
        self.port, self.link, self.door = free_ports(3)  # where it listens, to visitors and to nodes, and where nodes are told to come
        self.folder = f"{cluster.folder}/node{number}"
        os.mkdir(self.folder)
        open(self.folder + "/errors", "w", encoding="utf-8").close()
        self.data = f"postgresql://pairs@/tables?host={self.folder if cluster.relays else cluster.database.folder}"

    def start(self):
        words = [self.cluster.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data, "--admin", self.folder + "/admin",
                 "--proxy", "yes", "--messages", "1000000", *self.cluster.settings]
        if self.cluster.many:
            words += ["--link", f"127.0.0.1:{self.link}"]
        with open(self.folder + "/errors", "a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.environment())
        self.stopped = False

    def environment(self):
        """With a clock that can be wrong, where there is the library for it."""
        faults = {"LD_PRELOAD": self.cluster.fault, "PAIRS_FAULTS": self.folder} if self.cluster.fault else {}
        return {**os.environ, "LANGUAGE": "C", **faults}

    def clock(self, seconds):
        with open(self.folder + "/clock.new", "w", encoding="utf-8") as file:
            file.write(str(seconds))
        os.rename(self.folder + "/clock.new", self.folder + "/clock")

    def listens(self):
        """Waits until it serves; what it says instead, if it does not."""
        return "" if self.process.stdout.readline() else f"node {self.number} does not start: {self.said()}"

    def said(self):
        with open(self.folder + "/errors", encoding="utf-8") as file:
            return file.read()

    def runs(self):
        return self.process is not None and self.process.poll() is None

    def send(self, number):
        self.process.send_signal(number)
        self.stopped = number == signal.SIGSTOP

    def end(self, number=signal.SIGTERM):
        """Its status when it has ended."""
        if self.stopped:
            self.send(signal.SIGCONT)
        self.send(number)
        return self.process.wait(PATIENCE)


class Cluster:
    def __init__(self, program, nodes, **how):
        """`places` for nodes that may come later; `relays` in all lines; `fault`, the library of clocks; `settings` of nodes; `conf` of the
        database; `many` may be false for a program that knows no --link."""
        if not shutil.which("haproxy"):
            print("HAProxy is not installed: tools/build/deps.sh test", file=sys.stderr)
            sys.exit(SKIPPED)
        self.program, self.relays, self.fault = os.path.realpath(program), how.get("relays", False), how.get("fault")
        self.settings, self.many = how.get("settings", []), how.get("many", True)
        self.database = postgres.Postgres(*how.get("conf", []))
        self.folder, self.relay, self.proxy, self.nodes = self.database.folder + "/site", None, None, []
        try:
            self.make(nodes, how.get("places", nodes))
        except BaseException:
            self.stop()
            raise

    def make(self, nodes, places):
        os.mkdir(self.folder)
        open(self.folder + "/errors", "w", encoding="utf-8").close()
        self.database.create("tables")
        self.nodes = [Node(self, i) for i in range(places)]
        if self.relays:
            self.start_relays()
        for node in self.nodes[:nodes]:  # one after the other: the first makes the tables in the database
            self.begin(node)
            if node.number == 0 and self.relays:
                self.database.ask("tables", WITNESS)
                if self.many:
                    doors = ", ".join(f"('127.0.0.1:{n.link}', '127.0.0.1:{n.door}')" for n in self.nodes)
                    self.database.ask("tables", DOORS.format(doors))
        self.start_proxy()

    def begin(self, node):
        node.start()
        if trouble := node.listens():
            raise RuntimeError(trouble)

    def start_relays(self):
        lines = [f"data{n.number}={n.folder}/.s.PGSQL.5432={self.database.folder}/.s.PGSQL.5432" for n in self.nodes]
        lines += [f"link{n.number}=127.0.0.1:{n.door}=127.0.0.1:{n.link}" for n in self.nodes]
        self.relay = subprocess.Popen([sys.executable, HERE / "relay.py", *lines], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.relay.stdout.readline()

    def order(self, words):
        """To the relay: see relay.py."""
        self.relay.stdin.write(words + "\n")
        self.relay.stdin.flush()
        assert self.relay.stdout.readline() == "done\n", words

    def start_proxy(self):
        self.port = free_ports(1)[0]
        with open(self.folder + "/proxy.cfg", "w", encoding="utf-8") as file:
            file.write(re.sub(r"    server .*\n", "", PROXY).replace("127.0.0.1:8080", f"127.0.0.1:{self.port}"))
            file.writelines(f"    server node{n.number} 127.0.0.1:{n.port}\n" for n in self.nodes)
        with open(self.folder + "/proxy", "w", encoding="utf-8") as said:
            self.proxy = subprocess.Popen(["haproxy", "-db", "-f", self.folder + "/proxy.cfg"], stdout=said, stderr=said)
        until = time.monotonic() + PATIENCE
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            assert self.proxy.poll() is None and time.monotonic() < until, open(self.folder + "/proxy", encoding="utf-8").read()
            time.sleep(0.02)

    def log(self):
        """That of the database, a line for each entry, as check.py reads it."""
        return self.database.ask("tables", LOG)

    def stop(self):
        for node in self.nodes:
            if node.runs():
                node.end(signal.SIGKILL)
        for helper in (self.proxy, self.relay):
            if helper:
                helper.kill()
                helper.wait()
        self.database.__exit__()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def main(program, nodes="3"):
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Cluster(program, int(nodes)) as cluster:
            print(f"http://127.0.0.1:{cluster.port}    the proxy; nodes behind it:")
            for node in cluster.nodes:
                print(f"http://127.0.0.1:{node.port}    node {node.number}, process {node.process.pid}, log {node.folder}/errors")
            print(f"{cluster.database.address('tables')}    the database\nCtrl-C ends all of it, and nothing stays.", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main(*sys.argv[1:])
