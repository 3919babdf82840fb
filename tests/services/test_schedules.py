"""Searches that are repeated: exactly once when due, and what is new is told."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact, make_domain
from tests.searches import make_search

from scrapersky.curation_sdk.declaring import Actor, Batch, Registry
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.place import Place, PlaceSearchResult
from scrapersky.models.place_search import PlaceSearch
from scrapersky.models.search_schedule import SearchReport, SearchSchedule
from scrapersky.services.searches.schedules import ScheduledSearches, in_words, set_schedule
from scrapersky.workflows import product_workflows

REGISTRY = Registry(product_workflows())
NOW = datetime.now(UTC)


@pytest.fixture
async def search(sessions: Sessions) -> PlaceSearch:
    """Repeated every week, and due for three weeks."""
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        search_id = await make_search(session, tenant_id)
        actor = Actor(tenant_id, "ana")
        await set_schedule(session, REGISTRY, actor, search_id, every_days=7, first_at=NOW - timedelta(days=22))
        return await session.get_one(PlaceSearch, search_id)


async def batches(sessions: Sessions) -> int:
    async with sessions() as session:
        return await session.scalar(select(func.count()).select_from(Batch)) or 0


async def end_search(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        await session.execute(update(PlaceSearch).values({PlaceSearch.single_search.processing_status: "Complete"}))


async def add_business(session: AsyncSession, search: PlaceSearch, **values: Any) -> UUID:
    business_id = await make_business(session, search.tenant_id, **values)
    facts = {"tenant_id": search.tenant_id, "source": "test", "place_id": str(uuid4())}
    made = insert(Place).values(**facts, local_business_id=business_id).returning(Place.id)
    place_id = (await session.execute(made)).scalar_one()
    found = {"place_search_id": search.id, "place_id": place_id, "tenant_id": search.tenant_id}
    await session.execute(insert(PlaceSearchResult).values(found))
    return business_id


async def test_what_is_due_is_begun_once_however_many_are_there(sessions: Sessions, search: PlaceSearch) -> None:
    many = [ScheduledSearches(sessions, REGISTRY) for _ in range(4)]
    assert sum(await asyncio.gather(*(each.begin_due() for each in many))) == 1
    assert sum(await asyncio.gather(*(each.begin_due() for each in many))) == 0
    assert await batches(sessions) == 1, "three weeks were missed, and are made up for once"
    async with sessions() as session:
        kept = await session.get_one(SearchSchedule, search.id)
        state = await session.scalar(select(PlaceSearch.single_search.state))
        made_by = await session.scalar(select(Batch.made_by))
    assert (state, made_by) == ("Queued", "schedule of ana")
    assert NOW < kept.next_at <= NOW + timedelta(days=7)
    assert (kept.next_at - (NOW - timedelta(days=22))) % timedelta(days=7) == timedelta(0)


async def test_what_is_new_is_told_once_when_nothing_is_in_work_any_more(
    sessions: Sessions, search: PlaceSearch
) -> None:
    told: list[tuple[str, str]] = []

    async def tell(report: SearchReport, phrase: str) -> None:
        told.append((phrase, in_words(report)))

    repeated = ScheduledSearches(sessions, REGISTRY, tell)
    async with sessions.begin() as session:
        await session.execute(update(SearchSchedule).values(since=func.now()))
    async with sessions.begin() as session:
        older = await add_business(session, search, created_at=NOW - timedelta(days=30))
        gone = await add_business(session, search, created_at=NOW - timedelta(days=30), business_status="closed")
        await session.execute(update(SearchSchedule).values(closed=[gone]))
    await repeated.step()
    assert told == [], "the search is still queued"
    async with sessions.begin() as session:
        domain_id = await make_domain(session, search.tenant_id, "cedar.example")
        await add_business(session, search, domain_id=domain_id)
        for name, email in (("Ana Lopez", "ana@cedar.example"), (None, "info@cedar.example")):
            await make_contact(session, search.tenant_id, domain_id=domain_id, name=name, email=email)
        closed = update(LocalBusiness).where(LocalBusiness.id == older)
        await session.execute(closed.values(business_status="CLOSED_PERMANENTLY"))
    await end_search(sessions)
    for _ in range(2):
        await repeated.step()
    assert told == [("dentists in Austin, TX", "1 new business, 1 closed, 1 new person.")]
