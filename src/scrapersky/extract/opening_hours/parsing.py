"""Opening hours as text to seven days: OSM strings, schema.org strings and what people write."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import zip_longest

from scrapersky.extract.folding import folded
from scrapersky.extract.text_blocks import fold_space

from .hours import MINUTES_A_DAY, Interval, OpeningHours
from .vocabulary import (
    ALL_DAYS,
    CLOSED,
    DAY_NUMBERS,
    HOLIDAYS,
    LIST_WORDS,
    MONTHS,
    RANGES,
    ROUND_THE_CLOCK,
    SHORT_DAYS,
    WEEKDAYS,
    WEEKEND,
)

MAX_LENGTH = 600
_SHORTEST = 30
_MOST_INTERVALS = 4  # of one day; more are several shops, or a table misread
_HALF_DAY = MINUTES_A_DAY // 2
_TOKEN = re.compile(
    rf"(?P<clock>\b(?:{ROUND_THE_CLOCK})(?!\w))"
    rf"|(?P<date>\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:{MONTHS})\b\.?(?:\s\d{{4}})?"
    rf"|\b(?:{MONTHS})\s\d{{1,2}}\b(?!\s?[:h])(?:,?\s\d{{4}})?"
    r"|\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b)"
    rf"|(?P<all>\b(?:{ALL_DAYS})(?!\w))|(?P<weekdays>\b(?:{WEEKDAYS})(?!\w))|(?P<weekend>\b(?:{WEEKEND})(?!\w))"
    r"|(?P<noon>\b(?:12\s)?(?:noon|mittag|midi)\b)|(?P<midnight>\b(?:12\s)?(?:midnight|mitternacht|minuit"
    r"|medianoche|mezzanotte)\b)"
    r"|(?P<time>(?<![\d$€£+])(?:(?P<joined>(?:[01]\d|2[0-3])[0-5]\d)(?=\s?(?:[-\u2013]|to\b|bis\b|tot\b|hrs"
    r"|h\b|$|\s[a-z]))"
    r"|(?P<hour>[01]?\d|2[0-4])(?:\s?[:.]\s?(?P<minute>[0-5]\d)(?::[0-5]\d)?|\s?[hu]\s?(?P<after_h>[0-5]\d)?(?!\w))?)"
    r"(?![\d%€$])\s?(?P<half>[ap]\.?\s?m\b\.?|uhr\b|uur\b|[hu]\b|hrs\b|heures\b)?)"
    r"|(?P<range>tot en met\b|[-\u2013\u2014~]|t/m)"
    r"|(?P<word>[^\W\d_]{1,31}(?:-feira|'a)?\.?)|(?P<mark>[,;&/+:|])"
)


_Pair = tuple[tuple[int, ...], tuple[Interval, ...]]


class _Kind(Enum):
    DAYS = auto()
    TIME = auto()
    RANGE = auto()
    LIST = auto()
    CLOSED = auto()
    ALWAYS = auto()
    NOISE = auto()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _Kind
    days: tuple[int, ...] = ()
    minutes: int = 0
    half: str = ""
    is_short: bool = False
    is_bare: bool = False
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class _Statement:
    """Either days or hours; hours are intervals, and none of them means closed."""

    days: tuple[int, ...] | None = None
    intervals: tuple[Interval, ...] | None = None


def parse_opening_hours(text: str, *, days_may_lack: bool = False) -> OpeningHours | None:
    """Return the week the text describes, or None when it names no day with hours.

    >>> str(parse_opening_hours("Mon\u2013Fri 9am\u20135pm, Sat 10-2, Sunday closed"))
    'Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off'
    >>> str(parse_opening_hours("lundi à vendredi 9h-12h30 et 14h-18h"))
    'Mo-Fr 09:00-12:30,14:00-18:00'
    >>> str(parse_opening_hours("7:30 am to 5:30 pm Monday - Friday")), parse_opening_hours("Room 9-17, call 12-14")
    ('Mo-Fr 07:30-17:30', None)
    """
    tokens = list(_tokens(folded_text(text)))
    statements = list(_statements(tokens))
    if days_may_lack and statements and not any(statement.days for statement in statements):
        statements.insert(0, _Statement(days=tuple(range(7))))
    return _week(_paired(statements))


def folded_text(text: str) -> str:
    return folded(fold_space(text[: MAX_LENGTH * 2])[:MAX_LENGTH].replace("\u2212", "-"))


def _tokens(text: str) -> Iterator[_Token]:
    after_dash = False
    for match in _TOKEN.finditer(text):
        yield _token(match, after_dash=after_dash)
        after_dash = match["range"] is not None or match["mark"] in (",", "/", "&", "+")


def _token(match: re.Match[str], *, after_dash: bool) -> _Token:
    if match["time"]:
        return _time(match)
    if match["clock"]:
        return _Token(_Kind.ALWAYS, tuple(range(7)) if "7" in match["clock"] else ())
    fixed = _FIXED.get(match.lastgroup or "")
    if fixed:
        return fixed
    word = (match["word"] or match["mark"] or "").rstrip(".")
    if word in DAY_NUMBERS and (after_dash or word not in _JOINTS):
        return _Token(_Kind.DAYS, (DAY_NUMBERS[word],), is_short=word in SHORT_DAYS)
    return _word(word)


_JOINTS = LIST_WORDS | RANGES
_FIXED = {
    "date": _Token(_Kind.NOISE),
    "all": _Token(_Kind.DAYS, tuple(range(7))),
    "weekdays": _Token(_Kind.DAYS, tuple(range(5))),
    "weekend": _Token(_Kind.DAYS, (5, 6)),
    "noon": _Token(_Kind.TIME, minutes=_HALF_DAY, half="p"),
    "midnight": _Token(_Kind.TIME, minutes=MINUTES_A_DAY, half="24"),
    "range": _Token(_Kind.RANGE),
}


def _time(match: re.Match[str]) -> _Token:
    written = match["joined"] or f"{match['hour']:0>2}{match['minute'] or match['after_h'] or '00'}"
    hour, minutes = int(written[:2]), int(written[:2]) * 60 + int(written[2:])
    half = (match["half"] or "")[:1] if "m" in (match["half"] or "") else ""
    if half and hour <= 12:
        minutes = minutes % _HALF_DAY + (_HALF_DAY if half == "p" else 0)
    else:
        half = "24" if hour > 12 or match["time"].startswith("0") else ""
    return _Token(
        _Kind.TIME, minutes=minutes, half=half, is_bare=not match["joined"] and match["time"].strip().isdigit()
    )


def _word(word: str) -> _Token:
    if word in CLOSED:
        return _Token(_Kind.CLOSED)
    if word in HOLIDAYS:
        return _Token(_Kind.DAYS)
    if word in RANGES:
        return _Token(_Kind.RANGE)
    if word in LIST_WORDS:
        return _Token(_Kind.LIST)
    return _Token(_Kind.NOISE, is_mark=not word.isalpha())


def _statements(tokens: Sequence[_Token]) -> Iterator[_Statement]:
    index = 0
    while index < len(tokens):
        kind = tokens[index].kind
        if kind is _Kind.DAYS:
            days, index = _day_list(tokens, index)
            if days is not None:
                yield _Statement(days=days)
        elif kind is _Kind.TIME:
            interval, index = _interval(tokens, index)
            if interval:
                yield _Statement(intervals=(interval,))
        else:
            if kind is _Kind.CLOSED:
                yield _Statement(intervals=())
            elif kind is _Kind.ALWAYS:
                if tokens[index].days:
                    yield _Statement(days=tokens[index].days)
                yield _Statement(intervals=(Interval(0, MINUTES_A_DAY),))
            index += 1


def _day_list(tokens: Sequence[_Token], index: int) -> tuple[tuple[int, ...] | None, int]:
    """Read `Mon - Wed, Fri & Sat`; a lone short word such as "so" must stand beside a time."""
    first = index
    days = list(tokens[index].days)
    index += 1
    while (
        index + 1 < len(tokens)
        and tokens[index + 1].kind is _Kind.DAYS
        and tokens[index].kind in (_Kind.RANGE, _Kind.LIST)
    ):
        following = tokens[index + 1].days
        if tokens[index].kind is _Kind.RANGE and days and following:
            days.extend(_day_span(days[-1], following[0]))
        days.extend(following)
        index += 2
    alone = index - first == 1 and tokens[first].is_short
    if alone and not _stands_by_hours(tokens, index):
        return None, index
    return tuple(dict.fromkeys(days)), index


def _stands_by_hours(tokens: Sequence[_Token], index: int) -> bool:
    following = [token for token in tokens[index : index + 3] if not token.is_mark and token.kind is not _Kind.LIST]
    return bool(following) and following[0].kind in (_Kind.TIME, _Kind.CLOSED, _Kind.ALWAYS)


def _day_span(first: int, last: int) -> list[int]:
    return [(first + step) % 7 for step in range(1, (last - first) % 7)]


def _interval(tokens: Sequence[_Token], index: int) -> tuple[Interval | None, int]:
    """Read `9 am - 5 pm` and `from 9 until 17 Uhr`; a time without a partner is no interval."""
    start = tokens[index]
    joint = index + 1
    while joint < len(tokens) and tokens[joint].kind is _Kind.NOISE and joint - index < 2:
        joint += 1
    if joint + 1 >= len(tokens) or tokens[joint].kind not in (_Kind.RANGE, _Kind.LIST):
        return None, index + 1
    end_index = joint + 1
    end = tokens[end_index]
    is_list = tokens[joint].kind is _Kind.LIST
    if end.kind is not _Kind.TIME or (is_list and not (index and _is_between(tokens, index))):
        return None, index + 1
    if start.is_bare and end.is_bare and not _may_be_bare(tokens, index):
        return None, end_index + 1
    return _as_interval(start, end), end_index + 1


def _may_be_bare(tokens: Sequence[_Token], index: int) -> bool:
    """`9-17` is hours only right after a day, or after other hours, with at most one word between."""
    before = [token for token in tokens[max(0, index - 4) : index] if not token.is_mark][-2:]
    if not before or before[-1].kind in (_Kind.TIME, _Kind.DAYS, _Kind.LIST):
        return bool(before)
    return before[-1].kind is _Kind.NOISE and before[0].kind is _Kind.DAYS and not before[0].is_short


def _is_between(tokens: Sequence[_Token], index: int) -> bool:
    """`between 9 and 17`: the list word serves as a range when no range follows the second time."""
    return tokens[index - 1].kind is _Kind.NOISE and not (
        index + 3 < len(tokens)
        and tokens[index + 3].kind is _Kind.RANGE
        and index + 4 < len(tokens)
        and tokens[index + 4].kind is _Kind.TIME
    )


def _as_interval(start: _Token, end: _Token) -> Interval | None:
    opens, closes = start.minutes, end.minutes
    if not start.half and end.half == "p" and opens < _HALF_DAY and opens + _HALF_DAY < closes:
        opens += _HALF_DAY
    if start.half == "p" and not end.half and closes < _HALF_DAY and closes + _HALF_DAY > opens:
        closes += _HALF_DAY
    if closes <= opens and not end.half and opens < closes + _HALF_DAY and opens <= _HALF_DAY:
        closes += _HALF_DAY
    if closes <= opens:
        closes += MINUTES_A_DAY
    if opens >= MINUTES_A_DAY or not _SHORTEST <= closes - opens <= MINUTES_A_DAY:
        return None
    return Interval(opens, closes)


def _paired(statements: Sequence[_Statement]) -> list[_Pair]:
    """Give hours to their days: those before them, those after them, or those in the other column of a table."""
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


def _in_turn(statements: Sequence[_Statement]) -> Iterator[_Pair]:
    days: tuple[int, ...] | None = None
    has_hours = False
    for statement, following in zip_longest(statements, statements[1:]):
        if statement.days is not None:
            days, has_hours = statement.days, False
        elif statement.intervals == () and has_hours and following and following.days:
            yield following.days, ()
        elif days is not None and statement.intervals is not None:
            has_hours = True
            yield days, statement.intervals


def _week(pairs: Sequence[_Pair]) -> OpeningHours | None:
    week: list[tuple[Interval, ...] | None] = [None] * 7
    for days, intervals in pairs:
        for day in days:
            week[day] = _joined((*(week[day] or ()), *intervals)) if intervals else week[day] or ()
    counts = [sum(len(intervals) for days, intervals in pairs if day in days) for day in range(7)]
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
