"""The command `scrapersky`: collects the commands and turns errors into one clear line."""

import asyncio
import importlib
import importlib.util
import sys
from importlib.metadata import version
from typing import Annotated

import asyncpg
import typer
from rich.console import Console
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scrapersky.cli import (
    demo,
    doctor,
    export,
    extract,
    extract_contacts,
    generate,
    html,
    imports,
    place_import,
    run,
    schema,
    search,
    status,
    token,
    up,
    user,
    worker,
    workflow,
)
from scrapersky.curation_sdk import CurationError

app = typer.Typer(
    name="scrapersky",
    help="From a search phrase to verified contacts, with a person in control at every step.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("up")(up.up)
app.command("demo")(demo.demo)
app.command("worker")(worker.worker)
app.command("status")(status.status)
app.command("token")(token.token)
app.command("generate")(generate.generate)
app.command("doctor")(doctor.doctor)
app.command("export")(export.export)
app.command("run")(run.run_pipeline)
app.command("search")(search.search)
imports.app.command("places")(place_import.places)
extract.app.command("contacts")(extract_contacts.contacts)
extract.app.command("sitemap")(extract_contacts.sitemap)
app.add_typer(schema.app, name="schema")
app.add_typer(user.app, name="user")
app.add_typer(workflow.app, name="workflow")
app.add_typer(imports.app, name="import")
app.add_typer(extract.app, name="extract")
app.add_typer(html.app, name="html")
if importlib.util.find_spec("scrapersky.cli.simulate"):
    app.add_typer(importlib.import_module("scrapersky.cli.simulate").app, name="simulate")


@app.callback(invoke_without_command=True)
def options(
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error comes from.")] = False,  # noqa: ARG001
) -> None:
    if show_version:
        sys.stdout.write(f"scrapersky {version('scrapersky')}\n")
        raise typer.Exit


def main() -> None:
    """Errors that we can say in words end in one line; usage errors are typer's, with exit code 2."""
    try:
        app()
    except asyncio.CancelledError:
        sys.exit(143)
    except (CurationError, SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
        if "--debug" in sys.argv:
            raise
        Console(stderr=True, highlight=False, soft_wrap=True).print(f"Error: {in_words(error)}", markup=False)
        sys.exit(1)


def in_words(error: BaseException) -> str:
    """One line, whatever the driver made of it."""
    if isinstance(error, CurationError):
        return str(error)
    if isinstance(error, DBAPIError):
        error = error.orig or error
    reason = " ".join(str(error).split()) or type(error).__name__
    is_database = isinstance(error, (SQLAlchemyError, asyncpg.PostgresError, ConnectionError, TimeoutError))
    return f"The database does not answer as it should: {reason}" if is_database else reason
