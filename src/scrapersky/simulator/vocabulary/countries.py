"""Countries: how addresses, phones and times are written there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Country:
    """`street_line` and `city_line` are format strings; `mobile` is a pattern of national digits (see `patterns`)."""

    code: str
    name: str
    english_name: str
    language: str
    calling_code: str
    mobile: str
    time_zone: str
    utc_offset_minutes: int
    street_line: str
    city_line: str
    legal_forms: tuple[str, ...]


_HOUSE_FIRST = "{house_number} {street}"
_HOUSE_LAST = "{street} {house_number}"
_HOUSE_AFTER_COMMA = "{street}, {house_number}"
_POSTAL_FIRST = "{postal_code} {city}"
_NORTH_AMERICAN = "{city}, {region} {postal_code}"

COUNTRIES: dict[str, Country] = {
    country.code: country
    for country in (
        Country(
            "US", "United States", "United States", "en", "1", "",
            "America/Chicago", -360, _HOUSE_FIRST, _NORTH_AMERICAN, ("LLC", "Inc.", "PLLC"),
        ),
        Country(
            "CA", "Canada", "Canada", "en", "1", "",
            "America/Toronto", -300, _HOUSE_FIRST, _NORTH_AMERICAN, ("Ltd.", "Inc."),
        ),
        Country(
            "GB", "United Kingdom", "United Kingdom", "en", "44", "7400######",
            "Europe/London", 0, _HOUSE_FIRST, "{city} {postal_code}", ("Ltd", "LLP", "& Co"),
        ),
        Country(
            "DE", "Deutschland", "Germany", "de", "49", "151*#######",
            "Europe/Berlin", 60, _HOUSE_LAST, _POSTAL_FIRST, ("GmbH", "UG (haftungsbeschränkt)", "e.K.", "GbR"),
        ),
        Country(
            "AT", "Österreich", "Austria", "de", "43", "664*######",
            "Europe/Vienna", 60, _HOUSE_LAST, _POSTAL_FIRST, ("GmbH", "OG", "e.U."),
        ),
        Country(
            "FR", "France", "France", "fr", "33", "61*######",
            "Europe/Paris", 60, _HOUSE_FIRST, _POSTAL_FIRST, ("SARL", "SAS", "EURL"),
        ),
        Country(
            "ES", "España", "Spain", "es", "34", "6*#######",
            "Europe/Madrid", 60, _HOUSE_AFTER_COMMA, _POSTAL_FIRST, ("S.L.", "S.A.", "S.L.U."),
        ),
        Country(
            "IT", "Italia", "Italy", "it", "39", "333*######",
            "Europe/Rome", 60, _HOUSE_AFTER_COMMA, _POSTAL_FIRST, ("S.r.l.", "S.n.c.", "S.a.s."),
        ),
        Country(
            "NL", "Nederland", "Netherlands", "nl", "31", "62*######",
            "Europe/Amsterdam", 60, _HOUSE_LAST, _POSTAL_FIRST, ("B.V.", "V.O.F."),
        ),
        Country(
            "PL", "Polska", "Poland", "pl", "48", "501*#####",
            "Europe/Warsaw", 60, _HOUSE_LAST, _POSTAL_FIRST, ("sp. z o.o.", "s.c."),
        ),
        Country(
            "PT", "Portugal", "Portugal", "pt", "351", "91*######",
            "Europe/Lisbon", 0, _HOUSE_AFTER_COMMA, _POSTAL_FIRST, ("Lda.", "S.A."),
        ),
        Country(
            "SE", "Sverige", "Sweden", "sv", "46", "70*######",
            "Europe/Stockholm", 60, _HOUSE_LAST, _POSTAL_FIRST, ("AB", "HB"),
        ),
    )
}  # fmt: skip
