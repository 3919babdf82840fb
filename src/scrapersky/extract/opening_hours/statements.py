"""What the words of opening hours state, one after another: days, or hours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY, Interval
from scrapersky.extract.opening_hours.tokens import HALF_DAY, PartOfDay, Token, TokenKind

ROUND_THE_CLOCK = (Interval(0, MINUTES_A_DAY),)
_SHORTEST = 30
_LATEST_AFTERNOON = 8 * 60  # of those that are written without their half of the day
_LONGEST_BREAK = 120
_EARLIEST_NIGHT, _LATEST_NIGHT = 10 * 60, 6 * 60  # who opens then may close after midnight
_TWO = 2
_JOINTS = (TokenKind.LIST, TokenKind.RANGE)


@dataclass(frozen=True, slots=True)
class Statement:
    """Either days or hours; hours are intervals, and none of them means closed. Of days, only a part may be meant."""

    days: tuple[int, ...] | None = None
    part: PartOfDay | None = None
    is_hotline: bool = False
    goes_on: bool = False  # right after other days, with nothing between
    intervals: tuple[Interval, ...] | None = None
    is_break: bool = False


def statements_of(tokens: Sequence[Token]) -> list[Statement]:
    return list(_statements(_with_lists(_with_one_joint(tokens))))


def _with_one_joint(tokens: Sequence[Token]) -> list[Token]:
    """`Monday - and Friday`, `E hënë - E premte`: of two joints in a row the first counts."""
    befores = (None, *tokens)
    return [
        token
        for before, token in zip(befores, tokens, strict=False)
        if not (before is not None and token.kind in _JOINTS and before.kind in _JOINTS)
    ]


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


def _after(before: Interval | None, interval: Interval, *, is_evening: bool) -> Interval:
    """What follows on a morning's hours and is written earlier is the afternoon: "8-12 and 1-5", "Dinner 5-10"."""
    is_earlier = before is not None and interval.start < min(before.start, _LATEST_AFTERNOON)
    if interval.end > HALF_DAY or not (is_earlier or is_evening):
        return interval
    return Interval(interval.start + HALF_DAY, interval.end + HALF_DAY)


def _statements(tokens: Sequence[Token]) -> Iterator[Statement]:
    index, morning, is_evening = 0, None, False
    told: list[Interval] = []  # of the days before
    is_24 = any(token.is_24 for token in tokens)
    while index < len(tokens):
        kind = tokens[index].kind
        is_evening = tokens[index].is_evening or (is_evening and not tokens[index].ends_line)
        morning = None if kind is TokenKind.DAYS else morning
        if kind is TokenKind.DAYS:
            goes_on = index > 0 and tokens[index - 1].kind is TokenKind.DAYS
            days, index = _day_list(tokens, index)
            if days is not None:
                yield Statement(days=days, part=_part_that_follows(tokens, index), goes_on=goes_on)
        elif kind is TokenKind.TIME:
            first = tokens[index]
            interval, following = _interval(tokens, index, is_24=is_24)
            is_short_break = interval and morning and _is_short_break(tokens, following, told, interval)
            if interval and told and (is_short_break or _is_break(tokens, index)):
                yield Statement(intervals=(_after(told[0], interval, is_evening=False),), is_break=True)
            elif interval:
                told = [] if morning is None else told
                morning = interval if first.half else _after(morning, interval, is_evening=is_evening)
                told.append(morning)
                yield Statement(intervals=(morning,))
            elif told and _is_only_an_end(tokens, index) and (until := _until(told, first)):
                yield Statement(intervals=until)
            index = following
        else:
            yield from _hours_by_word(tokens[index])
            index += 1


def _hours_by_word(token: Token) -> Iterator[Statement]:
    if token.kind is TokenKind.CLOSED:
        yield Statement(intervals=())
    elif token.kind is TokenKind.ALWAYS:
        if token.days:
            yield Statement(days=token.days, is_hotline=True)
        yield Statement(intervals=ROUND_THE_CLOCK, is_hotline=bool(token.days))


def _is_break(tokens: Sequence[Token], index: int) -> bool:
    """`Lunch break 12-1`, `closed 12-1`: no day stands before the word since the last hours."""
    has_word = False
    for token in reversed(tokens[max(0, index - 6) : index]):
        has_word = has_word or token.kind is TokenKind.CLOSED or token.is_break
        if token.kind in _JOINTS and not has_word:
            return False
        if token.kind in (TokenKind.TIME, TokenKind.DAYS) or token.ends_line:
            return has_word and token.kind is not TokenKind.DAYS
    return False


def _is_short_break(tokens: Sequence[Token], end: int, told: Sequence[Interval], interval: Interval) -> bool:
    """`9-18, 12-13 closed`: within the hours told before, with such a word behind and no day behind that."""
    is_inside = any(one.start < interval.start and interval.end < one.end for one in told)
    if not is_inside or interval.end - interval.start > _LONGEST_BREAK:
        return False
    after = [token for token in tokens[end : end + 4] if not token.is_mark or token.ends_line]
    is_told = bool(after) and (after[0].kind is TokenKind.CLOSED or after[0].is_break)
    return is_told and (len(after) == 1 or after[1].kind is not TokenKind.DAYS)


