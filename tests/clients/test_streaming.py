import asyncio
import gc
import gzip
import tracemalloc
from itertools import pairwise

import pytest
from aiohttp import web as server
from tests.clients.internet import Internet, answering

from scrapersky.clients.fetching.errors import AnswerBroken, BadStatus, FetchError, HostDown, TooLarge
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import LocalPacing, Pace
from scrapersky.clients.fetching.policy import FetchPolicy


def connections(web: Fetcher) -> tuple[int, int]:
    """How many connections are in use and how many wait to be used again."""
    connector = web._exchange._wire._session.connector
    assert connector is not None
    return len(connector._acquired), sum(len(waiting) for waiting in connector._conns.values())


async def test_a_large_body_comes_in_pieces_and_memory_stays_flat(internet: Internet, web: Fetcher) -> None:
    async def large(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse()
        await response.prepare(request)
        for _ in range(500):
            await response.write(b"x" * 100_000)
        return response

    internet.site("acme.test", {"/": large})
    size = 0
    tracemalloc.start()
    try:
        async with web.stream("http://acme.test/", limits=FetchLimits(body_bytes=60_000_000)) as response:
            assert response.status == 200
            async for chunk in response:
                size += len(chunk)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size == 50_000_000
    assert peak < 5_000_000
    assert connections(web) == (0, 1)


async def test_a_compressed_stream_comes_unfolded(internet: Internet, web: Fetcher) -> None:
    lines = b"".join(b"https://acme.test/page/%d\n" % n for n in range(100_000))
    internet.site("acme.test", {"/": answering(gzip.compress(lines, mtime=0), headers={"Content-Encoding": "gzip"})})
    async with web.stream("http://acme.test/") as response:
        pieces = [piece async for piece in response]
    assert b"".join(pieces) == lines
    assert max(map(len, pieces)) <= 65_536


async def test_the_time_a_reader_takes_is_not_the_sites(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 1_000_000})
    size = 0
    async with web.stream("http://acme.test/", limits=FetchLimits(seconds=1)) as response:
        async for chunk in response:
            size += len(chunk)
            if size < 400_000:
                await asyncio.sleep(0.3)
    assert size == 1_000_000
    assert response.elapsed < 1


async def test_a_stream_left_early_leaves_no_connection_open(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 5_000_000})
    async with web.stream("http://acme.test/") as response:
        async for _chunk in response:
            break
    assert connections(web) == (0, 0)


async def test_an_error_of_the_reader_passes_through(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 5_000_000})
    with pytest.raises(KeyError):
        async with web.stream("http://acme.test/"):
            raise KeyError
    assert connections(web) == (0, 0)


async def test_limits_and_statuses_leave_no_connection_open(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 5_000_000, "/gone": answering(b"x" * 5_000_000, status=410)})
    with pytest.raises(TooLarge):
        await web.fetch("http://acme.test/", limits=FetchLimits(body_bytes=1000))
    with pytest.raises(BadStatus):
        await web.fetch("http://acme.test/gone")
    assert connections(web) == (0, 0)


