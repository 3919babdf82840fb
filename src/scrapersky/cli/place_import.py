"""`scrapersky import places`: places from a file."""

import sys
from collections import Counter
from pathlib import Path

import orjson
import typer

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import open_product
from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.services.imports.places import PlaceImporter, PlaceImportOutcome

MOST_REFUSALS_SHOWN = 20


def places(*, file: Path, queue: bool, list_name: str | None, tenant: str | None, as_json: bool) -> None:

    async def work() -> Counter[PlaceImportOutcome]:
        async with open_product(read_settings()) as product:
            async with product.sessions() as session:
                owner = await tenant_named(session, tenant)
            actor = Actor(owner.id, "scrapersky import")
            importer = PlaceImporter(product.sessions, actor, queue, list_name)
            return await import_file(importer, file, as_json=as_json)

    counts = run(work())
    if not as_json:
        say(", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in PlaceImportOutcome) + ".")
    if counts and counts.total() == counts[PlaceImportOutcome.REFUSED]:
        raise typer.Exit(1)


async def import_file(importer: PlaceImporter, file: Path, *, as_json: bool) -> Counter[PlaceImportOutcome]:
    counts: Counter[PlaceImportOutcome] = Counter()
    with file.open("rb") as stream:
        async for row in importer.run(stream, file.name):
            counts[row.verdict] += 1
            if as_json:
                sys.stdout.write(orjson.dumps(row, default=str).decode() + "\n")
            elif row.reason is not None and counts[PlaceImportOutcome.REFUSED] <= MOST_REFUSALS_SHOWN:
                say(f"line {row.line} {row.reason}")
    if as_json:
        sys.stdout.write(
            orjson.dumps({verdict.value: counts[verdict] for verdict in PlaceImportOutcome}).decode() + "\n"
        )
    return counts
