"""Serving the web application and working the queues in one process."""

import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from scrapersky.cli.running import on_stop_signals
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.errors import ScraperSkyError
from scrapersky.main import make_app, make_reception
from scrapersky.outside import Outside
from scrapersky.product import Product, open_product
from scrapersky.routers.auth import Reception

Announce = Callable[[Product, Reception, str], Awaitable[None]]
SECONDS_FOR_OPEN_REQUESTS = 3


class PortTaken(ScraperSkyError):
    """Someone else listens there."""

    code = "port_taken"

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Cannot listen on {host} port {port}: {reason}. Choose another with --port {port + 1 if port else 8001},"
            " or stop what listens there."
        )


class DidNotStart(ScraperSkyError):
    """The application gave up while starting; the log says why."""

    code = "did_not_start"


class Server(uvicorn.Server):
    """Leaves signals to the command, which has more to close than connections. Streams end first: they never would."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


async def serve(settings: Settings, announce: Announce, outside: Outside | None = None) -> None:
    """Until a signal comes. The port is taken first: nothing is started in vain."""
    with listen(settings.host, settings.port) as listening:
        async with open_product(settings, None, outside) as product:
            reception = await make_reception(product)
            app = make_app(product, reception)
            server = Server(server_config(app), app.state.hub)
            await announce(product, reception, address_of(listening))
            with on_stop_signals(server.stop):
                await server.serve(sockets=[listening])
            if not server.started:
                raise DidNotStart("The server did not start; the lines above say why.")


def server_config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="none",
        http="h11",  # whatever else is installed: it bounds what the headers of a request may hold
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


def address_of(listening: socket.socket) -> str:
    """Where to point a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}"
