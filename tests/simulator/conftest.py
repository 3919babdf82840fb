from collections.abc import AsyncIterator

import pytest
from tests.simulator.browser import Browser, browsing

from scrapersky.simulator.nominatim import NominatimLimits
from scrapersky.simulator.overpass.service import OverpassLimits
from scrapersky.simulator.simulator import SimulatedLimits, Simulator

WITHOUT_WAITING = SimulatedLimits(overpass=OverpassLimits(cooldown_seconds=0), nominatim=NominatimLimits(0))


@pytest.fixture
async def simulator() -> AsyncIterator[Simulator]:
    """A healthy world in which nobody has to wait."""
    async with Simulator(seed=7, businesses=20_000, faults="none", limits=WITHOUT_WAITING) as simulator:
        yield simulator


@pytest.fixture
async def browser(simulator: Simulator) -> AsyncIterator[Browser]:
    async with browsing(simulator) as browser:
        yield browser
