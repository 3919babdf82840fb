"""Opening hours as text to seven days: OSM strings, schema.org strings and what people write."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY, Interval, OpeningHours
from scrapersky.extract.opening_hours.tokens import HALF_DAY, Token, TokenKind, folded_text, tokens_of

_SHORTEST = 30
_TWO = 2
_MOST_INTERVALS = 4  # of one day; more are several shops, or a table misread
_ROUND_THE_CLOCK = Interval(0, MINUTES_A_DAY)
_Pair = tuple[tuple[int, ...], tuple[Interval, ...]]


@dataclass(frozen=True, slots=True)
class _Statement:
    """Either days or hours; hours are intervals, and none of them means closed. Of days, only a part may be meant."""

    days: tuple[int, ...] | None = None
    is_part: bool = False
    is_hotline: bool = False
    goes_on: bool = False  # right after other days, with nothing between
    intervals: tuple[Interval, ...] | None = None


def parse_opening_hours(text: str, *, days_may_lack: bool = False) -> OpeningHours | None:
    """Return the week the text describes, or None when it names no day with hours.

    >>> str(parse_opening_hours("Mon\u2013Fri 9am\u20135pm, Sat 10-2, Sunday closed"))
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off'
    >>> str(parse_opening_hours("lundi à vendredi 9h-12h30 et 14h-18h"))
    'Mo-Fr 09:00-12:30,14:00-18:00'
    >>> str(parse_opening_hours("8:15 am to 4:45 pm Tuesday - Friday")), parse_opening_hours("Room 9-17, call 12-14")
    ('Tu-Fr 08:15-16:45', None)
    """
    tokens = _with_lists(list(tokens_of(folded_text(text))))
    statements = _without_hotlines(list(_statements(tokens)))
    if days_may_lack and statements and not any(statement.days for statement in statements):
        statements.insert(0, _Statement(days=tuple(range(7))))
    return _week(_every_day_but(statements) or _paired(statements))


def _with_lists(tokens: list[Token]) -> list[Token]:
    """`Lu-Ma-Gio-Ve 9-13, Me-Sa 9-12`: where dashes stand between more than two days, they part days throughout."""
    days = [token.kind is TokenKind.DAYS for token in tokens]
    dashes = [
        index
        for index in range(1, len(tokens) - 1)
        if tokens[index].kind is TokenKind.RANGE and days[index - 1] and days[index + 1]
    ]
    if not any(index + 2 in dashes for index in dashes):
        return tokens
    return [Token(TokenKind.LIST) if index in dashes else token for index, token in enumerate(tokens)]


def _every_day_but(statements: Sequence[_Statement]) -> list[_Pair]:
    """`11:30-14:00, 17:30-21:00; Tuesday closed`: hours that name no day, and the days off."""
    *hours, before, after = statements if len(statements) > _TWO else (_Statement(), _Statement(), _Statement())
    days, closed = (before, after) if before.days is not None else (after, before)
    intervals = tuple(interval for statement in hours for interval in statement.intervals or ())
    if not intervals or any(not statement.intervals for statement in hours) or closed.intervals != () or not days.days:
        return []
    return [(tuple(day for day in range(7) if day not in days.days), intervals), (days.days, ())]


def _without_hotlines(statements: Sequence[_Statement]) -> list[_Statement]:
    """All but "24/7" where a week is told as well: emergencies are taken then, and nobody is in the shop."""
    others = [statement for statement in statements if not statement.is_hotline]
    has_week = any(statement.days for statement in others) and any(statement.intervals for statement in others)
    return others if has_week else list(statements)


def _after(before: Interval | None, interval: Interval, *, is_evening: bool) -> Interval:
    """What follows on a morning's hours and is written earlier is the afternoon: "8-12 and 1-5", "Dinner 5-10"."""
    is_earlier = before is not None and interval.start < before.start
    if interval.end > HALF_DAY or not (is_earlier or is_evening):
        return interval
    return Interval(interval.start + HALF_DAY, interval.end + HALF_DAY)


def _statements(tokens: Sequence[Token]) -> Iterator[_Statement]:
    index, morning, last, is_evening = 0, None, None, False
    while index < len(tokens):
        kind = tokens[index].kind
        is_evening = tokens[index].is_evening or (is_evening and not tokens[index].ends_line)
        morning = None if kind is TokenKind.DAYS else morning
        if kind is TokenKind.DAYS:
            goes_on = index > 0 and tokens[index - 1].kind is TokenKind.DAYS
            days, index = _day_list(tokens, index)
            if days is not None:
                yield _Statement(days=days, is_part=_goes_on_with_part(tokens, index), goes_on=goes_on)
        elif kind is TokenKind.TIME:
            first = tokens[index]
            interval, following = _interval(tokens, index)
            if interval is None and last is not None and _is_only_an_end(tokens, index):
                interval = _as_interval(replace(first, minutes=last.start, half="24"), first)
            index = following
            if interval:
                morning = last = interval if first.half else _after(morning, interval, is_evening=is_evening)
                yield _Statement(intervals=(morning,))
        else:
            if kind is TokenKind.CLOSED:
                yield _Statement(intervals=())
            elif kind is TokenKind.ALWAYS:
                if tokens[index].days:
                    yield _Statement(days=tokens[index].days, is_hotline=True)
                yield _Statement(intervals=(_ROUND_THE_CLOCK,), is_hotline=bool(tokens[index].days))
            index += 1


