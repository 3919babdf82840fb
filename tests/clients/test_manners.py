"""Pacing, pauses that were asked for, and the memory of failure."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from aiohttp import web as server
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.internet import PUBLIC, Internet, answering

from scrapersky.clients.fetching.errors import BadStatus, ConnectionFailed, HostBusy, HostDown, TimedOut
from scrapersky.clients.fetching.host_failures import Circuit, LocalHostMemory
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import LONGEST_PAUSE, LocalPacing, Pace, Turn, pause_asked_for
from scrapersky.clients.fetching.policy import FetchPolicy

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Names:
    def __init__(self, resolve: Callable[[str], Awaitable[Sequence[str]]]) -> None:
        self.resolve = resolve


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_two_workers_that_share_a_pacing_keep_the_pace_together(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    policy, shared = FetchPolicy(pace=Pace(interval=0.1)), LocalPacing()
    async with internet.fetcher(policy, pacing=shared) as first, internet.fetcher(policy, pacing=shared) as second:
        await asyncio.gather(*(web.fetch("http://acme.test/") for web in (first, second) for _ in range(4)))
    moments = [request.moment for request in internet.seen]
    assert len(moments) == 10
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.095


async def test_other_hosts_do_not_wait(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    internet.site("other.test", {"/": "home"})
    async with internet.fetcher(FetchPolicy(pace=Pace(interval=3.0))) as web:
        await asyncio.gather(web.robots("http://acme.test/"), web.robots("http://other.test/"))
    assert abs(internet.seen[0].moment - internet.seen[1].moment) < 1


async def test_two_workers_that_share_a_pacing_keep_the_parallelism_together(internet: Internet) -> None:
    now_open = most_open = 0

    async def page(_request: server.Request) -> server.StreamResponse:
        nonlocal now_open, most_open
        now_open += 1
        most_open = max(most_open, now_open)
        await asyncio.sleep(0.03)
        now_open -= 1
        return server.Response()

    internet.site("acme.test", {"/": page})
    policy, shared = FetchPolicy(pace=Pace(interval=0.0, parallel=2)), LocalPacing()
    async with internet.fetcher(policy, pacing=shared) as first, internet.fetcher(policy, pacing=shared) as second:
        await asyncio.gather(*(web.fetch("http://acme.test/") for web in (first, second) for _ in range(6)))
    assert most_open == 2


async def test_a_turn_too_far_away_is_told_instead_of_waited_for(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    async with internet.fetcher(FetchPolicy(pace=Pace(interval=30.0), patience=2.0), now=lambda: NOW) as web:
        await web.robots("http://acme.test/")
        started = time.monotonic()
        with pytest.raises(HostBusy, match="others are waiting for their turn") as caught:
            await web.fetch("http://acme.test/")
    assert time.monotonic() - started < 10
    assert (caught.value.reason, caught.value.worth_retrying) == ("busy", True)
    assert timedelta(seconds=29) < caught.value.until - NOW <= timedelta(seconds=30)


def test_a_site_with_a_crawl_delay_gets_one_request_at_a_time() -> None:
    policy = FetchPolicy(pace=Pace(interval=1.0, parallel=4), longest_crawl_delay=60)
    assert policy.pace_with_crawl_delay(0.0) == Pace(interval=1.0, parallel=4)
    assert policy.pace_with_crawl_delay(0.5) == Pace(interval=1.0, parallel=1)
    assert policy.pace_with_crawl_delay(10.0) == Pace(interval=10.0, parallel=1)
    assert policy.pace_with_crawl_delay(9999.0) == Pace(interval=60.0, parallel=1)


async def test_turns_are_reserved_one_interval_apart() -> None:
    pacing, pace = LocalPacing(Clock()), Pace(interval=2.0, parallel=10)
    assert [(await pacing.turn("acme.test", pace, 10)).wait for _ in range(4)] == [0, 2, 4, 6]


async def test_while_all_places_are_taken_nothing_is_reserved() -> None:
    pacing, pace = LocalPacing(Clock()), Pace(interval=2.0, parallel=1)
    await pacing.turn("acme.test", pace, 3)
    assert await pacing.turn("acme.test", pace, 3) == Turn(2.0, None)
    assert [await pacing.turn("acme.test", pace, 1) for _ in range(2)] == [Turn(2.0, None), Turn(4.0, None)]


async def test_who_is_sent_away_gets_a_time_of_their_own_and_costs_no_turn() -> None:
    clock = Clock()
    pacing, pace = LocalPacing(clock), Pace(interval=2.0, parallel=10)
    turns = [await pacing.turn("acme.test", pace, 1) for _ in range(4)]
    assert [turn.wait for turn in turns] == [0, 2, 4, 6]
    assert [turn.ticket is None for turn in turns] == [False, True, True, True]
    clock.now += 2
    assert (await pacing.turn("acme.test", pace, 1)).wait == 0


async def test_the_pause_counts_from_the_end_of_a_request_too() -> None:
    clock = Clock()
    pacing, pace = LocalPacing(clock), Pace(interval=2.0, parallel=1)
    turn = await pacing.turn("acme.test", pace, 10)
    clock.now += 5
    await pacing.done("acme.test", pace, turn.ticket or "")
    assert (await pacing.turn("acme.test", pace, 10)).wait == 2


async def test_a_request_is_not_close_behind_one_that_was_slow_to_connect(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})

    async def slow_name(_host: str) -> list[str]:
        await asyncio.sleep(0.3)
        return [PUBLIC]

    async with internet.fetcher(FetchPolicy(pace=Pace(interval=0.3)), resolver=Names(slow_name)) as web:
        await asyncio.gather(*(web.fetch("http://acme.test/") for _ in range(3)))
    moments = [request.moment for request in internet.seen]
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.295


async def test_a_turn_that_is_never_given_back_ends_by_itself() -> None:
    clock = Clock()
    pacing, pace = LocalPacing(clock), Pace(interval=0.0, parallel=1, lease=60)
    first = await pacing.turn("acme.test", pace, 1)
    assert (await pacing.turn("acme.test", pace, 1)).ticket is None
    clock.now += 61
    assert (await pacing.turn("acme.test", pace, 1)).ticket is not None
    await pacing.done("acme.test", pace, first.ticket or "")
    assert (await pacing.turn("acme.test", pace, 1)).ticket is None


async def test_hosts_that_are_idle_are_forgotten() -> None:
    clock = Clock()
    pacing = LocalPacing(clock, most_hosts=100)
    for n in range(1000):
        turn = await pacing.turn(f"{n}.test", Pace(interval=1.0), 1)
        await pacing.done(f"{n}.test", Pace(interval=1.0), turn.ticket or "")
        clock.now += 0.1
    assert len(pacing._lines) <= 100


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_is_honoured_by_everyone(internet: Internet, status: int) -> None:
    internet.site("acme.test", {"/": answering(status=status, headers={"Retry-After": "120"}), "/b": "home"})
    shared = LocalHostMemory()
    async with internet.fetcher(memory=shared) as first, internet.fetcher(memory=shared) as second:
        with pytest.raises(BadStatus) as caught:
            await first.fetch("http://acme.test/")
        assert caught.value.retry_after == timedelta(seconds=120)
        with pytest.raises(HostBusy, match="asked for a pause") as busy:
            await second.fetch("http://acme.test/b")
    assert timedelta(seconds=118) < (busy.value.retry_after or timedelta()) <= timedelta(seconds=120)
    assert "/b" not in internet.paths("acme.test")


async def test_a_short_pause_is_waited_for(internet: Internet) -> None:
    internet.site("acme.test", {"/": answering(status=503, headers={"Retry-After": "1"}), "/b": "home"})
    async with internet.fetcher() as web:
        with pytest.raises(BadStatus):
            await web.fetch("http://acme.test/")
        assert (await web.fetch("http://acme.test/b")).body == b"home"
    assert internet.seen[-1].moment - internet.seen[-2].moment > 0.9


async def test_too_many_requests_is_a_pause_even_without_retry_after(internet: Internet) -> None:
    internet.site("acme.test", {"/": answering(status=429), "/b": "home"})
    async with internet.fetcher() as web:
        with pytest.raises(BadStatus) as caught:
            await web.fetch("http://acme.test/")
        assert (caught.value.reason, caught.value.worth_retrying) == ("http_429", True)
        with pytest.raises(HostBusy):
            await web.fetch("http://acme.test/b")


@pytest.mark.parametrize(
    ("header", "pause"),
    [
        ("30", timedelta(seconds=30)),
        (" 0 ", timedelta(0)),
        ("99999999999999999999999", LONGEST_PAUSE),
        ("999999", LONGEST_PAUSE),
        (format_datetime(NOW + timedelta(minutes=5), usegmt=True), timedelta(minutes=5)),
        (format_datetime(NOW - timedelta(minutes=5), usegmt=True), timedelta(0)),
        ("Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_PAUSE),
        ("Thursday, 01-Jan-26 00:01:00 GMT", timedelta(minutes=1)),
        ("Fri, 31 Dec 99999999999 23:59:59 GMT", None),
        ("Fri, 31 Dec 9999 23:59:59 +99999999999999", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_in_every_form(header: str | None, pause: timedelta | None) -> None:
    assert pause_asked_for(header, NOW) == pause


@given(st.text(max_size=80))
def test_retry_after_never_fails_whatever_the_site_sends(header: str) -> None:
    pause = pause_asked_for(header, NOW)
    assert pause is None or timedelta(0) <= pause <= LONGEST_PAUSE


async def test_a_host_that_is_down_costs_only_a_few_tries(internet: Internet) -> None:
    internet.closed_port("closed.test")
    async with internet.fetcher() as web:
        for _ in range(3):
            with pytest.raises(ConnectionFailed):
                await web.fetch("http://closed.test/")
        for _ in range(100):
            with pytest.raises(HostDown, match=r"closed\.test failed 3 times in a row \(connect\)"):
                await web.fetch("http://closed.test/")
        with pytest.raises(HostDown) as caught:
            await web.fetch("http://closed.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == ("connect", True)
    assert timedelta(seconds=25) < (caught.value.retry_after or timedelta()) <= timedelta(seconds=30)
    assert len(internet.dialled) == 3


async def test_a_host_that_never_answers_costs_only_a_few_time_outs(internet: Internet) -> None:
    async def silence(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    await internet.raw_site("slow.test", silence)
    async with internet.fetcher() as web:
        for _ in range(3):
            with pytest.raises(TimedOut):
                await web.call("http://slow.test/", limits=FetchLimits(read_seconds=0.1))
        with pytest.raises(HostDown):
            await web.call("http://slow.test/")


async def test_after_the_pause_one_goes_first_and_success_opens_the_way() -> None:
    clock = Clock()
    memory = LocalHostMemory(Circuit(failures=2, pause=30, trial=60), clock)
    for _ in range(2):
        assert await memory.trouble("http://a.test") is None
        await memory.failed("http://a.test", "dns")
    assert (await memory.trouble("http://a.test")) is not None
    clock.now += 31
    assert await memory.trouble("http://a.test") is None
    assert await memory.trouble("http://a.test") is not None
    await memory.answered("http://a.test")
    assert await memory.trouble("http://a.test") is None


async def test_each_failed_trial_doubles_the_pause() -> None:
    clock = Clock()
    memory = LocalHostMemory(Circuit(failures=1, pause=30, longest=100), clock)
    waits = []
    for _ in range(4):
        await memory.failed("http://a.test", "timeout")
        trouble = await memory.trouble("http://a.test")
        assert trouble is not None
        waits.append(trouble.wait)
        clock.now += trouble.wait
    assert waits == [30, 60, 100, 100]


async def test_an_answer_in_between_starts_the_count_again(internet: Internet) -> None:
    memory = LocalHostMemory(Circuit(failures=2))
    for _ in range(5):
        await memory.failed("http://a.test", "timeout")
        assert await memory.trouble("http://a.test") is None
        await memory.answered("http://a.test")


async def test_the_memory_of_failures_keeps_to_its_size() -> None:
    memory = LocalHostMemory(most_origins=10)
    for n in range(1000):
        await memory.failed(f"http://{n}.test", "dns")
    assert len(memory._origins) == 10
