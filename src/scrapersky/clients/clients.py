"""Everything that `work` may reach the outside world with."""

from dataclasses import dataclass

from scrapersky.clients.fetcher import Fetcher
from scrapersky.clients.places.source import PlaceSources


@dataclass(frozen=True, slots=True)
class Clients:
    """Built once per process by the composition root, and closed by it."""

    web: Fetcher
    places: PlaceSources | None = None
