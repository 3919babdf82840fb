"""`scrapersky bench`: what anybody can measure on their own machine."""

import secrets
from pathlib import Path

import typer

from scrapersky.bench.soak.campaign import Options, soak
from scrapersky.bench.soak.kinds import FaultKind, make_plan
from scrapersky.cli.autopilot import autopilot
from scrapersky.cli.commands.bench import KILLS, QUICK_KILLS, QUICK_PAUSE, QUICK_ROWS, ROWS
from scrapersky.cli.running import run, say, say_aside, write_json
from scrapersky.cli.soak_display import as_object, show_report, soak_display
from scrapersky.config.logging import set_up_logging


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
