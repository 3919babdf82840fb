"""One request and its answer."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

import yarl

from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.limits import FetchLimits, TimeBudget
from scrapersky.clients.fetching.routes import Route

if TYPE_CHECKING:
    from scrapersky.clients.fetching.wire import Answer, Wire


@dataclass(frozen=True, slots=True)
class Request:
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)

    def with_cookie(self, cookie: str) -> Self:
        return replace(self, headers={**self.headers, "Cookie": cookie}) if cookie else self


@dataclass(frozen=True, slots=True)
class WayOut:
    """Where connections may lead, and whose certificates are believed there; by default those of this machine."""

    route: Route
    proxy: yarl.URL | None = None
    trust: ssl.SSLContext | None = None


class Exchange:
    """So many connections at once. What speaks HTTP takes long to load, which only the first request waits for."""

    def __init__(self, way: WayOut, user_agent: str, *, connections: int, keepalive_seconds: float) -> None:
        self._way, self._user_agent, self._keepalive_seconds = way, user_agent, keepalive_seconds
        self.connections = asyncio.Semaphore(connections)

    @cached_property
    def _wire(self) -> "Wire":
        from scrapersky.clients.fetching.wire import Wire  # noqa: PLC0415

        return Wire(self._way, self._user_agent, keepalive_seconds=self._keepalive_seconds)

    async def send(self, target: GuardedUrl, request: Request, limits: FetchLimits, budget: TimeBudget) -> "Answer":
        """Use the answer as `async with`. Its body may be left unread: the connection is then closed, not reused."""
        return await self._wire.send(target, request, limits, budget)

    async def close(self) -> None:
        if "_wire" in self.__dict__:
            await self._wire.close()
