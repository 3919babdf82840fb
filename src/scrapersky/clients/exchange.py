"""One request and its answer, with everything that can go wrong between them given a name."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import yarl
from aiohttp import http_exceptions

from scrapersky.clients.connector import GuardedConnector, NoPublicAddress
from scrapersky.clients.decompression import ACCEPTED_ENCODINGS
from scrapersky.clients.errors import (
    AddressRefused,
    AnswerBroken,
    CertificateRefused,
    ConnectionFailed,
    FetchError,
    HeadersTooLarge,
    NameNotResolved,
    ProxyFailed,
    TimedOut,
)
from scrapersky.clients.guard import Target
from scrapersky.clients.limits import LONGEST_HEADER_LINE, MOST_HEADERS, Limits, TimeBudget


@dataclass(frozen=True, slots=True)
class Request:
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)


class Exchange:
    """Sends requests over guarded connections. Follows no redirect, keeps no cookie, decompresses nothing."""

    def __init__(self, connector: GuardedConnector, user_agent: str, proxy: yarl.URL | None, connections: int) -> None:
        self._places = asyncio.Semaphore(connections)
        self._session = aiohttp.ClientSession(
            connector=connector,
            headers={"User-Agent": user_agent, "Accept-Encoding": ACCEPTED_ENCODINGS},
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=LONGEST_HEADER_LINE,
            max_field_size=LONGEST_HEADER_LINE,
            max_headers=MOST_HEADERS,
            trust_env=False,
            proxy=proxy,
        )

    async def close(self) -> None:
        await self._session.close()

    @asynccontextmanager
    async def answer(
        self, target: Target, request: Request, limits: Limits, budget: TimeBudget
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """The body may be left unread: its connection is then closed instead of reused."""
        async with self._places:
            answer = await self._sent(target, request, limits, budget)
            try:
                yield answer
            finally:
                answer.release()

    async def _sent(
        self, target: Target, request: Request, limits: Limits, budget: TimeBudget
    ) -> aiohttp.ClientResponse:
        timeout = aiohttp.ClientTimeout(
            total=None,
            connect=limits.connect_seconds,
            sock_connect=limits.connect_seconds,
            sock_read=limits.read_seconds,
        )
        try:
            async with budget.spending(target.href):
                return await self._session.request(
                    request.method,
                    target.wire,
                    headers=request.headers,
                    data=request.body,
                    timeout=timeout,
                    allow_redirects=False,
                )
        except (aiohttp.ClientError, OSError, TimeoutError, NoPublicAddress) as error:
            raise named(error, target, limits) from error


def named(error: BaseException, target: Target, limits: Limits) -> FetchError:  # noqa: PLR0911  one line per case
    """What aiohttp calls a failure, as one of ours."""
    url, host = target.href, target.host
    match error:
        case NoPublicAddress():
            return AddressRefused(url, host, error.why)
        case aiohttp.ConnectionTimeoutError():
            return TimedOut(url, f"no connection after {limits.connect_seconds:g} seconds")
        case TimeoutError():
            return TimedOut(url, f"no answer after {limits.read_seconds:g} seconds")
        case aiohttp.ClientHttpProxyError() | aiohttp.ClientProxyConnectionError():
            return ProxyFailed(url, _told(error))
        case aiohttp.ClientConnectorDNSError():
            return _unresolved(url, host, error.os_error)
        case aiohttp.ClientConnectorCertificateError():
            return CertificateRefused(url, host, _told(error.certificate_error))
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return CertificateRefused(url, host, _told(error))
        case aiohttp.ClientConnectorError():
            return ConnectionFailed(url, host, _told(error.os_error))
        case aiohttp.ClientResponseError():
            return _malformed(url, error)
        case _:
            return AnswerBroken(url, "the connection ended before an answer came", reason="disconnected")


def _unresolved(url: str, host: str, error: OSError) -> NameNotResolved:
    is_passing = error.errno == socket.EAI_AGAIN
    why = "the name servers did not answer" if is_passing else "there is no such name, or it has no address"
    return NameNotResolved(url, host, why, worth_retrying=is_passing)


def _malformed(url: str, error: aiohttp.ClientResponseError) -> FetchError:
    parser_error = error.__cause__ and error.__cause__.__cause__
    if isinstance(parser_error, http_exceptions.LineTooLong) or error.message.startswith("Too many headers"):
        return HeadersTooLarge(url)
    return AnswerBroken(url, "it is not HTTP as we read it", reason="bad_response")


def _told(error: BaseException) -> str:
    """The shortest honest text an operating system or TLS error carries."""
    text = getattr(error, "verify_message", None) or getattr(error, "reason", None) or getattr(error, "strerror", None)
    return text if isinstance(text, str) else str(error) or type(error).__name__
