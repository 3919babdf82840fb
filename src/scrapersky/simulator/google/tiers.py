"""What Google bills for each field of a place, and the mask by which a client asks for fields.

A request is billed once, at the highest tier its mask reaches. Parts of fields are not told apart.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from scrapersky.simulator.exchange import JsonObject
from scrapersky.simulator.google.errors import GoogleError, field_violation, invalid_argument
from scrapersky.simulator.vocabulary import subject_in

_LONGEST_MASK = 8_000


class Tier(IntEnum):
    IDS_ONLY = 0
    ESSENTIALS = 1
    PRO = 2
    ENTERPRISE = 3
    ENTERPRISE_ATMOSPHERE = 4


Method = Literal["SearchText", "GetPlace"]

_SKU_NAMES: dict[Method, str] = {"SearchText": "Text Search", "GetPlace": "Place Details"}
_TIER_NAMES = {
    Tier.IDS_ONLY: "Essentials (IDs Only)",
    Tier.ESSENTIALS: "Essentials",
    Tier.PRO: "Pro",
    Tier.ENTERPRISE: "Enterprise",
    Tier.ENTERPRISE_ATMOSPHERE: "Enterprise + Atmosphere",
}

PLACE_FIELDS = {
    name: Tier[tier]
    for tier, names in subject_in("google_place_fields.toml", dict[str, str]).items()
    for name in names.split()
}
"""Every field of a place, with its tier in Place Details."""


def billed_tier(method: Method, fields: frozenset[str]) -> Tier:
    """The tier of a request that asks for these fields of places.

    >>> billed_tier("SearchText", frozenset({"id", "displayName", "websiteUri"})).name
    'ENTERPRISE'
    """
    return max((_tier_of(method, name) for name in fields), default=Tier.IDS_ONLY)


def sku(method: Method, tier: Tier) -> str:
    """The name on the bill.

    >>> sku("GetPlace", Tier.PRO)
    'Place Details Pro'
    """
    return f"{_SKU_NAMES[method]} {_TIER_NAMES[tier]}"


def _tier_of(method: Method, name: str) -> Tier:
    tier = PLACE_FIELDS[name]
    is_costlier_in_searches = tier is Tier.ESSENTIALS or name == "photos"
    return Tier.PRO if method != "GetPlace" and is_costlier_in_searches else tier


@dataclass(frozen=True, slots=True)
class FieldMask:
    place_fields: frozenset[str]
    with_next_page: bool

    def applied_to(self, place: JsonObject) -> JsonObject:
        return {name: value for name, value in place.items() if name in self.place_fields}


def read_mask(text: str | None, *, prefix: str = "") -> FieldMask:
    """Read a mask as Google does: required, without blanks, every path known. `prefix` is "places." in searches."""
    if not text:
        raise _missing()
    if len(text) > _LONGEST_MASK:
        raise invalid_argument("The field mask is too long.")
    if text == "*":
        return FieldMask(frozenset(PLACE_FIELDS), with_next_page=True)
    paths = set(text.split(","))
    fields = {path: path.removeprefix(prefix) for path in paths if path.startswith(prefix)}
    unknown = {path for path in paths if fields.get(path) not in PLACE_FIELDS}
    if prefix:
        unknown.discard("nextPageToken")
    if unknown:
        raise _unknown(text, min(unknown))
    return FieldMask(frozenset(fields.values()), with_next_page="nextPageToken" in paths)


def _missing() -> GoogleError:
    return invalid_argument(
        "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide"
        " it. As an example, you can set the header 'X-Goog-FieldMask' to value 'places.displayName' to ask for the"
        " display name of the places. You can also set the value to '*' in manual testing to get all the fields of the"
        " response."
    )


def _unknown(text: str, path: str) -> GoogleError:
    return field_violation(text, f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'.")
