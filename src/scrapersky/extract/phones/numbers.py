"""Reads one number: whether it exists, its international form and what kind of line it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate

from scrapersky.late_modules import phonenumbers

_LINES = {
    "FIXED_LINE": "fixed",
    "MOBILE": "mobile",
    "FIXED_LINE_OR_MOBILE": "fixed_or_mobile",
    "TOLL_FREE": "toll_free",
    "PREMIUM_RATE": "premium_rate",
    "SHARED_COST": "shared_cost",
    "VOIP": "voip",
    "PERSONAL_NUMBER": "personal",
    "PAGER": "pager",
    "UAN": "company",
    "VOICEMAIL": "voicemail",
}
_MANY_GROUPS = 4
_AREA = re.compile(r"\(\d{2,5}\)")
_DOTS = str.maketrans("\u2022\u00b7", "  ")
_WITHOUT_GAPS = re.compile(r"(\+[0-9]{3,20}|[0-9]{5,20})((?: ?(?:ext\.?|x|#) ?[0-9]{1,9})?)", re.IGNORECASE)
_LIKE_A_FRACTION = re.compile(r"\+?\d{1,12}[.,]\d{1,12}")
_EXTENSION = re.compile(r"(?:e?xt(?:ension|n)?|доб|anexo|x|#)[.:=]? ?([0-9]{1,9})\Z", re.IGNORECASE)
_MEXICAN_MOBILE = re.compile(r"(?:\+|00)52[ -]?1[ -]?(?=\d)")


@cache
def least_digits(region: str | None) -> int:
    """The fewest digits that a number of this country has; shorter runs need no look.

    >>> least_digits("US"), least_digits(None)
    (10, 7)
    """
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(region) if region is not None else None
    lengths = (
        metadata.general_desc.possible_length if metadata is not None and metadata.general_desc is not None else ()
    )
    return max(6, min(lengths, default=7))


@dataclass(frozen=True)
class Number:
    """A number that its country is known to have; `line` is what kind of line it is."""

    e164: str
    line: str
    parsed: "phonenumbers.PhoneNumber"

    @cached_property
    def as_usual(self) -> str:
        """As its country writes it."""
        return phonenumbers.format_number(self.parsed, phonenumbers.PhoneNumberFormat.NATIONAL)


@lru_cache(maxsize=4_096)
def read_number(text: str, region: str | None) -> Number | None:
    """A valid number, or None. Valid means that its country has such numbers, not that somebody answers."""
    try:
        number = phonenumbers.parse(text[:60].translate(_DOTS), region)
    except phonenumbers.NumberParseException:
        return None
    line = _line(phonenumbers.number_type(number))
    return None if line is None else Number(_international(number), line, number)


@cache
def _line(kind: int) -> str | None:
    """None of the kind that is unknown, which it is if and only if the number is not valid."""
    return next((line for name, line in _LINES.items() if getattr(phonenumbers.PhoneNumberType, name) == kind), None)


def valid_number(text: str, region: str | None) -> Number | None:
    """The same, also with a code for going abroad instead of a plus, or with the 1 that Mexico had before mobiles.

    >>> valid_number("+52 1 55 1234 5678", None).e164
    '+525512345678'
    """
    number = read_number(text, region)
    if number is None and text.strip().startswith("00"):
        number = read_number("+" + text.strip()[2:], region)
    if number is None and (mexican := _MEXICAN_MOBILE.match(text.strip())):
        number = read_number("+52" + text.strip()[mexican.end() :], region)
    return number


def valid_e164(text: str, region: str | None) -> str | None:
    """The international form of a number that its country is known to have.

    >>> valid_e164("(512) 555-0100", "US"), valid_e164("+49 (0)30 23125-001", None), valid_e164("123-456-7890", "US")
    ('+15125550100', '+493023125001', None)
    """
    number = valid_number(text, region)
    return number.e164 if number is not None else None


def to_e164(text: str, region: str | None) -> str | None:
    """The international form of something known to be a phone number.

    How it begins and its length decide, as plans change yearly.

    >>> to_e164("(512) 555-0100", "US"), to_e164("555-0100", "US"), to_e164("01 42 68 53 00", "US")
    ('+15125550100', None, None)
    """
    valid = valid_e164(text, region)
    if valid is not None:
        return valid
    try:
        number = phonenumbers.parse(text[:60], region)
    except phonenumbers.NumberParseException:
        return None
    reason = phonenumbers.is_possible_number_with_reason(number)
    is_possible = reason == phonenumbers.ValidationResult.IS_POSSIBLE and _begins_as_there(number)
    return _international(number) if is_possible else None


def _begins_as_there(number: "phonenumbers.PhoneNumber") -> bool:
    """Whether a number begins as those of its country do: none of North America has a 0 in front."""
    region = phonenumbers.region_code_for_country_code(number.country_code or 0)
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(region, None)
    pattern = metadata.general_desc.national_number_pattern if metadata and metadata.general_desc else None
    return pattern is None or bool(re.fullmatch(pattern, phonenumbers.national_significant_number(number)))


def to_e164_and_extension(text: str, region: str | None) -> str | None:
    """The same, followed by the extension if the text names one. What is written without a country has to be valid.

    >>> to_e164_and_extension("(512) 555-0100 x7", "US"), to_e164_and_extension("+1 512 555 0100", None)
    ('+15125550100 ext. 7', '+15125550100')
    >>> to_e164_and_extension("01 42 68 53 00", "FR"), to_e164_and_extension("01 42 68 53 00", "DE")
    ('+33142685300', None)
    """
    number, extension = without_extension(text)
    e164 = to_e164(number, None) or valid_e164(number, region)
    return f"{e164} ext. {extension}" if e164 and extension else e164


def without_extension(text: str) -> tuple[str, str | None]:
    """A number as it is written, and the digits to dial once somebody answers.

    >>> without_extension("089 / 9017238 ext. 5"), without_extension("089 9017238")
    (('089 / 9017238', '5'), ('089 9017238', None))
    """
    named = _EXTENSION.search(text.rstrip())
    return (text[: named.start()].rstrip(" ,;"), named[1]) if named else (text, None)


def _international(number: "phonenumbers.PhoneNumber") -> str:
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


@lru_cache(maxsize=4_096)
def spaced_number(text: str) -> str:
    """An international number with gaps: programs that guess what a column holds take it for the text it is.

    Of a country that nobody knows, and of digits without a country, the first ones stand apart. Others stay.

    >>> spaced_number("+49899017238"), spaced_number("+15125550100"), spaced_number("+39066982")
    ('+49 89 9017238', '+1 512 555 0100', '+39 06 6982')
    >>> spaced_number("+9991234567"), spaced_number("0899017238"), spaced_number("(512) 555-0100"), spaced_number("110")
    ('+999 1234567', '089 9017238', '(512) 555-0100', '110')
    >>> spaced_number("044.6681800"), spaced_number("01.23.45.67.89")
    ('044 6681800', '01.23.45.67.89')
    """
    if _LIKE_A_FRACTION.fullmatch(text):
        return text.replace(".", " ").replace(",", " ")
    if not (written := _WITHOUT_GAPS.fullmatch(text)):
        return text
    number, extension = written.groups(default="")
    if not number.startswith("+"):
        return f"{number[:3]} {number[3:]}{extension}"
    codes = (length for length in (1, 2, 3) if int(number[1:][:length]) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE)
    ends = 1 + next(codes, min(3, len(number) - 2))
    grouped = _grouped(int(number[1:ends]), number[ends:])
    is_whole = " " in grouped and grouped.replace(" ", "") == number
    return f"{grouped if is_whole else f'{number[:ends]} {number[ends:]}'}{extension}"


def _grouped(country_code: int, rest: str) -> str:
    """Built from its parts: to parse a number takes longer than all else, and exports have millions."""
    zeros = len(rest) - len(rest.lstrip("0"))
    number = phonenumbers.PhoneNumber(
        country_code, int(rest or 0), italian_leading_zero=bool(zeros) or None, number_of_leading_zeros=zeros or None
    )
    written = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
    return " ".join(re.findall(r"\+?\d+", written))


def number_as_usual_in(region: str | None, text: str) -> Number | None:
    """A number by a country that is only likely: where it is not written as numbers are there, it may be another's.

    >>> number_as_usual_in("DE", "0711 1234560").e164, number_as_usual_in("DE", "(212) 555-0100")
    ('+497111234560', None)
    """
    number = valid_number(text, region) if region is not None else None
    return number if number is not None and is_grouped_as_usual(text, number) else None


def is_grouped_as_usual(text: str, number: Number) -> bool:
    """Whether the gaps in a number are where its country puts them, and its leading zero is there if one is usual."""
    groups = [len(group) for group in re.findall(r"\d+", text)]
    usual_groups = [len(digits) for digits in re.findall(r"\d+", number.as_usual)]
    if re.sub(r"\D", "", number.as_usual).startswith("0"):
        is_as_written = _gaps_from_the_end(groups) <= _gaps_from_the_end(usual_groups)
        return text.lstrip("([ ").startswith("0") and (is_as_written or all(length > 1 for length in groups[1:]))
    is_as_long = sum(groups) == sum(usual_groups)
    many = _MANY_GROUPS if "." in text else _MANY_GROUPS - 1
    if is_as_long and (_AREA.search(text) or (len(groups) >= many and {2, 3}.issuperset(groups))):
        return True  # whatever the gaps: "91 555 12 34" for 915 55 12 34, "8 (4822) 34-15-77" for 8 (482) 234-15-77
    with_country_code = {sum(usual_groups), sum(usual_groups) - 1}
    return _gaps_from_the_end(groups) <= _gaps_from_the_end(usual_groups) | with_country_code


def _gaps_from_the_end(groups: Sequence[int]) -> set[int]:
    return set(accumulate(reversed(groups))) - {sum(groups)}
