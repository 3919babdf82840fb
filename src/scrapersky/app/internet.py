"""The way out of a process: the one fetcher, with what the workers of a cluster share."""

import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker

from scrapersky.clients.clients import Clients
from scrapersky.clients.extensions import Additions
from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.extractors import Extractors
from scrapersky.clients.extensions.sources import make_place_sources
from scrapersky.clients.extensions.targets import make_targets
from scrapersky.clients.extensions.verifiers import make_verifier
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.guard import own_services
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy, read_proxy
from scrapersky.clients.fetching.resolver import Dialer, Resolver, dial_directly
from scrapersky.clients.html.configured import open_shelves, stores
from scrapersky.clients.mail.servers import DnsMailServers, MailServers
from scrapersky.clients.places.errors import SourceNotConfigured
from scrapersky.clients.places.payer import PaidCalls
from scrapersky.clients.places.registry import GOOGLE
from scrapersky.clients.places.settings import PlaceSettings, read_place_settings
from scrapersky.clients.places.simulated import SimulatedSource
from scrapersky.clients.places.source import PlaceSources
from scrapersky.clients.reading.readers import Readers, usual_readers
from scrapersky.clients.rendering.browser import open_renderer
from scrapersky.config.settings import Settings
from scrapersky.coordination.origins import DatabaseHostMemory, DatabaseRobotsMemory
from scrapersky.coordination.paid_calls import DatabasePaidCalls
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.services.delivery_targets.seals import Seals
from scrapersky.services.delivery_targets.store import OwnTargets
from scrapersky.services.suppression.entries import SuppressionsNow


@dataclass(frozen=True, slots=True)
class Internet:
    """Which internet there is. The default is the real one; demo, tests and benchmarks bring a simulated one.

    None of these can switch a check off: names still resolve to addresses that the guard judges. `additions` are
    what is registered, by us and by installed packages; `simulated_source` is what a simulated internet's own place
    source is called. `again` makes a simulated one in another process of this machine.
    """

    resolver: Resolver | None = None
    dialer: Dialer = dial_directly
    trust: ssl.SSLContext | None = None
    place_settings: PlaceSettings | None = None
    simulated_source: str | None = None
    mail_servers: MailServers | None = None
    additions: Additions = field(default_factory=built_in)
    site_builders: frozenset[str] = frozenset()
    again: "Callable[[], Internet] | None" = None


def fetch_policy(settings: Settings) -> FetchPolicy:
    """Refuses a proxy that cannot be read."""
    proxy = settings.fetch_proxy.get_secret_value() if settings.fetch_proxy else None
    if proxy:
        read_proxy(proxy)
    pace, own = Pace(interval=settings.fetch_interval_seconds), own_services(settings.own_services)
    return FetchPolicy(contact=settings.fetch_contact, pace=pace, proxy=proxy, own_services=own)


@asynccontextmanager
async def open_clients(
    settings: Settings, engine: AsyncEngine, internet: Internet, fetched: Callable[[str], None] = lambda _: None
) -> AsyncIterator[Clients]:
    """Built once per process, closed with it."""
    async with (
        DatabasePacing(engine) as pacing,
        Fetcher(
            fetch_policy(settings),
            resolver=internet.resolver,
            dialer=internet.dialer,
            trust=internet.trust,
            pacing=pacing,
            memory=DatabaseHostMemory(engine, held_since=pacing.held_since),
            robots_memory=DatabaseRobotsMemory(engine),
            fetched=fetched,
        ) as web,
        open_shelves(settings) as shelves,
        open_renderer(settings, web) as browser,
        Readers(usual_readers() if settings.reader_processes is None else settings.reader_processes) as readers,
    ):
        made = make_clients(settings, engine, internet, web)
        clients = replace(made, html=stores(settings, shelves), browser=browser, readers=readers)
        try:
            yield clients
        finally:
            await clients.extractors.close()


def make_clients(settings: Settings, engine: AsyncEngine, internet: Internet, web: Fetcher) -> Clients:
    """Of all that is registered. What of packages cannot be made is left out and told."""
    paid = DatabasePaidCalls(engine)
    places = make_sources(internet, web, paid)
    targets, bad_targets = make_targets(internet.additions.delivery_targets, settings)
    verifier, bad_verifiers = make_verifier(internet.additions.mail_verifiers, settings)
    suppressions = SuppressionsNow(engine)
    return Clients(
        web,
        places=places,
        mail_servers=internet.mail_servers or DnsMailServers(),
        mail_verifier=verifier,
        paid=paid,
        targets=targets,
        own_targets=OwnTargets(async_sessionmaker(engine, expire_on_commit=False), Seals(settings), targets).of,
        last_look=suppressions.of_contact,
        spared=suppressions.of_host,
        extractors=Extractors(internet.additions.extractors.values()),
        left_out={**places.left_out, **bad_targets, **bad_verifiers},
        site_builders=internet.site_builders.union(settings.site_builders),
        simulated=internet.simulated_source is not None,
    )


def make_sources(internet: Internet, web: Fetcher, paid: PaidCalls | None = None) -> PlaceSources:
    """All that are registered, and the one of a simulated internet, which plays Google."""
    settings, registered = internet.place_settings or read_place_settings(), internet.additions.place_sources
    places = make_place_sources(web, settings, paid=paid, registered=registered.values())
    if internet.simulated_source is None:
        return places
    simulated = SimulatedSource(places.by_name[GOOGLE.name], internet.simulated_source)
    return replace(places, by_name={**places.by_name, simulated.name: simulated})


async def refuse_unready_source(settings: Settings, internet: Internet, name: str) -> None:
    """Its key or its file is missing: better told now than by the first search. Nobody outside is asked."""
    async with Fetcher(fetch_policy(settings)) as web:
        sources = make_sources(internet, web).by_name
    if name in sources and (missing := sources[name].terms.unready):
        raise SourceNotConfigured(missing)


def source_names(internet: Internet) -> list[str]:
    """What a search can name: ours, those of installed packages, and that of a simulated internet."""
    simulated = [internet.simulated_source] if internet.simulated_source is not None else []
    return [*internet.additions.place_sources, *simulated]


async def additions_left_out(settings: Settings, additions: Additions) -> Mapping[str, str]:
    """What of installed packages could not be used, found out by making all of it; nobody outside is asked."""
    async with Fetcher(FetchPolicy()) as web:
        sources = make_sources(Internet(additions=additions, place_settings=PlaceSettings.model_construct()), web)
        left_out = {**sources.left_out, **make_targets(additions.delivery_targets, settings)[1]}
        return left_out | make_verifier(additions.mail_verifiers, settings)[1]
