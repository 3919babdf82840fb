"""How a command runs: its settings, its event loop, and signals that end it tidily."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import uvloop
from pydantic import ValidationError
from rich.console import Console

from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError

Result = TypeVar("Result")

console = Console(highlight=False)
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def say(words: str = "") -> None:
    """One line to the terminal, however long; no character in it means anything."""
    console.print(words, markup=False, soft_wrap=True)


class BadSetting(ScraperSkyError):
    """A setting from the environment, `.env` or an option cannot be read."""

    code = "bad_setting"


def read_settings(**given: object) -> Settings:
    """Options that were given win over the environment."""
    chosen: Any = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as error:
        complaints = (f"{str(each['loc'][0]).upper()}: {each['msg']}" for each in error.errors())
        raise BadSetting("; ".join(complaints)) from error


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run on uvloop; SIGTERM ends it as Ctrl-C does, with everything closed behind it."""

    async def until_ended() -> Result:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  it is running this
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await work

    return uvloop.run(until_ended())


@contextmanager
def on_stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While inside, Ctrl-C and SIGTERM call `stop` instead of cutting the work off."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
