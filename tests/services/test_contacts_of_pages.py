"""Contacts of many pages saved at once are those that saving page by page gives, in far fewer statements."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event, select, update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.pages import HtmlInRows, make_content

from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models.contact import Contact, ContactValue
from scrapersky.models.domain import Domain
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent
from scrapersky.models.place import Place
from scrapersky.services.contact_curation_service import (
    FoundContacts,
    find_contacts,
    load_stored_pages,
    save_contacts,
    save_contacts_of_pages,
)
from scrapersky.services.contacts import of_domain
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

HOME = "<p>Call (512) 555-01{n:02}</p><a href='https://www.facebook.com/site{n}'>f</a><p>Open Mo-Fr 9:00-17:00</p>"
TEAM = "<h3>Jane Doe</h3><p>Owner</p><h3>John Roe</h3><p>Dentist</p><p>Tel (512) 555-02{n:02}</p>"
CONTACT = """<p>Tel (512) 555-01{n:02}, Fax (512) 555-0399, info@{host}</p><p>{n} Oak Street<br>Austin, TX 78701</p>
<h3>Jane Doe</h3><p>Owner, jane@{host}</p>"""
NOTHING = "<p>We have been here since 1949.</p>"
PAGES = (("/", HOME), ("/team", TEAM), ("/contact", CONTACT), ("/history", NOTHING))
SITES = 5
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]+")
TABLES = (Contact, ContactValue, Place, LocalBusiness, PageContent, Page)
Pairs = list[tuple[PageContent, FoundContacts]]


class Street:
    """A tenant's sites: one a business's, one a chain's, one with a suppressed owner, one that is left alone whole."""

    def __init__(self, sessions: Sessions, tenant_id: UUID) -> None:
        self.sessions, self.tenant_id = sessions, tenant_id
        self.contents: list[UUID] = []

    async def build(self, sites: int = SITES) -> "Street":
        async with self.sessions.begin() as session:
            for path, html in PAGES:
                for n in range(sites):
                    host, page = f"site{n}.example", html.format(n=n, host=f"site{n}.example")
                    self.contents.append(await make_content(session, f"https://{host}{path}", page, self.tenant_id))
            domains = dict((await session.execute(self._mine(Domain.name, Domain.id, of=Domain))).all())
            for n in range(2, sites):
                known = {"source_id": f"business {n}", "domain_id": domains[f"site{n}.example"], "country": "US"}
                await make_business(session, self.tenant_id, **known)
            chain = {"source_id": "branch", "domain_id": domains["site2.example"], "country": "US"}
            await make_business(session, self.tenant_id, phone="+15125550202", city="Austin", **chain)
            marks = [
                Mark.read(SuppressionKind.PERSON, "site1.example/Jane Doe"),
                Mark.read(SuppressionKind.DOMAIN, "site0.example"),
            ]
            await suppress(session, Actor(tenant_id=self.tenant_id, name="test"), marks)
        return self

    def _mine(self, *columns: Any, of: Any) -> Any:
        return select(*columns).where(of.tenant_id == self.tenant_id)

    async def read(self) -> Pairs:
        async with self.sessions() as session:
            found = await session.scalars(self._mine(PageContent, of=PageContent))
            contents = {content.id: content for content in found}
            ordered = [contents[content_id] for content_id in self.contents]
            stored = await load_stored_pages(session, ordered)
        return [(content, await find_contacts(stored[content.id], HtmlInRows())) for content in ordered]

    async def save_singly(self, pairs: Pairs) -> list[Saved]:
        saved = []
        for content, found in pairs:
            async with self.sessions.begin() as session:
                saved.append(await save_contacts(session, content, found))
        return saved

    async def save_together(self, pairs: Pairs) -> list[Saved]:
        async with self.sessions.begin() as session:
            return list(await save_contacts_of_pages(session, pairs))

    async def correct(self) -> None:
        """A person says how one of them is called, and decides about another."""
        async with self.sessions.begin() as session:
            info = Contact.tenant_id == self.tenant_id, Contact.identity.like("phone:%")
            await session.execute(update(Contact).where(*info).values(phone="+15125550555", edited_fields=["phone"]))

    async def everything(self) -> dict[str, list[str]]:
        """All rows of all tables without their ids and times, sorted; a row that is pointed at is called by its key."""
        async with self.sessions() as session:
            rows: dict[Any, list[Any]] = {
                table: list(await session.scalars(self._mine(table, of=table))) for table in (*TABLES, Domain)
            }
        called: dict[UUID, str] = {self.tenant_id: "tenant"}
        keys: dict[Any, str] = {
            Contact: "identity",
            PageContent: "url",
            Page: "url",
            LocalBusiness: "source_id",
            Domain: "name",
        }
        for table, key in keys.items():
            called |= {row.id: f"{table.__name__} {getattr(row, key)}" for row in rows[table]}
        called |= {one.id: f"{called[one.domain_id]} {one.identity}" for one in rows[Contact]}
        return {table.__name__: sorted(_written(row, called) for row in rows[table]) for table in TABLES}


def _written(row: Any, called: dict[UUID, str]) -> str:
    values = {column.key: row.__dict__.get(column.key) for column in row.__table__.columns if column.key != "id"}
    plain = {name: value for name, value in values.items() if not isinstance(value, (datetime, bytes))}
    said = str({name: called[value] if isinstance(value, UUID) else value for name, value in plain.items()})
    return _MOMENT.sub("then", said)


@pytest.fixture
def make_street(sessions: Sessions) -> Callable[..., Any]:
    async def made(sites: int = SITES) -> Street:
        async with sessions.begin() as session:
            tenant_id = await make_tenant(session)
        return await Street(sessions, tenant_id).build(sites)

    return made


@pytest.mark.parametrize("most", [of_domain.MAX_CONTACTS, 2])
async def test_pages_saved_together_leave_what_pages_saved_singly_leave(
    make_street: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(of_domain, "MAX_CONTACTS", most)
    singly, together = await make_street(), await make_street()
    first = len(singly.contents) // 2
    answers = []
    for street, save in ((singly, singly.save_singly), (together, together.save_together)):
        pairs = await street.read()
        before = await save(pairs[:first])
        await street.correct()
        answers.append([*before, *await save(pairs[first:]), *await save(pairs)])
    assert answers[0] == answers[1]
    assert {one.outcome for one in answers[0]} == {None, "nothing_new", "no_contacts", "suppressed"}
    left_singly, left_together = await singly.everything(), await together.everything()
    for table, rows in left_singly.items():
        assert left_together[table] == rows
    assert all(left_singly.values())


async def test_pages_of_many_domains_take_as_many_statements_as_one(
    make_street: Callable[..., Any], engine: AsyncEngine
) -> None:
    few, many = [await statements_of(await make_street(sites), engine) for sites in (4, 12)]
    assert many == few
    assert many < 18


async def statements_of(street: Street, engine: AsyncEngine) -> int:
    """Of saving the contact page of each site."""
    pairs = [(content, found) for content, found in await street.read() if content.url.endswith("/contact")]
    counted: list[str] = []

    def count(*arguments: Any) -> None:
        counted.append(arguments[2])

    event.listen(engine.sync_engine, "before_cursor_execute", count)
    try:
        await street.save_together(pairs)
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", count)
    return len(counted)
