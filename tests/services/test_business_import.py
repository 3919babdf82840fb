"""Businesses from a file, into the table and, if wanted, into the queue."""

import io
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import delete, insert, select, update
from tests.businesses import make_business
from tests.conftest import Sessions

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models import LocalBusiness, Place, Tenant
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import export_to, make_export
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.files import FileImport, NoKnownColumn, open_file
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

FILE = b"""name,website,phone,street,city,region,postal_code,country,category,id
Acme,https://acme.example,+1 512 555 0100,1 Main St,Austin,TX,78701,US,Dentist,a-1
,https://nameless.example,,,,,,,,a-2
Bolt,,,,Kyle,TX,,US,,
"""


@pytest.fixture
async def tenant_id(sessions: Sessions) -> UUID:
    async with sessions.begin() as session:
        made: UUID | None = await session.scalar(insert(Tenant).values(name="main").returning(Tenant.id))
    assert made is not None
    return made


@dataclass
class Desk:
    """Imports files for one tenant."""

    sessions: Sessions
    importer: BusinessImporter


async def imported(desk: Desk, content: bytes) -> list[ImportedRow]:
    table = await open_file(io.BytesIO(content), desk.importer.subject)
    return [row async for row in FileImport(desk.sessions, replace(desk.importer), table).run()]


async def businesses(sessions: Sessions) -> list[LocalBusiness]:
    async with sessions() as session:
        return list(await session.scalars(select(LocalBusiness).order_by(LocalBusiness.name)))


async def test_each_row_gets_its_result(sessions: Sessions, tenant_id: UUID) -> None:
    results = await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), FILE)
    acme, bolt = await businesses(sessions)
    assert results == [
        ImportedRow(2, Verdict.ADDED, acme.id),
        ImportedRow(3, Verdict.REFUSED, reason="has no name", text="https://nameless.example | a-2"),
        ImportedRow(4, Verdict.ADDED, bolt.id),
    ]
    assert (acme.source_id, acme.website, acme.city) == ("a-1", "https://acme.example", "Austin")
    assert (bolt.website, bolt.phone, bolt.country) == (None, None, "US")


async def test_a_country_is_kept_as_its_code_and_one_that_is_unknown_as_it_is(
    sessions: Sessions, tenant_id: UUID
) -> None:
    content = b"name,country\nA,United States\nB,de\nC,Atlantis\nD,\n"
    await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), content)
    assert [each.country for each in await businesses(sessions)] == ["US", "DE", "Atlantis", None]


async def test_importing_twice_adds_nothing(sessions: Sessions, tenant_id: UUID) -> None:
    importer = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    first = await imported(importer, FILE)
    second = await imported(importer, FILE)
    assert [row.verdict for row in second] == [Verdict.KNOWN, Verdict.REFUSED, Verdict.KNOWN]
    assert [row.id for row in second] == [row.id for row in first]
    assert len(await businesses(sessions)) == 2


async def test_a_column_that_is_not_in_the_file_is_left_alone(sessions: Sessions, tenant_id: UUID) -> None:
    importer = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    await imported(importer, b"id,name,phone\n7,Acme,123\n")
    await imported(importer, b"id,name,city\n7,Acme,Austin\n")
    (acme,) = await businesses(sessions)
    assert (acme.phone, acme.city) == ("123", "Austin")


async def test_what_a_person_corrected_stays(sessions: Sessions, tenant_id: UUID) -> None:
    importer = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    await imported(importer, b"id,name,phone\n7,Acme,123\n")
    async with sessions.begin() as session:
        await session.execute(update(LocalBusiness).values(phone="999", edited_fields=["phone"]))
    await imported(importer, b"id,name,phone\n7,Acme Inc,123\n")
    (acme,) = await businesses(sessions)
    assert (acme.name, acme.phone) == ("Acme Inc", "999")


async def test_the_same_business_twice_in_a_file_is_one(sessions: Sessions, tenant_id: UUID) -> None:
    results = await imported(
        Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), b"name,city\nAcme,Austin\nACME, austin\n"
    )
    assert [row.verdict for row in results] == [Verdict.ADDED, Verdict.REPEATED]
    assert results[0].id == results[1].id


async def test_a_line_that_says_less_than_those_above_takes_nothing_away(sessions: Sessions, tenant_id: UUID) -> None:
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    await imported(desk, b"name,city,phone\nAcme,Austin,\nACME,austin,+15125550100\nacme,Austin,\n")
    (acme,) = await businesses(sessions)
    assert (acme.name, acme.city, acme.phone) == ("Acme", "Austin", "+15125550100")


