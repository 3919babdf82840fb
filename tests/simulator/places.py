"""Businesses that tests look for."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from scrapersky.simulator.business import SimulatedBusiness, Website
from scrapersky.simulator.faults import Fault, Faults
from scrapersky.simulator.world import World

Served = tuple[SimulatedBusiness, Website]


def served(world: World) -> Iterator[Served]:
    """Every business with a website of its own, one owner per host. Made as far as somebody asks, and once."""
    made, coming = _served(world.seed, world.businesses)
    for place in count():
        if place == len(made):
            following = next(coming, None)
            if following is None:
                return
            made.append(following)
        yield made[place]


@lru_cache(8)
def _served(seed: int, businesses: int) -> tuple[list[Served], Iterator[Served]]:
    coming = (
        (business, business.website)
        for business in World(seed, businesses)
        if business.website and business.website.host and business.chain_number in (None, business.number)
    )
    return [], coming


def host_with(world: World, faults: Faults, fault: Fault | None, *, https: bool | None = None) -> str:
    for _, website in served(world):
        if faults.of_site(website.host) is fault and https in (None, website.https):
            return website.host
    raise LookupError(f"No site with {fault} in this world.")
