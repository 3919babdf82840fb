"""Writes the ordered exports, a few at a time, by whichever process is there; and clears away what has expired.

A job in hand has a lease that is extended while it runs. When its process dies, another takes it up from the start.
"""

import asyncio
import logging
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Select, exists, func, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from sqlalchemy.orm import aliased

from scrapersky.curation_sdk.declaring import AWAY, DATABASE_TROUBLE, Registry, readable, will_pass
from scrapersky.curation_sdk.queue import Background, of_tenant, uncancelled
from scrapersky.models import ExportOrder
from scrapersky.services.exports.bounds import Bounds, ExportTooSlow, bounded_statements
from scrapersky.services.exports.export import Export, export_to
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.exports.jobs import UNFINISHED, WITHOUT_IDS, Wanted, wanted_by

log = logging.getLogger(__name__)

LEASE_SECONDS = 30.0
MOST_TRIES = 3
ADVISORY_KEY = 5_318_008_2027  # one order is taken at a time, or a tenant might get two turns
SWEEP_SECONDS = 60.0
SECONDS_TO_GIVE_BACK = 3.0
_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_OUR_FILE = re.compile(rf"({_ID})\.(?:csv|xlsx|jsonl|parquet|{_ID}\.(?:part|spool))")

Sessions = async_sessionmaker[AsyncSession]


class ExportRunner:
    """Runs until stopped. Several processes may have one each: a claim keeps them apart."""

    def __init__(
        self,
        sessions: Sessions,
        registry: Registry,
        shelf: ExportFolder,
        *,
        concurrency: int = 2,
        poll_seconds: float = 0.5,
        beat_seconds: float = 1,
        bounds: Callable[[], Bounds] = Bounds,
    ) -> None:
        self._sessions, self._registry, self.shelf = sessions, registry, shelf
        self._writing, self._sweeping = Background("exports", sessions), Background("export clean-up", sessions)
        self._poll_seconds, self._beat_seconds, self._bounds = poll_seconds, beat_seconds, bounds
        self._concurrency, self._is_prepared = concurrency, False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        lanes = [self._writing.start(self.run_pending, self._poll_seconds) for _ in range(self._concurrency)]
        self._tasks = [*lanes, self._sweeping.start(self.sweep, SWEEP_SECONDS)]

    async def stop(self) -> None:
        """What is in hand is given back, for the next process to begin again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run_pending(self) -> int:
        """Write what nobody else is writing, one after another until nothing waits; says how many there were."""
        if not self._is_prepared:  # a folder that cannot be had is told before anybody orders something
            await asyncio.to_thread(self.shelf.prepare)
            self._is_prepared = True
        count = 0
        while await self._is_any_waiting():
            await asyncio.to_thread(self.shelf.prepare)
            order = await self._take()
            if order is None:
                break
            count += 1
            if order.state == "running":
                (ended,) = await asyncio.gather(self._run(order), return_exceptions=True)
                await self._tell(order, ended)
        return count

    async def _is_any_waiting(self) -> bool:
        """Most looks find nothing: a single statement says so, and locks nothing."""
        async with self._sessions() as session:
            await session.connection(execution_options={"isolation_level": "AUTOCOMMIT"})
            return bool(await session.scalar(select(_waiting_statement().exists())))

    async def _take(self) -> ExportOrder | None:
        async with self._sessions.begin() as session:
            await session.execute(select(func.pg_advisory_xact_lock(ADVISORY_KEY)))
            order = await session.scalar(free_statement().limit(1))
            if order is None:
                return None
            is_hopeless = order.tries >= MOST_TRIES
            order.state = "failed" if is_hopeless else "running"
            order.failure = f"It was begun {MOST_TRIES} times and never finished." if is_hopeless else None
            order.tries, order.claim, order.rows = order.tries + 1, uuid4(), 0
            order.changed_at, order.begun_at, order.lease_until = func.now(), func.now(), _lease_end()
            await session.flush()
            await session.refresh(order)
        return order

    async def _run(self, order: ExportOrder) -> None:
        try:
            await uncancelled(lambda: self._write_while_ours(order))
        except asyncio.CancelledError:
            with suppress(*DATABASE_TROUBLE):  # that the process stops is not the export's fault
                async with asyncio.timeout(SECONDS_TO_GIVE_BACK):
                    await self._settle(order, state="waiting", lease_until=None, tries=order.tries - 1, rows=0)
            raise

    async def _tell(self, order: ExportOrder, ended: BaseException | None) -> None:
        """Whatever went wrong with one export, the person who ordered it reads it, and the others go on."""
        if ended is None:
            return
        if will_pass(ended):
            log.warning("export %s waits for the database: %s", order.id, ended, extra=AWAY)
            return
        log.error("export %s failed", order.id, exc_info=ended)
        await self._settle(order, state="failed", failure=readable(ended), lease_until=None)

    async def _write_while_ours(self, order: ExportOrder) -> None:
        """The heartbeat tells how far it is, and ends the writing once the order is cancelled or another's."""
        wanted = wanted_by(order, self._registry)
        export = wanted.export(order.tenant_id, self._registry)
        writing = asyncio.create_task(self._write(order, wanted, export))
        bounds = self._bounds()
        try:
            while not (await asyncio.wait([writing], timeout=self._beat_seconds))[0]:
                bounds.refuse_more(export.exported.rows, self.shelf.size(order))
                if not await self._settle(order, rows=export.exported.rows, lease_until=_lease_end()):
                    return
            await writing
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._keep_until_ended(order, writing)
            self.shelf.drop_part(order)

    async def _keep_until_ended(self, order: ExportOrder, writing: asyncio.Task[None]) -> None:
        """What a thread is doing cannot be stopped. Until it ends nobody else begins the same, and we can say why."""
        while not (await asyncio.wait([writing], timeout=self._beat_seconds))[0]:
            with suppress(*DATABASE_TROUBLE):
                await self._settle(order, lease_until=_lease_end())

    async def _write(self, order: ExportOrder, wanted: Wanted, export: Export) -> None:
        sessions = of_tenant(self._sessions, order.tenant_id)
        with suppress(ExportTooSlow):  # how many there are is only told
            async with sessions() as session, bounded_statements(session):
                total = await export.count(session)
            await self._settle(order, total=total)
        with self.shelf.begin(order) as stream:
            note = f"{wanted.workflow.title}: {order.filter_in_words}"
            spool = self.shelf.spool(order)
            await export_to(stream, export, wanted.file_format, sessions, note=note, spool=spool)
        # Only whoever still has the order may give its file the name; a file whose order was let go is swept away.
        if await self._settle(order, lease_until=_lease_end()):
            kept = {"bytes": self.shelf.finish(order), "expires_at": func.now() + self.shelf.kept}
            # How many rows there are is said together with the end: a beat with an older number may come until then.
            kept |= {"rows": export.exported.rows, "suppressed": export.exported.suppressed}
            await self._settle(order, state="ready", ready_at=func.now(), lease_until=None, **kept)

    async def _settle(self, order: ExportOrder, **values: object) -> bool:
        """Whether the order was still ours."""
        ours = ExportOrder.id == order.id, ExportOrder.claim == order.claim, ExportOrder.state == "running"
        statement = update(ExportOrder).where(*ours).values(**values, changed_at=func.now()).returning(ExportOrder.id)
        async with self._sessions.begin() as session:
            return await session.scalar(statement.execution_options(synchronize_session=False)) is not None

    async def sweep(self) -> None:
        """Let go of what has expired, and of files that no order has any more. One that stays keeps no other."""
        troubles = await self._let_expired_go() + await self._remove_strays()
        if troubles:
            raise troubles[0]

    async def _let_expired_go(self) -> list[OSError]:
        troubles = list[OSError]()
        async with self._sessions.begin() as session:
            for order in list(await session.scalars(_expired_statement())):
                if trouble := await _removed(self.shelf.file(order)):
                    troubles.append(trouble)
                else:
                    order.state, order.changed_at = "expired", func.now()
        return troubles

    async def _remove_strays(self) -> list[OSError]:
        files = await asyncio.to_thread(_files_of_ours, self.shelf.folder)
        if not files:
            return []
        async with self._sessions() as session:
            known = select(ExportOrder).where(ExportOrder.id.in_({order_id for order_id, _ in files}))
            orders = {order.id: order for order in await session.scalars(known.options(*WITHOUT_IDS))}
        strays = [path for order_id, path in files if not _is_wanted(orders.get(order_id), path)]
        return [trouble for path in strays if (trouble := await _removed(path))]


