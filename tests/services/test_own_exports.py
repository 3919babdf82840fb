"""Our own exports, imported again: nothing is added, and what a person changed in the file is taken."""

import io
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.extract.submitted.csv_rows import GoodRow
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import Contact, Domain, LocalBusiness, Page, Suppression
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import NOT_PROVIDED, export_to, make_export
from scrapersky.services.imports.choosing import importer_of
from scrapersky.services.imports.contact_rows import SubmittedContact, read_contact
from scrapersky.services.imports.files import FileImport, open_file
from scrapersky.services.imports.results import ImportedRow, Verdict

TABLES: tuple[type[Any], ...] = (Contact, LocalBusiness, Domain, Page)


@pytest.fixture
async def tenant_id(sessions: Sessions) -> UUID:
    """A tenant with a business, its domain, and contacts that are awkward to write down."""
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, "groesse.example")
        business_id = await make_business(
            session, tenant_id, name="=Größe; & Co", domain_id=domain_id, phone="+49899017238 ext. 12", country="DE"
        )
        for email, name, phone in (
            ("ana@groesse.example", "Ana María de la Cruz", "+34915550100"),
            (None, None, "+49899017239"),
            ("info@groesse.example", None, None),
        ):
            await make_contact(
                session,
                tenant_id,
                domain_id=domain_id,
                local_business_id=business_id,
                email=email,
                name=name,
                phone=phone,
                phone_kind="fixed" if phone else None,
                identity=f"email:{email}" if email else f"phone:{phone}",
                extra_fields={"Notiz": "zurückrufen; bald"},
                socials={"facebook": "https://facebook.com/x"},
            )
        return tenant_id


async def everything(sessions: Sessions) -> list[dict[str, Any]]:
    """All rows, without when they were last written."""
    left_out = {"updated_at", "search_words"}
    async with sessions() as session:
        found = [await session.execute(select(table.__table__).order_by(table.id)) for table in TABLES]
        return [
            {name: value for name, value in row._mapping.items() if name not in left_out}
            for rows in found
            for row in rows
        ]


async def exported(sessions: Sessions, tenant_id: UUID, what: Exportable, file_format: Format) -> bytes:
    stream = io.BytesIO()
    await export_to(stream, make_export(what, tenant_id), file_format, sessions)
    return stream.getvalue()


async def imported(
    sessions: Sessions, tenant_id: UUID, subject: Subject, content: bytes, *, queues: bool = False
) -> list[ImportedRow]:
    importer = importer_of(subject, Actor(tenant_id, "ana"), queues=queues, title="file")
    table = await open_file(io.BytesIO(content), subject)
    return [row async for row in FileImport(sessions, importer, table).run()]


@pytest.mark.parametrize("file_format", [Format.CSV, Format.XLSX, Format.JSONL])
@pytest.mark.parametrize("what", [Exportable.CONTACTS, Exportable.BUSINESSES, Exportable.DOMAINS])
async def test_our_own_file_changes_nothing(
    sessions: Sessions, tenant_id: UUID, what: Exportable, file_format: Format
) -> None:
    before = await everything(sessions)
    results = await imported(
        sessions, tenant_id, Subject(what.value), await exported(sessions, tenant_id, what, file_format)
    )
    assert {row.verdict for row in results} <= {Verdict.UPDATED, Verdict.KNOWN}, results
    assert await everything(sessions) == before


async def test_what_a_person_changed_in_the_file_is_taken(sessions: Sessions, tenant_id: UUID) -> None:
    content = await exported(sessions, tenant_id, Exportable.CONTACTS, Format.CSV)
    changed = content.replace(b"ana@groesse.example", b"ana.maria@groesse.example").replace(b"; bald", b"; morgen")
    assert changed != content
    await imported(sessions, tenant_id, Subject.CONTACTS, changed)
    async with sessions() as session:
        emails = set(await session.scalars(select(Contact.email)))
        notes = [each["Notiz"] for each in await session.scalars(select(Contact.extra_fields))]
    assert emails == {"ana.maria@groesse.example", "info@groesse.example", None}
    assert notes == ["zurückrufen; morgen"] * 3


async def test_who_is_suppressed_does_not_come_back(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        session.add(Suppression(tenant_id=tenant_id, kind="email", value="jo@acme.example"))
    (row,) = await imported(sessions, tenant_id, Subject.CONTACTS, b"E-Mail\nJo@acme.example\n")
    assert (row.verdict, row.reason) == (Verdict.REFUSED, "is on the suppression list, and is left out")


async def test_who_is_suppressed_by_what_a_line_does_not_say_is_not_queued(sessions: Sessions, tenant_id: UUID) -> None:
    async with sessions.begin() as session:
        session.add(Suppression(tenant_id=tenant_id, kind="email", value="ana@groesse.example"))
        found = await session.execute(select(Contact.email, Contact.id))
        ids = dict(found.all())
    lines = "".join(f"{ids[email]},Somebody\n" for email in ("ana@groesse.example", "info@groesse.example"))
    results = await imported(sessions, tenant_id, Subject.CONTACTS, f"id,name\n{lines}".encode(), queues=True)
    why = "is not queued: The email ana@groesse.example is on the suppression list."
    assert [(row.verdict, row.reason) for row in results] == [(Verdict.UPDATED, why), (Verdict.UPDATED, None)]
    async with sessions() as session:
        states = dict((await session.execute(select(Contact.email, Contact.contact_delivery.state))).all())
    assert (states["ana@groesse.example"], states["info@groesse.example"]) == ("New", "Queued")


def test_a_name_that_a_program_demanded_is_none() -> None:
    cells = {"email": "jo@acme.example", "last_name": NOT_PROVIDED, "business": NOT_PROVIDED}
    contact = read_contact(GoodRow(2, cells), tuple(cells))
    assert isinstance(contact, SubmittedContact)
    assert (contact.name, contact.business, contact.facts) == (None, None, {})
