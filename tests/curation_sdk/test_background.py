"""What runs in the background goes on, whatever is raised in it, and the operator can read why it failed."""

import asyncio
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from tests.curation_sdk.orchard import add_trees, orchard_registry
from tests.curation_sdk.scheduled_widgets import complete, running
from tests.curation_sdk.widgets import Workshop, at_once, eventually, queue_widgets

from scrapersky.curation_sdk.decisions.batch import Decision, open_batch
from scrapersky.curation_sdk.decisions.bulk import BulkJobs
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import BackgroundFault, Batch
from scrapersky.curation_sdk.queue import background
from scrapersky.curation_sdk.queue import schedulers as scheduler
from scrapersky.curation_sdk.queue.background import Background, forget_old_faults, recent_faults, sessions_of
from scrapersky.curation_sdk.queue.chores import Chore
from scrapersky.curation_sdk.queue.queue import Queue


async def faults(engine: AsyncEngine) -> dict[str, tuple[str, int]]:
    async with AsyncSession(engine) as session:
        found = await session.scalars(select(BackgroundFault))
        return {each.part: (each.message, each.times) for each in found}


@dataclass
class Breaking:
    """Raises so many times, and from then on answers."""

    times: int
    error: BaseException
    answer: Any = 0
    calls: int = 0

    async def __call__(self, *_: object) -> Any:
        self.calls += 1
        if self.calls <= self.times:
            raise self.error
        return self.answer

    async def was_called(self, times: int) -> bool:
        return self.calls >= times


async def test_a_part_ends_when_told_to_also_where_a_step_forgets_it() -> None:
    begun = asyncio.Event()

    async def forgetful() -> None:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)

    part = Background("forgetful", sessions_of(create_async_engine("postgresql+asyncpg://nowhere.invalid/")))
    task = asyncio.create_task(part.run(forgetful, 60))
    await begun.wait()
    task.cancel()
    ended, _ = await asyncio.wait([task], timeout=30)
    assert ended == {task}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SHORTEST_WAIT", 0.01)


async def test_a_failing_part_waits_longer_and_longer_and_tells_how_often(engine: AsyncEngine) -> None:
    part = Background("sweeping", sessions_of(engine), longest_wait=6)
    failing = Breaking(5, KeyError("broom"))
    assert [await part.attempt(failing) for _ in range(5)] == [1, 2, 4, 6, 6]
    assert await faults(engine) == {"sweeping": ("KeyError: 'broom'", 5)}
    assert await part.attempt(failing) is None
    assert await part.attempt(Breaking(1, ValueError("dust"))) == 1
    assert await faults(engine) == {"sweeping": ("ValueError: dust", 6)}


async def test_a_database_that_is_away_is_no_fault_and_is_soon_asked_again(engine: AsyncEngine) -> None:
    part = Background("sweeping", sessions_of(engine))
    away = OperationalError("SELECT 1", None, ConnectionResetError("cut"), connection_invalidated=True)
    waits = [await part.attempt(Breaking(1, error)) for error in (away, ConnectionRefusedError(), away)]
    assert waits == [1, 1, 1]
    assert await faults(engine) == {}


async def test_what_cannot_be_written_down_because_the_database_is_away_is_soon_tried_again() -> None:
    nobody = create_async_engine("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    part = Background("sweeping", sessions_of(nobody))
    assert [await part.attempt(Breaking(3, KeyError("broom"))) for _ in range(3)] == [1, 1, 1]


async def test_a_full_disk_is_told_though_it_is_an_error_of_the_operating_system(engine: AsyncEngine) -> None:
    await Background("exports", sessions_of(engine)).attempt(Breaking(1, OSError(28, "No space left on device")))
    assert await faults(engine) == {"exports": ("OSError: [Errno 28] No space left on device", 1)}


async def test_only_a_cancellation_of_its_own_ends_it(engine: AsyncEngine, impatient: None) -> None:
    step = Breaking(1, asyncio.CancelledError())
    task = asyncio.create_task(Background("sweeping", sessions_of(engine)).run(step, 0.01))
    await eventually(lambda: step.was_called(3))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await faults(engine))["sweeping"][1] == 1


