"""Contacts of a domain: one per address however often seen, every sighting kept, nobody else's among them."""

from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import delete, func, select
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.pages import HtmlInRows, make_content

from scrapersky.clients.reading.page_bodies import compressed
from scrapersky.curation_sdk import Saved
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.extract.calibration import curves
from scrapersky.extract.finding import Kind
from scrapersky.models import Contact, ContactValue, Page, PageContent
from scrapersky.services.contact_curation_service import (
    NoStoredPage,
    find_contacts,
    load_stored_pages,
    save_contacts,
)
from scrapersky.services.contacts import of_domain as domain_contacts
from scrapersky.services.contacts.plan import plan
from scrapersky.services.contacts.profile import Profile, SourcePage, Value
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

SITE = "https://acme.example"
HOME = "<p>Call (512) 555-0100</p><a href='https://www.facebook.com/acmedental'>f</a>"
CONTACT = "<p>Tel (512) 555-0100, Fax (512) 555-0101, info@acme.example</p><p>12 Oak Street<br>Austin, TX 78701</p>"
TEAM = "<h3>Jane Doe</h3><p>Owner</p><p>jane@acme.example</p><h3>John Roe</h3><p>Dentist</p>"


class Desk:
    """One tenant's domain acme.example."""

    def __init__(self, sessions: Sessions, tenant_id: UUID) -> None:
        self.sessions, self.tenant_id = sessions, tenant_id

    async def page(self, path: str, html: str, **values: Any) -> UUID:
        async with self.sessions.begin() as session:
            return await make_content(session, SITE + path, html, self.tenant_id, **values)

    async def read(self, content_id: UUID) -> Saved:
        async with self.sessions() as session:
            content = await session.get_one(PageContent, content_id)
            stored = await load_stored_pages(session, [content])
        found = await find_contacts(stored[content_id], HtmlInRows())
        async with self.sessions.begin() as session:
            return await save_contacts(session, await session.get_one(PageContent, content_id), found)

    async def contacts(self) -> dict[str, Contact]:
        async with self.sessions() as session:
            return {one.identity: one for one in await session.scalars(select(Contact).order_by(Contact.identity))}

    async def evidence(self) -> int:
        async with self.sessions() as session:
            return await session.scalar(select(func.count()).select_from(ContactValue)) or 0

    async def facts(self) -> list[tuple[object, ...]]:
        """All that the contacts say, apart from which page came first."""
        apart = ("id", "created_at", "page_content_id", "source_url", "search_words")
        names = [column.key for column in Contact.__table__.columns if column.key not in apart]
        names = [name for name in names if not name.startswith("contact_delivery")]
        return [tuple(getattr(one, name) for name in names) for one in (await self.contacts()).values()]


@pytest.fixture
async def desk(sessions: Sessions) -> Desk:
    async with sessions.begin() as session:
        return Desk(sessions, await make_tenant(session))


async def test_a_page_gives_one_contact_with_all_that_reaches_the_business(desk: Desk) -> None:
    saved = await desk.read(await desk.page("/contact", CONTACT))
    assert (saved.produced, saved.outcome) == (1, None)
    (contact,) = (await desk.contacts()).values()
    assert (contact.identity, contact.owner, contact.email) == (
        "email:info@acme.example",
        "business",
        "info@acme.example",
    )
    assert (contact.phone, contact.fax) == ("+15125550100", "+15125550101")
    assert contact.address is not None
    assert contact.address["text"] == "12 Oak Street, Austin, TX 78701, US"
    assert contact.source_url == f"{SITE}/contact"


async def test_contacts_are_the_same_in_whatever_order_pages_are_read(sessions: Sessions) -> None:
    seen = set()
    for order in permutations((("/", HOME), ("/contact", CONTACT), ("/team", TEAM))):
        async with sessions.begin() as session:
            desk = Desk(sessions, await make_tenant(session))
        for path, html in order:
            await desk.read(await desk.page(path, html))
        async with sessions() as session:
            mine = await session.scalars(
                select(Contact).where(Contact.tenant_id == desk.tenant_id).order_by(Contact.identity)
            )
            seen.add(
                tuple(
                    (one.identity, one.owner, one.name, one.role, one.phone, one.fax, str(one.socials), one.sightings)
                    for one in mine
                )
            )
    assert len(seen) == 1
    assert [one[0] for one in next(iter(seen))] == [
        "email:info@acme.example",
        "email:jane@acme.example",
        "person:john roe",
    ]


