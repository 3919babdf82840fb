"""The way out of a process: the one fetcher, with what the workers of a cluster share."""

import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.delivery.configured import TARGET_NAMES, configured_targets
from scrapersky.clients.extensions import Additions
from scrapersky.clients.extensions.extractors import AddedExtractors
from scrapersky.clients.extensions.sources import make_added_sources
from scrapersky.clients.extensions.targets import make_added_targets
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.fetching.resolver import Dialer, Resolver, dial_directly
from scrapersky.clients.html.configured import open_shelves, stores
from scrapersky.clients.mail.servers import DnsMailServers, MailServers
from scrapersky.clients.places.allowance import PaidCalls
from scrapersky.clients.places.errors import SourceNotConfigured
from scrapersky.clients.places.make import RESERVED, SOURCE_NAMES, make_place_sources
from scrapersky.clients.places.settings import PlaceSettings, read_place_settings
from scrapersky.clients.places.simulated import SimulatedSource
from scrapersky.clients.places.source import PlaceSource, PlaceSources
from scrapersky.clients.rendering.configured import open_renderer
from scrapersky.config.settings import Settings
from scrapersky.coordination.host_failures import DatabaseHostMemory
from scrapersky.coordination.paid_calls import DatabasePaidCalls
from scrapersky.coordination.robots import DatabaseRobotsMemory
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.services.suppression.entries import SuppressionsNow


@dataclass(frozen=True, slots=True)
class Internet:
    """Which internet there is. The default is the real one; demo, tests and benchmarks bring a simulated one.

    None of these can switch a check off: names still resolve to addresses that the guard judges. `additions` are what
    installed packages bring along; `simulated_source` is what a simulated internet's own place source is called.
    """

    resolver: Resolver | None = None
    dialer: Dialer = dial_directly
    trust: ssl.SSLContext | None = None
    place_settings: PlaceSettings | None = None
    simulated_source: str | None = None
    mail_servers: MailServers | None = None
    additions: Additions = field(default_factory=Additions)
    site_builders: frozenset[str] = frozenset()


def fetch_policy(settings: Settings) -> FetchPolicy:
    proxy = settings.fetch_proxy.get_secret_value() if settings.fetch_proxy else None
    pace = Pace(interval=settings.fetch_interval_seconds)
    return FetchPolicy(contact=settings.fetch_contact, pace=pace, proxy=proxy)


@asynccontextmanager
async def open_clients(settings: Settings, engine: AsyncEngine, internet: Internet) -> AsyncIterator[Clients]:
    """Built once per process, closed with it."""
    async with (
        Fetcher(
            fetch_policy(settings),
            resolver=internet.resolver,
            dialer=internet.dialer,
            trust=internet.trust,
            pacing=DatabasePacing(engine),
            memory=DatabaseHostMemory(engine),
            robots_memory=DatabaseRobotsMemory(engine),
        ) as web,
        open_shelves(settings) as shelves,
        open_renderer(settings, web) as browser,
    ):
        clients = replace(
            make_clients(settings, engine, internet, web), html=stores(settings, shelves), browser=browser
        )
        try:
            yield clients
        finally:
            await clients.extractors.close()


def make_clients(settings: Settings, engine: AsyncEngine, internet: Internet, web: Fetcher) -> Clients:
    """Ours, and what packages add; what of theirs cannot be made is left out and told."""
    places = make_sources(internet, web, DatabasePaidCalls(engine))
    added = make_added(settings, internet.additions, web)
    suppressions = SuppressionsNow(engine)
    return Clients(
        web,
        places=replace(places, by_name={**places.by_name, **added.sources}),
        mail_servers=internet.mail_servers or DnsMailServers(),
        targets=(*configured_targets(settings), *added.targets),
        last_look=suppressions.of_contact,
        spared=suppressions.of_host,
        extractors=AddedExtractors(internet.additions.extractors.values()),
        left_out=added.left_out,
        site_builders=internet.site_builders.union(settings.site_builders),
        simulated=internet.simulated_source is not None,
    )


def make_sources(internet: Internet, web: Fetcher, paid: PaidCalls | None = None) -> PlaceSources:
    """Ours, and the one of a simulated internet, which plays Google."""
    places = make_place_sources(web, internet.place_settings or read_place_settings(), paid=paid)
    if internet.simulated_source is None:
        return places
    simulated = SimulatedSource(places.by_name["google"], internet.simulated_source)
    return replace(places, by_name={**places.by_name, simulated.name: simulated})


@dataclass(frozen=True, slots=True)
class Added:
    """What packages add and could be made, and why the rest could not."""

    sources: Mapping[str, PlaceSource]
    targets: Sequence[DeliveryTarget]
    left_out: Mapping[str, str]


def make_added(settings: Settings, additions: Additions, web: Fetcher) -> Added:
    sources, bad_sources = make_added_sources(additions.place_sources.values(), web, (*SOURCE_NAMES, *RESERVED))
    targets, bad_targets = make_added_targets(settings.delivery_targets, additions.delivery_targets, TARGET_NAMES)
    return Added(sources, targets, {**bad_sources, **bad_targets})


async def refuse_unready_source(settings: Settings, internet: Internet, name: str) -> None:
    """Its key or its file is missing: better told now than by the first search. Nobody outside is asked."""
    async with Fetcher(fetch_policy(settings)) as web:
        sources = {**make_sources(internet, web).by_name, **make_added(settings, internet.additions, web).sources}
    if name in sources and (missing := sources[name].terms.unready):
        raise SourceNotConfigured(missing)


def source_names(internet: Internet) -> list[str]:
    """What a search can name: ours, those of installed packages, and that of a simulated internet."""
    added = [name for name in internet.additions.place_sources if name not in SOURCE_NAMES]
    simulated = [internet.simulated_source] if internet.simulated_source is not None else []
    return [*SOURCE_NAMES, *added, *simulated]


async def additions_left_out(settings: Settings, additions: Additions) -> Mapping[str, str]:
    """What of installed packages could not be used, found out by making all of it; nobody outside is asked."""
    async with Fetcher(fetch_policy(settings)) as web:
        return make_added(settings, additions, web).left_out
