#!/usr/bin/env python3
"""What a server does not let others do to it. Usage: safety.py PROGRAM [WORDS OF A TEST]..."""
import json, os, re, socket, subprocess, threading, time
from visitor import *


def an_address_has_no_more_connections_than_it_may(program):
    with Server(program, "--connections", "5") as s:
        mine = [s.open() for _ in range(5)]
        assert refused(lambda: s.open()) == 0
        assert read_all(s.connect()) == b""
        other = s.open("127.0.0.2").hello()
        mine[0].hello().close()
        eventually(lambda: refused(lambda: s.open("127.0.0.1")) is None, "a place that became free is free")
        assert other.create()["done"]


def pages_count_as_connections_too(program):
    with Server(program, "--connections", "3") as s:
        asking = [s.connect() for _ in range(3)]
        assert refused(lambda: s.open()) == 0
        for a in asking:
            a.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b"200" in read_all(a)
        eventually(lambda: refused(lambda: s.open()) is None, "a page that was sent leaves its place")


def behind_a_proxy_the_last_hop_is_the_client(program):
    def come(s, hops):
        return refused(lambda: kept.append(s.open(more=f"X-Forwarded-For: {hops}\r\n")))
    kept = []
    with Server(program, "--connections", "2", "--proxy", "yes") as s:
        assert [come(s, "192.0.2.1") for _ in range(3)] == [None, None, 429]
        assert come(s, "203.0.113.9, 192.0.2.1") == 429, "what the client wrote before is not believed"
        assert [come(s, f"192.0.2.1, 198.51.100.{i % 2}") for i in range(5)] == [None] * 4 + [429]
        assert [come(s, f"2001:db8:0:1::{i}") for i in range(3)] == [None, None, 429], "a network of 64 bits is one"
        assert come(s, "::ffff:192.0.2.1") == 429 and come(s, "2001:db8:0:2::1") is None
        assert come(s, "nonsense") == 429 and come(s, "x" * 2000) in (429, 0)
        assert s.get("/health", X_Forwarded_For="192.0.2.1")[0] == 429
        assert s.get("/health", X_Forwarded_For="192.0.2.77")[0] == 200
    with Server(program, "--connections", "2") as s:
        assert [come(s, f"192.0.2.{i}") for i in range(3)] == [None, None, 0], "without a proxy nobody is believed"


def a_connection_may_send_so_much(program):
    with Server(program, "--messages", "1") as s:
        w = s.open().hello()
        for _ in range(60):
            w.command("exit")
        assert w.is_over() and w.close_code in (1008, None)
        assert s.open().hello().create()["done"], "others are not concerned"


def all_connections_of_an_address_together_may_send_so_much(program):
    with Server(program, "--messages", "3", "--connections", "100") as s:
        mine = [s.open().hello() for _ in range(60)]
        for w in mine:
            w.socket.sendall(frame(b'{"do":"exit","n":1}') * 5)  # with hello as many as one alone may
        assert s.open("127.0.0.2").hello().create()["done"], "others are not concerned"
        eventually(lambda: s.metric("cut_off_total") > 0, "all have sent what only each alone may")


def who_sends_nothing_sensible_is_kept_outside_and_others_come_in(program):
    def comes_in(address, hello):
        try:
            w = s.open(address)
            return bool(w.hello() if hello else w)
        except (Refused, ConnectionError):
            return False
    with Server(program, "--connections", "1000") as s:
        assert all(comes_in("127.0.0.3", True) for _ in range(200)), "whoever speaks is no stranger"
        silent = [comes_in("127.0.0.2", False) for _ in range(60)]
        assert silent[0] and not all(silent), "so many who are silent do not come in"
        assert comes_in("127.0.0.3", True), "another address is not concerned"


def an_address_opens_so_many_tables(program):
    with Server(program, "--openings", "3", "--tables", "5") as s:
        guests = [s.open().hello() for _ in range(4)]
        assert [g.create(n=7)["done"] for g in guests] == [True, True, True, False]
        assert guests[2].create(n=7)["done"], "a resend is the same table"
        assert "wait" in guests[3].create()["refused"]
        other = s.open("127.0.0.2").hello()
        assert [other.create()["done"] for _ in range(3)] == [True, True, False]