@pytest.mark.parametrize("known_by", [",", "7,"])
async def test_a_line_that_says_less_takes_nothing_away_of_what_stands_beside_our_columns(
    sessions: Sessions, tenant_id: UUID, known_by: str
) -> None:
    lines = (f"{known_by}{rest}\n" for rest in ("Acme,Austin,+15125550100; +15125550101,loyal", "ACME,austin,,"))
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    await imported(desk, f"id,name,city,phone,Note\n{''.join(lines)}".encode())
    (acme,) = await businesses(sessions)
    assert acme.phone == "+15125550100"
    assert acme.extra_fields == {"Note": "loyal", "phone 2": "+15125550101"}


async def test_a_line_takes_nothing_away_of_one_that_was_written_long_before_it(
    sessions: Sessions, tenant_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapersky.services.imports.files.ROWS_PER_TRANSACTION", 1)
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    first = b"name,city,phone,category,Note\nAcme,Austin,+15125550100,,loyal\nAcme,Austin,,Dentist,\nAcme,Austin,,,\n"
    await imported(desk, first)
    (acme,) = await businesses(sessions)
    assert (acme.phone, acme.category, acme.extra_fields) == ("+15125550100", "Dentist", {"Note": "loyal"})

    await imported(desk, b"name,city,phone\nAcme,Austin,\n")
    (acme,) = await businesses(sessions)
    assert (acme.phone, acme.category) == (None, "Dentist")


@pytest.mark.parametrize("rows_per_transaction", [1, 500])
@pytest.mark.parametrize("known_by", [("own", "own"), ("own", "7"), ("7", "own"), ("other", "other")])
async def test_lines_that_name_one_row_by_its_own_id_too_take_nothing_away(
    sessions: Sessions,
    tenant_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
    known_by: tuple[str, str],
    rows_per_transaction: int,
) -> None:
    monkeypatch.setattr("scrapersky.services.imports.files.ROWS_PER_TRANSACTION", rows_per_transaction)
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    (own,) = await imported(desk, b"id,name,Note\n7,Acme,old\n")
    async with sessions.begin() as session:
        other = await make_business(session, tenant_id, name="Acme")
    first, second = ({"own": str(own.id), "other": str(other)}.get(each, each) for each in known_by)
    await imported(desk, f"id,name,phone,Note\n{first},Acme,+15125550100,loyal\n{second},Acme,,\n".encode())
    wanted = other if "other" in known_by else own.id
    (acme,) = [each for each in await businesses(sessions) if each.id == wanted]
    assert (acme.phone, acme.extra_fields["Note"]) == ("+15125550100", "loyal")


@pytest.mark.parametrize("rows_per_transaction", [1, 500])
async def test_each_of_two_lines_that_became_one_business_is_taken_as_the_file_has_it(
    sessions: Sessions, tenant_id: UUID, monkeypatch: pytest.MonkeyPatch, rows_per_transaction: int
) -> None:
    monkeypatch.setattr("scrapersky.services.imports.files.ROWS_PER_TRANSACTION", rows_per_transaction)
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    content = b"id,name,city,phone\na-1,Acme,Kyle,+15125550100\na-2,Bolt,Kyle,+15125550101\n"
    first, second = await imported(desk, content)
    async with sessions.begin() as session:
        await session.execute(update(Place).values(local_business_id=first.id))
        await session.execute(delete(LocalBusiness).where(LocalBusiness.id == second.id))
    await imported(desk, content.replace(b"0101", b"0199"))
    async with sessions() as session:
        phones = dict((await session.execute(select(Place.place_id, Place.phone))).all())
    assert phones == {"a-1": "+15125550100", "a-2": "+15125550199"}


async def test_lines_that_write_one_business_otherwise_are_one(sessions: Sessions, tenant_id: UUID) -> None:
    content = """name,street,phone,website,city
Praxis Dr. Böhm GmbH,Lindenstraße 7,498990172385,www.praxis-böhm.example,München
Praxis Dr. Böhm,Lindenstr. 7,,http://www.praxis-böhm.example/,München
Praxis Dr. Böhm,Am Markt 2,498990172385,www.praxis-böhm.example,Freising
"""
    desk = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    results = await imported(desk, content.encode())
    assert [row.verdict for row in results] == [Verdict.ADDED, Verdict.REPEATED, Verdict.ADDED]
    assert results[0].id == results[1].id
    assert {(each.city, each.phone) for each in await businesses(sessions)} == {
        ("München", "+498990172385"),
        ("Freising", "+498990172385"),
    }
    assert {row.id for row in await imported(desk, content.encode())} == {row.id for row in results}
    async with sessions() as session:
        addresses = set(await session.scalars(select(Place.address)))
    assert addresses == {"Lindenstraße 7, München", "Am Markt 2, Freising"}


async def test_namesakes_without_an_address_are_told_apart_by_website(sessions: Sessions, tenant_id: UUID) -> None:
    content = b"name,website\nJoe,https://joe-a.example\nJoe,https://joe-b.example\n"
    await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), content)
    assert len(await businesses(sessions)) == 2


