"""Searches that are run again by themselves, and what is new each time."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import Actor, Registry, and_updated_at
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import bind_session, of_tenant
from scrapersky.curation_sdk.rules import RuleBook
from scrapersky.models import Contact, LocalBusiness, PlaceSearch, SearchReport, SearchSchedule
from scrapersky.services.runs.default_rules import rule_fields
from scrapersky.services.runs.run import PipelineRun, look
from scrapersky.services.searches.changes import queue_changed
from scrapersky.services.searches.requests import queue_search

PATIENCE = 120.0
MOST_REPORTS = 100
Tell = Callable[[SearchReport, str], Awaitable[None]]
MOST_TOLD = 10


async def set_schedule(
    session: AsyncSession,
    registry: Registry,
    actor: Actor,
    search_id: UUID,
    *,
    every_days: int,
    first_at: datetime | None = None,
) -> SearchSchedule:
    """From now on, and first at that moment; else when so many days are over."""
    mine = select(PlaceSearch.id).where(PlaceSearch.id == search_id, PlaceSearch.tenant_id == actor.tenant_id)
    if await session.scalar(mine) is None:
        raise RowsNotFound(f"There is no search {search_id}.")
    closed = await _closed(session, _run(registry, actor.tenant_id, search_id))
    next_at = first_at or func.now() + timedelta(days=every_days)
    chosen = {"every_days": every_days, "next_at": next_at, "made_by": actor.name}
    made = insert(SearchSchedule).values(search_id=search_id, tenant_id=actor.tenant_id, closed=closed, **chosen)
    upserted = made.on_conflict_do_update(index_elements=["search_id"], set_=and_updated_at(chosen))
    kept = await session.scalars(upserted.returning(SearchSchedule), execution_options={"populate_existing": True})
    return kept.one()


async def remove_schedule(session: AsyncSession, actor: Actor, search_id: UUID) -> None:
    mine = SearchSchedule.search_id == search_id, SearchSchedule.tenant_id == actor.tenant_id
    if await session.scalar(delete(SearchSchedule).where(*mine).returning(SearchSchedule.search_id)) is None:
        raise RowsNotFound(f"The search {search_id} is not repeated.")


async def schedules_of(session: AsyncSession, tenant_id: UUID) -> list[SearchSchedule]:
    mine = select(SearchSchedule).where(SearchSchedule.tenant_id == tenant_id).order_by(SearchSchedule.next_at)
    return list(await session.scalars(mine))


async def reports_of(session: AsyncSession, tenant_id: UUID) -> list[SearchReport]:
    mine = select(SearchReport).where(SearchReport.tenant_id == tenant_id)
    return list(await session.scalars(mine.order_by(SearchReport.id.desc()).limit(MOST_REPORTS)))


def in_words(report: SearchReport) -> str:
    """As people say it: 3 new businesses, 2 closed, 5 new people."""
    businesses = plural(report.new_businesses, "new business", "new businesses")
    people = plural(report.new_people, "new person", "new people")
    return f"{businesses}, {report.closed_businesses:,} closed, {people}."


@dataclass(frozen=True, slots=True)
class ScheduledSearches:
    """Begins what is due, and tells what it brought. Any number of processes may: each row is locked by one."""

    sessions: async_sessionmaker[AsyncSession]
    registry: Registry
    tell: Tell | None = None

    async def step(self) -> None:
        await self.begin_due()
        await self.report_ended()
        await self.tell_all()

    async def begin_due(self) -> int:
        """Queued and put off to its next time in one transaction: whoever dies half-way has done neither."""
        count = 0
        while True:
            async with self.sessions.begin() as session:
                due = await session.scalar(_free(SearchSchedule.next_at <= func.now()))
                if due is None:
                    return count
                await bind_session(session, due.tenant_id)
                if due.began_at is not None:
                    await self._report(session, due)
                await self._begin(session, due)
            count += 1

    async def _begin(self, session: AsyncSession, due: SearchSchedule) -> None:
        """What was missed while nobody was there is made up for once."""
        now = (await session.scalars(select(func.now()))).one()
        missed = (now - due.next_at) // timedelta(days=due.every_days) + 1
        due.next_at, due.began_at = due.next_at + missed * timedelta(days=due.every_days), now
        actor = Actor(due.tenant_id, _actor_of(due), is_machine=True)
        await queue_search(session, actor, due.search_id)

    async def report_ended(self) -> None:
        async with self.sessions() as session:
            running = list(await session.scalars(select(SearchSchedule).where(SearchSchedule.began_at.is_not(None))))
        for each in running:
            async with of_tenant(self.sessions, each.tenant_id).begin() as session:
                if await self._is_quiet(session, each):
                    mine = SearchSchedule.search_id == each.search_id, SearchSchedule.began_at == each.began_at
                    ended = await session.scalar(_free(*mine))
                    if ended is not None and not await self._go_on(session, ended):
                        await self._report(session, ended)

    async def _go_on(self, session: AsyncSession, schedule: SearchSchedule) -> int:
        """With what changed of what the search led to before; says how many rows are done again."""
        run = _run(self.registry, schedule.tenant_id, schedule.search_id)
        began_at = schedule.began_at or schedule.since
        return await queue_changed(session, run, self.registry, began_at, _actor_of(schedule))

    async def _is_quiet(self, session: AsyncSession, schedule: SearchSchedule) -> bool:
        """Neither the search nor what came of it waits or is worked on."""
        run = _run(self.registry, schedule.tenant_id, schedule.search_id)
        for workflow in self.registry:
            if (await look(session, run, workflow, PATIENCE)).in_work:
                return False
        return True

    async def _report(self, session: AsyncSession, schedule: SearchSchedule) -> None:
        run = _run(self.registry, schedule.tenant_id, schedule.search_id)
        now = (await session.scalars(select(func.now()))).one()
        closed = await _closed(session, run)
        session.add(
            SearchReport(
                tenant_id=schedule.tenant_id,
                search_id=schedule.search_id,
                since=schedule.since,
                until=now,
                new_businesses=await _count_new(session, run, LocalBusiness, schedule.since),
                closed_businesses=len(set(closed) - set(schedule.closed)),
                new_people=await _count_new(session, run, Contact, schedule.since, Contact.name.is_not(None)),
            )
        )
        schedule.since, schedule.began_at, schedule.closed = now, None, list(closed)

    async def tell_all(self) -> None:
        """After the transaction: the receiver knows by the report's id if it was told already."""
        if self.tell is None:
            return
        async with self.sessions() as session:
            named = select(SearchReport, PlaceSearch.phrase).join(PlaceSearch, PlaceSearch.id == SearchReport.search_id)
            untold = named.where(SearchReport.told_at.is_(None)).order_by(SearchReport.id)
            reports = (await session.execute(untold)).all()
        for report, phrase in reports:
            await self.tell(report, phrase)
            async with self.sessions.begin() as session:
                (await session.get_one(SearchReport, report.id)).told_at = func.now()


