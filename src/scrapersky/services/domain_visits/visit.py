"""One visit to a site: a row waits for its own turns, however slowly the site wants to be asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from scrapersky.clients.fetching.errors import HostBusy
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.response import Response
from scrapersky.clients.fetching.robots import RobotsRecord
from scrapersky.extract.urls import parse_web_url

LONGEST_WAIT = timedelta(minutes=4)


class SiteVisit:
    """Asks one site several things in a row.

    Who came back later would start again at the first request and, at a site that wants ten seconds between two, never
    reach the second. So the visit waits itself, up to `patience` in all, and then lets HostBusy through.
    """

    def __init__(self, web: Fetcher, patience: timedelta = LONGEST_WAIT) -> None:
        self._web, self._left = web, patience

    @asynccontextmanager
    async def open(self, url: str, limits: FetchLimits, accept: str = "") -> AsyncIterator[Response]:
        """The answer, its body unread. Redirects go on where a busy host interrupted them."""
        async with AsyncExitStack() as stack:
            yield await self._arrived(stack, url, limits, accept)

    async def robots(self, url: str) -> RobotsRecord:
        while True:
            try:
                return await self._web.robots(url)
            except HostBusy as busy:
                await self._wait(busy)

    async def _arrived(self, stack: AsyncExitStack, url: str, limits: FetchLimits, accept: str) -> Response:
        while True:
            try:
                return await stack.enter_async_context(self._web.stream(url, accept=accept, limits=limits))
            except HostBusy as busy:
                await self._wait(busy)
                if _is_robots(busy.url):
                    await self.robots(busy.url)
                else:
                    url = busy.url

    async def _wait(self, busy: HostBusy) -> None:
        wait = busy.retry_after or timedelta(0)
        if wait > self._left:
            raise busy
        self._left -= wait
        await asyncio.sleep(wait.total_seconds())


def _is_robots(url: str) -> bool:
    parsed = parse_web_url(url)
    return parsed is not None and parsed.pathname == "/robots.txt"
