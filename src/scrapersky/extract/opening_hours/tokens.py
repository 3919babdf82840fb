"""The words and figures of opening hours: days, times, ranges, closed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, lru_cache

from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY
from scrapersky.extract.opening_hours.vocabulary import (
    AFTERNOON,
    AROUND_TIMES,
    BETWEEN,
    BREAKS,
    CLOSED,
    DAY_BEGINNINGS,
    DAY_NUMBERS,
    EVENING,
    EXCEPT,
    FROM_DAYS,
    FULL_DAYS,
    HOLIDAYS,
    LIST_WORDS,
    LONGEST_SHORT_DAY,
    MONTHS,
    MORNING,
    PHRASES,
    RANGES,
    ROUND_THE_CLOCK,
    SAYS_OPEN,
    WEEKS,
    week_named_in,
)
from scrapersky.extract.phrases import any_phrase

HALF_DAY = MINUTES_A_DAY // 2
OTHER_DAYS = (-1,)  # those that nothing else names
_TOKEN = re.compile(
    rf"(?P<clock>\b(?:{ROUND_THE_CLOCK})(?!\w))"
    rf"|(?P<date>\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:{MONTHS})\b\.?(?:\s\d{{4}})?"
    rf"|\b(?:{MONTHS})\s\d{{1,2}}\b(?!\s?[:h])(?:,?\s\d{{4}})?"
    r"|\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\d{1,4}[年月日](?:\d{1,2}[月日]){0,2})"
    rf"|(?P<phrase>\b{any_phrase(PHRASES)}(?!\w))"
    r"|(?P<time>(?<![\d$€£+])(?:(?P<joined>(?:[01]\d|2[0-3])[0-5]\d)(?=\s?(?:[-\u2013]|to\b|bis\b|tot\b|hrs"
    r"|h\b|$|\s[a-z]))"
    r"|(?P<hour>[01]?\d|2[0-4])(?:\s?[:.]\s?(?P<minute>[0-5]\d)(?::[0-5]\d)?|\s?[hu]\s?(?P<after_h>[0-5]\d)?(?!\w))?)"
    rf"(?![\d%€$]|[.,]\d{{3}})\s?(?P<half>[ap]\.?\s?m\b\.?|(?:{any_phrase(MORNING | AFTERNOON)})\b\.?"
    r"|(?:(?<=12)|(?<=12 )|(?<=12:00 ))m\b\.?|uhr\b|uur\b|[hu]\b|hrs\b|hs\b|heures\b|(?<=\d)[ap](?!\w|\s\d))?)"
    r"|(?P<range>tot en met\b|[-\u2013\u2014~]|t/m|s/d)"
    r"|(?P<word>[^\W\d_]{1,31}(?:-feira|'(?:au?|y[ae]|d[ae]n)\b)?\.?)|(?P<mark>[,;&/+:|\u00b7\u30fb\u3001\u060c])|(?P<figure>\d{1,20})"
)


class TokenKind(Enum):
    DAYS = auto()
    TIME = auto()
    RANGE = auto()
    LIST = auto()
    CLOSED = auto()
    ALWAYS = auto()
    NOISE = auto()


class PartOfDay(Enum):
    NONE = auto()
    MORNING = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    days: tuple[int, ...] = ()
    minutes: int = 0
    half: str = ""
    is_short: bool = False
    is_bare: bool = False
    is_24: bool = False  # of a clock that counts to 24
    is_mark: bool = False
    ends_line: bool = False
    is_between: bool = False
    part: PartOfDay | None = None
    is_except: bool = False
    is_evening: bool = False
    is_break: bool = False
    says_open: bool = False


@lru_cache(maxsize=256)
def tokens_of(text: str) -> tuple[Token, ...]:
    """What is read is asked again when weeks are compared."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    after_dash = True  # at the beginning of a line a word that may be a day is one
    days = WEEKS.get(week_named_in(text) or "", DAY_NUMBERS)
    before = ""
    for match in _TOKEN.finditer(text):
        token = _token(match, days, after_dash=after_dash)
        if token is not None:
            yield token
            if match["word"] and match["word"] in FROM_DAYS:
                yield Token(TokenKind.RANGE)
        is_lone_time = match["mark"] == ";" and before == "time"
        after_dash = (
            (token is not None and token.kind in (TokenKind.RANGE, TokenKind.LIST))
            or match["mark"] in (",", "/", "&", "+", ":", "|", "\u00b7")
            or (match["mark"] == ";" and not is_lone_time)
        )
        before = match.lastgroup or "" if before != "range" else ""


