"""Statements that are built once for each shape of question, and only get other values after that.

To build a page's statement, and to tell that it is the same as before, takes longer than to have it answered. The
library remembers of a statement that is kept what it was compiled to.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import BindParameter, Row, Select, bindparam, literal
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

MOST_KEPT = 500
TENANT = "kept_tenant"

_kept: OrderedDict[Hashable, Select[Any]] = OrderedDict()


def of_tenant(tenant_id: UUID) -> BindParameter[UUID]:
    """By its name a kept statement is asked about another tenant."""
    return bindparam(TENANT, tenant_id, PG_UUID)


def array(ids: Sequence[UUID]) -> Any:
    """One parameter however many ids: PostgreSQL takes 32,767 of them."""
    return literal(list(ids), ARRAY(PG_UUID, dimensions=1))


async def ask(
    session: AsyncSession, shape: Hashable, build: Callable[[], Select[Any]], values: Mapping[str, Any]
) -> Sequence[Row[Any]]:
    """The rows. Whatever of the statement is not among the `values`, by name, must be told by its shape.

    Without a shape the statement is built for this once.
    """
    if shape is None:
        built: Sequence[Row[Any]] = (await session.execute(build())).all()
        return built
    if TENANT not in values:
        raise ValueError("A kept statement has its first asker's tenant in it: name the one that is meant.")
    statement = _keep(shape, build)

    def rows(asking: Session) -> Sequence[Row[Any]]:
        return asking.connection().execute(statement, values).all()

    return await session.run_sync(rows)


def _keep(shape: Hashable, build: Callable[[], Select[Any]]) -> Select[Any]:
    if shape not in _kept:
        _kept[shape] = build()
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(shape)
    return _kept[shape]
