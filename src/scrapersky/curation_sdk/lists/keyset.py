"""Where a page begins and ends: by what lists are sorted, and cursors that cost the same at any depth.

Also among ties and empty values. Of a text the beginning counts, since an index entry has room for no whole one.
"""

import base64
import binascii
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sql
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_jsonable_python
from sqlalchemy.dialects.postgresql import UUID as PG_UUID

from scrapersky.curation_sdk.declaring import AnyWorkflow, reader_of
from scrapersky.curation_sdk.errors import BadRequest

CHARACTERS = 200


def beginning(text: str | sql.SQLColumnExpression[Any]) -> sql.ColumnElement[str]:
    """For an index by which a text is sorted: `Index("ix_trees_name", "tenant_id", beginning("name"), "id")`.

    A literal, not a parameter: an index serves only the very expression it is made of.
    """
    whole: Any = sql.column(text) if isinstance(text, str) else text
    return sql.func.left(whole, sql.literal_column(str(CHARACTERS)))


def sort_key(attribute: sql.SQLColumnExpression[Any], stored: sql.Column[Any]) -> sql.SQLColumnExpression[Any]:
    return beginning(attribute) if isinstance(stored.type, sql.Text) else attribute


CURSOR_ID, CURSOR_VALUE = "kept_id", "kept_value"


@dataclass(frozen=True, slots=True)
class Order:
    """By one column and then by id. Without a column by id, which is the order of creation.

    Empty values come last upwards and first downwards, as in PostgreSQL's own indexes.
    """

    name: str
    id: sql.SQLColumnExpression[UUID]
    attribute: sql.SQLColumnExpression[Any] | None
    column: sql.Column[Any] | None
    descending: bool

    @property
    def keys(self) -> list[sql.SQLColumnExpression[Any]]:
        return [self.id] if self.attribute is None else [self.attribute, self.id]

    @property
    def key(self) -> str | None:
        return None if self.attribute is None else self.name.removeprefix("-")

    @property
    def has_empty_values(self) -> bool:
        return self.column is not None and bool(self.column.nullable)


class Cursor(BaseModel):
    """A row's place in an order, and whether to go on or back from it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sort: str
    id: UUID
    value: Any = None
    back: bool = False

    @property
    def shape(self) -> tuple[bool, bool]:
        return self.back, self.value is None

    @property
    def values(self) -> dict[str, Any]:
        return {CURSOR_ID: self.id, CURSOR_VALUE: self.value}

    def written(self) -> str:
        return base64.urlsafe_b64encode(self.model_dump_json().encode()).decode().rstrip("=")


def read_order(workflow: AnyWorkflow, sort: str) -> Order:
    """`name` upwards, `-name` downwards."""
    descending, name = sort.startswith("-"), sort.removeprefix("-")
    sortable = workflow.sortable
    if name == "id":
        return Order(sort, workflow.curation.id, None, None, descending)
    if name not in sortable:
        known = ", ".join(["id", *sortable])
        raise BadRequest(f"{workflow.title} cannot be sorted by {name[:80]!r}; there are: {known}, each also with -.")
    key = sort_key(getattr(workflow.model, name), sortable[name])
    return Order(sort, workflow.curation.id, key, sortable[name], descending)


def write_cursor(order: Order, row: Any, *, back: bool) -> str:
    value = to_jsonable_python(row[0]) if order.column is not None else None
    return Cursor(sort=order.name, id=row[-1], value=value, back=back).written()


def read_cursor(order: Order, written: str) -> Cursor:
    """Refuses what `write_cursor` would not have written for this order."""
    try:
        padded = written + "=" * (-len(written) % 4)
        cursor = Cursor.model_validate_json(base64.b64decode(padded, altchars=b"-_", validate=True))
        if order.column is not None:
            value = reader_of(order.column).validate_python(cursor.value)
            cursor = cursor.model_copy(update={"value": value})
    except (ValidationError, binascii.Error, ValueError) as error:
        raise BadRequest("`after` is not a cursor of this list; begin again without it.") from error
    if cursor.sort != order.name:
        raise BadRequest(f"`after` belongs to the order {cursor.sort[:80]!r}; begin again without it.")
    return cursor


def beyond(order: Order, cursor: Cursor | None) -> list[sql.ColumnElement[bool]]:
    """The rows that follow the cursor, as alternatives that each are one range of an index."""
    if cursor is None:
        return [sql.true()]
    down, row_id = order.descending != cursor.back, sql.bindparam(CURSOR_ID, cursor.id, PG_UUID)
    if order.attribute is None or order.column is None:
        return [order.id < row_id if down else order.id > row_id]
    empty, filled = order.attribute.is_(None), order.attribute.is_not(None)
    if cursor.value is None:
        same = sql.and_(empty, order.id < row_id if down else order.id > row_id)
        return [same, filled] if down else [same]
    here = sql.tuple_(sql.bindparam(CURSOR_VALUE, cursor.value, order.column.type), row_id)
    key = sql.tuple_(order.attribute, order.id)
    follows = key < here if down else key > here
    return [follows, empty] if order.has_empty_values and not down else [follows]
