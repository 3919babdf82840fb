"""PgBouncer in transaction mode between us and the database: no prepared statements, no LISTEN, and all goes well."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import (
    Workshop,
    at_once,
    create_tables,
    eventually,
    queue_widgets,
    states,
    widget_polish,
)
from tests.pooler import needs_pgbouncer, pooler

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.job_loop import Runtime
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.db.engine import make_engine

pytestmark = needs_pgbouncer


@pytest.fixture
async def pooled(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine whose every connection goes through PgBouncer, as the address says."""
    async with pooler(database_url) as port:
        engine = make_engine(f"postgres://postgres@127.0.0.1:{port}/{make_url(database_url).database}?pgbouncer=true")
        yield engine
        await engine.dispose()


async def test_rows_are_claimed_and_completed_through_a_pooler(engine: AsyncEngine, pooled: AsyncEngine) -> None:
    await create_tables(engine)
    schedulers = Schedulers(Runtime(pooled, Workshop(at_once), Lease(pooled), listens=False))
    schedulers.setup(widget_polish, Schedule(interval_minutes=60, batch_size=10, concurrency=10))
    await schedulers.start()
    await queue_widgets(pooled, *map(str, range(50)))

    async def all_done() -> bool:
        return await states(engine) == {"Complete": 50}

    await eventually(all_done, within=20)
    await schedulers.stop()
