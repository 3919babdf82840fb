"""The queue in the source table: claim, complete, release."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter, itemgetter
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import (
    DATABASE_TROUBLE,
    AnyWorkflow,
    Attempt,
    Ending,
    Nothing,
    Saved,
    failed_before,
    is_database_away,
    means_the_process,
    readable,
)
from scrapersky.curation_sdk.queue import completion_statement
from scrapersky.curation_sdk.queue.driver_statement import DriverStatement, Entities, columns_of
from scrapersky.curation_sdk.queue.fence import Fence, GroupRefused, NoLongerHeld, SaveRefused, SavingSession
from scrapersky.curation_sdk.queue.low_water import LowWaterMark
from scrapersky.curation_sdk.queue.statements import (
    claim_statement,
    earliest_statement,
    held_statement,
    lock_statement,
    suspect_statement,
)
from scrapersky.curation_sdk.queue.suspects import acquit
from scrapersky.curation_sdk.queue.tenancy import unbind
from scrapersky.curation_sdk.queue.unanswered_claims import UnansweredClaims, claimed_statement

log = logging.getLogger(__name__)

_BEFORE_VALUES = 3  # a claimed row's priority, since when it waits, and the number of its attempt


class Queue:
    """The rows of one workflow that wait for, or are in, this worker's hands."""

    def __init__(self, workflow: AnyWorkflow, engine: AsyncEngine, clock: Callable[[], float] = time.monotonic) -> None:
        self.workflow, self.engine = workflow, engine
        self._autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._entities = Entities(workflow.model, engine.dialect)
        self._statements = statements_of(workflow)
        self._unanswered = UnansweredClaims()
        self._mark = LowWaterMark(clock)

    async def claim(self, worker: UUID, limit: int, only: UUID | None = None) -> list[Attempt]:
        """Take up to `limit` rows in queue order, or one certain row, in one statement of its own."""
        token = uuid4()
        parameters = {"worker": worker, "token": token, "batch": limit, "only": only}
        try:
            if only is not None:
                claimed = await self._statements.claim_one.fetch(self.engine, parameters)
            else:
                claimed = await self._claim_behind_mark(parameters)
        except BaseException:
            self._unanswered.add(token, worker)
            raise
        make, row_id, tenant_id = self._entities.make, self._place_of("id"), self._place_of("tenant_id")
        return [
            Attempt(make(row[_BEFORE_VALUES:]), row[row_id], row[tenant_id], worker, token, row[2])
            for row in self._in_turn(claimed)
        ]

    async def _claim_behind_mark(self, parameters: dict[str, Any]) -> list[Any]:
        mark = self._mark
        mark.take_away_in_time()
        claimed = await self._statements.claim.fetch(self.engine, parameters | mark.place)
        if not claimed and mark.is_set:
            mark.take_away()
            claimed = await self._statements.claim.fetch(self.engine, parameters | mark.place)
        if len(claimed) < parameters["batch"]:
            mark.take_away()
        else:  # where work is spread, others wait between the first that was claimed and the last
            last = claimed[-1 if self.workflow.spread_over is None else 0]
            mark.move_to(last[0], last[1], last[self._place_of("id")])
        return claimed

    def _place_of(self, key: str) -> int:
        """In a claimed row."""
        return _BEFORE_VALUES + self._entities.keys.index(key)

    @property
    def has_unanswered(self) -> bool:
        return bool(self._unanswered.open_ones())

    async def release_unanswered(self) -> int:
        """Put rows back that were claimed for this worker without its knowledge; say how many."""
        claims = self._unanswered.open_ones()
        if not claims:
            return 0
        async with AsyncSession(self._autocommit) as session:
            rows = (await session.execute(self._statements.claimed, {"claims": claims})).all()
        for worker, attempts in self._unanswered.released(rows).items():
            log.warning("%s: %d rows go back, the answer to their claim never came", self.workflow.name, len(attempts))
            await self.complete(worker, attempts)
        return len(rows)

    def _in_turn(self, claimed: Sequence[Any]) -> Sequence[Any]:
        """Neighbours in a batch are rows of different values, where the workflow spreads its work over them."""
        column = self.workflow.spread_over
        if column is None:
            return claimed
        place, seen = self._place_of(column.key), Counter[Any]()
        ranks = []
        for row in claimed:
            ranks.append((-row[0], seen[row[place]]))
            seen[row[place]] += 1
        return [row for _, row in sorted(zip(ranks, claimed, strict=True), key=itemgetter(0))]

    async def complete(self, worker: UUID, attempts: Sequence[Attempt]) -> list[Attempt]:
        """Settle a group: what rows produced, their statuses and their history are one fact.

        Returns the attempts whose rows were still held; the others changed nothing.
        """
        held, at_once = list(attempts), self.workflow.save_group is not None
        while any(has_result(attempt) for attempt in held):
            try:
                if await self._save_and_settle(worker, held, at_once=at_once):
                    return held
                break
            except NoLongerHeld as fewer:
                held = fewer.held
            except GroupRefused as refused:
                log.warning("%s: %d rows are saved one by one: %s", self.workflow.name, len(held), refused)
                at_once = False
        if not held:
            return []
        held.sort(key=attrgetter("row_id"))
        told = completion_statement.facts(worker, held)
        statements = self._statements
        alike = statements.settle_alike if told["claims"] else statements.settle_alike_of_one_claim
        settle = alike if completion_statement.are_alike(told) else statements.settle_alone
        ((places,),) = await settle.fetch(self.engine, told)
        return _at(places, held)

    async def _save_and_settle(self, worker: UUID, attempts: list[Attempt], *, at_once: bool) -> bool:
        """In one transaction; False when `save` wrote nothing, so that there is no transaction to settle in."""
        fence = Fence(self._statements.lock, worker, attempts)
        session = AsyncSession(
            self.engine, expire_on_commit=False, sync_session_class=SavingSession, info={"fence": fence}
        )
        try:
            for tenant_id, produced in self._in_save_order(attempts):
                await self._bind(session, fence, tenant_id)
                await self._save_all(session, fence, produced, at_once=at_once)
            if not fence.is_up and not (session.new or session.dirty or session.deleted):
                return False
            await session.flush()
            connection = await session.connection()
            await connection.run_sync(unbind)
            settled = _at(
                await connection.scalar(self._statements.settle, completion_statement.facts(worker, attempts)), attempts
            )
            if len(settled) < len(attempts):
                raise NoLongerHeld(settled)
            fence.has_settled = True
            await session.commit()
        finally:
            if session.in_transaction():  # one that nobody used has nothing to let go
                async with session:
                    pass
        return True

    async def _bind(self, session: AsyncSession, fence: Fence, tenant_id: UUID) -> None:
        """What the rows before left to be written may be another tenant's."""
        if fence.tenant is not None:
            await session.flush()
        fence.tenant = tenant_id
        if fence.is_up:
            await (await session.connection()).run_sync(fence.bind)

    async def _save_all(self, session: AsyncSession, fence: Fence, produced: list[Attempt], *, at_once: bool) -> None:
        if at_once and len(produced) > 1:
            await self._save_group(session, fence, produced)
            return
        for attempt in produced:
            try:
                saved = await self.workflow.save(session, attempt.row, attempt.result)
            except BaseException as error:
                if await self._is_nobodys(error, fence):
                    raise
                raise SaveRefused(attempt, error) from error
            _note_saved(attempt, saved)

    def _in_save_order(self, attempts: list[Attempt]) -> list[tuple[UUID, list[Attempt]]]:
        """Workers that write the same rows of another table write them in the same order, and so never deadlock.

        One tenant after the other: each time it is another's turn the database is told.
        """
        order = self.workflow.save_order
        produced = [attempt for attempt in attempts if has_result(attempt)]
        if order is not None and len(produced) > 1:
            produced.sort(key=lambda attempt: str(order(attempt.row, attempt.result)))
        by_tenant: dict[UUID, list[Attempt]] = {}
        for attempt in produced:
            by_tenant.setdefault(attempt.tenant_id, []).append(attempt)
        return sorted(by_tenant.items())

    async def _save_group(self, session: AsyncSession, fence: Fence, attempts: Sequence[Attempt]) -> None:
        assert self.workflow.save_group is not None  # noqa: S101  the caller looked
        try:
            pairs = [(attempt.row, attempt.result) for attempt in attempts]
            answers = list(zip(attempts, await self.workflow.save_group(session, pairs), strict=True))
            await session.flush()
        except BaseException as error:
            if await self._is_nobodys(error, fence):
                raise
            raise GroupRefused(readable(error)) from error
        for attempt, saved in answers:
            _note_saved(attempt, saved)

    async def _is_nobodys(self, error: BaseException, fence: Fence) -> bool:
        """Whether no row is to blame for what was raised while it was saved."""
        return means_the_process(error) or fence.broke or failed_before(error) or await self._is_away(error)

    async def _is_away(self, error: BaseException) -> bool:
        """An OSError is said by a disk and by a database that cannot be reached; only the latter is waited for."""
        if not isinstance(error, OSError) or isinstance(error, ConnectionError):
            return is_database_away(error)
        try:
            await self.seconds_to_next()
        except DATABASE_TROUBLE:
            return True
        return False

    async def still_held(self, worker: UUID, attempts: Sequence[Attempt]) -> set[Attempt]:
        """Which of these claims still stand: a stopped or rescued row's does not."""
        async with AsyncSession(self._autocommit) as session:
            ids = [attempt.row_id for attempt in attempts]
            claims = dict((await session.execute(self._statements.still_held, {"worker": worker, "ids": ids})).all())
        return {attempt for attempt in attempts if claims.get(attempt.row_id) == attempt.claim}

    async def next_suspect(self) -> UUID | None:
        async with AsyncSession(self._autocommit) as session:
            suspect: UUID | None = await session.scalar(self._statements.next_suspect)
        return suspect

    async def acquit(self, row_id: UUID, worker: UUID) -> None:
        async with self._autocommit.connect() as connection:
            await connection.execute(self._statements.acquit, {"row_id": row_id, "worker": worker})

    async def seconds_to_next(self) -> float | None:
        """How long until the earliest waiting row is due; None when nothing waits."""
        async with AsyncSession(self._autocommit) as session:
            seconds: float | None = await session.scalar(self._statements.earliest)
        return seconds


