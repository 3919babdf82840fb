"""Opening hours in OpenStreetMap's notation."""

from itertools import groupby

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def opening_hours_tag(periods: tuple[OpeningPeriod, ...]) -> str:
    """Days with equal times are written as one range.

    >>> opening_hours_tag((OpeningPeriod(0, 540, 1020), OpeningPeriod(1, 540, 1020), OpeningPeriod(5, 600, 840)))
    'Mo-Tu 09:00-17:00; Sa 10:00-14:00'
    """
    if len(periods) == 7 and all(period.opens == 0 and period.closes >= END_OF_DAY for period in periods):
        return "24/7"
    days = [(day, _times(periods, day)) for day in range(7)]
    ranges = []
    for times, group in groupby((entry for entry in days if entry[1]), key=lambda entry: entry[1]):
        members = [day for day, _ in group]
        first, last = _DAYS[members[0]], _DAYS[members[-1]]
        ranges.append(f"{first if first == last else f'{first}-{last}'} {times}")
    return "; ".join(ranges)


def _times(periods: tuple[OpeningPeriod, ...], day: int) -> str:
    return ",".join(f"{_clock(period.opens)}-{_clock(period.closes)}" for period in periods if period.day == day)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
