"""`scrapersky html`: the pages' HTML that is kept beside the database."""

from datetime import UTC, datetime

import typer

from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.html_configured import open_shelves
from scrapersky.curation_sdk.plurals import plural
from scrapersky.product import open_product
from scrapersky.services.html_cleaning import Cleaned, clean_shelf

app = typer.Typer(help="The pages' HTML that is kept in a folder or a bucket.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """The pages' HTML that is kept in a folder or a bucket."""


@app.command("clean")
def clean() -> None:
    """Remove the HTML that no page names any more and that is older than a day.

    HTML in the database goes with its row; a folder and a bucket are not told when rows go.
    """

    async def work() -> dict[str, Cleaned]:
        settings = read_settings()
        async with open_product(settings) as product, open_shelves(settings) as shelves:
            return {
                name: await clean_shelf(shelf, product.sessions, datetime.now(UTC)) for name, shelf in shelves.items()
            }

    for name, done in run(work()).items():
        say(f"{name}: {done.removed:,} of {plural(done.looked_at, 'page')} removed")
