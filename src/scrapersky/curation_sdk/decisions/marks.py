"""Writing tags and notes, and what becomes of them when their row goes into another or away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import any_, delete, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Change, RowMark, and_updated_at
from scrapersky.curation_sdk.lists import array


@dataclass(frozen=True, slots=True)
class Marks:
    """Of one row. Without any of them nothing is kept."""

    tags: tuple[str, ...] = ()
    note: str | None = None


def together(marks: Sequence[Marks]) -> Marks:
    """
    >>> together([Marks(("b",), "one"), Marks(("a", "b"), None), Marks((), "two")])
    Marks(tags=('a', 'b'), note='one\\ntwo')
    """
    notes = dict.fromkeys(each.note for each in marks if each.note)
    return Marks(tuple(sorted({tag for each in marks for tag in each.tags})), "\n".join(notes) or None)


async def read_marks(session: AsyncSession, table: str, ids: Sequence[UUID]) -> dict[UUID, Marks]:
    rows = select(RowMark.row_id, RowMark.tags, RowMark.note)
    mine = rows.where(RowMark.table_name == table, RowMark.row_id == any_(array(ids)))
    return {row_id: Marks(tuple(tags), note) for row_id, tags, note in await session.execute(mine)}


async def write_marks(session: AsyncSession, table: str, tenant_id: UUID, marks: dict[UUID, Marks]) -> None:
    """In the order of ids, so that two who mark the same rows wait for each other instead of for ever."""
    gone = [(table, row_id) for row_id, each in marks.items() if each == Marks()]
    if gone:
        await session.execute(delete(RowMark).where(tuple_(RowMark.table_name, RowMark.row_id).in_(gone)))
    kept = [
        {"table_name": table, "row_id": row_id, "tenant_id": tenant_id, "tags": list(each.tags), "note": each.note}
        for row_id, each in sorted(marks.items())
        if each != Marks()
    ]
    if kept:
        await session.execute(_kept_statement(), kept)


def _kept_statement() -> Any:
    marking = insert(RowMark)
    return marking.on_conflict_do_update(
        index_elements=["table_name", "row_id"],
        set_=and_updated_at({"tags": marking.excluded.tags, "note": marking.excluded.note}),
    )


async def hand_marks_over(session: AsyncSession, table: str, gone: UUID, kept: UUID) -> None:
    """Where two rows turn out to be one: the one that stays has the tags and notes of both."""
    theirs = RowMark.table_name == table, RowMark.row_id == gone
    tenant_id = await session.scalar(select(RowMark.tenant_id).where(*theirs))
    if tenant_id is None:
        return
    marks = await read_marks(session, table, [gone, kept])
    await write_marks(session, table, tenant_id, {kept: together([marks.get(kept, Marks()), marks[gone]])})


async def forget_marks(session: AsyncSession, ids: Iterable[UUID]) -> None:
    """With their history: a note may say anything about somebody who is to be forgotten."""
    rows = array(list(ids))
    await session.execute(delete(RowMark).where(RowMark.row_id == any_(rows)))
    marked = Change.field.in_(("tags", "note"))
    await session.execute(delete(Change).where(Change.row_id == any_(rows), marked))
