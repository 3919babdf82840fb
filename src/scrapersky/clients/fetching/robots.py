"""robots.txt per origin, read once a day and obeyed (RFC 9309)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol
from weakref import WeakValueDictionary

from scrapersky.clients.fetching import errors
from scrapersky.clients.fetching.exchange import Request
from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.redirects import FetchPlan, Redirects
from scrapersky.clients.fetching.response import Response
from scrapersky.extract.robots.rules import MAX_ROBOTS_BYTES, AgentRules, parse_robots, rules_for_status

_READ_AGAIN_AFTER = timedelta(hours=24)
_TRY_AGAIN_AFTER = timedelta(minutes=10)
_PARSED_BYTES = 8_000_000
_PARSED_OVERHEAD = 2_000


@dataclass(frozen=True, slots=True)
class RobotsRecord:
    """`body` is empty for a site without robots.txt, and None for one whose robots.txt cannot be read: keep out."""

    origin: str
    body: bytes | None
    why: str
    expires_at: datetime


class RobotsMemory(Protocol):
    """Where the workers of a cluster share what they read. Expired records come back too: they may be needed."""

    async def recall(self, origin: str) -> RobotsRecord | None: ...

    async def keep(self, record: RobotsRecord) -> None: ...


class LocalRobotsMemory:
    """For one process, up to a number of bytes; the oldest record goes first."""

    def __init__(self, most_bytes: int = 32_000_000) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._records: dict[str, RobotsRecord] = {}

    async def recall(self, origin: str) -> RobotsRecord | None:
        return self._records.get(origin)

    async def keep(self, record: RobotsRecord) -> None:
        self._forget(record.origin)
        self._records[record.origin] = record
        self._bytes += _weight(record)
        while self._bytes > self._most_bytes and len(self._records) > 1:
            self._forget(next(iter(self._records)))

    def _forget(self, origin: str) -> None:
        if record := self._records.pop(origin, None):
            self._bytes -= _weight(record)


@dataclass(frozen=True, slots=True)
class RobotsReading:
    """What asking for robots.txt brought: a body, or why there is none although there should be."""

    body: bytes | None
    why: str = ""


Read = Callable[[GuardedUrl], Awaitable[RobotsReading]]


class RobotsGate:
    """Says whether robots.txt lets us in, reading it first where it is not known; once, however many ask."""

    def __init__(self, memory: RobotsMemory, read: Read, agent: str, now: Callable[[], datetime]) -> None:
        self._memory, self._read, self._agent, self._now = memory, read, agent, now
        self._parsed: dict[str, tuple[RobotsRecord, AgentRules]] = {}
        self._parsed_bytes = 0
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def admit(self, target: GuardedUrl, read: Read | None = None) -> float:
        """The crawl delay in seconds (0 for none), or an error. `read` stands in for this gate's own way to read."""
        known = self._parsed.get(target.origin)
        if known is None or known[0].expires_at <= self._now():
            known = self._remember(await self.record(target, read))
        record, rules = known
        if record.body is None:
            raise errors.RobotsUnreachable(target.href, record.why, retry_after=record.expires_at - self._now())
        if rules.rules and not rules.allows(target.href):
            raise errors.RobotsRefused(target.href)
        return rules.crawl_delay or 0.0

    async def record(self, target: GuardedUrl, read: Read | None = None) -> RobotsRecord:
        """The origin's robots.txt, from memory or from the site."""
        lock = self._reading.setdefault(target.origin, asyncio.Lock())
        async with lock:
            known = await self._memory.recall(target.origin)
            if known is not None and known.expires_at > self._now():
                return known
            record = self._recorded(target.origin, await (read or self._read)(target), known)
            await self._memory.keep(record)
            return record

    def _recorded(self, origin: str, reading: RobotsReading, known: RobotsRecord | None) -> RobotsRecord:
        if reading.body is not None:
            return RobotsRecord(origin, reading.body, "", self._now() + _READ_AGAIN_AFTER)
        soon = self._now() + _TRY_AGAIN_AFTER
        if known is not None and known.body is not None:
            return replace(known, expires_at=soon)
        return RobotsRecord(origin, None, reading.why, soon)

    def _remember(self, record: RobotsRecord) -> tuple[RobotsRecord, AgentRules]:
        if self._parsed_bytes > _PARSED_BYTES:
            self._parsed.clear()
            self._parsed_bytes = 0
        rules = parse_robots(record.body or b"").rules_for(self._agent)
        self._parsed_bytes += _weight(record)
        self._parsed[record.origin] = record, rules
        return record, rules


def _weight(record: RobotsRecord) -> int:
    return len(record.body or b"") + _PARSED_OVERHEAD


# Five redirects are the standard's number. The size is no limit here, since what is too much is left unread.
_LIMITS = FetchLimits(body_bytes=1_000_000_000, seconds=30, redirects=5)
_REQUEST = Request(headers={"Accept": "text/plain, */*;q=0.5"})


async def read_robots(
    redirects: Redirects, origin: str, allow: Callable[[GuardedUrl], Awaitable[Pace]]
) -> RobotsReading:
    """Raises when the host itself cannot be reached: its pages could not be either, and that is the better reason."""
    url = f"{origin}/robots.txt"
    try:
        async with redirects.follow(url, FetchPlan(_REQUEST, _LIMITS, allow)) as answer:
            match rules_for_status(answer.status):
                case "read":
                    return RobotsReading(await _beginning(answer.response()))
                case "allow_all":
                    return RobotsReading(b"")
                case "disallow_all":
                    return RobotsReading(None, f"HTTP {answer.status}")
    except errors.BadRedirect:
        return RobotsReading(b"")
    except (errors.HostBusy, errors.HostSuppressed):
        raise  # what one tenant may not fetch says nothing about the site
    except errors.FetchError as error:
        if error.url == url and isinstance(
            error, errors.HostUnavailable | errors.HostDown | errors.UrlRefused | errors.ProxyFailed
        ):
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
