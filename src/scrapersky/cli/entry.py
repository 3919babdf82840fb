"""The command `scrapersky`: turns errors into one clear line."""

import asyncio
import sys
from importlib.metadata import version
from typing import Annotated

import asyncpg
import typer
from rich.console import Console
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scrapersky.cli.late_commands import LateCommands
from scrapersky.curation_sdk import CurationError

app = typer.Typer(
    name="scrapersky",
    cls=LateCommands,
    help="From a search phrase to verified contacts, with a person in control at every step.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