@pytest.mark.parametrize("paths", [("/blog/summer", "/contact"), ("/contact", "/blog/summer")])
async def test_of_two_pages_that_show_the_same_the_contact_page_is_named(desk: Desk, paths: tuple[str, str]) -> None:
    for path in paths:
        await desk.read(await desk.page(path, CONTACT))
    assert {one.source_url for one in (await desk.contacts()).values()} == {f"{SITE}/contact"}


async def test_reading_the_same_page_twice_changes_nothing(desk: Desk) -> None:
    pages = [await desk.page(path, html) for path, html in (("/", HOME), ("/contact", CONTACT), ("/team", TEAM))]
    for page in pages:
        await desk.read(page)
    before, evidence = await desk.facts(), await desk.evidence()
    again = [await desk.read(page) for page in pages]
    assert [saved.outcome for saved in again] == ["nothing_new"] * 3
    assert (await desk.facts(), await desk.evidence()) == (before, evidence)


async def test_every_sighting_is_kept_with_its_page_way_and_words(desk: Desk) -> None:
    first = await desk.page("/", "<p>Write to info@acme.example today</p>")
    second = await desk.page("/contact", "<a href='mailto:Info@acme.example'>Mail</a>")
    await desk.read(first)
    await desk.read(second)
    (contact,) = (await desk.contacts()).values()
    async with desk.sessions() as session:
        values = (await session.scalars(select(ContactValue).order_by(ContactValue.id))).all()
    assert [(one.page_content_id, one.way, one.contact_id) for one in values] == [
        (first, "text", contact.id),
        (second, "link", contact.id),
    ]
    assert values[0].snippet == "Write to info@acme.example today"
    sure = curves()[Kind.EMAIL].chance(0.97)  # of links
    assert (contact.sightings, contact.confidence, contact.source_url) == (2, sure, f"{SITE}/contact")


async def test_a_number_alone_is_a_contact_until_an_address_takes_it_up(desk: Desk) -> None:
    home = await desk.page("/", HOME)
    await desk.read(home)
    assert list(await desk.contacts()) == ["phone:+15125550100"]
    await desk.read(await desk.page("/contact", CONTACT))
    assert list(await desk.contacts()) == ["email:info@acme.example"]
    await desk.read(home)
    assert list(await desk.contacts()) == ["email:info@acme.example"]


def test_who_is_taken_up_by_one_that_is_taken_up_goes_to_the_one_that_is_left() -> None:
    nowhere = SourcePage(None, None)
    known = Profile("phone:+15125550100", "person", 0.9, nowhere, name="Jane Doe", phone="+15125550100")
    seen = Profile("email:jane@acme.example", "person", 0.9, nowhere, name="Jane Doe", email="jane@acme.example")
    shared = Value("phone", "+15125550100", {}, 0.9, 1, nowhere)
    planned = plan([known], [seen], [shared], None)
    assert planned.taken_up["phone:+15125550100"] == "email:jane@acme.example"
    assert set(planned.taken_up.values()) <= {one.identity for one in planned.contacts}


async def test_a_contact_that_a_person_decided_about_is_never_taken_up(desk: Desk) -> None:
    await desk.read(await desk.page("/", HOME))
    (number,) = (await desk.contacts()).values()
    async with desk.sessions.begin() as session:
        actor = Actor(desk.tenant_id, "Ann")
        await change_status(session, Contact.contact_delivery, actor, [number.id], Decision(Settable.SKIPPED))
    await desk.read(await desk.page("/contact", CONTACT))
    assert list(await desk.contacts()) == ["email:info@acme.example", "phone:+15125550100"]


