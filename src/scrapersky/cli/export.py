"""`scrapersky export`: rows into files."""

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import Product, open_product
from scrapersky.cli.running import read_settings, run
from scrapersky.cli.terminal import console
from scrapersky.config.logging import on_one_line
from scrapersky.curation_sdk.declaring import AnyWorkflow, links_of
from scrapersky.errors import ScraperSkyError
from scrapersky.services.exports.choices import Exportable, Format, Preset
from scrapersky.services.exports.export import Export, Exported, export_to_file, make_export, with_preset
from scrapersky.services.exports.files import refuse_to_overwrite
from scrapersky.services.exports.filters import read_filter
from scrapersky.services.exports.meanings import meanings_of
from scrapersky.services.exports.spool import pieces_of
from scrapersky.services.exports.tables import export_table

READER_GONE = 128 + signal.SIGPIPE


def export(
    *,
    table: Exportable,
    out: Path | None,
    file_format: Format | None,
    preset: Preset | None,
    conditions: list[str] | None,
    tenant: str | None,
    force: bool,
    byte_order_mark: bool,
    columns: bool,
) -> None:
    if columns:
        show_columns(table, preset)
        return
    if out is None:
        raise typer.BadParameter("Name the file to make, or - for standard output.", param_hint="--out")
    wanted = read_filter(conditions or [])
    chosen = file_format or format_of(out)
    is_stream = str(out) == "-"
    if not is_stream:
        refuse_to_overwrite(out, force=force)

    async def work() -> Exported:
        async with open_product(read_settings()) as product:
            async with product.sessions() as session:
                owner = await tenant_named(session, tenant)
            links = links_of(product.registry)
            export = make_export(table, owner.id, curating(product, table), wanted, links=links, preset=preset)
            if is_stream:
                return await to_standard_output(product, export, chosen, byte_order_mark=byte_order_mark)
            return await export_to_file(
                out, export, chosen, product.sessions, force=force, byte_order_mark=byte_order_mark
            )

    done = run(work())
    told = f"{done.rows:,} {table.value} written" + (f" to {out}" if not is_stream else "")
    left_out = f"; {done.suppressed:,} left out, they are on the suppression list" if done.suppressed else ""
    told_to = Console(stderr=is_stream, highlight=False)
    told_to.print(on_one_line(f"{told}{left_out}."), markup=False, soft_wrap=True)


def show_columns(table: Exportable, preset: Preset | None) -> None:
    """In the order of the file."""
    explained = Table("column", "meaning", box=None)
    for name, meaning in meanings_of(with_preset(export_table(table), preset)).items():
        explained.add_row(name, meaning)
    console.print(explained)


def format_of(out: Path) -> Format:
    """What the name says; a name without an ending says csv.

    >>> format_of(Path("contacts.XLSX")), format_of(Path("-"))
    (<Format.XLSX: 'xlsx'>, <Format.CSV: 'csv'>)
    """
    ending = out.suffix.lower().removeprefix(".")
    if ending and ending not in set(Format):
        endings = ", ".join(f".{each}" for each in Format)
        raise ScraperSkyError(f"{out} ends in {out.suffix}, which cannot be written. Let it end in one of {endings}.")
    return Format(ending) if ending else Format.CSV


def curating(product: Product, name: Exportable) -> AnyWorkflow | None:
    workflows = product.registry.curating(export_table(name).model)
    return workflows[0] if workflows else None


async def to_standard_output(product: Product, export: Export, chosen: Format, *, byte_order_mark: bool) -> Exported:
    """Whoever reads it may stop for a while, as a pager does, or have enough, as head does."""
    out = sys.stdout.buffer
    try:
        async with aclosing(pieces_of(export, chosen, product.sessions, byte_order_mark=byte_order_mark)) as pieces:
            async for piece in pieces:
                await asyncio.to_thread(out.write, piece)
        await asyncio.to_thread(out.flush)
    except BrokenPipeError:
        # What is still to be written is tried again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(READER_GONE) from None
    return export.exported