def _day_list(tokens: Sequence[Token], index: int) -> tuple[tuple[int, ...] | None, int]:
    """Read `Mon - Wed, Fri & Sat`; a lone short word such as "so" must stand beside a time."""
    first = index
    days = list(tokens[index].days)
    index += 1
    while (
        index + 1 < len(tokens)
        and tokens[index + 1].kind is TokenKind.DAYS
        and tokens[index].kind in (TokenKind.RANGE, TokenKind.LIST)
    ):
        following = tokens[index + 1].days
        if tokens[index].kind is TokenKind.RANGE and days and following:
            days.extend(_day_span(days[-1], following[0]))
        days.extend(following)
        index += 2
    if index < len(tokens) and tokens[index].is_except:
        days, index = _without_exceptions(days, tokens, index)
    alone = index - first == 1 and tokens[first].is_short and not _is_a_line(tokens, first)
    if alone and not _is_among_days(tokens, first) and not _stands_by_hours(tokens, index):
        return None, index
    return tuple(dict.fromkeys(days)), index


def _without_exceptions(days: list[int], tokens: Sequence[Token], index: int) -> tuple[list[int], int]:
    """`Every day except on Mondays`."""
    at = index + 1
    while at < len(tokens) and at - index <= _TWO and tokens[at].kind in (TokenKind.NOISE, TokenKind.RANGE):
        at += 1
    if at >= len(tokens) or tokens[at].kind is not TokenKind.DAYS:
        return days, index
    excepted, at = _day_list(tokens, at)
    return [day for day in days if day not in (excepted or ())], at


def _is_among_days(tokens: Sequence[Token], index: int) -> bool:
    """`Lun. Mar. Jeu. 9-19`: one of three days in a row."""
    kinds = [token.kind is TokenKind.DAYS for token in tokens[max(0, index - 2) : index + 3]]
    return any(all(kinds[at : at + 3]) for at in range(len(kinds) - 2))


def _is_a_line(tokens: Sequence[Token], index: int) -> bool:
    """Whether nothing but a day stands on a line, or only days do."""
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return all(beside is None or beside.ends_line or beside.kind is TokenKind.DAYS for beside in (before, after))


def _goes_on_with_part(tokens: Sequence[Token], index: int) -> bool:
    """`Wednesday afternoon`, `Monday holidays`: what is closed then is not the day."""
    for token in tokens[index : index + 3]:
        if token.kind is not TokenKind.NOISE or token.is_mark:
            return token.kind is TokenKind.DAYS and not token.days
        if token.is_part_of_day:
            return True
    return False


def _stands_by_hours(tokens: Sequence[Token], index: int) -> bool:
    joints = (TokenKind.LIST, TokenKind.RANGE)
    following = [token for token in tokens[index : index + 3] if not token.is_mark and token.kind not in joints]
    return bool(following) and following[0].kind in (TokenKind.TIME, TokenKind.CLOSED, TokenKind.ALWAYS)


def _day_span(first: int, last: int) -> list[int]:
    return [(first + step) % 7 for step in range(1, (last - first) % 7)]


def _interval(tokens: Sequence[Token], index: int) -> tuple[Interval | None, int]:
    """Read `9 am - 5 pm` and `from 9 until 17 Uhr`; a time without a partner is no interval."""
    start = tokens[index]
    joint = index + 1
    while joint < len(tokens) and tokens[joint].kind is TokenKind.NOISE and joint - index < 2:
        joint += 1
    if joint + 1 >= len(tokens) or tokens[joint].kind not in (TokenKind.RANGE, TokenKind.LIST):
        return None, index + 1
    end_index = joint + 2 if tokens[joint + 1].ends_line and joint + 2 < len(tokens) else joint + 1
    end = tokens[end_index]
    is_list = tokens[joint].kind is TokenKind.LIST
    if end.kind is not TokenKind.TIME or (is_list and not (index and _is_between(tokens, index))):
        return None, index + 1
    if start.is_bare and end.is_bare and not _may_be_bare(tokens, index):
        return None, end_index + 1
    return _as_interval(start, end), end_index + 1


