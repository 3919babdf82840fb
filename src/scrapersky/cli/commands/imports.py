"""`scrapersky import`: rows from files."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.commands.files import STANDARD_INPUT, readable
from scrapersky.cli.loading import Group, done_by

HELP = """Rows from files: CSV, XLSX or JSON lines, as they are.

Headings may stand below titles and be in another language; encoding, delimiter and sheet are found out.

See what would happen first:  scrapersky import contacts customers.xlsx --preview

Say what a column becomes where the guess is wrong:  --map "Kunde=business" --map "Intern=-"

A bad row never fails the rest, and importing the same file again, or an export of ours, adds nothing twice.
"""

app = typer.Typer(cls=Group, help=HELP, no_args_is_help=True)


InputFile = Annotated[
    Path,
    typer.Argument(
        callback=readable, help="CSV, XLSX, JSON lines, or a plain list of addresses; - is the standard input."
    ),
]
Queue = Annotated[bool, typer.Option("--queue", help="Queue the rows that nobody decided about yet.")]
Tenant = Annotated[str | None, typer.Option(help="Whose rows they become; needed if there are several tenants.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per row, then the counts.")]
JsonLines = Annotated[bool, typer.Option("--jsonl", help="The input has one JSON object, or text, a line.")]
Preview = Annotated[
    bool,
    typer.Option("--preview", help="Write nothing: say what each column becomes and what would become of the rows."),
]
MapGiven = Annotated[
    list[str],
    typer.Option(
        "--map",
        metavar="HEADING=FIELD",
        help="What a column becomes, where the guess is wrong; repeat it for others."
        " HEADING=extra keeps it beside our fields, HEADING=- leaves it out.",
    ),
]
Sheet = Annotated[str | None, typer.Option(help="Which sheet of a workbook; without it, the one that fits best.")]


FileCountry = Annotated[
    str | None,
    typer.Option("--country", help="The country of phone numbers that are written without one, such as US or DE."),
]
ListName = Annotated[str | None, typer.Option("--list", help="Of places: a client or a campaign; made if it is new.")]

_MEANINGS = {
    "businesses": """Import businesses; other columns are kept as extra fields.

    Fields: name, website, phone, street, city, region, postal_code, country, category, id, latitude, longitude,
    opening_hours. Without an id, a business is known again by its name and address, or its website and phone.
    """,
    "contacts": """Import contacts, with their businesses and domains; other columns are kept as extra fields.

    Fields: email, first_name, last_name, name, role, phone, mobile, fax, whatsapp, business, website, street, city,
    region, postal_code, country, category, id. Where they belong is said by the website, else by the e-mail address.
    """,
    "domains": "Import domains, given as names or as any address of theirs; queued ones are visited next.",
    "sitemaps": """Import addresses of sitemaps; their domains are made where they are new. Queued ones are analysed
    next.""",
    "pages": """Import addresses of pages; their domains are made where they are new. Queued ones are read next.""",
    "places": """Import places: to be curated, and merged with those of other sources.

    Fields: name, website, phone, email, full_address, street, city, region, postal_code, country, category, id,
    latitude, longitude, opening_hours. GeoJSON will do too.
    """,
}


def rows(
    *,
    file: InputFile = STANDARD_INPUT,
    queue: Queue = False,
    tenant: Tenant = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
    preview: Preview = False,
    given: MapGiven = [],  # noqa: B006  typer copies it
    sheet: Sheet = None,
    country: FileCountry = None,
    list_name: ListName = None,
) -> None:
    """Rows of one subject."""


for _subject, _meaning in _MEANINGS.items():
    app.command(_subject, help=_meaning)(done_by(f"imports:{_subject}")(rows))
