"""`scrapersky reprocess`: kept pages, read again."""

from enum import StrEnum
from typing import Annotated

import typer

from scrapersky.cli.commands.worker import Address, EngineOption
from scrapersky.cli.loading import done_by


class Kept(StrEnum):
    """What is read again."""

    HTML = "html"


@done_by("reprocess:reprocess")
def reprocess(
    source: Annotated[Kept, typer.Option("--from", help="What was kept of pages.")] = Kept.HTML,
    engine: EngineOption = None,
    address: Address = None,
    from_the_start: Annotated[bool, typer.Option("--from-the-start", help="Forget how far the last one came.")] = False,
) -> None:
    """Look for contacts again in the pages that are kept, with the extractors of this version; no site is asked.

    Rows keep their states, and corrections stay. Stopped or killed, the same command goes on where it was.
    """