def _is_only_an_end(tokens: Sequence[Token], index: int) -> bool:
    """`Fri till 8pm`: it opens as on the days before."""
    before = [token for token in tokens[max(0, index - 4) : index] if not token.is_mark][-2:]
    return [token.kind for token in before] == [TokenKind.DAYS, TokenKind.RANGE]


def _may_be_bare(tokens: Sequence[Token], index: int) -> bool:
    """`9-17` is hours only right after a day, or after other hours, with at most one word or a dash between."""
    before = [token for token in tokens[max(0, index - 4) : index] if not token.is_mark][-2:]
    if not before or before[-1].kind in (TokenKind.TIME, TokenKind.DAYS, TokenKind.LIST):
        return bool(before)
    if before[0].kind is not TokenKind.DAYS:
        return False
    return before[-1].kind is TokenKind.RANGE or (before[-1].kind is TokenKind.NOISE and not before[0].is_short)


def _is_between(tokens: Sequence[Token], index: int) -> bool:
    """`between 9 and 17`: the list word serves as a range when no range follows the second time."""
    return tokens[index - 1].is_between and not (
        index + 3 < len(tokens)
        and tokens[index + 3].kind is TokenKind.RANGE
        and index + 4 < len(tokens)
        and tokens[index + 4].kind is TokenKind.TIME
    )


def _as_interval(start: Token, end: Token) -> Interval | None:
    opens, closes = start.minutes, end.minutes
    if not start.half and end.half == "p" and opens < HALF_DAY and opens + HALF_DAY < closes:
        opens += HALF_DAY
    if start.half == "p" and not end.half and closes < HALF_DAY and closes + HALF_DAY > opens:
        closes += HALF_DAY
    if closes <= opens and not end.half and opens < closes + HALF_DAY and opens <= HALF_DAY:
        closes += HALF_DAY
    if closes <= opens:
        closes += MINUTES_A_DAY
    if opens >= MINUTES_A_DAY or not _SHORTEST <= closes - opens <= MINUTES_A_DAY:
        return None
    return Interval(opens, closes)


def _paired(statements: Sequence[_Statement]) -> list[_Pair]:
    """Give hours to their days: those before them, those after them, or those in the other column of a table."""
    statements = list(_without_closed_parts(statements))
    days = [statement.days for statement in statements if statement.days is not None]
    hours = [statement.intervals for statement in statements if statement.intervals is not None]
    in_columns = len(days) == len(hours) > 1 and all(
        statement.days is not None for statement in statements[: len(days)]
    )
    if in_columns:
        return list(zip(days, hours, strict=True))
    if statements and statements[0].days is None:
        return list(_in_turn(statements[::-1]))
    return list(_in_turn(statements))


def _without_closed_parts(statements: Sequence[_Statement]) -> Iterator[_Statement]:
    """All but what says that a part of some days is closed, before them or after."""
    before: _Statement | None = None
    for statement, following in zip_longest(statements, statements[1:]):
        days = before if before is not None and before.days is not None else following
        if not (statement.intervals == () and days is not None and days.is_part):
            yield statement
        before = statement


def _in_turn(statements: Sequence[_Statement]) -> Iterator[_Pair]:
    days: tuple[int, ...] | None = None
    has_hours = False
    for statement, following in zip_longest(statements, statements[1:]):
        if statement.days is not None:
            days = (*days, *statement.days) if days and statement.goes_on and not has_hours else statement.days
            has_hours = False
        elif statement.intervals == () and has_hours and following and following.days:
            yield following.days, ()
        elif days is not None and statement.intervals is not None:
            has_hours = True
            yield days, statement.intervals


def _week(pairs: Sequence[_Pair]) -> OpeningHours | None:
    week: list[tuple[Interval, ...] | None] = [None] * 7
    named_with = [0] * 7  # how many days were named together when a day got its hours
    for days, intervals in pairs:
        for day in days:
            if intervals:
                week[day], named_with[day] = _joined((*(week[day] or ()), *intervals)), len(days)
            else:  # "Monday to Friday 9-17, closed on Wednesday"
                week[day] = () if len(days) < named_with[day] else week[day] or ()
    counts = [len({interval for days, hours in pairs if day in days for interval in hours}) for day in range(7)]
    if all(day is None for day in week) or max(counts) > _MOST_INTERVALS:
        return None
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = week
    return OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday))


def _joined(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Sort, and fold those that overlap into one."""
    joined: list[Interval] = []
    for interval in sorted(set(intervals)):
        if joined and interval.start <= joined[-1].end:
            joined[-1] = Interval(joined[-1].start, max(joined[-1].end, interval.end))
        else:
            joined.append(interval)
    return tuple(joined)
