"""Columns that a grid shows and its table does not have: read by key for the fifty rows of a page, never sorted by."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Integer, SQLColumnExpression, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.curation_sdk.curation import Curation
from scrapersky.curation_sdk.tables import Run


@dataclass(frozen=True, slots=True, eq=False)
class LookedUp:
    """Where a value stands: in the row that a foreign key names. It can be searched for by an index of that table."""

    by: SQLColumnExpression[Any]
    target: Any
    value: SQLColumnExpression[Any]


@dataclass(frozen=True, slots=True, eq=False)
class ComputedColumn:
    """`after` names the shown column that it follows; without one it stands at the end."""

    key: str
    expression: ColumnElement[Any]
    after: str | None = None
    looked_up: LookedUp | None = None


def looked_up(
    key: str, value: InstrumentedAttribute[Any], by: InstrumentedAttribute[Any], *, after: str | None = None
) -> ComputedColumn:
    """A value of the row that the foreign key `by` names: `looked_up("domain", Domain.name, by=Page.domain_id)`."""
    target: Any = value.class_
    found = select(value).where(target.id == by).correlate(by.class_).scalar_subquery()
    return ComputedColumn(key, found, after, LookedUp(by, target, value))


def counted(key: str, by: InstrumentedAttribute[Any], row: type[Any], *, after: str | None = None) -> ComputedColumn:
    """How many rows name this one: `counted("businesses", LocalBusiness.domain_id, Domain)`. `by` needs an index."""
    owner: Any = row
    found = select(func.count()).where(by == owner.id).correlate(owner).scalar_subquery()
    return ComputedColumn(key, found, after)


def lasted(key: str, curation: Curation, *, after: str | None = None) -> ComputedColumn:
    """How long the newest run of each row took, in milliseconds."""
    milliseconds = cast(func.extract("epoch", Run.ended_at - Run.started_at) * 1000, Integer)
    newest = (
        select(milliseconds)
        .where(Run.row_id == curation.id, Run.workflow == curation.name)
        .order_by(Run.id.desc())
        .limit(1)
        .correlate(curation.model)
    )
    return ComputedColumn(key, newest.scalar_subquery(), after)
