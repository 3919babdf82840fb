"""The commands by name. A command's module is loaded when it is asked for: most need a part of the product only."""

import gc
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

COMMANDS = {
    "up": "up:up",
    "demo": "demo:demo",
    "worker": "worker:worker",
    "status": "status:status",
    "token": "token:token",
    "generate": "generate:generate",
    "doctor": "doctor:doctor",
    "export": "export:export",
    "run": "run:run_pipeline",
    "search": "search:search",
    "schema": "schema:app",
    "user": "user:app",
    "workflow": "workflow:app",
    "import": "imports:app",
    "extract": "extract:app",
    "html": "html:app",
    "simulate": "simulate:app",
    "bench": "bench:app",
}
"""Each with the module of this package and the function, or the group of further commands, that it is."""


class LateCommands(TyperGroup):
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
    module, attribute = place.split(":")
    with _nothing_collected():
        found = getattr(importlib.import_module(f"scrapersky.cli.{module}"), attribute)
        command = typer.main.get_group(found) if isinstance(found, typer.Typer) else _command_of(found, name)
    command.name = name
    return command


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """What is loaded stays, so no garbage is looked for meanwhile, nor in it later: a third of a command's start.

    Not later again where one process runs many commands: their garbage would stay too.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        if gc.get_freeze_count() == 0:
            gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


def _command_of(function: Any, name: str) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command(name)(function)
    return typer.main.get_command(alone)
