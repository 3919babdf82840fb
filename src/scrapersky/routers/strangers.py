"""How much of a body is read before it is known who sent it: of strangers little, and large ones a few at a time."""

import asyncio

from fastapi import Request
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scrapersky.errors import ScraperSkyError
from scrapersky.routers.errors import render_known_error
from scrapersky.routers.frame import cut_off
from scrapersky.routers.sessions import Authenticator

LARGEST_OF_STRANGERS = 16 * 1024
LARGE = 256 * 1024
LARGE_AT_ONCE = 2  # JSON of eight megabytes may become two hundred in memory
FOR_STRANGERS = ("/api/v3/auth/login", "/api/v3/auth/setup", "/api/v3/auth/reset")


class TooMuchFromStranger(ScraperSkyError):
    """Signing in takes a name and a password."""

    http_status = 413
    code = "too_large"
    message = f"A request like this has at most {LARGEST_OF_STRANGERS // 1024} KB."


class BodyGate:
    """Endpoints read the body first and then ask who sent it. Here only a token's signature is checked, by itself."""

    def __init__(self, app: ASGIApp, authenticator: Authenticator) -> None:
        self._app, self._authenticator = app, authenticator
        self._turns = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not may_be_large(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refusal = await self._refusal(request)
        if refusal is None:
            await self._serve_known(request, receive, send)
        elif "content-length" in request.headers:
            answer = await render_known_error(request, refusal)
            await answer(scope, receive, send)
        else:
            await self._app(scope, cut_off(receive, LARGEST_OF_STRANGERS, _as_http(refusal)), send)

    async def _refusal(self, request: Request) -> ScraperSkyError | None:
        if request.url.path in FOR_STRANGERS:
            return TooMuchFromStranger()
        try:
            await self._authenticator.refuse_unsigned(request)
        except ScraperSkyError as refusal:
            return refusal
        return None

    async def _serve_known(self, request: Request, receive: Receive, send: Send) -> None:
        """An upload goes to a file as it comes; all else is taken apart in memory once it is whole."""
        received, has_turn = 0, False
        is_upload = request.headers.get("content-type", "").startswith("multipart/")

        async def in_turn() -> Message:
            nonlocal received, has_turn
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGE and not (message.get("more_body") or is_upload or has_turn):
                await self._turns.acquire()
                has_turn = True
            return message

        try:
            await self._app(request.scope, in_turn, send)
        finally:
            if has_turn:
                self._turns.release()


def may_be_large(headers: Headers) -> bool:
    """A length that is no number is for the server to refuse."""
    declared = headers.get("content-length", "0")
    return "transfer-encoding" in headers or not declared.isdecimal() or int(declared) > LARGEST_OF_STRANGERS


def _as_http(refusal: ScraperSkyError) -> HTTPException:
    headers = {"WWW-Authenticate": "Bearer"} if refusal.http_status == 401 else None
    return HTTPException(refusal.http_status, str(refusal), headers)