async def test_what_a_person_corrected_stays(desk: Desk) -> None:
    page = await desk.page("/contact", CONTACT)
    await desk.read(page)
    async with desk.sessions.begin() as session:
        contact = (await session.scalars(select(Contact))).one()
        contact.phone, contact.name, contact.edited_fields = "+15125550199", "Front desk", ["phone", "name"]
    await desk.read(page)
    (contact,) = (await desk.contacts()).values()
    assert (contact.phone, contact.name, contact.fax) == ("+15125550199", "Front desk", "+15125550101")


async def test_further_numbers_are_contacts_of_their_own(desk: Desk) -> None:
    await desk.read(await desk.page("/contact", CONTACT + "<h3>North branch</h3><p>Tel (512) 555-0177</p>"))
    assert list(await desk.contacts()) == ["email:info@acme.example", "phone:+15125550177"]


async def test_the_listed_number_is_the_main_one_also_where_somebody_else_is_left_alone(desk: Desk) -> None:
    await leave_alone(desk, SuppressionKind.EMAIL, "jane@acme.example")
    page = await desk.page("/contact", f"<p>Tel (512) 555-0100, Tel (512) 555-0177, info@acme.example</p>{TEAM}")
    async with desk.sessions.begin() as session:
        content = await session.get_one(PageContent, page)
        business = await make_business(
            session, desk.tenant_id, domain_id=content.domain_id, phone="512-555-0177", country="United States"
        )
    await desk.read(page)
    contacts = await desk.contacts()
    assert contacts["email:info@acme.example"].phone == "+15125550177"
    assert {one.local_business_id for one in contacts.values()} == {business}


async def test_contacts_of_a_domain_with_several_businesses_belong_to_none_of_them(desk: Desk) -> None:
    page = await desk.page("/contact", "<p>030 23125001, info@acme.example</p>")
    async with desk.sessions.begin() as session:
        content = await session.get_one(PageContent, page)
        for _ in range(2):
            await make_business(session, desk.tenant_id, domain_id=content.domain_id, country="DE")
    await desk.read(page)
    (contact,) = (await desk.contacts()).values()
    assert (contact.local_business_id, contact.phone) == (None, "+493023125001")


async def test_people_have_their_role_and_what_is_theirs(desk: Desk) -> None:
    await desk.read(await desk.page("/team", TEAM))
    contacts = await desk.contacts()
    jane, john = contacts["email:jane@acme.example"], contacts["person:john roe"]
    assert (jane.owner, jane.name, jane.role) == ("person", "Jane Doe", "Owner")
    assert (john.owner, john.name, john.role, john.email) == ("person", "John Roe", "Dentist", None)


async def test_a_person_known_by_name_becomes_the_contact_that_has_the_address(desk: Desk) -> None:
    about = await desk.page("/about", "<h3>Jane Doe</h3><p>Owner</p>")
    await desk.read(about)
    assert list(await desk.contacts()) == ["person:jane doe"]
    await desk.read(await desk.page("/team", TEAM))
    await desk.read(about)
    contacts = await desk.contacts()
    assert list(contacts) == ["email:jane@acme.example", "person:john roe"]
    assert contacts["email:jane@acme.example"].sightings == 3


async def test_a_number_that_another_page_shows_as_the_business_s_is_not_the_person_s_beside_it(desk: Desk) -> None:
    pages = [await desk.page("/team", "<h3>Jane Doe</h3><p>Owner</p><p>(512) 555-0100</p>"), await desk.page("/", HOME)]
    await desk.read(pages[0])
    assert list(await desk.contacts()) == ["phone:+15125550100"]
    for page in (pages[1], *pages):
        await desk.read(page)
        contacts = await desk.contacts()
        assert list(contacts) == ["person:jane doe", "phone:+15125550100"]
        assert (contacts["phone:+15125550100"].owner, contacts["phone:+15125550100"].name) == ("business", None)


async def test_others_addresses_are_named_in_the_note_and_kept_nowhere(desk: Desk) -> None:
    html = "<p>info@acme.example</p><footer>Website by Pixel, hi@pixel.example</footer>"
    saved = await desk.read(await desk.page("/", html))
    assert list(await desk.contacts()) == ["email:info@acme.example"]
    assert saved.note == "Left out: hi@pixel.example (the web designer's)"
    assert await desk.evidence() == 1


