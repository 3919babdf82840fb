"""A column as a person sees it: what it is called and what sort of value it holds; and those that no table has.

Computed ones are read by key for the fifty rows of a page, and never sorted by."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.curation_sdk.declaring.curation import Curation
from scrapersky.curation_sdk.declaring.tables import Run

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
        (ColumnKind.BOOLEAN, sql.Boolean),
        (ColumnKind.MOMENT, sql.DateTime),
        (ColumnKind.ID, sql.Uuid),
    ):
        if isinstance(column_type, types):
            return kind
    ending = key.rpartition("_")[2]
    if isinstance(column_type, (sql.Integer, sql.Float, sql.Numeric)):
        return _NUMBERS_BY_NAME.get(ending, ColumnKind.NUMBER)
    return _TEXTS_BY_NAME.get(ending, ColumnKind.TEXT)


@dataclass(frozen=True, slots=True, eq=False)
class LookedUp:
    """Where a value stands: in the row that a foreign key names. It can be searched for by an index of that table.

    Where `by` is not the other row's id, `named_by` is the column of the other table that it is.
    """

    by: sql.SQLColumnExpression[Any]
    target: Any
    value: sql.SQLColumnExpression[Any]
    named_by: sql.SQLColumnExpression[Any] | None = None

    def where(self, tenant_id: UUID, *holds: sql.ColumnElement[bool]) -> sql.ColumnElement[bool]:
        """Rows for which these conditions hold in the other table."""
        key = self.target.id if self.named_by is None else self.named_by
        return self.by.in_(sql.select(key).where(self.target.tenant_id == tenant_id, *holds))

    def is_empty(self, tenant_id: UUID) -> sql.ColumnElement[bool]:
        """Whether no row of the other table is named."""
        if self.named_by is None:
            return self.by.is_(None)
        return sql.not_(self.where(tenant_id, self.named_by.is_not(None)))


@dataclass(frozen=True, slots=True, eq=False)
class ComputedColumn:
    """`after` names the shown column that it follows; without one it stands at the end."""

    key: str
    expression: sql.ColumnElement[Any]
    after: str | None = None
    looked_up: LookedUp | None = None


def looked_up(
    key: str, value: InstrumentedAttribute[Any], by: InstrumentedAttribute[Any], *, after: str | None = None
) -> ComputedColumn:
    """A value of the row that the foreign key `by` names: `looked_up("domain", Domain.name, by=Page.domain_id)`."""
    target: Any = value.class_
    looked = sql.select(value).where(target.id == by).correlate(by.class_).scalar_subquery()
    return ComputedColumn(key, looked, after, LookedUp(by, target, value))


def counted(key: str, by: InstrumentedAttribute[Any], row: type[Any], *, after: str | None = None) -> ComputedColumn:
    """How many rows name this one: `counted("businesses", LocalBusiness.domain_id, Domain)`. `by` needs an index."""
    owner: Any = row
    count = sql.select(sql.func.count()).where(by == owner.id).correlate(owner).scalar_subquery()
    return ComputedColumn(key, count, after)


def lasted(key: str, curation: Curation, *, after: str | None = None) -> ComputedColumn:
    """How long the newest run of each row took, in milliseconds."""
    milliseconds = sql.cast(sql.func.extract("epoch", Run.ended_at - Run.started_at) * 1000, sql.Integer)
    newest = (
        sql.select(milliseconds)
        .where(Run.row_id == curation.id, Run.workflow == curation.name)
        .order_by(Run.id.desc())
        .limit(1)
        .correlate(curation.model)
    )
    return ComputedColumn(key, newest.scalar_subquery(), after)
