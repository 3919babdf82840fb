"""A workflow's settings as people see and change them, with the log of changes.

Where they are read and stored is the queue's; here they are explained, and changes taken back.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import queue
from scrapersky.curation_sdk.declaring import (
    DESCRIPTIONS,
    Actor,
    AnyWorkflow,
    Body,
    Schedule,
    SettingChangeEntry,
    State,
    WorkflowSetting,
    answer_of,
    examples,
)
from scrapersky.curation_sdk.errors import CurationError, RowsNotFound
from scrapersky.curation_sdk.lists import Filter, count_rows
from scrapersky.curation_sdk.monitor import Drain, Measured, live_workers, measure
from scrapersky.curation_sdk.plurals import plural


class ScheduleField(StrEnum):
    INTERVAL_MINUTES = "interval_minutes"
    BATCH_SIZE = "batch_size"
    MAX_INSTANCES = "max_instances"
    CONCURRENCY = "concurrency"
    TIMEOUT_SECONDS = "timeout_seconds"
    ATTEMPTS = "attempts"
    BACKOFF_SECONDS = "backoff_seconds"
    PAUSE_AFTER_FAILURES = "pause_after_failures"
    ENABLED = "enabled"


class SettingSource(StrEnum):
    DEFAULT = "default"
    ENVIRONMENT = "environment"
    DATABASE = "database"


class ScheduleValues(Body):
    """Only what is named changes; null puts it back to its default."""

    interval_minutes: Annotated[float, Field(ge=0.01, le=1440)] | None = None
    batch_size: Annotated[int, Field(ge=1, le=1000)] | None = None
    max_instances: Annotated[int, Field(ge=1, le=16)] | None = None
    concurrency: Annotated[int, Field(ge=1, le=1000)] | None = None
    timeout_seconds: Annotated[float, Field(ge=1, le=86_400)] | None = None
    attempts: Annotated[int, Field(ge=1, le=100)] | None = None
    backoff_seconds: Annotated[float, Field(ge=0.1, le=86_400)] | None = None
    pause_after_failures: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    enabled: bool | None = None

    def given(self) -> dict[str, float | bool | None]:
        return {name: getattr(self, name) for name in self.model_fields_set}


class SettingsRequest(Body):
    model_config = examples({"values": {"concurrency": 8, "timeout_seconds": None}})

    values: ScheduleValues


class SettingField(BaseModel):
    name: ScheduleField
    label: str
    unit: str | None
    value: float | bool
    default: float | bool
    source: SettingSource
    least: float | None
    most: float | None
    help: str


class WorkflowSettings(BaseModel):
    workflow: str
    fields: list[SettingField]
    words: str
    changed_by: str | None
    changed_at: datetime | None


_LABELS: dict[ScheduleField, tuple[str, str | None]] = {
    ScheduleField.INTERVAL_MINUTES: ("Looks for work every", "min"),
    ScheduleField.BATCH_SIZE: ("Takes at once", "rows"),
    ScheduleField.MAX_INSTANCES: ("Loops per process", None),
    ScheduleField.CONCURRENCY: ("In parallel", "rows"),
    ScheduleField.TIMEOUT_SECONDS: ("Time limit", "s"),
    ScheduleField.ATTEMPTS: ("Attempts", None),
    ScheduleField.BACKOFF_SECONDS: ("Back-off", "s"),
    ScheduleField.PAUSE_AFTER_FAILURES: ("Pauses itself after", "failures"),
    ScheduleField.ENABLED: ("Has workers at all", None),
}


async def settings_shown(
    session: AsyncSession, workflow: AnyWorkflow, schedules: Mapping[str, Schedule], actor: Actor
) -> WorkflowSettings:
    setting = (await queue.settings_of(session)).get(workflow.name)
    given = schedules.get(workflow.name, workflow.schedule)
    in_force = queue.schedule_of(workflow, schedules, setting)
    return WorkflowSettings(
        workflow=workflow.name,
        fields=[_field(each, workflow.schedule, given, in_force, setting) for each in ScheduleField],
        words=await _words(session, workflow, in_force, actor.tenant_id),
        changed_by=queue.shown_name(setting.changed_by, setting.changed_in, actor) if setting else None,
        changed_at=setting.changed_at if setting else None,
    )


def _field(
    name: ScheduleField, declared: Schedule, given: Schedule, in_force: Schedule, setting: WorkflowSetting | None
) -> SettingField:
    label, unit = _LABELS[name]
    least, most = _limits(name)
    is_stored = setting is not None and name in setting.schedule
    is_given = getattr(given, name) != getattr(declared, name)
    source = SettingSource.ENVIRONMENT if is_given else SettingSource.DEFAULT
    return SettingField(
        name=name,
        label=label,
        unit=unit,
        value=getattr(in_force, name),
        default=getattr(given, name),
        source=SettingSource.DATABASE if is_stored else source,
        least=least,
        most=most,
        help=DESCRIPTIONS[name],
    )


def _limits(name: ScheduleField) -> tuple[float | None, float | None]:
    """As the request's own schema has them."""
    schema = ScheduleValues.model_json_schema()["properties"][name]["anyOf"][0]
    return schema.get("minimum"), schema.get("maximum")


