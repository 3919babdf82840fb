"""The command `scrapersky`: turns errors into one clear line."""

import sys
from typing import Annotated

import typer

from scrapersky.cli.late_commands import LateCommands
from scrapersky.cli.loading import load
from scrapersky.curation_sdk.errors import CurationError

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
        sys.stdout.write(f"scrapersky {load('importlib.metadata:version')('scrapersky')}\n")
        raise typer.Exit


def main() -> None:
    """Errors that we can say in words end in one line; usage errors are typer's, with exit code 2."""
    try:
        app()
    except loaded("asyncio", "CancelledError"):
        sys.exit(143)
    except known_errors() as error:
        if "--debug" in sys.argv:
            raise
        in_words, console = load("scrapersky.cli.running:in_words"), load("rich.console:Console")
        console(stderr=True, highlight=False, soft_wrap=True).print(f"Error: {in_words(error)}", markup=False)
        sys.exit(1)


def known_errors() -> tuple[type[BaseException], ...]:
    of_libraries = loaded("sqlalchemy.exc", "SQLAlchemyError") + loaded("asyncpg", "PostgresError")
    return (CurationError, OSError, *of_libraries)


def loaded(module: str, name: str) -> tuple[type[BaseException], ...]:
    """An error of a library that may not be loaded, and then raises none; for help it is not."""
    return (getattr(sys.modules[module], name),) if module in sys.modules else ()
