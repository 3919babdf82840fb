"""`scrapersky backup` and `scrapersky restore`."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


@done_by("backup:backup")
def backup(
    file: Annotated[Path, typer.Argument(help="The file to make.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write the whole database to a file while everything runs. It is whole or not there."""


@done_by("backup:restore")
def restore(file: Annotated[Path, typer.Argument(help="A file that `scrapersky backup` or pg_dump -Fc made.")]) -> None:
    """Fill an empty database from a backup, all or nothing."""
