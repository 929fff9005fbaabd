#!/usr/bin/env python3
"""Lines between programs that can be cut and healed while they are used.
Usage: relay.py NAME=FROM=TO...    FROM and TO are HOST:PORT or the path of a socket

Reads orders from standard input and answers each with a line:

    cut NAME silent     nothing gets through any more, and nobody is told; when it is healed all goes on
    cut NAME hard       all connections end, and new ones are refused
    heal NAME"""
import asyncio, os, sys

PART = 65536


def unix(address):
    return address.startswith("/")


class Line:
    def __init__(self, start, end):
        self.start, self.end = start, end
        self.open = asyncio.Event()
        self.open.set()
        self.pairs, self.server = set(), None

    async def listen(self):
        if unix(self.start):
            if os.path.exists(self.start):
                os.unlink(self.start)
            self.server = await asyncio.start_unix_server(self.serve, self.start)
        else:
            host, port = self.start.rsplit(":", 1)
            self.server = await asyncio.start_server(self.serve, host, int(port), reuse_address=True)

    async def serve(self, reader, writer):
        try:
            await self.open.wait()
            if unix(self.end):
                other, there = await asyncio.open_unix_connection(self.end)
            else:
                other, there = await asyncio.open_connection(*self.end.rsplit(":", 1))
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, there)
        self.pairs.add(pair)
        await asyncio.gather(self.carry(reader, there), self.carry(other, writer))
        self.pairs.discard(pair)

    async def carry(self, reader, writer):
        try:
            while part := await reader.read(PART):
                await self.open.wait()
                writer.write(part)
                await writer.drain()
        except OSError:
            pass
        await self.open.wait()
        writer.close()

    async def cut(self, how):
        self.open.clear()
        if how == "hard":
            self.server.close()
            for pair in self.pairs:
                for side in pair:
                    side.transport.abort()

    async def heal(self):
        self.open.set()
        if not self.server.is_serving():
            await self.listen()


async def main(words):
    lines = {}
    for word in words:
        name, start, end = word.split("=")
        lines[name] = Line(start, end)
        await lines[name].listen()
    print("ready", flush=True)
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while order := (await orders.readline()).decode().split():
        await getattr(lines[order[1]], order[0])(*order[2:])
        print("done", flush=True)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1:]))
    except KeyboardInterrupt:
        pass
