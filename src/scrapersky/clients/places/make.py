"""The place sources of an installation, from its settings."""

from collections.abc import Callable
from datetime import UTC, datetime

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.allowance import PaidCalls
from scrapersky.clients.places.google.source import GooglePlaces
from scrapersky.clients.places.nominatim import Nominatim
from scrapersky.clients.places.overpass.source import Overpass
from scrapersky.clients.places.overture.source import Overture
from scrapersky.clients.places.place_files import SOURCE as FILE
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import PlaceSource, PlaceSources

SOURCE_NAMES = ("google", "overpass", "overture")
RESERVED = (FILE, "simulator")
"""What searches can be said to come from besides; no source may be called so."""


def make_place_sources(
    web: Fetcher,
    settings: PlaceSettings,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    paid: PaidCalls | None = None,
) -> PlaceSources:
    """Every source is there; one without its key or file says so when it is asked. `paid` makes daily limits hold."""
    sources: list[PlaceSource] = [
        GooglePlaces(web, settings, now, paid),
        Overpass(web, settings, now),
        Overture(settings, now),
    ]
    budget = settings.place_search_budget_dollars
    return PlaceSources(
        {source.terms.name: source for source in sources},
        Nominatim(web, settings),
        None if budget is None else round(budget * 1_000_000),
        now,
    )
