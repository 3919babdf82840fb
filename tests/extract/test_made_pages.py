"""Labelled pages as wholes: what builders make of patterns, and what was written to be hard by fresh eyes."""

from collections.abc import Sequence

import pytest
from benchmarks.labelled_pages.reading import PARTS, Reading, f1, interval, reading_of
from benchmarks.labelled_pages.sources import crowded, ordinary, whole, written
from benchmarks.made_pages.pages import made_pages

from scrapersky.extract.finding import Kind

PAGES, SEED = 336, 7
LEAST = {Kind.EMAIL: 0.98, Kind.PHONE: 0.98, Kind.FAX: 0.95, Kind.ADDRESS: 0.97, Kind.OPENING_HOURS: 0.97}
# By kind, of the part that may be looked at and of that which is only measured.
LEAST_OF_SOURCES = {
    "written": {
        Kind.EMAIL: (1.0, 1.0),
        Kind.PHONE: (0.98, 0.96),
        Kind.FAX: (0.95, 0.88),
        Kind.PERSON: (0.96, 0.91),
        Kind.ADDRESS: (0.91, 0.87),
        Kind.OPENING_HOURS: (0.97, 0.96),
    },
    "whole": {
        Kind.EMAIL: (1.0, 1.0),
        Kind.PHONE: (0.98, 0.98),
        Kind.FAX: (0.95, 0.95),
        Kind.PERSON: (0.93, 0.86),
        Kind.ADDRESS: (0.95, 0.87),
        Kind.OPENING_HOURS: (0.94, 0.93),
    },
    "crowded": {
        Kind.EMAIL: (0.98, 1.0),
        Kind.PHONE: (0.95, 0.85),
        Kind.FAX: (0.95, 0.95),
        Kind.PERSON: (0.90, 0.85),
        Kind.ADDRESS: (0.87, 0.86),
        Kind.OPENING_HOURS: (0.96, 0.85),
    },
    "ordinary": {
        Kind.EMAIL: (0.98, 0.98),
        Kind.PHONE: (0.94, 0.96),
        Kind.FAX: (0.93, 0.98),
        Kind.PERSON: (0.96, 0.87),
        Kind.ADDRESS: (0.97, 0.84),
        Kind.OPENING_HOURS: (0.97, 0.76),
    },
}
SOURCES = (written, whole, crowded, ordinary)
WIDEST_GAP = 0.02


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    return [reading_of(page) for page in made_pages(PAGES, SEED)]


@pytest.fixture(scope="module")
def hard() -> dict[str, list[Reading]]:
    return {source.__name__: [reading_of(page) for page in source()] for source in SOURCES}


@pytest.mark.parametrize(("kind", "least"), LEAST.items())
def test_what_builders_set_in_their_ways_is_read(readings: Sequence[Reading], kind: Kind, least: float) -> None:
    assert f1(reading.count(kind) for reading in readings) >= least


@pytest.mark.parametrize("kind", [Kind.EMAIL, Kind.PHONE])
def test_pages_that_nobody_looked_at_are_read_as_well_as_others(readings: Sequence[Reading], kind: Kind) -> None:
    parts = [
        interval([reading.count(kind) for reading in readings if reading.page.part == part]) for part in ("even", "odd")
    ]
    assert min(high for _, high in parts) >= max(low for low, _ in parts) - WIDEST_GAP


@pytest.mark.parametrize("source", LEAST_OF_SOURCES)
def test_pages_that_were_written_to_be_hard_are_read(hard: dict[str, list[Reading]], source: str) -> None:
    """Whoever mends what the first part misses may look; of the second only the figure is known."""
    for kind, least in LEAST_OF_SOURCES[source].items():
        for part, figure in zip(PARTS, least, strict=True):
            counts = [reading.count(kind) for reading in hard[source] if reading.page.part == part]
            assert f1(counts) >= figure, (kind, part)


def test_the_same_seed_makes_the_same_pages() -> None:
    assert made_pages(3, SEED) == made_pages(3, SEED) != made_pages(3, SEED + 1)


@pytest.mark.parametrize("kind", LEAST_OF_SOURCES["whole"])
def test_as_many_are_right_as_was_said_on_pages_that_nobody_looked_at(
    readings: Sequence[Reading], hard: dict[str, list[Reading]], kind: Kind
) -> None:
    pages = [one for source in (readings, hard["written"], hard["whole"]) for one in source if one.page.part == "odd"]
    judged = [(one.confidence, is_right) for reading in pages for one, is_right in reading.judged if one.kind is kind]
    said, right = (sum(column) / len(judged) for column in zip(*judged, strict=True))
    assert said == pytest.approx(right, abs=0.1 if kind is Kind.PERSON else 0.03)
