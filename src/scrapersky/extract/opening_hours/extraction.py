"""Opening hours among the lines of a page."""

import re
from collections.abc import Iterator, Sequence
from itertools import starmap

from scrapersky.extract.finding import Finding, Kind, Owner, Way
from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.always_open import always_open
from scrapersky.extract.opening_hours.choice import Week, are_besides, likely_weeks
from scrapersky.extract.opening_hours.days_off import weeks_with_days_off
from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY, Interval, OpeningHours
from scrapersky.extract.opening_hours.notations import folded_text
from scrapersky.extract.opening_hours.parsing import overlap, parse_opening_hours
from scrapersky.extract.opening_hours.statements import statements_of
from scrapersky.extract.opening_hours.tables import lines_by_day
from scrapersky.extract.opening_hours.tokens import Token, TokenKind, tokens_of
from scrapersky.extract.opening_hours.vocabulary import (
    AFTERNOON,
    ALL_DAYS,
    CLOSED,
    DAY_BEGINNINGS,
    DAY_NUMBERS,
    LONGEST_SHORT_DAY,
    MONTHS,
    MORNING,
    RANGES,
    SAYS_OPEN,
    WEEKDAYS,
    WEEKS,
    week_named_in,
)
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import any_phrase, has_digit, letters_of

MAX_FOUND = 20
_MOST_OF_A_WEEK = 5  # days
_MOST_WORDS = 18  # of a line that goes on with a timetable
_MAX_ATTEMPTS = 300
_LONGEST_LINE = 300
_LONGEST_PARAGRAPH = 2_000
_SHORT_LINE = 120
_DAYS_ALONE, _DAYS_AND_MORE = 30, 48
_LINES_TOGETHER = 21
_MAX_BLOCKS_BETWEEN = 8
_MOST_BLOCKS_BETWEEN_DAYS = 16
_SPANS_OF_DAYS = re.compile(rf"\b(?:{any_phrase((*ALL_DAYS, *WEEKDAYS))}|24/7)\b")
_ONE_LETTER = re.compile(r"\bm\b\.?:?\s?(?:[-\u2013\u2014&,/:~]|to\b|bis\b|a\b|t/m|\d)")
_HALVES = any_phrase(MORNING | AFTERNOON)
_UNTIL = any_phrase(filter(str.isalpha, RANGES))
_NAMES_HOURS = re.compile(
    rf"\d\s?(?:[:.h]\s?\d\d|[ap]\.?\s?m\b|[ap](?=\s?[-\u2013])|{_HALVES}\b|uhr|uur|hs\b|[hu]\b"
    rf"|\s?[-\u2013]\s?\d|\s{_UNTIL}\s\d)"
    rf"|\d{{4}}\s?(?:hrs\s?|h\s?)?(?:to|-|\u2013)"
)
_OTHER_DAYS = frozenset(word for week in WEEKS.values() for word in week) - frozenset(DAY_NUMBERS)
_OTHER_DAY = re.compile(rf"(?:{any_phrase(_OTHER_DAYS)})\b[ .:]{{0,3}}(?:$|\d)")
_JOINTS = frozenset(("-", "\u2013", "\u2014", "to", "bis", "until", "till"))
_DIGIT = re.compile(r"\d")
_LAST_DIGIT = re.compile(r".*\d")
_NAME = re.compile(r"[^\W\d_][^\d:]{2,30}:\s")
_SAY_NOTHING = (
    Token(TokenKind.NOISE),
    Token(TokenKind.NOISE, is_mark=True),
    Token(TokenKind.RANGE),
    Token(TokenKind.LIST),
)
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(r"(?<=\w[.!?])\s+(?=[^\W\d_a-z])")
_DAY_WORDS = (
    frozenset(DAY_NUMBERS)
    | frozenset(words[-1] for phrase in (*ALL_DAYS, *WEEKDAYS) if (words := _LETTERS.findall(phrase)))
    | {"days", "feira"}
)
# Letters that are words of many lines: where one is a day, another day stands beside it.
_BEGINNINGS = frozenset(start for start in DAY_BEGINNINGS if len(start) > LONGEST_SHORT_DAY)
_ANY_DAYS = (_DAY_WORDS | _OTHER_DAYS | _BEGINNINGS) - frozenset("ioc")
# What else in plain letters may become one: `t2`, half a word before another, and what is cut out.
_NOTED = re.compile(r"[tT]2|[nN]- |@|://|[wW]\.")
_SURE_DAYS = frozenset(day for day in DAY_NUMBERS if len(day) > 1 or not day.isascii()) | _BEGINNINGS
_NO_DIGIT_WORDS = _DAY_WORDS | frozenset(word for closed in CLOSED for word in _LETTERS.findall(closed))
# A year is no date in `1700-2000`.
_DATE = re.compile(
    rf"\b(?:{MONTHS})\.?\s\d{{1,2}}\b|\b\d{{1,2}}\.?\s(?:de\s)?(?:{MONTHS})\b|\b\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d\d"
    r"|\b\d{1,2}\.\d{1,2}\.(?=[\s:,;]|$)"
    r"|\b(?<!\d{4}[-\u2013])(?<!\d{4} [-\u2013] )(?<!\d{4} to )20\d\d\b(?!\s?(?:[-\u2013]|to)\s?\d{4}\b)"
)
# What happens on one Sunday: `So., 09.06.: …`.
_DATED = re.compile(r"\w{2,12}[.,]{1,2}\s?\d{1,2}\.\d{1,2}\.(?!\d)")


