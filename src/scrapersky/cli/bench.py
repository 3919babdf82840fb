"""`scrapersky bench`: what anybody can measure on their own machine, and how a soak looks."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from scrapersky.bench.soak.campaign import Options, Report, SoakProgress, soak
from scrapersky.bench.soak.kinds import MEANINGS, FaultKind, SoakPlan, make_plan
from scrapersky.cli.autopilot import autopilot
from scrapersky.cli.commands.bench import KILLS, QUICK_KILLS, QUICK_PAUSE, QUICK_ROWS, ROWS
from scrapersky.cli.progress_lines import ProgressLines, progress_lines
from scrapersky.cli.running import run, say, say_aside, write_json
from scrapersky.cli.terminal import console
from scrapersky.config.logging import set_up_logging

_COUNTED = {
    "lost": "never came to an end, or are Complete without their effect",
    "doubled": "have more effects than they were completed",
    "stuck": "still wait or are in work, long after all others",
    "innocent_errors": "are in Error through no fault of their own",
}


@dataclass(frozen=True, slots=True)
class SoakDisplay:
    plan: SoakPlan
    where: Console
    lines: ProgressLines

    def begin(self, folder: Path) -> None:
        plan = self.plan
        opening = f"Soaking {plan.rows:,} rows, {len(plan.strikes)} faults, seed {plan.seed}, in {folder}"
        self.where.print(opening, soft_wrap=True, markup=False)

    def show(self, progress: SoakProgress) -> None:
        note = f"{progress.strikes} of {len(self.plan.strikes)} faults done, {progress.doing}"
        self.lines.show("Rows", progress.ended, progress.rows, note)


@contextmanager
def soak_display(plan: SoakPlan, *, on_stderr: bool) -> Iterator[SoakDisplay]:
    """Programs that read the answer get nothing else on standard output."""
    where = Console(stderr=True, highlight=False) if on_stderr else console
    with progress_lines(where) as lines:
        yield SoakDisplay(plan, where, lines)


def show_report(report: Report) -> None:
    faults = Table("fault", box=None)
    faults.add_column("times", justify="right")
    faults.add_column("what happens")
    for kind in FaultKind:
        count = report.missing.get(kind) or f"{report.faults.get(kind, 0):,}"
        faults.add_row(kind.value, count if kind in report.plan.faults else "left out", MEANINGS[kind])
    console.print(faults)
    for kind, reason in report.missing.items():
        console.print(f"{kind.value}: {reason}", markup=False)
    rows = Table("", box=None)
    rows.add_column("rows", justify="right")
    rows.add_column("that")
    for name, meaning in _COUNTED.items():
        rows.add_row(name.replace("_", " "), f"{getattr(report.verdict, name):,}", meaning)
    console.print(rows)
    for message, times in report.verdict.errors.items():
        console.print(f"{times:,} of the innocent errors say: {message}", markup=False, soft_wrap=True)
    console.print(
        f"{report.plan.rows:,} rows in {report.seconds:,.0f} s; after a fault the next row was complete within"
        f" {report.slowest_recovery_s:.1f} s; seed {report.plan.seed}",
        soft_wrap=True,
    )


def as_object(report: Report) -> dict[str, Any]:
    return {
        "rows": report.plan.rows,
        "kills": report.faults.get(FaultKind.KILL, 0),
        "faults": {kind.value: count for kind, count in report.faults.items()},
        "not_permitted": {kind.value: reason for kind, reason in report.missing.items()},
        **{name: getattr(report.verdict, name) for name in _COUNTED},
        "innocent_error_messages": report.verdict.errors,
        "slowest_recovery_s": round(report.slowest_recovery_s, 2),
        "seconds": round(report.seconds, 1),
        "seed": report.plan.seed,
    }


def run_autopilot(*, businesses: int | None, seed: int, quick: bool, as_json: bool) -> None:
    set_up_logging("ERROR", for_people=True)
    told = run(autopilot(quick=quick, businesses=businesses, seed=seed, say=say_aside))
    if as_json:
        write_json(told)
    else:
        for share, counted in (("contact_share", "contacts"), ("fetch_share", "fetches")):
            say(f"{share} {told[share]:.1%}: {told[counted]:,} {counted} of {told[f'{counted}_of_every_page']:,}")
    if not told["is_good"]:
        raise typer.Exit(1)


def run_soak(
    *,
    rows: int | None,
    kills: int | None,
    quick: bool,
    as_json: bool,
    without: list[FaultKind] | None,
    seed: int | None,
    database_url: str | None,
    workflow: str,
    log: Path | None,
) -> None:
    plan = make_plan(
        rows or (QUICK_ROWS if quick else ROWS),
        (QUICK_KILLS if quick else KILLS) if kills is None else kills,
        secrets.randbelow(1_000_000) if seed is None else seed,
        without or (),
        pause=QUICK_PAUSE if quick else 1.0,
    )
    with soak_display(plan, on_stderr=as_json) as display:
        report = run(soak(plan, Options(workflow, database_url, log), display.begin, display.show))
    if as_json:
        write_json(as_object(report))
    else:
        show_report(report)
    if not report.verdict.is_sound:
        raise typer.Exit(1)
