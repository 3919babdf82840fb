"""The words and figures of opening hours: days, times, ranges, closed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from scrapersky.extract.folding import fold_space, folded
from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY
from scrapersky.extract.opening_hours.vocabulary import (
    AFTERNOON,
    ALL_DAYS,
    BEFORE_TIMES,
    BETWEEN,
    CLOSED,
    DAY_NUMBERS,
    EVENING,
    EXCEPT,
    HOLIDAYS,
    LIST_WORDS,
    LONGEST_SHORT_DAY,
    MONTHS,
    MORNING,
    PARTS_OF_DAY,
    RANGES,
    ROUND_THE_CLOCK,
    THAI_WORDS,
    WEEK_SIGN,
    WEEKDAYS,
    WEEKEND,
    WEEKS,
)

MAX_LENGTH = 600
HALF_DAY = MINUTES_A_DAY // 2
_TOKEN = re.compile(
    rf"(?P<clock>\b(?:{ROUND_THE_CLOCK})(?!\w))"
    rf"|(?P<date>\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:{MONTHS})\b\.?(?:\s\d{{4}})?"
    rf"|\b(?:{MONTHS})\s\d{{1,2}}\b(?!\s?[:h])(?:,?\s\d{{4}})?"
    r"|\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\d{1,4}[年月日](?:\d{1,2}[月日]){0,2})"
    rf"|(?P<all>\b(?:{ALL_DAYS})(?!\w))|(?P<weekdays>\b(?:{WEEKDAYS})(?!\w))|(?P<weekend>\b(?:{WEEKEND})(?!\w))"
    rf"|(?P<part>\b(?:{PARTS_OF_DAY})(?!\w))"
    r"|(?P<noon>\b(?:12\s)?(?:noon|midday|mittag|midi|mediodia|mezzogiorno|meio-dia|poludnie|poledne)\b)|(?P<midnight>\b(?:12\s)?(?:midnight|mitternacht|minuit"
    r"|medianoche|mezzanotte)\b)"
    r"|(?P<time>(?<![\d$€£+])(?:(?P<joined>(?:[01]\d|2[0-3])[0-5]\d)(?=\s?(?:[-\u2013]|to\b|bis\b|tot\b|hrs"
    r"|h\b|$|\s[a-z]))"
    r"|(?P<hour>[01]?\d|2[0-4])(?:\s?[:.]\s?(?P<minute>[0-5]\d)(?::[0-5]\d)?|\s?[hu]\s?(?P<after_h>[0-5]\d)?(?!\w))?)"
    r"(?![\d%€$])\s?(?P<half>[ap]\.?\s?m\b\.?|uhr\b|uur\b|[hu]\b|hrs\b|hs\b|heures\b|(?<=\d)[ap](?!\w|\s\d))?)"
    r"|(?P<range>tot en met\b|[-\u2013\u2014~]|t/m)"
    r"|(?P<word>[^\W\d_]{1,31}(?:-feira|'a)?\.?)|(?P<mark>[,;&/+:|\u30fb\u3001])"
)


class TokenKind(Enum):
    DAYS = auto()
    TIME = auto()
    RANGE = auto()
    LIST = auto()
    CLOSED = auto()
    ALWAYS = auto()
    NOISE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    days: tuple[int, ...] = ()
    minutes: int = 0
    half: str = ""
    is_short: bool = False
    is_bare: bool = False
    is_mark: bool = False
    ends_line: bool = False
    is_between: bool = False
    is_part_of_day: bool = False
    is_except: bool = False
    is_evening: bool = False


@lru_cache(maxsize=2_048)
def folded_text(text: str) -> str:
    return _folded(text) if text.isascii() else _told_apart(_folded(_in_known_words(text)))


def _folded(text: str) -> str:
    plain = folded(fold_space(text[: MAX_LENGTH * 2])[:MAX_LENGTH].replace("\u2212", "-"))
    if "n- " in plain:
        plain = _ELIDED.sub(r"\1\2", plain)
    return _SLASH_RANGE.sub("-", plain) if "/" in plain else plain


def _in_known_words(text: str) -> str:
    """Days that have numbers, and those of a script that loses its vowels with the accents."""
    if "\u00aa" in text:
        text = _NUMBERED_DAYS.sub(_named, text)
    if "ứ" in text or "ủ" in text:
        text = text.replace("Chủ nhật", "sunday").replace("Chủ Nhật", "sunday")
        text = _VIETNAMESE_DAYS.sub(lambda day: _DAYS_FROM_TWO[int(day[1]) - 2], text)
    return _THAI.sub(lambda word: THAI_WORDS[word[0]], text)


def _told_apart(plain: str) -> str:
    """Arabic halves of the day, and Chinese words that have no gaps between them."""
    if _ARABIC.search(plain):
        plain = _ARABIC_AFTERNOON.sub("pm", _ARABIC_MORNING.sub("am", plain))
    plain = _HALVES.sub(_with_half, plain)
    if "\u4f11" in plain:
        plain = _CHINESE_CLOSED.sub(" closed ", plain)
    return _CHINESE_RANGE.sub("-", plain) if "\u81f3" in plain or "\u5230" in plain else plain


def _with_half(time: re.Match[str]) -> str:
    """`오후 8:00`, `8:00 μ.μ.`: the half of the day as English has it, behind the time."""
    word = time["before"] or time["after"]
    return f"{time['first'] or time['last']} {'pm' if word in AFTERNOON else 'am'} "


def _named(days: re.Match[str]) -> str:
    first, joint, last, alone = days.groups(default="")
    if alone:
        return _DAY_NAMES[int(alone) - 2]
    return f"{_DAY_NAMES[int(first) - 2]}{joint}{_DAY_NAMES[int(last) - 2]}"


def tokens_of(text: str) -> Iterator[Token]:
    after_dash = True  # at the beginning of a line a word that may be a day is one
    sign = WEEK_SIGN.search(text)
    days = WEEKS[sign.lastgroup or ""] if sign is not None else DAY_NUMBERS
    before = ""
    for match in _TOKEN.finditer(text):
        yield _token(match, days, after_dash=after_dash)
        is_lone_time = match["mark"] == ";" and before == "time"
        after_dash = (
            match["range"] is not None
            or match["mark"] in (",", "/", "&", "+")
            or (match["mark"] == ";" and not is_lone_time)
        )
        before = match.lastgroup or "" if before != "range" else ""


def _token(match: re.Match[str], days: Mapping[str, int], *, after_dash: bool) -> Token:
    if match["time"]:
        return _time(match)
    if match["clock"]:
        return Token(TokenKind.ALWAYS, tuple(range(7)) if "7" in match["clock"] else ())
    fixed = _FIXED.get(match.lastgroup or "")
    if fixed:
        return replace(fixed, is_evening=True) if match["part"] in EVENING else fixed
    word = (match["word"] or match["mark"] or "").rstrip(".")
    if len(word) == 1 and word.isalpha() and match.string[match.end() : match.end() + 1].isdigit():
        return Token(TokenKind.NOISE)  # of a code, as in M5E 1A5
    if word in days and (after_dash or word not in _JOINTS):
        return Token(TokenKind.DAYS, (days[word],), is_short=len(word) <= LONGEST_SHORT_DAY)
    return _word(word)


# `Sonn- und Feiertage`, `søn- og helligdage`: the day, and days that are none of the week.
_ELIDED = re.compile(r"\b(sonn|zon|s[oø]n)-\s?(?:u\.|und|&|og|och|en)\s?(?:feier|helli?g|feest)(tag|dag)\w{0,3}")
# `8:30/12:30 - 14:30/19:00`: where the dash parts morning and afternoon, the slash means "to".
_CLOCK = r"\d{1,2}[:.]\d\d"
_SLASH_RANGE = re.compile(rf"(?<=[:.]\d\d)\s?/\s?(?={_CLOCK}(?!\s?[-\u2013]\s?{_CLOCK}(?!\s?/)))")
# In Portuguese days have numbers: `2ª a 6ª`, `3ª-feira`. Alone they may be a floor's.
_NUMBERED_DAYS = re.compile(
    r"(?<!\w)([2-6])\u00aa(?:[ -]?feiras?)?(\s?(?:a|\u00e0|e|,|-|\u2013)\s?)([2-6])\u00aa(?:[ -]?feiras?)?"
    r"|(?<!\w)([2-6])\u00aa[ -]?feiras?"
)
_VIETNAMESE_DAYS = re.compile(r"\b[Tt]hứ\s?([2-7])\b")
_DAYS_FROM_TWO = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
_DAY_NAMES = ("segunda", "terca", "quarta", "quinta", "sexta")
_THAI = re.compile("|".join(sorted(THAI_WORDS, key=len, reverse=True)))
_CHINESE_CLOSED = re.compile("公休日?|店休日?")
_ARABIC = re.compile("[\u0620-\u064a]")
_ARABIC_MORNING = re.compile(r"\b(?:صباحا?|ص)\b")
_ARABIC_AFTERNOON = re.compile(r"\b(?:مساءا?|ظهرا|م)\b")
_HALF = "|".join(sorted(map(re.escape, MORNING | AFTERNOON), key=len, reverse=True))
_TIME_OF_DAY = r"\d{1,2}(?:[:.]\d\d)?"
_HALVES = re.compile(
    rf"(?P<before>{_HALF})\s?(?P<first>{_TIME_OF_DAY})(?:시|時|点)?|(?P<last>{_TIME_OF_DAY})\s?(?P<after>{_HALF})\.?"
)
_CHINESE_RANGE = re.compile(r"(?<=[一二三四五六日天])[至到]")
_JOINTS = LIST_WORDS | RANGES
_FIXED = {
    "date": Token(TokenKind.NOISE),
    "all": Token(TokenKind.DAYS, tuple(range(7))),
    "weekdays": Token(TokenKind.DAYS, tuple(range(5))),
    "weekend": Token(TokenKind.DAYS, (5, 6)),
    "part": Token(TokenKind.NOISE, is_part_of_day=True),
    "noon": Token(TokenKind.TIME, minutes=HALF_DAY, half="p"),
    "midnight": Token(TokenKind.TIME, minutes=MINUTES_A_DAY, half="24"),
    "range": Token(TokenKind.RANGE),
}


def _time(match: re.Match[str]) -> Token:
    written = match["joined"] or f"{match['hour']:0>2}{match['minute'] or match['after_h'] or '00'}"
    hour, minutes = int(written[:2]), int(written[:2]) * 60 + int(written[2:])
    written_half = match["half"] or ""
    half = written_half[:1] if "m" in written_half or written_half in ("a", "p") else ""
    if half and hour <= 12:
        minutes = minutes % HALF_DAY + (HALF_DAY if half == "p" else 0)
    else:
        half = "24" if hour > 12 or match["time"].startswith("0") else ""
    return Token(
        TokenKind.TIME, minutes=minutes, half=half, is_bare=not match["joined"] and match["time"].strip().isdigit()
    )


def _word(word: str) -> Token:
    if word in CLOSED or word in EXCEPT:
        return Token(TokenKind.CLOSED, is_except=word in EXCEPT)
    if word in HOLIDAYS:
        return Token(TokenKind.DAYS)
    if word in RANGES:
        return Token(TokenKind.RANGE)
    if word in BEFORE_TIMES:
        return Token(TokenKind.NOISE, is_mark=True)
    if word in LIST_WORDS:
        return Token(TokenKind.LIST)
    return Token(
        TokenKind.NOISE,
        is_mark=not word.isalpha(),
        ends_line=word == ";",
        is_between=word in BETWEEN,
        is_evening=word in EVENING,
    )
