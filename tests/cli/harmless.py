#!/usr/bin/env python3
"""Whatever words come in, by the command line, files and other programs: what comes out on standard
output and standard error is UTF-8, without anything that steers a terminal. Usage: harmless.py PAIRS"""

import os
import subprocess
import sys
import tempfile

pairs = os.path.realpath(sys.argv[1])
work = tempfile.mkdtemp()
state, config = os.path.join(work, "state"), os.path.join(work, "config")
env = dict(os.environ, XDG_STATE_HOME=state, XDG_CONFIG_HOME=config, LC_ALL="C.UTF-8")
failures = 0
runs = 0

hostile = {
    "control characters": b"x\x1b]0;T\x07\x08\x7f\r\x01\x0by",
    "lines": b"x\ny\r\nz\xe2\x80\xa8w\xe2\x80\xa9v",
    "more lines": b"x\ny\nz",
    "C1 and directions": b"x\xc2\x9b31my\xc2\x85z\xe2\x80\xaew\xe2\x81\xa6v\xef\xbf\xbe",
    "no UTF-8": b"x\xff\xc3\xa4\xc3y\xed\xa0\x80z\xf4\x90\x80\x80w\xc0\xafv\xe2\x82",
    "cut letters": b"x" + "ä€𝄞".encode() * 60,
    "cut letters, one on": b"xx" + "ä€𝄞".encode() * 60,
}


def steers(text):
    """The first character of a text that is more than a letter or the end of a line."""
    for c in text:
        n = ord(c)
        if (n < 0x20 and c not in "\n\t") or 0x7F <= n <= 0x9F:
            return c
        if 0x2028 <= n <= 0x202E or 0x2066 <= n <= 0x2069:
            return c
    return None


def judge(what, name, data):
    global failures
    try:
        found = steers(data.decode())
        wrong = found and f"has {found!a}"
    except UnicodeDecodeError as e:
        wrong = f"is no UTF-8: {e}"
    if wrong:
        failures += 1
        print(f"FAILED: {what}: {name} {wrong}\n    {data[:300]!a}")


def run(what, *words, given=b"", **more):
    """Runs the program; what it says is looked at. Returns that."""
    global runs, failures
    runs += 1
    done = subprocess.run([pairs.encode(), *words], input=given, capture_output=True, cwd=work,
                          env=dict(env, **more), timeout=120)
    judge(what, "output", done.stdout)
    judge(what, "messages", done.stderr)
    if done.returncode not in (0, 1, 2):
        failures += 1
        print(f"FAILED: {what}: status {done.returncode}")
    return done.stdout + done.stderr


