"""The place sources of an installation, from its settings and what is registered."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from scrapersky.clients.extensions import Extension
from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.sources import make_sources
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.nominatim import Nominatim
from scrapersky.clients.places.payer import PaidCalls
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.clients.places.source import PlaceSources


def make_place_sources(
    web: Fetcher,
    settings: PlaceSettings,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    paid: PaidCalls | None = None,
    registered: Iterable[Extension] | None = None,
) -> PlaceSources:
    """Every source is there; one without its key or file says so when it is asked. `paid` makes daily limits hold."""
    chosen = built_in().place_sources.values() if registered is None else registered
    sources, left_out = make_sources(chosen, web=web, settings=settings, now=now, paid=paid)
    budget = settings.place_search_budget_dollars
    return PlaceSources(
        sources,
        Nominatim(web, settings),
        None if budget is None else round(budget * 1_000_000),
        now,
        left_out,
    )
