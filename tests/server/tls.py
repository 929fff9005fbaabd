#!/usr/bin/env python3
"""TLS, spoken by the server itself and by the nginx of docs/examples/nginx.conf. Usage: tls.py PROGRAM EXAMPLE"""
import os, shutil, signal, socket, ssl, subprocess, sys, tempfile, warnings
from visitor import *

warnings.simplefilter("ignore", DeprecationWarning)  # old TLS is what is tried
EXAMPLE = sys.argv.pop(2)


def certificate(folder):
    """A certificate of our own for localhost, and what trusts it and nothing else."""
    pem, key = folder + "/certificate.pem", folder + "/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", key, "-out", pem], check=True, capture_output=True)
    trust = ssl.create_default_context(cafile=pem)
    return pem, key, trust


def come(s, trust, port, source="127.0.0.1", **more):
    return WebSocket(trust.wrap_socket(s.connect(source, port=port), server_hostname="localhost"), **more)


def fetch(s, trust, port, path, **headers):
    c = trust.wrap_socket(s.connect("127.0.0.1", port=port), server_hostname="localhost")
    lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items())
    c.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{lines}\r\n".encode())
    return read_all(c)


def page(s, trust, port, path="/health", **headers):
    return fetch(s, trust, port, path, **headers).decode().lower()


def the_server_speaks_tls_itself(program):
    with tempfile.TemporaryDirectory() as folder:
        pem, key, trust = certificate(folder)
        with Server(program, "--tls-certificate", pem, "--tls-key", key, "--request", "2") as s:
            assert "https://" in s.line
            assert plays(come(s, trust, s.port))
            answer = page(s, trust, s.port)
            assert " 200 " in answer and "strict-transport-security: max-age=" in answer
            mine = f"Origin: https://localhost:{s.port}\r\n"
            assert come(s, trust, s.port, host=f"localhost:{s.port}", more=mine)
            try:
                come(s, trust, s.port, host=f"localhost:{s.port}", more=mine.replace("https", "http"))
                assert False, "an origin without TLS is another one"
            except Refused as e:
                assert e.args[0] == 403
            old = ssl.create_default_context(cafile=pem)
            old.maximum_version = ssl.TLSVersion.TLSv1_1
            old.set_ciphers("ALL:@SECLEVEL=0")
            try:
                come(s, old, s.port)
                assert False, "old TLS is not spoken"
            except (ssl.SSLError, ConnectionError):
                pass
            plain, silent = s.connect(), s.connect()
            plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 200 " not in read_all(plain) and read_all(silent) == b""
            assert plays(come(s, trust, s.port)), "and goes on"


def a_file_that_is_missing_or_wrong_is_named(program):
    with tempfile.TemporaryDirectory() as folder:
        pem, key, _ = certificate(folder)
        for settings, words in ((["--tls-key", key], "go together"), (["--tls-certificate", pem], "go together"),
                                (["--tls-certificate", pem, "--tls-key", folder + "/none"], "cannot be read"),
                                (["--tls-certificate", key, "--tls-key", pem], "belong together")):
            run = subprocess.run([program, "serve", "--listen", "127.0.0.1:0", "--data", folder + "/t.db", *settings],
                                 capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "LANGUAGE": "C"})
            assert run.returncode == 1 and words in run.stderr and "Sanitizer" not in run.stderr, run


def the_terminal_speaks_tls_and_trusts_nobody_by_itself(program):
    def lobby(address, words, goes=False, **more):
        """Comes and reads until it sees the words or the end. Then it goes, or waits until it is let go."""
        p = subprocess.Popen([program, "play", "--plain", "--server", address], stdin=subprocess.PIPE, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env={**os.environ, "LANGUAGE": "C", "XDG_STATE_HOME": folder, **more})
        seen = ""
        while words not in seen and (line := p.stdout.readline()):
            seen += line
        assert words in seen, seen
        if goes:
            p.communicate("q\n", timeout=PATIENCE)
        return p.wait(PATIENCE)
    with tempfile.TemporaryDirectory() as folder:
        pem, key, _ = certificate(folder)
        with Server(program, "--tls-certificate", pem, "--tls-key", key) as s:
            address = f"https://localhost:{s.port}"
            assert lobby(address, "its certificate is not trusted") != 0
            assert lobby(address, "There is no open table.", goes=True, SSL_CERT_FILE=pem) == 0
        with Server(program) as s:
            assert lobby(f"https://localhost:{s.port}", "or it speaks none", SSL_CERT_FILE=pem) != 0


