"""ScraperSky as a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
PATIENCE = 110.0


def environment(**changes: str) -> dict[str, str]:
    """Of this machine only what a process needs, so that a developer's own settings change no test.

    Workers do not stand back: on a machine where many tests run, rows would wait for all of these.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    paths = f"{SOURCES}{os.pathsep}{SOURCES.parent}"
    return kept | {"PYTHONPATH": paths, "COLUMNS": "200", "WORKER_NICENESS": "0"} | changes


class Process:
    """Runs until told to end; what it prints is kept in a file."""

    def __init__(self, command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        self.output = folder / f"output-{time.monotonic_ns()}.txt"
        with self.output.open("wb") as written:
            self._popen = subprocess.Popen(  # noqa: S603  our own program
                command,
                cwd=folder,
                env=environment(**variables),
                stdout=written,
                stderr=subprocess.STDOUT,
            )

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
    process = Process([program, *arguments], folder, variables)
    try:
        yield process
    finally:
        process.kill_if_alive()


@contextmanager
def scrapersky(*arguments: str, folder: Path, **variables: str) -> Iterator[Process]:
    with running(["-m", "scrapersky", *arguments], folder, **variables) as process:
        yield process
