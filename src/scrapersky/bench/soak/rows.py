"""The rows of a soak: made with some guilty ones among them, and queued a few at a time."""

import asyncio
import random
import time
from itertools import cycle, islice
from uuid import UUID, uuid4

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.soak.errands import PANICS, Errand, Guilt, Misdeed, soak_errand
from scrapersky.bench.soak.kinds import PATIENCE_SECONDS, FaultKind, SoakPlan
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, Actor, Settable

ACTOR = Actor(UUID(int=1), "soak")


async def add_errands(engine: AsyncEngine, plan: SoakPlan, chance: random.Random) -> None:
    ids = [uuid4() for _ in range(plan.rows)]
    misdeeds: list[Misdeed] = list(islice(cycle(PANICS), plan.faults.get(FaultKind.PANIC, 0)))
    misdeeds += [Misdeed.SUICIDE] * plan.faults.get(FaultKind.SUICIDE, 0)
    early = ids[: len(ids) // 2]  # each is tried several times, and the last of these should not be waited for
    guilty = zip(chance.sample(early, len(misdeeds)), misdeeds, strict=True)
    async with AsyncSession(engine) as session, session.begin():
        errands = ({"id": row_id, "tenant_id": ACTOR.tenant_id, "number": place} for place, row_id in enumerate(ids))
        await session.execute(insert(Errand), list(errands))
        if misdeeds:
            await session.execute(insert(Guilt), [{"row_id": row_id, "misdeed": misdeed} for row_id, misdeed in guilty])


async def queue_errands(engine: AsyncEngine, most: int) -> None:
    """The next ones, each once: a commit whose answer was lost is not done again, which would be a second errand."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await _queue(engine, most)
        except DATABASE_TROUBLE:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


async def _queue(engine: AsyncEngine, most: int) -> None:
    curation = Errand.soak_errand
    undecided = select(Errand.id).where(curation.state == "New").order_by(Errand.number).limit(most)
    async with AsyncSession(engine) as session, session.begin():
        ids = list(await session.scalars(undecided.with_for_update()))
        await change_status(session, soak_errand, ACTOR, ids, Decision(Settable.QUEUED))
