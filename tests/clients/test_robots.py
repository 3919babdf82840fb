import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import web as server
from tests.clients.internet import Internet, Page, answering, redirecting

from scrapersky.clients.fetching.errors import (
    AddressRefused,
    ConnectionFailed,
    FetchError,
    HostBusy,
    NameNotResolved,
    RobotsRefused,
    RobotsUnreachable,
)
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.fetching.robots import LocalRobotsMemory, RobotsRecord

NOBODY = "User-agent: *\nDisallow: /\n"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


async def test_what_robots_disallows_is_not_fetched(internet: Internet, web: Fetcher) -> None:
    robots = "User-agent: *\nDisallow: /\n\nUser-agent: ScraperSky\nDisallow: /private\nAllow: /private/contact\n"
    internet.site("acme.test", {"/": "home", "/private/contact": "mail us"}, robots=robots)
    with pytest.raises(RobotsRefused, match=r"robots\.txt does not allow") as caught:
        await web.fetch("http://acme.test/private/list")
    assert (caught.value.reason, caught.value.worth_retrying) == ("robots", False)
    with pytest.raises(RobotsRefused):
        await web.fetch("http://acme.test/private/robots.txt")
    assert (await web.fetch("http://acme.test/private/contact")).body == b"mail us"
    assert (await web.fetch("http://acme.test/")).body == b"home"
    assert internet.paths("acme.test") == ["/robots.txt", "/private/contact", "/"]


