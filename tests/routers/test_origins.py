"""Every later tab can be filtered by list and by search."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx
import pytest
from sqlalchemy import update
from tests.businesses import make_tenant
from tests.lineages import Family, found_by, make_family
from tests.product import PASSWORD, add_person, browser_on
from tests.routers.test_auth import FROM_OUR_PAGE

from scrapersky.app.product import Product
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable
from scrapersky.models import Page


@dataclass(frozen=True)
class Campaigns:
    product: Product
    browser: httpx.AsyncClient
    tenant_id: UUID
    dentists: Family
    florists: Family

    async def listed(self, tab: str, origin: str) -> set[UUID]:
        answer = await self.browser.get(f"/api/v3/{tab}/list", params={"origin": origin})
        assert answer.status_code == 200, answer.text
        assert answer.json()["total"] == len(answer.json()["items"])
        return {UUID(item["id"]) for item in answer.json()["items"]}


@pytest.fixture
async def campaigns(product: Product) -> AsyncIterator[Campaigns]:
    ana = await add_person(product, "ana")
    async with product.sessions.begin() as session:
        dentists = await make_family(session, ana.tenant_id, "dentists")
        florists = await make_family(session, ana.tenant_id, "florists")
    async with browser_on(product) as browser:
        await browser.post("/api/v3/auth/login", json={"name": "ana", "password": PASSWORD})
        yield Campaigns(product, browser, ana.tenant_id, dentists, florists)


async def test_every_tab_lists_exactly_what_came_of_a_search_or_a_list(campaigns: Campaigns) -> None:
    for family in (campaigns.dentists, campaigns.florists):
        assert len(family.rows) == 8
        for tab, ids in family.rows.items():
            assert await campaigns.listed(tab, f"place_searches:{family.search_id}") == ids, tab
            assert await campaigns.listed(tab, f"lists:{family.list_id}") == ids, tab
        assert await campaigns.listed("single-search", f"lists:{family.list_id}") == {family.search_id}


async def test_a_place_that_two_searches_found_belongs_to_both(campaigns: Campaigns) -> None:
    dentists, florists = campaigns.dentists, campaigns.florists
    (shared, *_) = dentists.rows["deep-scan"]
    async with campaigns.product.sessions.begin() as session:
        await found_by(session, campaigns.tenant_id, florists.search_id, shared)
    origin = f"place_searches:{florists.search_id}"
    assert await campaigns.listed("deep-scan", origin) == florists.rows["deep-scan"] | {shared}
    assert len(await campaigns.listed("page-curation", origin)) == 6
    assert await campaigns.listed("deep-scan", f"lists:{dentists.list_id}") == dentists.rows["deep-scan"]


async def test_any_row_upstream_is_an_origin(campaigns: Campaigns) -> None:
    (content, *_) = campaigns.dentists.rows["contact-curation"]
    (page,) = await _pages_read(campaigns, content)
    (contact,) = await campaigns.listed("contact-delivery", f"pages:{page}")
    assert contact in campaigns.dentists.rows["contact-delivery"]
    assert await campaigns.listed("contact-delivery", f"page_contents:{content}") == {contact}
    (sitemap, *_) = campaigns.dentists.rows["sitemap-import"]
    (imported,) = await campaigns.listed("page-curation", f"sitemap_files:{sitemap}")
    assert imported in campaigns.dentists.rows["page-curation"] - {page}


async def _pages_read(campaigns: Campaigns, content: UUID) -> set[UUID]:
    detail = (await campaigns.browser.get(f"/api/v3/contact-curation/{content}")).json()
    return {UUID(detail["row"]["page_id"])}


async def test_another_tenants_search_matches_nothing(campaigns: Campaigns) -> None:
    async with campaigns.product.sessions.begin() as session:
        theirs = await make_family(session, await make_tenant(session), "bakers")
    for tab in theirs.rows:
        assert await campaigns.listed(tab, f"place_searches:{theirs.search_id}") == set(), tab


@pytest.mark.parametrize(
    ("tab", "origin", "words"),
    [
        ("single-search", "place_searches:{id}", "Searches has no rows from 'place_searches'"),
        ("deep-scan", "domains:{id}", "its rows come from: place_searches, lists."),
        ("domain-curation", "tenants:{id}", "its rows come from: local_businesses, places_staging, place_searches"),
        ("domain-curation", "users:{id}", "has no rows from 'users'"),
        ("page-curation", "lists:first", "'lists:first' names no row"),
    ],
)
async def test_what_is_not_upstream_is_refused_in_words(
    campaigns: Campaigns, tab: str, origin: str, words: str
) -> None:
    written = origin.format(id=campaigns.dentists.search_id)
    answer = await campaigns.browser.get(f"/api/v3/{tab}/list", params={"origin": written})
    assert answer.status_code == 422
    assert words in answer.text


async def test_an_export_has_the_contacts_of_a_campaign(campaigns: Campaigns) -> None:
    contacts = campaigns.florists.rows["contact-delivery"]
    condition = f"origin=lists:{campaigns.florists.list_id}"
    answer = await campaigns.browser.get("/api/v3/exports/contacts", params={"filter": condition, "format": "jsonl"})
    assert answer.status_code == 200, answer.text
    assert answer.text.count("\n") == len(contacts)
    assert all(str(contact) in answer.text for contact in contacts)
    refused = await campaigns.browser.get("/api/v3/exports/contacts", params={"filter": "origin=lists:1"})
    assert (refused.status_code, "names no row" in refused.text) == (422, True)


async def test_a_browser_is_offered_the_lists_and_searches_that_lead_to_a_tab(campaigns: Campaigns) -> None:
    async def offered(workflow: str) -> list[tuple[str, bool]]:
        answer = await campaigns.browser.get("/api/v3/origins", params={"workflow": workflow})
        assert answer.status_code == 200, answer.text
        return [(item["label"], item["is_list"]) for item in answer.json()["items"]]

    everything = await offered("page_curation")
    assert everything[0] == ("florists in Austin", False), "the newest comes first"
    assert {label for label, is_list in everything if is_list} == {"dentists", "florists"}
    assert await offered("single_search") == [("florists", True), ("dentists", True)]
    unknown = await campaigns.browser.get("/api/v3/origins", params={"workflow": "no_such"})
    assert unknown.status_code == 404


async def test_one_answer_tells_how_far_every_stage_of_a_search_is(campaigns: Campaigns) -> None:
    family = campaigns.dentists
    for origin in (f"place_searches:{family.search_id}", f"lists:{family.list_id}"):
        answer = await campaigns.browser.get("/api/v3/origins/progress", params={"origin": origin})
        assert answer.status_code == 200, answer.text
        counted = {each["workflow"]: sum(each["states"].values()) for each in answer.json()["stages"]}
        assert counted == {"single_search": 1} | {tab.replace("-", "_"): len(ids) for tab, ids in family.rows.items()}
    missing = await campaigns.browser.get("/api/v3/origins/progress", params={"origin": f"lists:{family.search_id}"})
    assert (missing.status_code, "There is no list or search" in missing.text) == (404, True)


async def test_rows_that_wait_for_another_try_are_told_apart(campaigns: Campaigns) -> None:
    family, workflow = campaigns.dentists, campaigns.product.registry["page_curation"]
    later = datetime.now(UTC) + timedelta(hours=1)
    pages = sorted(family.rows["page-curation"])
    async with campaigns.product.sessions.begin() as session:
        await change_status(session, workflow, Actor(campaigns.tenant_id, "ana"), pages[:4], Decision(Settable.QUEUED))
        queued_for_later = update(Page).where(Page.id.in_(pages[:3]), Page.tenant_id == campaigns.tenant_id)
        await session.execute(queued_for_later.values(page_curation_queue_order=later))
        tried = update(Page).where(Page.id.in_(pages[:2]), Page.tenant_id == campaigns.tenant_id)
        await session.execute(tried.values(page_curation_attempts=1))
    asked = {"origin": f"place_searches:{family.search_id}"}
    told = (await campaigns.browser.get("/api/v3/origins/progress", params=asked)).json()["stages"]
    (counted,) = [each for each in told if each["workflow"] == "page_curation"]
    assert (counted["states"]["Queued"], counted["put_off"]) == (4, 2)
    assert datetime.fromisoformat(counted["next_try"]) == later
    assert {(each["put_off"], each["next_try"]) for each in told if each is not counted} == {(0, None)}


async def test_the_history_calls_lists_searches_and_decisions_by_their_names(campaigns: Campaigns) -> None:
    browser, family = campaigns.browser, campaigns.dentists

    async def skipped(**chosen: object) -> str:
        body = {"status": "Skipped", "filter": chosen, "dry_run": True}
        path = "/api/v3/deep-scan/status/by-filter"
        matching = (await browser.put(path, json=body, headers=FROM_OUR_PAGE)).json()["matching_count"]
        body |= {"dry_run": False, "expected_count": matching}
        decided = await browser.put(path, json=body, headers=FROM_OUR_PAGE)
        assert decided.status_code == 200, decided.text
        return str(decided.json()["batch_id"])

    first = await skipped(origin=f"lists:{family.list_id}")
    await skipped(origin=f"place_searches:{family.search_id}")
    await skipped(search=f"batch:{first}")
    (place, *_) = family.rows["deep-scan"]
    await skipped(search=f"id:{place}")
    told = [each["filter_in_words"] for each in (await browser.get("/api/v3/batches")).json()["items"]]
    for words, beginning in zip(
        told, ("only ", "of the decision of ana, ", "from the place search ", "from the list "), strict=True
    ):
        assert words.startswith(beginning), words
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", words), words
    assert (await browser.get(f"/api/v3/bulk-jobs/{first}")).json()["filter_in_words"].startswith("from the list ")


async def test_the_overview_names_every_stage_that_waits_for_a_decision(campaigns: Campaigns) -> None:
    needs = (await campaigns.browser.get("/api/v3/overview")).json()["needs"]
    waiting = {need["workflow"].replace("_", "-") for need in needs if need["kind"] == "to_decide"}
    assert set(campaigns.dentists.rows) <= waiting
