"""What a killed process had in hand does not wait for its leases on the machine that it ran on."""

import os
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.fetching.pacing import Pace
from scrapersky.coordination.dead_processes import forget_dead_processes
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.curation_sdk.declaring.tables import Worker

PACE = Pace(interval=0, parallel=1)
HERE = socket.gethostname()


def ended_process() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


async def add_worker(engine: AsyncEngine, host: str, pid: int) -> UUID:
    worker = Worker(id=uuid4(), host=host, pid=pid, lease_until=datetime.now(UTC) + timedelta(minutes=1))
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        session.add(worker)
    return worker.id


async def test_only_processes_of_this_machine_that_are_gone_are_forgotten(engine: AsyncEngine) -> None:
    gone = ended_process()
    await add_worker(engine, HERE, gone)
    kept = {await add_worker(engine, HERE, os.getpid()), await add_worker(engine, "elsewhere", gone)}
    assert await forget_dead_processes(engine) == 1
    async with AsyncSession(engine) as session:
        assert set(await session.scalars(select(Worker.id))) == kept


async def test_turns_that_were_never_given_back_are_free_when_nobody_else_is_at_work(engine: AsyncEngine) -> None:
    async with DatabasePacing(engine) as dead, DatabasePacing(engine) as pacing, DatabasePacing(engine) as next_one:
        await add_worker(engine, HERE, ended_process())
        assert (await dead.turn("acme.example", PACE, patience=0)).ticket is not None
        assert (await pacing.turn("acme.example", PACE, patience=0)).ticket is None
        await forget_dead_processes(engine)
        assert (await next_one.turn("acme.example", PACE, patience=0)).ticket is not None


async def test_turns_of_a_process_that_lives_are_left_alone(engine: AsyncEngine) -> None:
    await add_worker(engine, HERE, os.getpid())
    await add_worker(engine, HERE, ended_process())
    async with DatabasePacing(engine) as living, DatabasePacing(engine) as next_one:
        await living.turn("acme.example", PACE, patience=0)
        await forget_dead_processes(engine)
        assert (await next_one.turn("acme.example", PACE, patience=0)).ticket is None
