"""What decisions, claims, exports and chores cost on large tables."""

import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self
from uuid import UUID

import psutil
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from benchmarks.large_tables import TENANT
from benchmarks.measuring import Stopwatch
from scrapersky.curation_sdk.decisions.bulk import BulkJobs
from scrapersky.curation_sdk.decisions.deciding import RowDecisions
from scrapersky.curation_sdk.decisions.jobs import take_back
from scrapersky.curation_sdk.decisions.payloads import BatchStatusUpdateRequest, FilterStatusUpdateRequest
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.links import links_of
from scrapersky.curation_sdk.declaring.outcomes import Nothing
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists.filters import Filter
from scrapersky.curation_sdk.queue.chores import prune_history
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.lost_rows import rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import export_to_file, make_export
from scrapersky.services.places.expiry import forget_expired_places

ACTOR = Actor(TENANT, "bench")
ROUNDS = 3
AT_ONCE, AS_JOB = 10_000, 50_000
CLAIMS, CLAIMED = 20, 100
KEPT_DAYS = 6


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
            began = time.perf_counter()
            async with self.sessions.begin() as session:
                request = BatchStatusUpdateRequest(
                    ids=ids, status=Settable.QUEUED, undo_seconds=3600, priority=0, spread_seconds=0
                )
                answer = await RowDecisions(session, workflow, ACTOR).decide_by_ids(request)
            decided = time.perf_counter()
            assert answer.batch_id is not None
            async with self.sessions.begin() as session:
                await take_back(session, self.registry, ACTOR, answer.batch_id)
            deciding.append(1000 * (decided - began))
            undoing.append(1000 * (time.perf_counter() - decided))
        self.watch.note(workflow.name, f"decide about {AT_ONCE:,} rows", deciding)
        self.watch.note(workflow.name, f"take {AT_ONCE:,} rows back", undoing)

    async def decide_by_filter(self, workflow: AnyWorkflow) -> None:
        wanted, links = Filter(states=(State.NEW,)), links_of(self.registry)

        async def count(session: AsyncSession) -> str:
            request = FilterStatusUpdateRequest(
                filter=wanted, status=Settable.SKIPPED, undo_seconds=0, priority=0, spread_seconds=0, dry_run=True
            )
            answer = await RowDecisions(session, workflow, ACTOR, links).decide_by_filter(request)
            return f"{answer.matching_count:,} rows"

        await self.watch.time(workflow.name, "select all New: the exact count", count)
        ids = await self._new_rows(workflow, AS_JOB)
        jobs, began = BulkJobs(self.watch.engine, self.registry), time.perf_counter()
        async with self.sessions.begin() as session:
            request = BatchStatusUpdateRequest(
                ids=ids, status=Settable.SKIPPED, undo_seconds=0, priority=0, spread_seconds=0
            )
            answer = await RowDecisions(session, workflow, ACTOR, links).decide_by_ids(request)
        answered = time.perf_counter()
        await jobs.run_pending()
        done = time.perf_counter()
        assert answer.batch_id is not None
        async with self.sessions.begin() as session:
            await take_back(session, self.registry, ACTOR, answer.batch_id)
        await jobs.run_pending()
        undone = time.perf_counter()
        self.watch.note(workflow.name, f"decide about {AS_JOB:,} rows: the answer", [1000 * (answered - began)])
        self.watch.note(workflow.name, f"decide about {AS_JOB:,} rows: the job", [1000 * (done - answered)])
        self.watch.note(workflow.name, f"take {AS_JOB:,} rows back: the job", [1000 * (undone - done)])

    async def claim(self, workflow: AnyWorkflow) -> None:
        """Among many rows that are done or not decided. What was claimed ends as Complete, the rest is taken back."""
        ids = await self._new_rows(workflow, AT_ONCE)
        async with self.sessions.begin() as session:
            request = BatchStatusUpdateRequest(
                ids=ids, status=Settable.QUEUED, undo_seconds=0, priority=0, spread_seconds=0
            )
            answer = await RowDecisions(session, workflow, ACTOR).decide_by_ids(request)
        lease, queue = Lease(self.watch.engine, seconds=600), Queue(workflow, self.watch.engine)
        worker = await lease.acquire()
        claiming, settling = [], []
        for _ in range(CLAIMS):
            began = time.perf_counter()
            attempts = await queue.claim(worker, CLAIMED)
            claimed = time.perf_counter()
            for each in attempts:
                each.complete(Nothing("nothing_found"))
            await queue.complete(worker, attempts)
            claiming.append(1000 * (claimed - began))
            settling.append(1000 * (time.perf_counter() - claimed))
        self.watch.note(workflow.name, f"claim {CLAIMED} rows", claiming)
        self.watch.note(workflow.name, f"complete {CLAIMED} rows", settling)
        began = time.perf_counter()
        await rescue(workflow, workflow.schedule, self.watch.engine)
        self.watch.note(workflow.name, "rescue, nothing is lost", [1000 * (time.perf_counter() - began)])
        await queue.claim(worker, 1000)
        await lease.release()
        began = time.perf_counter()
        count = await rescue(workflow, workflow.schedule, self.watch.engine)
        self.watch.note(workflow.name, "rescue 1,000 rows", [1000 * (time.perf_counter() - began)], f"{count} rows")
        assert answer.batch_id is not None
        async with self.sessions.begin() as session:
            await take_back(session, self.registry, ACTOR, answer.batch_id)

    async def _new_rows(self, workflow: AnyWorkflow, count: int, offset: int = 0) -> list[UUID]:
        curation: Any = workflow.curation
        new = select(curation.id).where(curation.tenant_id == TENANT, curation.state == "New").order_by(curation.id)
        async with self.sessions() as session:
            return list(await session.scalars(new.offset(offset).limit(count)))

    async def export(self, folder: Path) -> None:
        wanted = Filter(states=(State.SKIPPED,))
        for file_format in (Format.CSV, Format.PARQUET):
            contacts = make_export(Exportable.CONTACTS, TENANT, self.registry["contact_delivery"], wanted)
            with Peak() as peak:
                began = time.perf_counter()
                file = folder / f"contacts.{file_format.value}"
                done = await export_to_file(file, contacts, file_format, self.sessions, force=True)
                taken = 1000 * (time.perf_counter() - began)
            file.unlink()
            self.watch.note(
                "exports", f"contacts as {file_format.value}", [taken], f"{done.rows:,} rows, +{peak.megabytes:.0f} MB"
            )

    async def chores(self) -> None:
        began = time.perf_counter()
        count = await forget_expired_places(self.sessions, datetime.now(UTC))
        self.watch.note("chores", "forget expired places", [1000 * (time.perf_counter() - began)], f"{count:,} rows")
        began = time.perf_counter()
        count = await prune_history(self.watch.engine, KEPT_DAYS, datetime.now(UTC))
        self.watch.note("chores", "prune the history", [1000 * (time.perf_counter() - began)], f"{count:,} rows")


async def time_changes(stopwatch: Stopwatch, registry: Registry, folder: Path) -> None:
    changes = Changes(stopwatch, registry)
    for name in ("domain_extraction", "domain_curation", "page_curation", "contact_delivery"):
        await changes.decide(registry[name])
    await changes.decide_by_filter(registry["page_curation"])
    await changes.claim(registry["page_curation"])
    await changes.export(folder)
    await changes.chores()
