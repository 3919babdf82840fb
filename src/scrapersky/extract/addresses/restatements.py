"""One address that a page tells in several ways: short and whole, with words written out and cut."""

import re
from collections.abc import Iterable, Sequence
from itertools import starmap

from scrapersky.extract.finding import Finding, Owner
from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import words

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_HOUSE_MARKS = words("no nr n num br kapi д дом буд")
_PARTS_THAT_TELL = ("postal_code", "city", "house_number", "unit", "region")

Tokens = Sequence[str]


def each_place_once(addresses: Iterable[Finding]) -> list[Finding]:
    """Of addresses that are one, that which tells most, or else the first; all in the order they came in."""
    addresses = list(addresses)
    kept: list[tuple[int, Finding]] = []
    for at, address in sorted(enumerate(addresses), key=lambda one: _emptiness(one[1])):
        if not any(_is_one_place(address, other) for _, other in kept):
            kept.append((at, address))
    return [address for _, address in sorted(kept, key=lambda one: one[0])]


def _emptiness(address: Finding) -> tuple[bool, ...]:
    return address.owner is not Owner.BUSINESS, *(not address.fact(part) for part in _PARTS_THAT_TELL)


def _is_one_place(one: Finding, other: Finding) -> bool:
    codes = [_tight(address, "postal_code") for address in (one, other)]
    if not _is_beginning(codes):
        return False
    streets = [_tokens(address, "street", "house_number") or _tokens(address, "po_box") for address in (one, other)]
    short, long = sorted(streets, key=len)
    is_same = _are_one(short, long) if len(short) == len(long) else all(codes) and _is_part(short, long)
    return is_same and (any(codes) or _may_be_one_town(one, other))


def _is_beginning(codes: Sequence[str]) -> bool:
    """Whether one code lacks or begins another: America adds four figures."""
    return codes[0].startswith(codes[1]) or codes[1].startswith(codes[0])


def _may_be_one_town(one: Finding, other: Finding) -> bool:
    towns = [frozenset(_tokens(address, "city")) for address in (one, other)]
    wider = [frozenset(_tokens(address, "city", "region")) for address in (one, other)]
    return not all(towns) or towns[0] <= wider[1] or towns[1] <= wider[0]


def _are_one(one: Tokens, other: Tokens) -> bool:
    return bool(one) and all(starmap(_is_one_word, zip(one, other, strict=True)))


def _is_part(short: Tokens, long: Tokens) -> bool:
    """Whether one has nothing but some words more at its end, as the name of a building."""
    more = long[len(short) :]
    return _are_one(short, long[: len(short)]) and more[0].isalpha() and len(more[0]) > 1


def _is_one_word(one: str, other: str) -> bool:
    """Whether a word is another, or what is left of it where it is cut: `st` and `street`, `rd` and `road`."""
    if one == other:
        return True
    if one.isdigit() or other.isdigit() or one[0] != other[0]:
        return False
    short, long = sorted((one, other), key=len)
    letters = iter(long)
    return all(letter in letters for letter in short)


def _tokens(address: Finding, *names: str) -> Tokens:
    written = " ".join(address.fact(name) or "" for name in names)
    return [token for token in _TOKEN.findall(folded(written)) if token not in _HOUSE_MARKS]


def _tight(address: Finding, name: str) -> str:
    return "".join(_TOKEN.findall(folded(address.fact(name) or "")))
