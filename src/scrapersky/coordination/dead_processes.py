"""What a killed process left on this machine is known to be nobody's, long before its leases are over."""

import logging

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import BackgroundFault, Worker
from scrapersky.db.embedded import is_gone
from scrapersky.models import HostTurn

log = logging.getLogger(__name__)


def is_known_to_be_dead(worker: Worker) -> bool:
    return is_gone(worker.host, worker.pid)


async def forget_ended_parts(engine: AsyncEngine) -> None:
    """What ended with its process is nobody's trouble any more: called when a process starts."""
    async with AsyncSession(engine) as session, session.begin():
        for fault in await session.scalars(select(BackgroundFault).where(BackgroundFault.has_ended)):
            if is_gone(fault.host, fault.pid):
                await session.delete(fault)


async def forget_dead_processes(engine: AsyncEngine) -> int:
    """Rows of a forgotten worker are rescued at once, and if nobody else is at work, nobody has a turn at a host.

    Only for a database that no other machine and no container reaches: a name and a number are no proof elsewhere.
    """
    async with AsyncSession(engine) as session, session.begin():
        dead = [worker.id for worker in await session.scalars(select(Worker)) if is_known_to_be_dead(worker)]
        await session.execute(delete(Worker).where(Worker.id.in_(dead)))
        await session.execute(
            update(HostTurn)
            .where(HostTurn.held_by.is_not(None), ~select(Worker.id).exists())
            .values(held_by=None, held_until=None, wanted_until=None)
        )
    if dead:
        log.info("processes that ended without a word: %d; their rows are taken up now", len(dead))
    return len(dead)
