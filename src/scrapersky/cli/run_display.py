"""How a run looks in a terminal, and in a log: a moving line per stage, or plain lines now and then."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.table import Table

from scrapersky.cli.running import console, say
from scrapersky.cli.simulated import NO_COST
from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.services.runs.stages import StageProgress
from scrapersky.services.runs.summary import RunSummary

SECONDS_BETWEEN_LINES = 5.0
MOST_REASONS = 8


class RunDisplay(Protocol):
    def show(self, workflow: AnyWorkflow, progress: StageProgress) -> None: ...


@contextmanager
def run_display() -> Iterator[RunDisplay]:
    if not console.is_terminal:
        lines = PlainLines()
        yield lines
        lines.end()
        return
    title_and_bar = (TextColumn("{task.description:24}"), BarColumn(), MofNCompleteColumn())
    with Bars(*title_and_bar, TextColumn("{task.fields[note]}"), TimeElapsedColumn(), console=console) as bars:
        yield MovingLines(bars)


class MovingLines:
    """A line for each stage that has rows."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._tasks: dict[AnyWorkflow, TaskID] = {}

    def show(self, workflow: AnyWorkflow, progress: StageProgress) -> None:
        if workflow not in self._tasks:
            if not progress.decided:
                return
            self._tasks[workflow] = self._bars.add_task(_title(workflow), total=None, note="")
        task, total = self._tasks[workflow], max(progress.decided, 1)
        self._bars.update(task, completed=progress.ended, total=total, note=_note(progress))


class PlainLines:
    """For pipes and logs: a line for each stage every few seconds while something changes, and one at the end."""

    def __init__(self) -> None:
        self._said: dict[AnyWorkflow, str] = {}
        self._next: dict[AnyWorkflow, float] = {}
        self._last: dict[AnyWorkflow, StageProgress] = {}

    def show(self, workflow: AnyWorkflow, progress: StageProgress) -> None:
        self._last[workflow] = progress
        if time.monotonic() >= self._next.get(workflow, 0.0):
            self._next[workflow] = time.monotonic() + SECONDS_BETWEEN_LINES
            self._say(workflow, progress)

    def end(self) -> None:
        for workflow, progress in self._last.items():
            self._say(workflow, progress)

    def _say(self, workflow: AnyWorkflow, progress: StageProgress) -> None:
        line = f"{_title(workflow)}: {progress.ended:,} of {progress.decided:,} done"
        line += f", {note}" if (note := _note(progress)) else ""
        if progress.decided and line != self._said.get(workflow):
            say(line)
            self._said[workflow] = line


def _title(workflow: AnyWorkflow) -> str:
    return f"{workflow.code} {workflow.title}"


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
        reasons = [f"{count:,} {in_words(outcome)}" for outcome, count in stage.reasons[:MOST_REASONS]]
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


_WORDS = {
    "already_delivered": "delivered before",
    "bad_response": "answer that cannot be read",
    "blocked": "site turns us away",
    "busy": "site has no time",
    "connect": "no connection",
    "disconnected": "connection broken off",
    "dns": "name that leads nowhere",
    "parked": "domain that is for sale",
    "refused_address": "address that is not on the internet",
    "robots": "forbidden by robots.txt",
    "robots_unreachable": "robots.txt out of reach",
    "timeout": "took too long",
    "tls": "bad certificate",
    "verified_only": "checked, no target is set",
}


def in_words(outcome: str) -> str:
    """
    >>> in_words("no_website"), in_words("http_404"), in_words("robots")
    ('no website', 'HTTP 404', 'forbidden by robots.txt')
    """
    return _WORDS.get(outcome, outcome.replace("http_", "HTTP ").replace("_", " "))


def _duration(seconds: float) -> str:
    """
    >>> _duration(3.2), _duration(754)
    ('3 s', '12 min 34 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
