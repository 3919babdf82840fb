"""How right the contacts are: simulated sites read by the real workflows on a real database, against the truth.

Run: python -m benchmarks.accuracy [businesses] [seed]. Reads the home, contact, about, team and legal pages of every
site under the default faults, then finds the contacts on them.
"""

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.simulated import simulated_internet

from scrapersky.bench.our_worker import queue
from scrapersky.bench.served import scratch_server
from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue import Lease, Queue, Runtime, run_job_loop
from scrapersky.extract.own_sites import OwnSite, website_of
from scrapersky.extract.pages.kinds import classify_page
from scrapersky.models import Contact, Domain, LocalBusiness, Page, PageContent, Tenant
from scrapersky.simulator.faults import Profile
from scrapersky.simulator.hosts import SITE_BUILDERS
from scrapersky.simulator.sites import SiteTruth, truth
from scrapersky.simulator.sites.site_truth import PlantedTruth
from scrapersky.simulator.world import World
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation

READ_KINDS = frozenset({"home", "contact", "about", "team", "legal"})
CHANNELS = ("email", "phone", "fax", "whatsapp")
LONGEST_WAIT_SECONDS = 5.0
LONGEST_RUN_SECONDS = 90.0


@dataclass(slots=True)
class Score:
    """`found` of `planted` values on pages that were read; `lost` ones are on pages that could not be."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    contacts: int = 0
    right: int = 0
    pages: int = 0
    pages_read: int = 0
    seconds: float = 0.0
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    traps: list[str] = field(default_factory=list)

    def recall(self, kind: str) -> float:
        return self.found[kind] / self.planted[kind] if self.planted[kind] else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.contacts if self.contacts else 1.0


async def measure(engine: AsyncEngine, *, seed: int = 1, businesses: int = 500, faults: Profile = "default") -> Score:
    """Read the sites of a world into this empty database and judge the contacts that came of it."""
    started = time.monotonic()
    async with simulated_internet(seed=seed, businesses=businesses, faults=faults) as internet:
        world = internet.simulator.world
        sites = dict(_sites(world))
        domains = await _run(engine, internet.clients, world, sites)
    score = await _judged(engine, domains, sites)
    score.seconds = time.monotonic() - started
    return score


def _sites(world: World) -> Iterator[tuple[str, SiteTruth]]:
    """Each site of its own once, by its host."""
    seen = set()
    for business in world:
        host = business.website.host if business.website else ""
        if host and host not in seen:
            seen.add(host)
            yield host, truth(world, business)


async def _run(engine: AsyncEngine, clients: Clients, world: World, sites: dict[str, SiteTruth]) -> dict[str, UUID]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = (await session.execute(insert(Tenant).values(name="accuracy").returning(Tenant.id))).scalar_one()
        domains = await _plant(session, tenant_id, world, sites)
    async with Lease(engine).held() as lease:
        for workflow in (page_curation, contact_curation):
            await queue(engine, workflow.curation, None)
            await _drain(workflow, Runtime(engine, clients, lease))
    return domains


async def _plant(session: AsyncSession, tenant_id: UUID, world: World, sites: dict[str, SiteTruth]) -> dict[str, UUID]:
    """Businesses as a place source lists them, their domains, and the pages worth reading."""
    domains: dict[str, UUID] = {}
    for business in world:
        own = website_of(business.website.listed_url if business.website else None, SITE_BUILDERS)
        host = business.website.host if business.website else ""
        if not isinstance(own, OwnSite) or host not in sites:
            continue
        if host not in domains:
            domain = {"tenant_id": tenant_id, "name": own.domain, "home_url": own.home_url}
            made = await session.execute(insert(Domain).values(domain).returning(Domain.id))
            domains[host] = made.scalar_one()
            urls = [page.url for page in sites[host].pages if page.kind in READ_KINDS]
            await session.execute(insert(Page), [_page(tenant_id, domains[host], url) for url in urls])
        listed: dict[str, object] = {"source": "simulator", "source_id": str(business.number), "name": business.name}
        listed |= {"phone": business.phone, "country": business.country, "domain_id": domains[host]}
        await session.execute(insert(LocalBusiness).values({"tenant_id": tenant_id, **listed}))
    return domains


def _page(tenant_id: UUID, domain_id: UUID, url: str) -> dict[str, object]:
    kind = classify_page(url)
    return {"tenant_id": tenant_id, "domain_id": domain_id, "url": url, "kind": kind.kind, "score": kind.score}


async def _drain(workflow: AnyWorkflow, runtime: Runtime) -> None:
    """Until nothing is due within a few seconds: faults that pass are met again, those that stay are given up."""
    schedule = replace(workflow.schedule, backoff_seconds=0.1, timeout_seconds=15, batch_size=100, concurrency=64)
    ends = time.monotonic() + LONGEST_RUN_SECONDS
    while True:
        await run_job_loop(workflow, schedule, runtime)
        wait = await Queue(workflow, runtime.engine).seconds_to_next()
        if wait is None or wait > LONGEST_WAIT_SECONDS or time.monotonic() > ends:
            return
        await asyncio.sleep(max(wait, 0.02))


async def _judged(engine: AsyncEngine, domains: dict[str, UUID], sites: dict[str, SiteTruth]) -> Score:
    score = Score()
    async with AsyncSession(engine) as session:
        read: dict[UUID, set[str]] = defaultdict(set)
        for domain_id, url in await session.execute(select(PageContent.domain_id, PageContent.url)):
            read[domain_id].add(url)
        contacts: dict[UUID, list[Contact]] = defaultdict(list)
        for contact in await session.scalars(select(Contact)):
            contacts[contact.domain_id].append(contact)
    for host, domain_id in domains.items():
        site = sites[host]
        score.pages += sum(page.kind in READ_KINDS for page in site.pages)
        score.pages_read += len(read[domain_id])
        _judge_site(score, site, read[domain_id], contacts[domain_id])
    return score


def _judge_site(score: Score, site: SiteTruth, read: set[str], contacts: Iterable[Contact]) -> None:
    true: dict[str, set[str]] = defaultdict(set)
    for planted in site.planted:
        true[planted.kind].add(planted.value)
    found: dict[str, set[str]] = {kind: set() for kind in (*CHANNELS, "social", "person")}
    for contact in contacts:
        shown = list(_shown(contact))
        for kind, value in shown:
            found[kind].add(value)
        false = [f"{kind} {value}" for kind, value in shown if value not in true[kind]]
        score.contacts += 1
        score.right += not false
        score.wrong += [f"{site.host}: {value} ({contact.source_url})" for value in false]
    for kind, value in sorted({(planted.kind, planted.value) for planted in _visible(site)}):
        alike = [planted for planted in _visible(site) if (planted.kind, planted.value) == (kind, value)]
        if not any(read.intersection(planted.urls) for planted in alike):
            score.lost[kind] += 1
            continue
        score.planted[kind] += 1
        score.found[kind] += value in found.get(kind, ())
        if value not in found.get(kind, ()):
            score.missed.append(f"{site.host}: {kind} {value}")
    for trap in site.traps:
        if trap.value in found.get(trap.kind, ()):
            score.traps.append(f"{site.host}: {trap.kind} {trap.value}, {trap.why}")


def _visible(site: SiteTruth) -> list[PlantedTruth]:
    """What stands on the pages that were to be read, for eyes without script."""
    wanted = {page.url for page in site.pages if page.kind in READ_KINDS}
    shown = [planted for planted in site.planted if planted.visible_without_script and planted.kind != "address"]
    return [planted for planted in shown if wanted.intersection(planted.urls)]


def _shown(contact: Contact) -> Iterator[tuple[str, str]]:
    for kind in CHANNELS:
        value = getattr(contact, kind)
        if value is not None:
            yield kind, value
    if contact.name is not None:
        yield "person", contact.name
    for profile in contact.socials.values():
        yield "social", profile


def report(score: Score) -> Iterator[str]:
    yield f"{score.pages_read:,} of {score.pages:,} pages could be read, in {score.seconds:.0f} s"
    yield f"contact precision {score.precision:.4f} ({score.right:,} of {score.contacts:,})"
    for kind in (*CHANNELS, "social", "person"):
        lost = f", {score.lost[kind]} more on pages that could not be read" if score.lost[kind] else ""
        yield f"{kind} recall {score.recall(kind):.4f} ({score.found[kind]} of {score.planted[kind]}{lost})"
    yield f"traps delivered as the business's own: {len(score.traps)}"
    for name in ("traps", "wrong", "missed"):
        for line in getattr(score, name)[:20]:
            yield f"  {name}: {line}"


async def main(businesses: int = 500, seed: int = 1) -> None:
    async with scratch_server() as (_, engine):
        for line in report(await measure(engine, seed=seed, businesses=businesses)):
            print(line)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:3])))
