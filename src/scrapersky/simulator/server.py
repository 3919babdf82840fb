"""The web server of the simulated internet: one http and one https port on loopback, hosts told apart by name."""

import asyncio
import gzip
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from aiohttp import web
from multidict import CIMultiDict

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.fault_effects import FaultEffects, FaultyAnswer
from scrapersky.simulator.request_log import RequestLog
from scrapersky.simulator.world import World

Site = Callable[[World, SimulatedBusiness, SiteRequest], SiteResponse]
Service = Callable[[SiteRequest], SiteResponse]
"""A host that is no business's."""


_GRACE_SECONDS = 0.5
# Each open connection with encryption holds a third of a megabyte.
_KEPT_OPEN_SECONDS = 5


class Front:
    """Hands each request to the host it names, and delivers the answer."""

    def __init__(
        self,
        world: World,
        effects: FaultEffects,
        log: RequestLog,
        services: Mapping[str, Service],
        site: Site,
        *,
        when_busy: Mapping[str, Service],
        latency_seconds: float = 0.0,
    ) -> None:
        self._world = world
        self._effects = effects
        self._log = log
        self._services, self._when_busy = services, when_busy
        self._site = site
        self._latency_seconds = latency_seconds

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        host = request.headers.get("Host", "").partition(":")[0].strip().lower().rstrip(".")
        target = request.path_qs
        with self._log.record(request.scheme, request.method, host, target, tuple(request.headers.items())) as logged:
            body = await request.read() if request.can_read_body else b""
            delivery = self._answer(_site_request(request, host, body))
            if self._latency_seconds:
                await asyncio.sleep(self._latency_seconds)
            logged.status = delivery.response.status
            return await _deliver(request, delivery)

    def _answer(self, request: SiteRequest) -> FaultyAnswer:
        service = self._services.get(request.host)
        if service is not None:
            is_busy = request.host in self._when_busy and self._effects.is_interrupted(request)
            return FaultyAnswer((self._when_busy[request.host] if is_busy else service)(request))
        business = self._world.by_host(request.host)
        if business is None:
            return FaultyAnswer(_unknown_host(request.host))
        delivery = self._effects.deliver(request, lambda: self._site(self._world, business, request))
        if delivery.declared_length is not None:
            return delivery
        return replace(delivery, response=compressed(self._world.seed, request, delivery.response))


class Listeners:
    """The two listening sockets, and their end."""

    def __init__(self, front: Front) -> None:
        server = web.Server(front.serve, access_log=None, keepalive_timeout=_KEPT_OPEN_SECONDS)
        self._runner = web.ServerRunner(server, shutdown_timeout=_GRACE_SECONDS)

    async def listen(self, port: int, https_port: int, certificates: ssl.SSLContext) -> tuple[int, int]:
        """Start both and say on which ports; port 0 takes a free one. Raises `SimulatorPortTaken`."""
        await self._runner.setup()
        try:
            http = await self._start(port)
            https = await self._start(https_port, certificates)
        except BaseException:
            await self.close()
            raise
        return http, https

    async def _start(self, port: int, certificates: ssl.SSLContext | None = None) -> int:
        site = web.TCPSite(self._runner, "127.0.0.1", port, ssl_context=certificates, backlog=1024)
        try:
            await site.start()
        except OSError as error:
            raise SimulatorPortTaken(port) from error
        return int(self._runner.addresses[-1][1])

    async def close(self) -> None:
        await self._runner.cleanup()


class SimulatorPortTaken(OSError):
    """Another program already listens there, or the port may not be used."""

    def __init__(self, port: int) -> None:
        super().__init__(f"Port {port} on 127.0.0.1 cannot be used. Choose another with --port, or 0 for any free one.")


def _site_request(request: web.BaseRequest, host: str, body: bytes) -> SiteRequest:
    return SiteRequest(
        method=request.method,
        host=host,
        path=request.path,
        query=request.rel_url.raw_query_string,
        headers={name.lower(): value for name, value in request.headers.items()},
        https=request.scheme == "https",
        body=body,
    )


def _unknown_host(host: str) -> SiteResponse:
    text = f"There is no host {host!r} here. `scrapersky simulate truth` lists the businesses and their hosts.\n"
    return SiteResponse(404, {"Content-Type": "text/plain; charset=utf-8"}, text.encode())


async def _deliver(request: web.BaseRequest, delivery: FaultyAnswer) -> web.StreamResponse:
    if delivery.delay:
        await asyncio.sleep(delivery.delay)
    response = delivery.response
    if isinstance(response.body, bytes) and delivery.declared_length is None:
        return web.Response(status=response.status, headers=CIMultiDict(response.headers), body=response.body)
    stream = web.StreamResponse(status=response.status, headers=CIMultiDict(response.headers))
    stream.content_length = delivery.declared_length
    if delivery.sent_length is not None:
        stream.force_close()
    await stream.prepare(request)
    if request.method != "HEAD":
        await _write(request, stream, delivery)
    return stream


async def _write(request: web.BaseRequest, stream: web.StreamResponse, delivery: FaultyAnswer) -> None:
    body = delivery.response.body
    pieces: Iterator[bytes] = iter((body[: delivery.sent_length],)) if isinstance(body, bytes) else body
    with suppress(ConnectionResetError):  # A client may leave when it has had enough.
        for piece in pieces:
            await stream.write(piece)
            if delivery.pause:
                await asyncio.sleep(delivery.pause)
    if delivery.sent_length is None or request.transport is None:
        return
    if isinstance(body, bytes):
        # aiohttp sends no more than it declared: what exceeds that goes past it.
        request.transport.write(body[delivery.declared_length : delivery.sent_length])
    request.transport.close()


_SMALLEST = 1_000
_LARGEST = 200_000
_REMEMBERED = 256
# Fast rather than small: the simulator must not be what a benchmark measures.
_LEVEL = 1


def compressed(seed: int, request: SiteRequest, response: SiteResponse) -> SiteResponse:
    """The answer as the host's server sends it: compressed, if it does that and the client asked for it."""
    body = response.body
    if not isinstance(body, bytes) or not _SMALLEST <= len(body) <= _LARGEST or response.status != 200:
        return response
    is_text = response.headers.get("Content-Type", "").startswith("text/")
    if not is_text or "Content-Encoding" in response.headers or not _takes_gzip(request):
        return response
    if not Dice(seed, "compression", request.host.removeprefix("www.")).chance(0.4):
        return response
    headers = {**response.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return replace(response, headers=headers, body=_packed(body))


def _takes_gzip(request: SiteRequest) -> bool:
    return request.method == "GET" and "gzip" in request.headers.get("accept-encoding", "")


@lru_cache(_REMEMBERED)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)