async def _removed(path: Path) -> OSError | None:
    """Why not, if it is still there."""
    try:
        await asyncio.to_thread(_remove, path)
    except OSError as error:
        return error
    return None


def _remove(path: Path) -> None:
    if path.suffix == ".spool":
        with suppress(FileNotFoundError):  # its own runner may be removing it too
            shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _files_of_ours(folder: Path) -> list[tuple[UUID, Path]]:
    found = [(_OUR_FILE.fullmatch(path.name), path) for path in folder.iterdir()] if folder.is_dir() else []
    return [(UUID(match[1]), path) for match, path in found if match]


def _is_wanted(order: ExportOrder | None, path: Path) -> bool:
    if order is None or order.state not in ("ready", "running"):
        return False
    return path.suffix not in (".part", ".spool") or str(order.claim) in path.name


def _lease_end() -> Any:
    return func.now() + timedelta(seconds=LEASE_SECONDS)


def free_statement() -> Select[ExportOrder]:
    """In nobody's hands: of the tenant that has waited longest for a turn, the first ordered.

    A tenant has one at a time, so that its exports never take every lane.
    """
    other = aliased(ExportOrder)
    same_tenant = other.tenant_id == ExportOrder.tenant_id
    is_in_hand = other.state == literal_column("'running'"), other.lease_until >= func.now()
    is_busy = exists(select(other.id).where(same_tenant, *is_in_hand))
    last_turn = select(func.max(other.begun_at)).where(same_tenant).scalar_subquery()
    waiting = _waiting_statement().where(~is_busy)
    return waiting.order_by(last_turn.asc().nulls_first(), ExportOrder.id).with_for_update(skip_locked=True)


def _waiting_statement() -> Select[ExportOrder]:
    """The states are literals, as in the index that has only these rows."""
    unfinished = ExportOrder.state.in_([literal_column(f"'{state}'") for state in UNFINISHED])
    return select(ExportOrder).where(
        unfinished, or_(ExportOrder.lease_until.is_(None), ExportOrder.lease_until < func.now())
    )


def _expired_statement() -> Select[ExportOrder]:
    is_ready = ExportOrder.state == literal_column("'ready'")
    due = select(ExportOrder).where(is_ready, ExportOrder.expires_at < func.now())
    return due.order_by(ExportOrder.expires_at).limit(1000).with_for_update(skip_locked=True)
