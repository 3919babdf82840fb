"""What decisions, claims, exports and chores cost on large tables."""

import threading
import time
from collections.abc import Awaitable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar
from uuid import UUID

import psutil
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from benchmarks.large_tables import TENANT
from benchmarks.measuring import Stopwatch
from scrapersky.curation_sdk.decisions import (
    BatchStatusUpdateRequest,
    BulkJobs,
    FilterStatusUpdateRequest,
    RowDecisions,
    take_back,
)
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Nothing, Registry, Settable, State, links_of
from scrapersky.curation_sdk.lists import Filter
from scrapersky.curation_sdk.queue import Lease, Queue, prune_history, rescue
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import export_to_file, make_export
from scrapersky.services.places.expiry import forget_expired_places

ACTOR = Actor(TENANT, "bench")
ROUNDS = 3
AT_ONCE, AS_JOB = 10_000, 50_000
CLAIMS, CLAIMED = 20, 100
KEPT_DAYS = 6


Result = TypeVar("Result")


class Peak:
    """The most memory this process had while watched, over what it had before."""

    def __enter__(self) -> Self:
        self._process = psutil.Process()
        self.before = self.most = self._process.memory_info().rss
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            self.most = max(self.most, self._process.memory_info().rss)

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def megabytes(self) -> float:
        return (self.most - self.before) / 1e6


