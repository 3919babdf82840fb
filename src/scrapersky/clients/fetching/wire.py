"""Requests and answers as aiohttp sends and reads them, with everything that can go wrong between them given a name."""

import socket
import ssl
from collections.abc import Mapping
from functools import cached_property

import aiohttp
import yarl
from aiohttp import http_exceptions

from scrapersky.clients.fetching import errors, http2
from scrapersky.clients.fetching.connector import GuardedConnector
from scrapersky.clients.fetching.decompression import ACCEPTED_ENCODINGS
from scrapersky.clients.fetching.exchange import Request, WayOut
from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.limits import LONGEST_HEADER_LINE, MOST_HEADERS, FetchLimits, TimeBudget
from scrapersky.clients.fetching.routes import NoPublicAddress

Answer = aiohttp.ClientResponse | http2.WholeAnswer


class Wire:
    """Sends requests over guarded connections. Follows no redirect, keeps no cookie, decompresses nothing."""

    def __init__(self, way: WayOut, user_agent: str, *, keepalive_seconds: float) -> None:
        proxy, self._way = way.proxy, way
        self._proxy_login = _proxy_login(proxy)
        self._always = {"User-Agent": user_agent, "Accept-Encoding": ACCEPTED_ENCODINGS}
        if way.trust is not None:  # aiohttp's own says so by itself
            way.trust.set_alpn_protocols(["http/1.1"])  # who speaks something else only then says so
        self._session = aiohttp.ClientSession(
            connector=GuardedConnector(way.route, way.trust, keepalive_seconds=keepalive_seconds),
            headers=self._always,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=LONGEST_HEADER_LINE,
            max_field_size=LONGEST_HEADER_LINE,
            max_headers=MOST_HEADERS,
            trust_env=False,
            # Without the password, which aiohttp would repeat in its errors.
            proxy=proxy.with_user(None) if proxy else None,
        )

    async def close(self) -> None:
        await self._session.close()

    async def send(self, target: GuardedUrl, request: Request, limits: FetchLimits, budget: TimeBudget) -> Answer:
        timeout = aiohttp.ClientTimeout(
            total=None,
            connect=limits.connect_seconds,
            sock_connect=limits.connect_seconds,
            sock_read=limits.read_seconds,
        )
        # A proxy reads the headers of a plain request, but of a tunnelled one only those of the CONNECT before it.
        is_tunnelled = target.wire.scheme == "https"
        sending = self._session.request(
            request.method,
            target.wire,
            headers=request.headers if is_tunnelled else {**request.headers, **self._proxy_login},
            proxy_headers=self._proxy_login if is_tunnelled else None,
            data=request.body,
            timeout=timeout,
            allow_redirects=False,
        )
        try:
            return await budget.spend(target.href, sending)
        except (aiohttp.ClientError, OSError, TimeoutError, NoPublicAddress) as error:
            if http2.speaks_only_http2(error) and request.body is None and self._way.proxy is None:
                return await self._get_by_http2(target, request, limits, budget)
            raise translated(error, target, limits) from error

    async def _get_by_http2(
        self, target: GuardedUrl, request: Request, limits: FetchLimits, budget: TimeBudget
    ) -> http2.WholeAnswer:
        try:
            endpoint, *_ = await budget.spend(target.href, self._way.route(target.host, target.wire.port or 443))
            headers = {**self._always, **request.headers}
            getting = http2.get(endpoint, target.wire, headers, self._trust_for_http2, limits)
            return await budget.spend(target.href, getting)
        except (aiohttp.ClientError, OSError, TimeoutError, NoPublicAddress) as error:
            raise translated(error, target, limits) from error

    @cached_property
    def _trust_for_http2(self) -> ssl.SSLContext:
        """Another that believes the same: which protocol is offered is a context's own."""
        believed = self._way.trust.get_ca_certs(binary_form=True) if self._way.trust is not None else []
        trust = ssl.create_default_context(cadata=b"".join(believed) or None)
        trust.set_alpn_protocols(["h2"])
        return trust


def _proxy_login(proxy: yarl.URL | None) -> Mapping[str, str]:
    if proxy is None or proxy.user is None:
        return {}
    return {"Proxy-Authorization": aiohttp.encode_basic_auth(proxy.user, proxy.password or "")}


def translated(error: BaseException, target: GuardedUrl, limits: FetchLimits) -> errors.FetchError:  # noqa: PLR0911  one per case
    url, host = target.href, target.host
    match error:
        case NoPublicAddress():
            return errors.AddressRefused(url, error.why, host=host)
        case TimeoutError():
            return _late(url, error, limits)
        case aiohttp.ClientHttpProxyError():
            return errors.ProxyFailed(url, f"it answered HTTP {error.status}")
        case aiohttp.ClientProxyConnectionError():
            return errors.ProxyFailed(url, _words(error.os_error))
        case aiohttp.ClientConnectorDNSError():
            return _unresolved(url, host, error.os_error)
        case aiohttp.ClientConnectorCertificateError():
            return errors.CertificateRefused(url, _words(error.certificate_error), host=host)
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return errors.CertificateRefused(url, _words(error), host=host)
        case aiohttp.ClientConnectorError():
            return errors.ConnectionFailed(url, _words(error.os_error), host=host)
        case aiohttp.ClientResponseError():
            return _malformed(url, error)
        case _:
            return errors.AnswerBroken(url, "the connection ended before an answer came", reason="disconnected")


def _late(url: str, error: TimeoutError, limits: FetchLimits) -> errors.TimedOut:
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return errors.TimedOut(url, f"no connection after {limits.connect_seconds:g} seconds")
    return errors.TimedOut(url, f"no answer after {limits.read_seconds:g} seconds")


def _unresolved(url: str, host: str, error: OSError) -> errors.NameNotResolved:
    is_passing = error.errno == socket.EAI_AGAIN
    why = "the name servers did not answer" if is_passing else "there is no such name, or it has no address"
    return errors.NameNotResolved(url, why, host=host, worth_retrying=is_passing)


def _malformed(url: str, error: aiohttp.ClientResponseError) -> errors.FetchError:
    parser_error = error.__cause__ and error.__cause__.__cause__
    if isinstance(parser_error, http_exceptions.LineTooLong) or error.message.startswith("Too many headers"):
        return errors.HeadersTooLarge(url)
    return errors.AnswerBroken(url, "it is not HTTP as we read it")


def _words(error: BaseException) -> str:
    """The shortest honest text an operating system or TLS error carries."""
    text = getattr(error, "verify_message", None) or getattr(error, "reason", None) or getattr(error, "strerror", None)
    return text if isinstance(text, str) else str(error) or type(error).__name__
