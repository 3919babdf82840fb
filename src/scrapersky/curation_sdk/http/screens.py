"""The endpoints behind the screens that belong to no single workflow, and the stream of events.

FastAPI reads annotations when an endpoint is made, so they are real here.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import monitor
from scrapersky.curation_sdk.declaring import Actor, Moment, Registry, StoredText
from scrapersky.curation_sdk.http.access import Access, Own
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.settings import SchedulesOf, settings_router
from scrapersky.curation_sdk.live import Event, EventStream, Hub, live_event


def screens_router(
    registry: Registry,
    access: Access,
    overviews_of: Callable[[Request], monitor.FullOverviews],
    schedules_of: SchedulesOf,
) -> APIRouter:
    curves_of = Own(lambda _: monitor.Curves(registry))
    router = overview_router(overviews_of, curves_of, access)
    router.routes += errors_router(registry, access).routes
    router.routes += runs_router(registry, curves_of, access).routes
    router.routes += settings_router(registry, access, schedules_of).routes
    return router


def errors_router(registry: Registry, access: Access) -> APIRouter:
    mount = Mount("", "Operations", access)

    @mount.add(
        "GET",
        "/errors/groups",
        "list_error_groups",
        summary="Failed rows by cause or by host, the largest groups first",
    )
    async def groups(
        session: AsyncSession,
        actor: Actor,
        since: Annotated[monitor.Since, Query(description="Rows that failed since.")] = monitor.Since.ALL,
        by: Annotated[monitor.By, Query(description="What groups have in common.")] = monitor.By.CAUSE,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
    ) -> monitor.ErrorGroups:
        chosen = list(registry) if workflow is None else [registry[workflow]]
        return await monitor.error_groups(session, chosen, actor.tenant_id, since, by)

    return mount.router


def overview_router(
    overviews_of: Callable[[Request], monitor.FullOverviews],
    curves_of: Callable[[Request], monitor.Curves],
    access: Access,
) -> APIRouter:
    mount = Mount("", "Operations", access)
    _add_overview(mount, overviews_of)
    _add_throughput(mount, curves_of)
    return mount.router


def _add_overview(mount: Mount, overviews_of: Callable[[Request], monitor.FullOverviews]) -> None:
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
    ) -> monitor.Overview:
        return await overviews_of(asking).of(session, actor.tenant_id, hours)


def _add_throughput(mount: Mount, curves_of: Callable[[Request], monitor.Curves]) -> None:
    @mount.add("GET", "/metrics/throughput", "get_throughput", summary="Rows finished per step of time, by workflow")
    async def throughput(
        *,
        asking: Request,
        session: AsyncSession,
        actor: Actor,
        start: Annotated[Moment | None, Query(alias="from", description="An hour ago if not given.")] = None,
        end: Annotated[Moment | None, Query(alias="to", description="Now if not given.")] = None,
        step: Annotated[int, Query(ge=1, le=86_400, description="Seconds.")] = 60,
    ) -> monitor.Throughput:
        until = end or datetime.now(UTC)
        span = monitor.TimeSpan.between(start or until - timedelta(hours=1), until, step)
        return await curves_of(asking).of(session, actor.tenant_id, span)


class RunMinutes(BaseModel):
    """Attempts per minute, however they ended."""

    from_: datetime = Field(alias="from")
    step: int = monitor.MINUTE
    workflows: dict[str, list[int]]


def runs_router(registry: Registry, curves_of: Callable[[Request], monitor.Curves], access: Access) -> APIRouter:
    mount = Mount("/runs", "Operations", access)
    _add_list(mount, registry)
    _add_minutes(mount, curves_of)
    _add_log(mount, registry)
    return mount.router


def _add_list(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "", "list_runs", summary="What each worker did, by minute and workflow, newest first")
    async def runs(
        session: AsyncSession,
        actor: Actor,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    ) -> monitor.RunList:
        name = registry[workflow].name if workflow else None
        return await monitor.RunHistory(session, actor.tenant_id).page(name, size, after)


def _add_minutes(mount: Mount, curves_of: Callable[[Request], monitor.Curves]) -> None:
    @mount.add("GET", "/minutes", "get_run_minutes", summary="Attempts per minute, by workflow")
    async def minutes(
        asking: Request, session: AsyncSession, actor: Actor, hours: Annotated[int, Query(ge=1, le=24)] = 1
    ) -> RunMinutes:
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        span = monitor.TimeSpan.between(now - timedelta(hours=hours), now, monitor.MINUTE)
        counts = await curves_of(asking).attempts(session, actor.tenant_id, span)
        return RunMinutes.model_validate({"from": span.start, "workflows": counts})


def _add_log(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "/{run_id}/log", "get_run_log", summary="What happened to each row in one run")
    async def log(
        run_id: str,
        session: AsyncSession,
        actor: Actor,
        after: Annotated[UUID | None, Query(description="`next` of the lines before.")] = None,
        search: Annotated[StoredText, Query(max_length=200, description="Words in the message or the outcome.")] = "",
    ) -> monitor.RunLog:
        key = monitor.RunKey.read(run_id)
        return await monitor.run_log(session, registry, actor.tenant_id, key, after=after, search=search)


def events_router(hub_of: Callable[[Request], Hub], access: Access, more: tuple[type[Event], ...] = ()) -> APIRouter:
    """`more` are kinds of events that the product itself publishes."""
    mount = Mount("", "Operations", access)

    @mount.add(
        "GET",
        "/events",
        "listen_to_events",
        status_code=200,
        response_class=EventStream,
        response_model=None,
        responses={
            200: {"model": live_event(more), "description": "Server-sent events; each `data` is one LiveEvent"},
            401: {"description": "Not signed in"},
            503: {"description": "Too many listen already"},
        },
        summary="What changes, as it happens",
    )
    async def events(
        asking: Request,
        actor: Actor,
        last_event_id: Annotated[
            str | None, Header(max_length=100, description="The id of the last event that was received.")
        ] = None,
        after: Annotated[
            str | None,
            Query(max_length=100, description="The same, for a browser's first request, which cannot set the header."),
        ] = None,
    ) -> Any:
        hub = hub_of(asking)
        hub.refuse_if_full(actor.name)
        return EventStream(hub, actor, last_event_id or after)

    return mount.router