async def test_a_page_without_contacts_says_so_and_is_counted(desk: Desk) -> None:
    page = await desk.page("/blog", "<p>We like roofs.</p>")
    saved = await desk.read(page)
    assert (saved.produced, saved.outcome) == (0, "no_contacts")
    async with desk.sessions() as session:
        assert await session.scalar(select(PageContent.contacts_found)) == 0
        assert await session.scalar(select(Page.contacts)) == 0


async def test_a_page_and_its_content_get_their_counts(desk: Desk) -> None:
    await desk.read(await desk.page("/contact", CONTACT))
    async with desk.sessions() as session:
        assert await session.scalar(select(PageContent.contacts_found)) == 2
        assert await session.scalar(select(Page.contacts)) == 2


async def test_profiles_and_address_seen_first_are_given_to_the_contact_seen_later(desk: Desk) -> None:
    await desk.read(await desk.page("/", "<a href='https://www.facebook.com/acmedental'>f</a>"))
    await desk.read(await desk.page("/contact", "<p>info@acme.example</p>"))
    (contact,) = (await desk.contacts()).values()
    assert contact.socials == {"facebook": "https://www.facebook.com/acmedental"}


async def test_a_business_with_profiles_only_is_a_contact_until_a_number_takes_it_up(desk: Desk) -> None:
    profiles = "<a href='https://www.facebook.com/acmedental'>f</a><a href='https://www.instagram.com/acmedental'>i</a>"
    home = await desk.page("/", profiles)
    assert (await desk.read(home)).produced == 1
    assert (await desk.read(home)).outcome == "nothing_new"
    await desk.read(await desk.page("/about", profiles))
    ((identity, contact),) = (await desk.contacts()).items()
    assert (identity, contact.owner, contact.sightings) == (
        "social:https://www.facebook.com/acmedental",
        "business",
        2,
    )
    assert set(contact.socials) == {"facebook", "instagram"}
    await desk.read(await desk.page("/contact", "<a href='https://wa.me/15125550100'>Chat</a>"))
    ((later, same),) = (await desk.contacts()).items()
    assert (later, same.id, same.whatsapp) == (identity, contact.id, "+15125550100")
    await desk.read(await desk.page("/imprint", "<p>Call (512) 555-0177</p>"))
    ((identity, contact),) = (await desk.contacts()).items()
    assert (identity, contact.whatsapp, set(contact.socials)) == (
        "phone:+15125550177",
        "+15125550100",
        {"facebook", "instagram"},
    )
    assert (await desk.read(home)).outcome == "no_contacts"


async def test_a_profile_that_was_decided_about_stays_the_contact_when_its_page_shows_another_channel(
    desk: Desk,
) -> None:
    home = await desk.page("/", "<a href='https://www.instagram.com/acmedental'>i</a>")
    await desk.read(home)
    (delivered,) = (await desk.contacts()).values()
    async with desk.sessions.begin() as session:
        actor = Actor(desk.tenant_id, "jane")
        await change_status(session, Contact.contact_delivery, actor, [delivered.id], Decision(Settable.QUEUED))
        (await session.get_one(PageContent, home)).html = compressed(b"<a href='https://wa.me/15125550100'>Chat</a>")
    for _ in range(2):
        await desk.read(home)
        (contact,) = (await desk.contacts()).values()
        assert (contact.id, contact.identity) == (delivered.id, "social:https://www.instagram.com/acmedental")
        assert contact.whatsapp == "+15125550100"


async def test_of_two_channels_seen_at_once_the_number_stands_for_the_business(desk: Desk) -> None:
    both = "<a href='https://www.instagram.com/acmedental'>i</a><a href='https://wa.me/15125550100'>Chat</a>"
    await desk.read(await desk.page("/", both))
    assert list(await desk.contacts()) == ["whatsapp:+15125550100"]


async def test_people_do_not_stand_for_a_business_that_is_reached_at_its_profile(desk: Desk) -> None:
    await desk.read(await desk.page("/team", TEAM + "<a href='https://www.facebook.com/acmedental'>f</a>"))
    assert list(await desk.contacts()) == [
        "email:jane@acme.example",
        "person:john roe",
        "social:https://www.facebook.com/acmedental",
    ]


