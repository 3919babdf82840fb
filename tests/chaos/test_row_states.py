"""People, rules, workers that die, rescue, undo and erasure, in any order: the database does what the model says.

ROW_STATES=large looks for longer.
"""

import asyncio
import os
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from tests.businesses import make_tenant
from tests.chaos.row_states import Event, Place, after, table
from tests.contacts import make_contact

from scrapersky.clients.html.store import HtmlStores
from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.decisions.undo import undo_batch
from scrapersky.curation_sdk.declaring import Actor, Batch, KeptRule, Registry, Settable, Suspect, TenantPause, Worker
from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue import TENANT_SETTINGS, Lease, set_paused
from scrapersky.curation_sdk.queue.lost_rows import rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.rules import RuleStream
from scrapersky.db.engine import make_engine
from scrapersky.db.second_line import find_second_line
from scrapersky.models import Contact, Delivery, Suppression
from scrapersky.services.contact_delivery_service import HandedOver, Handover
from scrapersky.services.erasure.erase import Erasure
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.runs.default_rules import rule_fields
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "states-of-a-row.md"
IS_LARGE = os.environ.get("ROW_STATES") == "large"
EXAMPLES, STEPS = (300, 60) if IS_LARGE else (6, 25)
SCHEDULE = Schedule(attempts=2)
CURATION = Contact.contact_delivery
STATUSES = {Event.QUEUE: Settable.QUEUED, Event.SKIP: Settable.SKIPPED, Event.SET_BACK: Settable.NEW}
ROWS_OF_EACH = 3

Answer = TypeVar("Answer")


@dataclass(slots=True)
class ModelRow:
    """`stamp` changes with whatever changes the row: undo finds by it what was left alone."""

    tenant: int
    email: str
    place: Place = field(default_factory=Place)
    attempts: int = 0
    stamp: int = 0
    deliveries: int = 0


