"""`scrapersky up` and `scrapersky api`: serving the web application, with workers and without.

What works on rows runs beside it.
"""

import asyncio
import gc
import os
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from scrapersky.app.internet import Internet, fetch_policy
from scrapersky.app.product import Product, open_product
from scrapersky.cli.demonstration import refuse_demonstration
from scrapersky.cli.loading import nothing_collected
from scrapersky.cli.running import on_stop_signals, read_settings, run, say
from scrapersky.cli.worker_children import WorkerChildren
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError

if TYPE_CHECKING:
    from scrapersky.cli.web_server import Server
    from scrapersky.routers.sessions import Reception

Announce = Callable[[Product, "Reception", str], Awaitable[None]]
Beside = Callable[[Product, "Server"], AbstractAsyncContextManager[None]]
"""What runs as long as the server does."""
OPEN_FILES = 4096  # a thousand event streams, and all else


class PortTaken(ScraperSkyError):
    """Someone else listens there."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Cannot listen on {host} port {port}: {reason}. Choose another with --port {port + 1 if port else 8001},"
            " or stop what listens there."
        )


async def serve(settings: Settings, announce: Announce, beside: Beside, internet: Internet | None = None) -> None:
    """Until a signal comes. What is set wrongly is refused and the port taken first: nothing is started in vain."""
    allow_open_files()
    fetch_policy(settings)
    with listen(settings.host, settings.port) as listening:
        async with open_product(settings, None, internet, meanwhile=load_web_application) as product:
            from scrapersky.app.server import make_app, make_reception  # noqa: PLC0415  by now it is loaded
            from scrapersky.cli.web_server import Server, server_config  # noqa: PLC0415

            reception = await make_reception(product)
            with nothing_collected():
                app = make_app(product, reception)
                gc.freeze()
            server = Server(server_config(app), app.state.hub)
            await announce(product, reception, address_of(listening))
            with on_stop_signals(server.stop):
                await asyncio.sleep(0)  # a signal that came before is heeded here, not half-way through the start
                async with beside(product, server):
                    await server.serve(sockets=[listening])
            if not server.started:
                raise ScraperSkyError("The server did not start; the lines above say why.")


def load_web_application(_: object = None) -> None:
    """While PostgreSQL describes its tables."""
    with nothing_collected():
        import_module("scrapersky.app.server")
        import_module("scrapersky.cli.web_server")


@asynccontextmanager
async def nothing(_product: Product, _server: "Server") -> AsyncIterator[None]:
    """Rows are worked on by other processes, if at all."""
    yield


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
    run(serve(settings, announce, lambda _, server: children.working(server.stop, server.is_answering)))


def api(*, host: str | None, port: int | None, data: Path | None) -> None:
    settings = read_settings(host=host, port=port, scrapersky_data=data)
    set_up_logging(settings.log_level)
    run(serve(settings, announce, nothing))


async def announce(product: Product, reception: "Reception", address: str) -> None:
    """Where to look, and how to get in."""
    from scrapersky.routers.sessions import is_loopback  # noqa: PLC0415  by now it is loaded

    say(f"ScraperSky is at {address}")
    if reception.code is not None:
        say(f"Nobody has an account yet. Make the first one at {address}/setup")
        say(f"with the one-time code {reception.code.value}")
    if not is_loopback(product.settings.host):
        say("Browsers sign in over HTTPS only (or on this machine): put a proxy with TLS in front.")
    say("Press Ctrl-C to stop.")
