"""JSON as a type, and answers made of it."""

from collections.abc import Mapping
from typing import TypeAlias

import orjson

from scrapersky.simulator.exchange import SiteResponse

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = dict[str, JsonValue]


def json_response(
    value: JsonValue, *, status: int = 200, headers: Mapping[str, str] | None = None, indented: bool = True
) -> SiteResponse:
    body = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indented else None)
    return SiteResponse(status, {"Content-Type": "application/json; charset=UTF-8", **(headers or {})}, body)