def _token(match: re.Match[str], days: Mapping[str, int], *, after_dash: bool) -> Token | None:
    """What it says; nothing where it is a word that only stands around times."""
    if match["time"]:
        return _time(match["time"], match["joined"], match["hour"], match["minute"] or match["after_h"], match["half"])
    if match["clock"]:
        return Token(TokenKind.ALWAYS, tuple(range(7)) if "7" in match["clock"] else ())
    if phrase := match["phrase"]:
        token = _MEANINGS.get(PHRASES.get(phrase) or PHRASES.get(" ".join(phrase.replace(".", " ").split()), ""))
        return replace(token, is_evening=True) if token is not None and phrase in EVENING else token
    if match.lastgroup in _FIXED:
        return _FIXED[match.lastgroup]
    return _token_of_word(match, days, after_dash=after_dash)


def _token_of_word(match: re.Match[str], days: Mapping[str, int], *, after_dash: bool) -> Token | None:
    word = (match["word"] or match["mark"] or "").rstrip(".")
    if len(word) == 1 and word.isalpha() and match.string[match.end() : match.end() + 1].isdigit():
        return Token(TokenKind.NOISE)  # of a code, as in M5E 1A5
    if word in days and (after_dash or word not in _JOINTS):
        return _day(word, days[word])
    if word == "close" and (after := _DAY_AFTER.match(match.string, match.end())) and after[1] in days:
        return Token(TokenKind.CLOSED)
    token = _BEGINNINGS.get(match["word"] or "") or _word(word)
    meant = _misspelt(word) if after_dash and token == _UNKNOWN else None
    return token if meant is None else _day(word, meant)


@lru_cache(maxsize=1_024)
def _misspelt(word: str) -> int | None:
    """The day that one slip of the pen makes this word: `Mitwoch`, `Thrusday`."""
    if len(word) < _LONG_WORD:
        return None
    alike = sorted({*_DAYS_ALIKE.get(word[:2], ()), *_DAYS_ALIKE.get(f"{word[0]}-{word[-2:]}", ())})
    likely = (day for day in map(_LONG_DAYS.__getitem__, alike) if abs(len(day) - len(word)) <= 1)
    return next((DAY_NUMBERS[day] for day in likely if _is_one_slip(word, day)), None)


def _is_one_slip(word: str, day: str) -> bool:
    """Whether one letter is another, lacks, is too much or stands behind the next."""
    same = next(
        (at for at, pair in enumerate(zip(word, day, strict=False)) if pair[0] != pair[1]), min(len(word), len(day))
    )
    here, there = word[same:], day[same:]
    is_swapped = here[:2] == there[1::-1] and here[2:] == there[2:]
    return is_swapped or here[1:] == there[1:] or here[1:] == there or here == there[1:]


# As languages write that count to 24.
_HOURS_COUNTED = re.compile(r"\d\s?(?:[hu]\s?\d\d|uhr|uur|heures)|\d[hu]\b")
_ENGLISH_HALF = re.compile(r"[ap]\.?\s?m\b")
_JOINTS = LIST_WORDS | RANGES
_UNKNOWN = Token(TokenKind.NOISE)
_LONG_WORD = 6
_LONG_DAYS = [day for day in FULL_DAYS if len(day) >= _LONG_WORD]
# By their first two letters, and by the first and the last two: one slip leaves either as it was.
_DAYS_ALIKE: dict[str, list[int]] = {}
for _number, _long_day in enumerate(_LONG_DAYS):
    for _ends in (_long_day[:2], f"{_long_day[0]}-{_long_day[-2:]}"):
        _DAYS_ALIKE.setdefault(_ends, []).append(_number)
