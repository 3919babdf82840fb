"""A contact without an address or a number says why, by all pages of its domain that were read."""

from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import delete, select, update
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.pages import HtmlInRows, make_content

from scrapersky.contact_fields import ABSENCE_COLUMNS
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models import Contact, PageContent
from scrapersky.services.contact_curation_service import find_contacts, load_stored_pages, save_contacts
from scrapersky.services.row_insight import absent_values
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

SITE = "https://acme.example"
NUMBER = "<p>Call (512) 555-0100</p>"
FORM = "<form action='/send'><textarea></textarea></form>"
UNREAD = "<p>noreply@acme.example</p>"
MAIL = "<p>info@acme.example</p>"
DENTIST = "<h3>John Roe</h3><p>Dentist</p>"


class Shelf:
    """Pages of acme.example, read one after the other."""

    def __init__(self, sessions: Sessions, tenant_id: UUID) -> None:
        self.sessions, self.tenant_id = sessions, tenant_id

    async def read(self, path: str, html: str, **values: Any) -> None:
        async with self.sessions.begin() as session:
            content_id = await make_content(session, SITE + path, html, self.tenant_id, **values)
        await self.read_again(content_id)

    async def read_again(self, content_id: UUID) -> None:
        async with self.sessions() as session:
            content = await session.get_one(PageContent, content_id)
            stored = await load_stored_pages(session, [content])
        found = await find_contacts(stored[content_id], HtmlInRows())
        async with self.sessions.begin() as session:
            await save_contacts(session, await session.get_one(PageContent, content_id), found)

    async def read_all_again(self) -> None:
        async with self.sessions() as session:
            ids = (await session.scalars(select(PageContent.id))).all()
        for content_id in ids:
            await self.read_again(content_id)

    async def absences(self) -> dict[str, tuple[str | None, ...]]:
        async with self.sessions() as session:
            contacts = await session.scalars(select(Contact))
            return {
                one.identity: tuple(getattr(one, column) for column in ABSENCE_COLUMNS.values()) for one in contacts
            }


@pytest.fixture
async def shelf(sessions: Sessions) -> Shelf:
    async with sessions.begin() as session:
        return Shelf(sessions, await make_tenant(session))


async def test_the_most_telling_reason_of_all_pages_is_kept_whatever_their_order(sessions: Sessions) -> None:
    for order in permutations([("/", NUMBER), ("/contact", FORM), ("/about", UNREAD)]):
        async with sessions.begin() as session:
            shelf = Shelf(sessions, await make_tenant(session))
        for path, html in order:
            await shelf.read(path, html)
        before = await shelf.absences()
        await shelf.read_all_again()
        assert before == await shelf.absences()
        assert before == {"phone:+15125550100": ("form", None)}
        async with sessions.begin() as session:
            await session.execute(delete(Contact))


async def test_a_reason_goes_when_a_later_page_has_the_value(shelf: Shelf) -> None:
    await shelf.read("/", NUMBER + DENTIST)
    assert await shelf.absences() == {
        "phone:+15125550100": ("none", None),
        "person:john roe": ("none", "another_contact"),
    }
    await shelf.read("/contact", MAIL)
    assert await shelf.absences() == {
        "email:info@acme.example": (None, None),
        "person:john roe": ("another_contact", "another_contact"),
    }


async def test_a_page_built_by_scripts_is_named_as_such(shelf: Shelf) -> None:
    await shelf.read("/", MAIL, needs_browser=True)
    assert await shelf.absences() == {"email:info@acme.example": (None, "scripts")}
    await shelf.read("/contact", FORM)
    assert await shelf.absences() == {"email:info@acme.example": (None, "scripts")}


async def test_what_is_withheld_is_named_and_not_told(shelf: Shelf) -> None:
    async with shelf.sessions.begin() as session:
        await suppress(session, Actor(shelf.tenant_id, "Ana"), [Mark(SuppressionKind.EMAIL, "info@acme.example")])
    await shelf.read("/", MAIL + NUMBER)
    assert await shelf.absences() == {"phone:+15125550100": ("suppressed", None)}


async def test_what_a_person_gives_or_takes_away_is_no_matter_of_the_pages(shelf: Shelf) -> None:
    await shelf.read("/", NUMBER)
    async with shelf.sessions.begin() as session:
        given = {"email": "jane@acme.example", "edited_fields": ["email"]}
        await session.execute(update(Contact).values(given))
    assert await shelf.absences() == {"phone:+15125550100": (None, None)}
    async with shelf.sessions.begin() as session:
        await session.execute(update(Contact).values(phone=None, edited_fields=["email", "phone"]))
    await shelf.read_all_again()
    assert await shelf.absences() == {"phone:+15125550100": (None, "removed")}


async def test_a_contact_from_elsewhere_says_that_nothing_was_looked_at() -> None:
    assert [(one.field, one.reason.value) for one in absent_values(Contact(email="jane@acme.example"))] == [
        ("phone", "not_looked_for")
    ]
