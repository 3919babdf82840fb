"""Which fields a workflow needs, what must be true of them, and which columns its new table has: read from answers."""

import difflib
import keyword
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Boolean, Float, Integer, Text
from sqlalchemy.dialects.postgresql.base import RESERVED_WORDS

from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.curation_sdk.declaring import IDENTIFIER_LIMIT, snake_case

LARGEST_LENGTH = 10_000
TAKEN_COLUMNS = frozenset({"id", "tenant_id", "created_at", "updated_at", "edited_fields"})
DEFAULT_COLUMNS = "text text required, words number required"
_TAKEN_BY_MODELS = {"metadata", "registry"}
_REQUIRED = {"required": True, "optional": False}


class Check(StrEnum):
    """What a text must be, or how long."""

    EMAIL = "email"
    URL = "url"
    NUMBER = "number"
    PHONE = "phone"
    LONGEST = "max"
    SHORTEST = "min"


class FieldKind(StrEnum):
    """What a column of a new table holds."""

    TEXT = "text"
    NUMBER = "number"
    DECIMAL = "decimal"
    YES_NO = "yes_no"
    TIME = "time"
    EMAIL = "email"
    URL = "url"
    PHONE = "phone"

    @property
    def check(self) -> Check | None:
        return Check(self.value) if self in (FieldKind.EMAIL, FieldKind.URL, FieldKind.PHONE) else None


