"""`scrapersky status`: where every workflow stands."""

from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


@done_by("status:status")
def status(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every two seconds, until Ctrl-C.")] = False,
) -> None:
    """Show how many rows of each workflow are in which state, and who works on them."""
