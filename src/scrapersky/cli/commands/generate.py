"""`scrapersky generate`: files derived from the declarations."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import done_by


@done_by("generate:generate")
def generate(
    context: typer.Context,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file would change.")] = False,
    root: Annotated[Path, typer.Option(help="The project's root.")] = Path(),
) -> None:
    """Write every generated file, or check that none would change."""