class Changes:
    """Each decision is about other rows, is committed, and is taken back, so that the tables are the same after it."""

    def __init__(self, stopwatch: Stopwatch, registry: Registry) -> None:
        self.watch, self.registry = stopwatch, registry
        self.sessions = async_sessionmaker(stopwatch.engine, expire_on_commit=False)

    async def decide(self, workflow: AnyWorkflow) -> None:
        deciding, undoing = [], []
        for number in range(ROUNDS):
            ids = await self._new_rows(workflow, AT_ONCE, offset=number * AT_ONCE)
            took, batch_id = await milliseconds(self._decide(workflow, ids, Settable.QUEUED, undo_seconds=3600))
            deciding.append(took)
            undoing.append((await milliseconds(self._take_back(batch_id)))[0])
        self.watch.note(workflow.name, f"decide about {AT_ONCE:,} rows", deciding)
        self.watch.note(workflow.name, f"take {AT_ONCE:,} rows back", undoing)

    async def _decide(self, workflow: AnyWorkflow, ids: list[UUID], status: Settable, *, undo_seconds: int = 0) -> UUID:
        request = BatchStatusUpdateRequest(
            ids=ids, status=status, undo_seconds=undo_seconds, priority=0, spread_seconds=0
        )
        async with self.sessions.begin() as session:
            deciding = RowDecisions(session, workflow, ACTOR, links_of(self.registry))
            answer = await deciding.decide_by_ids(request)
        assert answer.batch_id is not None
        return answer.batch_id

    async def _take_back(self, batch_id: UUID) -> None:
        async with self.sessions.begin() as session:
            await take_back(session, self.registry, ACTOR, batch_id)

    async def decide_by_filter(self, workflow: AnyWorkflow) -> None:
        wanted, links = Filter(states=(State.NEW,)), links_of(self.registry)

        async def count(session: AsyncSession) -> str:
            request = FilterStatusUpdateRequest(
                filter=wanted, status=Settable.SKIPPED, undo_seconds=0, priority=0, spread_seconds=0, dry_run=True
            )
            answer = await RowDecisions(session, workflow, ACTOR, links).decide_by_filter(request)
            return f"{answer.matching_count:,} rows"

        await self.watch.time(workflow.name, "select all New: the exact count", count)
        ids, jobs = await self._new_rows(workflow, AS_JOB), BulkJobs(self.watch.engine, self.registry)

        async def undo(batch_id: UUID) -> None:
            await self._take_back(batch_id)
            await jobs.run_pending()

        answered, batch_id = await milliseconds(self._decide(workflow, ids, Settable.SKIPPED))
        done, _ = await milliseconds(jobs.run_pending())
        undone, _ = await milliseconds(undo(batch_id))
        self.watch.note(workflow.name, f"decide about {AS_JOB:,} rows: the answer", [answered])
        self.watch.note(workflow.name, f"decide about {AS_JOB:,} rows: the job", [done])
        self.watch.note(workflow.name, f"take {AS_JOB:,} rows back: the job", [undone])

    async def claim(self, workflow: AnyWorkflow) -> None:
        """Among many rows that are done or not decided. What was claimed ends as Complete, the rest is taken back."""
        batch_id = await self._decide(workflow, await self._new_rows(workflow, AT_ONCE), Settable.QUEUED)
        lease, queue = Lease(self.watch.engine, seconds=600), Queue(workflow, self.watch.engine)
        worker = await lease.acquire()
        claiming, settling = [], []
        for _ in range(CLAIMS):
            took, attempts = await milliseconds(queue.claim(worker, CLAIMED))
            claiming.append(took)
            for each in attempts:
                each.complete(Nothing("nothing_found"))
            settling.append((await milliseconds(queue.complete(worker, attempts)))[0])
        self.watch.note(workflow.name, f"claim {CLAIMED} rows", claiming)
        self.watch.note(workflow.name, f"complete {CLAIMED} rows", settling)
        took, _ = await milliseconds(rescue(workflow, workflow.schedule, self.watch.engine))
        self.watch.note(workflow.name, "rescue, nothing is lost", [took])
        await queue.claim(worker, 1000)
        await lease.release()
        took, count = await milliseconds(rescue(workflow, workflow.schedule, self.watch.engine))
        self.watch.note(workflow.name, "rescue 1,000 rows", [took], f"{count} rows")
        await self._take_back(batch_id)

    async def _new_rows(self, workflow: AnyWorkflow, count: int, offset: int = 0) -> list[UUID]:
        curation: Any = workflow.curation
        new = select(curation.id).where(curation.tenant_id == TENANT, curation.state == "New").order_by(curation.id)
        async with self.sessions() as session:
            return list(await session.scalars(new.offset(offset).limit(count)))

    async def export(self, folder: Path) -> None:
        wanted = Filter(states=(State.SKIPPED,))
        for file_format in (Format.CSV, Format.PARQUET):
            contacts = make_export(Exportable.CONTACTS, TENANT, self.registry["contact_delivery"], wanted)
            file = folder / f"contacts.{file_format.value}"
            with Peak() as peak:
                took, done = await milliseconds(export_to_file(file, contacts, file_format, self.sessions, force=True))
            file.unlink()
            told = f"{done.rows:,} rows, +{peak.megabytes:.0f} MB"
            self.watch.note("exports", f"contacts as {file_format.value}", [took], told)

    async def chores(self) -> None:
        took, count = await milliseconds(forget_expired_places(self.sessions, datetime.now(UTC)))
        self.watch.note("chores", "forget expired places", [took], f"{count:,} rows")
        took, count = await milliseconds(prune_history(self.watch.engine, KEPT_DAYS, datetime.now(UTC)))
        self.watch.note("chores", "prune the history", [took], f"{count:,} rows")


async def milliseconds(work: Awaitable[Result]) -> tuple[float, Result]:
    """What it took, and what it came to."""
    began = time.perf_counter()
    result = await work
    return 1000 * (time.perf_counter() - began), result


async def time_changes(stopwatch: Stopwatch, registry: Registry, folder: Path) -> None:
    changes = Changes(stopwatch, registry)
    for name in ("domain_extraction", "domain_curation", "page_curation", "contact_delivery"):
        await changes.decide(registry[name])
    await changes.decide_by_filter(registry["page_curation"])
    await changes.claim(registry["page_curation"])
    await changes.export(folder)
    await changes.chores()
