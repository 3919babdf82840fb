"""Contacts of many pages saved at once are those that saving page by page gives, in far fewer statements."""

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
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
from scrapersky.models import Contact, ContactValue, Domain, LocalBusiness, Page, PageContent, Place
from scrapersky.services.contact_curation_service import (
    find_contacts,
    load_stored_pages,
    save_contacts,
    save_contacts_of_pages,
)
from scrapersky.services.contacts import of_domain
from scrapersky.services.contacts.in_hand import FoundContacts
from scrapersky.services.contacts.profile import SourcePage, Value, seen_again
from scrapersky.services.contacts.run import DomainRun
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

HOME = "<p>Call (512) 555-01{n:02}</p><a href='https://www.facebook.com/site{n}'>f</a><p>Open Mo-Fr 9:00-17:00</p>"
TEAM = "<h3>Jane Doe</h3><p>Owner</p><h3>John Roe</h3><p>Dentist</p><p>Tel (512) 555-02{n:02}</p>"
CONTACT = """<p>Tel (512) 555-01{n:02}, Fax (512) 555-0399, info@{host}</p><p>{n} Oak Street<br>Austin, TX 78701</p>
<h3>Jane Doe</h3><p>Owner, jane@{host}</p>"""
NOTHING = "<p>We have been here since 1949.</p>"
PAGES = (("/", HOME), ("/team", TEAM), ("/contact", CONTACT), ("/history", NOTHING))
FORM = "<form action='/send'><textarea></textarea></form>"
PARTS = (
    "<p>Call (512) 555-01{n:02}</p>",
    "<p>Tel (512) 555-02{n:02}</p>",
    "<footer>Fax (512) 555-0399</footer>",
    "<a href='https://www.facebook.com/site{n}'>f</a>",
    "<a href='https://www.facebook.com/other{n}'>f</a>",
    "<a href='https://wa.me/15125550177'>WhatsApp</a>",
    "<p>{n} Oak Street<br>Austin, TX 78701</p>",
    "<p>1{n} Elm Street<br>Austin, TX 78702</p>",
    "<p>info@{host}</p>",
    "<p>Open Mo-Fr 9:00-17:00</p>",
    FORM,
    "<h3>Jane Doe</h3><p>Owner</p>",
    "<h3>Jane Doe</h3><p>Owner, jane@{host}</p>",
    "<h3>John Roe</h3><p>Dentist</p><p>Tel (512) 555-0288</p>",
    "<h3>John Roe</h3><p>Partner</p><p>Tel (512) 555-0289</p>",
)
SITES = 5
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]+")
TABLES = (Contact, ContactValue, Place, LocalBusiness, PageContent, Page)
Pairs = list[tuple[PageContent, FoundContacts]]
Pages = Sequence[tuple[str, str]]


class Street:
    """A tenant's sites: one a business's, one a chain's, one with a suppressed owner, one that is left alone whole."""

    def __init__(self, sessions: Sessions, tenant_id: UUID) -> None:
        self.sessions, self.tenant_id = sessions, tenant_id
        self.contents: list[UUID] = []

    async def build(self, sites: int = SITES, pages: Pages = PAGES) -> "Street":
        async with self.sessions.begin() as session:
            for path, html in pages:
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

    def at(self, pairs: Pairs, places: Sequence[int]) -> Pairs:
        """The pages of all sites at these places, in this order."""
        sites = len(pairs) // len({pair[0].url.rpartition("/")[2] for pair in pairs})
        return [pair for place in places for pair in pairs[place * sites : (place + 1) * sites]]

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
        """A person gives some another number, and takes away what others are said to be."""
        ours = update(Contact).where(Contact.tenant_id == self.tenant_id)
        numbers, others = Contact.identity.like("phone:%"), Contact.identity.not_like("phone:%")
        async with self.sessions.begin() as session:
            await session.execute(ours.where(numbers).values(phone="+15125550555", edited_fields=["phone"]))
            await session.execute(
                ours.where(others, Contact.role.is_not(None)).values(role=None, edited_fields=["role"])
            )

    async def contact(self, identity: str) -> Contact:
        """Of the site of one business."""
        async with self.sessions() as session:
            of_site = Contact.source_url.like("https://site3.example/%"), Contact.identity == identity
            (contact,) = await session.scalars(select(Contact).where(*of_site))
        return contact

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
    async def made(sites: int = SITES, pages: Pages = PAGES) -> Street:
        async with sessions.begin() as session:
            tenant_id = await make_tenant(session)
        return await Street(sessions, tenant_id).build(sites, pages)

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


