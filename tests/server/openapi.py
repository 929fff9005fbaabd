#!/usr/bin/env python3
"""The description of what can be asked for over HTTP (src/server/openapi.json) and the running server say
the same: every path and status of the one comes from the other, with its type and a body of its
schema, and every route of the other stands in the one.

Usage: openapi.py PROGRAM CLIENT CHECKER SOURCE    (the first three as in dealing.py)
"""
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

import dealing

SOURCE = sys.argv[4]
KNOWN = {"type", "required", "properties", "additionalProperties", "items", "enum", "oneOf", "nullable", "pattern",
         "minimum", "description", "$ref"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


class Wrong(Exception):
    pass


def validate(value, schema, document, at="body"):
    """The part of JSON Schema that the description uses; an unknown word is an error, not a pass."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    if set(schema) - KNOWN:
        raise Wrong(f"{at}: the schema has words that this test does not know: {set(schema) - KNOWN}")
    if value is None and schema.get("nullable"):
        return
    if "oneOf" in schema:
        fits = [s for s in schema["oneOf"] if is_valid(value, s, document)]
        if len(fits) != 1:
            raise Wrong(f"{at}: {value!r} fits {len(fits)} of the schemas; expected one")
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        raise Wrong(f"{at}: {str(value)[:60]!r} is no {kind}")
    if "enum" in schema and value not in schema["enum"]:
        raise Wrong(f"{at}: {value!r} is none of {schema['enum']}")
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                raise Wrong(f"{at}: {key} is missing")
        for key, part in value.items():
            more = schema.get("properties", {}).get(key, schema.get("additionalProperties", True))
            if more is False:
                raise Wrong(f"{at}: {key} is not described")
            if more is not True:
                validate(part, more, document, f"{at}.{key}")
    if isinstance(value, list):
        for i, part in enumerate(value):
            validate(part, schema.get("items", {}), document, f"{at}[{i}]")


def is_valid(value, schema, document):
    try:
        validate(value, schema, document)
        return True
    except Wrong:
        return False


def ask(server, method, path, token=None):
    """Status, headers and body."""
    connection = http.client.HTTPConnection(urllib.parse.urlparse(server.url).netloc, timeout=dealing.PATIENCE)
    connection.request(method, path, headers={"Authorization": "Bearer " + token} if token else {})
    answer = connection.getresponse()
    body = answer.read().decode(errors="replace")
    connection.close()
    return answer.status, answer.headers, body


def check_answer(server, document, path, url, token, wanted):
    """One answer is as it is described."""
    status, headers, body = ask(server, "GET", url, token)
    described = document["paths"][path]["get"]["responses"]
    if status != wanted or str(status) not in described:
        raise Wrong(f"{url}: {status}; expected {wanted}, described are {list(described)}: {body[:200]}")
    content = described[str(status)]["content"]
    if headers["Content-Type"] not in content:
        raise Wrong(f"{url}: {status} is {headers['Content-Type']}; described are {list(content)}")
    if headers["Content-Type"] == "application/json":
        validate(json.loads(body), content[headers["Content-Type"]]["schema"], document, f"{url}: {status}")
    again, bare, nothing = ask(server, "HEAD", url, token)
    if (again, bare["Content-Type"], nothing) != (status, headers["Content-Type"], ""):
        raise Wrong(f"HEAD {url}: {again}, {bare['Content-Type']}, {nothing[:40]!r}; expected as GET, without a body")


def filled(path, **parts):
    for key, value in parts.items():
        path = path.replace("{%s}" % key, value)
    return path


def answers(path, opened, closed, token):
    """What brings each status of a path: the address, the token and the status."""
    good = filled(path, name="pairs", paper="a4", file="back.png", **opened)
    who = token if path == "/api/me" else None
    yield good, who, 200
    yield good + "?language=de", who, 200
    if who:
        yield good, None, 403
    yield good + "?language=xx", None, 400
    yield good + "?anything=1", None, 400
    yield good, "no token", 400
    if "{name}" in path:
        yield filled(path, name="goblin-poker"), None, 200
        yield filled(path, name="nothing"), None, 404
    if "{file}" in path:
        yield filled(path, paper="letter", file="scores-octopus.pdf"), None, 200
        yield filled(path, paper="a5", file="deck.pdf"), None, 404
        yield filled(path, paper="a4", file="rules-nothing.pdf"), None, 404
    if "{table}" in path:
        yield filled(path, table="aaaaaaaaaa", game="7"), None, 404
        yield filled(path, **closed), None, 403
        yield filled(path, **closed), token, 403 if "analysis" in path else 200
    if "{game}" in path:
        yield filled(path, table=opened["table"], game="999999"), None, 404
        yield filled(path, table=opened["table"], game="last"), None, 404


def check_description(server, document):
    """It is the one of the source, and has the routes of the server, no more and no less."""
    with open(os.path.join(SOURCE, "src/server/openapi.json"), encoding="utf-8") as file:
        if json.load(file) != document:
            raise Wrong("the server has another description than src/server/openapi.json")
    with open(os.path.join(SOURCE, "src/server/pages.c"), encoding="utf-8") as file:
        routes = set(re.findall(r'^ *\{"(/[^"]*)", *page_', file.read(), re.M))
    if not routes or routes != set(document["paths"]):
        raise Wrong(f"routes and paths differ: {routes ^ set(document['paths'])}")
    words = json.dumps(document["paths"]) + json.dumps(document["components"])
    for schema in document["components"]["schemas"]:
        if f'"#/components/schemas/{schema}"' not in words:
            raise Wrong(f"nothing is a {schema}")
    status, _, body = ask(server, "GET", "/nothing")
    if status != 404 or "error" not in json.loads(body):
        raise Wrong(f"/nothing: {status}, {body}")


def check_path(server, document, path, cases):
    seen = set()
    for url, token, status in cases:
        check_answer(server, document, path, url, token, status)
        seen.add(str(status))
    missing = set(document["paths"][path]["get"]["responses"]) - seen - {"503"}  # 503: while it is busy
    if missing or set(document["paths"][path]) != {"get"}:
        raise Wrong(f"{path}: no request brings {missing}")
    status, headers, body = ask(server, "POST", cases[0][0])
    if status != 405 or headers["Allow"] != "GET, HEAD" or "error" not in json.loads(body):
        raise Wrong(f"POST {path}: {status}, {body}")


def game_of(path):
    _, _, _, table, _, game = path.split("/")
    return {"table": table, "game": game}


def check_agreed(server):
    """What is printed for options that are agreed is what the command line prints for them."""
    def asked(words):
        status, headers, body = ask(server, "GET", "/print/letter/rules-pairs.pdf?language=en" + words)
        return status if status != 200 else headers["ETag"], body
    usual, agreed = asked(""), asked("&option=target%3D9&option=dealer-passes%3Don&players=3")
    assert usual != agreed and agreed == asked("&option=target%3D9&option=dealer-passes%3Don&players=3"), "options are left out"
    own = subprocess.run([dealing.program, "--lang", "en", "print", "rules", "pairs", "-n", "3", "-o", "target=9", "-o", "dealer-passes=on",
                          "--paper", "letter"], capture_output=True, check=True).stdout
    assert agreed[1] == own.decode(errors="replace"), "not as the command line prints it"
    for wrong, said in ("option=target%3D0", "target"), ("option=colour%3Dred", "colour"), ("option=target", "KEY=VALUE"), ("players=99", "question"):
        status, body = asked("&" + wrong)
        assert status == 400 and said in body, (wrong, status, body)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = dealing.Server(os.path.join(folder, "tables.db"))
        first = dealing.Player("<Ann>")
        opened = game_of(dealing.play_game(server, first, dealing.Player("Ben & Co"), game="pairs", public=True))
        first = dealing.Player("Ann")
        closed = game_of(dealing.play_game(server, first, dealing.Player("Ben"), game="tournament"))
        document = json.loads(ask(server, "GET", "/api/openapi.json")[2])
        check_description(server, document)
        printed = json.loads(ask(server, "GET", "/api/print")[2])["files"]
        for path in document["paths"]:
            if "{file}" in path and not printed:
                continue  # the program was built without
            check_path(server, document, path, list(answers(path, opened, closed, first.token)))
        if printed:
            check_agreed(server)
        page = ask(server, "GET", "/tables.html")[2]
        assert "&lt;Ann&gt;" in page and "<Ann>" not in page and "Ben &amp; Co" in page, page
        assert server.stop() == 0
        print(f"{len(document['paths'])} paths are as they are described")


if __name__ == "__main__":
    main()
