"""A week of opening hours and its one canonical way to be written."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """Open from `start` to `end`, in minutes after midnight; an end after 24:00 is on the next morning."""

    start: int
    end: int

    def __str__(self) -> str:
        end = self.end if self.end <= MINUTES_A_DAY else self.end - MINUTES_A_DAY
        return f"{_clock(self.start)}-{_clock(end)}"


Day = tuple[Interval, ...] | None
Week = tuple[Day, Day, Day, Day, Day, Day, Day]


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """Seven days from Monday: intervals in order, none when closed, None when the page does not say.

    >>> nine_to_five = (Interval(540, 1020),)
    >>> str(OpeningHours((nine_to_five,) * 5 + ((), None)))
    'Mo-Fr 09:00-17:00; Sa off'
    """

    days: Week

    def __str__(self) -> str:
        return "; ".join(self._rules())

    def _rules(self) -> Iterator[str]:
        for day, group in groupby(range(7), key=lambda index: self.days[index]):
            indexes = list(group)
            if day is not None:
                yield f"{_day_range(indexes)} {_day_hours(day)}"


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _day_range(indexes: list[int]) -> str:
    first, last = DAYS[indexes[0]], DAYS[indexes[-1]]
    return first if first == last else f"{first}-{last}"


def _day_hours(day: tuple[Interval, ...]) -> str:
    return ",".join(map(str, day)) if day else "off"


def is_always_open(week: str) -> bool:
    """Whether a week, as it is written, has no hour off.

    >>> is_always_open("Mo-Su 00:00-23:59"), is_always_open("Mo-Su 08:00-22:00")
    (True, False)
    """
    return week in ("Mo-Su 00:00-24:00", "Mo-Su 00:00-23:59", "Mo-Su 00:00-00:00")