async def test_faults_are_listed_while_they_are_new_and_forgotten_after_a_week(engine: AsyncEngine) -> None:
    await Background("old", sessions_of(engine)).attempt(Breaking(1, KeyError()))
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(BackgroundFault).values(last_at=func.now() - timedelta(days=8)))
    await Background("new", sessions_of(engine)).attempt(Breaking(1, KeyError()))
    async with AsyncSession(engine) as session:
        now = (await session.scalars(select(func.now()))).one()
        (listed,) = await recent_faults(session, now - timedelta(days=1))
    assert (listed.part, listed.pid) == ("new", os.getpid())
    await forget_old_faults(engine)
    assert set(await faults(engine)) == {"new"}


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("workflow_scheduler.rescue", "rescue of widget_polish"),
        ("schedulers.forget_dead_workers", "rescue"),
        ("schedulers.stored_schedules", "settings"),
    ],
)
async def test_what_all_schedulers_share_goes_on(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch, impatient: None, place: str, part: str
) -> None:
    monkeypatch.setattr(scheduler, "SETTINGS_SECONDS", 0.05)
    async with running(widgets, Workshop(at_once), lease_seconds=0.1):
        broken = Breaking(2, KeyError("surprise"), answer={})
        monkeypatch.setattr(f"scrapersky.curation_sdk.queue.{place}", broken)
        await eventually(lambda: broken.was_called(4))
    assert (await faults(widgets))[part] == ("KeyError: 'surprise'", 2)


async def test_a_queue_that_broke_once_is_looked_at_again(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    claim = Queue.claim
    broken = Breaking(2, KeyError("surprise"))

    async def claim_at_last(self: Queue, *given: Any) -> Any:
        await broken()
        return await claim(self, *given)

    monkeypatch.setattr(Queue, "claim", claim_at_last)
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once)):
        await eventually(complete(widgets, 1))
    assert (await faults(widgets))["widget_polish"] == ("KeyError: 'surprise'", 2)


REFUSED = ProgrammingError("DELETE", {}, ValueError("permission denied for table runs"))


@pytest.mark.parametrize("broken", [KeyError("broom"), REFUSED], ids=["code", "database"])
async def test_a_chore_that_broke_is_told(widgets: AsyncEngine, broken: Exception) -> None:
    async with running(widgets, Workshop(at_once)) as schedulers:
        schedulers.setup_chore(Chore("sweep", Breaking(9, broken)), first_after=timedelta(0))

        async def is_told() -> bool:
            return "sweep" in await faults(widgets)

        await eventually(is_told)


async def test_a_long_job_that_nobody_can_carry_out_fails_with_its_reason_and_stops_no_other(
    engine: AsyncEngine,
) -> None:
    registry = orchard_registry()
    trees = await add_trees(engine, "oak", "elm")
    workflow = registry["tree_care"]
    ana = Actor(UUID(int=1), "ana")
    async with AsyncSession(engine) as session, session.begin():
        facts: dict[str, Any] = {"state": "running", "total": 2}
        decision = Decision(Settable.SKIPPED)
        broken = await open_batch(session, workflow, ana, decision, filter={"filter": {}}, **facts)
        fine = await open_batch(session, workflow, ana, decision, row_ids=sorted(trees), **facts)
    jobs = BulkJobs(engine, registry, poll_seconds=0.01)
    jobs.start()

    async def are_ended() -> bool:
        async with AsyncSession(engine) as session:
            found = {each.id: each for each in await session.scalars(select(Batch))}
        return found[broken].failure == "KeyError: 'excepted'" and found[fine].state == "done"

    try:
        await eventually(are_ended)
    finally:
        await jobs.stop()


async def test_a_job_that_was_cancelled_does_not_fail_afterwards(engine: AsyncEngine) -> None:
    registry = orchard_registry()
    async with AsyncSession(engine) as session, session.begin():
        ana, decision = Actor(UUID(int=1), "ana"), Decision(Settable.SKIPPED)
        cancelled = await open_batch(session, registry["tree_care"], ana, decision, state="cancelled")
    await BulkJobs(engine, registry)._fail(cancelled, "too late")
    async with AsyncSession(engine) as session:
        assert await session.scalar(select(Batch.state)) == "cancelled"


async def test_long_jobs_go_on_after_what_nobody_foresaw(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    broken = Breaking(2, KeyError("surprise"))
    jobs = BulkJobs(engine, orchard_registry(), poll_seconds=0.01)
    monkeypatch.setattr(jobs, "run_pending", broken)
    jobs.start()
    await eventually(lambda: broken.was_called(4))
    await jobs.stop()
    assert await faults(engine) == {"long jobs": ("KeyError: 'surprise'", 2)}