def _actor_of(schedule: SearchSchedule) -> str:
    return f"schedule of {schedule.made_by}"


def _free(*conditions: ColumnElement[bool]) -> Any:
    some = select(SearchSchedule).where(*conditions).order_by(SearchSchedule.next_at).limit(1)
    return some.with_for_update(skip_locked=True)


def _run(registry: Registry, tenant_id: UUID, search_id: UUID) -> PipelineRun:
    return PipelineRun(tenant_id, search_id, RuleBook(rule_fields(registry), {}))


async def _closed(session: AsyncSession, run: PipelineRun) -> Sequence[UUID]:
    is_closed = LocalBusiness.business_status.icontains("closed")
    mine = LocalBusiness.tenant_id == run.tenant_id, run.led_to(LocalBusiness)
    return list(await session.scalars(select(LocalBusiness.id).where(*mine, is_closed)))


async def _count_new(
    session: AsyncSession, run: PipelineRun, model: Any, since: datetime, *conditions: ColumnElement[bool]
) -> int:
    mine = model.tenant_id == run.tenant_id, run.led_to(model), model.created_at > since
    return await session.scalar(select(func.count()).select_from(model).where(*mine, *conditions)) or 0


async def named_search(session: AsyncSession, tenant_id: UUID, name: str) -> PlaceSearch:
    """By its words, unless several have the same with another source or limit; by its id in any case."""
    words = " ".join(name.split())
    search_id = _id_of(words)
    wanted = func.lower(PlaceSearch.phrase) == words.lower() if search_id is None else PlaceSearch.id == search_id
    mine = select(PlaceSearch).where(PlaceSearch.tenant_id == tenant_id, wanted).order_by(PlaceSearch.id.desc())
    found = list(await session.scalars(mine.limit(MOST_TOLD)))
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{each.id} ({each.source})" for each in found)
        raise RowsNotFound(f"Several searches have these words; name one by its id: {ids}.")
    raise RowsNotFound(f"There is no search {words!r}; run it once: scrapersky search {words!r}.")


def _id_of(words: str) -> UUID | None:
    try:
        return UUID(words)
    except ValueError:
        return None


async def phrases_of(session: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, str]:
    found = await session.execute(select(PlaceSearch.id, PlaceSearch.phrase).where(PlaceSearch.id.in_(ids)))
    return dict(found.all())
