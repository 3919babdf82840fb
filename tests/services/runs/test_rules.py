"""What is queued when nobody clicks."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import and_, column, func, insert, select, table, update
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain

from scrapersky.curation_sdk import Workflow
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.rule import Rule
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.rules import Choice, RuleBook
from scrapersky.models import (
    LocalBusiness,
    Page,
    Place,
    PlaceSearch,
    PlaceSearchResult,
    SitemapFile,
)
from scrapersky.services.runs import default_rules
from scrapersky.services.runs import run as run_stages
from scrapersky.services.runs.default_rules import default_book, rule_fields
from scrapersky.services.runs.run import PipelineRun, look, queue_failed, queue_next, summarise
from scrapersky.services.searches.requests import NewSearch, start_search
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

BEST_PAGES = Rule(
    "Best pages",
    when="score > 0",
    per="domain",
    first=('kind in ("contact", "about", "team", "legal_notice")', "-score"),
    enough={"kind": 3},
)


@dataclass
class Found:
    """A search with what it led to."""

    sessions: Sessions
    run: PipelineRun

    @property
    def actor(self) -> Actor:
        return Actor(self.run.tenant_id, "test")

    async def add(self, model: type[Any], **values: Any) -> UUID:
        async with self.sessions.begin() as session:
            made = insert(model).values(tenant_id=self.run.tenant_id, **values).returning(model.id)
            row_id: UUID = (await session.execute(made)).scalar_one()
            return row_id

    async def business(self, **values: Any) -> UUID:
        async with self.sessions.begin() as session:
            business_id = await make_business(session, self.run.tenant_id, **values)
        place_id = await self.add(Place, source="test", place_id=str(uuid4()), local_business_id=business_id)
        async with self.sessions.begin() as session:
            found = {"place_search_id": self.run.search_id, "place_id": place_id, "tenant_id": self.run.tenant_id}
            await session.execute(insert(PlaceSearchResult).values(found))
        return business_id

    async def site(self, name: str = "cedar.example") -> UUID:
        async with self.sessions.begin() as session:
            domain_id = await make_domain(session, self.run.tenant_id, name)
        await self.business(domain_id=domain_id)
        return domain_id

    async def page(self, domain_id: UUID, path: str, kind: str = "other", score: int = 12) -> UUID:
        return await self.add(Page, domain_id=domain_id, url=f"https://cedar.example/{path}", kind=kind, score=score)

    async def chosen(self, workflow: Any) -> set[UUID]:
        async with self.sessions() as session:
            choice = Choice(self.run.book, self.run)
            chosen = [await session.scalars(choice.rows(read)) for read in self.run.book.of(workflow.name)]
            return {row_id for some in chosen for row_id in some}

    def with_pages(self, pages: int) -> "Found":
        """By a rule of one's own."""
        fields = rule_fields(Registry(product_workflows()))
        book = RuleBook(fields, {page_curation.name: [replace(BEST_PAGES, at_most=pages)]})
        return replace(self, run=replace(self.run, book=book))

    def at_work(self, *stages: Workflow[Any, Any, Any, Any]) -> "Found":
        return replace(self, run=replace(self.run, stages=[each.name for each in stages], patience=60))

    async def is_read(self, *pages: UUID) -> None:
        async with self.sessions.begin() as session:
            read = {Page.page_curation.curation_status: "Queued", Page.page_curation.processing_status: "Complete"}
            await session.execute(update(Page).where(Page.id.in_(pages)).values(read))


@pytest.fixture
async def found(sessions: Sessions) -> Found:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        order = NewSearch("dentists in Austin, TX", "test")
        search_id = (await start_search(session, Actor(tenant_id, "test"), order, queue=False)).id
    return Found(sessions, PipelineRun(tenant_id, search_id, default_book(Registry(product_workflows()))))


async def test_closed_businesses_are_skipped_and_others_searches_left_alone(found: Found) -> None:
    wanted = {await found.business(), await found.business(business_status="open")}
    for status in ("permanently_closed", "CLOSED_TEMPORARILY"):
        await found.business(business_status=status)
    async with found.sessions.begin() as session:
        await make_business(session, found.run.tenant_id)
    assert await found.chosen(domain_extraction) == wanted


async def test_what_somebody_decided_is_not_decided_again(found: Found) -> None:
    skipped, other = await found.business(), await found.business()
    async with found.sessions.begin() as session:
        await session.execute(
            update(LocalBusiness)
            .where(LocalBusiness.id == skipped)
            .values({LocalBusiness.domain_extraction.curation_status: "Skipped"})
        )
    assert await found.chosen(domain_extraction) == {other}