def a_new_certificate_is_read_while_games_go_on(program):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        pem, key, trust = certificate(folder)
        new_pem, new_key, _ = certificate(other)
        def shown(s):
            anybody = ssl.create_default_context()
            anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
            with anybody.wrap_socket(s.connect("127.0.0.1"), server_hostname="localhost") as c:
                return ssl.DER_cert_to_PEM_cert(c.getpeercert(True)).strip()
        def of(path):
            with open(path) as f:
                return f.read().strip()
        old = of(pem)
        with Server(program, "--tls-certificate", pem, "--tls-key", key) as s:
            there = come(s, trust, s.port).hello()
            assert there.create()["done"] and shown(s) == old
            shutil.copy(new_pem, pem)  # and the key does not belong to it yet
            s.process.send_signal(signal.SIGHUP)
            eventually(lambda: "The certificate stays as it was" in s.said(), "it says so")
            assert shown(s) == old
            shutil.copy(new_key, key)
            s.process.send_signal(signal.SIGHUP)
            eventually(lambda: shown(s) == of(new_pem), "the new one is shown")
            assert there.ask("begin")["done"], "who is there stays"
            run = [program, "admin", "reload", "--data", s.data]
            assert subprocess.run(run, timeout=PATIENCE).returncode == 0
            os.remove(key)
            assert subprocess.run(run, timeout=PATIENCE, capture_output=True).returncode == 1 and shown(s) == of(new_pem)
            there.close()
        with Server(program) as s:
            s.process.send_signal(signal.SIGHUP)
            eventually(lambda: "speaks no TLS" in s.said(), "without TLS nothing is read, and it goes on")


class Nginx:
    """The example as it stands there, with ports, files and a name for this machine; no other change."""

    def __init__(self, folder, backend, pem, key):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(EXAMPLE) as f:
            example = f.read()
        for old, new in (("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
                         ("listen 80;", f"listen unix:{folder}/plain.socket;"),
                         ("/etc/ssl/games.example.pem", pem), ("/etc/ssl/games.example.key", key),
                         ("http://127.0.0.1:8055", f"http://127.0.0.1:{backend}")):
            assert example.count(old) == 1, old
            example = example.replace(old, new)
        example = example.replace("server_name games.example;", "server_name localhost;")
        places = "".join(f"{what}_temp_path {folder}/{what}; " for what in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(folder + "/nginx.conf", "w") as f:
            f.write(f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/nginx.log;\n"
                    f"events {{ worker_connections 512; }}\nhttp {{ access_log off; {places}\n{example}\n}}\n")
        self.process = subprocess.Popen(["nginx", "-e", folder + "/nginx.log", "-c", folder + "/nginx.conf"])
        eventually(self.answers, "nginx listens")

    def answers(self):
        assert self.process.poll() is None, "nginx has ended"
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", self.port)) == 0

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.process.terminate()
        self.process.wait(PATIENCE)


def nginx_of_the_example_stands_before_the_server(program):
    with tempfile.TemporaryDirectory() as folder:
        pem, key, trust = certificate(folder)
        origin = "https://localhost"
        with Server(program, "--proxy", "yes", "--connections", "3", "--origin", origin) as s, \
                Nginx(folder, s.port, pem, key) as proxy:
            assert plays(come(s, trust, proxy.port, more=f"Origin: {origin}\r\n"))
            answer = page(s, trust, proxy.port)
            assert " 200 " in answer and "strict-transport-security: max-age=" in answer
            assert "content-security-policy:" in answer
            for taken in "gzip, br", "gzip", "":
                head, _, body = fetch(s, trust, proxy.port, "/", Accept_Encoding=taken).partition(b"\r\n\r\n")
                wanted = taken.rpartition(" ")[2]
                assert (f"content-encoding: {wanted}\r\n".encode() in head.lower() + b"\r\n") == bool(wanted), head
                direct = s.get_bytes("/", Accept_Encoding=taken)[2]
                assert body == direct and b"cache-control: no-cache" in head.lower(), "nginx brings the page as it is"
            try:
                come(s, trust, proxy.port, more="Origin: https://evil.example\r\n")
                assert False, "a foreign page gets through"
            except Refused as e:
                assert e.args[0] == 403
            # Each address has its three, whatever it says of itself; the connections of nginx are not counted.
            kept = []
            for source in "127.0.0.2", "127.0.0.3":
                status = []
                for i in range(4):
                    try:
                        kept.append(come(s, trust, proxy.port, source, more=f"X-Forwarded-For: 192.0.2.{i}\r\n"))
                        status.append(101)
                    except Refused as e:
                        status.append(e.args[0])
                assert status == [101] * 3 + [429], status
            for w in kept:
                w.hello()
                w.close()
            eventually(lambda: s.metric("visitors") == 0, "who leaves nginx leaves the server")


run([the_server_speaks_tls_itself, the_terminal_speaks_tls_and_trusts_nobody_by_itself, a_file_that_is_missing_or_wrong_is_named,
     a_new_certificate_is_read_while_games_go_on,
     nginx_of_the_example_stands_before_the_server])
