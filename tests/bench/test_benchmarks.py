"""`scrapersky bench`: ratios of those who ran side by side, and a regression by half is seen."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.process import ran

from scrapersky.bench.frame import BenchResult, Comparison, Lap, as_object, processor_seconds, race


def bench(folder: Path, *arguments: str, **variables: str) -> dict[str, Any]:
    done = ran("bench", *arguments, "--quick", "--json", folder=folder, **variables)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.timeout(300)
def test_the_queue_is_not_far_from_raw_sql(tmp_path: Path) -> None:
    answer = bench(tmp_path, "queue", "--results", str(tmp_path), SCRAPERSKY_DATA=str(tmp_path))
    assert answer["ratio_to_floor"] > 0.3
    assert answer["ratio_to_pgqueuer"] is None
    assert answer["notes"][0].startswith("PgQueuer is not beside us: it is not installed yet")
    assert answer["ratio_to_pattern"] > 10
    kept = json.loads((tmp_path / "queue.json").read_text())
    assert kept["ratio_to_floor"] == answer["ratio_to_floor"]
    assert kept["machine"]["processors"]
    assert kept["versions"]["scrapersky"]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("extraction", {}),
        ("batch", {"ratio_to_unnest": 0.1}),
        ("claims", {"ratio_to_2000_at_20000": 0.3, "ratio_to_2000_without_vacuum": 0.3}),
        ("lists", {"ratio_to_raw_sql_over_http_first_page": 0.05, "ratio_to_facet_limit": 0.5}),
    ],
)
def test_none_is_far_behind_its_peer(tmp_path: Path, name: str, least: dict[str, float]) -> None:
    answer = bench(tmp_path, name)
    assert {ratio: answer[ratio] for ratio, bound in least.items() if answer[ratio] < bound} == {}


@pytest.mark.timeout(300)
def test_pages_are_measured_without_scrapy_where_it_cannot_be_had(tmp_path: Path) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_NO_INDEX": "1", "PIP_RETRIES": "0"}
    answer = bench(tmp_path, "pages", SCRAPERSKY_DATA=str(tmp_path), PIP_FIND_LINKS="", **nowhere)
    assert answer["ratio_to_scrapy"] is None
    assert "could not be installed" in answer["notes"][0]
    ours = answer["contenders"]["ScraperSky"]
    assert ours["rate"] > 0
    # On any machine: what a page takes of the processor, database included, is a few times what parsing it takes.
    assert ours["processor_milliseconds"] is None or ours["processor_milliseconds"] < 60


@pytest.mark.timeout(300)
def test_saving_contacts_is_not_far_from_finding_them_alone(tmp_path: Path) -> None:
    answer = bench(tmp_path, "contacts")
    assert answer["ratio_to_extraction"] > 0
    # 1.5 to 1.8 on a busy machine; with a save for each page about 3.
    assert (answer["processor_ratio_to_extraction"] or 0) < 2.5


async def test_contenders_take_turns_and_neighbours_are_compared() -> None:
    order: list[str] = []

    def contender(name: str, *seconds: float) -> Any:
        left = iter(seconds)

        async def run() -> Lap:
            order.append(name)
            return Lap(100, next(left), 1.0, 0.5)

        return run

    laps = await race({"we": contender("we", 1, 10, 1), "they": contender("they", 2, 20, 1)}, 3)
    assert order == ["we", "they"] * 3
    compared = [Comparison("them", "we", "they", goal=1.5), Comparison("nobody", "we", "nobody", memory_goal=0.01)]
    measured = BenchResult("test", laps, "rows", compared, notes=["alone"])
    assert measured.ratio("we", "they") == 2
    assert measured.ratio("we", "nobody") is None
    told = as_object(measured)
    assert told["ratio_to_them"] == 2
    assert told["processor_ratio_to_them"] == 1
    assert told["memory_ratio_to_nobody"] is None
    assert told["goals"] == {"ratio_to_them": "≥ 1.5", "memory_ratio_to_nobody": "≤ 0.01"}
    assert told["contenders"]["we"]["spread"] == pytest.approx(0.9)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
def test_processor_time_counts_processes_below() -> None:
    script = "x = 0\nwhile True: x += 1"
    child = subprocess.Popen([sys.executable, "-c", script])  # noqa: S603  ours
    try:
        before = processor_seconds(os.getpid())
        assert before is not None
        while (processor_seconds(child.pid) or 0.0) < 0.2:
            time.sleep(0.02)
        assert (processor_seconds(os.getpid()) or 0.0) > before
    finally:
        child.kill()
        child.wait()
