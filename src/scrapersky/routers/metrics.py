"""What a monitoring system asks for: the figures of the overview and of today's costs, as Prometheus reads them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.core import GaugeMetricFamily

from scrapersky.curation_sdk.monitor import Overview, WorkflowOverview
from scrapersky.monitoring import metrics
from scrapersky.monitoring.metrics import Metric
from scrapersky.routers.access import Held, RunningClients, Session, Viewer
from scrapersky.routers.budgets import LimitItem, paid_sources
from scrapersky.services.api_usage import paid_today

OF_A_WORKFLOW: dict[Metric, Callable[[WorkflowOverview], float | None]] = {
    metrics.OLDEST_WAITING: lambda workflow: workflow.oldest_waiting_seconds,
    metrics.FINISHED_LAST_HOUR: lambda workflow: workflow.finished_last_hour,
    metrics.ERRORS_LAST_HOUR: lambda workflow: workflow.errors_last_hour,
    metrics.ERROR_RATIO: lambda workflow: workflow.error_rate,
    metrics.ROWS_PER_MINUTE: lambda workflow: workflow.per_minute,
    metrics.DRAINED_IN: lambda workflow: workflow.drained_in_seconds,
    metrics.PAUSED: lambda workflow: float(workflow.paused),
    metrics.TOO_MANY_ERRORS: lambda workflow: float(workflow.too_many_errors),
}
OF_A_SOURCE: dict[Metric, Callable[[LimitItem], float | None]] = {
    metrics.PAID_CALLS: lambda source: source.used_today,
    metrics.COST: lambda source: (source.cost_micros or 0) / 1_000_000,
    metrics.CALLS_ALLOWED: lambda source: source.most_per_day,
}


@dataclass(frozen=True, slots=True)
class TenantFigures:
    """What Prometheus' own library asks for and writes out."""

    overview: Overview
    sources: Sequence[LimitItem]

    def collect(self) -> Iterator[GaugeMetricFamily]:
        workflows = self.overview.workflows
        states = ((each, state, count) for each in workflows for state, count in each.counts.items())
        yield _family(metrics.ROWS, (((each.name, state.value), count) for each, state, count in states))
        for metric, value_of in OF_A_WORKFLOW.items():
            yield _family(metric, (((each.name,), value_of(each)) for each in workflows))
        yield _family(metrics.NEEDS, [((), len(self.overview.needs))])
        for metric, share_of in OF_A_SOURCE.items():
            yield _family(metric, (((each.name,), share_of(each)) for each in self.sources))


router = APIRouter(tags=["Operations"])


@router.get("/metrics", operation_id="get_metrics", summary="Figures for Prometheus", response_class=Response)
async def tell(held: Held, clients: RunningClients, session: Session, actor: Viewer) -> Response:
    """Of the asker's own rows: give Prometheus a token, as `authorization: {credentials_file: …}`."""
    overview = await held.full_overviews().of(session, actor.tenant_id, 24)
    paid = await paid_today(session, actor.tenant_id, overview.at)
    figures = TenantFigures(overview, paid_sources(clients, paid))
    return Response(generate_latest(figures), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


def _family(metric: Metric, samples: Iterable[tuple[tuple[str, ...], float | None]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(metric.name, metric.meaning, labels=metric.labels)
    for labels, value in samples:
        if value is not None:
            family.add_metric(labels, value)
    return family
