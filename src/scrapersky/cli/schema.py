"""`scrapersky schema`: the SQL files, printed, listed, applied or compared with the database."""

import sys
from dataclasses import asdict

import typer

from scrapersky.app.extensions import all_schema_files, apply_all_schemas, installed_workflows, load_extensions
from scrapersky.app.product import SchemaPending, open_database
from scrapersky.cli.running import read_settings, run, say, write_json
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.schema import SchemaDifference, verify
from scrapersky.db.schema import SchemaChanged, changed_files, pending_files, refuse_newer
from scrapersky.errors import ScraperSkyError


def sql(*, name: str | None) -> None:
    known_files = all_schema_files(load_extensions())
    files = [file for file in known_files if name in (None, file.name)]
    if not files:
        known = ", ".join(file.name for file in known_files)
        raise ScraperSkyError(f"There is no schema file {name!r}; there are: {known}.")
    for file in files:
        sys.stdout.write(f"-- {file.name}\n{file.sql}\n")


def pending() -> None:

    files = all_schema_files(load_extensions())

    async def work() -> tuple[list[str], list[str]]:
        async with open_database(read_settings()) as engine:
            await refuse_newer(engine)
            return await pending_files(engine, files), await changed_files(engine, files)

    names, changed = run(work())
    say("\n".join(names) if names else "Nothing is pending.")
    if changed:
        raise SchemaChanged(", ".join(changed))


def apply() -> None:

    async def work() -> tuple[list[str], dict[str, str]]:
        async with open_database(read_settings()) as engine:
            await refuse_newer(engine)
            return await apply_all_schemas(engine, load_extensions())

    names, failed = run(work())
    for name in names:
        say(f"applied {name}")
    if not names and not failed:
        say("Nothing to apply.")
    if failed:
        raise ScraperSkyError("; ".join(f"{part}: {reason}" for part, reason in failed.items()))


def compare(*, as_json: bool) -> None:

    async def work() -> dict[str, list[SchemaDifference]]:
        async with open_database(read_settings()) as engine:
            await refuse_newer(engine)
            if missing := await pending_files(engine, all_schema_files(load_extensions())):
                raise SchemaPending(missing)
            return await verify(engine, Registry(installed_workflows()))

    found = run(work())
    if as_json:
        shown = {name: [asdict(each) for each in differences] for name, differences in found.items()}
        write_json(shown)
    else:
        print_differences(found)
    if found:
        raise typer.Exit(1)


def print_differences(found: dict[str, list[SchemaDifference]]) -> None:
    """Each once, however many workflows it concerns."""
    concerned: dict[SchemaDifference, list[str]] = {}
    for name, differences in found.items():
        for each in differences:
            concerned.setdefault(each, []).append(name)
    for difference, names in concerned.items():
        weight = "" if difference.stops else " (still runs)"
        say(f"{', '.join(names)}{weight}: {difference.words}")
        say(f"    {difference.remedy}")
    if not concerned:
        say("Database, models and API agree.")
