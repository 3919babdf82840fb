"""A way to the database that can fall silent: nothing is forwarded any more, and nothing is closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy.engine import make_url

PIECE = 65536


@dataclass(eq=False)
class Line:
    """One connection through the proxy. A silent one stays silent, as behind a firewall that has forgotten it."""

    is_silent: bool


class SilentProxy:
    def __init__(self, socket_path: str) -> None:
        self._socket_path = socket_path
        self._is_silent = False
        self._lines: set[Line] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def lines(self) -> int:
        """How many connections go through it."""
        return len(self._lines)

    def fall_silent(self) -> None:
        self._is_silent = True
        for line in self._lines:
            line.is_silent = True

    def speak(self) -> None:
        """To whoever connects from now on."""
        self._is_silent = False

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(self._is_silent)
        self._lines.add(line)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(asyncio.CancelledError):  # or Python 3.11 logs it as an error
                await self._connect(line, reader, writer)
        finally:
            writer.close()
            self._lines.discard(line)
            self._tasks.discard(task)

    async def _connect(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(self._socket_path)
        there = asyncio.create_task(_forward(line, reader, server_writer))
        back = asyncio.create_task(_forward(line, server_reader, writer))
        try:
            await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for direction in (there, back):
                direction.cancel()
            server_writer.close()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _forward(line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(PIECE):
            if not line.is_silent:
                writer.write(piece)
                await writer.drain()


@asynccontextmanager
async def silent_proxy(database_url: str) -> AsyncIterator[tuple[SilentProxy, str]]:
    """The proxy, and the address of the same database through it."""
    url = make_url(database_url)
    folder = url.query["host"]
    proxy = SilentProxy(f"{folder}/.s.PGSQL.{url.port or 5432}")
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield proxy, f"postgresql://{url.username or 'postgres'}@127.0.0.1:{port}/{url.database}"
    finally:
        server.close()
        await proxy.close()
