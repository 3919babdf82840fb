"""Turns at a host hold across workers that share nothing but the database."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.statements import counted_statements

from scrapersky.clients.fetching.pacing import Pace
from scrapersky.coordination import turns
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.db.engine import make_engine


@pytest.fixture
async def pacing(engine: AsyncEngine) -> AsyncIterator[DatabasePacing]:
    async with DatabasePacing(engine) as pacing:
        yield pacing


async def test_the_first_turn_is_free_and_the_next_comes_an_interval_later(pacing: DatabasePacing) -> None:
    pace = Pace(interval=2, parallel=10)
    first = await pacing.turn("acme.example", pace, patience=10)
    second = await pacing.turn("acme.example", pace, patience=10)
    assert first.wait == 0
    assert first.ticket is not None
    assert 0 < second.wait <= 2


async def test_hosts_do_not_wait_for_each_other(pacing: DatabasePacing) -> None:
    pace = Pace(interval=60, parallel=1)
    await pacing.turn("acme.example", pace, patience=0)
    assert (await pacing.turn("other.example", pace, patience=0)).ticket is not None


async def test_a_turn_too_far_away_is_not_reserved_and_callers_are_sent_away_one_interval_apart(
    pacing: DatabasePacing,
) -> None:
    pace = Pace(interval=600, parallel=10)
    await pacing.turn("acme.example", pace, patience=1)
    first, second = [await pacing.turn("acme.example", pace, patience=1) for _ in range(2)]
    assert first.ticket is None
    assert 0 < first.wait <= 600
    assert first.wait + 300 < second.wait <= 1200


async def test_no_more_requests_are_open_than_the_pace_allows(pacing: DatabasePacing) -> None:
    pace = Pace(interval=0, parallel=2)
    tickets = [(await pacing.turn("acme.example", pace, patience=5)).ticket for _ in range(3)]
    assert tickets[0] is not None
    assert tickets[1] is not None
    assert tickets[2] is None
    await pacing.done("acme.example", pace, tickets[0])
    assert (await pacing.turn("acme.example", pace, patience=5)).ticket is not None


async def test_the_next_turn_comes_an_interval_after_the_end_of_the_last(pacing: DatabasePacing) -> None:
    pace = Pace(interval=60, parallel=1)
    turn = await pacing.turn("acme.example", pace, patience=100)
    assert turn.ticket is not None
    await asyncio.sleep(0.3)
    ended = monotonic()
    await pacing.done("acme.example", pace, turn.ticket)
    following = await pacing.turn("acme.example", pace, patience=100)
    assert 60 - (monotonic() - ended) <= following.wait <= 60


async def test_a_turn_that_was_never_given_back_is_over_after_its_lease(pacing: DatabasePacing) -> None:
    for lease, is_over in ((0.1, True), (60, False)):
        host, pace = f"{lease}.example", Pace(interval=0, parallel=1, lease=lease)
        assert (await pacing.turn(host, pace, patience=5)).ticket is not None
        await asyncio.sleep(0.15)
        assert ((await pacing.turn(host, pace, patience=5)).ticket is not None) is is_over


@dataclass(slots=True)
class Visits:
    """What a host sees of workers that come to it."""

    began: list[float] = field(default_factory=list)
    open: int = 0
    most_open: int = 0

    async def make(self, pacing: DatabasePacing, pace: Pace, count: int) -> None:
        for _ in range(count):
            turn = await pacing.turn("acme.example", pace, patience=5)
            while turn.ticket is None:
                await asyncio.sleep(turn.wait)
                turn = await pacing.turn("acme.example", pace, patience=5)
            await asyncio.sleep(turn.wait)
            self.began.append(monotonic())
            self.open += 1
            self.most_open = max(self.most_open, self.open)
            await asyncio.sleep(0.001)
            self.open -= 1
            await pacing.done("acme.example", pace, turn.ticket)


async def test_workers_at_one_host_keep_apart_and_each_gets_there(engine: AsyncEngine, database_url: str) -> None:
    other, visits, pace = make_engine(database_url), Visits(), Pace(interval=0.1, parallel=1)
    async with DatabasePacing(engine) as one, DatabasePacing(other) as another:
        await asyncio.gather(*(visits.make(worker, pace, 4) for worker in (one, another, one)))
    assert len(visits.began) == 12
    assert visits.most_open == 1
    assert min(later - earlier for earlier, later in pairwise(sorted(visits.began))) > 0.08
    await other.dispose()


async def test_a_worker_that_is_never_idle_lets_go_of_a_host_that_another_wants(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "LOOK_SECONDS", 0.05)
    busy_visits, visits, pace = Visits(), Visits(), Pace(interval=0, parallel=1)
    async with DatabasePacing(engine) as busy, DatabasePacing(engine) as other:
        going_on = asyncio.create_task(busy_visits.make(busy, pace, 1_000_000))
        await busy_visits.make(busy, pace, 1)
        await visits.make(other, pace, 1)
        assert not going_on.done()
        going_on.cancel()
        await asyncio.gather(going_on, return_exceptions=True)


async def test_one_statement_serves_many_turns_at_a_host(engine: AsyncEngine, pacing: DatabasePacing) -> None:
    visits, pace = Visits(), Pace(interval=0, parallel=1)
    with counted_statements(engine) as statements:
        began = monotonic()
        await visits.make(pacing, pace, 50)
        seconds = monotonic() - began
    assert len(statements) <= 2 + 3 * seconds / turns.LOOK_SECONDS


async def test_a_host_is_free_at_once_when_a_worker_closes(engine: AsyncEngine) -> None:
    pace = Pace(interval=0, parallel=1)
    async with DatabasePacing(engine) as first:
        await first.turn("acme.example", pace, patience=0)
    async with DatabasePacing(engine) as second:
        assert (await second.turn("acme.example", pace, patience=0)).ticket is not None


async def test_what_a_worker_that_died_held_is_free_after_a_while(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "HELD_SECONDS", 0.2)
    pace, dead = Pace(interval=0, parallel=1), DatabasePacing(engine)
    await dead.turn("acme.example", pace, patience=0)
    assert dead._tidying is not None
    dead._tidying.cancel()
    await asyncio.gather(dead._tidying, return_exceptions=True)
    await asyncio.sleep(0.3)
    async with DatabasePacing(engine) as second:
        assert (await second.turn("acme.example", pace, patience=0)).ticket is not None
