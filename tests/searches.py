"""Searches for tests: made, queued and run to their end."""

from typing import Any
from uuid import UUID

from sqlalchemy import RowMapping, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.lists.listing import item_columns
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.lost_rows import rescue
from scrapersky.curation_sdk.queue.runtime import Drained, Runtime
from scrapersky.models import PlaceSearch
from scrapersky.workflows.wf1_single_search import single_search


async def make_search(session: AsyncSession, tenant_id: UUID, **values: Any) -> UUID:
    known = {"source": "google", "phrase": "dentists in Austin, TX", "what": "dentists", "area": "Austin, TX"}
    made = await session.execute(
        insert(PlaceSearch).values({"tenant_id": tenant_id} | known | values).returning(PlaceSearch.id)
    )
    return made.scalar_one()


async def start_search(engine: AsyncEngine, tenant_id: UUID | None = None, **values: Any) -> PlaceSearch:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id = tenant_id or await make_tenant(session)
        search_id = await make_search(session, tenant_id, **values)
        return await session.get_one(PlaceSearch, search_id)


async def queue_and_run(engine: AsyncEngine, search: PlaceSearch, clients: Clients, grace: float = 20) -> PlaceSearch:
    """Until nothing is due; the search as it then is."""
    async with AsyncSession(engine) as session, session.begin():
        actor = Actor(search.tenant_id, "test")
        await change_status(session, single_search.curation, actor, [search.id], Decision(Settable.QUEUED))
    await run_queue(engine, clients, grace)
    return await reread(engine, search)


async def run_queue(engine: AsyncEngine, clients: Clients, grace: float = 20) -> Drained:
    """As a worker does that starts, works and stops."""
    lease = Lease(engine)
    await lease.acquire()
    await rescue(single_search, single_search.schedule, engine)
    try:
        return await run_job_loop(single_search, single_search.schedule, Runtime(engine, clients, lease, grace))
    finally:
        await lease.release()


async def reread(engine: AsyncEngine, search: PlaceSearch) -> PlaceSearch:
    async with AsyncSession(engine, expire_on_commit=False) as session:
        return await session.get_one(PlaceSearch, search.id)


async def look(engine: AsyncEngine, search: PlaceSearch) -> RowMapping:
    """The search as lists show it."""
    async with AsyncSession(engine) as session:
        found = await session.execute(select(*item_columns(single_search)).where(PlaceSearch.id == search.id))
        return found.mappings().one()
