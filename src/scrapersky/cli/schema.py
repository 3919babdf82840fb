"""`scrapersky schema`: the SQL files, printed, listed, applied or compared with the database."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.verification import Difference, verify
from scrapersky.curation_sdk.workflow import Registry
from scrapersky.db.schema import apply_schema, pending_files, schema_files
from scrapersky.errors import ScraperSkyError
from scrapersky.main import open_database
from scrapersky.workflows import product_workflows

app = typer.Typer(help="The database's schema: sql, pending, apply, verify.", no_args_is_help=True)


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


@app.command("verify")
def compare(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Compare types, columns, checks and indexes with models and API; name every difference and what to do."""

    async def work() -> dict[str, list[Difference]]:
        async with open_database(read_settings()) as engine:
            return await verify(engine, Registry(product_workflows()))

    found = run(work())
    if as_json:
        shown = {name: [asdict(each) for each in differences] for name, differences in found.items()}
        sys.stdout.write(json.dumps(shown, indent=2) + "\n")
    else:
        print_differences(found)
    if found:
        raise typer.Exit(1)


def print_differences(found: dict[str, list[Difference]]) -> None:
    """Each once, however many workflows it concerns."""
    concerned: dict[Difference, list[str]] = {}
    for name, differences in found.items():
        for each in differences:
            concerned.setdefault(each, []).append(name)
    for difference, names in concerned.items():
        weight = "" if difference.stops else " (still runs)"
        say(f"{', '.join(names)}{weight}: {difference.words}")
        say(f"    {difference.remedy}")
    if not concerned:
        say("Database, models and API agree.")
