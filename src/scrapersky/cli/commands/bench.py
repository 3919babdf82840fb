"""`scrapersky bench`: what anybody can measure on their own machine."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.bench.soak.kinds import MEANINGS, FaultKind
from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="Measure, and prove, on this machine.", no_args_is_help=True)


ROWS, KILLS = 10_000, 20
QUICK_ROWS, QUICK_KILLS, QUICK_PAUSE = 1_000, 5, 0.6
_BESIDE = (
    "Peers are installed from PyPI into environments of their own in the data folder. Where one cannot be, there is no"
    " ratio, and a note says why. Your own database is neither asked nor needed."
)
_KINDS = "; ".join(f"{kind}: {MEANINGS[kind]}" for kind in FaultKind)


@app.command("autopilot")
@done_by("bench:run_autopilot")
def run_autopilot(
    *,
    businesses: Annotated[int | None, typer.Option(min=1, max=10_000, help="How many; else 2,000.")] = None,
    seed: Annotated[int, typer.Option(help="Which simulated world.")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="60 businesses.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """What the default rules find, against reading every page of the same made-up sites.

    Ends with 1 if they miss more than one contact in twenty, or read more than 15 pages in a hundred.
    """


MEASURED: dict[str, dict[str, str]] = tomllib.loads(
    files("scrapersky.bench").joinpath("benchmarks.toml").read_text("utf-8")
)


def _declare(name: str) -> None:
    @app.command(name, help=MEASURED[name]["says"] + "\n\n" + _BESIDE)
    @done_by("benchmarks:bench")
    def bench(
        *,
        context: typer.Context,
        quick: Annotated[bool, typer.Option("--quick", help="A small form: less exact, done in a minute.")] = False,
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
        results: Annotated[Path | None, typer.Option(help="A folder that keeps the result as NAME.json.")] = None,
        size: Annotated[
            list[int] | None, typer.Option(min=1, help="How many instead of the usual; claims and growth take several.")
        ] = None,
    ) -> None: ...


for _name in MEASURED:
    _declare(_name)


@app.command("soak")
@done_by("bench:run_soak")
def run_soak(
    *,
    rows: Annotated[int | None, typer.Option(min=100, help=f"How many rows are queued; else {ROWS:,}.")] = None,
    kills: Annotated[
        int | None, typer.Option(min=0, help=f"How many workers are killed; other faults go with it. Else {KILLS}.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help=f"{QUICK_ROWS:,} rows, a few faults of each kind.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    without: Annotated[
        list[FaultKind] | None, typer.Option("--without", help=f"Leave out a kind of fault; may be repeated. {_KINDS}.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Chooses victims and order as a former soak did.")] = None,
    database_url: Annotated[
        str | None,
        typer.Option(help="A server where a database is made, used and dropped; else an embedded one is started."),
    ] = None,
    workflow: Annotated[
        str, typer.Option(metavar="MODULE:NAME", help="Another workflow on the same rows, such as a broken one.")
    ] = "scrapersky.bench.soak.errands:soak_errand",
    log: Annotated[Path | None, typer.Option(help="A file that workers write their log to.")] = None,
) -> None:
    """Kill, suspend, cut off and starve workers and database, and count what the queue lost, doubled or wrongly failed.

    Ends with 1 if it did any of that, or if rows are stuck. Your own database is neither asked nor needed.
    """
