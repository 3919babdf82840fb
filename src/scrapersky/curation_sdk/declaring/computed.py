"""Columns that a grid shows and its table does not have: read by key for the fifty rows of a page, never sorted by."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Integer, SQLColumnExpression, cast, func, not_, select
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.curation_sdk.declaring.curation import Curation
from scrapersky.curation_sdk.declaring.tables import Run


@dataclass(frozen=True, slots=True, eq=False)
class LookedUp:
    """Where a value stands: in the row that a foreign key names. It can be searched for by an index of that table.

    Where `by` is not the other row's id, `named_by` is the column of the other table that it is.
    """

    by: SQLColumnExpression[Any]
    target: Any
    value: SQLColumnExpression[Any]
    named_by: SQLColumnExpression[Any] | None = None

    def where(self, tenant_id: UUID, *holds: ColumnElement[bool]) -> ColumnElement[bool]:
        """Rows for which these conditions hold in the other table."""
        key = self.target.id if self.named_by is None else self.named_by
        return self.by.in_(select(key).where(self.target.tenant_id == tenant_id, *holds))

    def is_empty(self, tenant_id: UUID) -> ColumnElement[bool]:
        """Whether no row of the other table is named."""
        if self.named_by is None:
            return self.by.is_(None)
        return not_(self.where(tenant_id, self.named_by.is_not(None)))


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
    looked = select(value).where(target.id == by).correlate(by.class_).scalar_subquery()
    return ComputedColumn(key, looked, after, LookedUp(by, target, value))


def counted(key: str, by: InstrumentedAttribute[Any], row: type[Any], *, after: str | None = None) -> ComputedColumn:
    """How many rows name this one: `counted("businesses", LocalBusiness.domain_id, Domain)`. `by` needs an index."""
    owner: Any = row
    count = select(func.count()).where(by == owner.id).correlate(owner).scalar_subquery()
    return ComputedColumn(key, count, after)


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
