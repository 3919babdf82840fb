"""Settings over HTTP: a workflow's schedule, pausing all, and the log of changes.

FastAPI reads annotations when an endpoint is made, so they are real here.
"""

from collections.abc import Callable, Mapping
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import settings
from scrapersky.curation_sdk.declaring import Actor, Registry, Schedule, note
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.payloads import Message
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import change_schedule, paused_workflows, set_all_paused

SchedulesOf = Callable[[Request], Mapping[str, Schedule]]


def settings_router(registry: Registry, access: Access, schedules_of: SchedulesOf) -> APIRouter:
    """Schedules are as the environment gives them."""
    mount = Mount("", "Settings", access)
    _add_settings(mount, registry, schedules_of)
    _add_pause(mount, registry)
    _add_changes(mount)
    return mount.router


def _add_settings(mount: Mount, registry: Registry, schedules_of: SchedulesOf) -> None:
    path = "/workflows/{name}/settings"

    @mount.add("GET", path, "get_workflow_settings", summary="A workflow's settings, each with its source")
    async def show(name: str, asking: Request, session: AsyncSession, actor: Actor) -> settings.WorkflowSettings:
        return await settings.settings_shown(session, registry[name], schedules_of(asking), actor)

    @mount.add(
        "PUT", path, "change_workflow_settings", summary="Change settings, everywhere at once", who=mount.access.for_all
    )
    async def change(
        name: str, request: settings.SettingsRequest, asking: Request, session: AsyncSession, actor: Actor
    ) -> settings.WorkflowSettings:
        note(fields=" ".join(sorted(request.values.given())))
        await change_schedule(session, registry[name], actor, request.values.given())
        return await settings.settings_shown(session, registry[name], schedules_of(asking), actor)


def _add_pause(mount: Mount, registry: Registry) -> None:
    @mount.add(
        "PUT",
        "/workflows/paused/{paused}",
        "pause_all_workflows",
        summary="Pause or resume every workflow",
        who=mount.access.admin,
    )
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
    @mount.add("GET", "/settings/changes", "list_setting_changes", summary="Who changed which setting, newest first")
    async def changes(
        session: AsyncSession,
        actor: Actor,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[UUID | None, Query(description="`next` of the page before.")] = None,
    ) -> settings.SettingChangeList:
        return await settings.list_changes(session, actor, size, after)

    @mount.add(
        "POST",
        "/settings/changes/{change_id}/undo",
        "undo_setting_change",
        summary="Take a change of a setting back",
        who=mount.access.for_all,
    )
    async def undo(change_id: UUID, session: AsyncSession, actor: Actor) -> settings.SettingChange:
        return await settings.undo_change(session, actor, change_id)
