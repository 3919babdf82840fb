"""`scrapersky schema`: the SQL files, printed, listed or applied."""

import sys
from typing import Annotated

import typer

from scrapersky.cli.running import read_settings, run, say
from scrapersky.db.schema import apply_schema, pending_files, schema_files
from scrapersky.errors import ScraperSkyError
from scrapersky.main import open_database

app = typer.Typer(help="The database's schema: sql, pending, apply.", no_args_is_help=True)


class UnknownSchemaFile(ScraperSkyError):
    """No schema file has that name."""

    code = "unknown_schema_file"


@app.command("sql")
def sql(name: Annotated[str | None, typer.Argument(help="One file; without it, all of them.")] = None) -> None:
    """Print the SQL, for those who apply it by hand."""
    files = [file for file in schema_files() if name in (None, file.name)]
    if not files:
        known = ", ".join(file.name for file in schema_files())
        raise UnknownSchemaFile(f"There is no schema file {name!r}; there are: {known}.")
    for file in files:
        sys.stdout.write(f"-- {file.name}\n{file.sql}\n")


@app.command("pending")
def pending() -> None:
    """List the files that were not applied yet."""

    async def work() -> list[str]:
        async with open_database(read_settings()) as engine:
            return await pending_files(engine)

    names = run(work())
    say("\n".join(names) if names else "Nothing is pending.")


@app.command("apply")
def apply() -> None:
    """Apply the files that were not applied yet, each logged, all or none."""

    async def work() -> list[str]:
        async with open_database(read_settings()) as engine:
            return await apply_schema(engine)

    names = run(work())
    for name in names:
        say(f"applied {name}")
    if not names:
        say("Nothing to apply.")
