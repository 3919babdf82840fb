"""A batch as a person follows it: how far it is, cancelling it, taking it back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from uuid import UUID

from sqlalchemy import Select, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from scrapersky.curation_sdk.decisions.payloads import MOST_AT_ONCE, Job, Undoing
from scrapersky.curation_sdk.decisions.undo import (
    DecidedAnew,
    batch_to_undo,
    batches_past_undo,
    decided_anew,
    own_batch,
    undo_batch,
    undo_rows,
)
from scrapersky.curation_sdk.declaring import Actor, Batch, Registry
from scrapersky.curation_sdk.errors import BadRequest, CurationError
from scrapersky.curation_sdk.lists import Filter, FilterWords, with_names

MOST_LOOKED_AT = 5_000  # rows of a page of history, which takes a tenth of a second
_NO_COLUMNS = frozenset(("filter_in_words", "is_past_undo", "decided_anew", "decided_anew_by"))
_LAST_AT = func.coalesce(Batch.last_at, Batch.made_at)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_DIGITS = 17  # of microseconds, until the year 5138


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of the history ends. A sitting to which more is added since stands above, and moves no other."""

    last_at: datetime
    batch_id: UUID

    @classmethod
    def of(cls, job: Job) -> Self:
        return cls(job.last_at or job.made_at, job.id)

    @classmethod
    def read(cls, text: str) -> Self:
        """
        >>> str(Place.read("1772366400000001.019ca9450a0070008000000000000000"))
        '1772366400000001.019ca9450a0070008000000000000000'
        """
        moment, _, batch_id = text.partition(".")
        if not (moment.isascii() and moment.isdigit() and len(moment) <= _MOST_DIGITS):
            raise BadRequest(_NO_PLACE)
        try:
            return cls(_EPOCH + timedelta(microseconds=int(moment)), UUID(batch_id))
        except ValueError as error:
            raise BadRequest(_NO_PLACE) from error

    def __str__(self) -> str:
        return f"{(self.last_at - _EPOCH) // timedelta(microseconds=1)}.{self.batch_id.hex}"


_NO_PLACE = "after takes the `next` of the page before."


class NotRunning(CurationError):
    """Only a running job can be cancelled."""

    http_status = 409


async def named_jobs(session: AsyncSession, registry: Registry, actor: Actor, jobs: Sequence[Job]) -> list[Job]:
    """For people: with the names of lists, searches and rows instead of their ids."""
    tables = {workflow.name: workflow.names.table for workflow in registry}
    written = [FilterWords(tables.get(job.workflow, ""), job.filter_in_words or "") for job in jobs]
    words = await with_names(session, registry, actor.tenant_id, written)
    return [job.model_copy(update={"filter_in_words": each or None}) for job, each in zip(jobs, words, strict=True)]


async def with_ways_back(session: AsyncSession, registry: Registry, actor: Actor, jobs: Sequence[Job]) -> list[Job]:
    """Each told whether it came too late to be taken back, and who decided anew about its rows; large ones, and changes
    of values, are not looked at.
    """
    few = _looked_at([job for job in jobs if not job.undone_at and not job.what and job.done > 0])
    past: set[UUID] = set()
    anew: dict[UUID, DecidedAnew] = {}
    for workflow in registry:
        if of_it := [job.id for job in few if job.workflow == workflow.name]:
            past |= await batches_past_undo(session, workflow, actor, of_it)
            anew |= await decided_anew(session, workflow, of_it)
    return [
        job.model_copy(update={"is_past_undo": job.id in past} | (anew[job.id].told if job.id in anew else {}))
        for job in jobs
    ]


def _looked_at(jobs: Sequence[Job]) -> list[Job]:
    """Those that leave room for others; of the rest it is found out when somebody takes them back."""
    few, left = list[Job](), MOST_LOOKED_AT
    for job in jobs:
        if job.done <= left:
            few.append(job)
            left -= job.done
    return few


async def job_of(session: AsyncSession, actor: Actor, batch_id: UUID) -> Job:
    return written_job(await own_batch(session, actor, batch_id))


async def list_jobs(
    session: AsyncSession,
    actor: Actor,
    size: int,
    before: Place | None,
    *,
    made_by: str | None = None,
    by_machine: bool | None = None,
) -> list[Job]:
    """By when something was last decided, the newest first."""
    found = await session.scalars(history_statement(actor, size, before, made_by, by_machine=by_machine))
    return [written_job(batch) for batch in found]


def history_statement(
    actor: Actor, size: int, before: Place | None, made_by: str | None = None, *, by_machine: bool | None = None
) -> Select[Any]:
    """Each page is a stretch of an index."""
    batches = select(Batch).where(Batch.tenant_id == actor.tenant_id)
    if before is not None:
        batches = batches.where(tuple_(_LAST_AT, Batch.id) < (before.last_at, before.batch_id))
    if made_by is not None:
        batches = batches.where(Batch.made_by == made_by)
    if by_machine is not None:
        batches = batches.where(Batch.by_machine.is_(by_machine))
    return batches.order_by(_LAST_AT.desc(), Batch.id.desc()).limit(size).options(defer(Batch.row_ids))


async def cancel_job(session: AsyncSession, actor: Actor, batch_id: UUID) -> Job:
    """What is done stays done, and can be taken back."""
    batch = await own_batch(session, actor, batch_id, lock=True)
    if batch.state != "running":
        raise NotRunning(f"Batch {batch_id} is {batch.state}, so there is nothing to cancel.")
    batch.state, batch.lease_until = "cancelled", None
    return written_job(batch)


async def take_back(
    session: AsyncSession, registry: Registry, actor: Actor, batch_id: UUID, only: Sequence[UUID] = ()
) -> Undoing:
    """At once while the batch is small, or for some of its rows; a large one becomes a job again."""
    if only:
        return await undo_rows(session, registry, actor, batch_id, list(dict.fromkeys(only)))
    batch = await batch_to_undo(session, actor, batch_id)
    if batch.done <= MOST_AT_ONCE:
        return await undo_batch(session, registry, actor, batch_id)
    batch.state, batch.last_id, batch.lease_until, batch.undone_at = "undoing", None, None, func.now()
    await session.flush()
    message = f"{batch.done:,} rows are taken back, a few thousand at a time."
    job = await job_of(session, actor, batch_id)
    return Undoing(message=message, batch_id=batch_id, total=batch.done, restored=0, job=job)


def written_job(batch: Batch) -> Job:
    fields: dict[str, Any] = {name: getattr(batch, name) for name in Job.model_fields if name not in _NO_COLUMNS}
    return Job(**fields, filter_in_words=_in_words(batch))


def _in_words(batch: Batch) -> str | None:
    if not batch.filter:
        return None
    excepted: int = batch.filter["excepted"]
    return Filter.from_json(batch.filter["filter"]).in_words() + (f", except {excepted:,}" if excepted else "")
