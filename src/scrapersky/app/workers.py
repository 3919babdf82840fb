"""What works on rows: a scheduler for each workflow, and the daily chores."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime

from scrapersky.accounts.sign_ins import forget_ended_sessions
from scrapersky.app.internet import Internet, open_clients
from scrapersky.app.product import Product
from scrapersky.app.ray_engine import open_ray
from scrapersky.app.row_actor import ActorSettings
from scrapersky.app.shared_product import SharedProduct, make_runtime, using
from scrapersky.coordination.dead_processes import forget_dead_processes, forget_ended_parts
from scrapersky.curation_sdk.queue import Chore, Lease, LocalEngine, Schedulers, WorkEngine, prune_history
from scrapersky.monitoring.observers import ProcessObserver
from scrapersky.services import forget_expired_places, sweep_certain_pairs


@asynccontextmanager
async def running_schedulers(
    product: Product, concurrency: int | None = None, *, claims: bool = True, observer: ProcessObserver | None = None
) -> AsyncIterator[Schedulers]:
    """Every workflow's scheduler, each set up in its own try; at the end rows in work finish or are released.

    Without `claims` lost rows are rescued and chores done, and nothing is worked on.
    """
    settings = product.settings
    lease = Lease(product.engine, settings.worker_lease_seconds)
    await forget_ended_parts(product.engine)
    if settings.database_url is None:
        await forget_dead_processes(product.engine)
    observer = observer or ProcessObserver()
    async with (
        open_clients(settings, product.engine, product.internet, observer.fetched) as clients,
        work_elsewhere(product, claims=claims) as elsewhere,
    ):
        made = make_runtime(product, clients, lease, concurrency, claims=claims)
        engine = observer.around(elsewhere or LocalEngine(clients))
        runtime = replace(made, observer=observer, elsewhere=engine)
        schedulers = Schedulers(runtime)
        schedulers.failures |= {**product.faults, **clients.left_out}
        schedulers.setup_all(product.schedules)
        for chore in daily_chores(product):
            schedulers.setup_chore(chore)
        await schedulers.start()
        try:
            with using(SharedProduct(product, runtime)):
                yield schedulers
        finally:
            await schedulers.stop()


@asynccontextmanager
async def work_elsewhere(product: Product, *, claims: bool) -> AsyncIterator[WorkEngine | None]:
    """The cluster that WORK_ENGINE names, for a process that works on rows."""
    settings = product.settings
    if settings.work_engine == "local" or not claims:
        yield None
        return
    address = product.engine.url.render_as_string(hide_password=False)
    made_of = ActorSettings(settings, address, product.second_line, product.internet.again or Internet)
    async with open_ray(settings.ray_address, made_of) as engine:
        yield engine


def daily_chores(product: Product) -> Sequence[Chore]:
    """What keeps a database that runs for years in shape, and within the terms of the sources."""
    days, engine = product.settings.history_days, product.patient
    return (
        Chore("prune_history", lambda: prune_history(engine, days, datetime.now(UTC))),
        Chore("forget_ended_sessions", lambda: forget_ended_sessions(product.sessions)),
        Chore("merge_certain_pairs", lambda: sweep_certain_pairs(product.sessions)),
        Chore("forget_expired_places", lambda: forget_expired_places(product.sessions, datetime.now(UTC))),
    )
