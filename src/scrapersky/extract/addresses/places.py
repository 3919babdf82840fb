"""The part of an address that names the place: postal code, city, region, country."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scrapersky.extract.addresses.patterns import (
    ANY_CODE,
    CODE_FIRST,
    CODE_HINTS,
    CODE_LAST,
    COUNTRY_OF_LETTERS,
    FIVE_DIGITS,
    FOUR_DIGITS,
    STREET,
    UNIT_WORD_BEFORE,
    US_CITY_AND_CODE,
    US_REGION,
)
from scrapersky.extract.addresses.vocabulary import (
    AU_STATES,
    CA_PROVINCES,
    COUNTRIES,
    COUNTRY_OF_STREET,
    GB_AREAS,
    GB_COUNTIES,
    US_STATES,
)

_TRAILING_COUNTRY = re.compile(r"[\s,(]+(?P<country>[^\W\d_][\w. -]{1,26}?)[\s.,;)]*$")
_REGION_AT_END = re.compile(rf"(?:,\s?|\s)(?P<region>{US_REGION})\.?$", re.IGNORECASE)
_PLAIN_US_CODE = re.compile(r"[\s,]+(?P<code>\d{5}(?:-\d{4})?)$")
_LINKS = frozenset(("van", "de", "of", "von", "the"))
_GB_AREA = re.compile(r"[A-Z]{1,2}")
_REGION_CODES = {"US": US_STATES, "CA": CA_PROVINCES, "AU": AU_STATES}
_WORD = re.compile(r"[\w./]+")
_DIGITS = re.compile(r"\d+")
_KINDS_BY_COUNTRY = [
    (country, kinds, tuple(kind for kind in kinds if len(kind) > 3)) for country, kinds in COUNTRY_OF_STREET.items()
]
_ALL_KINDS = frozenset(kind for _, kinds, _ in _KINDS_BY_COUNTRY for kind in kinds)
_ALL_ENDINGS = tuple({ending for _, _, endings in _KINDS_BY_COUNTRY for ending in endings})


@dataclass(frozen=True, slots=True)
class PlaceInText:
    """Where in the text the place was found, and what came before it."""

    head: str
    city: str = ""
    region: str = ""
    postal_code: str = ""
    country: str = ""
    start: int = 0
    end: int = 0


def without_country(text: str) -> tuple[str, str]:
    """Return the text without the country at its end, and that country's code.

    >>> without_country("12 High Street, Leeds LS1 4AB, United Kingdom")
    ('12 High Street, Leeds LS1 4AB', 'GB')
    """
    match = _TRAILING_COUNTRY.search(text[-60:])
    if not match:
        return text, ""
    tail = match["country"].split()
    for count in range(min(4, len(tail)), 0, -1):
        code = COUNTRIES.get(" ".join(tail[-count:]).lower())
        if code:
            cut = len(text) - len(text[-60:]) + match.start("country") + match["country"].rfind(" ".join(tail[-count:]))
            bare = text[:cut].rstrip(" ,(-")
            # `Hoek van Holland`
            return (text, "") if bare.rpartition(" ")[2] in _LINKS else (bare, code)
    return text, ""


@lru_cache(maxsize=1_024)
def find_places(text: str, country: str) -> Sequence[PlaceInText]:
    """Return every place with a postal code, in order; those of `country` before others that look alike."""
    families = code_families(text)
    places = [*_code_last(text, country, families), *_code_first(text, country, families)]
    places = places or _code_without_state(text, country)
    return tuple(sorted(places, key=lambda place: (place.start, place.country != country, not place.region)))


def find_place(text: str, country: str) -> PlaceInText | None:
    """Return the last place with a postal code in the text; `country` decides between codes that look alike."""
    places = find_places(text, country)
    preferred = [place for place in places if place.country == country]
    return max(preferred or places, key=lambda place: place.end, default=None)


def find_foreign_place(text: str, country: str) -> PlaceInText | None:
    """Return the place before a country whose postal codes are not known here: city and code in either order.

    >>> place = find_foreign_place("8 Abay Avenue, 050010 Almaty", "KZ")
    >>> place.head, place.city, place.postal_code
    ('8 Abay Avenue', 'Almaty', '050010')
    """
    segments = text.split(", ")
    if len(segments) < 2:
        return None
    match = ANY_CODE.search(segments[-1])
    city = segments[-1] if not match else ANY_CODE.sub(" ", segments[-1], count=1).strip(" -,")
    if not city and len(segments) > 2:
        segments.pop()
        city = segments[-1]
    if not city or any(map(str.isdigit, city)):
        return None
    head = ", ".join(segments[:-1])
    return PlaceInText(head, city, "", match["code"] if match else "", country, len(head), len(text))


def find_region_only(text: str) -> PlaceInText | None:
    """Return a US place that has no postal code: `Austin, TX`."""
    if plain := _PLAIN_US_CODE.search(text):
        return PlaceInText(text[: plain.start()], "", "", plain["code"], "US", plain.start(), plain.end())
    match = _REGION_AT_END.search(text)
    if not match:
        return None
    return PlaceInText(
        text[: match.start()].rstrip(" ,"), "", _region(match["region"], "US"), "", "US", match.start(), match.end()
    )


@lru_cache(maxsize=1024)
def country_of_street(street: str) -> str:
    """Return the country whose word for a street this is, or nothing.

    >>> country_of_street("Hauptstraße"), country_of_street("rue de la Paix"), country_of_street("Main Street")
    ('DE', 'FR', '')
    """
    lowered = [word for word in _WORD.findall(street.lower()) if word in _ALL_KINDS or word.endswith(_ALL_ENDINGS)]
    if not lowered:
        return ""
    for country, kinds, endings in _KINDS_BY_COUNTRY:
        if any(word in kinds or word.endswith(endings) for word in lowered):
            return country
    return ""


def split_region(city: str, country: str) -> tuple[str, str]:
    """Take a county or state off the end of a list of places.

    >>> split_region("Eastbourne, East Sussex", "GB")
    ('Eastbourne', 'East Sussex')
    """
    segments = [segment.strip() for segment in city.split(",") if segment.strip()]
    if country == "GB" and len(segments) > 1 and segments[-1].lower() in GB_COUNTIES:
        rest, region = split_region(", ".join(segments[:-1]), country)
        return rest, region or segments[-1]
    if country == "US" and len(segments) > 1 and segments[-1].lower().endswith(" county"):
        return ", ".join(segments[:-1]), ""
    return ", ".join(segments), ""


def code_families(text: str) -> frozenset[str]:
    """The families of codes that a text may have, by its digits in a row; the rest is not looked for."""
    digits = max(map(len, _DIGITS.findall(text)), default=0)
    return frozenset(
        family for family, (least, hint) in CODE_HINTS.items() if digits >= least and hint.search(text) is not None
    )


def _matches(
    patterns: Mapping[str, re.Pattern[str]], text: str, families: Collection[str]
) -> Iterator[tuple[str, re.Match[str]]]:
    for family, pattern in patterns.items():
        if family in families:
            for match in pattern.finditer(text):
                yield family, match


def _code_last(text: str, country: str, families: Collection[str]) -> list[PlaceInText]:
    places = []
    for code_country, match in _matches(CODE_LAST, text, families):
        code = normal_code(match["code"], code_country)
        written_small = (
            code_country in ("GB", "CA") and match["code"] != match["code"].upper() and country != code_country
        )
        if written_small or (code_country == "GB" and not _is_gb_code(code)):
            continue
        region = _region(match["region"] or "", code_country)
        head = text[: match.start()].rstrip(" ,.-\u2013(")
        places.append(PlaceInText(head, "", region, code, code_country, match.start(), match.end()))
    return places


def _code_first(text: str, country: str, families: Collection[str]) -> list[PlaceInText]:
    places = []
    for family, match in _matches(CODE_FIRST, text, families):
        if _is_house_number(match, family, country) or (family == "NL" != country and not match["code"].isupper()):
            continue
        head = text[: match.start()].rstrip(" ,-\u2013|·•/")
        own = _country_of_code(match, family, country, head)
        code = normal_code(match["code"], own)
        city = match["city"].strip(" .-/'\u2019")
        places.append(PlaceInText(head, city, match["region"] or "", code, own, match.start(), match.end()))
    return places


def _code_without_state(text: str, country: str) -> list[PlaceInText]:
    match = US_CITY_AND_CODE.search(text) if country == "US" else None
    if not match:
        return []
    return [
        PlaceInText(
            text[: match.start()].rstrip(" ,"), match["city"], "", match["code"], "US", match.start(), match.end()
        )
    ]


def _is_house_number(match: re.Match[str], family: str, country: str) -> bool:
    """Four or five digits before words are a code only where codes are written so: `1234 West Street` is none."""
    if (match["city"][0].islower() and not country) or match["city"].strip(" .").lower() in COUNTRIES:
        return True
    if family not in ("4", "5") or match["letters"]:
        return False
    if UNIT_WORD_BEFORE.search(match.string[max(0, match.start() - 30) : match.start()].rstrip()):
        return True
    foreign = country in CODE_LAST and not country_of_street(match.string[max(0, match.start() - 60) : match.start()])
    return foreign or STREET.match(match.string, match.start("code")) is not None


def _country_of_code(match: re.Match[str], family: str, country: str, head: str) -> str:
    if family == "SE":
        return country if country in ("CZ", "SK", "GR") else "SE"
    if family not in ("4", "5"):
        return family
    letters = match["letters"]
    if letters:
        return COUNTRY_OF_LETTERS.get(letters, letters)
    candidates = FIVE_DIGITS if family == "5" else FOUR_DIGITS
    if country and country in candidates:
        return country
    hint = country_of_street(head[-60:])
    return hint if hint in candidates else ("AT" if hint == "DE" and family == "4" else "")


def normal_code(code: str, country: str) -> str:
    """Return a postal code as its country writes it.

    >>> normal_code("sw1a1aa", "GB"), normal_code("1012ab", "NL"), normal_code("78701 - 1234", "US")
    ('SW1A 1AA', '1012 AB', '78701-1234')
    """
    bare = "".join(code.split()).upper()
    if country == "CA":
        bare = bare.replace("-", "")
    cut = {"GB": -3, "CA": 3, "NL": 4, "SE": 3, "CZ": 3, "SK": 3}.get(country)
    return f"{bare[:cut]} {bare[cut:]}" if cut else bare


def _region(text: str, country: str) -> str:
    bare = text.replace(".", "").strip().upper()
    return _REGION_CODES.get(country, {}).get(text.strip().lower(), bare)


def _is_gb_code(code: str) -> bool:
    area = _GB_AREA.match(code)
    return area is not None and area[0] in GB_AREAS