def opening_hours_in(lines: Sequence[Line]) -> list[Finding]:
    """Return the opening hours among lines that were read already."""
    findings: dict[str, Finding] = {}
    parts = [part for line in lines for part in (_sentences(line) if len(line.text) > _LONGEST_LINE else (line,))]
    weeks = list(_weeks(lines_by_day(parts)))
    if not any(sum(day is not None for day in week.hours.days) >= _MOST_OF_A_WEEK for week in weeks):
        weeks = [*starmap(Week, weeks_with_days_off(lines)), *weeks]
    weeks = weeks or list(starmap(Week, always_open(lines)))
    for week in likely_weeks(weeks):
        value = str(week.hours)
        findings.setdefault(value, _finding(value, week.raw, week.hours))
        if len(findings) >= MAX_FOUND:
            break
    return list(findings.values())


def _sentences(line: Line) -> Sequence[Line]:
    """A long line; of a paragraph, what says when it is open."""
    if not _DIGIT.search(line.text):
        return (line,)
    said = (one for one in _SENTENCE_END.split(line.text[:_LONGEST_PARAGRAPH]) if _DIGIT.search(one))
    return [line._replace(text=one) for one in said if SAYS_OPEN.search(folded(one))] or (line,)


def _weeks(lines: Sequence[Line]) -> Iterator[Week]:
    index = attempts = 0
    while index < len(lines) and attempts < _MAX_ATTEMPTS:
        if not _may_begin(lines, index):
            index += 1
            continue
        attempts += 1
        end = _end_of_week(lines, index, _end_of_group(lines, index))
        raw = " ; ".join(_without_other_hours(lines[index:end]))
        hours = parse_opening_hours(raw)
        if hours and not any(hours.days) and _are_hours(lines, index - 1):
            raw = f"{lines[index - 1].text} ; {raw}"
            hours = parse_opening_hours(raw)
        if hours and _is_likely(hours, folded_text(raw)):
            yield Week(raw, hours, lines[index - 1].text[:_SHORT_LINE] if index else "")
        index = end


def _without_other_hours(lines: Sequence[Line]) -> Iterator[str]:
    """All but those that follow a day's hours with others behind a name: of a kitchen, of Christmas Eve."""
    before = ""
    for line in lines:
        text = folded_text(line.text)
        if not (before and _is_of_others(text) and _names_hours(before) and not _is_of_others(before)):
            yield line.text
            before = text


def _is_of_others(text: str) -> bool:
    """Whether a name that tells neither days, nor a part of a day, nor that it is open stands before hours."""
    if _is_remarked(text):
        return True
    name = _NAME.match(text)
    if name is None or not _DIGIT.search(text) or not _ANY_DAYS.isdisjoint(_LETTERS.findall(name[0])):
        return False
    return all(token in _SAY_NOTHING for token in tokens_of(name[0]))


def _leads_others(text: str) -> bool:
    return are_besides(text[:40]) and not _is_remarked(text)


def _is_remarked(text: str) -> bool:
    """`Mon-Fri 8-9 by telephone`: what stands behind hours is about them alone, and leads no others."""
    hours = _LAST_DIGIT.match(text)
    return hours is not None and are_besides(text[hours.end() :]) and not are_besides(hours[0])


def _are_hours(lines: Sequence[Line], index: int) -> bool:
    """Whether a short line right above the days off tells hours."""
    return (
        index >= 0
        and len(lines[index].text) <= _SHORT_LINE
        and lines[index + 1].block - lines[index].block <= _MAX_BLOCKS_BETWEEN
        and _names_hours(folded_text(lines[index].text))
    )


def _is_likely(hours: OpeningHours, raw: str) -> bool:
    """Whether it is a week; one day beside a date is an event, and 24/7 may be said of a hotline."""
    if sum(day is not None for day in hours.days) == 1 and _DATE.search(raw):
        return False
    return any(hours.days) and (not _is_always(hours) or SAYS_OPEN.search(raw) is not None)


