"""Which rows an export has, as a person types it: NAME=VALUE, once or more."""

import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from scrapersky.curation_sdk.complaints import sentence
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import Filter

_COMPARISON = re.compile(r" {0,9}([a-z_]{1,60}) {0,9}([<>].{0,80})$", re.IGNORECASE)


def read_filter(conditions: Sequence[str]) -> Filter:
    """Reads `state=Complete`, `search=dentist`, `outcome=robots` or a column of the grid: `city=Austin`, or `city=`.

    `origin=lists:019a86f2-…` means the rows that came of that list's searches; any table upstream can stand there.

    >>> read_filter(["state=New", "state=Error", "city=Austin"]).in_words()
    'New or Error; city is Austin'
    """
    told: dict[str, Any] = {"states": [], "values": {}}
    for condition in conditions:
        _refuse_comparison(condition)
        name, equals, value = condition.partition("=")
        if not equals or not name.strip():
            raise BadRequest(f"{condition[:80]!r} is no filter; type NAME=VALUE, such as state=Complete.")
        _add(told, name.strip(), value.strip())
    try:
        return Filter.from_json(told)
    except ValidationError as error:
        raise BadRequest(f"{sentence(error.errors()[0])}.") from error


def _refuse_comparison(condition: str) -> None:
    """What a person types who wants more than so much. Values are compared by the grid's search."""
    if compared := _COMPARISON.match(condition):
        name, comparison = compared[1], compared[2].replace(" ", "")
        raise BadRequest(
            f"{condition[:80]!r} is no filter, since = alone is. To compare, type search={name}:{comparison}"
        )


def _add(told: dict[str, Any], name: str, value: str) -> None:
    if name == "state":
        told["states"].append(value.capitalize())
    elif name in ("search", "outcome", "batch", "updated_since", "origin"):
        told[name] = value
    else:
        told["values"][name] = value or None
