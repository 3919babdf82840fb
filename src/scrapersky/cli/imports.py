"""`scrapersky import`: rows from files."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import orjson
import typer

from scrapersky.accounts.users import tenant_named
from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.batch import Actor
from scrapersky.main import Product, open_product
from scrapersky.models.local_business import LocalBusiness
from scrapersky.services.business_import_service import Importer, Verdict

app = typer.Typer(help="Rows from files.", no_args_is_help=True)

MOST_REFUSALS_SHOWN = 20


@app.callback()
def group() -> None:
    """Rows from files."""


@app.command("businesses")
def businesses(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="A CSV file with a header.")],
    queue: Annotated[bool, typer.Option("--queue", help="Queue the rows that nobody decided about yet.")] = False,
    tenant: Annotated[str | None, typer.Option(help="Whose businesses; needed if there are several tenants.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per row, then the counts.")] = False,
) -> None:
    """Import businesses: name, website, phone, street, city, region, postal_code, country, category, id.

    Importing the same file again updates the rows it made. Encoding and delimiter are found out.
    """

    async def work() -> Counter[Verdict]:
        async with open_product(read_settings()) as product:
            importer = await make_importer(product, tenant, queue=queue)
            return await import_file(importer, file, as_json=as_json)

    counts = run(work())
    if not as_json:
        say(", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in Verdict) + ".")
    if counts and counts.total() == counts[Verdict.REFUSED]:
        raise typer.Exit(1)


async def make_importer(product: Product, tenant: str | None, *, queue: bool) -> Importer:
    async with product.sessions() as session:
        owner = await tenant_named(session, tenant)
    workflow = product.registry.curating(LocalBusiness)[0] if queue else None
    return Importer(product.sessions, Actor(owner.id, "scrapersky import"), workflow)


async def import_file(importer: Importer, file: Path, *, as_json: bool) -> Counter[Verdict]:
    counts: Counter[Verdict] = Counter()
    with file.open("rb") as stream:
        async for row in importer.run(stream):
            counts[row.verdict] += 1
            if as_json:
                sys.stdout.write(orjson.dumps(row, default=str).decode() + "\n")
            elif row.reason is not None and counts[Verdict.REFUSED] <= MOST_REFUSALS_SHOWN:
                say(f"line {row.line} {row.reason}")
    if as_json:
        sys.stdout.write(orjson.dumps({verdict.value: counts[verdict] for verdict in Verdict}).decode() + "\n")
    return counts
