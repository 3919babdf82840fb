"""The way out of a process: the one fetcher, with what the workers of a cluster share."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.configured import configured_targets
from scrapersky.clients.fetcher import Fetcher
from scrapersky.clients.mail_servers import DnsMailServers, MailServers
from scrapersky.clients.pacing import Pace
from scrapersky.clients.places.make import make_place_sources
from scrapersky.clients.places.settings import PlaceSettings, read_place_settings
from scrapersky.clients.policy import FetchPolicy
from scrapersky.clients.resolver import Dialer, Resolver, dial_directly
from scrapersky.cluster.paid_calls import DatabasePaidCalls
from scrapersky.cluster.robots import DatabaseRobotsMemory
from scrapersky.cluster.troubles import DatabaseHostMemory
from scrapersky.cluster.turns import DatabasePacing
from scrapersky.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Outside:
    """Which internet there is. The default is the real one; demo, tests and benchmarks bring a simulated one.

    None of these can switch a check off: names still resolve to addresses that the guard judges.
    """

    resolver: Resolver | None = None
    dialer: Dialer = dial_directly
    trust: ssl.SSLContext | None = None
    place_settings: PlaceSettings | None = None
    mail_servers: MailServers | None = None


def fetch_policy(settings: Settings) -> FetchPolicy:
    proxy = settings.fetch_proxy.get_secret_value() if settings.fetch_proxy else None
    pace = Pace(interval=settings.fetch_interval_seconds)
    return FetchPolicy(contact=settings.fetch_contact, pace=pace, proxy=proxy)


@asynccontextmanager
async def open_clients(settings: Settings, engine: AsyncEngine, outside: Outside) -> AsyncIterator[Clients]:
    """Built once per process, closed with it."""
    async with Fetcher(
        fetch_policy(settings),
        resolver=outside.resolver,
        dialer=outside.dialer,
        trust=outside.trust,
        pacing=DatabasePacing(engine),
        memory=DatabaseHostMemory(engine),
        robots_memory=DatabaseRobotsMemory(engine),
    ) as web:
        yield Clients(
            web,
            places=make_place_sources(
                web, outside.place_settings or read_place_settings(), paid=DatabasePaidCalls(engine)
            ),
            mail_servers=outside.mail_servers or DnsMailServers(),
            targets=configured_targets(settings),
        )
