"""What an Overpass query says, once it was read."""

import re
from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.shapes import Rectangle

ElementType = Literal["node", "way", "relation", "area"]
Verbosity = Literal["ids", "skel", "body", "tags", "meta", "count"]
Geometry = Literal["", "center", "geom", "bb"]

DEFAULT_SET = "_"


@dataclass(frozen=True, slots=True)
class TagFilter:
    """`["key"="value"]` and its kin. Without a value pattern it asks only whether the key is there."""

    key: re.Pattern[str]
    value: re.Pattern[str] | None = None
    negated: bool = False
    exact_key: str = ""

    def accepts(self, tags: dict[str, str]) -> bool:
        return self._matches(tags) is not self.negated

    def _matches(self, tags: dict[str, str]) -> bool:
        if self.exact_key:
            value = tags.get(self.exact_key)
            return value is not None and (self.value is None or self.value.search(value) is not None)
        return any(
            self.key.search(key) and (self.value is None or self.value.search(value)) for key, value in tags.items()
        )


@dataclass(frozen=True, slots=True)
class Around:
    radius: float
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class InArea:
    """Inside an area: one by its id, else all of a set."""

    set_name: str = DEFAULT_SET
    area_id: int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    types: tuple[ElementType, ...]
    into: str = DEFAULT_SET
    tags: tuple[TagFilter, ...] = ()
    boxes: tuple[Rectangle, ...] = ()
    around: tuple[Around, ...] = ()
    areas: tuple[InArea, ...] = ()
    ids: frozenset[int] | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Union:
    members: tuple["Selection", ...]
    into: str = DEFAULT_SET


@dataclass(frozen=True, slots=True)
class DifferenceStatement:
    left: "Selection"
    right: "Selection"
    into: str = DEFAULT_SET


@dataclass(frozen=True, slots=True)
class Copy:
    """`.a;` or `.a -> .b;`"""

    source: str
    into: str = DEFAULT_SET


@dataclass(frozen=True, slots=True)
class Recurse:
    """`>;` and its kin: the set becomes the nodes of its ways, the only parts the simulated map has."""

    source: str = DEFAULT_SET
    into: str = DEFAULT_SET


@dataclass(frozen=True, slots=True)
class MapToArea:
    """`map_to_area;`: the areas that the relations of a set enclose."""

    source: str = DEFAULT_SET
    into: str = DEFAULT_SET


@dataclass(frozen=True, slots=True)
class Out:
    source: str = DEFAULT_SET
    verbosity: Verbosity = "body"
    geometry: Geometry = ""
    limit: int | None = None


Selection = Query | Union | DifferenceStatement | Copy | Recurse | MapToArea
Statement = Selection | Out


@dataclass(frozen=True, slots=True)
class Program:
    statements: tuple[Statement, ...]
    format: Literal["json", "xml"] = "xml"
    timeout: int = 180
    maximum_size: int = 536_870_912
    box: Rectangle | None = None
