"""A domain's home page: found, followed to where it really is, and read."""

from contextlib import suppress
from dataclasses import dataclass

from scrapersky.clients.fetching.errors import CertificateRefused, ConnectionFailed, FetchError, NameNotResolved
from scrapersky.clients.fetching.fetcher import PAGES
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.response import Response
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.pages.home_addresses import home_addresses
from scrapersky.extract.pages.home_page import HomePage, read_home_page
from scrapersky.services.domain_visits.visit import SiteVisit

MOST_BYTES = 1_000_000
MOST_REFRESHES = 2
FEW_LINKS = 5

# The size is no limit here: what is too much is left unread.
_LIMITS = FetchLimits(body_bytes=1_000_000_000, seconds=40, read_seconds=15)


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
    except (NameNotResolved, ConnectionFailed, CertificateRefused) as error:
        home = await _found_elsewhere(visit, home_url)
        if home is None:
            raise error from None
        return home


async def _found_elsewhere(visit: SiteVisit, home_url: str) -> Home | None:
    for url in home_addresses(home_url)[1:]:
        with suppress(FetchError):
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