@dataclass(frozen=True, slots=True)
class SourceField:
    """A field of the source. A row without one that is required completes with the reason."""

    name: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that must be true: of one field, if it is filled; without a field, somewhere in all of them."""

    field: str | None
    check: Check
    length: int = 0


@dataclass(frozen=True, slots=True)
class NewColumn:
    name: str
    kind: FieldKind
    required: bool = False


def read_needs(text: str, known: Sequence[str], model: type[Any], kind: str) -> tuple[SourceField, ...]:
    """`title required, body_text`: each field once, optional unless said otherwise."""
    needs: dict[str, SourceField] = {}
    for part in _parts(text):
        name, *words = part.split()
        if name not in known:
            raise BadAnswer(f"{model.__tablename__} has no {kind} {name!r}; {_instead(name, known)}.")
        unknown = [word for word in words if word not in _REQUIRED]
        if unknown:
            raise BadAnswer(f"{part!r}: after a field comes 'required', 'optional' or a comma, not {unknown[0]!r}.")
        needs[name] = SourceField(name, any(_REQUIRED[word] for word in words))
        if needs[name].required and not can_be_required(model, name):
            raise BadAnswer(f"{name} is neither text nor a number nor yes or no; type {name!r} without 'required'.")
    if not needs:
        raise BadAnswer(f"Type one field or more, with commas between, of: {', '.join(known)}.")
    return tuple(needs.values())


def can_be_required(model: type[Any], name: str) -> bool:
    return isinstance(model.__table__.c[name].type, (Text, Integer, Float, Boolean))


def read_rules(text: str, fields: Collection[str], texts: Collection[str]) -> tuple[Rule, ...]:
    """`none`, one check for all fields (`email`), or checks field by field (`website url, title max 200`)."""
    if text.strip().lower() in ("", "none"):
        return ()
    rules = tuple(_rule(part, fields) for part in _parts(text))
    for rule in rules:
        if rule.field is None and not set(fields) & set(texts):
            raise BadAnswer(f"None of {', '.join(fields)} is text, so there is nothing to check; type 'none'.")
        if rule.field is not None and rule.field not in texts:
            raise BadAnswer(f"{rule.field} is not text, so there is nothing to check; leave it out.")
    return rules


def _rule(part: str, fields: Collection[str]) -> Rule:
    first, *rest = part.split()
    if first.lower() in tuple(Check) and not rest:
        check = Check(first.lower())
        if check in (Check.LONGEST, Check.SHORTEST):
            raise BadAnswer(f"{part!r} needs a field and a number; type such as 'title {check} 200'.")
        return Rule(None, check)
    if first not in fields:
        there = ", ".join(["none", *Check])
        raise BadAnswer(
            f"{part!r} is not a check; type one of: {there}; or a field and a check, such as 'title max 200'."
        )
    if not rest or rest[0].lower() not in tuple(Check):
        raise BadAnswer(f"{part!r}: after the field comes one of: {', '.join(Check)}.")
    return Rule(first, Check(rest[0].lower()), _length(part, Check(rest[0].lower()), rest[1:]))


def _length(part: str, check: Check, rest: Sequence[str]) -> int:
    wants_length = check in (Check.LONGEST, Check.SHORTEST)
    if len(rest) != wants_length:
        raise BadAnswer(f"{part!r}: type 'max' and 'min' with one number, and the other checks without.")
    if not wants_length:
        return 0
    if not re.fullmatch(r"\d{1,5}", rest[0]) or not 0 < int(rest[0]) <= LARGEST_LENGTH:
        raise BadAnswer(f"{part!r}: a length is a number from 1 to {LARGEST_LENGTH:,}.")
    return int(rest[0])


def read_columns(text: str, model: type[Any], fields: Collection[str]) -> tuple[NewColumn, ...]:
    """`dish text required, price number`: what a new table has, beside its machinery. Without a kind it is text."""
    columns: dict[str, NewColumn] = {}
    taken = TAKEN_COLUMNS | {f"{snake_case(model.__name__)}_id"}
    for part in _parts(text):
        name, *words = part.split()
        if snake_case(name) != name or len(name) > IDENTIFIER_LIMIT - len("ck__"):
            raise BadAnswer(f"Column name {name!r} is not short snake_case; type {snake_case(name)[:40]!r} instead.")
        checked_identifier(name, "Column")
        if name in taken or name in columns:
            raise BadAnswer(f"There is a column {name!r} already; type another name.")
        kinds = [word for word in words if word not in _REQUIRED]
        if len(kinds) > 1 or (kinds and kinds[0] not in tuple(FieldKind)):
            raise BadAnswer(
                f"{part!r}: after a column's name comes one of: {', '.join(FieldKind)}; and perhaps 'required'."
            )
        column = NewColumn(name, FieldKind(kinds[0]) if kinds else FieldKind.TEXT, "required" in words)
        _check_filled(column, model, fields)
        columns[name] = column
    if not columns:
        raise BadAnswer(f"Type one column or more, with commas between, such as: {DEFAULT_COLUMNS}.")
    return tuple(columns.values())


def _check_filled(column: NewColumn, model: type[Any], fields: Collection[str]) -> None:
    """What a new table cannot be without, something must fill from the first row on."""
    if column.name in fields:
        stored = model.__table__.c[column.name].type
        fits = {FieldKind.NUMBER: Integer, FieldKind.DECIMAL: Float, FieldKind.YES_NO: Boolean}.get(column.kind, Text)
        if column.kind is FieldKind.TIME or not isinstance(stored, fits):
            raise BadAnswer(f"{column.name} of {model.__tablename__} is not {column.kind}; type another kind or name.")
    elif column.required and (column.name, column.kind) not in (("text", FieldKind.TEXT), ("words", FieldKind.NUMBER)):
        raise BadAnswer(
            f"Nothing fills {column.name!r} yet, so no row could be saved; leave 'required' out, or call it like one of"
            f" the fields: {', '.join(fields)}."
        )


def checked_identifier(name: str, what: str) -> str:
    """A name that neither Python nor SQL takes for something else."""
    if not name.isidentifier() or keyword.iskeyword(name) or name in RESERVED_WORDS | _TAKEN_BY_MODELS:
        raise BadAnswer(f"{what} name {name!r} means something else in Python or SQL; type {'the_' + name!r} instead.")
    return name


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _instead(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"type {close[0]!r} instead" if close else f"type some of: {', '.join(known)}"
