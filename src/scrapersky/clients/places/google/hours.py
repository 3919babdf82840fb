"""Google's opening hours in the one canonical form."""

from scrapersky.clients.places.reading import Json, inner, number, objects
from scrapersky.extract.opening_hours import Interval, OpeningHours

_DAY = 24 * 60
_MOST_PERIODS = 100


def opening_hours(hours: Json) -> str | None:
    """Weeks start on Sunday there, and a place that never closes has one period without an end.

    >>> opening_hours({"periods": [{"open": {"day": 1, "hour": 9}, "close": {"day": 1, "hour": 17, "minute": 30}}]})
    'Mo 09:00-17:30; Tu-Su off'
    """
    days: list[list[Interval]] = [[] for _ in range(7)]
    for index, period in enumerate(objects(hours, "periods")):
        opens, closes = inner(period, "open"), inner(period, "close")
        if index >= _MOST_PERIODS or not opens:
            break
        if not closes:
            return str(OpeningHours(((Interval(0, _DAY),),) * 7))
        start, end = _minute_of_week(opens), _minute_of_week(closes)
        length = (end - start) % (7 * _DAY)
        if 0 < length <= _DAY:
            days[start // _DAY].append(Interval(start % _DAY, start % _DAY + length))
    if not any(days):
        return None
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = (tuple(sorted(day)) for day in days)
    return str(OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday)))


def _minute_of_week(point: Json) -> int:
    day, hour, minute = (int(number(point, name) or 0) for name in ("day", "hour", "minute"))
    return ((day - 1) % 7) * _DAY + (hour * 60 + minute) % _DAY
