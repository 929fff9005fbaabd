#!/usr/bin/env python3
"""A PostgreSQL of our own, in a temporary folder, without a network.
Usage: postgres.py COMMAND ...: runs it with the address of an empty database as its last argument; 77 if there is none."""
import glob, os, pwd, shutil, subprocess, sys, tempfile

SKIPPED = 77
USER = "postgres"  # whom root becomes for it, which it does not run as


def programs():
    """The folder of initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    here = found[-1] if found else shutil.which("initdb")
    return here and os.path.dirname(here)


class Postgres:
    def __init__(self, *conf):
        """With more lines of its settings."""
        self.bin = programs()
        if not self.bin:
            print("PostgreSQL is not installed: tools/build/deps.sh test", file=sys.stderr)
            sys.exit(SKIPPED)
        self.folder = tempfile.mkdtemp(prefix="pairs-pg-", dir="/tmp")
        if os.getuid() == 0:
            os.chown(self.folder, pwd.getpwnam(USER).pw_uid, -1)
        self.run("initdb", "-D", self.folder + "/data", "-A", "trust", "-U", "pairs", "-E", "UTF8", "--locale", "C", "--no-sync")
        with open(self.folder + "/data/postgresql.conf", "a") as f:
            f.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nfsync = off\nshared_buffers = 16MB\n")
            f.writelines(line + "\n" for line in conf)
        self.start()

    def run(self, program, *words, check=True):
        """As whoever may run it."""
        become = ["runuser", "-u", USER, "--"] if os.getuid() == 0 else []
        r = subprocess.run([*become, f"{self.bin}/{program}", *words], cwd="/", stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if check and r.returncode:
            sys.exit(f"{program}: {r.stdout}")
        return r.stdout

    def start(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-l", self.folder + "/log", "-w", "start")

    def stop(self, how="fast"):
        self.run("pg_ctl", "-D", self.folder + "/data", "-m", how, "-w", "stop")

    def create(self, name):
        """An empty database; its address."""
        self.run("createdb", "-h", self.folder, "-U", "pairs", name)
        return self.address(name)

    def address(self, name):
        return f"postgresql://pairs@/{name}?host={self.folder}"

    def ask(self, name, words):
        return self.run("psql", "-qAtX", self.address(name), "-c", words).strip()

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.run("pg_ctl", "-D", self.folder + "/data", "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder)


if __name__ == "__main__":
    with Postgres() as p:
        sys.exit(subprocess.run([*sys.argv[1:], p.create("tables")]).returncode)
