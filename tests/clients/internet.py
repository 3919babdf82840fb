"""A pretend internet for tests: public addresses for names, and loopback behind every one of them."""

import asyncio
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

import trustme
from aiohttp import web

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy

PUBLIC = "44.0.0.1"
ALLOW_ALL = "User-agent: *\nDisallow:\n"
UNPACED = FetchPolicy(pace=Pace(interval=0.0, parallel=100))

Page = str | bytes | Callable[[web.Request], Awaitable[web.StreamResponse]]
RawServer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Seen:
    host: str
    path: str
    headers: Mapping[str, str]
    moment: float
    method: str = "GET"


@dataclass
class Internet:
    """Counts every lookup, every address handed to a socket and every request that arrived."""

    addresses: dict[str, list[Sequence[str]]] = field(default_factory=dict)
    pages: dict[tuple[str, str], Page] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    lookups: list[str] = field(default_factory=list)
    dialled: list[tuple[str, int]] = field(default_factory=list)
    _ports: dict[tuple[str, int], int] = field(default_factory=dict)
    _closers: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    _plain_port: int = 0
    _tls_port: int = 0

    def site(self, host: str, pages: Mapping[str, Page], *, robots: Page | None = ALLOW_ALL) -> None:
        """A path that ends with a question mark answers with whatever comes behind it."""
        self.addresses.setdefault(host, [[PUBLIC]])
        if robots is not None:
            self.pages[host, "/robots.txt"] = robots
        for path, page in pages.items():
            self.pages[host, path] = page

    async def raw_site(self, host: str, serve: RawServer, port: int = 80) -> None:
        """A server that need not speak HTTP."""
        self.addresses.setdefault(host, [[PUBLIC]])

        async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError, asyncio.CancelledError, asyncio.IncompleteReadError):
                await serve(reader, writer)
            writer.close()

        server = await asyncio.start_server(guarded, "127.0.0.1", 0)
        self._ports[host, port] = server.sockets[0].getsockname()[1]

        async def close() -> None:
            server.close()

        self._closers.append(close)

    def closed_port(self, host: str) -> None:
        """A host on which nobody listens."""
        self.addresses.setdefault(host, [[PUBLIC]])
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._ports[host, 80] = probe.getsockname()[1]

    async def resolve(self, host: str) -> Sequence[str]:
        """Answers in order, the last one for ever: a name can change its mind between two lookups."""
        self.lookups.append(host)
        answers = self.addresses.get(host)
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def dial(self, address: str, port: int, host: str) -> tuple[str, int]:
        self.dialled.append((address, port))
        usual = self._tls_port if port == 443 else self._plain_port
        return "127.0.0.1", self._ports.get((host, port), usual)

    def fetcher(self, policy: FetchPolicy = UNPACED, **parts: object) -> Fetcher:
        arguments = {"resolver": self, "dialer": self.dial, "trust": self.trust(), **parts}
        return Fetcher(policy, **arguments)  # type: ignore[arg-type]  # tests hand over only what the constructor takes

    def trust(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        _authority().configure_trust(context)
        return context

    def paths(self, host: str) -> list[str]:
        return [request.path for request in self.seen if request.host == host]

    async def start(self, *names_on_certificate: str) -> None:
        runner = web.ServerRunner(web.Server(self._serve), handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        self._plain_port = await _listen(runner, None)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        _authority().issue_cert(*names_on_certificate).configure_cert(context)
        self._tls_port = await _listen(runner, context)
        self._closers.append(runner.cleanup)

    async def close(self) -> None:
        for closer in self._closers:
            await closer()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        host = (request.host or "").partition(":")[0]
        headers = dict(request.headers)
        self.seen.append(Seen(host, request.path_qs, headers, time.monotonic(), request.method))
        page = self.pages.get((host, request.path_qs)) or self.pages.get((host, f"{request.path}?"))
        if page is None:
            return web.Response(status=404, text="nothing here")
        if isinstance(page, str | bytes):
            return web.Response(body=page, content_type="text/html")
        return await page(request)  # type: ignore[arg-type]  # a plain server gives BaseRequest, enough for these pages


@cache
def _authority() -> trustme.CA:
    return trustme.CA(key_type=trustme.KeyType.ECDSA)


async def _listen(runner: web.ServerRunner, context: ssl.SSLContext | None) -> int:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    site = web.SockSite(runner, listening, ssl_context=context)
    await site.start()
    port: int = listening.getsockname()[1]
    return port


def answering(
    body: str | bytes = b"", *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def page(_request: web.Request) -> web.StreamResponse:
        return web.Response(body=body, status=status, headers=headers)

    return page


def redirecting(to: str, status: int = 302) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    return answering(status=status, headers={"Location": to})