@pytest.mark.parametrize("part", ["lookup", "headers", "body"])
async def test_cancelling_leaves_no_connection_open_and_no_turn_taken(
    internet: Internet, web: Fetcher, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()

    async def slow(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse()
        if part == "body":
            await response.prepare(request)
            await response.write(b"x")
        reached.set()
        await asyncio.sleep(30)
        return response

    async def slow_name(_host: str) -> list[str]:
        reached.set()
        await asyncio.sleep(30)
        return []

    internet.site("acme.test", {"/": slow})
    if part == "lookup":
        monkeypatch.setattr(internet, "resolve", slow_name)
    await _cancelled_once(reached, web)
    assert connections(web) == (0, 0)
    assert open_turns(web) == 0


async def test_cancelling_while_waiting_for_a_turn_gives_it_back(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    async with internet.fetcher(FetchPolicy(pace=Pace(interval=3.0, parallel=9))) as web:
        await web.robots("http://acme.test/")
        at_once = asyncio.Event()
        at_once.set()
        await _cancelled_once(at_once, web)
        assert open_turns(web) == 0
    assert internet.paths("acme.test") == ["/robots.txt"]


async def _cancelled_once(reached: asyncio.Event, web: Fetcher) -> None:
    task = asyncio.create_task(web.fetch("http://acme.test/"))
    await reached.wait()
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def open_turns(web: Fetcher) -> int:
    pacing = web._redirects._politeness._pacing
    assert isinstance(pacing, LocalPacing)
    return sum(len(line.leases) for line in pacing._lines.values())


async def test_a_connection_is_used_again_after_a_small_redirect(internet: Internet, web: Fetcher) -> None:
    async def moved(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse(status=301, headers={"Location": "/b", "Content-Length": "5"})
        await response.prepare(request)
        await asyncio.sleep(0.05)
        await response.write(b"moved")
        return response

    internet.site("acme.test", {"/": moved, "/b": "here"})
    await web.fetch("http://acme.test/")
    assert len(internet.dialled) == 1


async def test_a_large_page_that_says_moved_is_not_waited_for(internet: Internet, web: Fetcher) -> None:
    async def moved(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse(status=301, headers={"Location": "/b", "Content-Length": "20000"})
        await response.prepare(request)
        await asyncio.sleep(60)
        return response

    internet.site("acme.test", {"/": moved, "/b": "here"})
    document = await web.fetch("http://acme.test/", limits=FetchLimits(seconds=5))
    assert (document.body, len(internet.dialled)) == (b"here", 2)


async def test_a_redirect_whose_page_is_cut_off_is_followed(internet: Internet, web: Fetcher) -> None:
    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://acme.test/\r\nContent-Length: 10\r\n\r\nabc")

    await internet.raw_site("cut.test", cut)
    internet.site("acme.test", {"/": "here"})
    assert (await web.fetch("http://cut.test/robots.txt")).body == b"here"


async def test_a_connection_cut_in_the_body_counts_as_a_failure(internet: Internet, web: Fetcher) -> None:
    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")

    await internet.raw_site("cut.test", cut)
    for _ in range(3):
        with pytest.raises(AnswerBroken):
            await web.call("http://cut.test/")
    with pytest.raises(HostDown, match="disconnected"):
        await web.call("http://cut.test/")


@pytest.mark.parametrize(("status", "outcome"), [(b"200 OK", "good"), (b"404 Not Found", "http_404")])
async def test_a_host_that_fails_now_and_then_stays_in_use(
    internet: Internet, web: Fetcher, status: bytes, outcome: str
) -> None:
    asked = 0

    async def unsteady(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        await reader.readuntil(b"\r\n\r\n")
        asked += 1
        answer = b"%s\r\nContent-Length: 3" % status if asked % 3 == 0 else b"200 OK\r\nContent-Length: 9"
        writer.write(b"HTTP/1.1 %s\r\nConnection: close\r\n\r\nabc" % answer)

    await internet.raw_site("unsteady.test", unsteady)
    outcomes = [await _outcome(web, "http://unsteady.test/robots.txt") for _ in range(9)]
    assert outcomes == ["disconnected", "disconnected", outcome] * 3


async def _outcome(web: Fetcher, url: str) -> str:
    try:
        await web.fetch(url)
    except FetchError as error:
        return error.reason
    return "good"


async def test_a_page_that_is_merely_refused_is_no_failure_of_its_host(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 5000})
    for _ in range(5):
        with pytest.raises(TooLarge):
            await web.fetch("http://acme.test/", limits=FetchLimits(body_bytes=1000))


async def test_memory_stays_flat_over_many_fetches(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 19_000})
    for _ in range(200):
        await web.fetch("http://acme.test/")
    tracemalloc.start()
    try:
        held = [0]
        for _ in range(2):
            for _ in range(500):
                await web.fetch("http://acme.test/")
                internet.seen.clear()
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    # What the process loads once for other reasons comes in one part; what a fetch leaves behind comes in each.
    assert min(after - before for before, after in pairwise(held)) < 100_000
