"""`scrapersky worker`: works on rows, in one process or in several under a supervisor."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from scrapersky.app.observing import Observed, observed
from scrapersky.app.product import Product, open_product
from scrapersky.app.workers import running_schedulers
from scrapersky.cli.commands.processes import Engine
from scrapersky.cli.demonstration import refuse_demonstration
from scrapersky.cli.running import in_words, read_settings, run, say, wait_for_stop
from scrapersky.cli.supervising import Supervisor
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE, AnyWorkflow
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue import prepare

log = logging.getLogger(__name__)


def worker(
    *,
    data: Path | None,
    workflow: list[str] | None,
    concurrency: int | None,
    processes: int | None,
    engine: Engine | None,
    address: str | None,
    metrics_port: int | None,
) -> None:
    settings = read_settings(
        scrapersky_data=data,
        worker_processes=processes,
        work_engine=engine,
        ray_address=address,
        metrics_port=metrics_port,
    )
    refuse_demonstration(settings)
    set_up_logging(settings.log_level)
    process = WorkerProcess(settings, workflow or (), concurrency)
    if settings.worker_processes == 1:
        process.run()
        return
    say(f"{settings.worker_processes} processes work on rows. Press Ctrl-C to stop.")
    grace = settings.shutdown_grace_seconds
    Supervisor("worker", settings.worker_processes, process.run_supervised, grace).run()


def scheduler(*, data: Path | None, metrics_port: int | None) -> None:
    settings = read_settings(scrapersky_data=data, metrics_port=metrics_port)
    set_up_logging(settings.log_level)
    run(keep_in_order(settings))


async def keep_in_order(settings: Settings) -> None:
    from scrapersky.app.orders import running_orders  # noqa: PLC0415  not for those who only work on rows

    async with (
        open_product(settings) as product,
        observed(product) as seen,
        running_schedulers(product, claims=False, observer=seen.observer) as seen.schedulers,
        running_orders(product),
    ):
        say_where(seen)
        say("Keeping the queues in order, and carrying out exports and large decisions. Press Ctrl-C to stop.")
        await wait_for_stop()


@dataclass(frozen=True, slots=True)
class WorkerProcess:
    """What one does: the rows of the named workflows, else of all; and, where it `takes_orders`, those of people."""

    settings: Settings
    names: Sequence[str] = ()
    concurrency: int | None = None
    takes_orders: bool = False

    def run(self, watched: int | None = None) -> None:
        os.nice(self.settings.worker_niceness)
        run(work(self.settings, None, self, watched))

    def run_supervised(self, watched: int) -> int:
        """What would be told and end a command is told here, and the supervisor tries again."""
        try:
            self.run(watched)
        except asyncio.CancelledError:  # stopped while it started
            return 0
        except (CurationError, *DATABASE_TROUBLE) as error:
            log.warning("%s", in_words(error))
            return 1
        return 0


async def work(
    settings: Settings,
    workflows: Sequence[AnyWorkflow] | None = None,
    process: WorkerProcess | None = None,
    watched: int | None = None,
) -> None:
    chosen = process or WorkerProcess(settings)
    async with (
        open_product(settings, workflows, meanwhile=prepare) as product,
        observed(product) as seen,
        running_schedulers(only(product, chosen.names), chosen.concurrency, observer=seen.observer) as schedulers,
        orders(product, chosen),
    ):
        seen.schedulers = schedulers
        say_where(seen)
        words = f"Working on {', '.join(schedulers.by_workflow) or 'nothing'}."
        if watched is None:
            say(f"{words} Press Ctrl-C to stop.")
        else:
            log.info("%s", words)
        await wait_for_stop(watched)


def say_where(seen: Observed) -> None:
    if seen.port is not None:
        log.info("figures at port %d: /metrics, /healthz and /readyz", seen.port)


def only(product: Product, names: Sequence[str]) -> Product:
    """Named workflows must exist: one that is misspelt would wait for ever."""
    chosen = {product.registry[name] for name in names} or set(product.schedules)
    schedules = {workflow: schedule for workflow, schedule in product.schedules.items() if workflow in chosen}
    return replace(product, schedules=schedules)


@asynccontextmanager
async def orders(product: Product, process: WorkerProcess) -> AsyncIterator[None]:
    if not process.takes_orders:
        yield
        return
    from scrapersky.app.orders import running_orders  # noqa: PLC0415  not for those who only work on rows

    async with running_orders(product):
        yield
