"""`scrapersky import`: rows from files."""

import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Annotated

import orjson
import typer

from scrapersky.accounts.users import tenant_named
from scrapersky.cli import place_import
from scrapersky.cli.input_files import STANDARD_INPUT, opened, readable
from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.batch import Actor
from scrapersky.models.local_business import LocalBusiness
from scrapersky.product import Product, open_product
from scrapersky.services.business_import_service import Importer
from scrapersky.services.import_service import DOMAINS, PAGES, SITEMAPS, AddressImporter, Target
from scrapersky.services.imported_rows import ImportedRow, Verdict

app = typer.Typer(help="Rows from files.", no_args_is_help=True)
app.command("places")(place_import.places)

MOST_REFUSALS_SHOWN = 20

InputFile = Annotated[
    Path,
    typer.Argument(
        callback=readable, help="A CSV or XLSX with a header, JSON lines, or a plain list; - is the standard input."
    ),
]
Queue = Annotated[bool, typer.Option("--queue", help="Queue the rows that nobody decided about yet.")]
Tenant = Annotated[str | None, typer.Option(help="Whose rows they become; needed if there are several tenants.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per row, then the counts.")]
JsonLines = Annotated[bool, typer.Option("--jsonl", help="The input has one JSON object, or text, a line.")]


@app.callback()
def group() -> None:
    """Rows from files."""


@app.command("businesses")
def businesses(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="A CSV or XLSX file with a header.")
    ],
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
) -> None:
    """Import businesses: name, website, phone, street, city, region, postal_code, country, category, id.

    Importing the same file again updates the rows it made. Encoding and delimiter are found out.
    """

    async def work() -> Counter[Verdict]:
        async with open_product(read_settings()) as product:
            importer = await make_importer(product, tenant, queue=queue)
            with opened(file) as stream:
                return await report(importer.run(stream), importer.verdicts, as_json=as_json)

    finish(run(work()), Importer.verdicts, as_json=as_json)


@app.command("domains")
def domains(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import domains, given as names or as any address of theirs; queued ones are visited next."""
    import_addresses(DOMAINS, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


@app.command("sitemaps")
def sitemaps(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import addresses of sitemaps; their domains are made where they are new. Queued ones are analysed next."""
    import_addresses(SITEMAPS, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


@app.command("pages")
def pages(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import addresses of pages; their domains are made where they are new. Queued ones are read next."""
    import_addresses(PAGES, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


def import_addresses(
    target: Target, file: Path, tenant: str | None, *, queue: bool, as_json: bool, is_json_lines: bool
) -> None:
    async def work() -> Counter[Verdict]:
        async with open_product(read_settings()) as product:
            importer = AddressImporter(product.sessions, await _actor(product, tenant), target, queue)
            with opened(file) as stream:
                results = importer.run(stream, is_json=is_json_lines)
                return await report(results, importer.verdicts, as_json=as_json)

    finish(run(work()), AddressImporter.verdicts, as_json=as_json)


async def make_importer(product: Product, tenant: str | None, *, queue: bool) -> Importer:
    workflow = product.registry.curating(LocalBusiness)[0] if queue else None
    return Importer(product.sessions, await _actor(product, tenant), workflow)


async def _actor(product: Product, tenant: str | None) -> Actor:
    async with product.sessions() as session:
        owner = await tenant_named(session, tenant)
    return Actor(owner.id, "scrapersky import")


async def report(
    results: AsyncIterator[ImportedRow], verdicts: Sequence[Verdict], *, as_json: bool
) -> Counter[Verdict]:
    counts: Counter[Verdict] = Counter()
    write: Callable[[str], object] = sys.stdout.write
    async for row in results:
        counts[row.verdict] += 1
        if as_json:
            write(orjson.dumps(row, default=str).decode() + "\n")
        elif row.reason is not None and counts[Verdict.REFUSED] <= MOST_REFUSALS_SHOWN:
            say(f"line {row.line} {row.reason}")
    if as_json:
        write(orjson.dumps({verdict.value: counts[verdict] for verdict in verdicts}).decode() + "\n")
    return counts


def finish(counts: Counter[Verdict], verdicts: Sequence[Verdict], *, as_json: bool) -> None:
    """The sums for people; a file of which nothing could be used is a failure."""
    if not as_json:
        say(", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in verdicts) + ".")
    if counts and counts.total() == counts[Verdict.REFUSED]:
        raise typer.Exit(1)
