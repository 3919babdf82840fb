"""What Google bills for each field of a place. A request is billed once, at the highest tier its mask reaches."""

from enum import IntEnum
from typing import Literal

from scrapersky.simulator.vocabulary.word_files import subject_in


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
