from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.simulator.dice import Dice, keyed_hash


def test_draws_never_change() -> None:
    dice = Dice(1, "example", 2)

    drawn = (dice.bits(), dice.below(1000), dice.choice("abcdef"), dice.digits(5))

    assert drawn == (4238808594714518772, 540, "b", "74791")


def test_keys_that_read_alike_are_different() -> None:
    assert keyed_hash("a", "bc") != keyed_hash("ab", "c")
    assert keyed_hash(1, "x") != keyed_hash("x", 1)


@given(st.integers(), st.integers(1, 10**6))
@settings(deadline=None)
def test_a_draw_stays_below_its_limit(seed: int, limit: int) -> None:
    dice = Dice(seed)

    assert 0 <= dice.below(limit) < limit
    assert 0 <= dice.fraction() < 1


def test_weights_are_kept() -> None:
    dice = Dice("weights")

    counts = Counter(dice.weighted((("often", 9), ("seldom", 1))) for _ in range(10_000))

    assert 850 < counts["seldom"] < 1150


def test_a_sample_has_no_doubles() -> None:
    assert len(set(Dice("sample").sample(range(10), 10))) == 10
