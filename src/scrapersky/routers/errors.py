"""How errors are answered: the SDK's one shape, with the headers that HTTP asks for; and requests turned away.

Of those that were because too many came at once the operator learns, wherever they look.
"""

import asyncio
import logging
import time
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from scrapersky.accounts.throttle import TooManyAttempts
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.declaring import AWAY, is_database_away, is_database_short, sqlstate_of
from scrapersky.curation_sdk.http import install_error_rendering, render_error
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import Background, Sessions
from scrapersky.errors import ScraperSkyError

log = logging.getLogger(__name__)

QUERY_CANCELLED = "57014"
TOO_MANY_CONNECTIONS = "53300"
SECONDS_BETWEEN_NOTES = 30.0


class TooSlow(ScraperSkyError):
    """A question that would keep the database busy for long."""

    http_status = 503
    message = "That took the database too long and was stopped. Narrow the filter or the search."


class DatabaseAway(ScraperSkyError):
    """The database does not answer, or has no room to write; whoever asked may ask again."""

    http_status = 503

    def __init__(self, *, is_short: bool = False) -> None:
        trouble = "cannot write now, for want of room or leave" if is_short else "does not answer"
        super().__init__(f"The database {trouble}. Nothing was changed; try again in a moment.")


class DatabaseFull(ScraperSkyError):
    """The server refuses more connections, whoever has those that there are."""

    http_status = 503
    message = "The database takes no more connections. Nothing was changed; try again in a moment."


class TooManyAtOnce(ScraperSkyError):
    """Every connection is in use, and was for as long as a request may wait for one."""

    http_status = 503
    message = "Too many requests came at once. Nothing was changed; try again in a moment."


class RequestsTurnedAway(ScraperSkyError):
    """The same, for whoever runs the installation."""

    def __init__(self, count: int) -> None:
        super().__init__(
            f"{plural(count, 'request was', 'requests were')} turned away, because too many came at once."
            " Start more processes, or raise DATABASE_REQUEST_POOL_SIZE if the machine and the database are not busy."
        )


class TurnedAway:
    """Notes them where `doctor` and the system page read; now and then, since there may be hundreds a second.

    `sessions` must not be those that the requests had to wait for.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._background = Background("requests", sessions)
        self._count, self._noted_at = 0, float("-inf")
        self._noting: asyncio.Task[bool] | None = None

    def one_more(self) -> None:
        self._count += 1
        if time.monotonic() - self._noted_at > SECONDS_BETWEEN_NOTES:
            self._noted_at = time.monotonic()
            self._noting = asyncio.create_task(self._background.note(RequestsTurnedAway(self._count)))


def add_error_handlers(app: FastAPI, turned_away: TurnedAway) -> None:
    install_error_rendering(app)
    app.add_exception_handler(CurationError, render_known_error)

    async def render_trouble(request: Request, error: Exception) -> JSONResponse:
        if isinstance(error, PoolExhausted):
            turned_away.one_more()
        return await render_database_trouble(request, error)

    # A server that is gone shows as any of these: refused, timed out, or its socket's file not found.
    for away in (DBAPIError, PoolExhausted, OSError):
        app.add_exception_handler(away, render_trouble)


async def render_known_error(request: Request, error: Exception) -> JSONResponse:
    answer = await render_error(request, error)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, TooManyAttempts):
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


async def render_database_trouble(request: Request, error: Exception) -> JSONResponse:
    if sqlstate_of(error) == QUERY_CANCELLED:
        return await render_error(request, TooSlow())
    if not is_database_away(error):
        return await render_error(request, error)
    log.warning("%s got no answer from the database: %s", request.method, error, extra=AWAY)
    answer = await render_error(request, _reason(error))
    answer.headers["Retry-After"] = "5"
    return answer


def _reason(error: Exception) -> ScraperSkyError:
    if isinstance(error, PoolExhausted):
        return TooManyAtOnce()
    return (
        DatabaseFull()
        if sqlstate_of(error) == TOO_MANY_CONNECTIONS
        else DatabaseAway(is_short=is_database_short(error))
    )
