"""`scrapersky schema`: the SQL files, printed, listed, applied or compared with the database."""

from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="The database's schema: sql, pending, apply, verify.", no_args_is_help=True)


@app.command("sql")
@done_by("schema:sql")
def sql(name: Annotated[str | None, typer.Argument(help="One file; without it, all of them.")] = None) -> None:
    """Print the SQL, for those who apply it by hand."""


@app.command("pending")
@done_by("schema:pending")
def pending() -> None:
    """List the files that were not applied yet."""


@app.command("apply")
@done_by("schema:apply")
def apply() -> None:
    """Apply the files that were not applied yet, each logged: ours all or none, then each extension's likewise."""


@app.command("verify")
@done_by("schema:compare")
def compare(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Compare types, columns, checks and indexes with models and API; name every difference and what to do."""
