"""The place source of a simulated world: it answers as the source it plays, by its own name and for no money."""

from dataclasses import dataclass, replace

from scrapersky.clients.places.areas import Area
from scrapersky.clients.places.source import Listing, PlaceQuery, PlaceSource, Probe, Terms


@dataclass(frozen=True, slots=True)
class SimulatedSource:
    """Under its own name, since what is found in one world is not found in another."""

    played: PlaceSource
    name: str

    @property
    def terms(self) -> Terms:
        return replace(
            self.played.terms,
            name=self.name,
            title="Simulated places",
            page_cost_micros=0,
            needs=None,
            is_mappable=True,
        )

    async def probe(self, query: PlaceQuery, area: Area) -> Probe:
        return await self.played.probe(query, area)

    async def listing(self, query: PlaceQuery, area: Area, most: int | None = None) -> Listing:
        return replace(await self.played.listing(query, area, most), cost_micros=0)

    async def details(self, place_id: str, fields: frozenset[str]) -> Listing:
        return replace(await self.played.details(place_id, fields), cost_micros=0)
