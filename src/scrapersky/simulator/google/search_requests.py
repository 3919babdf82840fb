"""Reads the body of a search: what the product sends is known, anything else is refused."""

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from scrapersky.simulator.google.errors import field_violation, invalid_argument
from scrapersky.simulator.shapes import Rectangle
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


class _InRectangle(_Body):
    rectangle: _Box

    @property
    def area(self) -> Rectangle:
        low, high = self.rectangle.low, self.rectangle.high
        return Rectangle(low.latitude, low.longitude, high.latitude, high.longitude)


class TextSearch(_Body):
    text_query: str
    language_code: str = "en"
    page_size: int = Field(0, ge=0)
    page_token: str = ""
    included_type: str = ""
    strict_type_filtering: bool = False
    include_pure_service_area_businesses: bool = False
    location_restriction: _InRectangle | None = None

    @property
    def most(self) -> int:
        return min(self.page_size or PAGE_SIZE, PAGE_SIZE)

    @property
    def restriction(self) -> Rectangle | None:
        return self.location_restriction.area if self.location_restriction else None

    @property
    def unchanging(self) -> bytes:
        """Everything that must stay the same from page to page."""
        return orjson.dumps(self.model_dump(exclude=_PAGING))


def read_text_search(body: bytes) -> TextSearch:
    try:
        search = TextSearch.model_validate_json(body or b"{}")
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise field_violation(name, f"Invalid value at '{name}': {first['msg']}") from error
    if not search.text_query.strip():
        raise invalid_argument("Empty text_query.")
    if search.included_type and search.included_type not in PLACE_TYPES:
        raise invalid_argument(f"Unsupported types: {search.included_type}.")
    if search.restriction:
        _check(search.restriction)
    return search


def _check(area: Rectangle) -> None:
    if area.south > area.north:
        raise invalid_argument("Invalid rectangle: low.latitude is greater than high.latitude.")
    if ((area.east - area.west) % 360 or (360 if area.west < area.east else 0)) > 180:
        raise invalid_argument("Invalid rectangle: it is wider than 180 degrees.")