async def test_a_page_in_another_charset_is_read_in_it(desk: Desk) -> None:
    page = await desk.page("/team", "", encoding="windows-1252")
    async with desk.sessions.begin() as session:
        content = await session.get_one(PageContent, page)
        content.html = compressed("<h3>Jürgen Müller</h3><p>Inhaber</p>".encode("cp1252"))
    await desk.read(page)
    assert [one.name for one in (await desk.contacts()).values()] == ["Jürgen Müller"]


async def test_a_page_whose_html_is_gone_says_what_to_do(desk: Desk) -> None:
    page = await desk.page("/contact", CONTACT)
    async with desk.sessions.begin() as session:
        (await session.get_one(PageContent, page)).html = None
    with pytest.raises(NoStoredPage, match="queue the page to be read again"):
        await desk.read(page)


async def test_naughty_text_is_stored(desk: Desk) -> None:
    html = '<script type="application/ld+json">{"@type":"Person","name":"Jane Doe","jobTitle":"Own\\u0000er"}</script>'
    await desk.read(await desk.page("/", html))
    (contact,) = (await desk.contacts()).values()
    assert (contact.name, contact.role) == ("Jane Doe", "Owner")


@pytest.mark.parametrize("first", ["team", "board"])
async def test_a_person_with_two_roles_is_one_contact_and_both_roles_are_evidence(desk: Desk, first: str) -> None:
    pages = {
        "team": "<h3>Jane M. Doe</h3><p>Owner</p><p>(512) 555-0142</p><h3>Jane Doe</h3><p>Dentist</p>",
        "board": "<h3>Jane Doe</h3><p>Treasurer</p><p>jane@acme.example</p>",
    }
    for name in sorted(pages, key=lambda name: name != first):
        await desk.read(await desk.page(f"/{name}", pages[name]))
    (contact,) = (await desk.contacts()).values()
    assert (contact.identity, contact.phone) == ("email:jane@acme.example", "+15125550142")
    async with desk.sessions() as session:
        sightings = await session.scalars(select(ContactValue).where(ContactValue.contact_id == contact.id))
        people = [one.facts for one in sightings if one.kind == "person"]
    assert {facts.get("roles") or facts["role_raw"] for facts in people} == {"Owner; Dentist", "Treasurer"}


async def test_a_person_with_two_numbers_is_one_contact(desk: Desk) -> None:
    for path, role, number in (("/a", "Owner", "0142"), ("/b", "Dentist", "0143")):
        await desk.read(await desk.page(path, f"<h3>Jane Doe</h3><p>{role}</p><p>(512) 555-{number}</p>"))
    (contact,) = (await desk.contacts()).values()
    assert (contact.identity, contact.name) == ("phone:+15125550142", "Jane Doe")


async def test_two_addresses_of_a_person_are_two_contacts(desk: Desk) -> None:
    await desk.read(await desk.page("/a", "<h3>Jane Doe</h3><p>Owner</p><p>jane@acme.example</p>"))
    await desk.read(await desk.page("/b", "<h3>Jane Doe</h3><p>Dentist</p><p>doe@acme.example</p>"))
    assert list(await desk.contacts()) == ["email:doe@acme.example", "email:jane@acme.example"]


async def test_a_domain_with_more_contacts_than_are_at_hand_is_merged_as_well(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domain_contacts, "MAX_CONTACTS", 2)
    names = ("Ann Adams", "Bob Baker", "Carl Clark", "Zoe Young")
    cards = "".join(f"<h3>{name}</h3><p>Dentist</p><p>{name.split()[0].lower()}@acme.example</p>" for name in names)
    pages = [await desk.page("/team", cards), await desk.page("/zoe", "<h3>Zoe Young</h3><p>Owner</p>")]
    saved = [await desk.read(page) for page in pages]
    assert [one.produced for one in saved] == [4, 0]
    before, evidence = await desk.facts(), await desk.evidence()
    assert [(await desk.read(page)).outcome for page in pages] == ["nothing_new"] * 2
    assert (await desk.facts(), await desk.evidence()) == (before, evidence)
    assert len(before) == 4


