"""The small internet as a command sees it: names, connections, certificates and mail, all of them on loopback."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from pydantic import SecretStr

from scrapersky.app.internet import Internet, source_names
from scrapersky.cli.commands.search import USUAL_SOURCE
from scrapersky.cli.running import say_aside
from scrapersky.clients.mail.servers import MailRoute
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.config.settings import Settings
from scrapersky.simulator.faults import Faults
from scrapersky.simulator.generation import FREE_MAIL_HOSTS
from scrapersky.simulator.google.service import VALID_KEY
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.resolver import SimulatedResolver
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import World

SIMULATOR = "simulator"
NO_COST = "none, simulated"


@dataclass(frozen=True, slots=True)
class SimulatedMailServers:
    """Mail arrives at every domain of the world, and at its free-mail hosts; no other domain exists."""

    world: World

    async def route(self, domain: str) -> MailRoute:
        is_known = domain in FREE_MAIL_HOSTS or self.world.by_host(domain) is not None
        return MailRoute((f"mx.{domain}",)) if is_known else MailRoute(domain_exists=False)


def source_of(world: World) -> str:
    """Each world has places of its own, and so a source of its own."""
    return f"{SIMULATOR}-{world.seed}-{len(world)}"


def simulated_internet(simulator: Simulator) -> Internet:
    resolver, world = simulator.resolver, simulator.world
    ports, authority = (resolver.http_port, resolver.https_port), simulator.certificate_authority.pem
    again = partial(internet_again, (world.seed, len(world)), simulator.faults, ports, authority)
    return replace(internet_of(resolver, simulator.trust), again=again)


def internet_again(world: tuple[int, int], faults: Faults, ports: tuple[int, int], authority: bytes) -> Internet:
    """The same internet, seen from another process: its servers are where they were."""
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.load_verify_locations(cadata=authority.decode())
    return internet_of(SimulatedResolver(World(*world), faults, *ports), trust)


def internet_of(resolver: SimulatedResolver, trust: ssl.SSLContext) -> Internet:
    """Settings for the real sources, such as servers of one's own or daily limits, do not hold in it."""
    return Internet(
        resolver=resolver,
        dialer=resolver.dialer,
        trust=trust,
        mail_servers=SimulatedMailServers(resolver.world),
        site_builders=SITE_BUILDERS,
        place_settings=PlaceSettings.model_construct(google_places_api_key=SecretStr(VALID_KEY)),
        simulated_source=source_of(resolver.world),
    )


def say_if_usual(named: str | None) -> None:
    """Where nobody named a source, the one that anybody can ask is taken, and that is said."""
    if named is None:
        say_aside(f"Looking in OpenStreetMap (--source {USUAL_SOURCE}), which is free and needs no key.")


@dataclass(frozen=True, slots=True)
class ChosenSource:
    """Where places are looked for. The simulator is a small internet in this process, with sites to read."""

    name: str

    @property
    def is_simulated(self) -> bool:
        return self.name == SIMULATOR

    def of(self, internet: Internet) -> str:
        """The source that is asked; one that nobody has is refused before anything is begun."""
        if self.is_simulated and internet.simulated_source is not None:
            return internet.simulated_source
        known = source_names(internet)
        if self.name not in known:
            raise UnknownSource(self.name, [SIMULATOR, *known])
        return self.name

    def settings(self, given: Settings) -> Settings:
        """Simulated sites need no rest between requests."""
        return given.model_copy(update={"fetch_interval_seconds": 0.0}) if self.is_simulated else given

    @asynccontextmanager
    async def internet(self, seed: int, businesses: int) -> AsyncIterator[Internet]:
        if not self.is_simulated:
            yield Internet()
            return
        async with Simulator(seed=seed, businesses=businesses) as simulator:
            yield simulated_internet(simulator)
