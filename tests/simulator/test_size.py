"""A world of a million takes no more memory than one of a hundred, and starts as fast."""

import json
import os
import subprocess
import sys
from pathlib import Path

MEASURE = """
import asyncio, json, sys
from time import perf_counter
import psutil
from scrapersky.simulator.simulator import Simulator
from tests.simulator.browser import browsing

async def measure(businesses):
    start = perf_counter()
    async with Simulator(seed=7, businesses=businesses, faults="none") as simulator:
        started = perf_counter() - start
        async with browsing(simulator) as browser:
            for number in range(0, businesses, max(1, businesses // 150)):
                website = simulator.world.business(number).website
                if website and website.host:
                    scheme = "https" if website.https else "http"
                    await browser.get(f"{scheme}://{website.host}/", Connection="close")
            for phrase in ("dentists in Austin, TX", "Restaurants in Berlin"):
                await browser.search_text({"textQuery": phrase}, "*")
        print(json.dumps({"started": started, "memory": psutil.Process().memory_info().rss}))

asyncio.run(measure(int(sys.argv[1])))
"""


def measure(businesses: int) -> dict[str, float]:
    root = Path(__file__).parents[2]
    run = subprocess.run(  # noqa: S603  our own interpreter and our own words
        [sys.executable, "-c", MEASURE, str(businesses)],
        env=os.environ | {"PYTHONPATH": f"{root / 'src'}:{root}"},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(run.stdout)
    return figures


def test_a_million_businesses_fit_in_200_megabytes_and_start_at_once() -> None:
    small, large = measure(100), measure(1_000_000)

    assert large["memory"] < 200_000_000
    assert large["memory"] < small["memory"] + 60_000_000
    assert large["started"] < small["started"] + 0.5
