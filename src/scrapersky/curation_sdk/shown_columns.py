"""A column as a person sees it: what it is called, what sort of value it holds, what can be done with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Boolean, Column, DateTime, Float, Integer
from sqlalchemy.dialects.postgresql import ARRAY

_ABBREVIATIONS = {"url": "URL", "urls": "URLs", "cms": "CMS", "http": "HTTP", "id": "ID", "email": "e-mail"}
# What the end of a name says is said by the kind of the value.
_SAID_BY_THE_KIND = re.compile(r"_(?:at|bytes|micros|id)$")
_ADDRESS = re.compile(r"(?:^|_)(?:url|website)$")


class ColumnKind(StrEnum):
    """How a value is written: `money` is in millionths of a dollar, `size` in bytes."""

    TEXT = "text"
    LINK = "link"
    NUMBER = "number"
    MONEY = "money"
    SIZE = "size"
    TIME = "time"
    TRUTH = "truth"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of a workflow's grid."""

    key: str
    label: str
    kind: ColumnKind
    is_sortable: bool
    is_editable: bool


def label_of(key: str, labels: Mapping[str, str]) -> str:
    """What a column is called where nobody said otherwise.

    >>> label_of("final_url", {}), label_of("cost_micros", {}), label_of("kind", {"kind": "Type"})
    ('Final URL', 'Cost', 'Type')
    """
    if key in labels:
        return labels[key]
    words = _SAID_BY_THE_KIND.sub("", key).split("_")
    text = " ".join(_ABBREVIATIONS.get(word, word) for word in words)
    return text[:1].upper() + text[1:]


def kind_of(key: str, column: Column[Any]) -> ColumnKind:
    """By the type in the database, and for what no type says by the end of the name."""
    for kind, types in (
        (ColumnKind.LIST, ARRAY),
        (ColumnKind.TRUTH, Boolean),
        (ColumnKind.TIME, DateTime),
    ):
        if isinstance(column.type, types):
            return kind
    if isinstance(column.type, (Integer, Float)):
        return _NUMBERS.get(key.rpartition("_")[2], ColumnKind.NUMBER)
    return ColumnKind.LINK if _ADDRESS.search(key) else ColumnKind.TEXT


_NUMBERS = {"micros": ColumnKind.MONEY, "bytes": ColumnKind.SIZE}
