"""What a source's terms let us keep for a time is gone after it; the place id, and what a person wrote, stay."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import NOON, make_place

from scrapersky.clients.places.found_place import DETAIL_FIELDS
from scrapersky.models import LocalBusiness, Place
from scrapersky.services.deep_scan_service import Scan, fields_to_fetch, save_business
from scrapersky.services.places.expiry import forget_expired_places

TOLD: dict[str, Any] = {
    "source": "google",
    "place_id": "ChIJ1",
    "name": "Cedar Dental",
    "website": "https://cedar.example",
    "phone": "+15125550100",
    "rating": 4.5,
    "facts": {"city": "Austin"},
    "known_fields": sorted(DETAIL_FIELDS),
    "attribution": "Google Maps",
}


async def a_business(sessions: Sessions, **values: Any) -> None:
    async with sessions.begin() as session:
        place_id = await make_place(session, await make_tenant(session), **(TOLD | values))
        place = await session.get_one(Place, place_id)
        await save_business(session, place, Scan(None))


async def the_rows(sessions: Sessions) -> tuple[Place, LocalBusiness]:
    async with sessions() as session:
        return (await session.scalars(select(Place))).one(), (await session.scalars(select(LocalBusiness))).one()


async def test_expired_content_is_gone_from_the_place_and_from_its_business(sessions: Sessions) -> None:
    await a_business(sessions, expires_at=NOON)
    assert await forget_expired_places(sessions, NOON + timedelta(seconds=1)) == 1
    place, business = await the_rows(sessions)
    assert (place.place_id, place.name, place.website, place.phone, place.rating) == ("ChIJ1", None, None, None, None)
    assert (place.facts, place.latitude, place.expires_at) == ({}, None, NOON)
    assert (business.name, business.website, business.phone, business.city) == ("google ChIJ1", None, None, None)
    assert (business.provenance, business.rating) == ({}, None)
    assert fields_to_fetch(place, NOON + timedelta(days=1)) == set(DETAIL_FIELDS)
    assert await forget_expired_places(sessions, NOON + timedelta(days=1)) == 0


async def test_what_has_not_expired_and_what_never_does_stays(sessions: Sessions) -> None:
    await a_business(sessions, expires_at=NOON + timedelta(days=1))
    await a_business(sessions, source="overpass", place_id="n1", expires_at=None)
    assert await forget_expired_places(sessions, NOON) == 0


async def test_what_a_person_corrected_and_another_source_says_stays(sessions: Sessions) -> None:
    await a_business(sessions, expires_at=NOON)
    async with sessions.begin() as session:
        business = (await session.scalars(select(LocalBusiness))).one()
        await session.execute(update(LocalBusiness).values(phone="+15125550199", edited_fields=["phone"]))
        other = TOLD | {"source": "overpass", "place_id": "n1", "name": "Cedar", "local_business_id": business.id}
        await make_place(session, business.tenant_id, **other)
    assert await forget_expired_places(sessions, NOON) == 1
    async with sessions() as session:
        business = (await session.scalars(select(LocalBusiness))).one()
    assert (business.name, business.phone, business.provenance["name"]["source"]) == (
        "Cedar",
        "+15125550199",
        "overpass",
    )