async def test_a_stage_that_failed_is_tried_again_to_its_last_row(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_stages, "MOST_QUEUED_AT_ONCE", 2)
    ids = [await found.business() for _ in range(5)]
    curation = LocalBusiness.domain_extraction
    async with found.sessions.begin() as session:
        failed = {curation.curation_status: "Queued", curation.processing_status: "Error"}
        await session.execute(update(LocalBusiness).where(LocalBusiness.id.in_(ids)).values(failed))
        assert await queue_failed(session, found.run, domain_extraction, found.actor) == 5
        progress = await look(session, found.run, domain_extraction, 0)
    assert (progress.states[State.ERROR], progress.states[State.QUEUED]) == (0, 5)


async def test_sitemaps_without_pages_are_not_imported(found: Found) -> None:
    domain_id = await found.site()
    urls = {count: f"https://cedar.example/{count}.xml" for count in (None, 0, 5)}
    ids = {
        count: await found.add(SitemapFile, domain_id=domain_id, url=url, found_by="robots", url_count=count)
        for count, url in urls.items()
    }
    assert await found.chosen(sitemap_import) == {ids[5]}


async def test_contact_about_team_and_legal_pages_are_read_first(found: Found) -> None:
    domain_id = await found.site()
    best = {
        await found.page(domain_id, "kontakt", "contact", 95),
        await found.page(domain_id, "impressum", "legal_notice", 60),
    }
    home = await found.page(domain_id, "", "home", 70)
    await found.page(domain_id, "preise", "pricing", 65)
    await found.page(domain_id, "logo.png", "media", 0)
    assert await found.with_pages(3).chosen(page_curation) == best | {home}


async def test_another_page_is_read_only_where_those_made_for_contacts_name_nobody(found: Found) -> None:
    domain_id = await found.site()
    contact = await found.page(domain_id, "contact", "contact", 95)
    home = await found.page(domain_id, "", "home", 70)
    await found.page(domain_id, "logo.png", "media", 0)
    running = found.at_work(page_curation, contact_curation)
    assert await running.chosen(page_curation) == {contact}, "the home page waits for what this one says"
    await found.is_read(contact)
    assert await running.chosen(page_curation) == {home}
    for name, expected in ((None, {home}), ("Ana Lopez", set())):
        async with found.sessions.begin() as session:
            known = {"domain_id": domain_id, "name": name, "email": f"{name}@cedar.example"}
            await make_contact(session, found.run.tenant_id, **known)
        assert await running.chosen(page_curation) == expected


async def test_pages_decided_on_already_count_towards_the_number(found: Found) -> None:
    domain_id = await found.site()
    read = [await found.page(domain_id, f"read{n}", "blog", 5) for n in range(2)]
    contact = await found.page(domain_id, "contact", "contact", 95)
    await found.page(domain_id, "about", "about", 80)
    await found.is_read(*read)
    assert await found.with_pages(3).chosen(page_curation) == {contact}
    assert await found.with_pages(2).chosen(page_curation) == set()


async def test_many_pages_of_a_kind_leave_room_for_others(found: Found) -> None:
    site = await found.site()
    people = [await found.page(site, f"team/{number}", "team", 72) for number in range(5)]
    home = await found.page(site, "", "home", 70)
    assert await found.with_pages(4).chosen(page_curation) == {*people[:3], home}
    assert await found.with_pages(6).chosen(page_curation) == {*people, home}


async def test_pages_are_chosen_when_all_of_a_site_s_are_known(found: Found) -> None:
    domain_id = await found.site()
    sitemap = await found.add(SitemapFile, domain_id=domain_id, url="https://cedar.example/s.xml", found_by="robots")
    page_id = await found.page(domain_id, "contact", "contact", 95)
    assert await found.chosen(page_curation) == {page_id}, "nobody reads the sitemap"
    running = found.at_work(sitemap_curation)
    assert await running.chosen(page_curation) == set()
    async with found.sessions.begin() as session:
        await change_status(session, sitemap_curation, found.actor, [sitemap], Decision(Settable.SKIPPED))
    assert await running.chosen(page_curation) == {page_id}


async def test_every_domain_has_its_own_number_of_pages(found: Found) -> None:
    for name in ("cedar.example", "oak.example"):
        domain_id = await found.site(name)
        for number in range(5):
            await found.page(domain_id, f"{name}/{number}")
    assert len(await found.with_pages(3).chosen(page_curation)) == 6


