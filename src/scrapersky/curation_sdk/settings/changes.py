"""Changes of settings, newest first, and taking one back."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, tables
from scrapersky.curation_sdk.errors import CurationError, RowsNotFound
from scrapersky.curation_sdk.queue import QUEUE_CHANNEL, SETTINGS_CHANNEL, locked_setting, notify, shown_name, written


class ChangedSince(CurationError):
    """Only the latest change of a setting can be taken back."""

    http_status = 409


class SettingChange(BaseModel):
    """`before` and `after` are JSON; nothing stands for the default."""

    id: UUID
    workflow: str | None
    field: str
    before: str | None
    after: str | None
    made_by: str
    made_at: datetime
    undone: bool


class SettingChangeList(BaseModel):
    items: list[SettingChange]
    next: UUID | None = Field(description="Send it as `after` for the page after this one.")


async def list_changes(session: AsyncSession, actor: Actor, size: int, after: UUID | None) -> SettingChangeList:
    newest = select(tables.SettingChangeEntry).order_by(tables.SettingChangeEntry.id.desc()).limit(size + 1)
    found = list(await session.scalars(newest.where(tables.SettingChangeEntry.id < after) if after else newest))
    return SettingChangeList(
        items=[_shown(each, actor) for each in found[:size]], next=found[size - 1].id if len(found) > size else None
    )


async def undo_change(session: AsyncSession, actor: Actor, change_id: UUID) -> SettingChange:
    """The setting is again what it was before, unless somebody changed it since."""
    wanted = select(tables.SettingChangeEntry).where(tables.SettingChangeEntry.id == change_id).with_for_update()
    change = await session.scalar(wanted)
    if change is None or change.workflow is None:
        raise RowsNotFound(f"There is no change {change_id}.")
    if change.undone_at is not None:
        raise ChangedSince("This change was taken back already.")
    setting = await locked_setting(session, change.workflow)
    if written(_value(setting, change.field)) != change.after:
        raise ChangedSince(f"{change.field} of {change.workflow} was changed since; change it again instead.")
    _set(setting, change.field, None if change.before is None else json.loads(change.before))
    setting.changed_by, setting.changed_in = actor.name, actor.tenant_id
    setting.changed_at, change.undone_at = func.now(), func.now()
    await session.flush()
    await session.refresh(change)
    for channel in (SETTINGS_CHANNEL, QUEUE_CHANNEL):
        await notify(session, channel, change.workflow)
    return _shown(change, actor)


def _value(setting: tables.WorkflowSetting, field: str) -> Any:
    return setting.paused if field == "paused" else setting.schedule.get(field)


def _set(setting: tables.WorkflowSetting, field: str, value: Any) -> None:
    if field == "paused":
        setting.paused = bool(value)
    else:
        others = {name: each for name, each in setting.schedule.items() if name != field}
        setting.schedule = others if value is None else {**others, field: value}


def _shown(change: tables.SettingChangeEntry, reader: Actor) -> SettingChange:
    fields: dict[str, Any] = {name: getattr(change, name) for name in SettingChange.model_fields if name != "undone"}
    fields["made_by"] = shown_name(change.made_by, change.made_in, reader)
    return SettingChange(**fields, undone=change.undone_at is not None)
