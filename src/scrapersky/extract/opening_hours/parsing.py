"""Opening hours as text to seven days: OSM strings, schema.org strings and what people write."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from scrapersky.extract.opening_hours.hours import Day, Interval, OpeningHours
from scrapersky.extract.opening_hours.notations import folded_text
from scrapersky.extract.opening_hours.statements import ROUND_THE_CLOCK, Statement, statements_of
from scrapersky.extract.opening_hours.tokens import HALF_DAY, OTHER_DAYS, PartOfDay, tokens_of

_TWO = 2
_WEEKEND = frozenset((5, 6))
_MOST_INTERVALS = 4  # of one day; more are several shops, or a table misread
_Pair = tuple[tuple[int, ...], tuple[Interval, ...]]


# Each page of a site tells the same hours, and one page's are asked for again when weeks are compared.
@lru_cache(maxsize=512)
def parse_opening_hours(text: str, *, days_may_lack: bool = False) -> OpeningHours | None:
    """Return the week the text describes, or None when it names no day with hours.

    >>> str(parse_opening_hours("Mon\u2013Fri 9am\u20135pm, Sat 10-2, Sunday closed"))
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off'
    >>> str(parse_opening_hours("lundi à vendredi 9h-12h30 et 14h-18h"))
    'Mo-Fr 09:00-12:30,14:00-18:00'
    >>> str(parse_opening_hours("8:15 am to 4:45 pm Tuesday - Friday")), parse_opening_hours("Room 9-17, call 12-14")
    ('Tu-Fr 08:15-16:45', None)
    """
    statements = _without_hotlines(statements_of(tokens_of(folded_text(text))))
    if days_may_lack and statements and all(statement.days is None for statement in statements):
        statements.insert(0, Statement(days=tuple(range(7))))
    statements = _with_other_days(statements)
    whole, parts = _parts_closed([statement for statement in statements if not statement.is_break])
    week = _week(_every_day_but(whole) or _other_days_first(whole) or _paired(whole), parts)
    return _with_breaks(week, statements) if week is not None else None


def _with_other_days(statements: list[Statement]) -> list[Statement]:
    """`Closed on Wednesdays, other days 9-18`."""
    if not any(statement.days == OTHER_DAYS for statement in statements):
        return statements
    named = {day for statement in statements for day in statement.days or ()}
    others = tuple(day for day in range(7) if day not in named)
    return [replace(one, days=others) if one.days == OTHER_DAYS else one for one in statements]


def _every_day_but(statements: Sequence[Statement]) -> list[_Pair]:
    """`11:30-14:00, 17:30-21:00; Tuesday closed`: hours that name no day, and the days off behind or before them."""
    is_first = bool(statements) and not statements[0].intervals
    off, hours = (statements[:2], statements[2:]) if is_first else (statements[-2:], statements[:-2])
    days = next((statement.days for statement in off if statement.days), ())
    intervals = tuple(interval for statement in hours for interval in statement.intervals or ())
    is_closed = any(statement.intervals == () for statement in off)
    if not intervals or any(not statement.intervals for statement in hours) or not is_closed or not days:
        return []
    return [(tuple(day for day in range(7) if day not in days), intervals), (days, ())]


def _other_days_first(statements: Sequence[Statement]) -> list[_Pair]:
    """`10-18 (Sat 10-15, Sun closed)`: the hours of the other days stand first, with no name."""
    first, *others = statements or (Statement(),)
    days, hours = others[::2], others[1::2]
    named = {day for statement in days for day in statement.days or ()}
    if not first.intervals or len(days) != len(hours) or not named or not named <= _WEEKEND:
        return []
    if any(statement.days is None for statement in days) or any(statement.intervals is None for statement in hours):
        return []
    pairs = [(day.days or (), hour.intervals or ()) for day, hour in zip(days, hours, strict=True)]
    return [(tuple(range(min(named))), first.intervals), *pairs]


def _with_breaks(week: OpeningHours, statements: Sequence[Statement]) -> OpeningHours:
    """The week without the breaks, each of which holds for the days that were named before it."""
    days = list(week.days)
    for index, statement in enumerate(statements):
        if statement.is_break and statement.intervals:
            for day in {day for before in statements[:index] for day in before.days or ()}:
                days[day] = _parted(days[day], statement.intervals[0])
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = days
    return OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday))


def _parted(day: Day, off: Interval) -> Day:
    for index, one in enumerate(day or ()):
        if day and one.start < off.start and off.end < one.end:
            return (*day[:index], Interval(one.start, off.start), Interval(off.end, one.end), *day[index + 1 :])
    return day


def _without_hotlines(statements: Sequence[Statement]) -> list[Statement]:
    """All but "24/7" where a week is told as well: emergencies are taken then, and nobody is in the shop."""
    others = [statement for statement in statements if not statement.is_hotline]
    has_week = any(statement.days for statement in others) and any(statement.intervals for statement in others)
    return _without_lone_clocks(others) if has_week else list(statements)


def _without_lone_clocks(statements: Sequence[Statement]) -> list[Statement]:
    """All but "24 hours" that follow no days, where other hours are told."""
    if not any(statement.intervals and statement.intervals != ROUND_THE_CLOCK for statement in statements):
        return list(statements)
    befores = (Statement(), *statements)
    return [
        statement
        for before, statement in zip(befores, statements, strict=False)
        if statement.intervals != ROUND_THE_CLOCK or before.days
    ]


def _parts_closed(statements: Sequence[Statement]) -> tuple[list[Statement], list[Statement]]:
    """What is said of whole days, and the days of which a part is closed: this is said before them or after."""
    whole: list[Statement] = []
    parts: list[Statement] = []
    before: Statement | None = None
    for statement, following in zip_longest(statements, statements[1:]):
        days = before if before is not None and before.days is not None else following
        if statement.intervals == () and days is not None and days.part is not None:
            parts.append(days)
        else:
            whole.append(statement)
        before = statement
    return whole, parts


def _paired(statements: Sequence[Statement]) -> list[_Pair]:
    """Give hours to their days: those before them, those after them, or those in the other column of a table."""
    days = [statement.days for statement in statements if statement.days is not None]
    hours = [statement.intervals for statement in statements if statement.intervals is not None]
    in_columns = len(days) == len(hours) > 1 and all(
        statement.days is not None for statement in statements[: len(days)]
    )
    if in_columns:
        return list(zip(days, hours, strict=True))
    if len(statements) > _TWO and statements[0].intervals == () and statements[1].days and statements[2].days:
        return [(statements[1].days, ()), *_in_turn(statements[2:])]  # `Closed on Mondays. Other days 9-18`
    if statements and statements[0].days is None:
        return list(_in_turn(statements[::-1]))
    return list(_in_turn(statements))


def _in_turn(statements: Sequence[Statement]) -> Iterator[_Pair]:
    days: tuple[int, ...] | None = None
    told: tuple[Interval, ...] = ()  # of these days
    has_hours = False
    for statement, following in zip_longest(statements, statements[1:]):
        if statement.days == () and days and not has_hours:
            continue  # `Sunday and public holidays`
        if statement.days is not None:
            days = (*days, *statement.days) if days and statement.goes_on and not has_hours else statement.days
            has_hours, told = False, ()
        elif statement.intervals == () and has_hours and following and following.days:
            yield following.days, ()
        elif days is not None and statement.intervals is not None:
            has_hours = True
            if not (statement.intervals and all(_is_within(one, told) for one in statement.intervals)):
                yield days, statement.intervals
            told = (*told, *statement.intervals)


def _week(pairs: Sequence[_Pair], parts: Sequence[Statement]) -> OpeningHours | None:
    week: list[tuple[Interval, ...] | None] = [None] * 7
    named_with = [0] * 7  # how many days were named together when a day got its hours
    for days, intervals in pairs:
        for day in days:
            said = week[day] or ()
            if not intervals:  # "Monday to Friday 9-17, closed on Wednesday"
                week[day] = () if len(days) < named_with[day] else said
                continue
            if len(days) < named_with[day] and overlap(said, intervals):  # "Monday to Friday 9-17, on Friday 9-15"
                said = ()
            week[day], named_with[day] = _joined((*said, *intervals)), len(days)
    for statement in parts:
        for day in statement.days or ():
            week[day] = _without_part(week[day], statement.part)
    counts = [len({interval for days, hours in pairs if day in days for interval in hours}) for day in range(7)]
    if all(day is None for day in week) or max(counts) > _MOST_INTERVALS:
        return None
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = week
    return OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday))


def _without_part(day: tuple[Interval, ...] | None, part: PartOfDay | None) -> tuple[Interval, ...] | None:
    """A day that is closed in the morning or after it; where it has no break, nothing tells when."""
    is_early = part is PartOfDay.MORNING
    left = tuple(one for one in day or () if (one.start < HALF_DAY) != is_early)
    return left if left and part is not PartOfDay.NONE else day


def overlap(one: Sequence[Interval], other: Sequence[Interval]) -> bool:
    return any(here.start < there.end and there.start < here.end for here in one for there in other)


def _is_within(one: Interval, told: Sequence[Interval]) -> bool:
    """`9-17, free advice 10-12`: what is said besides, while it is open."""
    return any(other.start <= one.start and one.end <= other.end for other in told)


def _joined(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Sort, and fold those that overlap into one."""
    joined: list[Interval] = []
    for interval in sorted(set(intervals)):
        if joined and interval.start <= joined[-1].end:
            joined[-1] = Interval(joined[-1].start, max(joined[-1].end, interval.end))
        else:
            joined.append(interval)
    return tuple(joined)
