"""How errors are answered, in one place: a sentence for the person, a code for the program, the request's id."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import InterfaceError, OperationalError
from starlette.exceptions import HTTPException

from scrapersky.accounts.throttle import TooManyAttempts
from scrapersky.config.logging import request_id
from scrapersky.curation_sdk import CurationError

log = logging.getLogger(__name__)

MOST_COMPLAINTS = 20


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(CurationError, render_known_error)
    app.add_exception_handler(RequestValidationError, render_bad_input)
    app.add_exception_handler(HTTPException, render_http_error)
    # A server that is gone shows as any of these: refused, timed out, or its socket's file not found.
    for away in (OperationalError, InterfaceError, OSError):
        app.add_exception_handler(away, render_database_away)


def error_answer(status: int, code: str, detail: object, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"detail": detail, "code": code, "request_id": request_id.get()}, status, headers)


async def render_known_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CurationError)  # noqa: S101  registered for it
    headers = {}
    if error.http_status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyAttempts):
        headers["Retry-After"] = str(error.retry_after)
    return error_answer(error.http_status, error.code, str(error), headers)


async def render_bad_input(_: Request, error: Exception) -> JSONResponse:
    """FastAPI's usual shape, without an echo of what was sent: that may be a million ids, or a password."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  registered for it
    complaints: list[dict[str, Any]] = [
        {"loc": list(each["loc"]), "msg": each["msg"], "type": each["type"]}
        for each in error.errors()[:MOST_COMPLAINTS]
    ]
    return error_answer(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_input", complaints)


async def render_http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101  registered for it
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    return error_answer(error.status_code, code, error.detail, dict(error.headers or {}))


async def render_database_away(request: Request, error: Exception) -> JSONResponse:
    log.warning("%s could not reach the database: %s", request.method, error)
    detail = "The database does not answer. Nothing was changed; try again in a moment."
    return error_answer(HTTPStatus.SERVICE_UNAVAILABLE, "database_away", detail, {"Retry-After": "5"})
