"""`python -m benchmarks.host_roles ROLE …`: what runs on each host of `benchmarks.hosts`."""

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path

from aiohttp import web

from scrapersky.app.internet import Internet
from scrapersky.app.product import open_product
from scrapersky.app.workers import running_schedulers
from scrapersky.bench.our_worker import OneServer
from scrapersky.cli.running import read_settings, run, wait_for_stop
from scrapersky.cli.worker import only
from scrapersky.config.logging import set_up_logging

DATABASE_PORT, WEB_PORT = 5432, 80
SECONDS_TO_ANSWER = 4.0  # so that workers wait, and not for the processors that all hosts share
ROBOTS = "User-agent: *\nDisallow:\n"


async def until_stopped() -> None:
    print("ready", flush=True)
    await wait_for_stop()


async def serve_database(host: str, socket: str) -> None:
    """The database's door on the network; the server itself listens on a socket of the file system."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_unix_connection(socket)
        with suppress(asyncio.CancelledError):  # it stops, and everybody who is connected with it
            await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))

    async with await asyncio.start_server(pass_on, host, DATABASE_PORT):
        await until_stopped()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, TimeoutError):
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    writer.close()


async def serve_sites(host: str, log: str) -> None:
    """Every site there is; writes down who was asked for what, and when."""
    with Path(log).open("a", buffering=1) as asked:  # noqa: ASYNC230  a line now and then

        async def answer(request: web.BaseRequest) -> web.Response:
            if request.path == "/robots.txt":
                return web.Response(text=ROBOTS)
            asked.write(json.dumps([request.host, request.path, time.monotonic(), request.remote]) + "\n")
            await asyncio.sleep(SECONDS_TO_ANSWER)
            title = f"<title>{request.host}{request.path}</title><p>Write to office@{request.host}"
            return web.Response(text=title, content_type="text/html")

        runner = web.ServerRunner(web.Server(answer), handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, host, WEB_PORT).start()
        await until_stopped()
        await runner.cleanup()


async def work(sites: str, concurrency: str) -> None:
    settings, there = read_settings(), OneServer(WEB_PORT, sites)
    async with (
        open_product(settings, None, Internet(there, there.dial)) as product,
        running_schedulers(only(product, ["page_curation"]), int(concurrency)),
    ):
        await until_stopped()


ROLES = {"database": serve_database, "sites": serve_sites, "worker": work}

if __name__ == "__main__":
    set_up_logging("WARNING", for_people=True)
    run(ROLES[sys.argv[1]](*sys.argv[2:]))