class Statements:
    """Those of one workflow, made once for all its queues: it takes as long as hundreds of rows do."""

    def __init__(self, workflow: AnyWorkflow) -> None:
        curation = workflow.curation
        self._workflow = workflow
        self.lock = lock_statement(curation)
        self.settle = completion_statement.settle_statement(curation)
        self.earliest = earliest_statement(curation)
        self.still_held = held_statement(curation)
        self.claimed = claimed_statement(curation)
        self.next_suspect = suspect_statement(curation)
        self.acquit = acquit(curation)

    @cached_property
    def claim(self) -> DriverStatement:
        of = self._workflow
        return DriverStatement(claim_statement(of.curation, columns_of(of.model), of.spread_over))

    @cached_property
    def claim_one(self) -> DriverStatement:
        of = self._workflow
        return DriverStatement(claim_statement(of.curation, columns_of(of.model), alone=True))

    @cached_property
    def settle_alone(self) -> DriverStatement:
        """Where nothing is saved in the same transaction."""
        return DriverStatement(self.settle)

    @cached_property
    def settle_alike(self) -> DriverStatement:
        return DriverStatement(completion_statement.settle_alike_statement(self._workflow.curation))

    @cached_property
    def settle_alike_of_one_claim(self) -> DriverStatement:
        return DriverStatement(completion_statement.settle_alike_statement(self._workflow.curation, of_one_claim=True))


statements_of = lru_cache(maxsize=256)(Statements)


def _at(places: list[int] | None, attempts: list[Attempt]) -> list[Attempt]:
    """Those at the places, which count from 1; no places are none."""
    if places is not None and len(places) == len(attempts):
        return attempts
    return [attempts[place - 1] for place in places or ()]


def _note_saved(attempt: Attempt, saved: int | Saved) -> None:
    if isinstance(saved, int):
        attempt.produced = saved
    elif attempt.ending is not Ending.COMPLETE:
        attempt.produced = saved.produced
    else:
        attempt.produced, attempt.outcome, attempt.message = saved.produced, saved.outcome, saved.note
        attempt.total = saved.total


def has_result(attempt: Attempt) -> bool:
    """Whether there is something for `save`: a result, or what a deferral kept."""
    if isinstance(attempt.result, Nothing):
        return False
    return attempt.ending is Ending.COMPLETE or attempt.result is not None
