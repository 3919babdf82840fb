"""The product's clients on the simulated internet: the guard judges pretend public addresses, loopback is dialled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from scrapersky.clients.clients import Clients
from scrapersky.clients.extensions.sources import make_place_sources
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.simulator.faults import Profile
from scrapersky.simulator.google.service import VALID_KEY
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.simulator import SimulatedLimits, Simulator


@dataclass(frozen=True, slots=True)
class Internet:
    simulator: Simulator
    clients: Clients


@asynccontextmanager
async def simulated_internet(
    *,
    seed: int = 1,
    businesses: int = 500,
    faults: Profile = "none",
    interval: float = 0.0,
    limits: SimulatedLimits | None = None,
    **place_settings: object,
) -> AsyncIterator[Internet]:
    """A world, and clients that can reach nothing else."""
    async with Simulator(seed=seed, businesses=businesses, faults=faults, limits=limits) as simulator:
        policy = FetchPolicy(contact="tests@scrapersky.example", pace=Pace(interval=interval, parallel=4))
        trust = simulator.certificate_authority.trusting_context()
        resolver = simulator.resolver
        async with Fetcher(policy, resolver=resolver, dialer=resolver.dialer, trust=trust) as web:
            places = make_place_sources(web, place_settings_for_tests(**place_settings))
            yield Internet(simulator, Clients(web, places=places, site_builders=SITE_BUILDERS))


def place_settings_for_tests(**changed: object) -> PlaceSettings:
    """A key that the simulated Google takes, and no waiting between questions to it."""
    known: dict[str, object] = {"google_places_api_key": VALID_KEY, "google_places_per_minute": 600_000}
    return PlaceSettings.model_validate(known | changed)
