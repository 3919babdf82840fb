"""How long a host is left alone after an answer."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scrapersky.clients.fetching.pacing import FIRST_PAUSE, LONGEST_GROWN_PAUSE, GrowingPauses

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def met(pauses: GrowingPauses, clock: Clock, times: int) -> list[timedelta | None]:
    """A limit that says no time, and again as soon as its pause is over."""
    found = []
    for _ in range(times):
        found.append(pause := pauses.after(429, {}, NOW))
        clock.now += (pause or timedelta()).total_seconds()
    return found


def test_a_limit_that_says_no_time_is_waited_for_longer_each_time() -> None:
    pauses = GrowingPauses(clock=(clock := Clock()))
    first, *others = met(pauses, clock, 12)
    assert first == FIRST_PAUSE
    assert others[:3] == [2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert others[-1] == LONGEST_GROWN_PAUSE


def test_limits_met_together_count_once() -> None:
    pauses = GrowingPauses(clock=(clock := Clock()))
    assert [pauses.after(429, {}, NOW) for _ in range(3)] == [FIRST_PAUSE] * 3
    clock.now = 0.5
    assert pauses.after(429, {}, NOW) == FIRST_PAUSE - timedelta(seconds=0.5)
    assert pauses.after(200, {}, NOW) is None, "an answer to a request that was under way"
    clock.now = FIRST_PAUSE.total_seconds()
    assert pauses.after(429, {}, NOW) == 2 * FIRST_PAUSE


def test_an_answer_after_the_pause_starts_over() -> None:
    pauses = GrowingPauses(clock=(clock := Clock()))
    met(pauses, clock, 4)
    assert pauses.after(204, {}, NOW) is None
    assert pauses.after(429, {}, NOW) == FIRST_PAUSE


def test_a_time_that_is_told_is_the_time() -> None:
    pauses = GrowingPauses(lambda _status, _headers: timedelta(seconds=9))
    assert pauses.after(429, {"Retry-After": "120"}, NOW) == timedelta(seconds=120)
    assert pauses.after(429, {}, NOW) == timedelta(seconds=9)
    assert pauses.after(429, {"Retry-After": "0"}, NOW) == timedelta(seconds=9)
