"""What became of a row: how `work` and `save` say so, and how it is recorded."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from scrapersky.curation_sdk.declaring.columns import storable
from scrapersky.curation_sdk.declaring.db_errors import is_of_database, was_cut_off, will_pass
from scrapersky.curation_sdk.errors import CurationError

LONGEST_MESSAGE = 2000


def means_the_process(error: BaseException) -> bool:
    """Whether it ends more than whatever raised it: Ctrl-C, an exit, or a cancellation of this very task.

    A Rust extension's panic is no `Exception` either, and yet is the row's or the part's in which it happened.
    """
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is None or task.cancelling() > 0
    return isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit))


@dataclass(frozen=True, slots=True)
class Nothing:
    """Returned by `work`: the row is Complete and there was nothing to find, for this reason.

    >>> Nothing("social_only", "only a Facebook page").reason
    'social_only'
    """

    reason: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """Returned by `save` where a plain count does not say enough. `total` counts all parts of long work."""

    produced: int
    outcome: str | None = None
    note: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Outcomes of Complete rows that did not come to what they were queued for, and what these rows are called."""

    words: str
    outcomes: tuple[str, ...]


class Ending(StrEnum):
    """How one attempt ended, as the history has it."""

    COMPLETE = "complete"
    ERROR = "error"
    RETRY = "retry"
    DEFERRED = "deferred"
    RELEASED = "released"
    LOST = "lost"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class RetryLimits:
    """How often a row is tried, and how long between."""

    attempts: int
    backoff_seconds: float
    jitter: Callable[[], float] = random.random

    def backoff(self, number: int) -> timedelta:
        """Doubling, at most an hour, and between half and one and a half of that, so that rows do not return together.

        >>> RetryLimits(4, 30, jitter=lambda: 0.5).backoff(3)
        datetime.timedelta(seconds=120)
        """
        seconds = min(self.backoff_seconds * 2 ** (number - 1), 3600)
        return timedelta(seconds=seconds * (0.5 + self.jitter()))


@dataclass(frozen=True, slots=True)
class DecidedBy:
    """The latest decision that queued a row: how many rows it queued, and the trace that it belongs to."""

    batch_id: UUID
    total: int
    traceparent: str | None


@dataclass(slots=True, eq=False)
class Attempt:
    """One row in the hands of this worker, and how that ended. Two attempts at one row are two.

    `decided_by` is known where the process's observer asks for it; `span` is the observer's own.
    """

    row: Any
    row_id: UUID
    tenant_id: UUID
    worker: UUID
    claim: UUID
    number: int
    given: Any = None
    started: float = 0.0
    ended: float = 0.0
    result: Any = None
    ending: Ending = Ending.COMPLETE
    outcome: str | None = None
    message: str | None = None
    delay: timedelta | None = None
    produced: int = 0
    total: int | None = None
    decided_by: DecidedBy | None = None
    span: Any = None

    def complete(self, result: object) -> None:
        self.ending, self.result = Ending.COMPLETE, result
        if isinstance(result, Nothing):
            self.outcome, self.message = result.reason, result.note

    def put_away(self) -> None:
        """Let go of what the work held open, such as a spooled file: `save` may have needed it more than once."""
        close = getattr(self.result, "close", None)
        if callable(close):
            close()

    def fail(self, error: BaseException, limits: RetryLimits, place: str | None = None) -> None:
        """Turn what was raised into an ending: a retry where that is worth it and attempts are left, else an Error."""
        reason = error if isinstance(error, CurationError) else _untold(error)
        self.produced, self.message, self.outcome = 0, readable(error, place), reason.outcome
        self.result = reason.kept
        wait = limits.backoff(self.number) if reason.retry_after is None else max(reason.retry_after, timedelta(0))
        if not reason.costs_attempt:
            self.ending, self.delay = Ending.DEFERRED, wait
        elif reason.worth_retrying and self.number < limits.attempts:
            self.ending, self.delay = Ending.RETRY, wait
        else:
            self.ending, self.delay = Ending.ERROR, None


def portable(error: BaseException, package: str) -> CurationError:
    """The same in words and consequences, and made of nothing that another process could not make again."""
    foreseen = isinstance(error, CurationError)
    reason = error if isinstance(error, CurationError) else _untold(error)
    portable_error = CurationError(readable(error, None if foreseen else place_within(error, package)))
    for name in ("outcome", "worth_retrying", "costs_attempt", "completes", "retry_after", "kept"):
        setattr(portable_error, name, getattr(reason, name))
    return portable_error


def _untold(error: BaseException) -> CurationError:
    """What nobody foresaw: trouble with the machine or the network may pass, anything else will not.

    That the database could not be reached, or that others were in the way, is never the row's fault, and costs it no
    attempt. Where it cut a statement off, that may be.
    """
    unforeseen = CurationError()
    if is_of_database(error) and will_pass(error):
        unforeseen.costs_attempt = unforeseen.worth_retrying = was_cut_off(error)
        unforeseen.outcome = "database"
        return unforeseen
    unforeseen.worth_retrying = isinstance(error, OSError)
    unforeseen.outcome = "timeout" if isinstance(error, TimeoutError) else "error"
    return unforeseen


def readable(error: BaseException, place: str | None = None) -> str:
    """The message for the person curating; a time-out's own may be empty, and PostgreSQL takes no NUL.

    >>> readable(TimeoutError()), readable(KeyError("name"), "service.py, line 7")
    ('TimeoutError', "KeyError: 'name' (service.py, line 7)")
    """
    where = f" ({place})" if place else ""
    name = type(error).__name__
    if isinstance(error, PoolExhausted):
        message = "The database had no connection to spare."
    elif isinstance(error, DBAPIError):
        message = f"The database refused it: {(_words(error.orig).splitlines() or [name])[0]}"
    elif isinstance(error, asyncio.CancelledError):
        message = "It was cancelled from within."
    elif words := _words(error):
        message = words if isinstance(error, (CurationError, TimeoutError)) else f"{name}: {words}"
    else:
        message = name
    return storable(message)[: LONGEST_MESSAGE - len(where)] + where


def place_within(error: BaseException, package: str) -> str | None:
    """The innermost line of a package that an error went through, without where the package is on this machine."""
    place, step = None, error.__traceback__
    while step is not None:
        if str(step.tb_frame.f_globals.get("__name__")).partition(".")[0] == package:
            place = f"{PurePath(step.tb_frame.f_code.co_filename).name}, line {step.tb_lineno}"
        step = step.tb_next
    return place


def _words(error: BaseException | None) -> str:
    """An error that cannot even say what it is must not keep its row from ending."""
    try:
        return str(error)
    except BaseException as unspeakable:
        if means_the_process(unspeakable):
            raise
        return ""
