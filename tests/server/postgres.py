#!/usr/bin/env python3
"""pairs serve with its tables in PostgreSQL: games over the wire while servers are killed and the database goes away.
Usage: postgres.py PAIRS SOURCE [TEST...]"""
import json, os, re, secrets, signal, subprocess, tempfile
from guest import PAIRS, PATIENCE, Guest, Server, example, run


def what_was_acknowledged_outlives_a_server_that_is_killed(database):
    data = database.create("killed")
    tables = []
    with Server(data) as server:
        for decisions in 12, 25:
            guest = Guest(server)
            guest.play(decisions)
            tables.append((guest.token, guest.table, guest.entry, guest.view))
        server.end(signal.SIGKILL)
    with Server(data) as server:
        for token, table, entry, view in tables:
            guest = Guest(server, token, table)
            assert guest.entry >= entry, f"{table}: entry {guest.entry} comes after {entry}"
            assert guest.entry > entry or guest.view.get("legal") == view.get("legal"), guest.view
            guest.play(3)
        status, said = server.end()
        assert status == 0 and "all is kept" in said, said


def tables_wait_while_the_database_is_gone_and_go_on(database):
    with Server(database.create("gone")) as server:
        guest = Guest(server)
        guest.play(3)
        for how in "immediate", "fast":
            database.stop(how)
            guest.send("say", text=f"Is anybody there? {how}")
            while server.health() == 200:
                pass
            assert server.health() == 503
            late = Guest.__new__(Guest)  # who comes now is not told that their token is nobody's
            late.number, late.socket = 1, example.WebSocket(f"ws://127.0.0.1:{server.port}/ws")
            late.socket.send(json.dumps({"do": "hello", "n": 2, "version": 1, "token": secrets.token_hex(32)}))
            answer = json.loads(late.socket.receive())
            assert not answer["done"] and "wait a moment" in str(answer), answer
            database.start()
            guest.answer()
            while server.health() != 200:
                pass
            guest.play(3)
        entry, view = guest.entry, guest.view
        status, said = server.end()
        assert status == 0 and said.count("No table goes on") == said.count("kept again") == 2, said
    with Server(database.address("gone")) as server:
        back = Guest(server, guest.token, guest.table)
        assert back.entry >= entry and back.view.get("legal") == view.get("legal")


def a_database_that_was_dumped_comes_back_as_it_was(database):
    data = database.create("dumped")
    with Server(data) as server:
        guest = Guest(server)
        guest.play(10)
        database.run("pg_dump", "-Fc", "-f", database.folder + "/copy", data)  # while it runs
        entry, view = guest.entry, guest.view
        guest.play(2)
    database.run("pg_restore", "-d", database.create("restored"), database.folder + "/copy")
    with Server(database.address("restored")) as server:
        back = Guest(server, guest.token, guest.table)
        assert back.entry == entry or back.entry == entry + 1, (back.entry, entry)
        assert back.view.get("legal") == view.get("legal")
        back.play(3)


def pairs(*words):
    done = subprocess.run([PAIRS, *map(str, words)], capture_output=True, text=True, env={**os.environ, "LANGUAGE": "C"})
    return done.returncode, done.stdout + done.stderr


def tables_go_from_a_file_to_a_database_and_back(database):
    with tempfile.TemporaryDirectory() as folder:
        first, last, data = folder + "/first.db", folder + "/last.db", database.create("migrated")
        with Server(first) as server:
            guests = [Guest(server) for _ in range(2)]
            for guest in guests:
                guest.play(30)
            guests[0].do("recovery")
            assert pairs("migrate", first, data)[0] == 1, "a file that is in use was copied"
            server.end()
        status, said = pairs("migrate", first, data)
        assert status == 0 and re.search("2 tables, [0-9]+ entries and [1-9][0-9]* games are there", said), said
        status, again = pairs("migrate", first, data)
        assert status == 1 and "there are tables already" in again, again
        with Server(data) as server:
            for guest in guests:
                back = Guest(server, guest.token, guest.table)
                assert back.entry >= guest.entry and back.view.get("legal") == guest.view.get("legal")
                back.play(2)
                guest.view, guest.entry = back.view, back.entry
            server.end()
        status, said = pairs("migrate", data, last)
        assert status == 0 and "2 tables" in said, said
        status, again = pairs("migrate", data, last)
        assert status == 1 and "is there already" in again, again
        with Server(last) as server:
            for guest in guests:
                back = Guest(server, guest.token, guest.table)
                assert back.entry >= guest.entry and back.view.get("legal") == guest.view.get("legal")
                back.play(2)
        assert os.listdir(folder).count("last.db.part") == 0
        status, said = pairs("migrate", folder + "/none.db", database.create("empty"))
        assert status == 1 and "none.db cannot be read" in said, said


def a_server_that_was_stopped_learns_that_another_has_its_tables(database):
    data = database.create("stopped")
    with Server(data) as old:
        guest = Guest(old)
        guest.play(4)
        old.process.send_signal(signal.SIGSTOP)
        with Server(data) as new:
            back = Guest(new, guest.token, guest.table)
            back.play(3)
            guest.send("say", text="too late")
            old.process.send_signal(signal.SIGCONT)
            said = old.process.communicate(timeout=PATIENCE)[1]
            assert old.process.returncode == 1 and "Another server has taken over" in said, said
            back.play(3)
            assert database.ask("stopped", "SELECT count(*) FROM log WHERE line LIKE '%too late%'") == "0"
        again = subprocess.run([PAIRS, "backup", "x", "--data", data], capture_output=True, text=True)
        assert again.returncode == 1 and "pg_dump" in again.stderr, again.stderr


TESTS = [what_was_acknowledged_outlives_a_server_that_is_killed, tables_wait_while_the_database_is_gone_and_go_on,
         a_database_that_was_dumped_comes_back_as_it_was, tables_go_from_a_file_to_a_database_and_back,
         a_server_that_was_stopped_learns_that_another_has_its_tables]

run(TESTS)
