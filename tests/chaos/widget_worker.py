"""A worker of the toy product, to be killed by tests. A widget called "deadly" kills it."""

import asyncio
import os
import signal

from tests.curation_sdk.widgets import Widget, Workshop, runtime, widget_polish

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.db.engine import make_engine

LEASE_SECONDS = 4.0  # a busy machine keeps a worker for over a second, and no row of one that lives is to be lost
WORK_SECONDS, ATTEMPTS = 0.02, 2


def work(url: str) -> None:
    """Until SIGTERM."""
    asyncio.run(_run(url))


async def _run(url: str) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.sleep(WORK_SECONDS)
        return "shiny"

    engine = make_engine(url, idle_transaction_seconds=LEASE_SECONDS)
    schedule = Schedule(interval_minutes=0.01, batch_size=10, concurrency=10, attempts=ATTEMPTS, timeout_seconds=30)
    schedulers = Schedulers(await runtime(engine, Workshop(polish), LEASE_SECONDS))
    schedulers.setup(widget_polish, schedule)
    await schedulers.start()
    asked_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked_to_stop.set)
    await asked_to_stop.wait()
    await schedulers.stop()
    await engine.dispose()
