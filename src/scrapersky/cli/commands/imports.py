"""`scrapersky import`: rows from files."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.commands.files import STANDARD_INPUT, readable
from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="Rows from files.", no_args_is_help=True)


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
@done_by("imports:businesses")
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


@app.command("domains")
@done_by("imports:domains")
def domains(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import domains, given as names or as any address of theirs; queued ones are visited next."""


@app.command("sitemaps")
@done_by("imports:sitemaps")
def sitemaps(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import addresses of sitemaps; their domains are made where they are new. Queued ones are analysed next."""


@app.command("pages")
@done_by("imports:pages")
def pages(
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """Import addresses of pages; their domains are made where they are new. Queued ones are read next."""


@app.command("places")
@done_by("place_import:places")
def places(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="CSV, XLSX or JSON.")],
    queue: Annotated[bool, typer.Option("--queue", help="Queue the places that nobody decided about yet.")] = False,
    list_name: Annotated[str | None, typer.Option("--list", help="A client or a campaign; made if it is new.")] = None,
    tenant: Annotated[str | None, typer.Option(help="Whose places; needed if there are several tenants.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per row, then the counts.")] = False,
) -> None:
    """Import places: name, website, phone, address or its parts, latitude, longitude, category, id.

    Importing the same file again updates the places it made. Format, encoding and delimiter are found out.
    """
