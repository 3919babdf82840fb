"""The one way out: every request to another machine goes through a Fetcher."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager, closing
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self, overload

import yarl

from scrapersky.clients.fetching.document import FetchedDocument, NotModified, Validators
from scrapersky.clients.fetching.errors import BadStatus, FetchError, HostSuppressed, ProxyFailed, WrongContent
from scrapersky.clients.fetching.exchange import Exchange, Request, WayOut
from scrapersky.clients.fetching.guard import GuardedUrl, is_own_service, judge
from scrapersky.clients.fetching.host_failures import HostMemory, LocalHostMemory
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import LocalPacing, Pace, Pacing, Pauses, PausesOfSites
from scrapersky.clients.fetching.policy import PRODUCT, FetchPolicy, read_proxy
from scrapersky.clients.fetching.politeness import Politeness
from scrapersky.clients.fetching.redirects import FetchPlan, FinalAnswer, Redirects
from scrapersky.clients.fetching.resolver import Dialer, Resolver, SystemResolver, dial_directly
from scrapersky.clients.fetching.response import Response
from scrapersky.clients.fetching.robots import (
    LocalRobotsMemory,
    RobotsGate,
    RobotsMemory,
    RobotsReading,
    RobotsRecord,
    read_robots,
)
from scrapersky.clients.fetching.routes import DirectRoute, KnownRoute
from scrapersky.curation_sdk.declaring import step

PAGES = "text/html, application/xhtml+xml"
OK = "ok"
_KEEPALIVE_SECONDS = 5.0
CALL_PACE = Pace(interval=0.0, parallel=8)
# Given a host: why it is to be left alone, or None.
Objection = Callable[[str], Awaitable[str | None]]


class Fetcher:
    """Guarded and polite. Build it inside a running event loop and close it, or use it as `async with`.

    What the workers of a cluster share (turns, failures, robots.txt) comes in as protocols. `resolver`, `dialer` and
    `trust` are the seam for a simulated internet; none of them can switch a check off. `fetched` hears what became of
    each request: `ok`, or the reason of its error.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        resolver: Resolver | None = None,
        dialer: Dialer = dial_directly,
        trust: ssl.SSLContext | None = None,
        pacing: Pacing | None = None,
        memory: HostMemory | None = None,
        robots_memory: RobotsMemory | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        fetched: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._policy, self._fetched = policy, fetched
        self._objection: Objection | None = None
        self._owned = ExitStack()
        if resolver is None:
            resolver = self._owned.enter_context(closing(SystemResolver()))
        self._own_exchange: Exchange | None = None
        self._exchange = _exchange(policy, resolver, dialer, trust)
        politeness = Politeness(pacing or LocalPacing(), memory or LocalHostMemory(), now, patience=policy.patience)
        self._redirects = Redirects(self._exchange, politeness, policy.ports)
        self._to_own = self._redirects
        if policy.own_services:
            self._own_exchange = _exchange_with_own(policy, self._owned.enter_context(closing(SystemResolver())))
            self._to_own = Redirects(self._own_exchange, politeness, policy.ports, policy.own_services)
        self._robots = RobotsGate(robots_memory or LocalRobotsMemory(), self._read_robots, PRODUCT, now)

    def sparing(self, objection: Objection) -> Self:
        """The same fetcher for somebody who leaves some hosts alone: asked before each request, redirects included."""
        spared = copy(self)
        spared._objection = objection  # noqa: SLF001  of the same class
        return spared

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._exchange.close()
        if self._own_exchange:
            await self._own_exchange.close()
        self._owned.close()

    @overload
    async def fetch(self, url: str, *, accept: str = "", limits: FetchLimits | None = None) -> FetchedDocument: ...

    @overload
    async def fetch(
        self, url: str, *, accept: str = "", limits: FetchLimits | None = None, validators: Validators
    ) -> FetchedDocument | NotModified: ...

    async def fetch(
        self, url: str, *, accept: str = "", limits: FetchLimits | None = None, validators: Validators | None = None
    ) -> FetchedDocument | NotModified:
        """Bring a whole document. `accept` is a list of media types, checked against the answer before it is read."""
        plan = self._reading(accept, limits, validators)
        async with self._followed(url, plan) as answer:
            response = _good_response(answer, accept, validators)
            if response.status == 304:
                return NotModified(url=response.url, requested_url=url, redirects=response.redirects)
            return await _document(response)

    @asynccontextmanager
    async def stream(self, url: str, *, accept: str = "", limits: FetchLimits | None = None) -> AsyncIterator[Response]:
        """Bring a document piece by piece."""
        async with self._followed(url, self._reading(accept, limits, None)) as answer:
            yield _good_response(answer, accept, None)

    async def call(
        self,
        url: str,
        *,
        method: str = "POST",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        limits: FetchLimits | None = None,
        pace: Pace = CALL_PACE,
        needs_body: bool = True,
        pauses: Pauses | None = None,
    ) -> FetchedDocument:
        """Ask a service that was made to be asked: no robots.txt, no redirects, and any status is an answer.

        It alone reaches the operator's own services, which may stand inside the network.

        Where the status says it all, no body is needed: one that is too large, broken or late is left out.
        `pauses` says after which answers nobody asks there for a while.
        """

        async def allow(_target: GuardedUrl) -> Pace:
            return pace

        request = Request(method, headers or {}, body)
        limits = limits or self._policy.limits
        plan = FetchPlan(request, limits, allow, follows_redirects=False, pauses=pauses or PausesOfSites())
        way = self._to_own if is_own_service(url, self._policy.own_services) else self._redirects
        async with self._followed(url, plan, way) as answer:
            try:
                return replace(await _document(answer.response()), pause=answer.pause)
            except FetchError:
                if needs_body:
                    raise
                return answer.without_body()

    @asynccontextmanager
    async def _followed(self, url: str, plan: FetchPlan, way: Redirects | None = None) -> AsyncIterator[FinalAnswer]:
        try:
            with step("fetch", **{"server.address": _host_in(url)}):
                async with (way or self._redirects).follow(url, plan) as answer:
                    yield answer
        except FetchError as error:
            self._fetched(error.reason)
            raise
        self._fetched(OK)

    async def robots(self, url: str) -> RobotsRecord:
        """The robots.txt that governs this URL, as it is remembered or read now."""
        target = judge(url, ports=self._policy.ports)
        await self._refuse_suppressed(target)
        return await self._robots.record(target, self._read_robots)

    def _reading(self, accept: str, limits: FetchLimits | None, validators: Validators | None) -> FetchPlan:
        request = Request(headers=_headers(accept, validators))
        return FetchPlan(request, limits or self._policy.limits, self._allow_by_robots)

    async def _refuse_suppressed(self, target: GuardedUrl) -> None:
        if self._objection and (why := await self._objection(target.host)):
            raise HostSuppressed(target.href, why)

    async def _allow_by_robots(self, target: GuardedUrl) -> Pace:
        await self._refuse_suppressed(target)
        if target.wire.raw_path == "/robots.txt":
            return self._policy.pace
        delay = await self._robots.admit(target, self._read_robots)
        return self._policy.pace_with_crawl_delay(delay)

    async def _allow(self, target: GuardedUrl) -> Pace:
        await self._refuse_suppressed(target)
        return self._policy.pace

    async def _read_robots(self, target: GuardedUrl) -> RobotsReading:
        return await read_robots(self._redirects, target.origin, self._allow)


