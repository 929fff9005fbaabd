#!/usr/bin/env python3
"""The page as a browser gets it: encodings, what it may keep, and what it may do. 
ADDED is the same program with one game more. Usage: page.py PAIRS ADDED FOLDER [TEST...]"""
import gzip, http.client, json, pathlib, re, shutil, subprocess, sys, tempfile
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "server"))
from visitor import Server, PATIENCE, plays, read_all

PAIRS, ADDED, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SOURCE = pathlib.Path(__file__).resolve().parents[2]
HASHED = re.compile(r"[\w-]+-[0-9A-Z]{8}\.(?:json|js|css|wasm|woff2|net)")
UNPACK = {"br": lambda body: subprocess.run(["brotli", "--decompress", "--stdout"], input=body, check=True,
                                            stdout=subprocess.PIPE).stdout,
          "gzip": gzip.decompress, None: lambda body: body}
BROWSER = "gzip, deflate, br"
STYLE_OF_PICTURES = "sha256-WLmyiYCfU6kURit8pJA/MxyxHGyOl61YrMD78fKEWN0="  # tests/server/studies.py holds it against a picture


class Answer:
    def __init__(self, server, path, method="GET", **headers):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        line.putrequest(method, path, skip_accept_encoding=True)
        for name, value in headers.items():
            line.putheader(name.replace("_", "-"), value)
        line.endheaders()
        answer = line.getresponse()
        self.status, self.headers, self.raw = answer.status, answer.headers, answer.read()
        line.close()

    def body(self):
        return UNPACK[self.headers["Content-Encoding"]](self.raw)


def names():
    """All files of the page."""
    return sorted(path.name for path in FOLDER.iterdir() if path.suffix not in (".br", ".gz"))


def every_file_comes_as_it_was_made_in_every_encoding(s):
    types = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "png": "image/png", "net": "application/octet-stream",
             "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "json": "application/json",
             "webmanifest": "application/manifest+json", "wasm": "application/wasm", "woff2": "font/woff2"}
    for name in names():
        made = (FOLDER / name).read_bytes()
        for accepted in BROWSER, "gzip", "GZIP;q=0.5, identity", "br;q=0, gzip;q=0", None, "x" * 300:
            answer = Answer(s, "/" + name, **({"Accept_Encoding": accepted} if accepted else {}))
            assert answer.status == 200 and answer.body() == made, (name, accepted, answer.headers)
            assert answer.headers["Content-Type"] == types[name.rpartition(".")[2]], (name, answer.headers)
            assert answer.headers["Vary"] == "Accept-Encoding" and len(answer.raw) <= len(made), (name, accepted)


def the_smallest_encoding_is_chosen_that_the_browser_takes(s):
    chosen = {accepted: Answer(s, "/", Accept_Encoding=accepted).headers["Content-Encoding"]
              for accepted in (BROWSER, "gzip, br;q=0.1", "gzip, deflate", "gzip, br;q=0", "deflate", "brotli", "")}
    assert chosen == {BROWSER: "br", "gzip, br;q=0.1": "br", "gzip, deflate": "gzip", "gzip, br;q=0": "gzip",
                      "deflate": None, "brotli": None, "": None}, chosen


def the_page_is_at_the_root_and_names_its_files_by_their_hashes(s):
    page = Answer(s, "/").raw
    assert page == Answer(s, "/index.html").raw == (FOLDER / "index.html").read_bytes()
    assert page == Answer(s, "/?passed=on").raw, "a link that was passed on is the same page"
    mentioned = {name.decode() for name in re.findall(rb'(?:href|src)="([^"]+)"', page)}
    assert any(name.startswith("main-") for name in mentioned) and any(name.startswith("style-") for name in mentioned)
    for name in mentioned:
        assert Answer(s, "/" + name).status == 200, name


def every_file_that_a_file_names_is_there(s):
    for name in names():
        if name.endswith((".js", ".css", ".html", ".webmanifest")):
            for found in HASHED.finditer((FOLDER / name).read_text()):
                assert found[0] in names(), f"{name} names {found[0]}"
    icons = json.loads((FOLDER / "manifest.webmanifest").read_text())["icons"]
    assert all(icon["src"] in names() for icon in icons), icons


