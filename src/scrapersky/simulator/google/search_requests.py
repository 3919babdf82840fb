"""Reads the bodies of the two searches, refusing what Google refuses."""

from dataclasses import dataclass
from math import ceil
from typing import Literal

import orjson

from scrapersky.simulator.google.areas import read_area
from scrapersky.simulator.google.body_fields import Fields, read_fields
from scrapersky.simulator.google.errors import invalid_argument
from scrapersky.simulator.google.place import PRICE_LEVELS
from scrapersky.simulator.google.place_types import PLACE_TYPES
from scrapersky.simulator.shapes import Area, Circle

PAGE_SIZE = 20
_MOST_TYPES = 50

Rank = Literal["RELEVANCE", "POPULARITY", "DISTANCE"]

_PAGING = frozenset({"pageSize", "maxResultCount", "pageToken"})
_TEXT_NAMES = """
textQuery languageCode regionCode rankPreference includedType openNow minRating priceLevels strictTypeFiltering
locationBias locationRestriction evOptions routingParameters searchAlongRouteParameters
includePureServiceAreaBusinesses includeFutureOpeningBusinesses
"""
_TEXT_FIELDS = _PAGING | frozenset(_TEXT_NAMES.split())
_NEARBY_NAMES = """
languageCode regionCode includedTypes excludedTypes includedPrimaryTypes excludedPrimaryTypes maxResultCount
locationRestriction rankPreference routingParameters includeFutureOpeningBusinesses
"""
_NEARBY_FIELDS = frozenset(_NEARBY_NAMES.split())


@dataclass(frozen=True, slots=True)
class TextSearch:
    text: str
    language: str
    page_size: int
    page_token: str
    included_type: str
    strict: bool
    open_now: bool
    minimum_rating: float
    price_levels: frozenset[str]
    with_service_areas: bool
    bias: Area | None
    restriction: Area | None
    rank: Rank
    unchanging: bytes
    """Everything that must stay the same from page to page."""


@dataclass(frozen=True, slots=True)
class NearbySearch:
    area: Circle
    language: str
    count: int
    rank: Rank
    included: frozenset[str]
    excluded: frozenset[str]
    included_primary: frozenset[str]
    excluded_primary: frozenset[str]


def read_text_search(body: bytes) -> TextSearch:
    fields = read_fields(body, _TEXT_FIELDS)
    text = fields.text("textQuery").strip()
    if not text:
        raise invalid_argument("Empty text_query.")
    bias = read_area(fields, "locationBias", circles=True)
    restriction = read_area(fields, "locationRestriction", circles=False)
    if bias and restriction:
        raise invalid_argument("Cannot set both location_bias and location_restriction.")
    included_type = fields.text("includedType")
    _check_types([included_type] if included_type else [])
    return TextSearch(
        text=text,
        language=fields.text("languageCode", "en"),
        page_size=_page_size(fields),
        page_token=fields.text("pageToken"),
        included_type=included_type,
        strict=fields.flag("strictTypeFiltering"),
        open_now=fields.flag("openNow"),
        minimum_rating=_minimum_rating(fields),
        price_levels=_price_levels(fields),
        with_service_areas=fields.flag("includePureServiceAreaBusinesses"),
        bias=bias,
        restriction=restriction,
        rank=_rank(fields, "RELEVANCE"),
        unchanging=_unchanging(fields),
    )


def read_nearby_search(body: bytes, *, clamps_count: bool = False) -> NearbySearch:
    fields = read_fields(body, _NEARBY_FIELDS)
    area = read_area(fields, "locationRestriction", circles=True)
    if not isinstance(area, Circle) or area.radius <= 0:
        raise invalid_argument("location_restriction.circle is required, with a radius above 0.")
    included, excluded = _types(fields, "includedTypes"), _types(fields, "excludedTypes")
    included_primary, excluded_primary = _types(fields, "includedPrimaryTypes"), _types(fields, "excludedPrimaryTypes")
    both = (included & excluded) | (included_primary & excluded_primary)
    if both:
        raise invalid_argument(f"Types cannot be both included and excluded: {', '.join(sorted(both))}.")
    count = fields.whole_number("maxResultCount") or PAGE_SIZE
    if count < 1 or (count > PAGE_SIZE and not clamps_count):
        raise invalid_argument("max_result_count must be between 1 and 20 (inclusive).")
    return NearbySearch(
        area=area,
        language=fields.text("languageCode", "en"),
        count=min(count, PAGE_SIZE),
        rank=_rank(fields, "POPULARITY"),
        included=included,
        excluded=excluded,
        included_primary=included_primary,
        excluded_primary=excluded_primary,
    )


def _unchanging(fields: Fields) -> bytes:
    kept = {name: value for name, value in fields.values.items() if name not in _PAGING}
    return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS)


def _page_size(fields: Fields) -> int:
    size = fields.whole_number("pageSize") or fields.whole_number("maxResultCount")
    if size < 0:
        raise invalid_argument("page_size must not be negative.")
    return min(size or PAGE_SIZE, PAGE_SIZE)


def _minimum_rating(fields: Fields) -> float:
    rating = fields.number("minRating")
    if not 0 <= rating <= 5:
        raise invalid_argument("min_rating must be between 0.0 and 5.0 (inclusive).")
    return ceil(rating * 2) / 2


def _price_levels(fields: Fields) -> frozenset[str]:
    levels = frozenset(fields.texts("priceLevels"))
    if levels - set(PRICE_LEVELS):
        raise invalid_argument("Invalid price_levels.")
    return levels


def _rank(fields: Fields, default: Rank) -> Rank:
    wanted = fields.text("rankPreference", default)
    if wanted == "DISTANCE":
        return "DISTANCE"
    if wanted in (default, "RANK_PREFERENCE_UNSPECIFIED"):
        return default
    raise invalid_argument(f"Invalid value at 'rank_preference', \"{wanted}\"")


def _types(fields: Fields, name: str) -> frozenset[str]:
    types = fields.texts(name)
    if len(types) > _MOST_TYPES:
        raise invalid_argument(f"Too many types in {name}: at most {_MOST_TYPES}.")
    _check_types(types)
    return frozenset(types)


def _check_types(types: list[str]) -> None:
    unknown = [name for name in types if name not in PLACE_TYPES]
    if unknown:
        raise invalid_argument(f"Unsupported types: {', '.join(unknown)}.")
