"""The web server: what it takes of connections, and how it stops."""

import asyncio
import gc
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from scrapersky.cli.connection import ConnectionTimeouts, connections_of
from scrapersky.curation_sdk.live import Hub

SECONDS_FOR_OPEN_REQUESTS = 3
LARGEST_HEADERS = 64 * 1024


class Server(uvicorn.Server):
    """Leaves signals to the command, which has more to close than connections. Streams end first: they never would."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self._is_told_to_stop = False
        self.is_answering = asyncio.Event()

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
        self.is_answering.set()
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
