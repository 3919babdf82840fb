"""`scrapersky simulate`: a small internet on loopback, and the truth about it."""

import asyncio
from pathlib import Path
from typing import NoReturn

import orjson
import typer

from scrapersky.cli.running import on_stop_signals, run
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.faults import Faults, Profile
from scrapersky.simulator.overture import write_overture
from scrapersky.simulator.server import SimulatorPortTaken
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.truth import find_business, truth_about
from scrapersky.simulator.world import NoSuchBusiness, World


def simulate(*, seed: int, businesses: int, faults: Profile, port: int) -> None:
    simulator = Simulator(
        seed=seed, businesses=businesses, faults=faults, port=port, https_port=port + 1 if port else 0
    )
    try:
        run(_serve(simulator))
    except SimulatorPortTaken as error:
        _fail(str(error))
    typer.echo("Stopped.")


def truth(*, seed: int, businesses: int, faults: Profile, business: str | None, jsonl: bool) -> None:
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


def overture(*, path: Path, seed: int, businesses: int) -> None:
    try:
        count = write_overture(World(seed, businesses), path)
    except ImportError:
        _fail('Writing Parquet needs pyarrow: pip install "scrapersky[overture]".')
    except OSError as error:
        _fail(f"Could not write {path}: {error.strerror or error}.")
    typer.echo(
        f"{count:,} places are in {path}. To search in them: OVERTURE_PATH={path} scrapersky search … --source overture"
    )


async def _serve(simulator: Simulator) -> None:
    stopped = asyncio.Event()
    with on_stop_signals(stopped.set):
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


def _summary(business: SimulatedBusiness, faults: Faults) -> str:
    website = business.website
    where = website.listed_url if website else "no website"
    fault = faults.of_site(website.host) if website and website.host else None
    contact = business.emails[0] if business.emails else business.phone or "no contact"
    return "\t".join((business.id, business.name, business.city, where, contact, fault or "no fault"))


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
