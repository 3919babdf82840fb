"""What a person wants to know of a row before deciding."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

from httpx import AsyncClient
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_business, make_tenant
from tests.contacts import make_contact
from tests.pages import make_content, make_page
from tests.routers.alone import client_alone

from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.lists.origins import Lineage
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.models import Contact, ContactValue, Page, PageContent
from scrapersky.routers import insight
from scrapersky.services.row_insight import LONGEST_TEXT
from scrapersky.workflows import product_workflows


@asynccontextmanager
async def client(engine: AsyncEngine, tenant_id: UUID) -> AsyncIterator[AsyncClient]:
    async with client_alone(engine, tenant_id, "viewer", insight.router) as opened:
        yield opened


async def insight_of(engine: AsyncEngine, tenant_id: UUID, table: str, row_id: UUID) -> dict[str, Any]:
    async with client(engine, tenant_id) as browser:
        answer = await browser.get(f"/insight/{table}/{row_id}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def read_page(session: AsyncSession, text: str) -> tuple[UUID, PageContent]:
    page = await make_page(session, "https://cedar.example/contact")
    content_id = await make_content(
        session, "https://cedar.example/team", "<p>Hello", page.tenant_id, body_text=text, title="Our team"
    )
    content = await session.get_one(PageContent, content_id)
    return page.tenant_id, content


async def test_a_page_shows_its_text_once_it_was_read(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id, content = await read_page(session, "Call us: 512 555 0100")
    for table, row_id in (("pages", content.page_id), ("page_contents", content.id)):
        told = await insight_of(engine, tenant_id, table, row_id)
        assert (told["text"]["text"], told["text"]["is_cut"]) == ("Call us: 512 555 0100", False)


async def test_a_long_text_is_cut_and_says_so(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id, content = await read_page(session, "x" * (LONGEST_TEXT + 1))
    text = (await insight_of(engine, tenant_id, "page_contents", content.id))["text"]
    assert (len(text["text"]), text["is_cut"]) == (LONGEST_TEXT, True)


async def test_the_reasons_add_up_to_a_pages_score(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        url = "https://cedar.example/about/history"
        found = classify_page(url)
        page = await make_page(session, url, kind=found.kind, score=found.score)
    score = (await insight_of(engine, page.tenant_id, "pages", page.page_id))["score"]
    assert score["kind"] == "about"
    assert sum(reason["points"] for reason in score["reasons"]) == score["score"] == found.score
    assert len(score["reasons"]) > 1


async def test_a_score_that_the_address_does_not_give_has_no_reasons(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://cedar.example/about", kind="contact", score=1)
    assert (await insight_of(engine, page.tenant_id, "pages", page.page_id))["score"]["reasons"] == []


async def test_a_contact_shows_each_sighting_with_its_page(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id, content = await read_page(session, "Ana: ana@cedar.example")
        contact_id = await make_contact(session, tenant_id, domain_id=content.domain_id, page_content_id=content.id)
        seen = {
            "tenant_id": tenant_id,
            "contact_id": contact_id,
            "page_content_id": content.id,
            "kind": "email",
            "value": "ana@cedar.example",
            "raw": "ana@cedar.example",
            "way": "text",
            "owner": "person",
            "confidence": 0.9,
            "snippet": "Ana: ana@cedar.example",
        }
        await session.execute(insert(ContactValue).values(seen))
    told = await insight_of(engine, tenant_id, "contacts", contact_id)
    assert [(each["value"], each["url"]) for each in told["sightings"]] == [
        ("ana@cedar.example", "https://cedar.example/team")
    ]


async def test_a_contact_says_why_it_has_no_number(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant_id, content = await read_page(session, "Ana: ana@cedar.example")
        values = {"domain_id": content.domain_id, "email": "ana@cedar.example", "phone": None, "phone_absence": "image"}
        contact_id = await make_contact(session, tenant_id, **values)
    told = await insight_of(engine, tenant_id, "contacts", contact_id)
    assert told["absences"] == [{"field": "phone", "reason": "image", "words": "Only a picture shows one"}]


async def test_pages_of_one_domain_are_neighbours(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://cedar.example/a")
        for url in ("https://cedar.example/b", "https://oak.example/c"):
            await make_page(session, url, page.tenant_id)
    neighbours = (await insight_of(engine, page.tenant_id, "pages", page.page_id))["neighbours"]
    assert (neighbours["domain"], neighbours["count"]) == ("cedar.example", 2)


async def test_a_business_without_a_domain_has_no_neighbours(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        business_id = await make_business(session, tenant_id)
    assert (await insight_of(engine, tenant_id, "local_businesses", business_id))["neighbours"] is None


async def test_decisions_about_a_row_are_told_with_what_was_before(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://cedar.example/a")
        for status in (Settable.QUEUED, Settable.SKIPPED):
            actor = Actor(page.tenant_id, "ana")
            await change_status(session, Page.page_curation, actor, [page.page_id], Decision(status))
    decisions = (await insight_of(engine, page.tenant_id, "pages", page.page_id))["decisions"]
    assert [(each["before"], each["status"], each["made_by"]) for each in decisions] == [
        ("Queued", "Skipped", "ana"),
        ("New", "Queued", "ana"),
    ]


async def test_what_was_added_last_to_a_sitting_is_told_first(engine: AsyncEngine) -> None:
    sitting = uuid4()
    async with AsyncSession(engine) as session, session.begin():
        first = await make_page(session, "https://cedar.example/a")
        page = await make_page(session, "https://cedar.example/b", first.tenant_id)
    for each, status in ((first, Settable.SKIPPED), (page, Settable.QUEUED), (page, Settable.SKIPPED)):
        async with AsyncSession(engine) as session, session.begin():
            decision = Decision(status, sitting=sitting)
            actor = Actor(page.tenant_id, "ana")
            await change_status(session, Page.page_curation, actor, [each.page_id], decision)
    told = (await insight_of(engine, page.tenant_id, "pages", page.page_id))["decisions"]
    assert [each["status"] for each in told] == ["Skipped", "Queued"]


async def test_what_was_done_before_it_was_queued_again_is_told_as_done(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://cedar.example/a")
        curation = Page.page_curation
        done = {curation.curation_status: "Queued", curation.processing_status: "Complete"}
        await session.execute(update(Page).where(Page.id == page.page_id).values(done))
        actor = Actor(page.tenant_id, "ana")
        await change_status(session, Page.page_curation, actor, [page.page_id], Decision(Settable.QUEUED))
    [decision] = (await insight_of(engine, page.tenant_id, "pages", page.page_id))["decisions"]
    assert (decision["before"], decision["status"]) == ("Complete", "Queued")


async def test_rows_of_other_tenants_and_unknown_tables_are_not_found(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        mine, others = (
            await make_page(session, "https://cedar.example/a"),
            await make_page(session, "https://oak.example/"),
        )
    async with client(engine, mine.tenant_id) as browser:
        for path in (f"/insight/pages/{others.page_id}", f"/insight/pages/{uuid4()}", f"/insight/users/{mine.page_id}"):
            assert (await browser.get(path)).status_code == 404, path


async def test_a_contact_without_a_name_is_called_by_its_address(engine: AsyncEngine) -> None:
    registry = Registry(product_workflows())
    async with AsyncSession(engine) as session, session.begin():
        page = await make_page(session, "https://cedar.example/a")
        contact_id = await make_contact(session, page.tenant_id, domain_id=page.domain_id, name=None)
        steps = await Lineage(session, registry, page.tenant_id).of(Contact, contact_id)
    assert steps[-1].rows[0].label == "ana@cedar.example"
