"""Rows that a worker had when its process ended without a word: any of them may be why, so each is tried alone."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Uuid, bindparam, delete, exists, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import Curation, Suspect, and_updated_at

KEPT = timedelta(days=7)


def of_workflow(curation: Curation) -> ColumnElement[bool]:
    """The name is a literal in the SQL, as every status is."""
    return Suspect.workflow == literal_column(f"'{curation.name}'")


def suspected_ids(curation: Curation) -> Select[UUID]:
    return select(Suspect.row_id).where(of_workflow(curation))


def was_alone(curation: Curation) -> ColumnElement[bool]:
    """Whether the row's worker had nothing else in hand."""
    tried = select(Suspect.row_id).where(of_workflow(curation), Suspect.row_id == curation.id)
    return exists(tried.where(Suspect.alone == curation.worker).correlate(curation.model))


def suspect(curation: Curation, lost: Any) -> Any:
    """Every row of `lost`, for the next to try."""
    table: Any = Suspect.__table__
    rows = select(literal_column(f"'{curation.name}'"), lost.c.id)
    first = insert(table).from_select(["workflow", "row_id"], rows)
    return first.on_conflict_do_update(
        index_elements=[table.c.workflow, table.c.row_id], set_=and_updated_at({"alone": None, "since": func.now()})
    )


def try_alone(curation: Curation, ids: Any, worker: Any) -> Any:
    table: Any = Suspect.__table__
    return update(table).where(of_workflow(curation), table.c.row_id.in_(ids)).values(alone=worker)


async def suspected_workflows(engine: AsyncEngine) -> set[str]:
    async with AsyncSession(engine) as session:
        return set(await session.scalars(select(Suspect.workflow).distinct()))


def acquit(curation: Curation) -> Any:
    """A row that did not end its process: the worker that tried it alone is still there to say so."""
    tried = Suspect.row_id == bindparam("row_id", type_=Uuid), Suspect.alone == bindparam("worker", type_=Uuid)
    return delete(Suspect).where(of_workflow(curation), *tried)


async def forget_old_suspects(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session:
        await session.execute(delete(Suspect).where(Suspect.since < func.now() - KEPT))
