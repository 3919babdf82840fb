"""`scrapersky simulate`: a small internet on loopback, and the truth about it."""

import asyncio
import signal
import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import orjson
import typer

from scrapersky.simulator.faults import Faults, Profile
from scrapersky.simulator.server import PortTaken
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.truth import find_business, truth_about
from scrapersky.simulator.world import LARGEST_WORLD, Business, NoSuchBusiness, World

_LOOP: Callable[[], asyncio.AbstractEventLoop] | None = None
if sys.platform != "win32":
    import uvloop

    _LOOP = uvloop.new_event_loop

app = typer.Typer(help="A small internet on loopback: place APIs, business websites, and the truth about them.")

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
    if context.invoked_subcommand is not None:
        _hand_on_options(context)
        return
    simulator = Simulator(
        seed=seed, businesses=businesses, faults=faults, port=port, https_port=port + 1 if port else 0
    )
    try:
        with asyncio.Runner(loop_factory=_LOOP) as runner:
            runner.run(_serve(simulator))
    except PortTaken as error:
        _fail(str(error))
    except KeyboardInterrupt:
        pass
    typer.echo("Stopped.")


@app.command()
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
    world = World(seed, businesses)
    known_faults = Faults(seed, faults)
    try:
        chosen = world if business is None else [find_business(world, business)]
    except NoSuchBusiness as error:
        _fail(str(error))
    for each in chosen:
        if jsonl or business is not None:
            layout = None if jsonl else orjson.OPT_INDENT_2
            typer.echo(orjson.dumps(truth_about(world, each, known_faults), option=layout))
        else:
            typer.echo(_summary(each, known_faults))


def _hand_on_options(context: typer.Context) -> None:
    """What was said before the sub-command holds for it too; what it has no use for is refused, not ignored."""
    given = {name: value for name, value in context.params.items() if _was_typed(context, name)}
    if "port" in given:
        raise typer.BadParameter(f"--port is for serving; {context.invoked_subcommand} listens nowhere.")
    context.default_map = {str(context.invoked_subcommand): given}


def _was_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


async def _serve(simulator: Simulator) -> None:
    stopped = asyncio.Event()
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with simulator:
        typer.echo(_welcome(simulator))
        await stopped.wait()


def _welcome(simulator: Simulator) -> str:
    world = simulator.world
    return (
        f"Simulating {world.businesses:,} businesses (seed {world.seed}, faults: {simulator.faults.profile}).\n"
        f"  http   http://127.0.0.1:{simulator.http_port}\n"
        f"  https  https://127.0.0.1:{simulator.https_port}\n"
        f"Hosts are told apart by the Host header. Request log, certificate authority and truth:"
        f" http://127.0.0.1:{simulator.http_port}/\n"
        "Press Ctrl-C to stop."
    )


def _summary(business: Business, faults: Faults) -> str:
    website = business.website
    where = website.listed_url if website else "no website"
    fault = faults.of_site(website.host) if website and website.host else None
    contact = business.emails[0] if business.emails else business.phone or "no contact"
    return "\t".join((business.id, business.name, business.city, where, contact, fault or "no fault"))


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
