"""From a place to a business."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import NOON, FakeSource, fake_clients, make_place

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.curation_sdk import Nothing
from scrapersky.models import LocalBusiness, Place
from scrapersky.services.businesses.merge import merge_places
from scrapersky.services.deep_scan_service import Scan, fields_to_fetch, save_business, scan_place


def place(**values: Any) -> Place:
    known = {"source": "fake", "place_id": "p", "name": "Cedar", "facts": {}, "categories": [], "fetched_at": NOON}
    return Place(**(known | {"known_fields": list(DETAIL_FIELDS), "cost_micros": 0} | values))


def test_only_what_is_missing_or_expired_is_fetched() -> None:
    assert fields_to_fetch(place(), NOON) == set()
    assert fields_to_fetch(place(known_fields=["name", "phone"]), NOON) == set(DETAIL_FIELDS) - {"name", "phone"}
    assert fields_to_fetch(place(expires_at=NOON - timedelta(seconds=1)), NOON) == set(DETAIL_FIELDS)
    assert fields_to_fetch(place(expires_at=NOON + timedelta(seconds=1)), NOON) == set()


async def test_a_place_that_told_everything_is_not_asked_again() -> None:
    source = FakeSource()
    assert await scan_place(place(), fake_clients(source)) == Scan(None)
    assert source.asked == []
    scan = await scan_place(place(known_fields=["name", "location"]), fake_clients(source))
    assert isinstance(scan, Scan)
    assert scan.cost_micros == 20_000
    assert source.asked == [frozenset(DETAIL_FIELDS) - {"name", "location"}]


async def test_a_place_of_a_file_needs_no_source() -> None:
    assert await scan_place(place(source="file", known_fields=["name"]), fake_clients()) == Scan(None)


async def test_a_place_without_a_name_is_no_business() -> None:
    found = await scan_place(place(name=None, source="file"), fake_clients())
    assert isinstance(found, Nothing)
    assert found.reason == "no_name"


def test_each_value_comes_from_the_most_trusted_source_that_knows_it() -> None:
    google = place(source="google", phone="+15125550100", facts={"opening_hours": "Mo 09:00-17:00"}, rating=4.5)
    osm = place(
        source="overpass",
        name="Cedar & Sons",
        website="https://cedar.example",
        phone="+15125550199",
        facts={"street": "1 Elm St", "city": "Austin", "country": "US"},
        attribution="OSM",
    )
    merged = merge_places([osm, google])
    assert merged.values["name"] == "Cedar"
    assert merged.values["phone"] == "+15125550100"
    assert merged.values["website"] == "https://cedar.example"
    assert (merged.values["street"], merged.values["city"]) == ("1 Elm St", "Austin")
    assert merged.provenance["phone"]["source"] == "google"
    assert merged.provenance["street"]["source"] == "overpass"
    assert "region" not in merged.provenance


def test_values_take_their_canonical_form() -> None:
    said = place(
        source="file",
        phone="(512) 555-0100",
        address="1 Elm Street, Austin, TX 78701",
        facts={"country": "US", "opening_hours": "Monday to Friday 9am - 5pm"},
    )
    values = merge_places([said]).values
    assert values["phone"] == "+15125550100"
    assert values["opening_hours"] == "Mo-Fr 09:00-17:00"
    assert (values["street"], values["city"], values["region"]) == ("1 Elm Street", "Austin", "TX")
    assert values["postal_code"] == "78701"


def test_a_business_expires_with_the_first_of_what_it_is_made_of() -> None:
    soon, later = NOON + timedelta(days=1), NOON + timedelta(days=9)
    merged = merge_places(
        [
            place(source="google", phone="+15125550100", expires_at=later),
            place(source="overture", website="https://x.example", expires_at=soon),
            place(source="overpass"),
        ]
    )
    assert merged.expires_at == soon


async def scan_and_save(sessions: Sessions, place_id: UUID) -> LocalBusiness:
    async with sessions() as session:
        row = await session.get_one(Place, place_id)
    scan = await scan_place(row, fake_clients())
    assert isinstance(scan, Scan)
    async with sessions.begin() as session:
        assert await save_business(session, row, scan) == 1
    async with sessions() as session:
        (business,) = await session.scalars(select(LocalBusiness))
        return business


async def one_place(session: AsyncSession, **values: Any) -> UUID:
    return await make_place(session, await make_tenant(session), **values)


async def test_scanning_twice_makes_one_business(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        place_id = await one_place(session, known_fields=["name"], website="https://cedar.example")
    first = await scan_and_save(sessions, place_id)
    again = await scan_and_save(sessions, place_id)
    assert (first.id, first.phone) == (again.id, again.phone) == (first.id, "+15125550100")
    async with sessions() as session:
        row = await session.get_one(Place, place_id)
    assert row.local_business_id == first.id
    assert set(row.known_fields) == set(DETAIL_FIELDS)
    assert row.cost_micros == 20_000, "the second scan had nothing to fetch"


async def test_a_rescan_never_touches_what_a_person_decided_or_edited(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        place_id = await one_place(session, website="https://cedar.example")
    business = await scan_and_save(sessions, place_id)
    async with sessions.begin() as session:
        mine = update(LocalBusiness).where(LocalBusiness.id == business.id)
        decided = {"domain_extraction_curation_status": "Skipped", "name": "As I say", "edited_fields": ["name"]}
        await session.execute(mine.values(decided))
        theirs = {"name": "As they say", "phone": "+15125550142"}
        await session.execute(update(Place).where(Place.id == place_id).values(theirs))
    again = await scan_and_save(sessions, place_id)
    assert (again.name, again.phone) == ("As I say", "+15125550142")
    async with sessions() as session:
        status = await session.scalar(select(LocalBusiness.domain_extraction.curation_status))
    assert status == "Skipped"


async def test_what_expired_is_replaced_and_nothing_of_it_kept(sessions: Sessions) -> None:
    yesterday = datetime(2026, 2, 28, tzinfo=UTC)
    async with sessions.begin() as session:
        place_id = await one_place(
            session, website="https://old.example", facts={"city": "Old"}, expires_at=yesterday, rating=3.0
        )
    business = await scan_and_save(sessions, place_id)
    assert (business.website, business.city, business.rating) == (None, None, None)
    assert business.phone == "+15125550100"
