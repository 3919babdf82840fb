"""Rows that ended are completed in groups."""

import asyncio
import time
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import create_async_engine

from scrapersky.curation_sdk.declaring.outcomes import Attempt
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.curation_sdk.queue.completion import LARGEST_GROUP, Company, Completion, Settler
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Drained


class Unhurried(Settler):
    """Notes each group, and answers when it is told to."""

    def __init__(self) -> None:
        self.name, self.groups, self.answer = "toy", list[int](), asyncio.Event()
        self.background = Background("toy", sessions_of(create_async_engine("postgresql+asyncpg://")))

    async def settle(self, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        self.groups.append(len(attempts))
        await self.answer.wait()
        return attempts


async def test_what_ends_while_a_group_is_completed_is_the_next_group_up_to_a_limit() -> None:
    settler, lease, drained = Unhurried(), Lease(create_async_engine("postgresql+asyncpg://")), Drained()
    all_done, left = asyncio.Event(), LARGEST_GROUP + 3

    def completed(group: list[Attempt]) -> None:
        nonlocal left
        left -= len(group)
        if not left:
            all_done.set()

    completing = Completion(settler, lease, completed)
    running = asyncio.create_task(completing.run(drained))
    completing.add(Attempt(None, uuid4(), uuid4(), lease.worker, uuid4(), 1))
    await asyncio.sleep(0)
    for _ in range(left - 1):
        completing.add(Attempt(None, uuid4(), uuid4(), lease.worker, uuid4(), 1))
    settler.answer.set()
    await all_done.wait()
    running.cancel()
    assert settler.groups == [1, LARGEST_GROUP, 2]
    assert drained == Drained(complete=LARGEST_GROUP + 3)


async def test_rows_that_are_saved_together_wait_for_each_other_while_more_are_to_come() -> None:
    settler, lease, more = Unhurried(), Lease(create_async_engine("postgresql+asyncpg://")), [True]
    settler.answer.set()
    completing = Completion(settler, lease, lambda _: None, company=Company(3, lambda: more[0]))
    running = asyncio.create_task(completing.run(Drained()))

    async def end(rows: int, ago: float = 0.0) -> list[int]:
        for _ in range(rows):
            completing.add(Attempt(None, uuid4(), uuid4(), lease.worker, uuid4(), 1, ended=time.monotonic() - ago))
        await asyncio.sleep(0.01)
        return settler.groups

    assert await end(1) == []
    assert await end(2) == [3]
    assert await end(1, ago=1.0) == [3, 1]  # for no longer than a moment
    more[0] = False
    assert await end(1) == [3, 1, 1]
    running.cancel()