async def _words(session: AsyncSession, workflow: AnyWorkflow, schedule: Schedule, tenant_id: UUID) -> str:
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    measured = (await measure(session, now, tenant_id)).get(workflow.name, Measured())
    waiting = (await count_rows(session, workflow, tenant_id, Filter(states=(State.QUEUED,)))).rows
    processes = len((await live_workers(session)).all())
    is_paused = workflow.name in await queue.paused_workflows(session, tenant_id)
    drain = Drain(workflow.names, schedule, waiting, measured, processes, is_paused)
    most = schedule.concurrency * schedule.max_instances
    parts = [
        f"at most {plural(most, 'row')} at once in each process",
        f"{measured.per_minute:g} a minute measured",
        f"{waiting:,} in the queue",
    ]
    return "; ".join([*([] if schedule.enabled else ["switched off"]), *parts, *filter(None, [drain.words])])


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
    newest = select(SettingChangeEntry).order_by(SettingChangeEntry.id.desc()).limit(size + 1)
    found = list(await session.scalars(newest.where(SettingChangeEntry.id < after) if after else newest))
    return SettingChangeList(
        items=[_shown(each, actor) for each in found[:size]], next=found[size - 1].id if len(found) > size else None
    )


async def undo_change(session: AsyncSession, actor: Actor, change_id: UUID) -> SettingChange:
    """The setting is again what it was before, unless somebody changed it since."""
    wanted = select(SettingChangeEntry).where(SettingChangeEntry.id == change_id).with_for_update()
    change = await session.scalar(wanted)
    if change is None or change.workflow is None:
        raise RowsNotFound(f"There is no change {change_id}.")
    if change.undone_at is not None:
        raise ChangedSince("This change was taken back already.")
    setting = await queue.locked_setting(session, change.workflow)
    if queue.written(_value(setting, change.field)) != change.after:
        raise ChangedSince(f"{change.field} of {change.workflow} was changed since; change it again instead.")
    _set(setting, change.field, None if change.before is None else json.loads(change.before))
    setting.changed_by, setting.changed_in = actor.name, actor.tenant_id
    setting.changed_at, change.undone_at = func.now(), func.now()
    await session.flush()
    await session.refresh(change)
    for channel in (queue.SETTINGS_CHANNEL, queue.QUEUE_CHANNEL):
        await queue.notify(session, channel, change.workflow)
    return _shown(change, actor)


def _value(setting: WorkflowSetting, field: str) -> Any:
    return setting.paused if field == "paused" else setting.schedule.get(field)


def _set(setting: WorkflowSetting, field: str, value: Any) -> None:
    if field == "paused":
        setting.paused = bool(value)
    else:
        others = {name: each for name, each in setting.schedule.items() if name != field}
        setting.schedule = others if value is None else {**others, field: value}


def _shown(change: SettingChangeEntry, reader: Actor) -> SettingChange:
    made_by = queue.shown_name(change.made_by, change.made_in, reader)
    return answer_of(SettingChange, change, made_by=made_by, undone=change.undone_at is not None)
