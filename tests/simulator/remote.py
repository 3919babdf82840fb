"""A simulator that runs in another process: what a program needs in order to reach it."""

import ssl
from dataclasses import dataclass

from aiohttp import ClientSession

from scrapersky.simulator.faults import Faults
from scrapersky.simulator.resolver import SimulatedResolver
from scrapersky.simulator.world import World


@dataclass(frozen=True, slots=True)
class RemoteSimulator:
    """Names and truth are computed here, since the same seed gives the same world; only requests go there."""

    world: World
    faults: Faults
    resolver: SimulatedResolver
    trust: ssl.SSLContext


async def connect(port: int) -> RemoteSimulator:
    """Find out about the simulator whose http port this is, on 127.0.0.1."""
    async with ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/", raise_for_status=True) as response:
            about = await response.json()
        async with session.get("/certificate-authority.pem", raise_for_status=True) as response:
            authority = await response.text()
    world = World(about["seed"], about["businesses"])
    faults = Faults(about["seed"], about["faults"])
    resolver = SimulatedResolver(world, faults, about["http_port"], about["https_port"])
    return RemoteSimulator(world, faults, resolver, ssl.create_default_context(cadata=authority))
