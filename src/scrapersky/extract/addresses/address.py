"""A postal address in parts."""

from dataclasses import dataclass

_CODE_FIRST = frozenset(
    {"DE", "AT", "CH", "FR", "BE", "ES", "IT", "NL", "PL", "PT", "SE", "NO", "DK", "FI", "LU", "CZ", "SK", "HU", "GR"}
)
_NUMBER_LAST = (_CODE_FIRST - {"FR", "LU"}) | {"BR", "TR", "RO", "RU", "UA", "KR", "CN"}


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
        parts = (self.building, self.street_line, self.unit, self.po_box, self._place, self.country)
        return ", ".join(part for part in parts if part)

    @property
    def street_line(self) -> str:
        pair = (self.house_number, self.street)
        return " ".join(part for part in (pair[::-1] if self._number_last else pair) if part)

    @property
    def _number_last(self) -> bool:
        return self.country in _NUMBER_LAST

    @property
    def _place(self) -> str:
        if self.country in _CODE_FIRST:
            place = " ".join(part for part in (self.postal_code, self.city) if part)
            return f"{place} ({self.region})" if self.region else place
        tail = " ".join(part for part in (self.region, self.postal_code) if part)
        glue = ", " if self.region else " "
        return glue.join(part for part in (self.city, tail) if part)