@dataclass(frozen=True, slots=True)
class ModelBatch:
    tenant: int
    stamp: int
    former: dict[UUID, ModelRow]
    is_rules: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What lasts from one run to the next."""

    run: asyncio.Runner
    engine: AsyncEngine
    folder: Path

    @property
    def sessions(self) -> async_sessionmaker[AsyncSession]:
        return async_sessionmaker(self.engine, expire_on_commit=False)


class RowStates(RuleBasedStateMachine):
    ground: Ground

    def __init__(self) -> None:
        super().__init__()
        self.registry = Registry(product_workflows())
        self.queue = Queue(contact_delivery, self.ground.engine)
        self.rule_stream = RuleStream(self.ground.engine, rule_fields(self.registry), ["contact_delivery"])
        self.rows: dict[UUID, ModelRow] = {}
        self.batches: dict[UUID, ModelBatch] = {}
        self.held: dict[UUID, Attempt] = {}
        self.ghosts: list[Attempt] = []
        self.alone: set[UUID] = set()
        self.resting, self.erased, self.clock, self.rule_rests = set[int](), set[str](), 0, False
        self.do(self._begin())

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return self.ground.run.run(work)

    async def _begin(self) -> None:
        async with self.ground.sessions.begin() as session:
            self.tenants = [await make_tenant(session) for _ in range(2)]
            for number, tenant_id in enumerate(self.tenants):
                for place in range(ROWS_OF_EACH):
                    email = f"person{place}@tenant{number}.example"
                    row_id = await make_contact(session, tenant_id, email=email)
                    self.rows[row_id] = ModelRow(number, email)
            values = {"workflow": "contact_delivery", "name": "All", "place": 0, "written": {"name": "All"}}
            made = insert(KeptRule).values(**values, tenant_id=self.tenants[0], changed_by="ana")
            await session.execute(made)
        self.worker = await Lease(self.ground.engine, 3600).acquire()

    def teardown(self) -> None:
        async def clear() -> None:
            async with self.ground.sessions.begin() as session:
                for model in (Contact, Batch, KeptRule, Suspect, TenantPause, Worker, Suppression):
                    await session.execute(delete(model))

        self.do(clear())

    def actor(self, tenant: int) -> Actor:
        return Actor(self.tenants[tenant], "ana")

    def touch(self, row: ModelRow, event: Event) -> None:
        place = after(row.place, event)
        assert place is not None, f"{event} of {row.place.words}"
        row.place, self.clock = place, self.clock + 1
        row.stamp = self.clock

    # What people and rules do.

    @rule(event=st.sampled_from(sorted(STATUSES)), tenant=st.integers(0, 1), chosen=st.sets(st.integers(0, 5)))
    def decide(self, event: Event, tenant: int, chosen: set[int]) -> None:
        """About rows of another tenant, too: those stay."""
        ids = [row_id for place, row_id in enumerate(self.rows) if place in chosen]

        async def work() -> UUID:
            async with self.ground.sessions.begin() as session:
                decision = Decision(STATUSES[event])
                return (await change_status(session, contact_delivery, self.actor(tenant), ids, decision)).batch_id

        batch_id = self.do(work())
        own = {row_id: self.rows[row_id] for row_id in ids if self.rows[row_id].tenant == tenant}
        self._decided(batch_id, own, event, tenant)

    def _decided(self, batch_id: UUID, rows: dict[UUID, ModelRow], event: Event, tenant: int) -> None:
        self.clock += 1
        former = {row_id: replace(row) for row_id, row in rows.items()}
        self.batches[batch_id] = ModelBatch(tenant, self.clock, former, is_rules=event is Event.RULE)
        for row in rows.values():
            begins_anew = row.place.processing != "Processing" and (
                event is not Event.SKIP or row.place.processing == "Queued"
            )
            row.attempts = 0 if begins_anew else row.attempts
            place = after(row.place, event)
            assert place is not None
            row.place, row.stamp = place, self.clock

    @rule()
    def let_the_rule_decide(self) -> None:
        taken = {} if self.rule_rests else self._rows_of(0, lambda row: row.place.curation == "New")
        assert self.do(self.rule_stream.decide_all()) == len(taken)

        async def latest() -> UUID | None:
            async with self.ground.sessions() as session:
                by_rule = select(Batch.id).where(Batch.rule == "All").order_by(Batch.id.desc()).limit(1)
                return await session.scalar(by_rule)

        if taken and (batch_id := self.do(latest())):
            self._decided(batch_id, taken, Event.RULE, 0)

    def _rows_of(self, tenant: int, which: Any) -> dict[UUID, ModelRow]:
        return {row_id: row for row_id, row in self.rows.items() if row.tenant == tenant and which(row)}

    @precondition(lambda self: self.batches)
    @rule(which=st.integers(0, 50), tenant=st.integers(0, 1))
    def undo(self, which: int, tenant: int) -> None:
        batch_id = list(self.batches)[which % len(self.batches)]
        batch = self.batches[batch_id]

        async def work() -> int:
            async with self.ground.sessions.begin() as session:
                return (await undo_batch(session, self.registry, self.actor(tenant), batch_id)).restored

        if tenant != batch.tenant:
            with pytest.raises(CurationError, match="There is no batch"):
                self.do(work())
            return
        untouched = {row_id for row_id in batch.former if row_id in self.rows} & {
            row_id for row_id, row in self.rows.items() if row.stamp == batch.stamp
        }
        assert self.do(work()) == len(untouched)
        for row_id in untouched:
            self.rows[row_id] = replace(batch.former[row_id], deliveries=self.rows[row_id].deliveries)
        self.rule_rests = self.rule_rests or batch.is_rules
        del self.batches[batch_id]

    @precondition(lambda self: len(self.rows) > ROWS_OF_EACH and len(self.erased) < (9 if IS_LARGE else 1))
    @rule(which=st.integers(0, 5))
    def erase(self, which: int) -> None:
        row_id = list(self.rows)[which % len(self.rows)]
        row = self.rows.pop(row_id)
        exports = ExportFolder(self.ground.folder, kept=None, most_bytes=1)  # type: ignore[arg-type]
        erasure = Erasure(self.ground.sessions, HtmlStores(), (), exports)
        work = erasure.run(self.actor(row.tenant), SuppressionKind.EMAIL, row.email, dry_run=False)
        assert self.do(work).contacts == 1
        self.erased.add(row.email)

    @rule(tenant=st.integers(0, 1), paused=st.booleans())
    def pause(self, tenant: int, paused: bool) -> None:
        async def work() -> None:
            async with self.ground.sessions.begin() as session:
                await set_paused(session, contact_delivery, self.actor(tenant), paused=paused)

        self.do(work())
        (self.resting.add if paused else self.resting.discard)(tenant)

    # What workers do, and what happens to them.

    @rule()
    def claim(self) -> None:
        suspects = self.do(self._suspects())
        due = {
            row_id
            for row_id, row in self.rows.items()
            if row.place.processing == "Queued" and row.tenant not in self.resting and row_id not in suspects
        }
        claimed = self.do(self.queue.claim(self.worker, 100))
        assert {attempt.row_id for attempt in claimed} == due
        self._take(claimed)

    async def _suspects(self) -> set[UUID]:
        async with self.ground.sessions() as session:
            return set(await session.scalars(select(Suspect.row_id)))

    @rule()
    def try_a_suspect(self) -> None:
        row_id = self.do(self.queue.next_suspect())
        if row_id is None:
            return
        assert self.rows[row_id].place.processing == "Queued"
        assert self.rows[row_id].tenant not in self.resting
        self._take(self.do(self.queue.claim(self.worker, 1, only=row_id)))
        self.alone.add(row_id)

    def _take(self, claimed: list[Attempt]) -> None:
        for attempt in claimed:
            row = self.rows[attempt.row_id]
            self.touch(row, Event.CLAIM)
            row.attempts += 1
            assert attempt.number == row.attempts
            self.held[attempt.row_id] = attempt

    @rule(event=st.sampled_from([Event.SUCCEED, Event.FAIL]), most=st.integers(1, 3))
    def finish(self, event: Event, most: int) -> None:
        ending = list(self.held.values())[:most]
        done = self._complete(ending, event)
        assert {attempt.row_id for attempt in done} == {each.row_id for each in ending if each.row_id in self.rows}
        for attempt in ending:
            del self.held[attempt.row_id]
        for attempt in done:
            row = self.rows[attempt.row_id]
            row.attempts = 0 if row.place.again else row.attempts
            self.touch(row, event)
            row.deliveries += event is Event.SUCCEED
            if attempt.row_id in self.alone:
                self.alone.discard(attempt.row_id)
                self.do(self.queue.acquit(attempt.row_id, self.worker))

    def _complete(self, attempts: list[Attempt], event: Event) -> list[Attempt]:
        for attempt in attempts:
            if event is Event.SUCCEED:
                attempt.complete(Handover(None, (HandedOver("folder", str(attempt.claim), "taken"),)))
            else:
                attempt.ending, attempt.message = Ending.ERROR, "It did not work."
        return self.do(self.queue.complete(attempts[0].worker, attempts)) if attempts else []

    @rule()
    def die(self) -> None:
        async def work() -> None:
            async with self.ground.sessions.begin() as session:
                over = update(Worker).where(Worker.id == self.worker).values(lease_until=func.now())
                await session.execute(over)
            self.worker = await Lease(self.ground.engine, 3600).acquire()

        self.do(work())
        self.ghosts += self.held.values()
        self.held.clear()

    @precondition(lambda self: self.ghosts)
    @rule(event=st.sampled_from([Event.SUCCEED, Event.FAIL]))
    def a_dead_worker_comes_back(self, event: Event) -> None:
        """Rescued or not: it writes nothing."""
        assert self._complete(self.ghosts[:1], event) == []

    @rule()
    def rescue(self) -> None:
        lost = {ghost.row_id: ghost for ghost in self.ghosts if ghost.row_id in self.rows}
        assert self.do(rescue(contact_delivery, SCHEDULE, self.ground.engine)) == len(lost)
        for row_id in lost:
            self._lose(row_id, self.rows[row_id])
        self.ghosts.clear()

    def _lose(self, row_id: UUID, row: ModelRow) -> None:
        """A row that ended its worker, with nothing else in hand, as often as it may be tried, is an Error."""
        was_alone, again = row_id in self.alone, row.place.again
        self.touch(row, Event.LOSE)
        if was_alone and row.place == Place("Queued", "Queued") and not again and row.attempts >= SCHEDULE.attempts:
            row.place = Place("Queued", "Error")
        row.attempts = 0 if again else row.attempts - (not was_alone)
        self.alone.discard(row_id)

    # What is so at any moment.

    @invariant()
    def the_database_is_as_the_model_says(self) -> None:
        async def look() -> tuple[dict[UUID, tuple[Place, int]], dict[UUID, int]]:
            columns = (CURATION.curation_status, CURATION.processing_status, CURATION.run_again, CURATION.attempts)
            async with self.ground.sessions() as session:
                rows = (await session.execute(select(Contact.id, *columns))).all()
                counted = select(Delivery.contact_id, func.count()).group_by(Delivery.contact_id)
                delivered = dict((await session.execute(counted)).all())
            return {row[0]: (Place(*row[1:4]), row[4]) for row in rows}, delivered

        rows, delivered = self.do(look())
        assert rows == {row_id: (row.place, row.attempts) for row_id, row in self.rows.items()}
        assert delivered == {row_id: row.deliveries for row_id, row in self.rows.items() if row.deliveries}


@pytest.mark.timeout(3600 if IS_LARGE else 60)
def test_whatever_people_rules_and_workers_do_rows_are_where_the_table_says(database_url: str, tmp_path: Path) -> None:
    async def open_engine() -> AsyncEngine:
        engine = make_engine(database_url)
        line = await find_second_line(engine)
        assert line is not None
        return engine.execution_options(**{TENANT_SETTINGS: line.settings})

    with asyncio.Runner() as runner:
        engine = runner.run(open_engine())
        machine = type("RowStates", (RowStates,), {"ground": Ground(runner, engine, tmp_path)})
        checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
        chosen = settings(
            deadline=None,
            database=None,
            suppress_health_check=checks,
            derandomize=not IS_LARGE,
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
        )
        try:
            run_state_machine_as_test(machine, settings=chosen)
        finally:
            runner.run(engine.dispose())


def test_the_docs_have_the_table_of_the_model() -> None:
    assert "\n".join(table()) in DOCS.read_text(encoding="utf-8"), "put in what tests/chaos/row_states.py gives"
