"""A daily limit of paid requests holds across workers and begins anew at midnight."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from scrapersky.clients.places.allowance import SECONDS_BETWEEN_LOOKS, Allowance
from scrapersky.clients.places.errors import QuotaExhausted
from scrapersky.clients.places.payer import Payer
from scrapersky.clients.places.source import Terms


@dataclass
class Books:
    """What was written down, and how often someone looked."""

    written: int = 0
    looks: list[datetime] = field(default_factory=list)

    async def since(self, source: str, midnight: datetime) -> int:
        assert source == "google"
        self.looks.append(midnight)
        return self.written

    async def pay(self, payer: Payer, cost_micros: int) -> None:
        self.written += 1


@dataclass
class Times:
    now: datetime = datetime(2026, 3, 1, 22, 0, tzinfo=UTC)

    def moment(self) -> datetime:
        return self.now

    def clock(self) -> float:
        return self.now.timestamp()


def allowance(books: Books, times: Times, most: int | None = 3) -> Allowance:
    return Allowance(Terms("google", "Google", 60, 35_000, 20, most), books, times.moment, times.clock)


async def taken(given: Allowance) -> int:
    for number in range(100):
        try:
            await given.take()
        except QuotaExhausted:
            return number
    return 100


async def test_no_more_than_the_limit_although_nothing_is_written_down_yet() -> None:
    assert await taken(allowance(Books(), Times())) == 3


async def test_what_was_written_before_counts() -> None:
    assert await taken(allowance(Books(written=2), Times())) == 1


async def test_what_others_write_meanwhile_counts_soon() -> None:
    books, times = Books(), Times()
    given = allowance(books, times)
    await given.take()
    books.written = 3
    times.now += timedelta(seconds=SECONDS_BETWEEN_LOOKS + 1)
    assert await taken(given) == 0


async def test_writing_down_what_this_process_asked_does_not_count_it_twice() -> None:
    books, times = Books(), Times()
    given = allowance(books, times)
    await given.take()
    books.written = 1
    times.now += timedelta(seconds=SECONDS_BETWEEN_LOOKS + 1)
    assert await taken(given) == 2


async def test_at_midnight_it_begins_anew_and_says_so_before() -> None:
    books, times = Books(written=3), Times()
    given = allowance(books, times)
    with pytest.raises(QuotaExhausted, match="2026-03-02 00:00:00 UTC") as refused:
        await given.take()
    assert (refused.value.retry_after, refused.value.costs_attempt) == (timedelta(hours=2), False)
    books.written = 0
    times.now += timedelta(hours=2)
    assert await taken(given) == 3


async def test_the_books_are_not_asked_for_each_request() -> None:
    books = Books()
    await taken(allowance(books, Times(), most=50))
    assert len(books.looks) == 1


async def test_without_a_limit_nobody_looks() -> None:
    books = Books(written=10**9)
    assert await taken(allowance(books, Times(), most=None)) == 100
    assert books.looks == []
