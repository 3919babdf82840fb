"""`scrapersky bench NAME`: what was measured, for people and for programs."""

import gc
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from scrapersky.bench.frame import BenchResult, BenchRun, as_object, figure, keep
from scrapersky.cli.commands.bench import MEASURED
from scrapersky.cli.loading import load
from scrapersky.cli.running import collect_seldom, read_settings, run, say_aside, write_json


def bench(*, context: typer.Context, quick: bool, as_json: bool, results: Path | None, size: list[int] | None) -> None:
    measure = load(MEASURED[str(context.info_name)]["measured_by"])
    gc.freeze()  # both as every worker does
    collect_seldom()
    measured: BenchResult = run(measure(BenchRun(read_settings().scrapersky_data, quick, tuple(size or ()), say_aside)))
    result = as_object(measured)
    if results is not None:
        keep(result, results)
    if as_json:
        write_json(result)
    else:
        _show(measured)


def _show(measured: BenchResult) -> None:
    table = Table("", f"{measured.unit}/s", "spread", "ms of processor each", "MB")
    for name in measured.laps:
        milliseconds, megabytes = measured.milliseconds(name), measured.megabytes(name)
        spent = "" if milliseconds is None else f"{milliseconds:.2f}"
        most = "" if megabytes is None else f"{megabytes:,.0f}"
        table.add_row(name, figure(measured.rate(name)), f"{measured.spread(name):.0%}", spent, most)
    console, goals = Console(highlight=False), measured.goals()
    console.print(table)
    for name, ratio in measured.ratios().items():
        goal = f" (goal: {goals[name]})" if name in goals else ""
        console.print(f"{name}: {'not measured' if ratio is None else f'{ratio:.2f}'}{goal}")
    for note in measured.notes:
        console.print(note)
