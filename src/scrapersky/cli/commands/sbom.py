"""`scrapersky sbom`: what this installation is made of, and under which licences."""

from enum import StrEnum
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


class BillFormat(StrEnum):
    TABLE = "table"
    CYCLONEDX = "cyclonedx"


@done_by("sbom:sbom")
def sbom(
    form: Annotated[BillFormat, typer.Option("--format", help="A table to read, or CycloneDX 1.6.")] = BillFormat.TABLE,
    advisories: Annotated[
        str | None,
        typer.Option(help="Ask this OSV service, such as https://api.osv.dev, what is known against them instead."),
    ] = None,
) -> None:
    """List every library of this installation, of the server and of the browser, with version and licence.

    With --advisories it ends with 1 where one has a known weakness. Where the service gives no answer it says so.
    """
