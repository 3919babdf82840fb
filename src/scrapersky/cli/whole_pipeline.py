"""`scrapersky bench pipeline` and `growth`: made-up businesses from import to contacts, each time by a new process."""

import os
import resource
import sys
import tempfile
from functools import partial
from pathlib import Path

import orjson

from scrapersky.app.product import open_product
from scrapersky.bench.frame import BenchResult, BenchRun, Comparison, Contender, Lap, ProcessorClock, race
from scrapersky.bench.peers import answer_of
from scrapersky.cli.autopilot import books, harvest
from scrapersky.cli.running import read_settings, run
from scrapersky.cli.simulated import ChosenSource, simulated_internet
from scrapersky.config.logging import set_up_logging
from scrapersky.errors import ScraperSkyError
from scrapersky.simulator.simulator import Simulator

TOGETHER, APART = "the whole at once", "the sum of its stages"
BUSINESSES, QUICK_BUSINESSES = 1_000, 20
SIZES, QUICK_SIZES = (1_000, 10_000), (10, 40)
CLOSE = 0.1
_BOOK = "default rules"


async def _take_through(businesses: int, *, apart: bool) -> dict[str, float | None]:
    """No site is slow or broken, and none asks to be read slowly: only what is done takes time."""
    with tempfile.TemporaryDirectory(prefix="scrapersky-pipeline-") as folder:
        settings = read_settings(scrapersky_data=Path(folder), fetch_interval_seconds=0.0)
        settings = ChosenSource("simulator").settings(settings.model_copy(update={"database_url": None}))
        async with (
            Simulator(businesses=businesses, faults="none") as simulator,
            open_product(settings, None, simulated_internet(simulator)) as product,
        ):
            clock = ProcessorClock(os.getpid())
            crop = await harvest(product, simulator, businesses, _BOOK, books(product)[_BOOK], apart=apart)
            spent = clock.spent
    return {
        "units": businesses,
        "seconds": crop.seconds,
        "processor_seconds": spent,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "contacts": len(crop.contacts),
    }


class PipelineCourse:
    """What was found by whom: those who find much less have not done the same."""

    def __init__(self) -> None:
        self._contacts: dict[int, int] = {}

    async def lap(self, businesses: int, way: str) -> Lap:
        command = [sys.executable, "-m", "scrapersky.cli.whole_pipeline", str(businesses), way]
        answer = await answer_of(command)
        found = answer.pop("contacts")
        expected = self._contacts.setdefault(businesses, found)
        if not found or abs(found - expected) > CLOSE * expected:
            raise ScraperSkyError(f"{way}: {found} contacts of {businesses} businesses, and {expected} before.")
        return Lap(**answer)


async def measure_pipeline(asked: BenchRun) -> BenchResult:
    businesses = asked.sizes[0] if asked.sizes else asked.choose(BUSINESSES, QUICK_BUSINESSES)
    course = PipelineCourse()
    contenders: dict[str, Contender] = {way: partial(course.lap, businesses, way) for way in (TOGETHER, APART)}
    laps = await race(contenders, asked.choose(2, 1))
    return BenchResult("pipeline", laps, "businesses", [Comparison("sum_of_stages", TOGETHER, APART, goal=0.77)])


async def measure_growth(asked: BenchRun) -> BenchResult:
    """Each size once: the smallest for as long as its own laps would take tells what a lap is worth."""
    first, *others = asked.sizes or asked.choose(SIZES, QUICK_SIZES)
    course, names = PipelineCourse(), {size: f"{size:,} businesses" for size in (first, *others)}
    contenders: dict[str, Contender] = {name: partial(course.lap, size, TOGETHER) for size, name in names.items()}
    laps = await race(contenders, 1)
    compared = [
        Comparison(f"{first}_at_{size}", names[size], names[first], goal=0.667, memory_goal=1.5) for size in others
    ]
    return BenchResult("growth", laps, "businesses", compared)


if __name__ == "__main__":
    set_up_logging("ERROR", for_people=True)
    taken = run(_take_through(int(sys.argv[1]), apart=sys.argv[2] == APART))
    sys.stdout.write(orjson.dumps(taken).decode() + "\n")
