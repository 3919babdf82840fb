"""Whom an export leaves out: who is on the suppression list when their row is read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.services.exports.tables import PERSON, ExportTable
from scrapersky.services.suppression.entries import suppressed_marks
from scrapersky.services.suppression.marks import Mark, mark_of_person, marks_in


async def are_suppressed(session: AsyncSession, tenant_id: UUID, table: ExportTable, rows: Sequence[Any]) -> list[bool]:
    """Between two chunks the cursor's connection is free; the list is read as it is by then."""
    reached = [dict(zip(table.reached_by, row[len(table.columns) :], strict=True)) for row in rows]
    marks = [list(_marks_of(each)) for each in reached]
    listed = await suppressed_marks(session, tenant_id, (mark for own in marks for mark in own))
    return [any(mark in listed for mark in own) for own in marks]


def _marks_of(reached: Mapping[str, str | None]) -> Iterator[Mark]:
    yield from marks_in(reached.items())
    yield from mark_of_person(reached.get("domain"), reached.get(PERSON))