def a_message_has_at_most_4096_bytes(program):
    def sent(*frames):
        w = s.open().hello()
        for f in frames:
            w.socket.sendall(f)
        answer = w.receive()
        return w.close_code if answer is None else answer["n"]
    def words(size):
        return b'{"do":"exit","n":9' + b" " * (size - 19) + b"}"
    with Server(program) as s:
        assert sent(frame(words(4096))) == 9
        assert sent(frame(words(4097))) == 1009
        assert sent(frame(words(4096)[:100], last=False), frame(b"", 0, last=False), frame(words(4096)[100:], 0)) == 9
        assert sent(frame(words(4097)[:2000], last=False), frame(words(4097)[2000:], 0)) == 1009
        assert sent(frame(b"x" * 5000, size=2**62)) in (1009, None), "one that only says how big it is"
        many = {f"k{i}": i for i in range(62)}
        assert sent(frame(json.dumps({"do": "exit", "n": 9, **many}).encode())) == 9
        w = s.open().hello()
        assert "n" not in w.ask_raw(json.dumps({"do": "exit", "n": 9, "x": 0, **many})), "64 keys are enough"
        assert sent(frame(b"\0", 2)) == 1003
        assert sent(b"GET / HTTP/1.1\r\n\r\n") in (1002, None)
        assert sent(frame(b'{"do":"say\xff"}')) == 1007
        assert s.get("/health")[0] == 200


def frames_without_a_mask_are_refused(program):
    with Server(program, "--messages", "1000") as s:
        for words in b'{"do":"exit","n":9}', b'{"do":"exit","n":9' + b" " * 300 + b"}", b"x":
            w = s.open()
            w.send(words, masked=False)
            assert w.receive() is None and w.close_code == 1002, w.close_code
        w = s.open()
        w.socket.sendall(frame(b"{", last=False, masked=False) + frame(b"}", 0, masked=False))
        assert w.receive() is None and w.close_code == 1002, "a message in parts"
        later = s.open().hello()
        later.send(b'{"do":"exit","n":9}', masked=False)
        assert later.is_over(), "one that begins later is refused a little later"
        for size in 19, 125, 126, 160, 161, 320, 4096:
            w = s.open()
            for cut in 0, 1, 5, 7, size // 2:
                whole = frame(b'{"do":"exit","n":9' + b" " * (size - 19) + b"}")
                w.socket.sendall(whole[:cut])
                w.socket.sendall(whole[cut:])
                assert "n" in w.receive()
        w = s.open()
        w.socket.sendall(frame(b"?", 9) + frame(b'{"do":"exit","n":9}') * 3)
        assert [w.receive()["n"] for _ in range(3)] == [9] * 3


def frames_that_bring_nothing_are_no_way_around_limits(program):
    with Server(program, "--messages", "20") as s:
        w = s.open().hello()
        w.send(b"", last=False)
        for _ in range(100):
            w.send(b"", 0, last=False)
        assert w.is_over() and w.close_code in (1008, None)
        w = s.open().hello()
        w.send(b"", last=False)
        w.send(b"", 0, last=False)
        w.send(b'{"do":"exit","n":9}', 0)
        assert w.receive()["n"] == 9


def pings_count_as_messages_do(program):
    with Server(program, "--messages", "20") as s:
        w, patient = s.open().hello(), s.open().hello()
        for i in range(100):
            for _ in range(500):
                w.send(b"", 9)
            if i % 10 == 0:
                patient.send(b"", 9)
            if s.metric("cut_off_total"):
                break
            time.sleep(0.1)
        assert w.is_over() and patient.ask("hello", version=1)["done"]


