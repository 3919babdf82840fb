"""How a run looks in a terminal, and in a log: one moving line per stage, or one plain line now and then."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.table import Table

from scrapersky.cli.running import console, say
from scrapersky.cli.simulated import NO_COST
from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.services.pipeline_run import RunSummary, StageProgress

SECONDS_BETWEEN_LINES = 5.0
MOST_REASONS = 8


class StageDisplay(Protocol):
    def show(self, progress: StageProgress) -> None: ...


@contextmanager
def stage_display(workflow: AnyWorkflow) -> Iterator[StageDisplay]:
    title = f"{workflow.code} {workflow.title}"
    if not console.is_terminal:
        lines = PlainLines(title)
        yield lines
        lines.end()
        return
    title_and_bar = (TextColumn("{task.description:24}"), BarColumn(), MofNCompleteColumn())
    with Bars(*title_and_bar, TextColumn("{task.fields[note]}"), TimeElapsedColumn(), console=console) as bars:
        yield MovingLine(bars, title)


class MovingLine:
    def __init__(self, bars: Bars, title: str) -> None:
        self._bars = bars
        self._task = bars.add_task(title, total=None, note="")

    def show(self, progress: StageProgress) -> None:
        self._bars.update(self._task, completed=progress.ended, total=max(progress.decided, 1), note=_note(progress))


class PlainLines:
    """For pipes and logs: a line every few seconds while something changes, and one at the end."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._said, self._next = "", 0.0
        self._last: StageProgress | None = None

    def show(self, progress: StageProgress) -> None:
        self._last = progress
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN_LINES
            self._say(progress)

    def end(self) -> None:
        if self._last is not None:
            self._say(self._last)

    def _say(self, progress: StageProgress) -> None:
        line = f"{self._title}: {progress.ended:,} of {progress.decided:,} done"
        line += f", {note}" if (note := _note(progress)) else ""
        if line != self._said:
            say(line)
            self._said = line


def _note(progress: StageProgress) -> str:
    parts = [f"{progress.states[State.ERROR]:,} failed"] if progress.states[State.ERROR] else []
    parts += [f"{progress.put_off:,} put off"] if progress.put_off else []
    return ", ".join(parts)


def show_summary(summary: RunSummary, seconds: float, *, is_simulated: bool = False) -> None:
    """What was found, stage by stage, and why the rest gave nothing. A simulated source takes no money."""
    stages = Table("stage", box=None, title=None)
    for name in ("done", "failed", "waiting", "left"):
        stages.add_column(name, justify="right")
    stages.add_column("why nothing came of some")
    for stage in summary.stages:
        reasons = [f"{count:,} {outcome}" for outcome, count in stage.reasons[:MOST_REASONS]]
        reasons += ["…"] if len(stage.reasons) > MOST_REASONS else []
        numbers = (stage.complete, stage.failed, stage.waiting, stage.left_new)
        stages.add_row(stage.title, *(f"{number:,}" for number in numbers), ", ".join(reasons))
    console.print(stages)
    totals = Table(box=None, show_header=False)
    totals.add_column()
    totals.add_column(justify="right")
    for name, value in (
        ("businesses", f"{summary.businesses:,}"),
        ("domains", f"{summary.domains:,}"),
        ("pages read", f"{summary.pages_read:,}"),
        ("contacts", f"{summary.contacts:,}"),
        ("cost", NO_COST if is_simulated else f"${summary.cost_micros / 1_000_000:,.2f}"),
        ("time", _duration(seconds)),
    ):
        totals.add_row(name, value)
    console.print(totals)


def _duration(seconds: float) -> str:
    """
    >>> _duration(3.2), _duration(754)
    ('3 s', '12 min 34 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
