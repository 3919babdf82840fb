"""The commands by name. A command's declaration is loaded when it is asked for."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import typer

from scrapersky.cli.loading import PACKAGE, Group, load

COMMANDS = {
    "up": "up:up",
    "demo": "demo:demo",
    "api": "up:api",
    "worker": "worker:worker",
    "scheduler": "worker:scheduler",
    "status": "status:status",
    "token": "token:token",
    "audit": "audit:audit",
    "sbom": "sbom:sbom",
    "generate": "generate:generate",
    "doctor": "doctor:doctor",
    "export": "export:export",
    "delivery": "delivery:delivery",
    "rotate-keys": "delivery:rotate_keys",
    "erase": "erase:erase",
    "disclose": "erase:disclose",
    "backup": "backup:backup",
    "restore": "backup:restore",
    "run": "run:run_pipeline",
    "reprocess": "reprocess:reprocess",
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