def a_name_with_a_hash_is_kept_for_good_and_the_rest_is_asked_for_again(s):
    for name in names():
        kept = Answer(s, "/" + name).headers["Cache-Control"]
        assert kept == ("public, max-age=31536000, immutable" if HASHED.fullmatch(name) else "no-cache"), (name, kept)
    assert Answer(s, "/").headers["Cache-Control"] == "no-cache"


def what_the_browser_has_is_not_sent_again(s):
    for accepted in BROWSER, "gzip", "":
        first = Answer(s, "/", Accept_Encoding=accepted)
        for tags in first.headers["ETag"], "W/" + first.headers["ETag"], '"other", ' + first.headers["ETag"]:
            again = Answer(s, "/", Accept_Encoding=accepted, If_None_Match=tags)
            assert (again.status, again.raw, again.headers["ETag"]) == (304, b"", first.headers["ETag"]), again.headers
        assert Answer(s, "/", Accept_Encoding=accepted, If_None_Match='"other"').status == 200
    tags = [Answer(s, "/", Accept_Encoding=accepted).headers["ETag"] for accepted in (BROWSER, "gzip", "")]
    assert len(set(tags)) == 3, f"one tag an encoding: {tags}"


def a_head_is_the_answer_without_its_body(s):
    for name in ["", *names()]:
        whole, bare = (Answer(s, "/" + name, method, Accept_Encoding=BROWSER) for method in ("GET", "HEAD"))
        assert bare.raw == b"" and (bare.status, bare.headers.items()) == (whole.status, whole.headers.items()), name
        assert int(bare.headers["Content-Length"]) == len(whole.raw), name


def the_same_source_gives_the_same_files_wherever_it_is(s):
    with tempfile.TemporaryDirectory() as elsewhere:
        work = pathlib.Path(elsewhere)
        for part in "web", "lang", "data/nets":
            shutil.copytree(SOURCE / part, work / part)
        wasm = [FOLDER / name for name in names() if name.endswith(".wasm")]
        subprocess.run([SOURCE / "tools/build/page.py", work, work / "page", work / "stamp", work / "deps", *wasm], check=True)
        missing = [path for path in (work / "deps").read_text().split()[1:] if not pathlib.Path(path).exists()]
        assert not missing, f"it is made again each time because of {missing}"
        made = {path.name: path.read_bytes() for path in (work / "page").iterdir()}
        there = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
        assert set(made) == set(there), set(made) ^ set(there)
        assert not [name for name in made if made[name] != there[name]]
        assert not [name for name in there if bytes(SOURCE) in there[name]], "a file tells where it was built"


def nothing_runs_in_the_page_but_what_is_ours(s):
    for path in "/", *("/" + name for name in names()), "/nowhere":
        policy = dict(part.strip().split(" ", 1) for part in Answer(s, path).headers["Content-Security-Policy"].split(";"))
        assert policy == {"default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'",
                          "connect-src": "'self'", "style-src": f"'self' '{STYLE_OF_PICTURES}'", "img-src": "'self' data:",
                          "font-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
                          "form-action": "'self'"}, (path, policy)
    page = (FOLDER / "index.html").read_text()
    assert not re.search(r"<style|\son\w+=|\sstyle=|<script(?![^>]*src=)", page), "the policy forbids what stands in the page"


def what_is_no_file_is_not_there(s):
    for path in ("/main.js", "/index.html/", "/index", "/INDEX.HTML", "//index.html/x", "/index.html.br", "/page/index.html",
                 "/%2e%2e/%2e%2e/etc/passwd", "/..%2fetc/passwd", "/index.html%00", "/" + "x" * 1000):
        try:
            assert Answer(s, path).status in (403, 404), path
        except http.client.RemoteDisconnected:
            pass  # libwebsockets has no answer to such a path
    assert Answer(s, "/", "POST").status == 405


def the_list_of_games_comes_packed_to_those_who_take_that(s):
    for language in "en", "de":
        plain = Answer(s, f"/api/games?language={language}")
        packed = Answer(s, f"/api/games?language={language}", Accept_Encoding=BROWSER)
        assert packed.headers["Content-Encoding"] == "gzip" and packed.body() == plain.raw and json.loads(plain.raw)
        assert len(packed.raw) < len(plain.raw) / 5 and "Accept-Encoding" in packed.headers["Vary"], packed.headers
        assert packed.headers["ETag"] != plain.headers["ETag"]
        again = Answer(s, f"/api/games?language={language}", Accept_Encoding=BROWSER, If_None_Match=packed.headers["ETag"])
        assert (again.status, again.raw) == (304, b"")


