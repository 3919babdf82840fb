"""What the fetcher's checks cost over plain aiohttp: 19 KB pages from loopback, CPU time of the client alone.

Run: python benchmarks/fetcher.py [requests per round]. About twenty seconds.
"""

import asyncio
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection

import aiohttp
import uvloop
from aiohttp import web

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.policy import FetchPolicy

PAGE = b"<p>" + b"x" * 18_994 + b"</p>"
HOSTS = 50
ROUNDS = 5
PARALLEL = 50
ROBOTS = "User-agent: *\nDisallow: /admin\nDisallow: /cart\n\nUser-agent: BadBot\nDisallow: /\n"

Visit = Callable[[str], Awaitable[int]]


def serve(told: Connection) -> None:
    asyncio.run(_serve(told))


async def _serve(told: Connection) -> None:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/robots.txt":
            return web.Response(text=ROBOTS)
        return web.Response(body=PAGE, content_type="text/html")

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    told.send(runner.addresses[0][1])
    await asyncio.Event().wait()


class Loopback:
    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(self, _host: str) -> Sequence[str]:
        return ["44.0.0.1"]

    def dial(self, _address: str, _port: int, _host: str) -> tuple[str, int]:
        return "127.0.0.1", self._port


async def cpu_per_request(visit: Visit, urls: Sequence[str]) -> float:
    places = asyncio.Semaphore(PARALLEL)

    async def one(url: str) -> None:
        async with places:
            assert await visit(url) == len(PAGE)

    started = time.process_time()
    await asyncio.gather(*(one(url) for url in urls))
    return (time.process_time() - started) / len(urls) * 1000


async def compare(port: int, requests: int) -> None:
    internet = Loopback(port)
    policy = FetchPolicy(pace=Pace(interval=0.0, parallel=PARALLEL))
    async with (
        aiohttp.ClientSession() as session,
        Fetcher(policy, resolver=internet, dialer=internet.dial) as fetcher,
    ):

        async def plainly(url: str) -> int:
            async with session.get(url) as response:
                return len(await response.read())

        async def carefully(url: str) -> int:
            return len((await fetcher.fetch(url, accept="text/html")).body)

        plain_urls = [f"http://127.0.0.1:{port}/page/{n}" for n in range(requests)]
        urls = [f"http://site-{n % HOSTS}.test/page/{n}" for n in range(requests)]
        await cpu_per_request(plainly, plain_urls[:200])
        await cpu_per_request(carefully, urls[:200])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        plain, careful = [], []
        for _ in range(ROUNDS):
            plain.append(await cpu_per_request(plainly, plain_urls))
            careful.append(await cpu_per_request(carefully, urls))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    report(plain, careful, grown, requests)


def report(plain: list[float], careful: list[float], grown: int, requests: int) -> None:
    ours, theirs = statistics.median(careful), statistics.median(plain)
    print(f"plain aiohttp   {theirs:.3f} ms CPU per request   (rounds: {_rounds(plain)})")
    print(f"fetcher         {ours:.3f} ms CPU per request   (rounds: {_rounds(careful)})")
    print(f"ratio           {ours / theirs:.2f}   difference {(ours - theirs) * 1000:.0f} microseconds")
    print(f"memory          grew by {grown / 1024:.1f} MB over {2 * ROUNDS * requests:,} requests")


def _rounds(figures: list[float]) -> str:
    return " ".join(f"{figure:.3f}" for figure in figures)


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(there,), daemon=True)
    server.start()
    try:
        uvloop.run(compare(here.recv(), requests))
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    main()
