from collections.abc import Sequence

import pytest
from benchmarks.made_pages.pages import made_pages
from benchmarks.made_pages.scores import Reading, f1, interval, reading_of

PAGES, SEED = 336, 7
LEAST = {"emails": 0.98, "phones": 0.98, "faxes": 0.95, "streets": 0.97, "hours": 0.97}
WIDEST_GAP = 0.02


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    return [reading_of(page) for page in made_pages(PAGES, SEED)]


@pytest.mark.parametrize(("field", "least"), LEAST.items())
def test_what_builders_set_in_their_ways_is_read(readings: Sequence[Reading], field: str, least: float) -> None:
    assert f1(reading.counts[field] for reading in readings) >= least


@pytest.mark.parametrize("field", ["emails", "phones"])
def test_pages_that_nobody_looked_at_are_read_as_well_as_others(readings: Sequence[Reading], field: str) -> None:
    parts = {
        part: interval([reading.counts[field] for reading in readings if reading.page.part == part])
        for part in ("even", "odd")
    }
    assert min(high for _, high in parts.values()) >= max(low for low, _ in parts.values()) - WIDEST_GAP


def test_the_same_seed_makes_the_same_pages() -> None:
    assert made_pages(3, SEED) == made_pages(3, SEED) != made_pages(3, SEED + 1)
