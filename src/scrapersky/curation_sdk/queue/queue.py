"""The queue in the source table: claim, complete, release."""

import logging
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import instance_dict, instance_state

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
from scrapersky.curation_sdk.queue.completion_statement import facts, settle_statement
from scrapersky.curation_sdk.queue.fence import Fence, GroupRefused, NoLongerHeld, SaveRefused, SavingSession
from scrapersky.curation_sdk.queue.statements import (
    claim_statement,
    earliest_statement,
    held_statement,
    lock_statement,
    suspect_statement,
)
from scrapersky.curation_sdk.queue.suspects import acquit
from scrapersky.curation_sdk.queue.tenancy import unbind

log = logging.getLogger(__name__)

_PLACE = itemgetter(0, 1, 2)
_tenant_of = attrgetter("row.tenant_id")


class Queue:
    """The rows of one workflow that wait for, or are in, this worker's hands."""

    def __init__(self, workflow: AnyWorkflow, engine: AsyncEngine) -> None:
        self.workflow, self.engine = workflow, engine
        self._autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._entities = Entities(workflow.model)
        self._claim = self._claim_statement()
        self._lock = lock_statement(workflow.curation)
        self._settle = settle_statement(workflow.curation)
        self._earliest = earliest_statement(workflow.curation)
        self._still_held = held_statement(workflow.curation)
        self._next_suspect = suspect_statement(workflow.curation)
        self._acquit = acquit(workflow.curation)

    def _claim_statement(self, only: UUID | None = None) -> Any:
        workflow = self.workflow
        return claim_statement(workflow.curation, self._entities.columns, only, workflow.spread_over)

    async def claim(self, worker: UUID, limit: int, only: UUID | None = None) -> list[Attempt]:
        """Take up to `limit` rows in queue order, or one certain row, in one statement of its own."""
        token, make = uuid4(), self._entities.make
        statement = self._claim if only is None else self._claim_statement(only)
        async with self._autocommit.connect() as connection:
            result = await connection.execute(statement, {"worker": worker, "token": token, "batch": limit})
            claimed = result.all()
        return [
            Attempt(make(values), row_id, worker, token, number)
            for _, _, row_id, number, *values in self._in_turn(sorted(claimed, key=_PLACE))
        ]

    def _in_turn(self, claimed: list[Any]) -> list[Any]:
        """Neighbours in a batch are rows of different values, where the workflow spreads its work over them."""
        column = self.workflow.spread_over
        if column is None:
            return claimed
        place, seen = 4 + self._entities.keys.index(column.key), Counter[Any]()
        ranks = []
        for row in claimed:
            ranks.append((row[0], seen[row[place]]))
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
        async with self._autocommit.connect() as connection:
            return await self._settled(connection, worker, held)

    async def _save_and_settle(self, worker: UUID, attempts: list[Attempt], *, at_once: bool) -> bool:
        """In one transaction; False when `save` wrote nothing, so that there is no transaction to settle in."""
        fence = Fence(self._lock, worker, attempts)
        async with (
            AsyncSession(
                self.engine, expire_on_commit=False, sync_session_class=SavingSession, info={"fence": fence}
            ) as session,
            session.begin(),
        ):
            for tenant_id, produced in groupby(self._in_save_order(attempts), key=_tenant_of):
                await self._bind(session, fence, tenant_id)
                await self._save_all(session, fence, list(produced), at_once=at_once)
            await session.flush()
            if not fence.is_up:
                return False
            connection = await session.connection()
            await connection.run_sync(unbind)
            settled = await self._settled(connection, worker, attempts)
            if len(settled) < len(attempts):
                raise NoLongerHeld(settled)
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
            await self._save(session, fence, attempt)

    async def _settled(self, connection: AsyncConnection, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        places = await connection.scalars(self._settle, facts(worker, attempts))
        return [attempts[place - 1] for place in places]

    def _in_save_order(self, attempts: list[Attempt]) -> list[Attempt]:
        """Workers that write the same rows of another table write them in the same order, and so never deadlock.

        One tenant after the other: each time it is another's turn the database is told.
        """
        order = self.workflow.save_order
        produced = [attempt for attempt in attempts if has_result(attempt)]
        if order is not None and len(produced) > 1:
            produced.sort(key=lambda attempt: str(order(attempt.row, attempt.result)))
        return sorted(produced, key=_tenant_of)

    async def _save(self, session: AsyncSession, fence: Fence, attempt: Attempt) -> None:
        try:
            saved = await self.workflow.save(session, attempt.row, attempt.result)
        except BaseException as error:
            if await self._is_nobodys(error, fence):
                raise
            raise SaveRefused(attempt, error) from error
        _note_saved(attempt, saved)

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
            claims = dict((await session.execute(self._still_held, {"worker": worker, "ids": ids})).all())
        return {attempt for attempt in attempts if claims.get(attempt.row_id) == attempt.claim}

    async def next_suspect(self) -> UUID | None:
        async with AsyncSession(self._autocommit) as session:
            suspect: UUID | None = await session.scalar(self._next_suspect)
        return suspect

    async def acquit(self, row_id: UUID, worker: UUID) -> None:
        async with self._autocommit.connect() as connection:
            await connection.execute(self._acquit, {"row_id": row_id, "worker": worker})

    async def seconds_to_next(self) -> float | None:
        """How long until the earliest waiting row is due; None when nothing waits."""
        async with AsyncSession(self._autocommit) as session:
            seconds: float | None = await session.scalar(self._earliest)
        return seconds


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


class Entities:
    """Makes what a closed session leaves: detached, and whoever asks for a column that was not read is told so.

    Through a session an instance costs four times as much, more than PostgreSQL needs to claim its row.
    """

    def __init__(self, model: type[Any]) -> None:
        mapper: Mapper[Any] = inspect(model)
        self._identity_key = mapper.identity_key_from_primary_key
        self._new = mapper.class_manager.new_instance
        self.keys = tuple(attribute.key for attribute in mapper.column_attrs if not attribute.deferred)
        self.columns = tuple(getattr(model, key) for key in self.keys)

    def make(self, values: Sequence[Any]) -> Any:
        """From the values of `columns`, in this order."""
        row: Any = self._new()
        loaded = instance_dict(row)
        loaded.update(zip(self.keys, values, strict=True))
        instance_state(row).key = self._identity_key((loaded["id"],))
        return row
