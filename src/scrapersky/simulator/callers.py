"""Whether a caller says who it is, as the free map services demand."""

import re

from scrapersky.simulator.exchange import SiteRequest

_STOCK = re.compile(
    r"(?:python-requests|python-urllib|aiohttp|httpx|curl|wget|go-http-client|java|okhttp|axios|node-fetch|libwww-perl)\b",
    re.IGNORECASE,
)
_STOCK_OF_AIOHTTP = re.compile(r"Python/[\d.]{1,10} aiohttp/")


def names_its_caller(request: SiteRequest) -> bool:
    """A User-Agent of its own; a library's or none at all is refused."""
    agent = request.headers.get("user-agent", "").strip()
    return bool(agent) and not _STOCK.match(agent) and not _STOCK_OF_AIOHTTP.match(agent)
