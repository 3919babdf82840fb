"""A place source and a gazetteer that answer from memory."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.source import Listing, PlaceQuery, PlaceSources, Probe, Terms
from scrapersky.models import Place

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def found(place_id: str, **values: Any) -> FoundPlace:
    known: dict[str, Any] = {"name": f"Cedar {place_id}", "latitude": 30.27, "longitude": -97.74}
    return FoundPlace(place_id, "a test", NOON, frozenset(DETAIL_FIELDS), **(known | values))


@dataclass
class FakeSource:
    """Tells everything at once. `asked` has the fields of each question for details."""

    places: list[FoundPlace] = field(default_factory=lambda: [found("one"), found("two")])
    name: str = "fake"
    asked: list[frozenset[str]] = field(default_factory=list)

    @property
    def terms(self) -> Terms:
        return Terms(self.name, "A fake", None)

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        return Probe(tuple(place.place_id for place in self.places), is_saturated=False, requests=1)

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        return Listing(tuple(self.places))

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:
        self.asked.append(fields)
        told = {name: getattr(found(place_id), name) for name in ("name", "latitude", "longitude")}
        return Listing((FoundPlace(place_id, "a test", NOON, fields, **told, phone="+15125550100"),), 1, 20_000)


class FakeGazetteer:
    async def locate(self, name: str) -> Area:
        return Area(Box(30.1, -97.9, 30.4, -97.5), name, "US")


def fake_clients(*sources: FakeSource) -> Clients:
    """With no way to the network at all."""
    by_name = {source.name: source for source in sources or (FakeSource(),)}
    nowhere = cast("Fetcher", None)
    return Clients(nowhere, places=PlaceSources(by_name, FakeGazetteer(), now=lambda: NOON))


async def make_place(session: AsyncSession, tenant_id: UUID, **values: Any) -> UUID:
    known = {"source": "fake", "place_id": str(uuid4()), "name": "Cedar & Sons", "tenant_id": tenant_id}
    known |= {"known_fields": list(DETAIL_FIELDS)}
    made = await session.execute(insert(Place).values(known | values).returning(Place.id))
    return made.scalar_one()