@pytest.mark.parametrize("seed", range(8))
async def test_whatever_the_pages_show_and_in_whatever_order_they_leave_the_same(
    make_street: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Some are saved first, a person corrects what they gave, then come the others, and then some of both again."""
    dice = random.Random(seed)
    monkeypatch.setattr(of_domain, "MAX_CONTACTS", dice.choice([of_domain.MAX_CONTACTS, 2]))
    pages = [(f"/{number}", "".join(dice.sample(PARTS, dice.randint(1, 4)))) for number in range(8)]
    order = dice.sample(range(len(pages)), len(pages))
    first, again = order[: dice.randint(0, 3)], dice.sample(order, 3)
    left = []
    for save in (Street.save_singly, Street.save_together):
        street = await make_street(4, pages)
        pairs = await street.read()
        answers = await save(street, street.at(pairs, first))
        await street.correct()
        answers += await save(street, street.at(pairs, order[len(first) :]))
        answers += await save(street, street.at(pairs, again))
        left.append((answers, await street.everything()))
    (answers_singly, singly), (answers_together, together) = left
    assert answers_together == answers_singly
    for table, rows in singly.items():
        assert together[table] == rows


@pytest.mark.parametrize(("surer", "older"), [(0.9, 1), (0.8, 1), (0.9, 3)])
def test_of_two_sightings_the_surer_counts_and_of_those_the_older_page_s(surer: float, older: int) -> None:
    def seen(page: int, confidence: float) -> Value:
        return Value("phone", "+15125550101", {}, confidence, 1, SourcePage(UUID(int=page), None))

    best, other = seen(older, surer), seen(2, 0.8)
    assert seen_again(other, best) == seen_again(best, other) == replace(best, pages=2)


async def test_a_number_that_becomes_a_contact_has_its_sightings_on_pages_saved_with_it(
    make_street: Callable[..., Any],
) -> None:
    """The main one, until more pages show another."""
    firsts, others = "<p>Call (512) 555-0101, info@{host}</p>", "<p>Tel (512) 555-0202</p>"
    street = await make_street(4, [("/a", firsts), ("/b", firsts), ("/c", others), ("/d", others), ("/e", others)])
    await street.save_together(await street.read())
    contact = await street.contact("phone:+15125550101")
    async with street.sessions() as session:
        seen = await session.scalars(select(ContactValue.value).where(ContactValue.contact_id == contact.id))
    assert list(seen) == ["+15125550101"] * 2
    assert contact.sightings == 2


async def test_why_there_is_no_address_is_told_by_all_pages_that_are_saved_at_once(
    make_street: Callable[..., Any],
) -> None:
    street = await make_street(4, [("/a", FORM), ("/b", "<p>Call (512) 555-0101</p>")])
    await street.save_together(await street.read())
    assert (await street.contact("phone:+15125550101")).email_absence == "form"


async def test_whoever_reads_is_given_more_between_domains(
    make_street: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    street, merge, turns = await make_street(), DomainRun.merge, [0]
    seen: list[int] = []

    async def take_turns() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    def noted(run: DomainRun, *arguments: Any) -> None:
        seen.append(turns[0])
        merge(run, *arguments)

    monkeypatch.setattr(DomainRun, "merge", noted)
    others = asyncio.create_task(take_turns())
    await street.save_together(await street.read())
    others.cancel()
    assert len(set(seen)) == len(seen) >= SITES - 1  # one is left alone whole


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