def a_game_that_is_added_is_in_the_gallery_and_plays_with_the_same_page(s):
    games = json.loads(Answer(s, "/api/games").raw)
    with Server(ADDED) as more:
        added = json.loads(Answer(more, "/api/games").raw)
        new = [game for game in added if game not in games]
        assert len(added) == len(games) + 2 and [game["name"] for game in new] == ["template", "template-free"], new
        for game in new:
            assert set(game) == set(games[0]), game
            assert all(game[key] for key in ("title", "summary", "kind", "colour", "emblem", "difficulty")), game
        assert all(Answer(more, "/" + name).raw == (FOLDER / name).read_bytes() for name in names())
        assert plays(more.open(), game="template")


def without_scripts_there_is_a_list_of_tables(s):
    link = re.search(rb"<noscript>.*?href=\"([^\"]+)\"", Answer(s, "/").raw, re.S)[1].decode()
    plain = Answer(s, "/" + link, Accept_Language="de")
    assert plain.status == 200 and b"<h1>Tische</h1>" in plain.raw, plain.raw


def on_the_wire(s, path):
    """Bytes of an answer, its headers among them, as a browser gets it over TLS."""
    line = s.connect()
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {BROWSER}\r\nConnection: close\r\n\r\n".encode())
    return len(read_all(line))


def the_first_card_is_light(s):
    """What the page needs for its first table, in German, and what it needs to play without a server; the conversation itself
    is small. Rules and lessons come when somebody reads them, in one language; what bots play by with the first game of its kind."""
    page = (FOLDER / "index.html").read_text()
    first = ["", *re.findall(r'(?:href|src)="([^"]+\.(?:js|css|svg|webmanifest|woff2))"', page), "version.json", "api/games",
             *(name for name in names() if name.startswith("de-"))]
    wire = {name: on_the_wire(s, "/" + name) for name in {*first, *names()} - {"index.html"}}
    before = sum(wire[name] for name in first)
    texts = max(bytes for name, bytes in wire.items() if name.startswith("texts-"))
    nets = [bytes for name, bytes in wire.items() if name.endswith(".net")]
    whole = sum(bytes for name, bytes in wire.items() if not name.endswith((".png", ".net")) and not name.startswith("texts-"))
    print(f"before the first card {before} bytes, in all {whole}, rules and lessons {texts} more, bots of a game {max(nets)} at most, over the wire")
    assert before <= 150_000 and whole <= 370_000, sorted(wire.items(), key=lambda each: -each[1])
    assert max(nets) <= 120_000 and len(nets) == len({game["game"] for game in json.loads(Answer(s, "/api/games").raw)}), nets


TESTS = [every_file_comes_as_it_was_made_in_every_encoding, the_smallest_encoding_is_chosen_that_the_browser_takes,
         the_page_is_at_the_root_and_names_its_files_by_their_hashes, every_file_that_a_file_names_is_there,
         a_name_with_a_hash_is_kept_for_good_and_the_rest_is_asked_for_again, what_the_browser_has_is_not_sent_again,
         a_head_is_the_answer_without_its_body, the_same_source_gives_the_same_files_wherever_it_is,
         nothing_runs_in_the_page_but_what_is_ours, what_is_no_file_is_not_there,
         the_list_of_games_comes_packed_to_those_who_take_that,
         a_game_that_is_added_is_in_the_gallery_and_plays_with_the_same_page, without_scripts_there_is_a_list_of_tables,
         the_first_card_is_light]


def main():
    failed = 0
    with Server(PAIRS) as server:
        for test in TESTS:
            if sys.argv[4:] and test.__name__ not in sys.argv[4:]:
                continue
            try:
                test(server)
            except Exception as wrong:  # the others are run all the same
                failed += 1
                print(f"FAILED: {test.__name__.replace('_', ' ')}: {type(wrong).__name__}: {wrong}")
    print(f"{len(names())} files; {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
