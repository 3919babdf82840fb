"""Reads the body of a text search: what the product sends is known, anything else is refused."""

from typing import Annotated

import orjson
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from scrapersky.simulator.google.errors import field_violation, invalid_argument
from scrapersky.simulator.google.place_types import PLACE_TYPES
from scrapersky.simulator.shapes import Rectangle

PAGE_SIZE = 20
_PAGING = {"page_size", "page_token"}


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


class _Point(_Body):
    latitude: float = Field(0, ge=-90, le=90)
    longitude: float = Field(0, ge=-180, le=180)


class _Box(_Body):
    low: _Point
    high: _Point


class _Restriction(_Body):
    rectangle: _Box


class TextSearch(_Body):
    text_query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    language_code: str = "en"
    page_size: int = Field(0, ge=0)
    page_token: str = ""
    included_type: str = ""
    strict_type_filtering: bool = False
    include_pure_service_area_businesses: bool = False
    location_restriction: _Restriction | None = None

    @property
    def most(self) -> int:
        return min(self.page_size or PAGE_SIZE, PAGE_SIZE)

    @property
    def area(self) -> Rectangle | None:
        if self.location_restriction is None:
            return None
        box = self.location_restriction.rectangle
        return Rectangle(box.low.latitude, box.low.longitude, box.high.latitude, box.high.longitude)

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
    if search.included_type and search.included_type not in PLACE_TYPES:
        raise invalid_argument(f"Unsupported types: {search.included_type}.")
    if search.area is not None:
        _check(search.area)
    return search


def _check(area: Rectangle) -> None:
    if area.south > area.north:
        raise invalid_argument("Invalid rectangle: low.latitude is greater than high.latitude.")
    if ((area.east - area.west) % 360 or (360 if area.west < area.east else 0)) > 180:
        raise invalid_argument("Invalid rectangle: it is wider than 180 degrees.")
