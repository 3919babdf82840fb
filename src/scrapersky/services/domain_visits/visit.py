"""One visit to a site: a row waits for its own turns, however slowly the site wants to be asked.

The home page comes first: found, followed to where it really is, and read.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

from scrapersky.clients.fetching import errors
from scrapersky.clients.fetching.fetcher import PAGES, Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.response import Response
from scrapersky.clients.fetching.robots import RobotsRecord
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.pages.home_addresses import home_addresses
from scrapersky.extract.pages.home_page import HomePage, read_home_page
from scrapersky.extract.urls import parse_web_url

LONGEST_WAIT = timedelta(minutes=4)
MOST_BYTES = 1_000_000
MOST_REFRESHES = 2
FEW_LINKS = 5

# The size is no limit here: what is too much is left unread.
_LIMITS = FetchLimits(body_bytes=1_000_000_000, seconds=40, read_seconds=15)


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
            except errors.HostBusy as busy:
                await self._wait(busy)

    async def _arrived(self, stack: AsyncExitStack, url: str, limits: FetchLimits, accept: str) -> Response:
        while True:
            try:
                return await stack.enter_async_context(self._web.stream(url, accept=accept, limits=limits))
            except errors.HostBusy as busy:
                await self._wait(busy)
                if _is_robots(busy.url):
                    await self.robots(busy.url)
                else:
                    url = busy.url

    async def _wait(self, busy: errors.HostBusy) -> None:
        wait = busy.retry_after or timedelta(0)
        if wait > self._left:
            raise busy
        self._left -= wait
        await asyncio.sleep(wait.total_seconds())


def _is_robots(url: str) -> bool:
    parsed = parse_web_url(url)
    return parsed is not None and parsed.pathname == "/robots.txt"


@dataclass(frozen=True, slots=True)
class Home:
    """Where the home page was found in the end, and what it tells."""

    url: str
    status: int
    page: HomePage


async def find_home(visit: SiteVisit, home_url: str) -> Home:
    """Read the home page. Where its address leads nowhere, its other usual addresses are tried before giving up."""
    try:
        return await _follow(visit, home_url)
    except (errors.NameNotResolved, errors.ConnectionFailed, errors.CertificateRefused) as error:
        home = await _found_elsewhere(visit, home_url)
        if home is None:
            raise error from None
        return home


async def _found_elsewhere(visit: SiteVisit, home_url: str) -> Home | None:
    for url in home_addresses(home_url)[1:]:
        with suppress(errors.FetchError):
            return await _follow(visit, url)
    return None


async def _follow(visit: SiteVisit, url: str) -> Home:
    """Pages that only send the reader on are followed; what has links of its own is a home page."""
    home = await _read(visit, url)
    for _ in range(MOST_REFRESHES):
        onward = home.page.redirects_to
        if onward in (None, home.url) or len(home.page.links) >= FEW_LINKS:
            break
        home = await _read(visit, onward)
    return home


async def _read(visit: SiteVisit, url: str) -> Home:
    async with visit.open(url, _LIMITS, PAGES) as response:
        body = await _beginning(response)
    text = decode_html(body, response.headers.get("Content-Type")).text
    return Home(response.url, response.status, read_home_page(text, response.url, response.headers))


async def _beginning(response: Response) -> bytes:
    body = bytearray()
    async for chunk in response:
        body += chunk
        if len(body) >= MOST_BYTES:
            break
    return bytes(body[:MOST_BYTES])
