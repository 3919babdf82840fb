"""Reads values out of other people's JSON: a value of the wrong kind is no value."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from scrapersky.clients.places.errors import AnswerUnreadable
from scrapersky.curation_sdk.declaring import storable

LONGEST_TEXT = 2_000

Json = Mapping[str, Any]


def from_json(source: str, body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise AnswerUnreadable(source, "no JSON") from error


def text(values: Json, *names: str) -> str | None:
    """The first of these that is a text with something in it."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str) and value.strip():
            return storable(value).strip()[:LONGEST_TEXT]
    return None


def number(values: Json, name: str) -> float | None:
    value = values.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def inner(values: Json, name: str) -> Json:
    value = values.get(name)
    return value if isinstance(value, Mapping) else {}


def objects(values: Json, name: str) -> Iterator[Json]:
    value = values.get(name)
    return (each for each in value if isinstance(each, Mapping)) if isinstance(value, list) else iter(())


def texts(values: Json, name: str, most: int = 50) -> tuple[str, ...]:
    value = values.get(name)
    found = value[:most] if isinstance(value, list) else []
    return tuple(storable(each)[:LONGEST_TEXT] for each in found if isinstance(each, str) and each)
