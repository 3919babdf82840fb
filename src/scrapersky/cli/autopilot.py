"""`scrapersky bench autopilot`: what the default rules find, against reading every page there is."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, true

from scrapersky.accounts.users import tenant_for_new_user
from scrapersky.app.product import Product, open_product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.pipeline import SIMULATED_PACE, Flow, Pipeline
from scrapersky.cli.progress_lines import ProgressLines
from scrapersky.cli.running import read_settings
from scrapersky.cli.simulated import ChosenSource, simulated_internet
from scrapersky.curation_sdk.declaring import Actor, State
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.curation_sdk.rules import RuleBook
from scrapersky.extract.submitted.headings import Subject
from scrapersky.models import Contact, Domain, Page
from scrapersky.services.imports.businesses import BusinessImporter
from scrapersky.services.imports.files import FileImport, open_file
from scrapersky.services.runs.default_rules import default_book, default_rules
from scrapersky.services.runs.run import PipelineRun
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import world_csv

BUSINESSES, QUICK_BUSINESSES = 2_000, 60
LEAST_CONTACT_SHARE, MOST_FETCH_SHARE = 0.95, 0.15
PATIENCE = 60.0
"""Longer than a run waits: a site that asks for time counts in both ways of choosing, or in neither."""
LEFT_OUT = ("single_search", "deep_scan", "contact_delivery")
OWN = ("business", "person")

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class WholeTenant(PipelineRun):
    """All rows of a tenant, whichever search they come from."""

    def led_to(self, _: type[Any]) -> ColumnElement[bool]:
        return true()


@dataclass(frozen=True, slots=True)
class Crop:
    """What a way of choosing pages came to: `contacts` by domain and identity, and how they grew by the second."""

    contacts: frozenset[tuple[str, str]]
    fetches: int
    seconds: float
    grown: tuple[tuple[float, int], ...]


async def autopilot(
    *, quick: bool, businesses: int | None = None, seed: int = 1, say: Say = lambda _: None
) -> dict[str, Any]:
    """Both ways over the same made-up sites, one after the other, each as a tenant of its own."""
    count = businesses or (QUICK_BUSINESSES if quick else BUSINESSES)
    with tempfile.TemporaryDirectory(prefix="scrapersky-autopilot-") as folder:
        settings = read_settings(scrapersky_data=Path(folder)).model_copy(update={"database_url": None})
        settings = ChosenSource("simulator").settings(settings)
        async with (
            Simulator(seed=seed, businesses=count) as simulator,
            open_product(settings, None, simulated_internet(simulator)) as product,
        ):
            crops = {}
            for name, book in books(product).items():
                crops[name] = await harvest(product, simulator, count, name, book)
                say(f"{name}: {len(crops[name].contacts):,} contacts from {crops[name].fetches:,} pages")
    return {"seed": seed, **report(count, crops["default rules"], crops["every page"])}


def books(product: Product) -> dict[str, RuleBook]:
    default = default_book(product.registry)
    rules = default_rules(product.registry)
    every = [replace(rule, when="", at_most=None, after=(), per=None) for rule in rules["page_curation"]]
    return {"default rules": default, "every page": RuleBook(default.fields, rules | {"page_curation": every})}


async def harvest(
    product: Product, simulator: Simulator, count: int, tenant: str, book: RuleBook, *, apart: bool = False
) -> Crop:
    """All stages at once, or `apart`: each when the one before it has nothing more to do."""
    async with product.sessions.begin() as session:
        tenant_id = (await tenant_for_new_user(session, tenant)).id
    table = await open_file(world_csv(simulator.world, count), Subject.BUSINESSES)
    async for _ in FileImport(product.sessions, BusinessImporter(Actor(tenant_id, "autopilot")), table).run():
        pass
    stages = [workflow for workflow in product.schedules if workflow.name not in LEFT_OUT]
    schedules = {
        workflow: replace(schedule, backoff_seconds=SIMULATED_PACE.backoff_seconds or schedule.backoff_seconds)
        for workflow, schedule in product.schedules.items()
        if workflow in stages
    }
    run = WholeTenant(tenant_id, tenant_id, book, patience=PATIENCE)
    growth = Growth(product, tenant_id)
    pipeline = Pipeline(product, run, Actor(tenant_id, "autopilot"), SIMULATED_PACE, watch=growth.look)
    async with running_schedulers(replace(product, schedules=schedules)):
        for together in [[stage] for stage in stages] if apart else [stages]:
            await Flow(pipeline, run, together, asyncio.Event()).run_dry(NoDisplay())
    return await growth.crop()


class NoDisplay(ProgressLines):
    def show(self, part: str, done: int, total: int, note: str = "") -> None:
        """Whoever measures reads the end."""


class Growth:
    """How many contacts were known after how many seconds."""

    def __init__(self, product: Product, tenant_id: UUID) -> None:
        self._sessions, self._tenant_id = of_tenant(product.sessions, tenant_id), tenant_id
        self._began, self._seen = time.monotonic(), list[tuple[float, int]]()

    async def look(self, _: PipelineRun) -> None:
        counted = select(func.count()).where(Contact.tenant_id == self._tenant_id, Contact.owner.in_(OWN))
        async with self._sessions() as session:
            self._seen.append((round(time.monotonic() - self._began, 1), await session.scalar(counted) or 0))

    async def crop(self) -> Crop:
        mine = Contact.tenant_id == self._tenant_id, Contact.owner.in_(OWN)
        contacts = select(Domain.name, Contact.identity).join(Domain, Domain.id == Contact.domain_id).where(*mine)
        ended = Page.page_curation.state.in_((State.COMPLETE.value, State.ERROR.value))
        read = select(func.count()).select_from(Page).where(Page.tenant_id == self._tenant_id, ended)
        async with self._sessions() as session:
            found = frozenset((domain, identity) for domain, identity in await session.execute(contacts))
            fetches = await session.scalar(read) or 0
        return Crop(found, fetches, round(time.monotonic() - self._began, 1), tuple(self._seen))


def report(count: int, default: Crop, every: Crop) -> dict[str, Any]:
    contact_share = len(default.contacts & every.contacts) / max(1, len(every.contacts))
    fetch_share = default.fetches / max(1, every.fetches)
    return {
        "businesses": count,
        "contact_share": round(contact_share, 4),
        "fetch_share": round(fetch_share, 4),
        "contacts": len(default.contacts),
        "contacts_of_every_page": len(every.contacts),
        "fetches": default.fetches,
        "fetches_of_every_page": every.fetches,
        "seconds": default.seconds,
        "seconds_of_every_page": every.seconds,
        "contacts_by_second": default.grown,
        "is_good": contact_share >= LEAST_CONTACT_SHARE and fetch_share <= MOST_FETCH_SHARE,
    }
