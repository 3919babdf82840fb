"""`scrapersky simulate`: a small internet on loopback, and the truth about it."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by
from scrapersky.simulator.faults import Profile
from scrapersky.simulator.world import LARGEST_WORLD

app = typer.Typer(
    cls=Group, help="A small internet on loopback: place APIs, business websites, and the truth about them."
)


Seed = Annotated[int, typer.Option("--seed", help="The same seed and size give the same world.")]
Size = Annotated[int, typer.Option("--businesses", min=1, max=LARGEST_WORLD, help="How many businesses there are.")]
FaultProfile = Annotated[Profile, typer.Option("--faults", help="How much goes wrong.")]


@app.callback(invoke_without_command=True)
def simulate(
    context: typer.Context,
    seed: Seed = 1,
    businesses: Size = 10_000,
    faults: FaultProfile = "default",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65534, help="For http; https gets the next one. 0 takes free ones.")
    ] = 8800,
) -> None:
    """Serve until stopped, on 127.0.0.1 only."""
    if context.invoked_subcommand is None:
        serve(seed=seed, businesses=businesses, faults=faults, port=port)
    else:
        _hand_on_options(context)


@done_by("simulate:simulate")
def serve(*, seed: int, businesses: int, faults: Profile, port: int) -> None:
    """Without a command of the group."""


@app.command()
@done_by("simulate:truth")
def truth(
    seed: Seed = 1,
    businesses: Size = 10_000,
    faults: FaultProfile = "default",
    business: Annotated[
        str | None, typer.Option("--business", metavar="ID", help="Only this one: a place id, a number or a host.")
    ] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Every fact, one JSON object a line.")] = False,
) -> None:
    """Print what is true about the businesses: their contacts, their websites and what is wrong with those."""


@app.command()
@done_by("simulate:overture")
def overture(
    path: Annotated[Path, typer.Argument(help="The GeoParquet file to write, such as places.parquet.")],
    seed: Seed = 1,
    businesses: Size = 10_000,
) -> None:
    """Write the world as an extract of Overture's places; OVERTURE_PATH names it, and --source overture reads it."""


def _hand_on_options(context: typer.Context) -> None:
    """What was said before the sub-command holds for it too; what it has no use for is refused, not ignored."""
    given = {name: value for name, value in context.params.items() if _was_typed(context, name)}
    if "port" in given:
        raise typer.BadParameter(f"--port is for serving; {context.invoked_subcommand} listens nowhere.")
    context.default_map = {str(context.invoked_subcommand): given}


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
