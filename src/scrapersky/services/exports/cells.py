"""Values as a person reads them in a file, and never as a spreadsheet's formulas."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from scrapersky.extract.phones.numbers import spaced_number
from scrapersky.services.exports.tables import CellKind

Cell = Any
Row = Sequence[Cell]

# With one of these in front a spreadsheet takes a text for a formula, the wide forms in some countries.
_FORMULA_STARTS = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
# Where lists are separated by semicolons, a spreadsheet begins a cell at one, and a row at the end of a line, in spite
# of the quotes, which it does not expect after a comma.
_FORMULA_INSIDE = re.compile("(?<=[;\t\r\n])(?=[=+@\uff1d\uff0b\uff0d\uff20-])")

# A number, or a phone number as it is written in files: no spreadsheet finds anything in it to run.
_HARMLESS = re.compile(r"[+-]?[0-9][0-9 ]{0,40}(?:[.,][0-9]{1,20})?(?: ?ext\. ?[0-9]{1,9})?")


def formula_safe(text: str) -> str:
    """The text, with an apostrophe in front of what a spreadsheet would run.

    >>> formula_safe("=HYPERLINK(1)"), formula_safe("+1+cmd"), formula_safe("a=1"), formula_safe("a;=cmd|x")
    ("'=HYPERLINK(1)", "'+1+cmd", 'a=1', "a;'=cmd|x")
    >>> formula_safe("+1 512 555 0100"), formula_safe("-1.5")
    ('+1 512 555 0100', '-1.5')
    """
    inside = _FORMULA_INSIDE.sub("'", text)
    return f"'{inside}" if starts_like_a_formula(inside) and not _HARMLESS.fullmatch(inside) else inside


def starts_like_a_formula(text: str) -> bool:
    return text[:1] in _FORMULA_STARTS and bool(text)


def text_of(value: Cell) -> str:
    return value if isinstance(value, str) else str(value)


def moment_text(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def number_text(value: float) -> str:
    """No spreadsheet knows infinity, or a number that is none."""
    return repr(value) if math.isfinite(value) else ""


def json_text(value: Cell) -> str:
    return orjson.dumps(value, default=str).decode()


def plain_text(value: Cell) -> str:
    """What is inside, for people: no brackets, no quotes. An address has its whole text.

    >>> plain_text({"x": "https://x.example/a", "more": ["b", "c"]}), plain_text({"text": "1 Main St", "city": "A"})
    ('x: https://x.example/a; more: b, c', '1 Main St')
    """
    if isinstance(value, dict):
        whole = value.get("text")
        return (
            whole if isinstance(whole, str) else "; ".join(f"{name}: {plain_text(one)}" for name, one in value.items())
        )
    return ", ".join(map(plain_text, value)) if isinstance(value, list | tuple) else text_of(value)


READABLE: dict[CellKind, Callable[[Any], str]] = {
    CellKind.TEXT: text_of,
    CellKind.PHONE: spaced_number,
    CellKind.INTEGER: str,
    CellKind.NUMBER: number_text,
    CellKind.BOOLEAN: lambda value: "true" if value else "false",
    CellKind.MOMENT: moment_text,
    CellKind.LIST: lambda value: "; ".join(map(text_of, value)),
    CellKind.JSON: lambda value: json_text(value) if value not in ({}, []) else "",
}
_TEXTUAL = frozenset((CellKind.TEXT, CellKind.PHONE, CellKind.LIST, CellKind.JSON))


def spreadsheet_text(kind: CellKind) -> Callable[[Any], str]:
    readable = READABLE[kind]
    return (lambda value: formula_safe(readable(value))) if kind in _TEXTUAL else readable
