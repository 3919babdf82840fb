"""What aiohttp, TLS and the operating system call a failure, in our words."""

import socket
import ssl

import aiohttp
from aiohttp import http_exceptions

from scrapersky.clients.fetching.connector import NoPublicAddress
from scrapersky.clients.fetching.errors import (
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
from scrapersky.clients.fetching.guard import GuardedUrl
from scrapersky.clients.fetching.limits import FetchLimits


def translated(error: BaseException, target: GuardedUrl, limits: FetchLimits) -> FetchError:  # noqa: PLR0911  one per case
    url, host = target.href, target.host
    match error:
        case NoPublicAddress():
            return AddressRefused(url, host, error.why)
        case TimeoutError():
            return _late(url, error, limits)
        case aiohttp.ClientHttpProxyError():
            return ProxyFailed(url, f"it answered HTTP {error.status}")
        case aiohttp.ClientProxyConnectionError():
            return ProxyFailed(url, _words(error.os_error))
        case aiohttp.ClientConnectorDNSError():
            return _unresolved(url, host, error.os_error)
        case aiohttp.ClientConnectorCertificateError():
            return CertificateRefused(url, host, _words(error.certificate_error))
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return CertificateRefused(url, host, _words(error))
        case aiohttp.ClientConnectorError():
            return ConnectionFailed(url, host, _words(error.os_error))
        case aiohttp.ClientResponseError():
            return _malformed(url, error)
        case _:
            return AnswerBroken(url, "the connection ended before an answer came", reason="disconnected")


def _late(url: str, error: TimeoutError, limits: FetchLimits) -> TimedOut:
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return TimedOut(url, f"no connection after {limits.connect_seconds:g} seconds")
    return TimedOut(url, f"no answer after {limits.read_seconds:g} seconds")


def _unresolved(url: str, host: str, error: OSError) -> NameNotResolved:
    is_passing = error.errno == socket.EAI_AGAIN
    why = "the name servers did not answer" if is_passing else "there is no such name, or it has no address"
    return NameNotResolved(url, host, why, worth_retrying=is_passing)


def _malformed(url: str, error: aiohttp.ClientResponseError) -> FetchError:
    parser_error = error.__cause__ and error.__cause__.__cause__
    if isinstance(parser_error, http_exceptions.LineTooLong) or error.message.startswith("Too many headers"):
        return HeadersTooLarge(url)
    return AnswerBroken(url, "it is not HTTP as we read it", reason="bad_response")


def _words(error: BaseException) -> str:
    """The shortest honest text an operating system or TLS error carries."""
    text = getattr(error, "verify_message", None) or getattr(error, "reason", None) or getattr(error, "strerror", None)
    return text if isinstance(text, str) else str(error) or type(error).__name__
