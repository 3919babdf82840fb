"""`scrapersky html`: the pages' HTML that is kept beside the database."""

from datetime import UTC, datetime

from scrapersky.app.product import open_product
from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.html.configured import open_shelves
from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.html_cleaning import Cleaned, clean_shelf


def clean() -> None:

    async def work() -> dict[str, Cleaned]:
        settings = read_settings()
        async with open_product(settings) as product, open_shelves(settings) as shelves:
            return {
                name: await clean_shelf(shelf, product.sessions, datetime.now(UTC)) for name, shelf in shelves.items()
            }

    for name, done in run(work()).items():
        say(f"{name}: {done.removed:,} of {plural(done.looked_at, 'page')} removed")
