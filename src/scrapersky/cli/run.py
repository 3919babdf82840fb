"""`scrapersky run`: from a search phrase to a file of contacts, without clicks."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.accounts.users import tenant_for_new_user
from scrapersky.cli.pipeline import REAL_PACE, SIMULATED_PACE, Pipeline
from scrapersky.cli.run_display import show_summary
from scrapersky.cli.run_file import RunFile
from scrapersky.cli.running import read_settings, run, say
from scrapersky.cli.simulated import SOURCES_HELP, ChosenSource
from scrapersky.config.logging import set_up_logging
from scrapersky.curation_sdk.batch import Actor
from scrapersky.product import Product, open_product
from scrapersky.services.default_rules import Run
from scrapersky.services.search_orders import SearchOrder, place_order
from scrapersky.simulator.world import LARGEST_WORLD

ACTOR = "scrapersky run"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person typed."""

    phrase: str
    source: ChosenSource
    limit: int | None
    pages: int
    tenant: str | None


def run_pipeline(  # noqa: PLR0917  each is an option with a name
    phrase: Annotated[str, typer.Argument(help="What to look for and where, such as: dentists in Austin, TX")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of contacts: .csv, .xlsx, .jsonl or .parquet.")],
    source: Annotated[str, typer.Option(help=SOURCES_HELP)] = "overpass",
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
    set_up_logging("ERROR", for_people=True)
    chosen = ChosenSource(source)
    settings, wish = chosen.settings(read_settings()), Wish(phrase, chosen, limit, pages, tenant)
    file = RunFile(out, repr((wish, seed, businesses)), settings.scrapersky_data)
    file.refuse_to_overwrite(force=force)

    async def work() -> bool:
        async with (
            chosen.outside(seed, businesses) as outside,
            open_product(settings, None, outside) as product,
        ):
            return await carry_out(wish, product, file, force=force)

    if not run(work()):
        say("Stopped. The same command goes on from here.")
        raise typer.Exit(130)


async def carry_out(wish: Wish, product: Product, file: RunFile, *, force: bool) -> bool:
    started = time.monotonic()
    pipeline = await begin(wish, product)
    if not await pipeline.work_through():
        return False
    summary = await pipeline.summary()
    show_summary(summary, time.monotonic() - started)
    done = await pipeline.export(file.out, force=force or file.is_unfinished)
    left_out = f"; {done.suppressed:,} are on the suppression list" if done.suppressed else ""
    say(f"{done.rows:,} contacts written to {file.out}{left_out}.")
    put_off = sum(stage.waiting for stage in summary.stages)
    file.note(put_off=put_off)
    if put_off:
        say(f"{put_off:,} rows wait for sites that asked for time; the same command later goes on with them.")
    return True


async def begin(wish: Wish, product: Product) -> Pipeline:
    """The search is found or made; the first run of an installation makes its first tenant."""
    async with product.sessions.begin() as session:
        owner = await tenant_for_new_user(session, wish.tenant)
        actor = Actor(owner.id, ACTOR)
        order = SearchOrder(wish.phrase, wish.source.of(product.outside), limit=wish.limit)
        search = await place_order(session, actor, order, queue=False)
    run = Run(owner.id, search.id, wish.pages)
    return Pipeline(product, run, actor, SIMULATED_PACE if wish.source.is_simulated else REAL_PACE)
