"""A worker of the toy product, to be killed, stopped and woken by tests. A widget called "deadly" kills it.

`widget_worker.py URL LEASE WORK_SECONDS ATTEMPTS`
"""

import asyncio
import os
import signal
import sys

from tests.curation_sdk.widgets import Widget, Workshop, runtime, widget_polish

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.queue.schedulers import Schedulers
from scrapersky.db.engine import make_engine


async def run(url: str, lease_seconds: float, work_seconds: float, attempts: int) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.sleep(work_seconds)
        return "shiny"

    engine = make_engine(url, idle_transaction_seconds=lease_seconds)
    schedule = Schedule(interval_minutes=0.01, batch_size=10, concurrency=10, attempts=attempts, timeout_seconds=30)
    schedulers = Schedulers(await runtime(engine, Workshop(polish), lease_seconds))
    schedulers.setup(widget_polish, schedule)
    await schedulers.start()
    asked_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked_to_stop.set)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asked_to_stop.wait()
    await schedulers.stop()
    await engine.dispose()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])))
