"""How far something has come: a moving line for each part in a terminal, plain lines now and then elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

SECONDS_BETWEEN_LINES = 5.0


class ProgressLines(Protocol):
    def show(self, part: str, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def progress_lines(where: Console) -> Iterator[ProgressLines]:
    if not where.is_terminal:
        lines = PlainLines(where)
        yield lines
        lines.end()
        return
    part_and_bar = (TextColumn("{task.description:24}"), BarColumn(), MofNCompleteColumn())
    with Bars(*part_and_bar, TextColumn("{task.fields[note]}"), TimeElapsedColumn(), console=where) as bars:
        yield MovingLines(bars)


class MovingLines:
    """A line for each part of which there is something."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def show(self, part: str, done: int, total: int, note: str = "") -> None:
        if part not in self._tasks:
            if not total:
                return
            self._tasks[part] = self._bars.add_task(part, total=None, note="")
        self._bars.update(self._tasks[part], completed=done, total=max(total, 1), note=note)


class PlainLines:
    """For pipes and logs: a line for each part every few seconds while something changes, and one at the end."""

    def __init__(self, where: Console) -> None:
        self._where = where
        self._said: dict[str, str] = {}
        self._next: dict[str, float] = {}
        self._last: dict[str, str] = {}

    def show(self, part: str, done: int, total: int, note: str = "") -> None:
        if not total:
            return
        self._last[part] = f"{part}: {done:,} of {total:,} done" + (f", {note}" if note else "")
        if time.monotonic() >= self._next.get(part, 0.0):
            self._next[part] = time.monotonic() + SECONDS_BETWEEN_LINES
            self._say(part)

    def end(self) -> None:
        for part in self._last:
            self._say(part)

    def _say(self, part: str) -> None:
        line = self._last[part]
        if line != self._said.get(part):
            self._where.print(line, markup=False, soft_wrap=True)
            self._said[part] = line