async def test_a_cell_that_is_far_too_long_costs_one_row(sessions: Sessions, tenant_id: UUID) -> None:
    content = b"name,id\n" + b"x" * 5_000 + b",1\nAcme," + b"9" * 300 + b"\nBolt,2\n"
    results = await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), content)
    assert [row.verdict for row in results] == [Verdict.REFUSED, Verdict.REFUSED, Verdict.ADDED]


async def test_queueing_takes_what_nobody_decided_about(sessions: Sessions, tenant_id: UUID) -> None:
    await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), b"id,name\n1,Acme\n2,Bolt\n")
    async with sessions.begin() as session:
        await session.execute(
            update(LocalBusiness)
            .where(LocalBusiness.name == "Acme")
            .values(domain_extraction_curation_status="Skipped")
        )
    await imported(
        Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"), queues=True)), b"id,name\n1,Acme\n2,Bolt\n3,Cog\n"
    )
    async with sessions() as session:
        state = domain_extraction.curation.state
        states = (await session.execute(select(LocalBusiness.name, state).order_by(LocalBusiness.name))).all()
    assert [tuple(row) for row in states] == [("Acme", "Skipped"), ("Bolt", "Queued"), ("Cog", "Queued")]


@pytest.mark.parametrize("content", [b"colour,size\na,b\n", Path(__file__).read_bytes()])
async def test_a_file_of_something_else_is_refused_whole(sessions: Sessions, tenant_id: UUID, content: bytes) -> None:
    with pytest.raises(NoKnownColumn, match="say which of them is the name"):
        await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), content)


async def test_our_own_file_comes_back_as_it_was(sessions: Sessions, tenant_id: UUID) -> None:
    importer = Desk(sessions, BusinessImporter(Actor(tenant_id, "ana")))
    first = "name,phone,country\nBäckerei Größe,+49 89 9017238 x12,DE\nCafé 🥐,089 9017239,DE\n"
    await imported(importer, first.encode())
    stream = io.BytesIO()
    await export_to(stream, make_export(Exportable.BUSINESSES, tenant_id), Format.CSV, sessions)
    file = stream.getvalue().decode("utf-8-sig")
    assert ",+49 89 9017238 ext. 12," in file
    assert ",+49 89 9017239," in file
    await imported(importer, stream.getvalue())
    async with sessions() as session:
        found = await session.execute(select(LocalBusiness.name, LocalBusiness.phone).order_by(LocalBusiness.name))
    expected = [("Bäckerei Größe", "+49899017238 ext. 12"), ("Café 🥐", "+49899017239")]
    assert [tuple(row) for row in found] == sorted(expected)


async def test_a_part_that_cannot_be_kept_and_one_too_many_are_said(sessions: Sessions, tenant_id: UUID) -> None:
    phones = ["call us", "-", "++++", "512 555 0100 / 512 555 0101 (office)", "Tel. 512 555 0100, or call 12"]
    sites = ["javascript:alert(1)", "", "", "a.example; b.example", ""]
    content = "id;name;phone;website;country;zip\n" + "\n".join(
        f'{at};Firm {at};"{phone}";"{site}";US;2134' for at, (phone, site) in enumerate(zip(phones, sites, strict=True))
    )
    results = await imported(Desk(sessions, BusinessImporter(Actor(tenant_id, "ana"))), content.encode())
    kept = await businesses(sessions)
    no_phone = "is kept without its phone: '{}' is no phone number, such as +49 89 9017238"
    no_site = (
        "is kept without its website: 'javascript:alert(1)' is no address of a website, such as https://acme.example"
    )
    others = [("phone", "+15125550101"), ("website", "b.example")]
    assert [row.reason for row in results] == [
        f"{no_phone.format('call us')}; {no_site}",
        no_phone.format("-"),
        no_phone.format("++++"),
        "; ".join(f"has 2 in the cell of its {name}; kept beside the first: {other}" for name, other in others),
        "is kept without a part of its phone: '12' is no phone number, such as +49 89 9017238",
    ]
    assert [(row.phone, row.website) for row in kept] == [
        (None, None),
        (None, None),
        (None, None),
        ("+15125550100", "a.example"),
        ("+15125550100", None),
    ]
    assert kept[3].extra_fields == {"phone 2": "+15125550101", "website 2": "b.example"}
    assert {row.postal_code for row in kept} == {"02134"}
