"""`scrapersky demo`: everything at once, on a small internet of its own."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.commands.up import Host, Port
from scrapersky.cli.loading import done_by

WORLD = 5_000


@done_by("demo:demo")
def demo(
    host: Host = None,
    port: Port = None,
    data: Annotated[
        Path | None, typer.Option("--data", help="Keep everything in this folder.", show_default="a temporary one")
    ] = None,
    businesses: Annotated[int, typer.Option(min=0, max=WORLD, help="How many businesses to begin with.")] = 600,
) -> None:
    """Start everything on a simulated internet and print where to look. Ctrl-C ends it and leaves nothing behind."""
