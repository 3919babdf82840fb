"""`scrapersky bench`: what anybody can measure on their own machine."""

import secrets
import sys
from pathlib import Path

import orjson
import typer

from scrapersky.bench.soak.campaign import Options, soak
from scrapersky.bench.soak.kinds import FaultKind, make_plan
from scrapersky.cli.commands.bench import KILLS, QUICK_KILLS, QUICK_PAUSE, QUICK_ROWS, ROWS
from scrapersky.cli.running import run
from scrapersky.cli.soak_display import as_object, show_report, soak_display


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
        sys.stdout.write(orjson.dumps(as_object(report), option=orjson.OPT_INDENT_2).decode() + "\n")
    else:
        show_report(report)
    if not report.verdict.is_sound:
        raise typer.Exit(1)
