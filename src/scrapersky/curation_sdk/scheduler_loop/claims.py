"""Claims on rows of a table that has no room for them, and their way back when a worker is gone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, inspect, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from scrapersky.curation_sdk.declaring import JobClaim, Worker, and_updated_at
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.queue import bind, tenant_role

MOST_AT_ONCE = 1000
MOST_ATTEMPTS = 3
LONGEST_ERROR = 1000
LOST = f"The worker stopped while it was on this row. It was tried {MOST_ATTEMPTS} times."


@dataclass(frozen=True, slots=True)
class Statuses:
    """What the four words are in one table's column."""

    queued: Any
    processing: Any
    completed: Any
    failed: Any


class JobTable:
    """One status column of one table, and the claims on its rows.

    Whoever writes both a row and its claim writes the row first: in one order, nobody waits for somebody who waits.
    """

    def __init__(self, model: type[Any], statuses: Statuses, status_field: str, error_field: str, order: Any) -> None:
        keys = inspect(model).primary_key
        if len(keys) != 1:
            raise DeclarationError(f"run_job_loop needs a table with one key; {model.__name__} has {len(keys)}.")
        self.model, self.statuses, self._id = model, statuses, keys[0]
        self._status, self._error = getattr(model, status_field), getattr(model, error_field)
        self._order = getattr(model, order) if isinstance(order, str) else order
        self._place = {"table_name": model.__tablename__, "status_field": status_field}
        self.name = f"{model.__tablename__}.{status_field}"

    @property
    def _ours(self) -> ColumnElement[bool]:
        return and_(*(getattr(JobClaim, name) == value for name, value in self._place.items()))

    def _is(self, item_id: Any, token: UUID) -> ColumnElement[bool]:
        return and_(self._ours, JobClaim.item_id == str(item_id), JobClaim.claim == token)

    async def claim(
        self, engine: AsyncEngine, worker: UUID, limit: int, without: Collection[Any] = ()
    ) -> tuple[UUID, list[Any]]:
        """Mark so many rows and write the claims on them down, in one transaction."""
        token, statuses = uuid4(), self.statuses
        is_due = and_(self._status == statuses.queued, self._id.not_in(without))
        due = select(self._id).where(is_due).order_by(self._order, self._id).limit(limit)
        async with engine.begin() as connection:
            ids = list(await connection.scalars(due.with_for_update(skip_locked=True, key_share=True)))
            if ids:
                await self._mark(connection, ids, statuses.queued, {self._status: statuses.processing})
                values = {"worker": worker, "claim": token, "begun": False, "claimed_at": func.now()}
                made = insert(JobClaim).values([{**self._place, "item_id": str(item_id), **values} for item_id in ids])
                key = [JobClaim.table_name, JobClaim.status_field, JobClaim.item_id]
                await connection.execute(made.on_conflict_do_update(index_elements=key, set_=and_updated_at(values)))
        return token, ids

    async def _mark(self, connection: AsyncConnection, ids: Sequence[Any], former: Any, values: dict[Any, Any]) -> None:
        await connection.execute(update(self.model).where(self._id.in_(ids), self._status == former).values(values))

    async def begin(self, engine: AsyncEngine, item_id: Any, token: UUID) -> bool:
        """Whether the claim still stands. Only rows that were begun are charged with the end of their worker."""
        begun = update(JobClaim).where(self._is(item_id, token)).values(begun=True).returning(JobClaim.item_id)
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            return (await connection.execute(begun)).first() is not None

    async def bind_to_tenant(self, connection: AsyncConnection, item_id: Any) -> None:
        """The function sees the rows of the row's tenant only, where it says whose it is and the database guards it."""
        role = tenant_role(connection)
        if role is None or "tenant_id" not in self.model.__table__.c:
            return
        is_guarded = func.has_table_privilege(role, self.model.__tablename__, "UPDATE")
        whose = select(self.model.__table__.c.tenant_id).where(self._id == item_id, is_guarded)
        if (tenant_id := await connection.scalar(whose)) is not None:
            await connection.run_sync(bind, tenant_id, in_tables=True)

    def is_held(self, item_id: Any, token: UUID) -> ColumnElement[bool]:
        return exists(select(JobClaim.item_id).where(self._is(item_id, token)))

    async def settle(self, connection: AsyncConnection, item_id: Any, token: UUID, error: str | None = None) -> Any:
        """Say how it ended, unless the function has said so, and give the claim up; None where it was lost.

        Then nothing may be committed: the row is another's.
        """
        ended = self.statuses.completed if error is None else self.statuses.failed
        reason = error and error[:LONGEST_ERROR]
        await self._mark(connection, [item_id], self.statuses.processing, {self._status: ended, self._error: reason})
        given_up = delete(JobClaim).where(self._is(item_id, token)).returning(JobClaim.item_id)
        if (await connection.execute(given_up)).first() is None:
            return None
        return await connection.scalar(select(self._status).where(self._id == item_id))

    async def rescue(self, engine: AsyncEngine) -> None:
        """Rows whose worker is gone."""
        lives = exists(select(Worker.id).where(Worker.id == JobClaim.worker, Worker.lease_until > func.now()))
        await self.put_back(engine, ~lives, charge=case((JobClaim.begun, 1), else_=0))

    async def put_back(self, engine: AsyncEngine, which: ColumnElement[bool], charge: Any = 0) -> None:
        """Rows under such claims wait again, or have failed when they ended their worker too often.

        A row that is locked is still being written, or will be free when the server ends its transaction.
        """
        held = and_(self._ours, JobClaim.worker.is_not(None), which)
        while True:
            async with engine.begin() as connection:
                if await self._put_some_back(connection, held, charge) < MOST_AT_ONCE:
                    return

    async def _put_some_back(self, connection: AsyncConnection, held: ColumnElement[bool], charge: Any) -> int:
        """How many claims were given up. Those of rows that are gone are forgotten."""
        oldest = select(JobClaim.item_id).where(held).order_by(JobClaim.claimed_at).limit(MOST_AT_ONCE)
        claimed = [self._id.type.python_type(item_id) for item_id in await connection.scalars(oldest)]
        rows = select(self._id).where(self._id.in_(claimed)).order_by(self._id)
        there = set(await connection.scalars(rows))
        await self._forget(connection, [item_id for item_id in claimed if item_id not in there])
        ids = list(await connection.scalars(rows.with_for_update(skip_locked=True, key_share=True)))
        freed = (
            update(JobClaim)
            .where(held, JobClaim.item_id.in_([str(item_id) for item_id in ids]))
            .values(worker=None, claim=None, attempts=JobClaim.attempts + charge)
            .returning(JobClaim.item_id, JobClaim.attempts)
        )
        attempts = dict((await connection.execute(freed)).all())
        spent = [item_id for item_id in ids if attempts.get(str(item_id), 0) >= MOST_ATTEMPTS]
        again = [item_id for item_id in ids if str(item_id) in attempts and item_id not in spent]
        former, statuses = self.statuses.processing, self.statuses
        await self._mark(connection, again, former, {self._status: statuses.queued})
        await self._mark(connection, spent, former, {self._status: statuses.failed, self._error: LOST})
        await self._forget(connection, spent)
        return len(claimed) if len(attempts) == len(there) else 0

    async def _forget(self, connection: AsyncConnection, ids: Sequence[Any]) -> None:
        """Without a claim, a row that is queued again begins anew."""
        await connection.execute(
            delete(JobClaim).where(self._ours, JobClaim.item_id.in_([str(item_id) for item_id in ids]))
        )
