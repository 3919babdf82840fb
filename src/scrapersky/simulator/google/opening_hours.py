"""Opening hours as Google writes them: weeks start on Sunday, descriptions on Monday."""

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod
from scrapersky.simulator.json_values import JsonObject, JsonValue

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# "Now" is always a Wednesday at eleven: an answer must not depend on when it was asked for.
_NOW_DAY, _NOW_MINUTE = 2, 660


def opening_hours(periods: tuple[OpeningPeriod, ...]) -> JsonObject:
    return {
        "openNow": is_open_now(periods),
        "periods": [{"open": _point(6, 0)}] if _never_closes(periods) else [_period(period) for period in periods],
        "weekdayDescriptions": [f"{name}: {_stretches(periods, day)}" for day, name in enumerate(_DAYS)],
    }


def is_open_now(periods: tuple[OpeningPeriod, ...]) -> bool:
    return any(period.day == _NOW_DAY and period.opens <= _NOW_MINUTE < period.closes for period in periods)


def _never_closes(periods: tuple[OpeningPeriod, ...]) -> bool:
    whole_days = {period.day for period in periods if period.opens == 0 and period.closes >= END_OF_DAY}
    return len(whole_days) == len(_DAYS)


def _period(period: OpeningPeriod) -> JsonValue:
    return {"open": _point(period.day, period.opens), "close": _point(period.day, period.closes)}


def _point(day: int, minutes: int) -> JsonValue:
    return {"day": (day + 1) % 7, "hour": minutes // 60, "minute": minutes % 60}


def _stretches(periods: tuple[OpeningPeriod, ...], day: int) -> str:
    if _never_closes(periods):
        return "Open 24 hours"
    times = [f"{_clock(period.opens)} \u2013 {_clock(period.closes)}" for period in periods if period.day == day]
    return ", ".join(times) or "Closed"


def _clock(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{(hour - 1) % 12 + 1}:{minute:02d}\u202f{'AM' if hour < 12 else 'PM'}"
