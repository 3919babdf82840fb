"""`scrapersky extract`: what the product reads out of addresses and files, without network or database."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.commands.files import readable
from scrapersky.cli.loading import Group, done_by

app = typer.Typer(
    cls=Group, help="Read values out of addresses, pages and files, without a database.", no_args_is_help=True
)


AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
JsonLines = Annotated[
    bool, typer.Option("--jsonl", help='Read the standard input too: one JSON text, or object with "url", a line.')
]


@app.command("domain")
@done_by("extract:domain")
def domain(
    urls: Annotated[list[str] | None, typer.Argument(metavar="URL...", help="Websites or hosts.")] = None,
    as_json: AsJson = False,
    jsonl: JsonLines = False,
) -> None:
    """The domain of a website of one's own, or why it is none."""


@app.command("robots")
@done_by("extract:robots")
def robots(
    file: Annotated[Path, typer.Argument(callback=readable, help="A robots.txt; - is the standard input.")],
    urls: Annotated[list[str] | None, typer.Argument(metavar="URL...", help="Addresses or paths to ask about.")] = None,
    agent: Annotated[str | None, typer.Option(help="Who asks.", show_default="ScraperSky")] = None,
    as_json: AsJson = False,
) -> None:
    """Whether a robots.txt lets an agent fetch addresses; without any, what it says on the whole."""


Source = Annotated[str, typer.Argument(help="A file, a URL, or - for what is piped in.")]
AsDocument = Annotated[bool, typer.Option("--json", help="One JSON document.")]
AsLines = Annotated[bool, typer.Option("--jsonl", help="One JSON object per line.")]
Explain = Annotated[bool, typer.Option("--explain", help="Say why each value was taken, and why others were not.")]


@app.command("contacts")
@done_by("extract_contacts:contacts")
def contacts(  # noqa: PLR0917  typer reads options from parameters
    source: Source,
    region: Annotated[str | None, typer.Option(help="The country that numbers are read by, such as US.")] = None,
    url: Annotated[
        str, typer.Option(help="Where a file comes from: addresses at that domain are the site's own.")
    ] = "",
    as_json: AsDocument = False,
    as_lines: AsLines = False,
    explain: Explain = False,
) -> None:
    """Contacts of one page: addresses, numbers, profiles, people, opening hours, each with its evidence."""


@app.command("sitemap")
@done_by("extract_contacts:sitemap")
def sitemap(
    source: Source,
    url: Annotated[str, typer.Option(help="Where a file comes from, for addresses without a host.")] = "",
    as_json: AsDocument = False,
    as_lines: AsLines = False,
    explain: Explain = False,
) -> None:
    """Addresses of one sitemap of any format and size; `--explain` adds what it is and what is wrong with it."""
