"""A column as a person sees it: what it is called, what sort of value it holds, what can be done with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Boolean, DateTime, Float, Integer, Numeric, Uuid
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

_ABBREVIATIONS = {"url": "URL", "urls": "URLs", "cms": "CMS", "http": "HTTP", "id": "ID", "email": "e-mail"}
# What the end of a name says is said by the kind of the value.
_SAID_BY_THE_KIND = re.compile(r"_(?:at|bytes|micros|ms|id)$")


class ColumnKind(StrEnum):
    """How a value is written: `money_micros` in millionths of a dollar, `score` from 0 to 100, `json` lists as well."""

    TEXT = "text"
    URL = "url"
    EMAIL = "email"
    PHONE = "phone"
    NUMBER = "number"
    SCORE = "score"
    MONEY_MICROS = "money_micros"
    BYTES = "bytes"
    DURATION_MS = "duration_ms"
    BOOLEAN = "boolean"
    MOMENT = "moment"
    ENUM = "enum"
    JSON = "json"
    ID = "id"

    @property
    def is_number(self) -> bool:
        return self in _NUMBERS


_NUMBERS = frozenset(
    (ColumnKind.NUMBER, ColumnKind.SCORE, ColumnKind.MONEY_MICROS, ColumnKind.BYTES, ColumnKind.DURATION_MS)
)
_NUMBERS_BY_NAME = {
    "micros": ColumnKind.MONEY_MICROS,
    "bytes": ColumnKind.BYTES,
    "ms": ColumnKind.DURATION_MS,
    "score": ColumnKind.SCORE,
}
_TEXTS_BY_NAME = {
    "url": ColumnKind.URL,
    "website": ColumnKind.URL,
    "email": ColumnKind.EMAIL,
    "phone": ColumnKind.PHONE,
    "fax": ColumnKind.PHONE,
}


@dataclass(frozen=True, slots=True)
class ColumnDisplay:
    """What a declaration says of a column beyond its name and type: `hidden` until a person chooses it.

    `choices` are all the values there are, in the order in which they are offered. `example` is what may stand after
    the colon when one searches for it, such as `>4` for a rating.
    """

    kind: ColumnKind | None = None
    choices: tuple[str, ...] = ()
    hidden: bool = False
    width: int | None = None
    example: str | None = None


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of a workflow's grid. One that `is_computed` is read from elsewhere for the rows of a page."""

    key: str
    label: str
    kind: ColumnKind
    is_sortable: bool = False
    is_editable: bool = False
    is_computed: bool = False
    look: ColumnDisplay = ColumnDisplay()


def label_of(key: str, labels: Mapping[str, str]) -> str:
    """What a column is called where nobody said otherwise.

    >>> label_of("final_url", {}), label_of("delivered_at", {}), label_of("kind", {"kind": "Type"})
    ('Final URL', 'Delivered', 'Type')
    """
    if key in labels:
        return labels[key]
    words = _SAID_BY_THE_KIND.sub("", key).split("_")
    text = " ".join(_ABBREVIATIONS.get(word, word) for word in words)
    return text[:1].upper() + text[1:]


def kind_of(key: str, column_type: Any, look: ColumnDisplay | None = None) -> ColumnKind:
    """As declared, else by the type in the database, and for what no type says by the end of the name."""
    if look is not None and (look.kind or look.choices):
        return look.kind or ColumnKind.ENUM
    for kind, types in (
        (ColumnKind.JSON, (ARRAY, JSONB)),
        (ColumnKind.BOOLEAN, Boolean),
        (ColumnKind.MOMENT, DateTime),
        (ColumnKind.ID, Uuid),
    ):
        if isinstance(column_type, types):
            return kind
    ending = key.rpartition("_")[2]
    if isinstance(column_type, (Integer, Float, Numeric)):
        return _NUMBERS_BY_NAME.get(ending, ColumnKind.NUMBER)
    return _TEXTS_BY_NAME.get(ending, ColumnKind.TEXT)