def a_request_that_is_never_whole_is_cut_off(program):
    with Server(program, "--request", "1") as s:
        silent, half, slow = s.connect(), s.connect(), s.connect()
        half.sendall(upgrade()[:60])
        body = s.connect()
        body.sendall(b"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx")
        until = time.monotonic() + PATIENCE
        ended = False
        for byte in upgrade(more="X: " + "y" * 2000 + "\r\n") * 10:
            try:
                slow.sendall(bytes([byte]))
                slow.settimeout(0.05)
                ended = slow.recv(100) == b""
            except TimeoutError:
                pass
            except ConnectionError:
                ended = True
            if ended or time.monotonic() > until:
                break
        assert ended, "a byte now and then is no request"
        assert read_all(silent) == b"" and b" 101 " not in read_all(half)
        read_all(body)


def a_head_that_is_too_long_is_refused(program):
    with Server(program) as s:
        assert refused(lambda: s.open(more="X-Long: " + "x" * 100000 + "\r\n")) != 101
        assert refused(lambda: s.open(more="".join(f"X-{i}: x\r\n" for i in range(5000)))) != 101
        assert s.get("/health")[0] == 200


def who_reads_nothing_is_cut_off_and_costs_little(program):
    with Server(program, "--stuck", "1", "--messages", "100000", "--talk", "100000") as s:
        talker = s.open().hello()
        table = talker.create(public=True)["table"]
        readers = [s.open("127.0.0.2", receive=4096).hello() for _ in range(5)]
        for r in readers:
            assert r.ask("enter", table=table)["done"]
        before = s.metric("cut_off_total")
        for _ in range(1000):
            assert talker.ask("say", text="x" * 490)["done"]
        eventually(lambda: s.metric("visitors") == 1, "only who reads is left")
        assert s.metric("cut_off_total") - before == 5
        assert talker.ask("say", text="Hello?")["done"]


def who_does_not_take_answers_is_cut_off(program):
    with Server(program, "--messages", "100000") as s:
        w = s.open("127.0.0.2", receive=4096).hello()
        w.socket.settimeout(0.5)
        for _ in range(20000):
            try:
                w.socket.sendall(frame(b'{"do":"hello","n":1,"version":1}'))
            except (ConnectionError, TimeoutError):
                break
        w.socket.settimeout(PATIENCE)
        eventually(lambda: s.metric("visitors") == 0, "it is gone")


def who_is_silent_is_asked_and_then_gone(program):
    with Server(program, "--ping", "1", "--silence", "3") as s:
        there, gone = s.open().hello(), s.open().hello()
        gone.pongs = False
        heard = []
        listening = threading.Thread(target=lambda: heard.append(there.receive()))
        listening.start()
        assert gone.is_over(), "no answer to a ping"
        n = there.command("exit")
        listening.join()
        assert heard[0]["n"] == n, "who answers stays"
        assert s.metric("visitors") == 1


def a_page_connects_only_from_our_origin(program):
    def from_page(s, origin, host="games.local:8055"):
        return refused(lambda: s.open(host=host, more=f"Origin: {origin}\r\n"))
    foreign = ["null", "http://evil.example", "http://games.local", "http://games.local:80551",
               "http://games.local:8055.evil.example", "http://evil.example/games.local:8055",
               "HTTP://games.local:8055", "http://Games.local:8055", "http://games.local:8055/",
               "http://games.local:8055, http://evil.example", "http://evil.example#http://games.local:8055",
               "file://", "games.local:8055", "http://user@games.local:8055", "x" * 300]
    with Server(program, "--connections", "1000") as s:
        assert refused(lambda: s.open()) is None, "a program has no origin"
        assert from_page(s, "http://games.local:8055") is None
        assert [from_page(s, o) for o in foreign] == [403] * len(foreign)
        assert from_page(s, "https://games.local:8055") == 403, "we speak no TLS here"
    with Server(program, "--connections", "1000", "--origin", "https://games.example") as s:
        assert from_page(s, "https://games.example", "127.0.0.1") is None
        assert from_page(s, "http://games.local:8055") == 403
        assert [from_page(s, o) for o in foreign] == [403] * len(foreign)


