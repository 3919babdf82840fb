"""`scrapersky up` and `scrapersky api`: serving the web application, with workers and without.

What works on rows runs beside it.
"""

import asyncio
import gc
import logging
import os
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from scrapersky.app.internet import Internet, fetch_policy
from scrapersky.app.product import Product, open_product
from scrapersky.app.server import make_app, make_reception
from scrapersky.cli.connection import ConnectionTimeouts, connections_of
from scrapersky.cli.demonstration import refuse_demonstration
from scrapersky.cli.loading import nothing_collected
from scrapersky.cli.running import on_stop_signals, read_settings, run, say
from scrapersky.cli.worker import WorkerChildren
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.live import Hub
from scrapersky.errors import ScraperSkyError
from scrapersky.routers.sessions import Reception, is_loopback

Announce = Callable[[Product, Reception, str], Awaitable[None]]
Beside = Callable[[Product, Callable[[], None]], AbstractAsyncContextManager[None]]
"""What runs as long as the server does, given the product and a way to stop the server."""
SECONDS_FOR_OPEN_REQUESTS = 3
LARGEST_HEADERS = 64 * 1024
OPEN_FILES = 4096  # a thousand event streams, and all else


class PortTaken(ScraperSkyError):
    """Someone else listens there."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Cannot listen on {host} port {port}: {reason}. Choose another with --port {port + 1 if port else 8001},"
            " or stop what listens there."
        )


class Server(uvicorn.Server):
    """Leaves signals to the command, which has more to close than connections. Streams end first: they never would."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self._is_told_to_stop = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """While it starts it goes on to the end of that: uvicorn would leave without ending what it has begun."""
        self._is_told_to_stop = True
        self.should_exit = self.started

    async def main_loop(self) -> None:
        """What the application is made of stays: to look for garbage in it keeps everybody waiting for 0.1 s."""
        self.should_exit = self.should_exit or self._is_told_to_stop
        gc.freeze()
        try:
            await super().main_loop()
        finally:
            gc.unfreeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        log = logging.getLogger("uvicorn.error")
        log.addFilter(_is_no_cancellation)
        try:
            await super().shutdown(sockets)
            if cut := list(self.server_state.tasks):
                await asyncio.wait(cut, timeout=SECONDS_FOR_OPEN_REQUESTS)
        finally:
            log.removeFilter(_is_no_cancellation)


def _is_no_cancellation(record: logging.LogRecord) -> bool:
    """A request that is cut because the server stops is no error of the application."""
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)


async def serve(settings: Settings, announce: Announce, beside: Beside, internet: Internet | None = None) -> None:
    """Until a signal comes. What is set wrongly is refused and the port taken first: nothing is started in vain."""
    allow_open_files()
    fetch_policy(settings)
    with listen(settings.host, settings.port) as listening:
        async with open_product(settings, None, internet) as product:
            reception = await make_reception(product)
            with nothing_collected():
                app = make_app(product, reception)
                gc.freeze()
            server = Server(server_config(app), app.state.hub)
            await announce(product, reception, address_of(listening))
            with on_stop_signals(server.stop):
                await asyncio.sleep(0)  # a signal that came before is heeded here, not half-way through the start
                async with beside(product, server.stop):
                    await server.serve(sockets=[listening])
            if not server.started:
                raise ScraperSkyError("The server did not start; the lines above say why.")


@asynccontextmanager
async def nothing(_product: Product, _stop: Callable[[], None]) -> AsyncIterator[None]:
    """Rows are worked on by other processes, if at all."""
    yield


def server_config(app: FastAPI, patience: ConnectionTimeouts | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="none",
        http=connections_of(patience or ConnectionTimeouts()),
        ws="none",
        h11_max_incomplete_event_size=LARGEST_HEADERS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_FOR_OPEN_REQUESTS,
    )


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise PortTaken(host, port, os.strerror(error.errno) if error.errno else str(error)) from error


def allow_open_files() -> None:
    """Each connection is one. Systems begin with few and let a process have more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < OPEN_FILES:
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def address_of(listening: socket.socket) -> str:
    """Where to point a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}"


def up(*, host: str | None, port: int | None, data: Path | None) -> None:
    settings = read_settings(host=host, port=port, scrapersky_data=data)
    refuse_demonstration(settings)
    set_up_logging(settings.log_level)
    children = WorkerChildren(settings)
    run(serve(settings, announce, lambda _, stop: children.working(stop)))


def api(*, host: str | None, port: int | None, data: Path | None) -> None:
    settings = read_settings(host=host, port=port, scrapersky_data=data)
    set_up_logging(settings.log_level)
    run(serve(settings, announce, nothing))


async def announce(product: Product, reception: Reception, address: str) -> None:
    """Where to look, and how to get in."""
    say(f"ScraperSky is at {address}")
    if reception.code is not None:
        say(f"Nobody has an account yet. Make the first one at {address}/setup")
        say(f"with the one-time code {reception.code.value}")
    if not is_loopback(product.settings.host):
        say("Browsers sign in over HTTPS only (or on this machine): put a proxy with TLS in front.")
    say("Press Ctrl-C to stop.")
