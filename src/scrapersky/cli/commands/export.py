"""`scrapersky export`: rows into files."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by
from scrapersky.services.exports.choices import Exportable, Format, Preset


@done_by("export:export")
def export(  # noqa: PLR0917  each is an option with a name
    table: Annotated[Exportable, typer.Argument(help="What to export.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to make; - for standard output.", show_default=False)
    ] = None,
    file_format: Annotated[
        Format | None, typer.Option("--format", "-f", help="Without it, what the file's name says, else csv.")
    ] = None,
    preset: Annotated[
        Preset | None, typer.Option(help="Contacts as that program imports them, without mapping; plain is for people.")
    ] = None,
    conditions: Annotated[
        list[str] | None,
        typer.Option(
            "--filter", metavar="NAME=VALUE", help="state, search, outcome, origin or a column of the grid; repeatable."
        ),
    ] = None,
    tenant: Annotated[str | None, typer.Option(help="Whose rows; needed if there are several tenants.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    byte_order_mark: Annotated[
        bool, typer.Option("--bom/--no-bom", help="CSV begins with a byte order mark, by which Excel knows UTF-8.")
    ] = True,
    columns: Annotated[bool, typer.Option("--columns", help="Say what each column means, and export nothing.")] = False,
) -> None:
    """Write contacts, businesses, domains or pages to a file, any number of them. Who is suppressed is left out."""
