"""The small internet as a command's outside: names, connections, certificates and mail, all of them on loopback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from pydantic import SecretStr

from scrapersky.clients.mail_servers import MailRoute
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.clients.places.settings import read_place_settings
from scrapersky.config.settings import Settings
from scrapersky.outside import Outside, source_names
from scrapersky.simulator.google.keys import VALID_KEY
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.vocabulary.people import FREE_MAIL_HOSTS
from scrapersky.simulator.world import World

SIMULATOR = "simulator"
SIMULATED_SOURCE = "google"
SOURCES_HELP = "Where places are looked for: simulator, google, overpass, overture, or one that a package adds."


@dataclass(frozen=True, slots=True)
class SimulatedMailServers:
    """Mail arrives at every domain of the world, and at its free-mail hosts; no other domain exists."""

    world: World

    async def route(self, domain: str) -> MailRoute:
        is_known = domain in FREE_MAIL_HOSTS or self.world.by_host(domain) is not None
        return MailRoute((f"mx.{domain}",)) if is_known else MailRoute(domain_exists=False)


def simulated_outside(simulator: Simulator) -> Outside:
    resolver = simulator.resolver
    return Outside(
        resolver=resolver,
        dialer=resolver.dialer,
        trust=simulator.trust,
        mail_servers=SimulatedMailServers(simulator.world),
        site_builders=SITE_BUILDERS,
        simulated=True,
        place_settings=read_place_settings().model_copy(update={"google_places_api_key": SecretStr(VALID_KEY)}),
    )


@dataclass(frozen=True, slots=True)
class ChosenSource:
    """Where places are looked for. The simulator is a small internet in this process, with sites to read."""

    name: str

    @property
    def is_simulated(self) -> bool:
        return self.name == SIMULATOR

    def of(self, outside: Outside) -> str:
        """The source that is asked; one that nobody has is refused before anything is begun."""
        if self.is_simulated:
            return SIMULATED_SOURCE
        known = source_names(outside.additions)
        if self.name not in known:
            raise UnknownSource(self.name, [SIMULATOR, *known])
        return self.name

    def settings(self, given: Settings) -> Settings:
        """Simulated sites need no rest between requests."""
        return given.model_copy(update={"fetch_interval_seconds": 0.0}) if self.is_simulated else given

    @asynccontextmanager
    async def outside(self, seed: int, businesses: int) -> AsyncIterator[Outside]:
        if not self.is_simulated:
            yield Outside()
            return
        async with Simulator(seed=seed, businesses=businesses) as simulator:
            yield simulated_outside(simulator)
