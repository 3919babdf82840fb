"""Turns at a host hold across workers that share nothing but the database."""

import asyncio
from itertools import pairwise
from time import monotonic

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.clients.fetching.pacing import Pace
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.db.engine import make_engine


async def test_the_first_turn_is_free_and_the_next_comes_an_interval_later(engine: AsyncEngine) -> None:
    pacing, pace = DatabasePacing(engine), Pace(interval=2, parallel=10)
    first = await pacing.turn("acme.example", pace, patience=10)
    second = await pacing.turn("acme.example", pace, patience=10)
    assert first.wait == 0
    assert first.ticket is not None
    assert 0 < second.wait <= 2


async def test_hosts_do_not_wait_for_each_other(engine: AsyncEngine) -> None:
    pacing, pace = DatabasePacing(engine), Pace(interval=60, parallel=1)
    await pacing.turn("acme.example", pace, patience=0)
    assert (await pacing.turn("other.example", pace, patience=0)).ticket is not None


async def test_a_turn_too_far_away_is_not_reserved_and_callers_are_sent_away_one_interval_apart(
    engine: AsyncEngine,
) -> None:
    pacing, pace = DatabasePacing(engine), Pace(interval=600, parallel=10)
    await pacing.turn("acme.example", pace, patience=1)
    first, second = [await pacing.turn("acme.example", pace, patience=1) for _ in range(2)]
    assert first.ticket is None
    assert 0 < first.wait <= 600
    assert first.wait + 300 < second.wait <= 1200


async def test_no_more_requests_are_open_than_the_pace_allows(engine: AsyncEngine) -> None:
    pacing, pace = DatabasePacing(engine), Pace(interval=0, parallel=2)
    tickets = [(await pacing.turn("acme.example", pace, patience=5)).ticket for _ in range(3)]
    assert tickets[0] is not None
    assert tickets[1] is not None
    assert tickets[2] is None
    await pacing.done("acme.example", pace, tickets[0])
    assert (await pacing.turn("acme.example", pace, patience=5)).ticket is not None


async def test_the_next_turn_comes_an_interval_after_the_end_of_the_last(engine: AsyncEngine) -> None:
    pacing, pace = DatabasePacing(engine), Pace(interval=60, parallel=1)
    turn = await pacing.turn("acme.example", pace, patience=100)
    assert turn.ticket is not None
    await asyncio.sleep(0.3)
    ended = monotonic()
    await pacing.done("acme.example", pace, turn.ticket)
    following = await pacing.turn("acme.example", pace, patience=100)
    assert 60 - (monotonic() - ended) <= following.wait <= 60


async def test_a_turn_that_was_never_given_back_is_over_after_its_lease(engine: AsyncEngine) -> None:
    pacing = DatabasePacing(engine)
    for lease, is_over in ((0.1, True), (60, False)):
        host, pace = f"{lease}.example", Pace(interval=0, parallel=1, lease=lease)
        assert (await pacing.turn(host, pace, patience=5)).ticket is not None
        await asyncio.sleep(0.15)
        assert ((await pacing.turn(host, pace, patience=5)).ticket is not None) is is_over


async def test_two_workers_asking_at_once_never_get_the_same_turn(engine: AsyncEngine, database_url: str) -> None:
    other = make_engine(database_url)
    pace = Pace(interval=100, parallel=100)
    workers = [DatabasePacing(engine), DatabasePacing(other)]
    turns = await asyncio.gather(*(workers[n % 2].turn("acme.example", pace, patience=10_000) for n in range(20)))
    waits = sorted(turn.wait for turn in turns)
    gaps = [later - earlier for earlier, later in pairwise(waits)]
    assert min(gaps) > 20
    await other.dispose()
