"""Addresses, numbers and websites of one cell, in which people write several, and words beside them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scrapersky.extract.corrections import read_email, read_phone
from scrapersky.extract.own_sites import NOT_A_WEB_ADDRESS, website_of
from scrapersky.extract.pages.region import country_code
from scrapersky.extract.phones.numbers import to_e164_and_extension, valid_e164

_MOST = 10
_BETWEEN_ADDRESSES = re.compile(r"[\s<>()\[\],;|/\"]+")
_BETWEEN_NUMBERS = re.compile(r"\s*[;\n|,]\s*|\s+(?:/|or|oder|and|und|ou|et|o|y)\s+", re.IGNORECASE)
_BETWEEN_SITES = re.compile(r"[\s;,|]+")
_SCHEME_AND_HOST = re.compile(r"^(?:https?://)?(?![^/?#]*@)[^/?#:]+", re.IGNORECASE)
_AROUND_NUMBER = re.compile(r"^[^\d+(]{1,20}|\s*\([^()\d]{0,40}\)$|\s+[^\d\s()]{2,20}$")
_BARE_DIGITS = re.compile(r"[2-9]\d{9,14}")
_WITHOUT_LEADING_0 = ("US", "BR", "CN", "IN", "MX", "ES", "IT", "PL", "RU")


@dataclass(frozen=True, slots=True)
class Several:
    """What could be read, each once, in the order of the cell; and why the rest could not."""

    values: Sequence[str] = ()
    wrong: Sequence[str] = ()

    @property
    def first(self) -> str | None:
        return next(iter(self.values), None)

    @property
    def others(self) -> Sequence[str]:
        return self.values[1:]

    def beside(self, name: str) -> dict[str, str]:
        """As extra fields."""
        return {f"{name} {number}": value for number, value in enumerate(self.others, 2)}


def read_emails(cell: str) -> Several:
    """
    >>> read_emails("A@x.example; b@x.example (office)").values, read_emails("none").wrong
    (['a@x.example', 'b@x.example'], ["'none' is no e-mail address, such as ana@acme.example"])
    """
    return _read(cell, (part for part in _BETWEEN_ADDRESSES.split(cell) if "@" in part), read_email)


def read_phones(cell: str, country: str | None) -> Several:
    """
    >>> read_phones("089/9017238 (Praxis) / +49 171 2345678", "DE").values
    ['+49899017238', '+491712345678']
    """

    def read(part: str) -> str:
        return international(part, country)

    return _read(cell, map(_number_in, _BETWEEN_NUMBERS.split(cell)), read)


def read_websites(cell: str) -> Several:
    """
    >>> read_websites("www.a.example, b.example").values, read_websites("javascript:alert(1)").values
    (['www.a.example', 'b.example'], [])
    >>> read_websites("HTTPS://OAK.example/Team").values
    ['https://oak.example/Team']
    """
    return _read(cell, _BETWEEN_SITES.split(cell), _website)


def international(phone: str, country: str | None) -> str:
    """Raises ValueError for what is no number."""
    return to_e164_and_extension(phone, country_code(country or "")) or _without_plus(phone) or read_phone(phone)


def _without_plus(phone: str) -> str | None:
    """A spreadsheet takes a number with its country's code for a sum, and the plus away.

    What people of a large country may have written without that code, as all do who have no leading 0, stays.

    >>> _without_plus("498990172385"), _without_plus("5125550100"), _without_plus("0899017238")
    ('+498990172385', None, None)
    """
    if not _BARE_DIGITS.fullmatch(phone) or any(valid_e164(phone, country) for country in _WITHOUT_LEADING_0):
        return None
    return valid_e164(f"+{phone}", None)


def _website(text: str) -> str:
    if website_of(text) == NOT_A_WEB_ADDRESS:
        raise ValueError(f"{text[:80]!r} is no address of a website, such as https://acme.example")
    return _SCHEME_AND_HOST.sub(lambda found: found[0].lower(), text)


def _number_in(part: str) -> str:
    while (bare := _AROUND_NUMBER.sub("", part)) != part:
        part = bare
    return part


def _read(cell: str, parts: Iterable[str], read: Callable[[str], str]) -> Several:
    """As a whole if that is one, else part by part; where none is one, the whole is wrong."""
    if not cell.strip():
        return Several()
    try:
        return Several([read(cell.strip())])
    except ValueError as error:
        whole = str(error)
    values: dict[str, None] = {}
    wrong: list[str] = []
    for part in list(filter(None, parts))[:_MOST]:
        try:
            values[read(part)] = None
        except ValueError as error:
            wrong.append(str(error))
    return Several(list(values), wrong if values else [whole])
