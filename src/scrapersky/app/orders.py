"""What people order and do not wait for: rules at work, decisions about many rows, repeated searches, exports."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import orjson

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product, goes_through_pooler
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.curation_sdk.decisions import BulkJobs
from scrapersky.curation_sdk.queue import Repeating
from scrapersky.curation_sdk.rules import RuleStream
from scrapersky.models import SearchReport
from scrapersky.services.exports.bounds import GIGABYTE, Bounds
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.exports.runner import ExportRunner
from scrapersky.services.runs.default_rules import rule_fields
from scrapersky.services.searches.schedules import ScheduledSearches, in_words


@asynccontextmanager
async def running_orders(product: Product) -> AsyncIterator[None]:
    """By a process whose files the API reaches."""
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


def export_runner(product: Product) -> ExportRunner:
    settings = product.settings

    def bounds() -> Bounds:
        largest = round(settings.export_gigabytes * GIGABYTE)
        return Bounds(settings.export_rows, largest, timedelta(minutes=settings.export_minutes))

    concurrency = settings.export_concurrency
    shelf = ExportFolder.from_settings(settings)
    return ExportRunner(product.sessions, product.registry, shelf, concurrency=concurrency, bounds=bounds)
