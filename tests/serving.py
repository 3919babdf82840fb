"""An application behind a real server on this machine, and a browser's end of its event stream."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

from scrapersky.cli.connection import ConnectionTimeouts
from scrapersky.cli.serving import address_of, listen
from scrapersky.cli.web_server import Server, server_config
from scrapersky.curation_sdk.live.hub import Hub

PATIENCE = 30.0


@asynccontextmanager
async def served(
    app: FastAPI, hub: Hub, patience: ConnectionTimeouts | None = None
) -> AsyncIterator[tuple[str, Server]]:
    """Its address; stopped at the end as a signal would."""
    with listen("127.0.0.1", 0) as listening:
        server = Server(server_config(app, patience), hub)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            while not server.started:
                assert not serving.done(), "the server did not start"
                await asyncio.sleep(0.01)
            yield address_of(listening), server
        finally:
            server.stop()
            await serving


@dataclass(frozen=True, slots=True)
class Received:
    id: str
    kind: str
    told: dict[str, Any]


class Stream:
    """What a browser hears; `last_id` is what it would send when it comes back."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.last_id, self.retry = "", ""
        self._lines = response.aiter_lines()

    async def next(self, kind: str | None = None) -> Received:
        """The next event, of this kind if one is given; others are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                event = await self._event()
                if kind in (None, event.kind):
                    return event

    async def _event(self) -> Received:
        fields: dict[str, str] = {}
        async for line in self._lines:
            name, _, value = line.partition(": ")
            if line and name:
                fields[name] = value
            self.last_id = fields.get("id", self.last_id)
            self.retry = fields.get("retry", self.retry)
            if not line and "data" in fields:
                return Received(self.last_id, fields["event"], json.loads(fields["data"]))
            fields = fields if line else {}
        raise EndOfStream

    async def rest(self) -> list[Received]:
        """Everything until the server ends it."""
        found = []
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    found.append(await self._event())
                except EndOfStream:
                    return found


class EndOfStream(Exception):
    """The server has ended it."""


@asynccontextmanager
async def listening_to(
    client: httpx.AsyncClient, last_id: str | None = None, *, after: str | None = None
) -> AsyncIterator[Stream]:
    """`last_id` is what a browser sends when it comes back by itself, `after` what a page asks for."""
    headers = {"Last-Event-ID": last_id} if last_id is not None else {}
    query = {"after": after} if after is not None else {}
    async with client.stream("GET", "/events", params=query, headers=headers, timeout=PATIENCE) as response:
        assert response.status_code == 200, await response.aread()
        yield Stream(response)
