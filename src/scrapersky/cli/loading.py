"""A command is declared without what it does, which is loaded when it is done: whoever asks for help need not wait."""

import gc
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any, TypeVar

from typer.core import TyperGroup

Declaration = TypeVar("Declaration", bound=Callable[..., None])

PACKAGE = "scrapersky.cli"


class Group(TyperGroup):
    """Commands under one name."""

    def get_help_option(self, ctx: Any) -> Any:
        """Not asked for is False. As None it would be read by a library that takes as long to load as all else."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.default = False
        return option


def done_by(place: str) -> Callable[[Declaration], Declaration]:
    """The options of the declared command go by their names to this function, such as `status:status`."""

    def declare(declaration: Declaration) -> Declaration:
        @wraps(declaration)
        def do(**options: Any) -> None:
            with nothing_collected():
                doing = load(f"{PACKAGE}.{place}")
                _freeze_once()
            doing(**options)

        do.__dict__["done_by"] = f"{PACKAGE}.{place}"
        return do  # type: ignore[return-value]

    return declare


def load(place: str) -> Any:
    module, attribute = place.split(":")
    return getattr(importlib.import_module(module), attribute)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """While what stays is loaded or made no garbage is looked for: a third of a command's start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@cache
def _freeze_once() -> None:
    """What is loaded is not looked through later either. Where one process runs many commands, their garbage is."""
    gc.freeze()
