"""`scrapersky run`: from a search phrase to a file of contacts, without clicks."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.accounts.users import tenant_for_new_user
from scrapersky.cli.pipeline import REAL_PACE, SIMULATED_PACE, Pipeline
from scrapersky.cli.run_display import show_summary
from scrapersky.cli.running import read_settings, run, say
from scrapersky.cli.simulated import simulated_outside
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.batch import Actor
from scrapersky.main import Product, open_product
from scrapersky.outside import Outside
from scrapersky.services.default_rules import Run
from scrapersky.services.export_service import refuse_to_overwrite
from scrapersky.services.search_orders import SearchOrder, place_order
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import LARGEST_WORLD

SIMULATED_SOURCE = "google"
ACTOR = "scrapersky run"


class Source(StrEnum):
    """Where places are looked for. The simulator is a small internet in this process, with sites to read."""

    SIMULATOR = "simulator"
    GOOGLE = "google"
    OVERPASS = "overpass"
    OVERTURE = "overture"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person typed."""

    phrase: str
    source: Source
    limit: int | None
    pages: int
    tenant: str | None

    @property
    def is_simulated(self) -> bool:
        return self.source is Source.SIMULATOR

    @property
    def source_name(self) -> str:
        return SIMULATED_SOURCE if self.is_simulated else self.source.value

    def settings(self, given: Settings) -> Settings:
        """Simulated sites need no rest between requests."""
        return given.model_copy(update={"fetch_interval_seconds": 0.0}) if self.is_simulated else given


def run_pipeline(  # noqa: PLR0917  each is an option with a name
    phrase: Annotated[str, typer.Argument(help="What to look for and where, such as: dentists in Austin, TX")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of contacts: .csv, .xlsx, .jsonl or .parquet.")],
    source: Annotated[Source, typer.Option(help="Where places are looked for.")] = Source.OVERPASS,
    seed: Annotated[int, typer.Option(help="Which simulated world.")] = 1,
    businesses: Annotated[int, typer.Option(min=1, max=LARGEST_WORLD, help="How large that world is.")] = 10_000,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many businesses.", show_default="all")] = None,
    pages: Annotated[int, typer.Option(min=1, max=1000, help="At most so many pages read per domain.")] = 10,
    tenant: Annotated[str | None, typer.Option(help="Whose rows; needed if there are several tenants.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Search, read and deliver without clicks: closed businesses are skipped, the pages with contacts read first.

    Ctrl-C stops it cleanly; the same command goes on where it was.
    """
    refuse_to_overwrite(out, force=force)
    set_up_logging("ERROR")
    settings, wish = read_settings(), Wish(phrase, source, limit, pages, tenant)

    async def work() -> bool:
        async with (
            outside_of(wish, seed, businesses) as outside,
            open_product(wish.settings(settings), None, outside) as product,
        ):
            return await carry_out(wish, product, out, force=force)

    if not run(work()):
        say("Stopped. The same command goes on from here.")
        raise typer.Exit(130)


@asynccontextmanager
async def outside_of(wish: Wish, seed: int, businesses: int) -> AsyncIterator[Outside]:
    if not wish.is_simulated:
        yield Outside()
        return
    async with Simulator(seed=seed, businesses=businesses) as simulator:
        yield simulated_outside(simulator)


async def carry_out(wish: Wish, product: Product, out: Path, *, force: bool) -> bool:
    started = time.monotonic()
    pipeline = await begin(wish, product)
    if not await pipeline.work_through():
        return False
    summary = await pipeline.summary()
    show_summary(summary, time.monotonic() - started)
    done = await pipeline.export(out, force=force)
    left_out = f"; {done.suppressed:,} are on the suppression list" if done.suppressed else ""
    say(f"{done.rows:,} contacts written to {out}{left_out}.")
    put_off = sum(stage.waiting for stage in summary.stages)
    if put_off:
        say(f"{put_off:,} rows wait for sites that asked for time; the same command with --force goes on with them.")
    return True


async def begin(wish: Wish, product: Product) -> Pipeline:
    """The search is found or made; the first run of an installation makes its first tenant."""
    async with product.sessions.begin() as session:
        owner = await tenant_for_new_user(session, wish.tenant)
        actor = Actor(owner.id, ACTOR)
        order = SearchOrder(wish.phrase, wish.source_name, limit=wish.limit)
        search = await place_order(session, actor, order, queue=False)
    run = Run(owner.id, search.id, wish.pages)
    return Pipeline(product, run, actor, SIMULATED_PACE if wish.is_simulated else REAL_PACE)
