"""Addresses of countries that write them in a form of their own: one pattern reads the whole of it."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.sighting import AddressSighting
from scrapersky.extract.pages.lines import Line

MAX_FOUND = 100
_LONGEST_LINE = 300
_SHORT_LINE = 80
_MOST_LINES_MORE = 2
_NEAR = 8
_COUNTRIES = frozenset({"JP", "CN", "TW", "HK", "KR", "TH"})
_AS_ELSEWHERE = {"TW": "CN", "HK": "CN"}
_SHORTHANDS = {"UPPER": "A-Z\u00c0-\u00de\u0100-\u017f\u0218\u021a", "LABEL": r"^(?:[^\W\d_]{4,14}\s?:\s?)?"}
# Signs that tell the country, so that the page's own does not matter.
_BY_SIGNS = (
    (re.compile("[\u3012県都府]"), "JP"),
    (re.compile("[号號]"), "CN"),
    (re.compile(r"[가-힣](?:로|길)\s?\d"), "KR"),
    (re.compile("[\u0905-\u0939]"), "IN"),
)
_ANY_SIGN = re.compile("|".join(signs.pattern for signs, _ in _BY_SIGNS))
_CODE_ALONE = re.compile(r"\u3012?\s?\d{3}-\d{4}")


def in_local_form(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    """Addresses in the form of the page's country, or in signs that tell the country.

    >>> [one.address.one_line for one in in_local_form([Line("경기도 성남시 정자일로 45")], "KR")]
    ['정자일로 45, 성남시, 경기도, KR']
    """
    return islice(_sightings(lines, region), MAX_FOUND)


def _sightings(lines: Sequence[Line], region: str) -> Iterator[AddressSighting]:
    read_to = 0
    is_known = region in _COUNTRIES
    for index in [index for index, line in enumerate(lines) if is_known or not line.text.isascii()]:
        line = lines[index]
        if index < read_to or len(line.text) > _LONGEST_LINE:
            continue
        if not is_known and not _ANY_SIGN.search(line.text):
            continue
        text, read_to = line.text, index + 1
        if _CODE_ALONE.fullmatch(text) and read_to < len(lines):
            text, read_to = f"{text} {lines[read_to].text[:_LONGEST_LINE]}", index + 2
        for together in _together(lines, index, text, read_to):
            sightings = list(_in_text(together, line, region, index))
            if sightings:
                read_to = max(read_to, sightings[-1].lines.stop)
                yield from sightings
                break


def _together(lines: Sequence[Line], index: int, text: str, end: int) -> Iterator[tuple[str, int]]:
    """A line by itself, then with the next one or two: a street and its town may stand one above the other."""
    yield text, end
    for stop in range(end + 1, min(end + _MOST_LINES_MORE, len(lines)) + 1):
        following = lines[stop - 1]
        if len(following.text) > _SHORT_LINE or len(text) > _SHORT_LINE or following.block - lines[index].block > _NEAR:
            return
        text = f"{text.rstrip(' ,.')}, {following.text}"
        yield text, stop


def _in_text(together: tuple[str, int], line: Line, region: str, index: int) -> Iterator[AddressSighting]:
    text, end = together
    if not any(map(str.isdigit, text)):
        return
    for country in _countries(text, region):
        matches = next(filter(None, ([*pattern.finditer(text)] for pattern in _patterns(country))), [])
        for match in matches:
            yield AddressSighting(_address(match, country), match[0].strip(), line.in_address, range(index, end))


def _countries(text: str, region: str) -> Iterator[str]:
    if region in _COUNTRIES:
        yield region
    if not text.isascii():
        own = _AS_ELSEWHERE.get(region, region) if region in _COUNTRIES else ""
        yield from (country for signs, country in _BY_SIGNS if country != own and signs.search(text))


def _address(match: re.Match[str], country: str) -> Address:
    parts = {name: (words or "").strip(" ,-\u2013") for name, words in match.groupdict().items()}
    return Address(
        house_number=parts.get("number", ""),
        street=parts["street"],
        unit=parts.get("unit", ""),
        city=parts["city"],
        region=parts.get("region", ""),
        postal_code=parts.get("code") or parts.get("code_behind", ""),
        country=country,
    )


@cache
def _patterns(country: str) -> tuple[re.Pattern[str], ...]:
    forms = tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("address_forms.toml").read_text("utf-8"))
    name = _AS_ELSEWHERE.get(country, country)
    return tuple(_compiled(form) for of, form in forms.items() if of.partition("_")[0] == name)


def _compiled(form: str) -> re.Pattern[str]:
    for shorthand, meaning in _SHORTHANDS.items():
        form = form.replace(shorthand, meaning)
    return re.compile(form, re.VERBOSE)
