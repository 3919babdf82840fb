"""The fields of a request body, each read as the kind it must be."""

from dataclasses import dataclass

import orjson

from scrapersky.simulator.google.errors import GoogleError, field_violation, invalid_argument
from scrapersky.simulator.json_values import JsonObject, JsonValue


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object of a request. A field that is absent or null has its kind's empty value."""

    values: JsonObject

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise _wrong_kind(name, value)
        return value

    def flag(self, name: str) -> bool:
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise _wrong_kind(name, value)
        return bool(value)

    def number(self, name: str) -> float:
        value = self.values.get(name) or 0
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong_kind(name, value)
        return float(value)

    def whole_number(self, name: str) -> int:
        value = self.values.get(name) or 0
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong_kind(name, value)
        return value

    def texts(self, name: str) -> list[str]:
        value = self.values.get(name) or []
        if not isinstance(value, list):
            raise _wrong_kind(name, value)
        return [item if isinstance(item, str) else _refuse(name, item) for item in value]

    def inner(self, name: str) -> "Fields":
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise _wrong_kind(name, value)
        return Fields(value)


def read_fields(body: bytes, known: frozenset[str]) -> Fields:
    try:
        values: JsonValue = orjson.loads(body or b"{}")
    except orjson.JSONDecodeError as error:
        raise invalid_argument(f"Invalid JSON payload received. {error}") from error
    if not isinstance(values, dict):
        raise invalid_argument("Invalid JSON payload received. Unexpected token.")
    fields = {camel_case(name): value for name, value in values.items()}
    for name in fields:
        if name not in known:
            raise unknown_name(name)
    return Fields(fields)


def unknown_name(name: str, inside: str = "") -> GoogleError:
    where = f" at '{inside}'" if inside else ""
    message = f'Invalid JSON payload received. Unknown name "{name}"{where}: Cannot find field.'
    return field_violation(inside, message, message)


def camel_case(name: str) -> str:
    """Google takes both spellings.

    >>> camel_case("text_query")
    'textQuery'
    """
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


def _wrong_kind(name: str, value: JsonValue) -> GoogleError:
    message = f"Invalid value at '{name}', {orjson.dumps(value).decode()}"
    return field_violation(name, message, message)


def _refuse(name: str, value: JsonValue) -> str:
    raise _wrong_kind(name, value)
