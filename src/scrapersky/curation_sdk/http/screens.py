"""The endpoints behind the screens that belong to no single workflow, of settings among them, and the stream of events.

FastAPI reads annotations when an endpoint is made, so they are real here.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Path, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import monitor, settings
from scrapersky.curation_sdk.declaring import Actor, Moment, Registry, StoredText, note
from scrapersky.curation_sdk.http.access import Access, Own
from scrapersky.curation_sdk.http.meta import SchedulesOf
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.payloads import Message
from scrapersky.curation_sdk.live import Event, EventStream, Hub, live_event
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import change_schedule, paused_workflows, set_all_paused


def screens_router(
    registry: Registry,
    access: Access,
    overviews_of: Callable[[Request], monitor.FullOverviews],
    schedules_of: SchedulesOf,
) -> APIRouter:
    """Schedules are as the environment gives them."""
    curves_of = Own(lambda _: monitor.Curves(registry))
    operations, of_settings = Mount("", "Operations", access), Mount("", "Settings", access)
    _add_overview(operations, overviews_of)
    _add_errors(operations, registry)
    _add_curves(operations, curves_of)
    _add_runs(operations, registry)
    _add_settings(of_settings, registry, schedules_of)
    _add_pause(of_settings, registry)
    _add_changes(of_settings)
    operations.router.routes += of_settings.router.routes
    return operations.router


def _add_overview(mount: Mount, overviews_of: Callable[[Request], monitor.FullOverviews]) -> None:
    summary = "Where every workflow stands, how fast it goes, and what needs a person"

    @mount.add("GET", "/overview", "get_overview", summary, session=mount.access.reader)
    async def overview(
        asking: Request,
        session: AsyncSession,
        actor: Actor,
        hours: Annotated[int, Query(ge=1, le=24 * 31, description="How far back `went_on` looks.")] = 24,
    ) -> monitor.Overview:
        return await overviews_of(asking).of(session, actor.tenant_id, hours)


def _add_errors(mount: Mount, registry: Registry) -> None:
    summary = "Failed rows by cause or by host, the largest groups first"

    @mount.add("GET", "/errors/groups", "list_error_groups", summary)
    async def groups(
        session: AsyncSession,
        actor: Actor,
        since: Annotated[monitor.Since, Query(description="Rows that failed since.")] = monitor.Since.ALL,
        by: Annotated[monitor.By, Query(description="What groups have in common.")] = monitor.By.CAUSE,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
    ) -> monitor.ErrorGroups:
        chosen = list(registry) if workflow is None else [registry[workflow]]
        return await monitor.error_groups(session, chosen, actor.tenant_id, since, by)


class RunMinutes(BaseModel):
    """Attempts per minute, however they ended."""

    from_: datetime = Field(alias="from")
    step: int = monitor.MINUTE
    workflows: dict[str, list[int]]


def _add_curves(mount: Mount, curves_of: Callable[[Request], monitor.Curves]) -> None:
    @mount.add("GET", "/metrics/throughput", "get_throughput", "Rows finished per step of time, by workflow")
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

    @mount.add("GET", "/runs/minutes", "get_run_minutes", "Attempts per minute, by workflow")
    async def minutes(
        asking: Request, session: AsyncSession, actor: Actor, hours: Annotated[int, Query(ge=1, le=24)] = 1
    ) -> RunMinutes:
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        span = monitor.TimeSpan.between(now - timedelta(hours=hours), now, monitor.MINUTE)
        counts = await curves_of(asking).attempts(session, actor.tenant_id, span)
        return RunMinutes.model_validate({"from": span.start, "workflows": counts})


def _add_runs(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "/runs", "list_runs", "What each worker did, by minute and workflow, newest first")
    async def runs(
        session: AsyncSession,
        actor: Actor,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    ) -> monitor.RunList:
        name = registry[workflow].name if workflow else None
        return await monitor.RunHistory(session, actor.tenant_id).page(name, size, after)

    @mount.add("GET", "/runs/{run_id}/log", "get_run_log", "What happened to each row in one run")
    async def log(
        run_id: str,
        session: AsyncSession,
        actor: Actor,
        after: Annotated[UUID | None, Query(description="`next` of the lines before.")] = None,
        search: Annotated[StoredText, Query(max_length=200, description="Words in the message or the outcome.")] = "",
    ) -> monitor.RunLog:
        key = monitor.RunKey.read(run_id)
        return await monitor.run_log(session, registry, actor.tenant_id, key, after=after, search=search)


def _add_settings(mount: Mount, registry: Registry, schedules_of: SchedulesOf) -> None:
    path = "/workflows/{name}/settings"

    @mount.add("GET", path, "get_workflow_settings", "A workflow's settings, each with its source")
    async def show(name: str, asking: Request, session: AsyncSession, actor: Actor) -> settings.WorkflowSettings:
        return await settings.settings_shown(session, registry[name], schedules_of(asking), actor)

    everywhere = "Change settings, everywhere at once"

    @mount.add("PUT", path, "change_workflow_settings", everywhere, who=mount.access.for_all)
    async def change(
        name: str, request: settings.SettingsRequest, asking: Request, session: AsyncSession, actor: Actor
    ) -> settings.WorkflowSettings:
        note(fields=" ".join(sorted(request.values.given())))
        await change_schedule(session, registry[name], actor, request.values.given())
        return await settings.settings_shown(session, registry[name], schedules_of(asking), actor)


def _add_pause(mount: Mount, registry: Registry) -> None:
    path, summary = "/workflows/paused/{paused}", "Pause or resume every workflow"

    @mount.add("PUT", path, "pause_all_workflows", summary, who=mount.access.admin)
    async def pause_all(
        paused: Annotated[bool, Path(description="true pauses, false resumes")], session: AsyncSession, actor: Actor
    ) -> Message:
        changed = await set_all_paused(session, registry, actor, paused=paused)
        state = "paused" if paused else "running"
        all_of_them = plural(len(registry), "workflow is", "workflows are")
        if not paused and not actor.is_operator and await paused_workflows(session):
            return Message(message="Your rows go on, save where the whole installation is paused.")
        return Message(message=f"All {all_of_them} {state} now; {plural(changed, 'was', 'were')} not before.")


def _add_changes(mount: Mount) -> None:
    @mount.add("GET", "/settings/changes", "list_setting_changes", "Who changed which setting, newest first")
    async def changes(
        session: AsyncSession,
        actor: Actor,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[UUID | None, Query(description="`next` of the page before.")] = None,
    ) -> settings.SettingChangeList:
        return await settings.list_changes(session, actor, size, after)

    path, back = "/settings/changes/{change_id}/undo", "Take a change of a setting back"

    @mount.add("POST", path, "undo_setting_change", back, who=mount.access.for_all)
    async def undo(change_id: UUID, session: AsyncSession, actor: Actor) -> settings.SettingChange:
        return await settings.undo_change(session, actor, change_id)


def events_router(hub_of: Callable[[Request], Hub], access: Access, more: tuple[type[Event], ...] = ()) -> APIRouter:
    """`more` are kinds of events that the product itself publishes."""
    mount = Mount("", "Operations", access)

    @mount.add(
        "GET",
        "/events",
        "listen_to_events",
        "What changes, as it happens",
        status_code=200,
        response_class=EventStream,
        response_model=None,
        responses={
            200: {"model": live_event(more), "description": "Server-sent events; each `data` is one LiveEvent"},
            401: {"description": "Not signed in"},
            503: {"description": "Too many listen already"},
        },
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
