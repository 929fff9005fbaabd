#!/usr/bin/env python3
"""Games that are looked back on over HTTP. Usage: studies.py PAIRS [TEST...]"""
import base64, hashlib, threading
from visitor import *


def played(server):
    """The path of a game that is over."""
    guest = server.open().hello()
    table = guest.create(game="pairs", open=True, chairs=["you"] + ["hint"] * 3)["table"]
    m = guest.ask("begin")
    while True:
        view = m.get("view", {})
        if view.get("over"):
            break
        if view.get("legal"):
            guest.command("decide", choice=view["legal"][0], after=m["entry"])
        m = guest.receive()
    guest.close()
    game = json.loads(server.get(f"/api/tables/{table}/games")[2])[0]["game"]
    return f"/api/tables/{table}/games/{game}/analysis"


def the_style_in_a_picture_is_one_that_our_policy_allows(program):
    with Server(program) as s:
        status, headers, picture = s.get(played(s) + ".svg")
        assert status == 200, picture
        allowed = re.search(r"style-src ([^;]*)", headers["content-security-policy"])[1].split()
        sheets = re.findall(r"<style>(.*?)</style>", picture, re.S)
        digests = [base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode() for sheet in sheets]
        assert len(digests) == 1 and f"'sha256-{digests[0]}'".lower() in allowed, (digests, allowed)
        assert " style=" not in picture and "<script" not in picture


def while_one_game_is_looked_at_whoever_wants_another_is_told_to_wait(program):
    """A look takes longer than two requests that are sent at once; if one should not, others are tried."""
    with Server(program) as s:
        for _ in range(20):
            answers = []
            asking = [threading.Thread(target=lambda path=played(s): answers.append(s.get(path))) for _ in range(4)]
            for t in asking:
                t.start()
            for t in asking:
                t.join()
            assert any(status == 200 for status, _, _ in answers), answers
            told = [a for a in answers if a[0] == 503]
            if told:
                break
        status, headers, body = told[0]
        assert int(headers["retry-after"]) > 0 and "another game" in json.loads(body)["error"], (headers, body)


run([the_style_in_a_picture_is_one_that_our_policy_allows, while_one_game_is_looked_at_whoever_wants_another_is_told_to_wait])