def a_name_that_anybody_can_lead_here_is_no_origin_of_ours(program):
    """DNS rebinding: a page of somebody else whose name leads to this machine asks for its own origin."""
    def from_page(s, host, scheme="http"):
        return refused(lambda: s.open(host=host, more=f"Origin: {scheme}://{host}\r\n"))
    ours = ["localhost:8055", "127.0.0.1:8055", "192.168.1.7", "[::1]:8055", "raspi:8055", "raspi.local", "pairs.localhost:1",
            "raspi.lan:8055", "box.home.arpa", "games.internal", "RASPI.LOCAL:8055"]
    theirs = ["evil.example:8055", "127.0.0.1.evil.example", "localhost.evil.example:8055", "local.example", "xlocal.com",
              "1.2.3.4.5", "rebind.network:8055", "localhost."]
    with Server(program, "--connections", "1000") as s:
        assert [from_page(s, h) for h in ours] == [None] * len(ours)
        assert [from_page(s, h) for h in theirs] == [403] * len(theirs)
    with Server(program, "--connections", "1000", "--origin", "http://evil.example:8055") as s:
        assert from_page(s, "evil.example:8055") is None, "it was named"
        assert from_page(s, "localhost:8055") == 403
    with Server(program, "--connections", "1000", "--proxy", "yes") as s:
        assert from_page(s, "games.example", "https") is None, "the proxy answers for its names only"


def only_our_protocol_is_spoken(program):
    with Server(program) as s:
        assert refused(lambda: s.open(protocol=None)) == 400
        assert refused(lambda: s.open(protocol="chat")) != None
        assert refused(lambda: s.open(protocol="chat, pairs-1")) is None
        assert refused(lambda: s.open(key=False)) == 400
        assert refused(lambda: s.open(path="/")) == 404
        assert refused(lambda: s.open(path="/ws/../ws2")) == 404
        for request in (b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"
                        b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
                        b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                        b"\x16\x03\x01\x02\x00\x01\x00", b"\0" * 10000, b"GET\r\n\r\n",
                        b"GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n"):
            c = s.connect()
            try:
                c.sendall(request)
                c.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it has had enough already
            assert b" 101 " not in read_all(c), request
        assert s.get("/health")[0] == 200


def another_version_of_the_protocol_is_refused(program):
    with Server(program) as s:
        for key in b"abc", b"x" * 23, b"x" * 25:
            c = s.connect()
            c.sendall(re.sub(b"Key: [^\r]*", b"Key: " + key, upgrade()))
            c.shutdown(socket.SHUT_WR)
            assert b" 400 " in read_all(c).split(b"\r\n")[0], key
        for version in b"12", b"14", b"8", b"", b"13, 8":
            c = s.connect()
            c.sendall(upgrade().replace(b"Version: 13", b"Version: " + version))
            c.shutdown(socket.SHUT_WR)
            first, *head = read_all(c).lower().split(b"\r\n")
            assert b" 426 " in first + b" " and b"sec-websocket-version: 13" in head, (version, first, head)
        assert refused(lambda: s.open()) is None


def a_question_with_a_body_or_two_lengths_is_refused(program):
    smuggled = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
    with Server(program) as s:
        for head in (b"Content-Length: %d\r\nTransfer-Encoding: chunked" % len(smuggled), b"Transfer-Encoding: chunked",
                     b"Content-Length: 0\r\nContent-Length: %d" % len(smuggled), b"Content-Length: %d" % len(smuggled),
                     b"Content-Length: -1", b"Content-Length: 0x0", b"Transfer-Encoding: identity", b"Transfer-Encoding : chunked",
                     b"Transfer-Encoding\t: chunked", b"content-length  : %d" % len(smuggled), b"Host: elsewhere"):
            c = s.connect()
            c.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n" + smuggled)
            said = read_all(c)
            assert said.startswith(b"HTTP/1.1 400") and said.count(b"HTTP/1.1") == 1, (head, said[:200])
        assert s.get("/health", Content_Length="0")[0] == 200


