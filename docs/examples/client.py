#!/usr/bin/env python3
"""A player for a pairs server, written from docs/server.md alone: joins a table and plays at random.

Usage: client.py ws://127.0.0.1:8055/ws [TABLE [INVITATION]]
Without a table it makes one of Pairs, with a bot on the other chair. Standard library only."""
import base64, hashlib, json, os, random, secrets, socket, struct, sys, urllib.parse


class WebSocket:
    """The part of RFC 6455 that one needs: text messages, pings, the end."""

    def __init__(self, url):
        u = urllib.parse.urlparse(url)
        self.socket = socket.create_connection((u.hostname, u.port or 80))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {u.path or '/ws'} HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: pairs-1\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise ConnectionError("the server does not speak WebSocket here")
        while self.file.readline().strip():
            pass

    def send(self, text, kind=1):
        data, mask = text if isinstance(text, bytes) else text.encode(), os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + struct.pack(">H", len(data))
        self.socket.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def receive(self):
        text = b""
        while True:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            data, kind = self.file.read(size), head[0] & 15
            if kind == 8:
                return None
            if kind == 9:
                self.send(data, 10)
            if kind in (0, 1):
                text += data
                if head[0] & 128:
                    return text.decode()


class Client:
    def __init__(self, url):
        self.socket = WebSocket(url)
        self.number = random.randrange(2**52)
        self.command("hello", version=1, token=secrets.token_hex(32))

    def command(self, do, **more):
        self.number += 1
        self.socket.send(json.dumps({"do": do, "n": self.number, **more}))

    def play(self):
        while (line := self.socket.receive()) is not None:
            message = json.loads(line)
            if "refused" in message:
                print("refused:", message["refused"])
            for entry in message.get("entries", []):
                for event in entry.get("events", []):
                    if event["text"]:
                        print(event["text"])
            now, view = message.get("now", {}), message.get("view", {})
            if now.get("stage") == "waiting" and now["host"] == now["you"] \
                    and all(c["kind"] != "empty" for c in now["chairs"]):
                self.command("begin")
            if view.get("legal"):
                self.command("decide", choice=random.choice(view["legal"]), after=message["entry"])
            if view.get("over"):
                return


def main():
    client = Client(sys.argv[1])
    if len(sys.argv) > 2:
        client.command("enter", table=sys.argv[2], invitation="".join(sys.argv[3:4]))
        client.command("sit", name="Python")
    else:
        client.command("create", game="pairs", chairs=["you", "hint"], name="Python")
    client.play()


if __name__ == "__main__":
    main()
