"""People, jobs and workers at the same rows at the same time: nobody deadlocks, nothing is left in between."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from uuid import UUID

from httpx import AsyncClient, Response
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import TENANT, Tree, add_trees, orchard_registry, tree_care

from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.testing import app_of, client_of

SECONDS = 2.0


def done_or_refused_for(code: str, answer: Response) -> bool:
    return answer.status_code == 200 or bool(answer.json()["error"]["code"] == code)


async def decide_at_random(client: AsyncClient, trees: list[UUID], chance: random.Random) -> None:
    some = [str(each) for each in chance.sample(trees, 80)]
    status = chance.choice(["Queued", "Queued", "New", "Skipped"])
    answer = await client.put("/trees/status", json={"ids": some, "status": status})
    assert answer.status_code == 200, answer.text
    if chance.random() < 0.5:
        undone = await client.post(f"/undo/{answer.json()['undo_token']}")
        assert undone.status_code == 200, undone.text


async def decide_by_filter(client: AsyncClient, trees: list[UUID], chance: random.Random) -> None:
    body = {"filter": {"states": [chance.choice(["New", "Skipped", "Complete"])]}, "status": "Queued"}
    answer = await client.put("/trees/status/by-filter", json=body | {"expected_count": len(trees) // 2})
    assert done_or_refused_for("count_drifted", answer), answer.text


async def stop_at_random(client: AsyncClient, trees: list[UUID], chance: random.Random) -> None:
    answer = await client.post(f"/trees/{chance.choice(trees)}/stop")
    assert done_or_refused_for("not_in_work", answer), answer.text


async def work(queue: Queue, worker: UUID, chance: random.Random) -> int:
    attempts = await queue.claim(worker, 30)
    chance.shuffle(attempts)
    for attempt in attempts:
        attempt.complete("done")
    return len(await queue.complete(worker, attempts)) if attempts else 0


async def test_overlapping_decisions_and_completions_never_deadlock(engine: AsyncEngine) -> None:
    trees = await add_trees(engine, *map(str, range(200)))
    worker = await Lease(engine).acquire()
    queue, ends, completed = Queue(tree_care, engine), monotonic() + SECONDS, 0

    async def again_and_again(act: Callable[[], Awaitable[None]]) -> None:
        while monotonic() < ends or completed == 0:  # on a busy machine it takes longer until a row is done
            await act()

    async def complete_some() -> None:
        nonlocal completed
        completed += await work(queue, worker, random.Random(completed))

    async with client_of(app_of(orchard_registry(), engine), TENANT) as client:
        acts = [decide_at_random, decide_at_random, decide_at_random, decide_by_filter, stop_at_random]
        people = [
            again_and_again(partial(act, client, trees, random.Random(number))) for number, act in enumerate(acts)
        ]
        await asyncio.gather(*people, again_and_again(complete_some), again_and_again(complete_some))
    assert completed > 0
    async with AsyncSession(engine) as session:
        in_hand = await session.scalar(select(func.count()).select_from(Tree).where(Tree.tree_care.claim.is_not(None)))
    assert in_hand == 0, "every claim was completed or stopped"