def write(name, data):
    path = os.path.join(work, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as to:
        to.write(data)
    return path.encode()


def command_line(kind, x):
    run(f"{kind} as a command", x)
    run(f"{kind} as a language", b"--lang", x, b"rules", b"nosuchgame")
    for command in (b"play", b"rules", b"replay", b"odds", b"analyse", b"sim", b"arena", b"solve"):
        run(f"{kind} as a word for {command}", command, x)
        run(f"{kind} as a flag of {command}", command, b"--" + x)
        run(f"{kind} as a word too many for {command}", command, b"pairs", b"pairs", x)
    for flag in (b"-n", b"-o", b"--seed", b"--games", b"--threads", b"--bots", b"--csv", b"--svg", b"--resume",
                 b"--record"):
        value = b"no/such/folder/" + x if flag in (b"--csv", b"--svg", b"--resume", b"--record") else x
        run(f"{kind} after {flag}", b"sim", b"pairs", flag, value)
    for option in (x, x + b"=1", b"target=" + x, b"payment=" + x, b"target=1.." + x, b"target=1..2:" + x):
        run(f"{kind} in an option", b"sim", b"pairs", b"-o", option)
    for flag in (b"--seat", b"--bots", b"--people", b"--seed", b"--resume", b"--record"):
        run(f"{kind} after {flag} of play", b"play", b"--plain", b"pairs", flag, x, given=b"s\nq\n")
    run(f"{kind} as somebody's name", b"play", b"--plain", b"pairs", b"--people", x[:63], given=b"1\ns\nq\n")
    run(f"{kind} typed at the prompt", b"play", b"--plain", b"pairs", given=x + b"\nq\n")
    run(f"{kind} as an argument of odds", b"odds", b"--iterations", x, b"f")
    run(f"{kind} as an argument of solve", b"solve", b"rocket", b"--decks", x)


def records(kind, x):
    lines = [b"pairs 1", b"game pairs", b"players 2", b"option target 21", b"name A Ann", b"hand 1",
             b"deal burn 4 9 10 7 10", b"deal A 10", b"deal B 9", b"B hit"]
    for i, line in enumerate(lines):
        for j, changed in enumerate((x, line + b" " + x, line + b" # " + x, line[:-1] + x)):
            path = write("record", b"\n".join(lines[:i] + [changed] + lines[i + 1:]) + b"\n")
            run(f"{kind} ({j}) in line {i + 1} of a record", b"replay", path)
            if j < 2:
                run(f"{kind} ({j}) in line {i + 1}, as JSON", b"replay", b"--json", path)
    write("record", b"\n".join(lines) + b"\n" + x)
    name = write(b"x".decode() + "y", b"pairs 1\ngame nosuch\n").rstrip(b"y") + x[:150].replace(b"/", b"")
    with open(name, "wb") as to:
        to.write(b"pairs 1\ngame nosuch\n")
    for command in (b"replay", b"odds", b"analyse"):
        run(f"{kind} in the name of a record for {command}", command, name)
    run(f"{kind} in the name of a record for solve", b"solve", b"carousel", name)
    run(f"{kind} in the name of a saved game", b"play", b"--plain", b"--resume", name)


def escaped(x):
    return b"".join(b"%%%02X" % c for c in x)


def saved_games(kind, x):
    """Edited ones, in the folder whose programs are run."""
    folder = os.path.join(state, "pairs", "games")
    before = set(os.listdir(folder)) if os.path.isdir(folder) else set()
    run("a game to be saved", b"play", b"--plain", b"pairs", b"-n", b"3", b"--people", b"Ann", given=b"1\nq\n")
    (new,) = set(os.listdir(folder)) - before
    path = os.path.join(folder, new)
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    seat = next(i for i, line in enumerate(lines) if line.startswith(b"# seat B"))
    for changed in (b"# seat B bot run:" + escaped(x), b"# seat B bot run:true " + escaped(x)[:600],
                    b"# seat B bot " + escaped(x), b"# seat B bot run:" + x, b"# preset " + x, b"# seed " + x,
                    b"# seat B " + x, b"# seat " + x):
        write(path, b"\n".join(lines[:seat] + [changed] + lines[seat + 1:]))
        run(f"{kind} in a saved game: {changed[:16]!a}", b"play", b"--plain", b"--resume", path.encode(),
            given=b"1\n1\n1\ns\nq\n")
    named = [line if not line.startswith(b"name B") else b"name B " + x[:50] for line in lines]
    write(path, b"\n".join(named))
    run(f"{kind} as a name in a saved game", b"play", b"--plain", b"--resume", path.encode(), given=b"1\nq\n")
    os.remove(path)
    elsewhere = os.path.join(work.encode(), b"state " + x[:200].replace(b"/", b""))
    run(f"{kind} in the name of the folder", b"play", b"--plain", b"pairs", given=b"1\ns\nq\n",
        XDG_STATE_HOME=elsewhere)
    write(os.path.join(config, "pairs", "settings"), b"speed " + x + b"\nbot B " + x[:250] + b"\nperson A " + x[:60])
    run(f"{kind} in the settings", b"play", b"--plain", b"pairs", given=b"1\nq\n")
    os.remove(os.path.join(config, "pairs", "settings"))


def bots(kind, x):
    """Programs with such names, which answer such things."""
    spoken = write("spoken", b"pairs-bot 1 " + x.replace(b"\n", b"") + b"\n")
    answer = write("answer", x.replace(b"\n", b"") + b"\n")
    greets = b"run:cat " + answer
    answers = b"run:printf 'pairs-bot 1\\n'; while read -r x y; do [ $x != decide ] || cat " + answer + b"; done"
    named = b"run:cat " + spoken + b" #" + x[:60].replace(b",", b"")
    for bot in (greets, answers, named):
        run(f"{kind} from a program at the table", b"play", b"pairs", b"-n", b"2", b"--seed", b"3", b"--bots", bot)
        run(f"{kind} from a program against a person", b"play", b"--plain", b"pairs", b"-n", b"2", b"--bots", bot,
            given=b"1\n1\n1\nq\n")
        run(f"{kind} from a program in the arena", b"arena", b"pairs", b"--games", b"2", b"--bots", bot + b",random")
    for output in (), (b"--csv", b"-"), (b"--jsonl", b"-"), (b"--svg", b"-"), (b"--record", b"-"):
        run(f"{kind} as a bot's name, sim {output}", b"sim", b"pairs", b"--games", b"2", b"--bots", named, *output)
    run(f"{kind} as a bot's name in JSON", b"arena", b"pairs", b"--games", b"2", b"--json", b"--bots",
        named + b",random")


def states(kind, x):
    """The file of sim --resume."""
    path = os.path.join(work, "run")
    if os.path.exists(path):
        os.remove(path)
    words = (b"sim", b"pairs", b"--games", b"5", b"--seed", b"7", b"--resume", path.encode())
    run("a state to be edited", *words)
    with open(path, "rb") as file:
        text = file.read()
    for old in (b'"7"', b'"random"', b'"pairs"', b'{"target', b'"sim"'):
        for new in (b'"' + x + b'"', b'"' + x.replace(b"\x1b", b"\\u001B").replace(b"\n", b"\\n") + b'"'):
            if old in text:
                write(path, text.replace(old, new, 1))
                run(f"{kind} instead of {old!a} in a state", *words)
                run(f"{kind} instead of {old!a} in a state, without a seed", b"sim", b"pairs", b"--games", b"5",
                    b"--resume", path.encode())


for kind, x in hostile.items():
    for way in (command_line, records, saved_games, bots, states):
        way(kind, x)
subprocess.run(["rm", "-rf", work], check=True)
print(f"{runs} runs, {failures} failures")
sys.exit(failures > 0)