def an_origin_that_is_no_address_is_no_setting(program):
    def says(origin):
        done = subprocess.run([program, "serve", "--origin", origin, "--data", "/nowhere/tables.db"], capture_output=True,
                              text=True, env={**os.environ, "LANGUAGE": "C"})
        return "origin cannot be" in done.stderr
    for wrong in ("games.example", "ftp://games.example", "https://", "https://Games.example", "https://games.example/",
                  "https://a b", "null", "*", "https://games.example:", "https://games.example:123456", "https://user@games.example",
                  "https://[::1"):
        assert says(wrong), wrong
    for right in "https://games.example", "http://games.example:8055", "http://127.0.0.1:8055", "https://[::1]:8055":
        assert not says(right), right


def every_answer_has_headers_that_protect(program):
    def check(head):
        policy = head["content-security-policy"]
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert head["x-content-type-options"] == "nosniff" and head["referrer-policy"] == "no-referrer"
        assert head["x-frame-options"] == "deny" and "strict-transport-security" not in head
    with Server(program, "--proxy", "yes", "--connections", "1") as s:
        for path, status in ("/health", 200), ("/nowhere", 404), ("/api/tables", 200), ("/../../etc/passwd", 404):
            answer = s.get(path)
            assert answer[0] in (status, 403), answer
            check(answer[1])
        c = s.connect()
        c.sendall(upgrade(more="Origin: http://evil.example\r\n"))
        c.shutdown(socket.SHUT_WR)
        first, *rest = read_all(c).decode().split("\r\n\r\n")[0].split("\r\n")
        assert " 403 " in first + " "
        check(dict(l.lower().split(": ", 1) for l in rest))
        there = s.open(more="X-Forwarded-For: 192.0.2.1\r\n")
        answer = s.get("/health", X_Forwarded_For="192.0.2.1")
        assert answer[0] == 429 and there
        check(answer[1])


def words_of_people_are_shown_as_words(program):
    bad = ["a\x1b[2Jb", "a\nb", "a\x07", "a\u202eb", "a\u2066b", "a\u2028b", "\x00", "a\x7f", "a\u0085"]
    with Server(program, "--messages", "1000") as s:
        w = s.open().hello()
        for name in bad + ["", "   ", "x" * 64, "\u00e4" * 32]:
            assert not w.create(name=name)["done"], name
        assert w.create(name='<b>"Ann" & \\ \u00e4\u7b2c</b>')["done"]
        for text in bad + ["", "x" * 501, "\u00e4" * 251]:
            assert not w.ask("say", text=text)["done"], text
        assert w.ask("say", text="<script>alert('x')</script>" + "\u00e4" * 200)["done"]


def no_secret_is_in_a_log_or_on_the_disk(program):
    with Server(program) as s:
        w = s.open().hello()
        made = w.create(public=False)
        m = made
        while "now" not in m:
            m = w.receive()
        invitation = m["now"]["invitation"]
        assert len(invitation) >= 16
        w.send(w.token)
        w.ask("say", text="Hello")
        stranger = s.open("127.0.0.2").hello()
        assert not stranger.ask("enter", table=made["table"])["done"]
        for wrong in "", invitation[:-1], invitation + "0", "0" * len(invitation), invitation.upper() + "x":
            assert not stranger.ask("enter", table=made["table"], invitation=wrong)["done"]
        assert stranger.ask("enter", table=made["table"], invitation=invitation)["done"]
        kept = b"".join(open(s.data + end, "rb").read() for end in ("", "-wal"))
        for secret in w.token, invitation:
            assert secret not in s.said() and secret not in s.metrics() + s.get("/api/tables")[2]
            assert secret.encode() not in kept


def who_comes_while_the_server_stops_does_not_hold_it_up(program):
    with Server(program) as s:
        slow = s.open().hello()
        s.process.terminate()
        assert slow.receive() is None and slow.close_code == 1001
        try:
            assert refused(lambda: s.open()) == 503
        except ConnectionRefusedError:
            pass  # it has stopped already


# Whoever goes on sending when the other side has closed may lose its last words: then there is no code.


run([f for f in list(globals().values()) if getattr(f, "__module__", "") == "__main__" and f.__name__.count("_") > 1])
