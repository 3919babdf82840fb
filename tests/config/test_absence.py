"""How often the log says that the database is away."""

import io
import json
import logging

import pytest

from scrapersky.config.logging import AbsenceFilter, JsonFormatter
from scrapersky.curation_sdk.declaring.db_errors import AWAY, BACK


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def log(stream: io.StringIO, clock: Clock) -> logging.Logger:
    output = logging.StreamHandler(stream)
    output.setFormatter(JsonFormatter())
    output.addFilter(AbsenceFilter(clock))
    log = logging.getLogger("tests.absence")
    log.handlers, log.propagate = [output], False
    log.setLevel(logging.INFO)
    return log


def lines(stream: io.StringIO) -> list[str]:
    return [json.loads(line)["message"] for line in stream.getvalue().splitlines()]


def test_it_is_told_when_it_goes_seldom_while_it_is_gone_and_when_it_is_back(
    log: logging.Logger, stream: io.StringIO, clock: Clock
) -> None:
    for second in range(3600):
        clock.now = 100.0 + second
        for part in range(13):
            log.warning("part %d waits: %s", part, "refused", extra=AWAY)
    told = lines(stream)
    assert told[0] == "part 0 waits: refused"
    assert told[1] == "part 0 waits: refused (said 129 times since)"
    assert 6 <= len(told) <= 13
    for _ in range(13):
        log.warning("The database is back.", extra=BACK)
    log.warning("something else")
    assert lines(stream)[len(told) :] == ["The database is back.", "something else"]


def test_the_next_time_it_is_told_at_once(log: logging.Logger, stream: io.StringIO) -> None:
    for extra in (AWAY, BACK, AWAY, AWAY):
        log.warning("said", extra=extra)
    assert len(lines(stream)) == 3