async def leave_alone(desk: Desk, kind: SuppressionKind, value: str) -> None:
    async with desk.sessions.begin() as session:
        await suppress(session, Actor(desk.tenant_id, "ana"), [Mark.read(kind, value)])


async def test_a_contact_that_was_deleted_and_suppressed_does_not_come_back(desk: Desk) -> None:
    page = await desk.page("/team", TEAM + CONTACT)
    await desk.read(page)
    await leave_alone(desk, SuppressionKind.EMAIL, "Jane@acme.example")
    async with desk.sessions.begin() as session:
        await session.execute(delete(Contact).where(Contact.email == "jane@acme.example"))
    before = set(await desk.contacts())
    saved = await desk.read(page)
    assert set(await desk.contacts()) == before
    assert "email:info@acme.example" in before
    assert not [identity for identity in before if "jane" in identity]
    assert "1 left alone, they are on the suppression list" in (saved.note or "")
    async with desk.sessions() as session:
        kept = list(await session.scalars(select(ContactValue.value)))
    assert [value for value in kept if "jane" in value.lower()] == []


async def test_a_person_on_the_list_is_not_kept_by_their_name_either(desk: Desk) -> None:
    await leave_alone(desk, SuppressionKind.EMAIL, "jane@acme.example")
    await desk.read(await desk.page("/team", TEAM + "<footer><h3>Jane Doe</h3><p>Managing Director</p></footer>"))
    assert [one.name for one in (await desk.contacts()).values()] == ["John Roe"]


@pytest.mark.parametrize("shown", ["Tel (512) 555-0100, ", ""])
async def test_a_number_on_the_list_reaches_no_contact_from_another_page(desk: Desk, shown: str) -> None:
    await desk.read(await desk.page("/", HOME))
    await leave_alone(desk, SuppressionKind.PHONE, "+1 512 555 0100")
    await desk.read(await desk.page("/contact", CONTACT.replace("Tel (512) 555-0100, ", shown)))
    contact = (await desk.contacts())["email:info@acme.example"]
    assert (contact.phone, contact.fax) == (None, "+15125550101")


async def test_of_a_website_on_the_list_nothing_is_kept(desk: Desk) -> None:
    await leave_alone(desk, SuppressionKind.DOMAIN, "www.acme.example")
    saved = await desk.read(await desk.page("/team", TEAM))
    assert (saved.produced, saved.outcome) == (0, "suppressed")
    assert (await desk.contacts(), await desk.evidence()) == ({}, 0)


async def test_a_page_that_shows_only_those_on_the_list_says_so(desk: Desk) -> None:
    await leave_alone(desk, SuppressionKind.EMAIL, "info@acme.example")
    saved = await desk.read(await desk.page("/contact", "<p>info@acme.example</p>"))
    assert (saved.produced, saved.outcome) == (0, "suppressed")


@pytest.mark.parametrize("is_team_first", [True, False])
async def test_the_role_of_a_contact_is_the_one_that_its_source_page_shows(desk: Desk, *, is_team_first: bool) -> None:
    roles = {"/blog/news": "Baker", "/team": "Owner"}
    for path in sorted(roles, reverse=is_team_first):
        html = f"<h3>Jane Doe</h3><p>{roles[path]}</p><p>jane@acme.example</p>"
        await desk.read(await desk.page(path, html))
    contact = (await desk.contacts())["email:jane@acme.example"]
    assert contact.source_url is not None
    assert contact.role == roles[contact.source_url.removeprefix(SITE)]


async def test_a_page_that_names_the_role_is_the_source_of_a_contact_with_a_role(desk: Desk) -> None:
    await desk.read(
        await desk.page("/contact", "<p>Jane Doe: <a href='mailto:jane@acme.example'>jane@acme.example</a></p>")
    )
    await desk.read(await desk.page("/blog/news", "<h3>Jane Doe</h3><p>Owner</p><p>jane@acme.example</p>"))
    contact = (await desk.contacts())["email:jane@acme.example"]
    assert (contact.role, contact.source_url) == ("Owner", f"{SITE}/blog/news")
