"""What a monitoring system asks for: the figures of the overview, in the text form that Prometheus reads."""

from collections.abc import Callable, Iterator
from typing import Annotated

from fastapi import APIRouter, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.curation_sdk.monitor import FullOverviews, Overview, WorkflowOverview

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
OF_A_WORKFLOW: dict[str, tuple[str, Callable[[WorkflowOverview], float | None]]] = {
    "scrapersky_oldest_waiting_seconds": (
        "How long the row that waits longest has been due.",
        lambda workflow: workflow.oldest_waiting_seconds,
    ),
    "scrapersky_finished_last_hour": (
        "Attempts that ended well in the last hour.",
        lambda each: each.finished_last_hour,
    ),
    "scrapersky_errors_last_hour": ("Attempts that failed in the last hour.", lambda each: each.errors_last_hour),
    "scrapersky_error_ratio": ("Share of the last hour's attempts that failed.", lambda each: each.error_rate),
    "scrapersky_rows_per_minute": ("Rows that ended, well or not, lately.", lambda each: each.per_minute),
    "scrapersky_drained_in_seconds": (
        "When the queue will be empty at this pace; absent when nobody works on it.",
        lambda workflow: workflow.drained_in_seconds,
    ),
    "scrapersky_paused": ("1 while somebody has paused it.", lambda each: float(each.paused)),
    "scrapersky_too_many_errors": ("1 while more rows fail than should.", lambda each: float(each.too_many_errors)),
}


def metrics_router(access: Access, overviews_of: Callable[[Request], FullOverviews]) -> APIRouter:
    router = APIRouter(tags=["Operations"])

    @router.get("/metrics", operation_id="get_metrics", summary="Figures for Prometheus", response_class=Response)
    async def metrics(
        asking: Request,
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.viewer)],
    ) -> Response:
        """Of the asker's own rows: give Prometheus a token, as `authorization: {credentials_file: …}`."""
        overview = await overviews_of(asking).of(session, actor.tenant_id, 24)
        return Response("\n".join(lines_of(overview)) + "\n", media_type=MEDIA_TYPE)

    return router


def lines_of(overview: Overview) -> Iterator[str]:
    yield from _head("scrapersky_rows", "Rows in each state.")
    for workflow in overview.workflows:
        for state, count in workflow.counts.items():
            yield f'scrapersky_rows{{workflow="{workflow.name}",state="{state.value}"}} {count}'
    for name, (meaning, value_of) in OF_A_WORKFLOW.items():
        yield from _head(name, meaning)
        for workflow in overview.workflows:
            if (value := value_of(workflow)) is not None:
                yield f'{name}{{workflow="{workflow.name}"}} {value}'
    yield from _head("scrapersky_needs", "Matters that wait for a person.")
    yield f"scrapersky_needs {len(overview.needs)}"


def _head(name: str, meaning: str) -> tuple[str, str]:
    return f"# HELP {name} {meaning}", f"# TYPE {name} gauge"
