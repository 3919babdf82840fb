"""`scrapersky run`: from a search phrase to a file of contacts, without clicks."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.commands.search import SOURCES_HELP, USUAL_SOURCE
from scrapersky.cli.loading import done_by
from scrapersky.simulator.world import LARGEST_WORLD


@done_by("run:run_pipeline")
def run_pipeline(  # noqa: PLR0917  each is an option with a name
    phrase: Annotated[str, typer.Argument(help="What to look for and where, such as: dentists in Austin, TX")],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The file of contacts: .csv, .xlsx, .jsonl or .parquet.")
    ] = Path("contacts.csv"),
    source: Annotated[str | None, typer.Option(help=SOURCES_HELP, show_default=USUAL_SOURCE)] = None,
    seed: Annotated[int, typer.Option(help="Which simulated world.")] = 1,
    businesses: Annotated[int, typer.Option(min=1, max=LARGEST_WORLD, help="How large that world is.")] = 10_000,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many businesses.", show_default="all")] = None,
    pages: Annotated[
        int | None, typer.Option(min=1, max=1000, help="At most so many pages per domain and rule.", show_default="2")
    ] = None,
    tenant: Annotated[str | None, typer.Option(help="Whose rows; needed if there are several tenants.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Print each contact as soon as it is ready.")] = False,
) -> None:
    """Search, read and deliver without clicks: closed businesses are skipped, the pages with contacts read first.

    Every row goes on as soon as it may, and contacts are in the file when nothing more of their site is to be read.
    Ctrl-C stops it cleanly; the same command goes on where it was. What failed as a whole, such as the search, is
    tried again by it. Another source, limit or simulated world is another search. A file that is there is replaced
    with --force, or by the same command while some of its rows were left waiting.
    """
