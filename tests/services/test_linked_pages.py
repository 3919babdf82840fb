"""Pages of sites without a sitemap: the home page, and what is linked, as far as two links and so many pages."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select, update
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.domains import make_domain

from scrapersky.extract.pages.home_page import PageLink
from scrapersky.models import Domain, Page
from scrapersky.services.domain_curation_service import VisitResult, save_survey
from scrapersky.services.linked_pages import MOST_PAGES, follow_links

HOME = "https://www.cedar.example/"
LINKS = (
    PageLink(f"{HOME}blog/1", "News"),
    PageLink(f"{HOME}oak-room", "Oak room"),
    PageLink(f"{HOME}reach-us", "Contact us"),
    PageLink("https://elsewhere.example/contact", "Contact"),
    PageLink("mailto:ana@cedar.example", "Mail"),
    PageLink(f"{HOME}picture.jpg", "Picture"),
)


@dataclass
class Site:
    sessions: Sessions
    tenant_id: UUID
    id: UUID

    async def visit(self, **found: Any) -> tuple[int, str | None, str | None]:
        facts = {"final_url": HOME, "title": "Cedar & Sons", **found.pop("facts", {})}
        async with self.sessions.begin() as session:
            domain = await session.get_one(Domain, self.id)
            saved = await save_survey(session, domain, VisitResult(facts, **found))
        return saved.produced, saved.outcome, saved.note

    async def follow(self, links: Any, depth: int) -> int:
        async with self.sessions.begin() as session:
            return await follow_links(session, self.id, links, depth)

    async def add(self, url: str, **values: Any) -> None:
        async with self.sessions.begin() as session:
            await session.execute(insert(Page).values(tenant_id=self.tenant_id, domain_id=self.id, url=url, **values))

    async def pages(self) -> dict[str, tuple[str, str, int]]:
        async with self.sessions() as session:
            rows = await session.execute(select(Page.url, Page.kind, Page.found_by, Page.depth))
            return {url: (kind, found_by, depth) for url, kind, found_by, depth in rows}


@pytest.fixture
async def site(sessions: Sessions) -> Site:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        return Site(sessions, tenant_id, await make_domain(session, tenant_id, "cedar.example"))


async def test_a_site_without_sitemap_gets_its_home_page_and_what_that_links_to(site: Site) -> None:
    _, outcome, note = await site.visit(outcome="no_sitemap", links=LINKS)
    assert (outcome, note) == ("no_sitemap", "2 pages found by links")
    expected = {
        HOME: ("home", "home", 0),
        f"{HOME}reach-us": ("contact", "link", 1),
        f"{HOME}oak-room": ("other", "link", 1),
    }
    assert await site.pages() == expected
    await site.visit(outcome="no_sitemap", links=LINKS)
    assert await site.pages() == expected, "a second visit adds nothing"


async def test_pages_are_called_what_the_links_to_them_say(site: Site, sessions: Sessions) -> None:
    await site.visit(outcome="no_sitemap", links=LINKS)
    async with sessions() as session:
        titles = dict((await session.execute(select(Page.url, Page.title))).all())
    assert (titles[HOME], titles[f"{HOME}reach-us"]) == ("Cedar & Sons", "Contact us")


@pytest.mark.parametrize("outcome", ["parked", "robots", "social_only"])
async def test_a_site_that_is_not_read_gets_no_page(site: Site, outcome: str) -> None:
    await site.visit(outcome=outcome)
    assert await site.pages() == {}


@pytest.mark.parametrize("title", ["Cedar & Sons", "Davis Hair Studio - Boston", "Green Insurance Inc."])
async def test_a_site_with_a_sitemap_gets_its_home_page_only_whatever_the_firm_is_called(
    site: Site, title: str
) -> None:
    await site.visit(facts={"title": title})
    assert await site.pages() == {HOME: ("home", "home", 0)}


async def test_links_are_followed_two_deep_and_no_further(site: Site) -> None:
    await site.visit(outcome="no_sitemap", links=LINKS)
    assert await site.follow([PageLink(f"{HOME}team", "Team")], 1) == 1
    assert await site.follow([PageLink(f"{HOME}imprint", "Imprint")], 2) == 0
    assert (await site.pages())[f"{HOME}team"] == ("team", "link", 2)


async def test_of_many_links_the_likeliest_are_followed(site: Site) -> None:
    many = [PageLink(f"{HOME}oak-room-{number}", "More") for number in range(200)] + [
        PageLink(f"{HOME}contact", "Contact")
    ]
    assert await site.follow(many, 0) == MOST_PAGES
    assert f"{HOME}contact" in await site.pages()
    assert await site.follow([PageLink(f"{HOME}another-room", "More")], 1) == 0, "there are enough"


async def test_pages_that_are_known_take_no_other_s_place(site: Site) -> None:
    many = [PageLink(f"{HOME}contact/{number}", "Contact") for number in range(MOST_PAGES - 1)]
    assert await site.follow(many, 0) == MOST_PAGES - 1
    assert await site.follow([*many, PageLink(f"{HOME}oak-room", "More")], 0) == 1


async def test_a_sitemap_is_the_site_s_own_word_unless_it_lists_no_page_with_contacts(site: Site) -> None:
    await site.add(f"{HOME}services", kind="services")
    assert await site.follow(LINKS, 0) == 1
    assert f"{HOME}reach-us" in await site.pages()
    assert await site.follow([PageLink(f"{HOME}about-us", "About us")], 0) == 0, "now one is known"


async def test_a_site_that_moved_has_pages_at_both_addresses(site: Site) -> None:
    async with site.sessions.begin() as session:
        await session.execute(update(Domain).values(final_url="https://www.cedar-sons.example/"))
    hosts = ("cedar-sons.example", "cedar.example", "else.example")
    assert await site.follow([PageLink(f"https://{host}/contact", "Contact") for host in hosts], 0) == 2
