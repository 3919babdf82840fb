"""Numbers of which only the end is written, behind the number that they share their beginning with."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scrapersky.extract.phones.labels import Label

_NO_MORE = r"(?![\w:%\u20ac$]|\s?[-./]?\s?\d|\s(?:h|hrs|uhr|std)\b)"
_OR = r"(?:or|oder|ou|o|y|e|et|und|and|en|eller|lub|nebo|vagy|veya|\u0438\u043b\u0438|\u0438|\u03ba\u03b1\u03b9|\u03ae)"
_JOINT = re.compile(rf"\s{{0,2}}(?:[,;&/|+\u3001\u30fb]|{_OR}(?=\s))\s{{0,3}}[(]?")
_NEXT_LINE = re.compile(rf"\s?/\s?(?P<digits>\d{{1,4}}){_NO_MORE}")
# A town may follow its code.
_SAME_LENGTH = re.compile(rf"\s{{1,3}}{_OR}\s{{1,3}}(?P<digits>\d{{4,6}}){_NO_MORE}(?![ \xa0][^\W\d_]{{3}})")
_EXTENSION = re.compile(
    r"\s{0,2}(?:[,;(|/\u00b7]\s{0,2}|(?=\s?\D{0,4}fax))(?:(?P<fax>(?:tele)?fax|faks)[ .:]{0,3})?"
    rf"(?:(?:dw|durchwahl|kl(?:appe)?)\.?|[-\u2013])\s?(?P<digits>\d{{1,5}}){_NO_MORE}",
    re.IGNORECASE,
)
_LAST_GROUP = re.compile(r"(?P<dash>[-\u2013]\s?)?(?P<digits>\d+)\D*$")
_WITH_EXTENSIONS = ("AT", "DE")
_LONGEST_EXTENSION = 4
_MOST_LINES = 30


class Shortened(NamedTuple):
    """The end as it is written and where, the whole number that it stands for, and what is said of it."""

    written: str
    start: int
    end: int
    whole: str
    label: Label | None


def joins(text: str, end: int, start: int) -> bool:
    """Whether nothing but a joint is between two numbers: `Tel. 1 & 2`."""
    return _JOINT.fullmatch(text, end, start) is not None


def shortened_after(raw: str, text: str, end: int, region: str | None) -> Iterator[Shortened]:
    """What follows a number that ends here.

    >>> [other.whole for other in shortened_after("0871 41207", "Tel. 0871 41207 oder 46318", 15, "DE")]
    ['0871 46318']
    >>> [other.whole for other in shortened_after("05372/47120-0", "05372/47120-0, Fax DW 18", 13, "AT")]
    ['05372/47120-18']
    """
    label, whole = None, ""
    if match := _EXTENSION.match(text, end):
        whole = _with_extension(raw, match["digits"], region)
        label = Label.FAX if match["fax"] else None
    elif match := _SAME_LENGTH.match(text, end):
        whole = _with_end(raw, match["digits"]) if _last_length(raw) == len(match["digits"]) else ""
    elif match := _NEXT_LINE.match(text, end):
        whole = _with_end(raw, match["digits"]) if _is_next(raw, match["digits"]) else ""
    if match and whole:
        yield Shortened(match["digits"], match.start("digits"), match.end("digits"), whole, label)


def is_labelled_extension(text: str, end: int) -> bool:
    """Whether the label behind a number is not its own but that of an extension."""
    extension = _EXTENSION.match(text, end)
    return extension is not None and extension["fax"] is not None


def _is_next(raw: str, digits: str) -> bool:
    """The lines of a switchboard follow each other: `438-2917 / 2918`, `71 93/94`."""
    before = re.sub(r"\D", "", raw)[-len(digits) :]
    return 0 < int(digits) - int(before or 0) < _MOST_LINES


def _last_length(raw: str) -> int:
    last = _LAST_GROUP.search(raw)
    return len(last["digits"]) if last else 0


def _with_end(raw: str, digits: str) -> str:
    """The number with other last digits, whatever marks are between them."""
    places = [index for index, letter in enumerate(raw) if letter.isdigit()][-len(digits) :]
    if len(places) < len(digits):
        return ""
    others = dict(zip(places, digits, strict=True))
    return "".join(others.get(at, letter) for at, letter in enumerate(raw))


def _with_extension(raw: str, digits: str, region: str | None) -> str:
    last = _LAST_GROUP.search(raw)
    if last is None:
        return ""
    if len(last["digits"]) == len(digits) >= _LONGEST_EXTENSION:
        return _with_end(raw, digits)
    if last["dash"] and len(last["digits"]) <= _LONGEST_EXTENSION:
        return f"{raw[: last.start('digits')]}{digits}"
    is_usual = region in _WITH_EXTENSIONS and len(digits) <= _LONGEST_EXTENSION
    return f"{raw}-{digits}" if is_usual else ""
