"""What is asked of Google and what that costs, from one dated table."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

Method = Literal["search", "details"]

_TIERS = ("ids_only", "essentials", "pro", "enterprise")


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Dollars per thousand requests are thousandths of a dollar per request. Volume discounts are not counted."""

    checked_on: date
    dollars: Mapping[Method, Mapping[str, float]]
    tiers: Mapping[str, str]
    mask: Mapping[str, Sequence[str]]
    """Our fields, and what Google calls them."""

    def cost_micros(self, method: Method, fields: Iterable[str]) -> int:
        """
        >>> google_prices().cost_micros("search", ["id", "displayName", "websiteUri"])
        35000
        >>> google_prices().cost_micros("search", ["id"]), google_prices().cost_micros("details", ["location"])
        (0, 5000)
        """
        prices = self.dollars[method]
        highest = max((_TIERS.index(self.tiers[field]) for field in fields), default=0)
        tier = next(tier for tier in _TIERS[highest:] if tier in prices)
        return round(prices[tier] * 1_000)


@cache
def google_prices() -> PriceTable:
    table = tomllib.loads(files(__package__).joinpath("prices.toml").read_text("utf-8"))
    dollars: dict[Method, Mapping[str, float]] = {"search": table["search"], "details": table["details"]}
    return PriceTable(table["checked_on"], dollars, table["fields"], table["mask"])


def in_dollars(micros: int) -> str:
    """
    >>> in_dollars(105_000), in_dollars(0), in_dollars(1_234_560_000)
    ('$0.11', '$0.00', '$1,234.56')
    """
    cents = (micros + 5_000) // 10_000
    return f"${cents // 100:,}.{cents % 100:02}"