def _until(told: Sequence[Interval], end: Token) -> tuple[Interval, ...]:
    """It opens as on the days before, and the last of its hours end then."""
    for count in range(len(told), 0, -1):
        last = _as_interval(replace(end, minutes=told[count - 1].start, half="24"), end)
        if last is not None and last.end <= MINUTES_A_DAY:
            return (*told[: count - 1], last)
    return ()


def _day_list(tokens: Sequence[Token], index: int) -> tuple[tuple[int, ...] | None, int]:
    """Read `Mon - Wed, Fri & Sat`; a lone short word such as "so" must stand beside a time."""
    first = index
    days = list(tokens[index].days)
    index += 1
    while index + 1 < len(tokens) and tokens[index + 1].kind is TokenKind.DAYS and tokens[index].kind in _JOINTS:
        following = tokens[index + 1].days
        if tokens[index].kind is TokenKind.RANGE and days and following:
            days.extend(_day_span(days[-1], following[0]))
        days.extend(following)
        index += 2
    if index < len(tokens) and tokens[index].is_except:
        days, index = _without_exceptions(days, tokens, index)
    is_line = _is_a_line(tokens, first) or _ends_a_line(tokens, first)
    alone = index - first == 1 and tokens[first].is_short and not is_line
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


def _ends_a_line(tokens: Sequence[Token], index: int) -> bool:
    """`8:00 - 13:00 (Sat)`."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return index > _TWO and tokens[index - 1].kind is TokenKind.TIME and (after is None or after.ends_line)


def _part_that_follows(tokens: Sequence[Token], index: int) -> PartOfDay | None:
    """`Wednesday afternoon`, `Monday holidays`: what is closed then is not the day."""
    for token in tokens[index : index + 3]:
        if token.kind is TokenKind.DAYS and not token.days:
            return PartOfDay.NONE
        if token.kind is not TokenKind.NOISE:
            return None
        if token.part is not None:
            return token.part
    return None


def _stands_by_hours(tokens: Sequence[Token], index: int) -> bool:
    following = [token for token in tokens[index : index + 3] if not token.is_mark and token.kind not in _JOINTS]
    return bool(following) and following[0].kind in (TokenKind.TIME, TokenKind.CLOSED, TokenKind.ALWAYS)


def _day_span(first: int, last: int) -> list[int]:
    return [(first + step) % 7 for step in range(1, (last - first) % 7)]


def _interval(tokens: Sequence[Token], index: int, *, is_24: bool = False) -> tuple[Interval | None, int]:
    """Read `9 am - 5 pm` and `from 9 until 17 Uhr`; a time without a partner is no interval."""
    start = tokens[index]
    joint = index + 1
    while joint < len(tokens) and tokens[joint].kind is TokenKind.NOISE and joint - index < 2:
        joint += 1
    if joint + 1 >= len(tokens) or tokens[joint].kind not in _JOINTS:
        return None, index + 1
    end_index = joint + 2 if tokens[joint + 1].ends_line and joint + 2 < len(tokens) else joint + 1
    end = tokens[end_index]
    is_list = tokens[joint].kind is TokenKind.LIST
    if end.kind is not TokenKind.TIME or (is_list and not (index and _is_between(tokens, index))):
        return None, index + 1
    if start.is_bare and end.is_bare and not _may_be_bare(tokens, index):
        return None, end_index + 1
    return _as_interval(start, end, is_24=is_24), end_index + 1


def _is_only_an_end(tokens: Sequence[Token], index: int) -> bool:
    """`Fri till 8pm`."""
    before = [token for token in tokens[max(0, index - 4) : index] if not token.is_mark][-2:]
    return [token.kind for token in before] == [TokenKind.DAYS, TokenKind.RANGE]


def _may_be_bare(tokens: Sequence[Token], index: int) -> bool:
    """`9-17` is hours only right after a day, or after other hours, with at most one word or a dash between."""
    before = [token for token in tokens[max(0, index - 4) : index] if not token.is_mark][-2:]
    if not before or before[-1].kind in (TokenKind.TIME, TokenKind.DAYS, TokenKind.LIST) or before[-1].says_open:
        return bool(before)
    if before[-1].is_break or before[-1].kind is TokenKind.CLOSED:
        return True
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


def _as_interval(start: Token, end: Token, *, is_24: bool = False) -> Interval | None:
    opens, closes = start.minutes, end.minutes
    if not start.half and end.half == "p" and opens < HALF_DAY and opens + HALF_DAY < closes:
        opens += HALF_DAY
    if start.half == "p" and not end.half and closes < HALF_DAY and closes + HALF_DAY > opens:
        closes += HALF_DAY
    is_night = is_24 and opens >= _EARLIEST_NIGHT and closes <= _LATEST_NIGHT
    if closes <= opens and not end.half and opens < closes + HALF_DAY and opens <= HALF_DAY and not is_night:
        closes += HALF_DAY
    if closes <= opens:
        closes += MINUTES_A_DAY
    if opens >= MINUTES_A_DAY or not _SHORTEST <= closes - opens <= MINUTES_A_DAY:
        return None
    return Interval(opens, closes)
