"""One address that a page tells in several ways: short and whole, with words written out and cut."""

import re
from collections.abc import Iterable, Sequence
from itertools import starmap

from scrapersky.extract.finding import Finding, Owner
from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import words

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_HOUSE_MARKS = words("no nr n num br kapi д дом буд")
# What a quarter of blocks is called: `ж.к.` and `кв.` are one.
_QUARTERS = words("ж к жк \u0440 кв мкр микрорайон квартал cartier cartierul cart")
_PARTS_THAT_TELL = ("postal_code", "city", "house_number", "unit", "region")
_BLOCK = 2  # its word and its number

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
    codes = [_code(address) for address in (one, other)]
    if not _is_beginning(codes):
        return False
    streets = [_street(address) or _tokens(address, "po_box") for address in (one, other)]
    short, long = sorted(streets, key=len)
    is_told = all(codes) or any(map(str.isdigit, short))
    is_same = _are_one(short, long) if len(short) == len(long) else is_told and _has_more(short, long)
    is_same = is_same or (bool(short) and sorted(short) == sorted(long))  # with the number before or behind
    is_same = is_same or (all(codes) and _whole(one) == _whole(other))
    return is_same and (any(codes) or _may_be_one_town(one, other))


def _street(address: Finding) -> Tokens:
    """With its house; in a quarter that has no streets, with the block."""
    tokens = _tokens(address, "street", "house_number")
    named = next((at for at, token in enumerate(tokens) if token not in _QUARTERS), 0)
    return [*tokens[named:], *filter(str.isdigit, _tokens(address, "unit")[:_BLOCK])] if named else tokens


def _is_beginning(codes: Sequence[str]) -> bool:
    """Whether one code lacks or begins another: America adds four figures."""
    return codes[0].startswith(codes[1]) or codes[1].startswith(codes[0])


def _may_be_one_town(one: Finding, other: Finding) -> bool:
    towns = [frozenset(_tokens(address, "city")) for address in (one, other)]
    wider = [frozenset(_tokens(address, "city", "region")) for address in (one, other)]
    return not all(towns) or towns[0] <= wider[1] or towns[1] <= wider[0]


def _are_one(one: Tokens, other: Tokens) -> bool:
    return bool(one) and all(starmap(_is_one_word, zip(one, other, strict=True)))


def _has_more(short: Tokens, long: Tokens) -> bool:
    """Whether one has nothing but some words more: a building's name behind it, a kind of street anywhere."""
    if not short:
        return False
    more = long[len(short) :]
    if _are_one(short, long[: len(short)]):
        return more[0].isalpha() and len(more[0]) > 1
    left = iter(long)
    is_within = all(any(_is_one_word(word, other) for other in left) for word in short)
    return is_within and all(word.isalpha() and len(word) > 1 for word in long if word not in short)


def _whole(address: Finding) -> str:
    """Whichever part of it the floor or the building was read as."""
    return "".join(_tokens(address, "street", "house_number", "unit"))


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


def _code(address: Finding) -> str:
    """Without the country's letters, which may stand before it."""
    code = "".join(_TOKEN.findall(folded(address.fact("postal_code") or "")))
    return code.removeprefix((address.fact("country") or "").lower())
