"""Cuts text into runs of digits that may be phone numbers, and knows what such runs are when they are none."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from unicodedata import combining

MAX_RUNS = 600
MIN_DIGITS, MAX_DIGITS = 6, 16
_DASHES = r"\u2010-\u2015\u2212-"
# Patterns begin with a digit, and look back only then: a look back at every letter would cost more than all the rest.
_BETWEEN = rf" ()\[\]./~\u00b7\u2022{_DASHES}"
_RUN = re.compile(rf"\d(?=(?:[{_BETWEEN}]{{0,60}}\d){{5}})[\d{_BETWEEN}]{{5,60}}")
_RUN_IN_ASCII = re.compile(r"[0-9](?=(?:[ ()\[\]./~-]{0,60}[0-9]){5})[0-9 ()\[\]./~-]{5,60}")
_GROUP = re.compile(r"\d+")
_VANITY = re.compile(r"[2-9](?<![\w+][2-9])\d{2}\)?[-. ]{1,2}(?=[A-Z\d-]{0,5}[A-Z]{3})[A-Z\d][A-Z\d-]{6,8}(?!\w)")
_CURRENCY = frozenset("$€£¥₹₽₩₺฿")
_TIGHT = _CURRENCY | frozenset("%@_=&#°")
_UNIT = re.compile(
    r"\s?(?::\d|[.,]\d|(?:uhr|h|am|pm|a\.m|p\.m|eur|usd|gbp|chf|pln|km|kg|cm|mm|m²|sqm|sq|ft|mb|gb|kb|px|years?|jahre|ans|%|€|\$)(?!\w))",
    re.IGNORECASE,
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])"  # and its month, as in a span of days
_DATE = re.compile(
    r"(?:19|20)\d\d[-/. ]{1,2}(?:0?\d|1[0-2])[-/. ]{1,2}[0-3]?\d(?!\d)|"
    r"[0-3]?\d[-/.] ?[0-3]?\d[-/.] ?(?:(?:19|20)\d\d|\d\d(?=$| ))|(?:19|20)\d\d ?[\u2010-\u2015/-] ?(?:19|20)\d\d(?!\d)"
    rf"|{_DAY}\.? ?(?:(?:19|20)\d\d)? ?[\u2010-\u2015-] ?{_DAY}(?!\d)"
)
_DECIMAL_PAIR = re.compile(r"-?(?:0|[1-9]\d{0,2})\.\d{3,}")
_TIMES = re.compile(r"[0-2]?\d[.:][0-5]\d ?[\u2010-\u2015-] ?[0-2]?\d[.:][0-5]\d")
_CARRIER = re.compile(r"\(?0[xX*]{2}\s?$")
_CARRIER_WITHIN = re.compile(r"^\(?0[xX*]{2}\s?")
_PLAIN_STARTS = frozenset("+123456789")
_NEXT_WORD = re.compile(r"[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{2}|(?i:fax|tel|mob|e-?mail)")
_LABEL_WORD = re.compile(r"(?:phone|telefono?|tel|fax|mobile?|call|office|cell)$", re.IGNORECASE)
_SEVERAL = re.compile(r"[/\u2022\u00b7()\[\]]|\s[\u2010-\u2015-]\s")
_IBAN_BEFORE = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){0,7} ?$")
_TAX_BEFORE = re.compile(
    r"\b(?:ATU|AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK)[ -]?$"
)
_KNOWN_PLACEHOLDERS = re.compile(
    r"\+?1?(?:123456\d{3,4}|1231231234|5555555555|9876543210|1234567)|(?:3[1-9]|4[0-9])?0?123456789\d?|\+?0{7,}"
    r"|\+?1?(\d)\1\1(\d)\2\2(\d)\3{3}"
)


class DigitRun(NamedTuple):
    """Digits with marks between them; one run may hold several numbers, or a number and something else."""

    start: int
    end: int
    groups: tuple[tuple[int, int], ...]
    digits: int


class Numeral(NamedTuple):
    """One stretch of a run that could be a number by itself."""

    raw: str
    start: int
    end: int
    groups: tuple[int, ...]

    @property
    def is_international(self) -> bool:
        return self.raw.lstrip(" ([").startswith(("+", "\uff0b", "00"))


def runs(text: str, seams: Sequence[int] = ()) -> Iterator[DigitRun]:
    """Runs with enough digits for a number; where two elements touch, a group ends.

    >>> [text_of(run, "Tel 512-555-0100 or 5 pm") for run in runs("Tel 512-555-0100 or 5 pm")]
    ['512-555-0100']
    """
    pattern = _RUN_IN_ASCII if text.isascii() else _RUN
    for match in islice(pattern.finditer(text), MAX_RUNS):
        groups = tuple(group.span() for group in _GROUP.finditer(text, match.start(), match.end()))
        within = seams[bisect_left(seams, match.start()) : bisect_left(seams, match.end())] if seams else ()
        if within:
            groups = tuple(part for group in groups for part in _cut(group, within))
        digits = sum(end - start for start, end in groups)
        if digits >= MIN_DIGITS:
            yield DigitRun(match.start(), groups[-1][1], groups, digits)


def _cut(group: tuple[int, int], seams: Collection[int]) -> Iterator[tuple[int, int]]:
    start, end = group
    for seam in seams:
        if start < seam < end:
            yield start, seam
            start = seam
    yield start, end


def may_part(text: str, run: DigitRun, index: int) -> bool:
    """Whether another number may begin with this group: after a mark, where elements touch, or with a zero."""
    end, start = run.groups[index - 1][1], run.groups[index][0]
    return end == start or text[start] == "0" or _SEVERAL.search(text, end, start) is not None


def text_of(run: DigitRun, text: str) -> str:
    return text[run.start : run.end].strip()


def numerals(text: str, run: DigitRun, first: int, seams: Collection[int] = ()) -> Iterator[Numeral]:
    """The stretches of a run that begin with one of its groups, longest first, whose neighbours allow a number."""
    start = _with_opening(text, run, first)
    if start not in seams and not _may_begin(text, start):
        return
    for last in range(min(len(run.groups), first + 12) - 1, first - 1, -1):
        lengths = tuple(end - begin for begin, end in run.groups[first : last + 1])
        end = run.groups[last][1]
        if MIN_DIGITS <= sum(lengths) <= MAX_DIGITS and (end in seams or _may_end(text, end, is_short=last == first)):
            raw = text[start:end].strip()
            yield Numeral(raw if raw[0] in _PLAIN_STARTS else _CARRIER_WITHIN.sub("(", raw), start, end, lengths)


def vanity_numbers(text: str) -> Iterator[Numeral]:
    """North American numbers written with letters.

    >>> [found.raw for found in vanity_numbers("Call 1-800-GO-ACME-X or 512-555-CARE")]
    ['800-GO-ACME-X', '512-555-CARE']
    """
    for match in islice(_VANITY.finditer(text), MAX_RUNS):
        if sum(letter.isalnum() for letter in match[0]) == 10:
            yield Numeral(match[0], match.start(), match.end(), (10,))


PLACEHOLDER = "A placeholder"


@lru_cache(maxsize=4_096)
def reason_against(raw: str) -> str | None:
    """Why digits are no phone number by themselves, whatever country; None when they may be one.

    >>> reason_against("2024-05-17 10"), reason_against("123-456-7890"), reason_against("512-555-0100")
    ('A date', 'A placeholder', None)
    """
    bare = raw.strip(" ([")
    digits = re.sub(r"\D", "", bare)
    if _DATE.match(bare):
        return "A date"
    if _KNOWN_PLACEHOLDERS.fullmatch(digits) or len(set(digits[-7:])) == 1:
        return PLACEHOLDER
    if _DECIMAL_PAIR.fullmatch(bare):
        return "A decimal number or a coordinate"
    if _TIMES.fullmatch(bare):
        return "Hours, not a number"
    if bare.count("/") > 1:
        return "Several slashes: a date or a list"
    return None


def reason_of_place(text: str, start: int) -> str | None:
    """Why what begins here is part of something else; None when it stands by itself."""
    before = text[max(0, start - 40) : start]
    last = before.rstrip(" -")[-1:]
    if not (last.isupper() or last.isdigit()):
        return None
    if _IBAN_BEFORE.search(before):
        return "Part of an IBAN"
    if _TAX_BEFORE.search(before):
        return "A tax or account number"
    return None


def _with_opening(text: str, run: DigitRun, first: int) -> int:
    """Where a stretch really begins: a bracket or a plus before its first digit belongs to it."""
    begin = run.groups[first][0]
    if text[begin - 1 : begin] in ("x", "X", "*", " ") and (carrier := _CARRIER.search(text, max(0, begin - 6), begin)):
        return carrier.start()
    limit = max(begin - 3, 0 if first == 0 else run.groups[first - 1][1])
    opening = begin
    for position in range(begin - 1, limit - 1, -1):
        if text[position] in "([+\uff0b":
            opening = position
        elif text[position] != " ":
            break
    return opening


def _is_of_a_word(letter: str) -> bool:
    """Chinese, Japanese and Korean put numbers against words without a space."""
    return letter.isdigit() or (letter.isalpha() and ord(letter) < 0x3000) or combining(letter) > 0


def _may_begin(text: str, start: int) -> bool:
    previous = text[start - 1 : start]
    if not previous:
        return True
    if previous in _TIGHT or _is_of_a_word(previous):
        return _LABEL_WORD.search(text, max(0, start - 10), start) is not None
    return not (previous in ".,:" and text[start - 2 : start - 1].isdigit())


def _may_end(text: str, end: int, *, is_short: bool) -> bool:
    following = text[end : end + 1]
    if not following:
        return True
    if following in _TIGHT or _is_of_a_word(following):
        is_extension = following in "xX#" and text[end + 1 : end + 2].isdigit()
        return not is_short and (is_extension or _NEXT_WORD.match(text, end) is not None)
    return _UNIT.match(text, end) is None
