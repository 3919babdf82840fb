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
            with _nothing_collected():
                doing = load(f"{PACKAGE}.{place}")
            doing(**options)

        do.__dict__["done_by"] = f"{PACKAGE}.{place}"
        return do  # type: ignore[return-value]

    return declare


def load(place: str) -> Any:
    module, attribute = place.split(":")
    return getattr(importlib.import_module(module), attribute)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """What is loaded stays, so no garbage is looked for meanwhile, nor in it later: a third of a command's start.

    Not later again where one process runs many commands: their garbage would stay too.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        _freeze_once()
    finally:
        if was_enabled:
            gc.enable()


@cache
def _freeze_once() -> None:
    gc.freeze()
