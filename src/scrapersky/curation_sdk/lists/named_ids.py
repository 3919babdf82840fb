"""The words of a filter with what people call the rows in it, instead of their ids."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import LONGEST_TITLE, Batch, Registry

_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# As `Filter.in_words` writes them.
_ORIGIN = re.compile(rf"from ([a-z][a-z0-9_]{{0,62}}) ({_ID})")
_BATCH = re.compile(rf"of batch ({_ID})")
_ROW = re.compile(rf"with the id ({_ID})")
_GONE = "that is gone"

Names = Mapping[tuple[str, UUID], str]
"""What people call a row, by its table and id."""


@dataclass(frozen=True, slots=True)
class FilterWords:
    """The words, and the table whose rows they are about."""

    table: str
    words: str


async def with_names(
    session: AsyncSession, registry: Registry, tenant_id: UUID, filter_words: Sequence[FilterWords]
) -> list[str]:
    """One query for each table that is spoken of, however many filters there are."""
    names: dict[tuple[str, UUID], str] = {}
    for table, ids in _spoken_of(filter_words).items():
        names |= await _read_names(session, registry, tenant_id, table, ids)
    return [_named(each, names) for each in filter_words]


def _spoken_of(filter_words: Iterable[FilterWords]) -> dict[str, set[UUID]]:
    found: dict[str, set[UUID]] = {}
    for each in filter_words:
        pairs = [(table, row_id) for table, row_id in _ORIGIN.findall(each.words)]
        pairs += [(Batch.__tablename__, row_id) for row_id in _BATCH.findall(each.words)]
        pairs += [(each.table, row_id) for row_id in _ROW.findall(each.words)]
        for table, row_id in pairs:
            found.setdefault(table, set()).add(UUID(row_id))
    return found


async def _read_names(
    session: AsyncSession, registry: Registry, tenant_id: UUID, table: str, ids: set[UUID]
) -> dict[tuple[str, UUID], str]:
    if table == Batch.__tablename__:
        batches = select(Batch.id, Batch.made_by, Batch.made_at).where(Batch.tenant_id == tenant_id, Batch.id.in_(ids))
        found = await session.execute(batches)
        return {(table, row_id): f"of {by}, {at:%Y-%m-%d %H:%M %Z}" for row_id, by, at in found}
    rows, name = _table_and_name(registry, table)
    if rows is None or name is None:
        return {}
    label = func.left(cast(name, Text), LONGEST_TITLE)
    named = await session.execute(select(rows.c.id, label).where(rows.c.tenant_id == tenant_id, rows.c.id.in_(ids)))
    return {(table, row_id): f'"{title}"' for row_id, title in named if title}


def _table_and_name(registry: Registry, table: str) -> tuple[Any, Any]:
    """The column by which people know a row: the first that its workflow shows, else its name."""
    for workflow in registry:
        if workflow.names.table == table and workflow.shows:
            return workflow.model.__table__, workflow.shows[0]
    for workflow in registry:
        rows = workflow.model.__table__.metadata.tables.get(table)
        if rows is not None and {"id", "tenant_id", "name"} <= set(rows.c.keys()):
            return rows, rows.c.name
    return None, None


def _named(filter_words: FilterWords, names: Names) -> str:
    def origin(found: re.Match[str]) -> str:
        noun = singular(found[1])
        name = names.get((found[1], UUID(found[2])))
        return f"from the {noun} {name}" if name else f"from a {noun} {_GONE}"

    def batch(found: re.Match[str]) -> str:
        name = names.get((Batch.__tablename__, UUID(found[1])))
        return f"of the decision {name}" if name else f"of a decision {_GONE}"

    def row(found: re.Match[str]) -> str:
        return f"only {names.get((filter_words.table, UUID(found[1])), f'a row {_GONE}')}"

    return _ROW.sub(row, _BATCH.sub(batch, _ORIGIN.sub(origin, filter_words.words)))


def singular(table: str) -> str:
    """
    >>> [singular(each) for each in ("lists", "place_searches", "local_businesses", "categories")]
    ['list', 'place search', 'local business', 'category']
    """
    words = table.replace("_", " ")
    if words.endswith("ies"):
        return f"{words[:-3]}y"
    return words[:-2] if words.endswith(("ches", "shes", "sses", "xes")) else words.removesuffix("s")
