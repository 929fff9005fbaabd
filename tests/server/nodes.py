#!/usr/bin/env python3
"""Several servers on one PostgreSQL: any door leads to every table, and tables outlive the server that has them.
Usage: nodes.py PAIRS SOURCE [TEST...]"""
import hashlib, json, signal, subprocess, time, urllib.request
from guest import PAIRS, PATIENCE, Guest, Server, run


def node(data):
    return Server(data, "--link", "127.0.0.1:0")


def owner(database, name, table):
    return database.ask(name, f"SELECT owner FROM tables WHERE id = '{table}'")


def a_game_is_played_through_a_door_that_does_not_have_the_table(database):
    data = database.create("doors")
    with node(data) as first, node(data) as second:
        guest = Guest(first)
        guest.play(3)
        there = owner(database, "doors", guest.table)
        back = Guest(second, guest.token, guest.table)
        assert back.entry >= guest.entry and back.view.get("legal") == guest.view.get("legal")
        back.play(20)
        back.do("say", text="I came in by the other door.")
        other = Guest(second)
        other.play(2)
        assert owner(database, "doors", guest.table) == there != owner(database, "doors", other.table)
        status, said = second.end()
        assert status == 0, said


def a_game_goes_on_when_its_server_is_killed(database):
    data = database.create("killed")
    with node(data) as first, node(data) as second:
        idle, guest = Guest(first), Guest(first)
        guest.play(3)
        back = Guest(second, guest.token, guest.table)
        back.play(4)
        watcher = Guest(second, table=guest.table)
        watcher.do("look", name="Eve")
        watcher.do("say", text="I watch.")
        while back.entry < watcher.entry:
            back.hear()
        entry, choice = back.entry, back.view["legal"][0]
        began = time.monotonic()
        first.end(signal.SIGKILL)
        back.do("decide", choice=choice, after=entry)
        print(f"  back after {time.monotonic() - began:.2f} s", flush=True)
        assert back.entry >= entry
        watcher.do("say", text="I still do.")
        back.view = {}
        back.play(10)
        while owner(database, "killed", idle.table) != owner(database, "killed", guest.table):
            time.sleep(0.1)  # which nobody asks for
        Guest(second, idle.token, idle.table).play(2)


def a_server_that_was_frozen_brings_its_visitors_to_the_new_owner(database):
    data = database.create("frozen")
    with node(data) as first, node(data) as second:
        guest = Guest(first)
        guest.play(3)
        back = Guest(second, guest.token, guest.table)
        first.process.send_signal(signal.SIGSTOP)
        back.play(5)
        guest.send("say", text="said to a frozen server")
        first.process.send_signal(signal.SIGCONT)
        guest.answer()
        while guest.entry < back.entry:
            guest.hear()
        assert database.ask("frozen", "SELECT count(*) FROM log WHERE line LIKE '%frozen%'") == "1"
        back.view = {}
        guest.play(3)
        status, said = first.end()
        assert status == 0, said


def a_server_that_stops_leaves_its_tables_to_the_others(database):
    data = database.create("stopped")
    with node(data) as first, node(data) as second:
        guest = Guest(first)
        guest.play(3)
        back = Guest(second, guest.token, guest.table)
        back.play(1)
        status, said = first.end()
        assert status == 0 and "all is kept" in said, said
        back.play(10)
        status, said = second.end()
        assert status == 0, said


def all_wait_while_the_database_is_gone_and_go_on(database):
    data = database.create("gone")
    with node(data) as first, node(data) as second:
        guest = Guest(first)
        guest.play(3)
        back = Guest(second, guest.token, guest.table)
        back.play(2)
        database.stop("immediate")
        back.send("say", text="Is anybody there?")
        while first.health() == 200 or second.health() == 200:
            time.sleep(0.05)
        time.sleep(3)
        database.start()
        back.answer()
        back.play(5)
        assert database.ask("gone", "SELECT count(*) FROM log WHERE line LIKE '%anybody%'") == "1"
        assert owner(database, "gone", guest.table) == "1"
        for server in first, second:
            status, said = server.end()
            assert status == 0, said


def get(server, path, token=None):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def is_sent_away(guest):
    """None is what a connection that was closed says."""
    try:
        while guest.socket.receive() is not None:
            pass
    except OSError:
        pass
    return True


def lists_and_records_are_those_of_all(database):
    data = database.create("lists")
    with node(data) as first, node(data) as second:
        guests = [Guest(server) for server in (first, second, first)]
        while not guests[0].view.get("over"):
            guests[0].play(1)
        known = sorted(guest.table for guest in guests)
        for server in first, second:
            assert sorted(line["table"] for line in get(server, "/api/tables")) == known
            games = get(server, f"/api/tables/{guests[0].table}/games")
            assert len(games) == 1 and games[0]["name"] == "pairs", games
            assert get(server, f"/api/tables/{guests[1].table}/games") == []
        assert [get(second, "/api/tables")[0]] == get(first, "/api/tables")[:1]  # in the same order


def who_is_banned_or_erased_at_one_server_is_so_at_all(database):
    data = database.create("bans")
    with node(data) as first, node(data) as second:
        guest, other = Guest(first), Guest(second)
        back = Guest(second, guest.token, guest.table)
        person = hashlib.sha256(guest.token.encode()).hexdigest()
        other_person = hashlib.sha256(other.token.encode()).hexdigest()
        said = subprocess.run([PAIRS, "admin", "--admin", first.folder.name + "/admin", "ban", other_person], capture_output=True, text=True)
        assert said.returncode == 0, said
        assert is_sent_away(other)
        back.do("erase")
        while database.ask("bans", f"SELECT count(*) FROM log WHERE line LIKE '%{person}%'") != "0":
            time.sleep(0.1)
        assert is_sent_away(guest)


TESTS = [lists_and_records_are_those_of_all, who_is_banned_or_erased_at_one_server_is_so_at_all, a_game_is_played_through_a_door_that_does_not_have_the_table, a_game_goes_on_when_its_server_is_killed,
         a_server_that_was_frozen_brings_its_visitors_to_the_new_owner, a_server_that_stops_leaves_its_tables_to_the_others,
         all_wait_while_the_database_is_gone_and_go_on]

run(TESTS)
