"""What `up` has of workers: a child of the web application, with those of its own that work on rows."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from scrapersky.cli.loading import load, nothing_collected
from scrapersky.cli.supervising import Lifeline, Supervisor, fork
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError


class WorkerChildren:
    """Made before there is an event loop or a thread, whose locks a forked process would inherit.

    It loads and does nothing until people are answered, and ends with this process, whatever ends this one.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lifeline = Lifeline()
        self._pid = fork(self._supervise)
        self._lifeline.hold()

    def _supervise(self) -> int:
        watched = self._lifeline.leave()
        if not os.read(watched, 1):
            return 0
        with nothing_collected():
            worker = load("scrapersky.cli.worker:WorkerProcess")(self._settings, takes_orders=True)
        grace = self._settings.shutdown_grace_seconds
        Supervisor("worker", self._settings.worker_processes, worker.run_supervised, grace, watched).run()
        return 0

    @asynccontextmanager
    async def working(self, stop: Callable[[], None], is_answering: asyncio.Event) -> AsyncIterator[None]:
        """While inside, rows are worked on once people are answered; `stop` is called if that cannot go on."""
        going = asyncio.create_task(self._go_after(is_answering))
        ended = asyncio.create_task(asyncio.to_thread(os.waitpid, self._pid, 0))
        ended.add_done_callback(lambda _: stop())
        try:
            yield
            if ended.done():
                raise ScraperSkyError(
                    "The process that watches over the workers was ended from outside, so nobody works on rows;"
                    " start ScraperSky again."
                )
        finally:
            going.cancel()
            if not ended.done():
                with suppress(ProcessLookupError):  # it ended a moment ago
                    os.kill(self._pid, signal.SIGTERM)
            await ended

    async def _go_after(self, is_answering: asyncio.Event) -> None:
        await is_answering.wait()
        self._lifeline.say_go()
