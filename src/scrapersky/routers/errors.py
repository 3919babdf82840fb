"""How errors are answered: the SDK's one shape, with the headers that HTTP asks for."""

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import InterfaceError, OperationalError

from scrapersky.accounts.throttle import TooManyAttempts
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.rendering import install_error_rendering, render_error
from scrapersky.errors import ScraperSkyError

log = logging.getLogger(__name__)


class DatabaseAway(ScraperSkyError):
    """The database does not answer; whoever asked may ask again."""

    http_status = 503
    code = "database_away"

    def __init__(self) -> None:
        super().__init__("The database does not answer. Nothing was changed; try again in a moment.")


def add_error_handlers(app: FastAPI) -> None:
    install_error_rendering(app)
    app.add_exception_handler(CurationError, render_known_error)
    # A server that is gone shows as any of these: refused, timed out, or its socket's file not found.
    for away in (OperationalError, InterfaceError, OSError):
        app.add_exception_handler(away, render_database_away)


async def render_known_error(request: Request, error: Exception) -> JSONResponse:
    answer = await render_error(request, error)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyAttempts):
        answer.headers["Retry-After"] = str(error.retry_after)
    return answer


async def render_database_away(request: Request, error: Exception) -> JSONResponse:
    log.warning("%s could not reach the database: %s", request.method, error)
    answer = await render_error(request, DatabaseAway())
    answer.headers["Retry-After"] = "5"
    return answer
