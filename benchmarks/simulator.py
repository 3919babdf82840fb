"""How many pages a second the simulator serves from one process, so that it is not what a benchmark measures.

Run: python benchmarks/simulator.py [pages]. One process serves, another asks; the server's own processor time counts.
"""

import asyncio
import multiprocessing
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from time import perf_counter, process_time
from urllib.parse import urlsplit

import uvloop

from scrapersky.simulator import sites
from scrapersky.simulator.simulator import Simulator
from scrapersky.simulator.world import World

_SEED, _BUSINESSES = 1, 1_000_000
_CONNECTIONS = 32
_LARGEST_SMALL_PAGE = 20_000


def serve(orders: Connection) -> None:
    """Serve until told to stop; then say how much processor time that took."""
    uvloop.run(_serve(orders))


async def _serve(orders: Connection) -> None:
    async with Simulator(seed=_SEED, businesses=_BUSINESSES, faults="none") as simulator:
        orders.send(simulator.http_port)
        while True:
            start = process_time()
            await asyncio.get_running_loop().run_in_executor(None, orders.recv)
            orders.send(process_time() - start)


def plain_pages(world: World, hosts: int, pages_each: int) -> Iterator[tuple[str, str]]:
    """Pages of sites that are served without https, so that the numbers are about pages and not about encryption."""
    found = 0
    for business in world:
        if found == hosts:
            return
        if business.website is None or not business.website.host or business.website.https:
            continue
        found += 1
        for page in list(sites.truth(world, business).pages)[:pages_each]:
            parts = urlsplit(page.url)
            yield parts.netloc, f"{parts.path}?{parts.query}" if parts.query else parts.path


async def ask(port: int, targets: list[tuple[str, str]]) -> tuple[int, int]:
    """Fetch each target once over a few kept connections; returns pages and bytes."""
    queue = iter(targets)
    counts = await asyncio.gather(*(_ask_in_turn(port, queue) for _ in range(_CONNECTIONS)))
    return sum(pages for pages, _ in counts), sum(size for _, size in counts)


async def _ask_in_turn(port: int, queue: Iterator[tuple[str, str]]) -> tuple[int, int]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    pages = size = 0
    for host, target in queue:
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: benchmark\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        size += len(await reader.readexactly(length))
        pages += 1
    writer.close()
    return pages, size


def measure(name: str, targets: list[tuple[str, str]], port: int, server: Connection) -> None:
    start = perf_counter()
    pages, size = uvloop.run(ask(port, targets))
    elapsed = perf_counter() - start
    server.send("report")
    busy = server.recv()
    print(
        f"{name}: {pages / busy:,.0f} pages per second of the server's processor time,"
        f" {pages / elapsed:,.0f} pages/s by the clock ({pages:,} pages, {size / pages / 1000:.1f} kB each)"
    )


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    world = World(_SEED, _BUSINESSES)
    few_hosts = list(plain_pages(world, 50, 4))
    many_hosts = list(plain_pages(world, min(1000, pages), 1))
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    port = here.recv()
    measure("every host asked for once", many_hosts, port, here)
    measure("pages of 50 hosts", (few_hosts * (pages // len(few_hosts) + 1))[:pages], port, here)
    server.terminate()
    server.join()


if __name__ == "__main__":
    main()
