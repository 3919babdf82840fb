"""A way to the database that can fall silent: nothing is forwarded any more, and nothing is closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

from scrapersky.bench.soak import proxy as proxies
from scrapersky.db.address import read_address


class SilentProxy(proxies.Proxy):
    """All connections fall silent at once. They stay so, as behind a firewall that has forgotten them."""

    is_silent = False

    def fall_silent(self) -> None:
        self.is_silent = True
        for connection in self.connections:
            connection.go_silent()

    def speak(self) -> None:
        """To whoever connects from now on."""
        self.is_silent = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.is_silent:
                await asyncio.Future()
            await super().serve(reader, writer)
        finally:
            writer.transport.abort()


@asynccontextmanager
async def silent_proxy(database_url: str) -> AsyncIterator[SilentProxy]:
    with patch.object(proxies, "SECONDS_UNTIL_THE_SERVER_NOTICES", 1):
        async with proxies.running_proxy(SilentProxy(read_address(database_url).url)) as proxy:
            yield proxy
