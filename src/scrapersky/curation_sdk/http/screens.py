"""The endpoints behind the screens that belong to no single workflow."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Moment, Registry
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.own import Own
from scrapersky.curation_sdk.http.runs import runs_router
from scrapersky.curation_sdk.http.settings import SchedulesOf, settings_router
from scrapersky.curation_sdk.monitor import (
    By,
    Curves,
    ErrorGroups,
    FullOverviews,
    Overview,
    Since,
    Throughput,
    TimeSpan,
    error_groups,
)


def screens_router(
    registry: Registry,
    access: Access,
    overviews_of: Callable[[Request], FullOverviews],
    schedules_of: SchedulesOf,
) -> APIRouter:
    router, curves_of = APIRouter(), Own(lambda _: Curves(registry))
    router.include_router(overview_router(overviews_of, curves_of, access))
    router.include_router(errors_router(registry, access))
    router.include_router(runs_router(registry, curves_of, access))
    router.include_router(settings_router(registry, access, schedules_of))
    return router


def errors_router(registry: Registry, access: Access) -> APIRouter:
    mount = Mount("", "Operations", access)

    @mount.add(
        "GET",
        "/errors/groups",
        "list_error_groups",
        responses={404: {"description": "There is no such workflow"}},
        summary="Failed rows by cause or by host, the largest groups first",
    )
    async def groups(
        session: AsyncSession,
        actor: Actor,
        since: Annotated[Since, Query(description="Rows that failed since.")] = Since.ALL,
        by: Annotated[By, Query(description="What groups have in common.")] = By.CAUSE,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
    ) -> ErrorGroups:
        chosen = list(registry) if workflow is None else [registry[workflow]]
        return await error_groups(session, chosen, actor.tenant_id, since, by)

    return mount.router


def overview_router(
    overviews_of: Callable[[Request], FullOverviews], curves_of: Callable[[Request], Curves], access: Access
) -> APIRouter:
    mount = Mount("", "Operations", access)
    _add_overview(mount, overviews_of)
    _add_throughput(mount, curves_of)
    return mount.router


def _add_overview(mount: Mount, overviews_of: Callable[[Request], FullOverviews]) -> None:
    @mount.add(
        "GET",
        "/overview",
        "get_overview",
        summary="Where every workflow stands, how fast it goes, and what needs a person",
        session=mount.access.reader,
    )
    async def overview(
        asking: Request,
        session: AsyncSession,
        actor: Actor,
        hours: Annotated[int, Query(ge=1, le=24 * 31, description="How far back `went_on` looks.")] = 24,
    ) -> Overview:
        return await overviews_of(asking).of(session, actor.tenant_id, hours)


def _add_throughput(mount: Mount, curves_of: Callable[[Request], Curves]) -> None:
    @mount.add("GET", "/metrics/throughput", "get_throughput", summary="Rows finished per step of time, by workflow")
    async def throughput(
        *,
        asking: Request,
        session: AsyncSession,
        actor: Actor,
        start: Annotated[Moment | None, Query(alias="from", description="An hour ago if not given.")] = None,
        end: Annotated[Moment | None, Query(alias="to", description="Now if not given.")] = None,
        step: Annotated[int, Query(ge=1, le=86_400, description="Seconds.")] = 60,
    ) -> Throughput:
        until = end or datetime.now(UTC)
        span = TimeSpan.between(start or until - timedelta(hours=1), until, step)
        return await curves_of(asking).of(session, actor.tenant_id, span)
