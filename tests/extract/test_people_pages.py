"""People on labelled pages: how many of a business's own are found, how many are not its own."""

from functools import cache

import pytest
from tests.extract.labelled.people_figures import PageScore, figures, interval, score
from tests.extract.labelled.people_pages import labelled_pages, trap_pages


@cache
def made_pages() -> tuple[PageScore, ...]:
    return tuple(score(page) for page in labelled_pages())


@pytest.mark.parametrize("part", [0, 1])
def test_people_of_made_pages_are_found_with_their_roles_and_nobody_else(part: int) -> None:
    found = figures([one for one in made_pages() if one.page.part == part])
    assert found.recall > 0.94
    assert found.precision > 0.93
    assert found.contact_recall > 0.93
    assert found.role_recall > 0.94


@pytest.mark.parametrize("name", ["recall", "precision"])
def test_pages_nobody_looked_at_are_read_as_well_as_the_others(name: str) -> None:
    parts = [[one for one in made_pages() if one.page.part == part] for part in (0, 1)]
    (low, high), (other_low, other_high) = (interval(part, name) for part in parts)
    assert low <= other_high + 0.02
    assert other_low <= high + 0.02


def test_small_pages_that_are_easy_to_get_wrong_are_read() -> None:
    found = figures([score(page) for page in trap_pages()])
    assert found.recall > 0.93
    assert found.precision > 0.95
    assert found.role_recall > 0.96


def test_no_role_holds_the_address_that_follows_it() -> None:
    faults = [fault for one in made_pages() for fault in one.other_roles if "@" in fault]
    assert faults == []
