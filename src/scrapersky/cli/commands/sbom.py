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
) -> None:
    """List every library of this installation, of the server and of the browser, with version and licence."""
