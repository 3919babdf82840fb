"""`scrapersky doctor`: what is wrong with this installation, and what to do."""

from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


@done_by("doctor:doctor")
def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check Python, database, background, data folder, port, time, disk and extensions; say what to do about each."""
