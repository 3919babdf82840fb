"""Searches that are repeated: exactly once when due, and what is new is told."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain
from tests.searches import make_search

from scrapersky.curation_sdk.declaring import Actor, Batch, Registry
from scrapersky.models import (
    LocalBusiness,
    Page,
    PageContent,
    Place,
    PlaceSearch,
    PlaceSearchResult,
    SearchReport,
    SearchSchedule,
    SitemapFile,
)
from scrapersky.services.searches.schedules import ScheduledSearches, in_words, set_schedule
from scrapersky.workflows import product_workflows

REGISTRY = Registry(product_workflows())
NOW = datetime.now(UTC)
LONG_AGO = NOW - timedelta(days=30)


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


async def test_what_falls_due_while_the_search_is_at_work_does_not_run_it_a_second_time(
    sessions: Sessions, search: PlaceSearch
) -> None:
    curation = PlaceSearch.single_search
    async with sessions.begin() as session:
        at_work = {
            curation.curation_status: "Queued",
            curation.processing_status: "Processing",
            curation.claim: uuid4(),
        }
        await session.execute(update(PlaceSearch).values(at_work))
    assert await ScheduledSearches(sessions, REGISTRY).begin_due() == 1
    async with sessions() as session:
        assert not await session.scalar(select(curation.run_again))
    assert await batches(sessions) == 0


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


class Site:
    """A domain that the search led to, all of whose rows were done a month ago."""

    def __init__(self, sessions: Sessions, search: PlaceSearch) -> None:
        self.sessions, self.search = sessions, search
        self.domain_id = self.business_id = UUID(int=0)
        self.pages: dict[str, UUID] = {}

    async def build(self, pages: Mapping[str, Mapping[str, Any]]) -> None:
        """Each page with the date that its sitemap gives, and the validator it was read with."""
        async with self.sessions.begin() as session:
            self.domain_id = await make_domain(session, self.search.tenant_id, "cedar.example")
            self.business_id = await add_business(session, self.search, domain_id=self.domain_id)
            known = {"tenant_id": self.search.tenant_id, "domain_id": self.domain_id}
            sitemap = known | {"url": "https://cedar.example/s.xml", "found_by": "robots"}
            await session.execute(insert(SitemapFile).values(sitemap | self.done(SitemapFile.sitemap_import)))
            for name, facts in pages.items():
                page = known | {"url": f"https://cedar.example/{name}", "changed_at": facts.get("changed_at")}
                made = insert(Page).values(page | self.done(Page.page_curation)).returning(Page.id)
                self.pages[name] = (await session.execute(made)).scalar_one()
                content = known | {"page_id": self.pages[name], "url": page["url"], "final_url": page["url"]}
                content |= {"http_status": 200, "kind": "contact", "content_hash": name, "etag": facts.get("etag")}
                content |= {"fetched_at": LONG_AGO} | self.done(PageContent.contact_curation)
                await session.execute(insert(PageContent).values(content))

    def done(self, curation: Any, at: datetime | None = None, **more: Any) -> dict[str, Any]:
        values = {"curation_status": "Queued", "processing_status": "Complete", "updated_at": at or LONG_AGO, **more}
        return {f"{curation.name}_{key}": value for key, value in values.items()}

    async def queued(self, curation: Any) -> set[UUID]:
        async with self.sessions() as session:
            return set(await session.scalars(select(curation.id).where(curation.state == "Queued")))

    async def end(self, curation: Any, **more: Any) -> None:
        values = self.done(curation, datetime.now(UTC), **more)
        async with self.sessions.begin() as session:
            is_queued = curation.processing_status == "Queued"
            await session.execute(update(curation.model).where(is_queued).values(values))


async def test_a_repeated_search_reads_again_only_what_says_that_it_changed(
    sessions: Sessions, search: PlaceSearch
) -> None:
    site, repeated = Site(sessions, search), ScheduledSearches(sessions, REGISTRY)
    await site.build(
        {
            "later": {"changed_at": NOW - timedelta(days=1)},
            "earlier": {"changed_at": LONG_AGO - timedelta(days=1), "etag": "x"},
            "can_tell": {"etag": "x"},
            "cannot_tell": {},
        }
    )
    await repeated.step()
    assert not await site.queued(SitemapFile.sitemap_import), "the search is still queued"
    async with sessions.begin() as session:
        told = {"business_status": "permanently_closed", "fetched_at": datetime.now(UTC)}
        await session.execute(update(Place).values(told | site.done(Place.deep_scan)))
    await end_search(sessions)
    for curation, count in ((Place.deep_scan, 1), (SitemapFile.sitemap_import, 1)):
        await repeated.step()
        assert len(await site.queued(curation)) == count
        await site.end(curation)
    await repeated.step()
    assert await site.queued(Page.page_curation) == {site.pages["later"], site.pages["can_tell"]}
    async with sessions.begin() as session:
        read = PageContent.page_id.in_([site.pages["later"], site.pages["can_tell"]])
        await session.execute(update(PageContent).where(read).values(fetched_at=datetime.now(UTC)))
    await site.end(Page.page_curation)
    async with sessions.begin() as session:
        same = update(Page).where(Page.id == site.pages["can_tell"])
        await session.execute(same.values({Page.page_curation.outcome: "unchanged"}))
    await repeated.step()
    async with sessions() as session:
        changed = await session.scalar(select(PageContent.id).where(PageContent.page_id == site.pages["later"]))
    assert await site.queued(PageContent.contact_curation) == {changed}
    await site.end(PageContent.contact_curation)
    await repeated.step()
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(SearchReport)) == 1
        makers = set(await session.scalars(select(Batch.made_by)))
    assert makers == {"schedule of ana"}
    assert not await site.queued(SitemapFile.sitemap_import), "once in a run"
