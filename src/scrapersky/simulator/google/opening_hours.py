"""Opening hours as Google writes them: weeks start on Sunday, and what never closes has one period without an end."""

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod
from scrapersky.simulator.json_values import JsonObject, JsonValue


def opening_hours(periods: tuple[OpeningPeriod, ...]) -> JsonObject:
    whole_days = {period.day for period in periods if period.opens == 0 and period.closes >= END_OF_DAY}
    never_closes = len(whole_days) == 7
    return {"periods": [{"open": _point(6, 0)}] if never_closes else [_period(period) for period in periods]}


def _period(period: OpeningPeriod) -> JsonValue:
    return {"open": _point(period.day, period.opens), "close": _point(period.day, period.closes)}


def _point(day: int, minutes: int) -> JsonValue:
    return {"day": (day + 1) % 7, "hour": minutes // 60, "minute": minutes % 60}
