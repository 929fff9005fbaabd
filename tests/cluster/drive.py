#!/usr/bin/env python3
"""Tables that are played at while their nodes are killed, frozen, cut off, told to stop and started, their database goes away and their
clocks are wrong; then check.py reads what everybody has heard. Usage: drive.py PAIRS FAULTLIB TABLES FAULTS SEED [SECONDS]

FAULTLIB is that of tests/server/fault.c, for the clocks. With SECONDS nobody may be away for longer than that beyond a fault."""
import asyncio, collections, json, pathlib, random, shutil, signal, subprocess, sys, tempfile, time, urllib.request

import cluster, guests

NODES, PLACES = 3, 5
PATIENCE = 120  # seconds: a safety net only
LONGEST = 10  # seconds that a node is frozen or cut off, if there are many faults
HERE = pathlib.Path(__file__).resolve().parent


class Faults:
    """What is done to a cluster. Somewhere a node is always well, so that there is somebody to take over."""

    def __init__(self, whole, count, seed, file):
        self.cluster, self.random, self.file = whole, random.Random(seed), file
        self.longest = min(LONGEST, count / 4)
        self.count, self.healing, self.ill = collections.Counter(), set(), set()

    def note(self, begin, fault):
        self.file.write(json.dumps({"begin": begin, "end": time.monotonic(), "fault": fault}) + "\n")
        self.count[fault.split(" ")[0]] += 1

    def well(self):
        return [n for n in self.cluster.nodes if n.runs() and n.number not in self.ill]

    def empty(self):
        return [n for n in self.cluster.nodes if not n.runs() and n.number not in self.ill]

    async def one(self):
        """A fault at random, which may heal later by itself."""
        node = self.random.choice(self.well())
        ways = [self.clock, self.restart_database]
        if len(self.well()) > 1:
            ways += [self.kill] * 4 + [self.freeze, self.cut_link, self.cut_data, self.drain] * 2
        if self.empty():
            ways += [self.add] * 4
        await self.random.choice(ways)(node)

    def heal(self, later):
        task = asyncio.create_task(later)
        self.healing.add(task)
        task.add_done_callback(self.healing.discard)

    async def kill(self, node):
        node.end(signal.SIGKILL)
        self.note(time.monotonic(), f"kill node {node.number}")

    async def add(self, _):
        node, begin = self.random.choice(self.empty()), time.monotonic()
        self.ill.add(node.number)
        node.start()
        trouble = await asyncio.to_thread(node.listens)
        self.ill.discard(node.number)
        if trouble:
            raise RuntimeError(trouble)
        self.note(begin, f"add node {node.number}")

    async def drain(self, node):
        begin = time.monotonic()
        self.ill.add(node.number)
        status = await asyncio.to_thread(node.end)
        self.ill.discard(node.number)
        self.note(begin, f"drain node {node.number}")
        if status != 0:
            raise RuntimeError(f"node {node.number} ends with {status}: {node.said()}")

    async def freeze(self, node):
        self.ill.add(node.number)
        self.note(time.monotonic(), f"freeze node {node.number}")
        node.send(signal.SIGSTOP)

        async def thaw(seconds):
            await asyncio.sleep(seconds)
            node.send(signal.SIGCONT)
            self.note(time.monotonic(), f"thaw node {node.number}")
            self.ill.discard(node.number)
        self.heal(thaw(self.random.uniform(0.2, self.longest)))

    async def cut(self, line, node):
        begin, how = time.monotonic(), self.random.choice(["silent", "hard"])
        self.ill.add(node.number)
        self.cluster.order(f"cut {line}{node.number} {how}")

        async def mend(seconds):
            await asyncio.sleep(seconds)
            self.cluster.order(f"heal {line}{node.number}")
            self.note(begin, f"cut-{line}-{how} node {node.number}")
            self.ill.discard(node.number)
        self.heal(mend(self.random.uniform(0.2, self.longest)))

    async def cut_link(self, node):
        await self.cut("link", node)

    async def cut_data(self, node):
        await self.cut("data", node)

    async def restart_database(self, _):
        begin, how = time.monotonic(), self.random.choice(["immediate", "fast"])
        await asyncio.to_thread(self.cluster.database.stop, how)
        await asyncio.sleep(self.random.uniform(0, 4))
        await asyncio.to_thread(self.cluster.database.start)
        self.note(begin, f"database {how}")

    async def clock(self, node):
        begin = time.monotonic()
        if self.cluster.fault:
            node.clock(self.random.randrange(-600, 600))
        self.note(begin, f"clock of node {node.number}")

    async def all_well(self):
        """Whatever is broken is mended, and all places but the spare ones have a node."""
        while self.healing:
            await asyncio.wait(self.healing)
        while len(self.well()) < NODES:
            await self.add(None)


async def until(fine, what):
    end = time.monotonic() + PATIENCE
    while not fine():
        if time.monotonic() > end:
            raise RuntimeError(what)
        await asyncio.sleep(0.05)


async def play(whole, folder, tables, count, seed):
    """Everything until all have been told everything again; what was done to the cluster."""
    with urllib.request.urlopen(f"http://127.0.0.1:{whole.port}/api/games", timeout=PATIENCE) as answer:
        games = json.load(answer)
    parties = [guests.Party(i, whole.port, games, folder) for i in range(tables)]
    people = [g for p in parties for g in p.guests]
    lives = [asyncio.create_task(g.live()) for g in people]
    with open(folder / "faults.log", "w", encoding="utf-8", buffering=1) as file:
        faults = Faults(whole, count, seed, file)
        try:
            await until(lambda: all(p.all_here() for p in parties), "not everybody comes to their table")
            await asyncio.sleep(1)
            while sum(faults.count.values()) < count:
                await faults.one()
                if faults.random.random() < 0.6:
                    try:
                        await asyncio.wait_for(until(lambda: all(p.all_here() for p in parties), ""), LONGEST)
                    except asyncio.TimeoutError:
                        pass
                await asyncio.sleep(faults.random.uniform(0, 1.5))
            await faults.all_well()
            for p in parties:
                p.ending = True
            await until(lambda: all(p.quiet() for p in parties), "not everybody comes back in the end")
            for p in parties:  # one after the other: it is much to be told
                for g in p.guests:
                    g.tell_again()
                await until(lambda: all(g.retold for g in p.guests), "not everybody is told everything again")
        finally:
            for task in lives:
                task.cancel()
            ended = await asyncio.gather(*lives, return_exceptions=True)
            for g in people:
                g.history.close()
        for e in ended:
            if not isinstance(e, asyncio.CancelledError):
                raise e
    return faults


def main(program, library, tables, count, seed, *seconds):
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all of it ends
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pairs-cluster-"))
    print(f"seed {seed}, in {folder}", flush=True)
    with cluster.Cluster(program, NODES, places=PLACES, relays=True, fault=library) as whole:
        try:
            faults = asyncio.run(play(whole, folder, int(tables), int(count), int(seed)))
            for node in whole.nodes:
                if node.runs():
                    assert node.end() == 0, node.said()
        finally:
            (folder / "database.log").write_text(whole.log() + "\n", encoding="utf-8")
            for node in whole.nodes:
                shutil.copy(node.folder + "/errors", folder / f"node{node.number}.errors")
    print(", ".join(f"{n} {what}" for what, n in sorted(faults.count.items())), flush=True)
    status = subprocess.run([sys.executable, HERE / "check.py", folder, *seconds]).returncode
    if status == 0:
        shutil.rmtree(folder)
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
