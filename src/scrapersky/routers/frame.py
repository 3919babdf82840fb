"""What every request and every response gets: an id, the security headers, and an answer even when all else fails."""

import logging
import re
import time
from collections.abc import Collection
from contextlib import nullcontext
from urllib.parse import quote, urlsplit
from uuid import uuid4

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scrapersky.config.logging import request_id
from scrapersky.monitoring.tracing import RequestTraces
from scrapersky.routers.sessions import is_loopback
from scrapersky.routers.trail import Trail

log = logging.getLogger(__name__)

# Of whoever is known; of others, see strangers.py. An upload goes to a file as it comes.
LARGEST_BODY = 8 * 1024 * 1024
LARGEST_UPLOAD = 24 * 1024 * 1024

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
}
# A year. Only said where it was kept: over TLS, whether ours or a proxy's that is believed.
STRICT_TRANSPORT = "max-age=31536000"

_SECURITY_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestFrame:
    """Outermost of the application's own layers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), traces: RequestTraces | None = None) -> None:
        self.app, self._hosts, self._traces = app, frozenset(host.lower() for host in hosts), traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        response = _Response(send, _request_id(headers), is_secure=scope["scheme"] == "https")
        scope.setdefault("state", {})["request_id"] = response.request_id
        token = request_id.set(response.request_id)
        started = time.perf_counter()
        with self._traces.request(scope) if self._traces else nullcontext():
            try:
                await self._answer(scope, receive, response, headers)
            finally:
                _log(scope, response.status, time.perf_counter() - started)
                request_id.reset(token)

    async def _answer(self, scope: Scope, receive: Receive, response: "_Response", headers: Headers) -> None:
        if not self._is_ours(headers.get("host", "")):
            words = "This server does not answer under that name. Whoever runs it lists its names in ALLOWED_HOSTS."
            await _error(421, "unknown_host", words, response)(scope, receive, response.send)
            return
        most = LARGEST_UPLOAD if headers.get("content-type", "").startswith("multipart/") else LARGEST_BODY
        if _declared_length(headers) > most:
            await _error(413, "too_large", _too_large(most), response)(scope, receive, response.send)
            return
        try:
            await self.app(scope, cut_off(receive, most, HTTPException(413, _too_large(most))), response.send)
        except Exception:
            log.exception("%s %s failed", scope["method"], quote(scope["path"]))
            if response.status is None:
                words = f"Something went wrong on our side. The log has it under {response.request_id}."
                await _error(500, "internal_error", words, response)(scope, receive, response.send)

    def _is_ours(self, host: str) -> bool:
        """Health is asked on the machine itself, by whatever name leads there."""
        return not self._hosts or (name := _name_in(host)) in self._hosts or is_loopback(name)


def _name_in(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


class _Response:
    """What was answered, with our headers added on the way out."""

    def __init__(self, send: Send, request_id: str, *, is_secure: bool) -> None:
        self._send, self.request_id, self._is_secure = send, request_id, is_secure
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = message["headers"] = list(message.get("headers", ()))
            given = {name for name, _ in headers}
            headers += [each for each in _SECURITY_HEADERS if each[0] not in given]
            if self._is_secure:
                headers.append((b"strict-transport-security", STRICT_TRANSPORT.encode()))
            headers.append((b"x-request-id", self.request_id.encode()))
        await self._send(message)


def _request_id(headers: Headers) -> str:
    given = headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else uuid4().hex


def _declared_length(headers: Headers) -> int:
    declared = headers.get("content-length", "")
    return int(declared) if declared.isdecimal() else 0


def _too_large(most: int) -> str:
    return f"A request like this has at most {most // 1024**2} MB."


def cut_off(receive: Receive, most: int, refusal: HTTPException) -> Receive:
    """A body may come in pieces without a length; it is refused where it becomes too large."""
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise refusal
        return message

    return counted


def _error(status: int, code: str, detail: str, response: _Response) -> JSONResponse:
    error = {"code": code, "message": detail, "request_id": response.request_id}
    return JSONResponse({"error": error, "detail": detail}, status)


def _log(scope: Scope, status: int | None, seconds: float) -> None:
    """Reading is the normal case and not worth a line; changing is."""
    level = logging.DEBUG if scope["method"] in ("GET", "HEAD") and (status or 0) < 500 else logging.INFO
    if not log.isEnabledFor(level):
        return
    milliseconds = round(seconds * 1000, 1)
    trail: Trail | None = scope["state"].get("trail")
    who = {"user": trail.user.name, "tenant": str(trail.user.tenant_id)} if trail and trail.user else {}
    decided = {"batch_id": trail.facts["batch"]} if trail and "batch" in trail.facts else {}
    asked = {"method": scope["method"], "path": scope["path"], "status": status, "milliseconds": milliseconds}
    words = "%s %s answered %s in %s ms"
    log.log(level, words, asked["method"], quote(scope["path"]), status, milliseconds, extra=asked | who | decided)
