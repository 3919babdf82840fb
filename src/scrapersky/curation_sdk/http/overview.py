"""The overview and its curves over HTTP. FastAPI reads annotations when an endpoint is made, so they are real here."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Moment
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.monitor import Curves, FullOverviews, Overview, Throughput, TimeSpan


def overview_router(
    overviews_of: Callable[[Request], FullOverviews], curves_of: Callable[[Request], Curves], access: Access
) -> APIRouter:
    mount = Mount("", ["Operations"])
    _add_overview(mount, overviews_of, access)
    _add_throughput(mount, curves_of, access)
    return mount.router


def _add_overview(mount: Mount, overviews_of: Callable[[Request], FullOverviews], access: Access) -> None:
    async def overview(
        asking: Request,
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.viewer)],
        hours: Annotated[int, Query(ge=1, le=24 * 31, description="How far back `went_on` looks.")] = 24,
    ) -> Any:
        return await overviews_of(asking).of(session, actor.tenant_id, hours)

    mount.add(
        "GET",
        "/overview",
        overview,
        "get_overview",
        response_model=Overview,
        summary="Where every workflow stands, how fast it goes, and what needs a person",
    )


def _add_throughput(mount: Mount, curves_of: Callable[[Request], Curves], access: Access) -> None:
    async def throughput(
        *,
        asking: Request,
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.viewer)],
        start: Annotated[Moment | None, Query(alias="from", description="An hour ago if not given.")] = None,
        end: Annotated[Moment | None, Query(alias="to", description="Now if not given.")] = None,
        step: Annotated[int, Query(ge=1, le=86_400, description="Seconds.")] = 60,
    ) -> Any:
        until = end or datetime.now(UTC)
        span = TimeSpan.between(start or until - timedelta(hours=1), until, step)
        return await curves_of(asking).of(session, actor.tenant_id, span)

    mount.add(
        "GET",
        "/metrics/throughput",
        throughput,
        "get_throughput",
        response_model=Throughput,
        summary="Rows finished per step of time, by workflow",
    )
