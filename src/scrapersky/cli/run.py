"""`scrapersky run`: from a search phrase to a file of contacts, without clicks."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from sqlalchemy.exc import SQLAlchemyError

from scrapersky.accounts.users import tenant_for_new_user, tenant_named
from scrapersky.app.internet import Internet, refuse_unready_source
from scrapersky.app.product import Product, open_product
from scrapersky.cli.commands.search import USUAL_SOURCE
from scrapersky.cli.demonstration import refuse_demonstration
from scrapersky.cli.export import format_of
from scrapersky.cli.pipeline import REAL_PACE, SIMULATED_PACE, Pipeline
from scrapersky.cli.ready_contacts import ReadyContacts, RunFile
from scrapersky.cli.run_display import show_summary
from scrapersky.cli.running import in_words, read_settings, run, say, say_what_starts
from scrapersky.cli.simulated import ChosenSource, say_if_usual
from scrapersky.config.logging import set_up_logging
from scrapersky.curation_sdk.declaring import Actor, will_pass
from scrapersky.curation_sdk.plurals import plural
from scrapersky.errors import ScraperSkyError
from scrapersky.services.exports.choices import Format
from scrapersky.services.exports.files import NoPlaceForFile
from scrapersky.services.exports.formats import require_parquet
from scrapersky.services.runs.default_rules import default_book
from scrapersky.services.runs.run import PipelineRun, RunSummary
from scrapersky.services.searches.requests import NewSearch, start_search
from scrapersky.workflows import product_workflows

ACTOR = "scrapersky run"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person typed."""

    phrase: str
    source: ChosenSource
    limit: int | None
    pages: int | None
    tenant: str | None

    def order(self, source: str) -> NewSearch:
        return NewSearch(self.phrase, source, limit=self.limit)


def run_pipeline(
    *,
    phrase: str,
    out: Path,
    source: str | None,
    seed: int,
    businesses: int,
    limit: int | None,
    pages: int | None,
    tenant: str | None,
    force: bool,
    follow: bool,
) -> None:
    set_up_logging("ERROR", for_people=True)
    chosen = ChosenSource(source or USUAL_SOURCE)
    settings, wish = chosen.settings(read_settings()), Wish(phrase, chosen, limit, pages, tenant)
    if not chosen.is_simulated:
        refuse_demonstration(settings)
    file = RunFile(out, repr((wish, seed, businesses)), settings.scrapersky_data)
    if str(out) == "-":
        raise NoPlaceForFile("A run tells how far it is on standard output. Name a file for the contacts.")
    if format_of(out) is Format.PARQUET:
        require_parquet()
    file.refuse_to_overwrite(force=force)
    wish.order(chosen.name).columns()
    say_if_usual(source)

    async def work() -> bool:
        await refuse_unready_source(settings, Internet(), chosen.name)
        say_what_starts(settings)
        async with chosen.internet(seed, businesses) as internet, open_product(settings, None, internet) as product:
            return await carry_out(wish, product, file, force=force, follow=follow)

    with database_outages_in_words():
        is_whole = run(work())
    if not is_whole:
        say("Stopped. The same command goes on from here.")
        raise typer.Exit(130)


@contextmanager
def database_outages_in_words() -> Iterator[None]:
    """Who loses the database in the middle of a run has lost nothing else."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        if not will_pass(error):
            raise
        raise ScraperSkyError(f"{in_words(error)}. Once it does, the same command goes on from here.") from error


async def carry_out(wish: Wish, product: Product, file: RunFile, *, force: bool, follow: bool = False) -> bool:
    started = time.monotonic()
    pipeline = await begin(wish, product)
    ready = ReadyContacts(pipeline, file, is_followed=follow, is_replaced=force)
    if not await replace(pipeline, watch=ready.take).work_through():
        return False
    summary = await pipeline.summary()
    show_summary(summary, time.monotonic() - started, is_simulated=wish.source.is_simulated)
    if summary.failure:
        raise ScraperSkyError(f"No contacts, and no file. {summary.failure} The same command tries again.")
    await write_contacts(pipeline, summary, file, force=force)
    return True


async def write_contacts(pipeline: Pipeline, summary: RunSummary, file: RunFile, *, force: bool) -> None:
    done = await pipeline.export(file.out, force=force or file.is_unfinished)
    left_out = f"; {done.suppressed:,} on the suppression list left out" if done.suppressed else ""
    say(f"{plural(done.rows, 'contact')} written to {file.out}{left_out}.")
    put_off = sum(stage.waiting for stage in summary.stages)
    file.note(put_off=put_off)
    if put_off:
        say(f"{plural(put_off, 'row')} left waiting: {waiting_for(summary)} The same command goes on with them later.")


def waiting_for(summary: RunSummary) -> str:
    """In the words of the first stage that has rows waiting."""
    first = next(stage for stage in summary.stages if stage.waiting)
    return first.delay or "sites asked for time."


async def begin(wish: Wish, product: Product) -> Pipeline:
    """The search is found or made; the first run of an installation makes its first tenant."""
    source = wish.source.of(product.internet)
    await refuse_unready_source(product.settings, product.internet, source)
    async with product.sessions.begin() as session:
        owner = await (tenant_named(session, wish.tenant) if wish.tenant else tenant_for_new_user(session, None))
        actor = Actor(owner.id, ACTOR)
        search = await start_search(session, actor, wish.order(source), queue=False)
    declared = (*product_workflows(), *product.extensions.workflows)
    run = PipelineRun(owner.id, search.id, default_book(product.registry, wish.pages, declared))
    return Pipeline(product, run, actor, SIMULATED_PACE if wish.source.is_simulated else REAL_PACE)
