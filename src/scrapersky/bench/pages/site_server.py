"""`python -m scrapersky.bench.pages.site_server [FOLDER]`: serves made-up pages, or files, until its input ends."""

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

import uvloop

from scrapersky.bench.pages.made_sites import ROBOTS, made_pages, page_of

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"


class SiteProtocol(asyncio.Protocol):
    """Small on purpose: the processors are for those who are measured."""

    def __init__(self, body_of: Callable[[str], bytes]) -> None:
        self._body_of, self._received = body_of, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while b"\r\n\r\n" in self._received:
            request, _, self._received = self._received.partition(b"\r\n\r\n")
            self._answer(request.split(b" ", 2)[1].decode("ascii", "replace"))

    def _answer(self, path: str) -> None:
        is_robots = path == "/robots.txt"
        body = ROBOTS if is_robots else self._body_of(path)
        kind = b"text/plain" if is_robots else b"text/html; charset=utf-8"
        self._transport.write(_HEAD % (kind, len(body)) + body)


def _file_of(folder: Path, path: str) -> bytes:
    return (folder / Path(path).name).read_bytes()


async def serve() -> None:
    body_of = partial(_file_of, Path(sys.argv[1])) if sys.argv[1:] else partial(page_of, made_pages())
    server = await asyncio.get_running_loop().create_server(lambda: SiteProtocol(body_of), "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    uvloop.run(serve())
