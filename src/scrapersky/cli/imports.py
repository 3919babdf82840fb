"""`scrapersky import`: rows from files."""

import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import orjson
import typer

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import Product, open_product
from scrapersky.cli.input_files import opened
from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.models.local_business import LocalBusiness
from scrapersky.services.imports.addresses import DOMAINS, PAGES, SITEMAPS, AddressImporter, AddressTable
from scrapersky.services.imports.businesses import Importer
from scrapersky.services.imports.results import ImportedRow, Verdict

MOST_REASONS_SHOWN = 20


def businesses(*, file: Path, queue: bool, tenant: str | None, as_json: bool) -> None:

    async def work() -> Counter[Verdict]:
        async with open_product(read_settings()) as product:
            importer = await make_importer(product, tenant, queue=queue)
            with opened(file) as stream:
                return await report(importer.run(stream), importer.verdicts, as_json=as_json)

    finish(run(work()), Importer.verdicts, as_json=as_json)


def domains(*, file: Path, queue: bool, tenant: str | None, as_json: bool, jsonl: bool) -> None:
    import_addresses(DOMAINS, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


def sitemaps(*, file: Path, queue: bool, tenant: str | None, as_json: bool, jsonl: bool) -> None:
    import_addresses(SITEMAPS, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


def pages(*, file: Path, queue: bool, tenant: str | None, as_json: bool, jsonl: bool) -> None:
    import_addresses(PAGES, file, tenant, queue=queue, as_json=as_json, is_json_lines=jsonl)


def import_addresses(
    target: AddressTable, file: Path, tenant: str | None, *, queue: bool, as_json: bool, is_json_lines: bool
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
    reasons = 0
    write: Callable[[str], object] = sys.stdout.write
    async for row in results:
        counts[row.verdict] += 1
        reasons += row.reason is not None
        if as_json:
            write(orjson.dumps(row, default=str).decode() + "\n")
        elif row.reason is not None and reasons <= MOST_REASONS_SHOWN:
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
