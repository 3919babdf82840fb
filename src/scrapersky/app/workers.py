"""What works in the background: a scheduler for each workflow, exports, large decisions, and the daily chores."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import orjson

from scrapersky.accounts.sign_ins import forget_ended_sessions
from scrapersky.app.internet import Internet, open_clients
from scrapersky.app.product import Product, goes_through_pooler
from scrapersky.app.ray_engine import open_ray
from scrapersky.app.row_actor import ActorSettings
from scrapersky.app.shared_product import SharedProduct, make_runtime, using
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.config.settings import Settings
from scrapersky.coordination.dead_processes import forget_dead_processes, forget_ended_parts
from scrapersky.curation_sdk.decisions import BulkJobs
from scrapersky.curation_sdk.queue import Chore, Lease, LocalEngine, Repeating, Schedulers, WorkEngine, prune_history
from scrapersky.curation_sdk.rules import RuleStream
from scrapersky.models.search_schedule import SearchReport
from scrapersky.monitoring.observers import ProcessObserver
from scrapersky.services.exports.bounds import GIGABYTE, Bounds
from scrapersky.services.exports.runner import ExportRunner
from scrapersky.services.exports.shelf import ExportFolder
from scrapersky.services.places.certain_pairs import sweep_certain_pairs
from scrapersky.services.places.expiry import forget_expired_places
from scrapersky.services.runs.default_rules import rule_fields
from scrapersky.services.searches.schedules import ScheduledSearches, in_words


@asynccontextmanager
async def running_schedulers(
    product: Product,
    concurrency: int | None = None,
    *,
    claims: bool = True,
    observer: ProcessObserver | None = None,
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


@asynccontextmanager
async def running_orders(product: Product) -> AsyncIterator[None]:
    """What people order and do not wait for: rules at work, decisions about many rows, and exports, whose files the API
    must reach.
    """
    parts = (
        BulkJobs(product.patient, product.registry),
        export_runner(product),
        rule_stream(product),
        Repeating("repeated searches", product.patient, scheduled_searches(product).step),
    )
    for part in parts:
        part.start()
    try:
        yield
    finally:
        for part in reversed(parts):
            await part.stop()


def rule_stream(product: Product) -> RuleStream:
    stages = {workflow.name for workflow, schedule in product.schedules.items() if schedule.enabled}
    listens = not goes_through_pooler(product.settings)
    return RuleStream(product.patient, rule_fields(product.registry), stages, listens=listens)


def scheduled_searches(product: Product) -> ScheduledSearches:
    webhook = Webhook.from_settings(product.settings)

    async def tell(report: SearchReport, phrase: str) -> None:
        payload = {"event": "search.repeated", "phrase": phrase, "words": in_words(report)}
        payload |= {name: str(getattr(report, name)) for name in ("search_id", "since", "until")}
        counts = {name: getattr(report, name) for name in ("new_businesses", "closed_businesses", "new_people")}
        async with open_clients(product.settings, product.engine, product.internet) as clients:
            if webhook is not None:
                await webhook.send(orjson.dumps(payload | counts), str(report.id), clients.web)

    return ScheduledSearches(product.sessions, product.registry, tell if webhook else None)


def export_shelf(settings: Settings) -> ExportFolder:
    folder = settings.export_folder or settings.scrapersky_data / "exports"
    most_bytes = round(settings.export_kept_gigabytes * GIGABYTE)
    return ExportFolder(folder, timedelta(hours=settings.export_hours), most_bytes)


def export_runner(product: Product) -> ExportRunner:
    settings = product.settings

    def bounds() -> Bounds:
        largest = round(settings.export_gigabytes * GIGABYTE)
        return Bounds(settings.export_rows, largest, timedelta(minutes=settings.export_minutes))

    concurrency = settings.export_concurrency
    shelf = export_shelf(settings)
    return ExportRunner(product.sessions, product.registry, shelf, concurrency=concurrency, bounds=bounds)