def _may_begin(lines: Sequence[Line], index: int) -> bool:
    """A line that names a day with hours, or a day whose hours are the next line or cell."""
    text = lines[index].text
    if not 2 <= len(text) <= _LONGEST_LINE:
        return False
    is_short = len(text) <= _DAYS_ALONE or (len(text) <= _DAYS_AND_MORE and _has_digit(lines, index + 1))
    if not has_digit(text) and not (is_short and _names_day_or_closed(text)):
        return False
    following = lines[index + 1].text if index + 1 < len(lines) else ""
    if not may_name_day(text) and (len(text) >= 40 or not may_name_day(following)):
        return False
    folded = folded_text(text)
    has_day, has_hours = names_day(folded), _names_hours(folded)
    if has_day and has_hours:
        return True
    following = folded_text(following)
    if has_day:
        return is_short and len(following) <= 60 and (_names_hours(following) or names_day(following))
    return has_hours and len(text) < 40 and len(following) < 40 and names_day(following) and not _names_hours(following)


def may_name_day(text: str) -> bool:
    """Whether a line has a word of a day, or one may come when its notation is read: quicker than to read it."""
    if not text.isascii() or not _ANY_DAYS.isdisjoint(letters_of(text)):
        return True
    return _NOTED.search(text) is not None


def _has_digit(lines: Sequence[Line], index: int) -> bool:
    return index < len(lines) and has_digit(lines[index].text)


def _names_day_or_closed(text: str) -> bool:
    plain = text if text.isascii() else folded_text(text) if text[0] >= "\u0900" else folded(text)
    return not _NO_DIGIT_WORDS.isdisjoint(letters_of(plain))


def names_day(folded: str) -> bool:
    words = letters_of(folded)
    if _ANY_DAYS.isdisjoint(words):
        return False
    if not _SURE_DAYS.isdisjoint(words):
        return True
    has_span = _SPANS_OF_DAYS.search(folded) is not None or _ONE_LETTER.search(folded) is not None
    return has_span or week_named_in(folded) is not None


def _names_hours(folded: str) -> bool:
    if "24" in folded or _NAMES_HOURS.search(folded) is not None:
        return True
    return not CLOSED.isdisjoint(letters_of(folded))


def _end_of_group(lines: Sequence[Line], index: int) -> int:
    end = index + 1
    while end < min(len(lines), index + _LINES_TOGETHER) and _continues(lines[end - 1], lines[end]):
        end += 1
    return end


def _end_of_week(lines: Sequence[Line], index: int, end: int) -> int:
    """Where hours begin that overlap those before: with the same days again, or behind a name of their own."""
    first = _leading_days(lines[index]) if end - index > 1 else ()
    has_others = False
    for number in range(index + 1, end) if first else ():
        days = _leading_days(lines[number])
        if (
            days
            and (_has_name(lines[number]) or (days == first and has_others))
            and _overlap(lines, index, number, end)
        ):
            return number
        has_others = has_others or bool(days)
    return end


def _overlap(lines: Sequence[Line], index: int, middle: int, end: int) -> bool:
    """Whether the lines up to the middle and those from it on tell different hours of a day that overlap."""
    parts = (" ; ".join(line.text for line in part) for part in (lines[index:middle], lines[middle:end]))
    here, there = map(parse_opening_hours, parts)
    if here is None or there is None:
        return False
    return any(overlap(one or (), other or ()) for one, other in zip(here.days, there.days, strict=True))


def _has_name(line: Line) -> bool:
    """`Workshop: Mon-Fri 7-17`."""
    name = _NAME.match(line.text)
    return name is not None and not names_day(folded_text(name[0]))


def _leading_days(line: Line) -> tuple[int, ...]:
    """The days that a line begins with."""
    statements = statements_of(tokens_of(folded_text(line.text)))
    return (statements[0].days or ()) if statements else ()


def _continues(before: Line, line: Line) -> bool:
    gap = 0 if 0 < line.table == before.table else line.block - before.block
    if len(line.text) > _SHORT_LINE or len(before.text) > _SHORT_LINE or gap > _MOST_BLOCKS_BETWEEN_DAYS:
        return False
    folded = folded_text(line.text)
    if gap > _MAX_BLOCKS_BETWEEN and not (names_day(folded) and len(folded) <= _DAYS_AND_MORE):
        return False
    if _DATED.match(folded) or len(_LETTERS.findall(folded)) > _MOST_WORDS or _leads_others(folded):
        return False
    if folded in _JOINTS:
        return _names_hours(folded_text(before.text))
    names_hours = _names_hours(folded)
    if names_day(folded) or _OTHER_DAY.match(folded):
        return names_hours or len(folded) <= _DAYS_AND_MORE
    return names_hours and len(folded) < 60 and not _is_phone(folded)


def _finding(value: str, raw: str, hours: OpeningHours) -> Finding:
    confidence = round(0.6 + 0.05 * sum(day is not None for day in hours.days), 2)
    return Finding(
        Kind.OPENING_HOURS, value, raw, Way.TEXT, confidence, raw[:300], Owner.UNKNOWN, reason="days with hours"
    )


def _is_always(hours: OpeningHours) -> bool:
    return all(day == (Interval(0, MINUTES_A_DAY),) for day in hours.days)


def _is_phone(text: str) -> bool:
    return re.search(r"\d{3}[-. ]\d{4}|\d{3}[-. )/]{1,2}\d{3}|\b(?:tel|fax|phone|telefon)", text) is not None
