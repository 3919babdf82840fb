"""How often one may try."""

import pytest

from scrapersky.accounts import throttle as counting
from scrapersky.accounts.throttle import MOST_KEYS, WINDOW_SECONDS, Throttle, TooManyAttempts


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def tries(throttle: Throttle, name: str, address: str) -> int:
    """How many attempts are let through before one is refused."""
    for number in range(1_000):
        try:
            throttle.count_attempt(name, address)
        except TooManyAttempts:
            return number
    return 1_000


def test_one_name_from_one_address_has_few_tries_a_minute() -> None:
    clock = Clock()
    throttle = Throttle(clock=clock)
    assert tries(throttle, "ana", "10.0.0.1") == 5
    clock.now += WINDOW_SECONDS - 1
    assert tries(throttle, "ana", "10.0.0.1") == 0
    clock.now += 1
    assert tries(throttle, "ana", "10.0.0.1") == 5


def test_whoever_is_refused_learns_how_long_to_wait_and_waiting_that_long_helps() -> None:
    clock = Clock()
    throttle = Throttle(clock=clock)
    tries(throttle, "ana", "10.0.0.1")
    clock.now += 12.3
    with pytest.raises(TooManyAttempts, match="Wait 48 s"):
        throttle.count_attempt("ana", "10.0.0.1")
    clock.now += 48
    throttle.count_attempt("ana", "10.0.0.1")


def test_one_address_cannot_try_many_names() -> None:
    throttle = Throttle()
    allowed = sum(tries(throttle, f"user{number}", "10.0.0.1") for number in range(20))
    assert allowed == 30


def test_one_name_cannot_be_tried_from_many_addresses() -> None:
    throttle = Throttle()
    allowed = sum(tries(throttle, "ana", f"10.0.0.{number}") for number in range(40))
    assert allowed == 60


def test_others_are_not_held_up_by_one_who_guesses() -> None:
    throttle = Throttle()
    tries(throttle, "ana", "10.0.0.1")
    throttle.count_attempt("ana", "10.0.0.2")
    throttle.count_attempt("bob", "10.0.0.1")


def test_an_endless_stream_of_names_takes_bounded_memory() -> None:
    throttle = Throttle()
    for number in range(MOST_KEYS):
        throttle.count_attempt(f"name{number}", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(throttle._attempts) == MOST_KEYS


def test_refused_attempts_push_no_counted_ones_out() -> None:
    throttle = Throttle()
    assert tries(throttle, "ana", "10.0.0.1") == 5
    for number in range(30):
        tries(throttle, f"busy{number}", "10.0.0.2")
    for number in range(MOST_KEYS):
        with pytest.raises(TooManyAttempts):
            throttle.count_attempt(f"name{number}", "10.0.0.2")
    assert tries(throttle, "ana", "10.0.0.1") == 0


def test_all_addresses_of_one_network_count_as_one() -> None:
    throttle = Throttle()
    assert sum(tries(throttle, "ana", f"2001:db8:1:2::{number:x}") for number in range(10)) == 5
    throttle.succeeded("ana", "2001:db8:1:2::ffff")
    assert tries(throttle, "ana", "2001:db8:1:2::1") == 5
    assert tries(throttle, "ana", "2001:db8:1:3::1") == 5


def test_those_who_try_again_are_remembered_longer_than_those_who_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_KEYS", 9)
    throttle = Throttle()
    for number in range(5):
        throttle.count_attempt("ana", "10.0.0.1")
        throttle.count_attempt(f"user{number}", f"10.0.1.{number}")
    with pytest.raises(TooManyAttempts):
        throttle.count_attempt("ana", "10.0.0.1")


def test_whoever_knows_the_password_may_sign_in_as_often_as_they_like() -> None:
    throttle = Throttle()
    for _ in range(100):
        throttle.count_attempt("ana", "10.0.0.1")
        throttle.succeeded("ana", "10.0.0.1")