def _exchange(policy: FetchPolicy, resolver: Resolver, dialer: Dialer, trust: ssl.SSLContext | None) -> Exchange:
    if trust is not None and (trust.verify_mode is not ssl.CERT_REQUIRED or not trust.check_hostname):
        raise ValueError("A fetcher needs a TLS context that verifies certificates and host names.")
    proxy = read_proxy(policy.proxy) if policy.proxy else None
    route = DirectRoute(resolver, dialer) if proxy is None else _route_to_proxy(proxy, resolver)
    return _exchange_by(WayOut(route, proxy, trust), policy)


def _route_to_proxy(proxy: yarl.URL, resolver: Resolver) -> KnownRoute:
    known = {(proxy.raw_host or "", proxy.port or 0)}
    return KnownRoute(known, resolver, "a proxy is set, and nothing is contacted but through it")


def _exchange_with_own(policy: FetchPolicy, resolver: Resolver) -> Exchange:
    route = KnownRoute(policy.own_services, resolver, "it is none of OWN_SERVICES")
    return _exchange_by(WayOut(route), policy)


def _exchange_by(way: WayOut, policy: FetchPolicy) -> Exchange:
    return Exchange(way, policy.user_agent, connections=policy.connections, keepalive_seconds=_KEEPALIVE_SECONDS)


def _host_in(url: str) -> str:
    """Nothing else of an address is told: a webhook's path is often a secret."""
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2]


def _headers(accept: str, validators: Validators | None) -> Mapping[str, str]:
    headers = {"Accept": f"{accept}, */*;q=0.1" if accept else "*/*"}
    if validators is not None:
        _add_sendable(headers, "If-None-Match", validators.etag)
        _add_sendable(headers, "If-Modified-Since", validators.last_modified)
    return headers


def _add_sendable(headers: dict[str, str], name: str, value: str | None) -> None:
    """A site chose this value once; what could not be a header again is left out."""
    if value and value.isascii() and value.isprintable():
        headers[name] = value


def _good_response(answer: FinalAnswer, accept: str, validators: Validators | None) -> Response:
    if answer.status == 304 and validators is not None:
        return answer.response()
    if answer.status == 407:
        raise ProxyFailed(answer.url, "it wants another user name or password")
    if not 200 <= answer.status < 300:
        is_blocked = answer.status in {401, 403, 451} or "cf-mitigated" in answer.answer.headers
        raise BadStatus(answer.url, answer.status, is_blocked=is_blocked, retry_after=answer.pause)
    response = answer.response()
    # A site that does not say what it sends gets the benefit of the doubt.
    if accept and response.content_type and response.content_type not in _media_types(accept):
        raise WrongContent(response.url, response.content_type, accept)
    return response


def _media_types(accept: str) -> set[str]:
    return {part.partition(";")[0].strip().lower() for part in accept.split(",")}


async def _document(response: Response) -> FetchedDocument:
    body = await response.read()
    return FetchedDocument(
        url=response.url,
        requested_url=response.requested_url,
        status=response.status,
        headers=response.headers,
        body=body,
        content_type=response.content_type,
        etag=response.etag,
        last_modified=response.last_modified,
        redirects=response.redirects,
        elapsed=response.elapsed,
    )
