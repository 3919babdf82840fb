"""A postal address in parts."""

import re
from dataclasses import dataclass

from scrapersky.extract.phrases import words

_CODE_FIRST = frozenset(
    {"DE", "AT", "CH", "FR", "BE", "ES", "IT", "NL", "PL", "PT", "SE", "NO", "DK", "FI", "LU", "CZ", "SK", "HU", "GR"}
)
_NUMBER_FIRST = words(
    "US GB CA AU NZ IE IN SG ZA HK PH MY AE KE NG GH UG TZ ZM ZW BW NA KH MM FJ TT BB BS JM PK BD LK MT"
    " FR LU MC MA TN DZ EG VN TH JP"
)

_MADE_UP = re.compile(
    r"\b(?:muster(?:stra(?:\u00df|ss)e|weg|stadt|hausen)|beispiel\w{0,8}|exemplo|exemple|ejemplo|esempio"
    r"|przyk\u0142adow\w|fake st|street name|your street|your address|any ?street|any ?town|sample street|lorem)\b"
)
# No American writes so: a widespread template has its office on the `21th Street`.
_NO_ORDINAL = re.compile(r"\b[2-9]?[123]th\b")
_ENGLISH_ENDS = (" street", " st", " avenue", " ave", " road", " rd", " lane", " blvd")
_UNIT_LAST = words("US CA FR LU MC MA TN VN TH JP")


def is_number_first(country: str) -> bool:
    """Whether the house number stands before the street; where no country is known, as in English."""
    return not country or country in _NUMBER_FIRST


@dataclass(frozen=True, slots=True)
class Address:
    """The parts as written, each without surrounding punctuation; `country` is the ISO code of two letters.

    >>> Address(house_number="12", street="High Street", city="Leeds", postal_code="LS1 4AB", country="GB").one_line
    '12 High Street, Leeds LS1 4AB, GB'
    >>> Address(house_number="5", street="Hauptstraße", city="Köln", postal_code="50667", country="DE").one_line
    'Hauptstraße 5, 50667 Köln, DE'
    """

    building: str = ""
    house_number: str = ""
    street: str = ""
    unit: str = ""
    po_box: str = ""
    city: str = ""
    region: str = ""
    postal_code: str = ""
    country: str = ""

    @property
    def one_line(self) -> str:
        """The address on one line, in the order its country writes it."""
        before, after = (self.unit, "") if self._is_unit_first else ("", self.unit)
        parts = (before, self.building, self.street_line, after, self.po_box, self._place, self.country)
        return ", ".join(part for part in parts if part)

    @property
    def key(self) -> str:
        """What two ways to write one address share; where no house has a number, blocks may."""
        block = f" {self.unit}" if not self.house_number and self.unit else ""
        return f"{self.street_line or self.po_box or self.building}{block} {self.postal_code or self.city}".lower()

    @property
    def is_made_up(self) -> bool:
        """Whether a template shows how an address looks."""
        if self.country == "US" and _NO_ORDINAL.search(self.street.lower()):
            return True
        digits = [letter for letter in self.postal_code if letter.isdigit()]
        return _MADE_UP.search(f"{self.street_line} {self.city}".lower()) is not None or (
            len(digits) > 2 and set(digits) == {"0"}
        )

    @property
    def street_line(self) -> str:
        pair = (self.house_number, self.street)
        return " ".join(part for part in (pair if self._number_first else pair[::-1]) if part)

    @property
    def _number_first(self) -> bool:
        """As its country writes it, unless it is written in English."""
        return is_number_first(self.country) or self.street.lower().rstrip(".").endswith(_ENGLISH_ENDS)

    @property
    def _is_unit_first(self) -> bool:
        """`Unit 4, Mill Estate`; America has the suite behind the street."""
        is_english = is_number_first(self.country) and self.country not in _UNIT_LAST
        return is_english and bool(self.building or not self.house_number)

    @property
    def _place(self) -> str:
        if self.country in _CODE_FIRST:
            place = " ".join(part for part in (self.postal_code, self.city) if part)
            return f"{place} ({self.region})" if self.region else place
        tail = " ".join(part for part in (self.region, self.postal_code) if part)
        glue = ", " if self.region else " "
        return glue.join(part for part in (self.city, tail) if part)
