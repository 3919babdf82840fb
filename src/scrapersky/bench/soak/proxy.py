"""A loopback proxy between the workers and the database, whose connections can be made to go silent or to break."""

import asyncio
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from sqlalchemy import URL

_AT_ONCE = 65536
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
SECONDS_UNTIL_THE_SERVER_NOTICES = 20.0
"""What its keepalives would take: a silent connection holds its session, and its locks, for so long."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class ProxiedConnection:
    """One worker's connection: what either side says is passed on, unless it was made silent."""

    def __init__(self, worker: Streams, database: Streams) -> None:
        self._worker, self._database = worker, database
        self.is_silent = False
        self._pumps = asyncio.gather(
            self._pump(worker[0], database[1]), self._pump(database[0], worker[1]), return_exceptions=True
        )

    async def run(self) -> None:
        with suppress(asyncio.CancelledError):
            await self._pumps
        if self.is_silent:
            await asyncio.sleep(SECONDS_UNTIL_THE_SERVER_NOTICES)
            self._database[1].transport.abort()
            await asyncio.Future()  # to the worker it stays silent for ever

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while said := await source.read(_AT_ONCE):
                target.write(said)
                await target.drain()
        finally:
            if not self.is_silent:
                target.close()

    def go_silent(self) -> None:
        """Nothing is passed on any more, and neither side is told."""
        self.is_silent = True
        self._pumps.cancel()

    def reset(self) -> None:
        wire: socket.socket | None = self._worker[1].get_extra_info("socket")
        if wire is not None:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        self.close()

    def close(self) -> None:
        for _, writer in (self._worker, self._database):
            writer.transport.abort()


class Proxy:
    """Listens on 127.0.0.1; the database may be behind a socket in a folder or an address."""

    def __init__(self, database: URL) -> None:
        self._database = database
        self.connections: list[ProxiedConnection] = []
        self.port = 0

    @property
    def url(self) -> str:
        """Where workers find the database, with its password."""
        query = {name: value for name, value in self._database.query.items() if name != "host"}
        url = self._database.set(host="127.0.0.1", port=self.port, query=query)
        return url.render_as_string(hide_password=False)

    def choose(self, chance: random.Random) -> list[ProxiedConnection]:
        """From a single one to all: a router forgets one connection, a database that moves away forgets every one."""
        speaking = [connection for connection in self.connections if not connection.is_silent]
        return chance.sample(speaking, chance.randint(1, len(speaking))) if speaking else []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            database = await self._reach()
        except OSError:  # it restarts
            writer.transport.abort()
            return
        connection = ProxiedConnection((reader, writer), database)
        self.connections.append(connection)
        try:
            await connection.run()
        finally:
            self.connections.remove(connection)
            connection.close()

    async def _reach(self) -> Streams:
        port = self._database.port or 5432
        folder = str(self._database.query.get("host", ""))
        if folder.startswith("/"):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        return await asyncio.open_connection(self._database.host or "127.0.0.1", port)


AnyProxy = TypeVar("AnyProxy", bound=Proxy)


@asynccontextmanager
async def running_proxy(proxy: AnyProxy) -> AsyncIterator[AnyProxy]:
    serving: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(proxy.serve(reader, writer))
        serving.add(task)
        task.add_done_callback(serving.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
