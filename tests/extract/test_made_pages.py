"""Labelled pages as wholes: what builders make of patterns, and what was written to be hard by fresh eyes."""

from collections.abc import Sequence

import pytest
from benchmarks.labelled_pages.page import PARTS
from benchmarks.labelled_pages.reading import Reading, f1, interval, reading_of
from benchmarks.labelled_pages.sources import made, written
from benchmarks.made_pages.pages import made_pages

from scrapersky.extract.finding import Kind

PAGES, SEED = 336, 7
LEAST = {Kind.EMAIL: 0.98, Kind.PHONE: 0.98, Kind.FAX: 0.95, Kind.ADDRESS: 0.97, Kind.OPENING_HOURS: 0.97}
LEAST_OF_WRITTEN = {
    Kind.EMAIL: (1.0, 1.0),
    Kind.PHONE: (0.98, 0.94),
    Kind.FAX: (0.95, 0.88),
    Kind.PERSON: (0.92, 0.81),
    Kind.ADDRESS: (0.85, 0.84),
    Kind.OPENING_HOURS: (0.97, 0.87),
}
WIDEST_GAP = 0.02


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    return [reading_of(page) for page in made(PAGES, SEED)]


@pytest.fixture(scope="module")
def readings_of_written() -> list[Reading]:
    return [reading_of(page) for page in written()]


@pytest.mark.parametrize(("kind", "least"), LEAST.items())
def test_what_builders_set_in_their_ways_is_read(readings: Sequence[Reading], kind: Kind, least: float) -> None:
    assert f1(reading.count(kind) for reading in readings) >= least


@pytest.mark.parametrize("kind", [Kind.EMAIL, Kind.PHONE])
def test_pages_that_nobody_looked_at_are_read_as_well_as_others(readings: Sequence[Reading], kind: Kind) -> None:
    parts = [
        interval([reading.count(kind) for reading in readings if reading.page.part == part]) for part in ("even", "odd")
    ]
    assert min(high for _, high in parts) >= max(low for low, _ in parts) - WIDEST_GAP


@pytest.mark.parametrize("kind", LEAST_OF_WRITTEN)
def test_pages_that_were_written_to_be_hard_are_read(readings_of_written: Sequence[Reading], kind: Kind) -> None:
    """Whoever mends what the first part misses may look; of the second only the figure is known."""
    for part, least in zip(PARTS, LEAST_OF_WRITTEN[kind], strict=True):
        counts = [reading.count(kind) for reading in readings_of_written if reading.page.part == part]
        assert f1(counts) >= least, part


def test_the_same_seed_makes_the_same_pages() -> None:
    assert made_pages(3, SEED) == made_pages(3, SEED) != made_pages(3, SEED + 1)


@pytest.mark.parametrize("kind", LEAST_OF_WRITTEN)
def test_as_many_are_right_as_was_said_on_pages_that_nobody_looked_at(
    readings: Sequence[Reading], readings_of_written: Sequence[Reading], kind: Kind
) -> None:
    pages = [reading for reading in (*readings, *readings_of_written) if reading.page.part == "odd"]
    judged = [(one.confidence, is_right) for reading in pages for one, is_right in reading.judged if one.kind is kind]
    said, right = (sum(column) / len(judged) for column in zip(*judged, strict=True))
    assert said == pytest.approx(right, abs=0.1 if kind is Kind.PERSON else 0.03)
