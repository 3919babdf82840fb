"""A database that is away is told of when it goes, now and then while it is gone, and when it is back."""

import logging
import time
from collections.abc import Callable

from scrapersky.curation_sdk.plurals import plural

FIRST_REMINDER = 10.0
LONGEST_PAUSE = 600.0


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
