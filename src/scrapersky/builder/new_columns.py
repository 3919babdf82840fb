"""The columns of a workflow's new table: read from answers, with what fills each."""

import keyword
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Any

from sqlalchemy import Boolean, Float, Integer, Text
from sqlalchemy.dialects.postgresql.base import RESERVED_WORDS

from scrapersky.builder.field_rules import REQUIRED, Check, SourceField, parts_of
from scrapersky.builder.wording import BadAnswer
from scrapersky.curation_sdk.declaring import IDENTIFIER_LIMIT, snake_case

TAKEN_COLUMNS = frozenset({"id", "tenant_id", "created_at", "updated_at", "edited_fields"})
DEFAULT_COLUMNS = "text text required, words number required"
_TAKEN_BY_MODELS = {"metadata", "registry"}


class NewColumnKind(StrEnum):
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
    def is_bounded(self) -> bool:
        """Whether it is of a length that a unique key has room for."""
        return self in (NewColumnKind.EMAIL, NewColumnKind.URL, NewColumnKind.PHONE)

    @property
    def check(self) -> Check | None:
        return Check(self.value) if self.is_bounded else None


class Filling(StrEnum):
    """Where the value of a column comes from, as the service is drafted."""

    FIELD = "a field of that name"
    WORDS = "the words of all fields"
    COUNT = "how many words they are"
    FOUND = "the first of its kind in the fields"
    NOTHING = "nothing yet"


@dataclass(frozen=True, slots=True)
class NewColumn:
    name: str
    kind: NewColumnKind
    required: bool = False

    def filling(self, needs: Sequence[SourceField]) -> Filling:
        if any(self.name == need.name for need in needs):
            return Filling.FIELD
        if (self.name, self.kind) == ("words", NewColumnKind.NUMBER):
            return Filling.COUNT
        if self.kind is NewColumnKind.TEXT:
            return Filling.WORDS if self.required or self.name == "text" else Filling.NOTHING
        return Filling.NOTHING if self.kind in (NewColumnKind.YES_NO, NewColumnKind.TIME) else Filling.FOUND


def read_columns(text: str, model: type[Any], needs: Sequence[SourceField]) -> tuple[NewColumn, ...]:
    """`dish text required, price number`: what a new table has, beside its machinery. Without a kind it is text."""
    columns: dict[str, NewColumn] = {}
    taken = TAKEN_COLUMNS | {f"{snake_case(model.__name__)}_id"}
    for part in parts_of(text):
        column = _read_column(part, text)
        if column.name in taken or column.name in columns:
            raise BadAnswer(f"There is a column {column.name!r} already; type another name.", _without(text, part))
        _check_filled(column, model, needs, text.replace(part, f"{column.name} {column.kind}"))
        columns[column.name] = column
    if not columns:
        raise BadAnswer(
            f"Type one column or more, with commas between, such as: {DEFAULT_COLUMNS}.", nearest=DEFAULT_COLUMNS
        )
    return tuple(columns.values())


def _read_column(part: str, text: str) -> NewColumn:
    name, *words = part.split()
    if snake_case(name) != name or len(name) > IDENTIFIER_LIMIT - len("ck__"):
        words_after = (*REQUIRED, *NewColumnKind)
        written = " ".join(takewhile(lambda word: word not in words_after, part.split()))
        plainer = snake_case(written)[:40]
        raise BadAnswer(
            f"Column name {written!r} is not short snake_case; type {plainer!r} instead.",
            text.replace(written, plainer),
        )
    checked_identifier(name, "Column", text)
    kinds = [word for word in words if word not in REQUIRED]
    if len(kinds) > 1 or (kinds and kinds[0] not in tuple(NewColumnKind)):
        raise BadAnswer(
            f"{part!r}: after a column's name comes one of: {', '.join(NewColumnKind)}; and perhaps 'required'.",
            text.replace(part, name),
        )
    return NewColumn(name, NewColumnKind(kinds[0]) if kinds else NewColumnKind.TEXT, "required" in words)


def _without(text: str, part: str) -> str:
    """The same list with this part once, if it is there twice, else not at all."""
    others = list(dict.fromkeys(parts_of(text)))
    return ", ".join(other for other in others if other != part or parts_of(text).count(part) > 1)


def _check_filled(column: NewColumn, model: type[Any], needs: Sequence[SourceField], optional: str) -> None:
    """What a new table cannot be without, something must fill from the first row on."""
    filling = column.filling(needs)
    if filling is Filling.FIELD:
        stored = next(need.column.type for need in needs if need.name == column.name)
        fits = {NewColumnKind.NUMBER: Integer, NewColumnKind.DECIMAL: Float, NewColumnKind.YES_NO: Boolean}.get(
            column.kind, Text
        )
        if column.kind is NewColumnKind.TIME or not isinstance(stored, fits):
            raise BadAnswer(f"{column.name} of {model.__tablename__} is not {column.kind}; type another kind or name.")
    elif filling is Filling.NOTHING and column.required:
        raise BadAnswer(
            f"Nothing fills {column.name!r} yet, so no row could be saved; leave 'required' out, or call it like one of"
            f" the fields: {', '.join(need.name for need in needs)}.",
            optional,
        )


def key_column(columns: Sequence[NewColumn], needs: Sequence[SourceField]) -> NewColumn | None:
    """The column of which one source row may have many: each different value is a row."""
    found = (column for column in columns if column.filling(needs) is Filling.FOUND and column.kind.is_bounded)
    return next((column for column in found if column.required), None)


def checked_identifier(name: str, what: str, answer: str | None = None) -> str:
    """A name that neither Python nor SQL takes for something else."""
    if not name.isidentifier() or keyword.iskeyword(name) or name in RESERVED_WORDS | _TAKEN_BY_MODELS:
        raise BadAnswer(
            f"{what} name {name!r} means something else in Python or SQL; type {'the_' + name!r} instead.",
            (answer or name).replace(name, f"the_{name}"),
        )
    return name
