"""PgBouncer in transaction mode between us and the database: no prepared statements, no LISTEN, and all goes well."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

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
from tests.filters import without_filters
from tests.pooler import needs_pgbouncer, pooler
from tests.product import add_person, browser_on, product_on
from tests.routers.test_auth import bearer

from scrapersky.app.server import make_reception
from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.curation_sdk.testing.rows import make_sample
from scrapersky.db.engine import make_engine
from scrapersky.models import Domain

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

    await eventually(all_done)
    await schedulers.stop()


async def test_requests_of_two_tenants_share_a_pooler_and_see_their_own_rows(database_url: str, tmp_path: Path) -> None:
    """Whatever connection of the server each transaction meets, and whosever it was before."""
    async with pooler(database_url, "max_client_conn = 60") as port:
        address = f"postgres://postgres@127.0.0.1:{port}/{make_url(database_url).database}?pgbouncer=true"
        async with product_on(address, tmp_path) as product:
            assert product.second_line is not None
            people = {name: await add_person(product, name, tenant=name) for name in ("ana", "bob")}
            async with product.sessions.begin() as session:
                for name, person in people.items():
                    await make_sample(session, Domain, tenant_id=person.tenant_id, name=f"{name}.example")
            reception = await make_reception(product)
            async with browser_on(product, reception) as browser:
                who = ["ana", "bob"] * 20
                headers = [bearer(reception, people[name]) for name in who]
                with without_filters():
                    answers = await asyncio.gather(
                        *(browser.get("/api/v3/domain-curation/list", headers=each) for each in headers)
                    )
            listed = [[item["name"] for item in answer.json()["items"]] for answer in answers]
            assert listed == [[f"{name}.example"] for name in who]