_DAY_AFTER = re.compile(r"[\s:]{1,3}(?:on\s)?([^\W\d_]{2,15})")
# The shortest are other words unless a dot follows.
_BEGINNINGS = {
    start + dot: Token(TokenKind.DAYS, (day,), is_short=True)
    for start, day in DAY_BEGINNINGS.items()
    for dot in ("", ".")
    if dot or len(start) > LONGEST_SHORT_DAY
}
_FIXED = {
    "date": Token(TokenKind.NOISE),
    "figure": Token(TokenKind.NOISE, is_mark=True),
    "range": Token(TokenKind.RANGE),
}
_MEANINGS = {
    "all_days": Token(TokenKind.DAYS, tuple(range(7))),
    "weekdays": Token(TokenKind.DAYS, tuple(range(5))),
    "weekend": Token(TokenKind.DAYS, (5, 6)),
    "other_days": Token(TokenKind.DAYS, OTHER_DAYS),
    "mornings": Token(TokenKind.NOISE, part=PartOfDay.MORNING),
    "later": Token(TokenKind.NOISE, part=PartOfDay.LATER),
    "closed": Token(TokenKind.CLOSED),
    "noon": Token(TokenKind.TIME, minutes=HALF_DAY, half="p"),
    "midnight": Token(TokenKind.TIME, minutes=MINUTES_A_DAY, half="24"),
}


@lru_cache(maxsize=1_024)
def _time(time: str, joined: str | None, at_hour: str | None, at_minute: str | None, half_of: str | None) -> Token:
    written = joined or f"{at_hour:0>2}{at_minute or '00'}"
    hour, minutes = int(written[:2]), int(written[:2]) * 60 + int(written[2:])
    half = _half(half_of or "")
    if half and hour <= 12:
        minutes = minutes % HALF_DAY + (HALF_DAY if half == "p" else 0)
    else:
        half = "24" if hour > 12 or time.startswith("0") else ""
    is_bare = not joined and time.strip().isdigit()
    is_24 = minutes > HALF_DAY + 59 if not half or half == "24" else False
    return Token(
        TokenKind.TIME,
        minutes=minutes,
        half=half,
        is_bare=is_bare,
        is_24=is_24 or _HOURS_COUNTED.search(time) is not None,
    )


def _half(written: str) -> str:
    if written in ("a", "p") or _ENGLISH_HALF.match(written):
        return written[0]
    word = written.rstrip(".")
    return "p" if word in AFTERNOON or word == "m" else "a" if word in MORNING else ""


@cache
def _day(word: str, number: int) -> Token:
    is_sign = len(word) > 1 and "\u4e00" <= word[0] <= "\u9fff"
    return Token(TokenKind.DAYS, (number,), is_short=len(word) <= LONGEST_SHORT_DAY and not is_sign)


@lru_cache(maxsize=2_048)
def _word(word: str) -> Token | None:
    if word in AROUND_TIMES:
        return None
    if word in CLOSED or word in EXCEPT:
        return Token(TokenKind.CLOSED, is_except=word in EXCEPT)
    if word in HOLIDAYS:
        return Token(TokenKind.DAYS)
    if word in RANGES:
        return Token(TokenKind.RANGE)
    if word in LIST_WORDS:
        return Token(TokenKind.LIST)
    return Token(
        TokenKind.NOISE,
        is_mark=not word.isalpha(),
        ends_line=word == ";",
        is_between=word in BETWEEN,
        is_evening=word in EVENING,
        is_break=word in BREAKS,
        says_open=SAYS_OPEN.match(word) is not None,
    )
