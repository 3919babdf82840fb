"""Businesses that tests look for."""

from functools import lru_cache

from scrapersky.simulator.business import SimulatedBusiness, Website
from scrapersky.simulator.faults import Fault, Faults
from scrapersky.simulator.world import World


def served(world: World) -> tuple[tuple[SimulatedBusiness, Website], ...]:
    """Every business with a website of its own, one owner per host."""
    return _served(world.seed, world.businesses)


@lru_cache(8)
def _served(seed: int, businesses: int) -> tuple[tuple[SimulatedBusiness, Website], ...]:
    return tuple(
        (business, business.website)
        for business in World(seed, businesses)
        if business.website and business.website.host and business.chain_number in (None, business.number)
    )


def host_with(world: World, faults: Faults, fault: Fault | None, *, https: bool | None = None) -> str:
    for _, website in served(world):
        if faults.of_site(website.host) is fault and https in (None, website.https):
            return website.host
    raise LookupError(f"No site with {fault} in this world.")