async def test_robots_is_read_once_however_many_ask(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": "home"})
    await asyncio.gather(*(web.fetch("http://acme.test/") for _ in range(10)))
    assert internet.paths("acme.test").count("/robots.txt") == 1


async def test_robots_of_each_origin_is_its_own(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": redirecting("http://other.test/")})
    internet.site("other.test", {"/": "no"}, robots=NOBODY)
    with pytest.raises(RobotsRefused, match=r"other\.test"):
        await web.fetch("http://acme.test/")
    assert internet.paths("other.test") == ["/robots.txt"]


async def test_robots_itself_may_always_be_fetched(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {}, robots=NOBODY)
    assert (await web.fetch("http://acme.test/robots.txt")).body == NOBODY.encode()
    assert (await web.robots("http://acme.test/any/page")).body == NOBODY.encode()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
async def test_a_site_without_robots_may_be_fetched(internet: Internet, web: Fetcher, status: int) -> None:
    internet.site("acme.test", {"/": "home"}, robots=answering(NOBODY, status=status))
    assert (await web.fetch("http://acme.test/")).body == b"home"


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_site_whose_robots_fails_is_left_alone_for_now(internet: Internet, web: Fetcher, status: int) -> None:
    internet.site("acme.test", {"/": "home"}, robots=answering(status=status))
    for _ in range(2):
        with pytest.raises(RobotsUnreachable, match=f"HTTP {status}") as caught:
            await web.fetch("http://acme.test/")
        assert (caught.value.reason, caught.value.worth_retrying) == ("robots_unreachable", True)
        assert timedelta(minutes=9) < (caught.value.retry_after or timedelta()) <= timedelta(minutes=10)
    assert internet.paths("acme.test") == ["/robots.txt"]


async def test_too_many_requests_for_robots_is_not_an_invitation(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": "home"}, robots=answering(status=429))
    with pytest.raises(RobotsUnreachable):
        await web.fetch("http://acme.test/")


@pytest.mark.parametrize(
    ("robots", "is_allowed"),
    [
        (redirecting("http://other.test/moved"), False),
        (redirecting("/elsewhere.txt"), False),
        (redirecting("/robots.txt"), True),
        (answering(status=302), True),
        (redirecting("http://127.0.0.1/robots.txt"), None),
        (redirecting("http://nowhere.test/robots.txt"), None),
        (answering(b"not gzip", headers={"Content-Encoding": "gzip"}), None),
        ("<html><body>Disallow: /</body></html>", True),
        (b"\xff\xfe\x00garbage\n" * 100, True),
        (b"", True),
    ],
)
async def test_odd_answers_for_robots(internet: Internet, web: Fetcher, robots: Page, is_allowed: bool | None) -> None:
    """None stands for "could not be read": not allowed for now."""
    internet.site("acme.test", {"/": "home", "/elsewhere.txt": NOBODY}, robots=robots)
    internet.site("other.test", {"/moved": NOBODY})
    if is_allowed:
        assert (await web.fetch("http://acme.test/")).body == b"home"
        return
    with pytest.raises(FetchError) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == ("robots" if is_allowed is False else "robots_unreachable")


async def test_more_than_five_redirects_mean_no_robots(internet: Internet, web: Fetcher) -> None:
    hops: dict[str, Page] = {f"/{n}": redirecting(f"/{n + 1}") for n in range(9)}
    internet.site("acme.test", {"/": "home", "/5": NOBODY} | hops, robots=redirecting("/0"))
    assert (await web.fetch("http://acme.test/")).body == b"home"
    assert len(internet.paths("acme.test")) == 7


async def test_only_the_beginning_of_an_endless_robots_is_read(internet: Internet, web: Fetcher) -> None:
    async def endless(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse()
        await response.prepare(request)
        await response.write(b"User-agent: *\nDisallow: /private\n")
        while True:
            await response.write(b"# filler\n" * 10_000)

    internet.site("acme.test", {"/": "home"}, robots=endless)
    assert (await web.fetch("http://acme.test/")).body == b"home"
    with pytest.raises(RobotsRefused):
        await web.fetch("http://acme.test/private")
    assert len((await web.robots("http://acme.test/")).body or b"") == 512_001


async def test_a_host_that_cannot_be_reached_is_not_blamed_on_robots(internet: Internet, web: Fetcher) -> None:
    internet.closed_port("closed.test")
    internet.addresses["inward.test"] = [["10.0.0.1"]]
    for host, error in (("closed", ConnectionFailed), ("nowhere", NameNotResolved), ("inward", AddressRefused)):
        with pytest.raises(error):
            await web.fetch(f"http://{host}.test/")


async def test_robots_is_read_again_after_a_day(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    clock = Clock()
    async with internet.fetcher(now=clock) as web:
        await web.fetch("http://acme.test/")
        internet.site("acme.test", {}, robots=NOBODY)
        clock.now += timedelta(hours=23)
        await web.fetch("http://acme.test/")
        clock.now += timedelta(hours=2)
        with pytest.raises(RobotsRefused):
            await web.fetch("http://acme.test/")


async def test_an_old_copy_serves_while_robots_fails(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"}, robots="User-agent: *\nDisallow: /private\n")
    clock = Clock()
    async with internet.fetcher(now=clock) as web:
        await web.fetch("http://acme.test/")
        internet.site("acme.test", {}, robots=answering(status=500))
        clock.now += timedelta(hours=25)
        assert (await web.fetch("http://acme.test/")).body == b"home"
        with pytest.raises(RobotsRefused):
            await web.fetch("http://acme.test/private")


async def test_two_workers_share_what_one_read(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"})
    shared = LocalRobotsMemory()
    async with internet.fetcher(robots_memory=shared) as first, internet.fetcher(robots_memory=shared) as second:
        await first.fetch("http://acme.test/")
        await second.fetch("http://acme.test/")
    assert internet.paths("acme.test").count("/robots.txt") == 1


async def test_a_long_crawl_delay_sends_the_row_back(internet: Internet) -> None:
    internet.site("acme.test", {"/": "home"}, robots="User-agent: *\nCrawl-delay: 9999\n")
    async with internet.fetcher(FetchPolicy(pace=Pace(interval=0.0, parallel=9), longest_crawl_delay=20)) as web:
        await web.fetch("http://acme.test/")
        with pytest.raises(HostBusy) as caught:
            await web.fetch("http://acme.test/")
    assert timedelta(seconds=19) < (caught.value.retry_after or timedelta()) <= timedelta(seconds=20)


async def test_the_memory_of_one_process_keeps_to_its_size() -> None:
    memory = LocalRobotsMemory(most_bytes=100_000)
    later = datetime(2030, 1, 1, tzinfo=UTC)
    for n in range(50):
        await memory.keep(RobotsRecord(f"http://{n}.test", b"x" * 10_000, "", later))
        await memory.keep(RobotsRecord(f"http://{n}.test", b"y" * 10_000, "", later))
    kept = [n for n in range(50) if await memory.recall(f"http://{n}.test")]
    assert kept == list(range(42, 50))
