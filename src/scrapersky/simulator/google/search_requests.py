"""Reads the bodies of the two searches: what the product and its tests send is known, anything else is refused."""

from typing import TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from scrapersky.simulator.google.errors import field_violation, invalid_argument
from scrapersky.simulator.shapes import Area, Circle, Rectangle
from scrapersky.simulator.vocabulary.word_files import words_in

PAGE_SIZE = 20
PLACE_TYPES = words_in("google_place_types.txt")
"""The types a request may name (the documentation's "Table A")."""
_PAGING = {"page_size", "page_token"}


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


class _Point(_Body):
    latitude: float = Field(0, ge=-90, le=90)
    longitude: float = Field(0, ge=-180, le=180)


class _Box(_Body):
    low: _Point
    high: _Point


class _Round(_Body):
    center: _Point
    radius: float = Field(0, ge=0, le=50_000)


class _InRectangle(_Body):
    rectangle: _Box

    @property
    def area(self) -> Rectangle:
        low, high = self.rectangle.low, self.rectangle.high
        return Rectangle(low.latitude, low.longitude, high.latitude, high.longitude)


class _InCircle(_Body):
    circle: _Round

    @property
    def area(self) -> Circle:
        return Circle(self.circle.center.latitude, self.circle.center.longitude, self.circle.radius)


class TextSearch(_Body):
    """A restriction takes no circle, and not both it and a bias are set."""

    text_query: str
    language_code: str = "en"
    page_size: int = Field(0, ge=0)
    page_token: str = ""
    included_type: str = ""
    strict_type_filtering: bool = False
    include_pure_service_area_businesses: bool = False
    location_bias: _InRectangle | _InCircle | None = None
    location_restriction: _InRectangle | None = None

    @property
    def most(self) -> int:
        return min(self.page_size or PAGE_SIZE, PAGE_SIZE)

    @property
    def bias(self) -> Area | None:
        return self.location_bias.area if self.location_bias else None

    @property
    def restriction(self) -> Rectangle | None:
        return self.location_restriction.area if self.location_restriction else None

    @property
    def unchanging(self) -> bytes:
        """Everything that must stay the same from page to page."""
        return orjson.dumps(self.model_dump(exclude=_PAGING))


class NearbySearch(_Body):
    location_restriction: _InCircle
    language_code: str = "en"
    max_result_count: int = Field(PAGE_SIZE, ge=1, le=PAGE_SIZE)
    included_types: list[str] = Field(default=[], max_length=50)
    excluded_types: list[str] = Field(default=[], max_length=50)

    @property
    def area(self) -> Circle:
        return self.location_restriction.area


Search = TypeVar("Search", TextSearch, NearbySearch)


def read_text_search(body: bytes) -> TextSearch:
    search = _read(TextSearch, body)
    if not search.text_query.strip():
        raise invalid_argument("Empty text_query.")
    _check_types([search.included_type] if search.included_type else [])
    if search.bias and search.restriction:
        raise invalid_argument("Cannot set both location_bias and location_restriction.")
    for area in (search.bias, search.restriction):
        if isinstance(area, Rectangle):
            _check(area)
    return search


def read_nearby_search(body: bytes) -> NearbySearch:
    search = _read(NearbySearch, body)
    _check_types([*search.included_types, *search.excluded_types])
    if search.area.radius <= 0:
        raise invalid_argument("location_restriction.circle is required, with a radius above 0.")
    if both := set(search.included_types) & set(search.excluded_types):
        raise invalid_argument(f"Types cannot be both included and excluded: {', '.join(sorted(both))}.")
    return search


def _read(kind: type[Search], body: bytes) -> Search:
    try:
        return kind.model_validate_json(body or b"{}")
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise field_violation(name, f"Invalid value at '{name}': {first['msg']}") from error


def _check(area: Rectangle) -> None:
    if area.south > area.north:
        raise invalid_argument("Invalid rectangle: low.latitude is greater than high.latitude.")
    if ((area.east - area.west) % 360 or (360 if area.west < area.east else 0)) > 180:
        raise invalid_argument("Invalid rectangle: it is wider than 180 degrees.")


def _check_types(types: list[str]) -> None:
    unknown = [name for name in types if name not in PLACE_TYPES]
    if unknown:
        raise invalid_argument(f"Unsupported types: {', '.join(unknown)}.")
