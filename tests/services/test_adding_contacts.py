"""Contacts that a workflow of one's own adds by their e-mail addresses."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.models import Contact
from scrapersky.services.contacts.adding import add_emails
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark


@dataclass(frozen=True)
class PretendPage:
    tenant_id: UUID
    domain_id: UUID
    url: str = "https://acme.example/team"


async def pretend_page(sessions: Sessions) -> PretendPage:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        return PretendPage(tenant_id, await make_domain(session, tenant_id, "acme.example"))


async def emails(sessions: Sessions) -> list[tuple[str | None, str, str | None]]:
    async with sessions() as session:
        found = await session.execute(
            select(Contact.email, Contact.identity, Contact.source_url).order_by(Contact.email)
        )
        return [(email, identity, url) for email, identity, url in found]


async def test_adding_twice_gives_what_adding_once_gives(sessions: Sessions) -> None:
    page = await pretend_page(sessions)
    for _ in range(2):
        async with sessions.begin() as session:
            assert await add_emails(session, page, ["Jo@acme.example", "jo@acme.example", "no address"]) == 1
    assert await emails(sessions) == [("jo@acme.example", "email:jo@acme.example", page.url)]


async def test_a_contact_that_is_there_stays_as_it_is(sessions: Sessions) -> None:
    page = await pretend_page(sessions)
    async with sessions.begin() as session:
        known = {"domain_id": page.domain_id, "identity": "email:jo@acme.example", "email": "jo@acme.example"}
        await make_contact(session, page.tenant_id, **known, source_url="https://acme.example/first")
        await add_emails(session, page, ["jo@acme.example"])
    assert await emails(sessions) == [("jo@acme.example", "email:jo@acme.example", "https://acme.example/first")]


async def test_whoever_is_to_be_left_alone_is_not_added(sessions: Sessions) -> None:
    page = await pretend_page(sessions)
    async with sessions.begin() as session:
        actor = Actor(page.tenant_id, "ana")
        await suppress(session, actor, [Mark.read(SuppressionKind.EMAIL, "jo@acme.example")])
        assert await add_emails(session, page, ["jo@acme.example", "bo@acme.example"]) == 1
        await suppress(session, actor, [Mark.read(SuppressionKind.DOMAIN, "acme.example")])
        assert await add_emails(session, page, ["di@acme.example"]) == 0
    assert [email for email, _, _ in await emails(sessions)] == ["bo@acme.example"]
