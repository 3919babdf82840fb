"""Carries a request to where it is answered: hop by hop, each hop judged, admitted and waited for like the first."""

from collections.abc import AsyncIterator, Awaitable, Callable
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.errors import BadRedirect
from scrapersky.clients.fetching.exchange import Exchange, Request
from scrapersky.clients.fetching.guard import GuardedUrl, OwnServices, judge
from scrapersky.clients.fetching.limits import FetchLimits, TimeBudget
from scrapersky.clients.fetching.pacing import Pace, Pauses, PausesOfSites
from scrapersky.clients.fetching.politeness import Politeness
from scrapersky.clients.fetching.response import Response, storable_headers

if TYPE_CHECKING:
    import aiohttp

    from scrapersky.clients.fetching.wire import Answer

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SMALL_BODY = 16_384


@dataclass(frozen=True, slots=True)
class FetchPlan:
    """What to ask, within which limits. `allow` is asked at every hop: it gives the pace there, or raises."""

    request: Request
    limits: FetchLimits
    allow: Callable[[GuardedUrl], Awaitable[Pace]]
    follows_redirects: bool = True
    pauses: Pauses = field(default_factory=PausesOfSites)


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """An answer that is not a redirect, its body unread."""

    url: str
    requested_url: str
    redirects: tuple[str, ...]
    answer: "Answer"
    limits: FetchLimits
    budget: TimeBudget
    pause: timedelta | None

    @property
    def status(self) -> int:
        return self.answer.status

    def response(self) -> Response:
        return Response(
            self.answer,
            url=self.url,
            requested_url=self.requested_url,
            redirects=self.redirects,
            limits=self.limits,
            budget=self.budget,
        )

    def without_body(self) -> FetchedDocument:
        return FetchedDocument(
            url=self.url,
            requested_url=self.requested_url,
            status=self.status,
            headers=storable_headers(self.answer.headers),
            body=b"",
            content_type="",
            etag=None,
            last_modified=None,
            redirects=self.redirects,
            elapsed=self.budget.spent,
            pause=self.pause,
        )


class Redirects:
    def __init__(
        self, exchange: Exchange, politeness: Politeness, ports: AbstractSet[int], own: OwnServices = frozenset()
    ) -> None:
        self._exchange, self._politeness, self._ports, self._own = exchange, politeness, ports, own

    @asynccontextmanager
    async def follow(self, url: str, plan: FetchPlan) -> AsyncIterator[FinalAnswer]:
        target, limits = judge(url, ports=self._ports, own=self._own), plan.limits
        trail, cookies, budget = _Trail(limits.redirects), ChainCookies(), TimeBudget(limits.seconds)
        while True:
            cookie = cookies.header_for(target)
            trail.add(target.href, cookie)
            pace = await plan.allow(target)
            async with (
                self._politeness.turn(target, pace),
                self._exchange.connections,
                await self._exchange.send(target, plan.request.with_cookie(cookie), limits, budget) as answer,
            ):
                pause = await self._politeness.note_pause(target, answer.status, answer.headers, plan.pauses)
                if not (plan.follows_redirects and answer.status in _REDIRECTS):
                    yield FinalAnswer(target.href, url, trail.redirects, answer, limits, budget, pause)
                    return
                cookies.keep(target, answer)
                onward = self._onward(target, answer)
                await _let_connection_be_reused(answer, target, budget)
            target = onward

    def _onward(self, target: GuardedUrl, answer: "Answer") -> GuardedUrl:
        location = answer.headers.get("Location", "")
        if not location:
            raise BadRedirect(target.href, "without saying where to")
        return judge(location, base=target.href, ports=self._ports)


class _Trail:
    """Where a chain of redirects has been. The same URL with the same cookie twice is a circle."""

    def __init__(self, most_redirects: int) -> None:
        self._most_redirects = most_redirects
        self._hops: list[tuple[str, str]] = []

    @property
    def redirects(self) -> tuple[str, ...]:
        return tuple(href for href, _ in self._hops[:-1])

    def add(self, href: str, cookie: str) -> None:
        if (href, cookie) in self._hops:
            raise BadRedirect(self._hops[0][0], "in a circle")
        if len(self._hops) > self._most_redirects:
            raise BadRedirect(self._hops[0][0], f"more than {self._most_redirects} times")
        self._hops.append((href, cookie))


async def _let_connection_be_reused(answer: "Answer", target: GuardedUrl, budget: TimeBudget) -> None:
    """Read away the "moved here" page where it is small; the next hop often goes to the same host."""
    import aiohttp  # noqa: PLC0415  who has an answer has loaded it

    if (answer.content_length or _SMALL_BODY) < _SMALL_BODY:
        try:
            await budget.spend(target.href, answer.read())
        except (aiohttp.ClientError, OSError):
            answer.close()


_LONGEST_HEADER = 4_096


class ChainCookies:
    def __init__(self) -> None:
        self._jar: aiohttp.CookieJar | None = None

    def keep(self, target: GuardedUrl, answer: "Answer") -> None:
        if received := answer.headers.getall("Set-Cookie", None):
            import aiohttp  # noqa: PLC0415  who has an answer has loaded it

            self._jar = self._jar or aiohttp.CookieJar()
            self._jar.update_cookies_from_headers(received, target.wire)

    def header_for(self, target: GuardedUrl) -> str:
        """What to send there; empty for nothing, and when a site wants us to carry more than is sensible."""
        if self._jar is None:
            return ""
        cookies = self._jar.filter_cookies(target.wire).values()
        header = "; ".join(f"{cookie.key}={cookie.coded_value}" for cookie in cookies)
        return header if len(header) <= _LONGEST_HEADER and header.isascii() and header.isprintable() else ""
