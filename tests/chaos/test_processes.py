"""A row that kills the process that works on it. Killed and suspended workers are those of tests/bench/test_soak.py."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.chaos.widget_worker import work
from tests.curation_sdk.widgets import count_shines, create_tables, eventually, history, look, queue_widgets, states
from tests.process import forks

from scrapersky.curation_sdk.declaring.outcomes import Ending
from scrapersky.curation_sdk.queue.lost_rows import LOST


@pytest.mark.timeout(300)
async def test_a_row_that_kills_its_process_is_the_only_one_to_become_an_error(
    engine: AsyncEngine, database_url: str
) -> None:
    await create_tables(engine)
    ids = await queue_widgets(engine, *map(str, range(50)), "deadly", *map(str, range(50, 220)))
    deadly, deaths = ids[50], 0

    async def all_ended() -> bool:
        return set(await states(engine)) <= {"Complete", "Error"}

    while not await all_ended():
        worker = forks().Process(target=work, args=(database_url,), daemon=True)
        worker.start()
        ending = asyncio.create_task(eventually(all_ended, within=200))
        dying = asyncio.create_task(asyncio.to_thread(worker.join))
        await asyncio.wait([ending, dying], return_when=asyncio.FIRST_COMPLETED)
        deaths += dying.done()
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        if not dying.done():
            worker.terminate()
            await dying
    assert await states(engine) == {"Complete": 220, "Error": 1}
    assert (await look(engine, deadly)).outcome == "worker_lost"
    assert deaths == 3  # with others, and twice alone
    assert await count_shines(engine) == 220
    runs = await history(engine)
    assert {run.row_id for run in runs if run.message == LOST} == {deadly}
    assert Counter(run.attempt for run in runs if run.ending == Ending.COMPLETE) == {1: 220}
