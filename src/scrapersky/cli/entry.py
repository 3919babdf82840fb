"""The command `scrapersky`: turns errors into one clear line."""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

import typer

from scrapersky.cli.loading import PACKAGE, Group, load
from scrapersky.curation_sdk.errors import CurationError

COMMANDS = {
    "up": "processes:up",
    "demo": "processes:demo",
    "api": "processes:api",
    "worker": "processes:worker",
    "scheduler": "processes:scheduler",
    "status": "operating:status",
    "token": "operating:token",
    "audit": "operating:audit",
    "sbom": "operating:sbom",
    "generate": "operating:generate",
    "doctor": "operating:doctor",
    "export": "export:export",
    "delivery": "operating:delivery",
    "rotate-keys": "operating:rotate_keys",
    "erase": "erase:erase",
    "disclose": "erase:disclose",
    "backup": "operating:backup",
    "restore": "operating:restore",
    "run": "run:run_pipeline",
    "reprocess": "processes:reprocess",
    "search": "search:search",
    "rules": "rules:app",
    "schedules": "schedules:app",
    "schema": "schema:app",
    "user": "user:app",
    "workflow": "workflow:app",
    "import": "imports:app",
    "extract": "extract:app",
    "html": "html:app",
    "simulate": "simulate:app",
    "bench": "bench:app",
}
"""Each with the module of `commands` and the function, or the group of further commands, that it is."""


class LateCommands(Group):
    """A group whose commands are those above."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: Any = _Loaded()

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  what a group is asked
        return list(self.commands)


class _Loaded(Mapping[str, Any]):
    def __getitem__(self, name: str) -> Any:
        return _load(name, COMMANDS[name])

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@cache
def _load(name: str, place: str) -> Any:
    found = load(f"{PACKAGE}.commands.{place}")
    command = typer.main.get_group(found) if isinstance(found, typer.Typer) else _command_of(found, name)
    command.name = name
    return command


def _command_of(function: Any, name: str) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command(name)(function)
    return typer.main.get_command(alone)


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
