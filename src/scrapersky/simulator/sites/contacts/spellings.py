"""The many ways one phone number is written."""

import re
from functools import lru_cache

import phonenumbers

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.vocabulary.countries import COUNTRIES

_FORMATS = phonenumbers.PhoneNumberFormat
_TRUNK_IN_BRACKETS = {"DE", "AT", "CH", "GB", "NL", "FR", "BE", "SE", "AU"}


@lru_cache(maxsize=2048)
def phone_spellings(number: str, country: str) -> tuple[str, ...]:
    """How people at home and abroad write the number, the usual way first."""
    parsed = _parsed(number, COUNTRIES[country].calling_code)
    national = phonenumbers.format_number(parsed, _FORMATS.NATIONAL)
    international = phonenumbers.format_number(parsed, _FORMATS.INTERNATIONAL)
    spellings = [national, international, international.replace("-", " "), re.sub(r"[ -]", ".", international)]
    if country in _TRUNK_IN_BRACKETS:
        spellings.append(re.sub(r"^(\+\d{1,3}) ", r"\1 (0) ", international))
    if country in {"DE", "AT"}:
        spellings.append(_with_slash(national))
    if country in {"US", "CA"}:
        spellings.extend(
            (re.sub(r"^\((\d{3})\) ", r"\1-", national), re.sub(r"^\((\d{3})\) (\d{3})-", r"\1.\2.", national))
        )
    return tuple(dict.fromkeys(spellings))


def _parsed(number: str, calling_code: str) -> phonenumbers.PhoneNumber:
    """Cheaper than parsing, as the calling code is known. A zero may be part of the number only in Italy."""
    national = number.removeprefix(f"+{calling_code}")
    has_zero = True if national.startswith("0") else None
    return phonenumbers.PhoneNumber(int(calling_code), int(national), italian_leading_zero=has_zero)


def _with_slash(national: str) -> str:
    """The German habit: area code, slash, number."""
    return re.sub(r"^\(?(0\d{1,5})\)? ", r"\1 / ", national)


def spell_phone(dice: Dice, number: str, country: str) -> str:
    return dice.choice(phone_spellings(number, country))


def telephone_link(dice: Dice, number: str, country: str) -> str:
    """What stands after `href=` for the number: mostly the whole number, sometimes as dialled at home."""
    spelling = dice.weighted(
        ((number, 7), (phone_spellings(number, country)[0], 1), (_with_dashes(number, country), 2))
    )
    return "tel:" + spelling.replace(" ", "%20")


def _with_dashes(number: str, country: str) -> str:
    return re.sub(r"[ .]", "-", phone_spellings(number, country)[1])
