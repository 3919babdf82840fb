"""Numbers of a file that are written without a country: which one that is, where the rest of the file is certain."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scrapersky.extract.domains import registrable_domain
from scrapersky.extract.emails.mail_hosts import is_free_mail
from scrapersky.extract.pages.region import country_code, region_by_ending
from scrapersky.extract.phones.numbers import is_grouped_as_usual, read_number
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow
from scrapersky.extract.submitted.several import read_phones
from scrapersky.late_modules import phonenumbers

NUMBERS = ("phone", "mobile", "fax", "whatsapp")

_MOST_LOOKED_AT = 200
_LEAST = 2  # one website abroad is a chance
_NEARLY_ALL = 0.9
_NORTH_AMERICAN = re.compile(r"(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}")


@dataclass(frozen=True, slots=True)
class NationalNumbers:
    """How many numbers name no country, how many of them stay so with the file's, and which country is certain."""

    without_country: int
    unread: int
    likely: str | None


NO_NUMBERS = NationalNumbers(0, 0, None)


def national_numbers(rows: Collection[GoodRow | BadRow]) -> NationalNumbers:
    bare = [replace(row, file_country=None) for row in rows if isinstance(row, GoodRow)]
    without = unread_numbers(bare)
    if not without:
        return NO_NUMBERS
    return NationalNumbers(len(without), len(unread_numbers(rows)), country_of_numbers(bare, without))


def unread_numbers(rows: Iterable[GoodRow | BadRow]) -> list[str]:
    """Those that stay as they are written, because nobody says of which country they are.

    >>> unread_numbers([GoodRow(2, {"phone": "089 9017238"}), GoodRow(3, {"phone": "089 9017238", "country": "DE"})])
    ['089 9017238']
    """
    return [
        number
        for row in rows
        if isinstance(row, GoodRow)
        for name in NUMBERS
        for number in read_phones(row.cells.get(name, ""), row.country).values
        if not number.startswith("+")
    ]


def country_of_numbers(rows: Sequence[GoodRow], national: Sequence[str]) -> str | None:
    """The country that nearly all else in the file speaks of, if nearly all of its numbers are written as there.

    Numbers of North America tell theirs by themselves.

    >>> rows, munich = [GoodRow(2, {"website": "a.de"}), GoodRow(3, {"email": "b@b.de"})], ["089 9017238"]
    >>> country_of_numbers(rows, munich), country_of_numbers([*rows, GoodRow(4, {"website": "c.at"})], munich)
    ('DE', None)
    >>> country_of_numbers([], ["(512) 555-0100", "737-555-0101"]), country_of_numbers([], munich)
    ('US', None)
    """
    numbers = national[:_MOST_LOOKED_AT]
    told = Counter(chain.from_iterable(map(_told, rows))) or Counter(_of_north_america(numbers))
    country, clues = next(iter(told.most_common(1)), (None, 0))
    if country is None or clues < max(_LEAST, _NEARLY_ALL * told.total()):
        return None
    usual = sum(_is_usual_in(country, number) for number in numbers)
    return country if usual >= _NEARLY_ALL * len(numbers) else None


def _told(row: GoodRow) -> Iterator[str]:
    """Countries that a row names, or that its website, address or other numbers are of."""
    named = country_code(row.cells.get("country", ""))
    mail = row.cells.get("email", "").rpartition("@")[2].strip()
    given = (row.cells.get("website", "").strip(), "" if is_free_mail(mail) else mail)
    hosts = (registrable_domain(host) for host in given if host)
    endings = (region_by_ending(f"https://{host}") for host in hosts if host)
    written = (row.cells.get(name, "") for name in NUMBERS)
    international = (read_number(text, None) for text in written if text.startswith("+"))
    abroad = (phonenumbers.region_code_for_number(number.parsed) for number in international if number)
    yield from filter(None, (named, *endings, *abroad))


def _of_north_america(numbers: Iterable[str]) -> Iterator[str]:
    """No other numbers are written so; those that cost the caller nothing are of several countries."""
    for text in numbers:
        number = read_number(text, "US") if _NORTH_AMERICAN.fullmatch(text) else None
        country = phonenumbers.region_code_for_number(number.parsed) if number else "?"
        if country:
            yield country


def _is_usual_in(country: str, text: str) -> bool:
    number = read_number(text, country)
    return number is not None and is_grouped_as_usual(text, number)
