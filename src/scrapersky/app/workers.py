"""What works in the background of one process: a scheduler for each workflow, and the daily chores."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from scrapersky.accounts.users import forget_ended_sessions
from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product
from scrapersky.app.standing import Standing, make_runtime, standing_on
from scrapersky.coordination.dead_processes import forget_dead_processes
from scrapersky.curation_sdk.queue import Chore, Lease, Schedulers, prune_history
from scrapersky.services.places.expiry import forget_expired_places


@asynccontextmanager
async def running_schedulers(product: Product) -> AsyncIterator[Schedulers]:
    """Every workflow's scheduler, each set up in its own try; at the end rows in work finish or are released."""
    settings = product.settings
    lease = Lease(product.engine, settings.worker_lease_seconds)
    if settings.database_url is None:
        await forget_dead_processes(product.engine)
    async with open_clients(settings, product.engine, product.internet) as clients:
        runtime = make_runtime(product, clients, lease)
        schedulers = Schedulers(runtime)
        schedulers.failures |= {**product.faults, **clients.left_out}
        schedulers.setup_all(product.schedules)
        for chore in daily_chores(product):
            schedulers.setup_chore(chore)
        await schedulers.start()
        try:
            with standing_on(Standing(product, runtime)):
                yield schedulers
        finally:
            await schedulers.stop()


def daily_chores(product: Product) -> Sequence[Chore]:
    """What keeps a database that runs for years in shape, and within the terms of the sources."""
    days, engine = product.settings.history_days, product.patient
    return (
        Chore("prune_history", lambda: prune_history(engine, days, datetime.now(UTC))),
        Chore("forget_ended_sessions", lambda: forget_ended_sessions(product.sessions)),
        Chore("forget_expired_places", lambda: forget_expired_places(product.sessions, datetime.now(UTC))),
    )
