"""What asking a site for its robots.txt means, answer by answer (RFC 9309, section 2.3.1)."""

from collections.abc import Awaitable, Callable

from scrapersky.clients.fetching.errors import (
    BadRedirect,
    FetchError,
    HostBusy,
    HostDown,
    HostSuppressed,
    HostUnavailable,
    ProxyFailed,
    UrlRefused,
)
from scrapersky.clients.fetching.exchange import Request
from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.redirects import FetchPlan, Redirects
from scrapersky.clients.fetching.response import Response
from scrapersky.clients.fetching.robots import RobotsReading
from scrapersky.extract.robots.rules import MAX_ROBOTS_BYTES, rules_for_status

# Five redirects are the standard's number. The size is no limit here, since what is too much is left unread.
_LIMITS = FetchLimits(body_bytes=1_000_000_000, seconds=30, redirects=5)
_REQUEST = Request(headers={"Accept": "text/plain, */*;q=0.5"})


async def read_robots(
    redirects: Redirects, origin: str, leave: Callable[[GuardedUrl], Awaitable[Pace]]
) -> RobotsReading:
    """Raises when the host itself cannot be reached: its pages could not be either, and that is the better reason."""
    url = f"{origin}/robots.txt"
    try:
        async with redirects.follow(url, FetchPlan(_REQUEST, _LIMITS, leave)) as answer:
            match rules_for_status(answer.status):
                case "read":
                    return RobotsReading(await _beginning(answer.response()))
                case "allow_all":
                    return RobotsReading(b"")
                case "disallow_all":
                    return RobotsReading(None, f"HTTP {answer.status}")
    except BadRedirect:
        return RobotsReading(b"")
    except (HostBusy, HostSuppressed):
        raise  # what one tenant may not fetch says nothing about the site
    except FetchError as error:
        if error.url == url and isinstance(error, HostUnavailable | HostDown | UrlRefused | ProxyFailed):
            raise
        return RobotsReading(None, error.reason)


async def _beginning(response: Response) -> bytes:
    """Up to one byte more than is parsed, so that the parser sees that there was more."""
    body = bytearray()
    async for chunk in response:
        body += chunk
        if len(body) > MAX_ROBOTS_BYTES:
            break
    return bytes(body[: MAX_ROBOTS_BYTES + 1])
