"""How an area is split, and what is known of what was not seen."""

import random
from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.clients.places.areas import Box
from scrapersky.services.searches.survey import Survey

CAP = 60
WORLD = Box(0, 0, 1, 1)
Spot = tuple[float, float]


def crowd(count: int, seed: int, spread: float = 0.2) -> dict[str, Spot]:
    """Denser in the middle, as cities are."""
    dice = random.Random(seed)
    clipped = (min(0.999, max(0.0, dice.gauss(0.5, spread))) for _ in range(2 * count))
    return {f"place-{number}": (next(clipped), next(clipped)) for number in range(count)}


def probe(places: dict[str, Spot], path: str) -> list[str]:
    box = WORLD.at(path)
    inside = sorted(
        (name for name, (y, x) in places.items() if box.south <= y < box.north and box.west <= x < box.east),
        key=lambda name: blake2b(f"{name} {path}".encode()).digest(),
    )
    return inside[:CAP]


def explore(places: dict[str, Spot], limit: int | None = None, most_probes: int | None = None) -> Survey:
    survey = Survey.begin(1, limit=limit, cap=CAP, cost_micros=0)
    while survey.may_probe and (most_probes is None or survey.cells < most_probes):
        path = survey.take_probe()
        ids = probe(places, path)
        survey.to_probe += survey.probed(path, tuple(ids), len(ids), 3, is_saturated=len(ids) >= CAP)
        survey = Survey.from_json(survey.as_json())
    return survey


@given(st.integers(0, 1500), st.integers(0, 10))
@settings(max_examples=30, deadline=None)
def test_what_is_seen_to_the_end_is_counted_exactly(count: int, seed: int) -> None:
    places = crowd(count, seed)
    survey = explore(places)
    assert survey.estimate() == count
    assert sum(cell for _, cell in survey.to_list) == count
    assert survey.samples == {}


def test_only_saturated_cells_are_split() -> None:
    assert explore(crowd(59, 1)).cells == 1
    assert explore(crowd(61, 1)).cells == 5


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limit", [20, 60, 100, 200])
def test_the_share_of_a_limited_search_is_right_within_three_points(seed: int, limit: int) -> None:
    survey = explore(crowd(2000, seed), limit=limit)
    survey.found = limit
    assert survey.coverage() == pytest.approx(limit / 2000, abs=0.03)


@pytest.mark.parametrize("seed", range(4))
def test_half_the_cells_tell_roughly_about_the_rest(seed: int) -> None:
    whole = explore(crowd(2000, seed))
    partly = explore(crowd(2000, seed), most_probes=whole.cells // 2)
    assert partly.to_probe
    assert partly.estimate() == pytest.approx(2000, rel=0.5)


def test_a_branch_that_was_seen_is_summed_up() -> None:
    survey = explore(crowd(3000, 3))
    assert set(survey.sums) == {""}
    assert len(str(survey.as_json())) < 10_000


def test_a_limited_search_reads_no_more_than_it_needs() -> None:
    survey = explore(crowd(2000, 1), limit=100)
    taken = survey.take_listings(4)
    assert 100 <= sum(count for _, count in taken) < 100 + CAP


def test_few_are_taken_from_the_best_of_the_whole_area() -> None:
    survey = explore(crowd(2000, 1), limit=20)
    assert survey.to_list == [("", CAP)]


def test_a_spot_with_more_than_the_cap_ends_somewhere_and_is_reported() -> None:
    tower = dict.fromkeys(map(str, range(100)), (0.3, 0.3))
    survey = explore(tower)
    assert survey.saturated_left == 1
    assert survey.cells < 80