async def test_a_web_designers_address_is_not_delivered(found: Found) -> None:
    domain_id = await found.site()
    async with found.sessions.begin() as session:
        own, *_ = [
            await make_contact(
                session, found.run.tenant_id, domain_id=domain_id, email=f"{owner}@cedar.example", owner=owner
            )
            for owner in ("person", "web_designer", "unknown")
        ]
    assert await found.chosen(contact_delivery) == {own}


async def test_queueing_again_queues_nothing(found: Found) -> None:
    for _ in range(3):
        await found.business()
    async with found.sessions.begin() as session:
        queued = [await queue_next(session, found.run, domain_extraction) for _ in range(2)]
        progress = await look(session, found.run, domain_extraction, patience=10)
    assert queued == [3, 0]
    assert (progress.decided, progress.ended, progress.in_work) == (3, 0, 3)


async def test_rows_put_off_for_longer_than_we_wait_are_not_waited_for(found: Found) -> None:
    await found.business()
    async with found.sessions.begin() as session:
        await queue_next(session, found.run, domain_extraction)
        later = {LocalBusiness.domain_extraction.queue_order: datetime(2100, 1, 1, tzinfo=UTC)}
        await session.execute(update(LocalBusiness).values(later))
        progress = await look(session, found.run, domain_extraction, patience=10)
    assert (progress.in_work, progress.put_off) == (0, 1)


async def test_the_summary_says_why_the_rest_gave_nothing(found: Found) -> None:
    ids = [await found.business() for _ in range(4)]
    curation = LocalBusiness.domain_extraction
    async with found.sessions.begin() as session:
        done = {curation.curation_status: "Queued", curation.processing_status: "Complete"}
        await session.execute(
            update(LocalBusiness).where(LocalBusiness.id.in_(ids[:3])).values(done | {curation.outcome: "no_website"})
        )
        await session.execute(update(PlaceSearch).values(cost_micros=32_000))
        summary = await summarise(session, found.run, [domain_extraction])
    (stage,) = summary.stages
    assert (summary.businesses, summary.domains, summary.contacts, summary.cost_micros) == (4, 0, 0, 32_000)
    assert (stage.complete, stage.left_new, stage.reasons) == (3, 1, (("no_website", 3),))


async def test_what_a_person_decides_at_this_moment_stays(found: Found) -> None:
    """The run has seen the row as undecided, and waits for the person's transaction to end."""
    business_id = await found.business()
    async with found.sessions() as session:
        person = Actor(found.run.tenant_id, "ana")
        await change_status(session, domain_extraction, person, [business_id], Decision(Settable.SKIPPED))

        async def queue() -> int:
            async with found.sessions.begin() as other:
                return await queue_next(other, found.run, domain_extraction)

        queueing = asyncio.create_task(queue())
        await wait_until_somebody_waits(found.sessions)
        await session.commit()
        assert await queueing == 0
    async with found.sessions() as session:
        assert list(await session.scalars(select(LocalBusiness.domain_extraction.state))) == [State.SKIPPED.value]


async def test_a_workflow_without_a_rule_of_ours_waits_until_the_site_is_read(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {name: some for name, some in default_rules._written().items() if name != contact_delivery.name}
    monkeypatch.setattr(default_rules, "_written", lambda: ours)
    found = replace(found, run=replace(found.run, book=default_book(Registry(product_workflows()))))
    domain_id = await found.site()
    page_id = await found.page(domain_id, "contact", "contact", 100)
    async with found.sessions.begin() as session:
        contact_id = await make_contact(session, found.run.tenant_id, domain_id=domain_id, email="ana@cedar.example")
    assert await found.chosen(contact_delivery) == {contact_id}, "nothing of ours is at work"
    running = found.at_work(page_curation)
    assert await running.chosen(contact_delivery) == set()
    async with found.sessions.begin() as session:
        await change_status(session, page_curation, found.actor, [page_id], Decision(Settable.SKIPPED))
    assert await running.chosen(contact_delivery) == {contact_id}


async def wait_until_somebody_waits(sessions: Sessions) -> None:
    activity = table("pg_stat_activity", column("wait_event_type"), column("datname"))
    waiting = select(func.count()).select_from(activity)
    is_here = and_(activity.c.datname == func.current_database(), activity.c.wait_event_type == "Lock")
    while True:
        async with sessions() as session:
            if await session.scalar(waiting.where(is_here)):
                return
        await asyncio.sleep(0.02)
