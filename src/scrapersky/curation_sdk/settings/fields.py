"""A workflow's settings as a person sees them: what each means, what it is, and who says so."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import (
    DESCRIPTIONS,
    Actor,
    AnyWorkflow,
    Body,
    Schedule,
    State,
    WorkflowSetting,
    examples,
)
from scrapersky.curation_sdk.lists import Filter, count_rows
from scrapersky.curation_sdk.monitor import Drain, Measured, live_workers, measure
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import paused_workflows, schedule_of, settings_of, shown_name


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
    setting = (await settings_of(session)).get(workflow.name)
    given = schedules.get(workflow.name, workflow.schedule)
    in_force = schedule_of(workflow, schedules, setting)
    return WorkflowSettings(
        workflow=workflow.name,
        fields=[_field(each, workflow.schedule, given, in_force, setting) for each in ScheduleField],
        words=await _words(session, workflow, in_force, actor.tenant_id),
        changed_by=shown_name(setting.changed_by, setting.changed_in, actor) if setting else None,
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
    is_paused = workflow.name in await paused_workflows(session, tenant_id)
    drain = Drain(workflow.names, schedule, waiting, measured, processes, is_paused)
    most = schedule.concurrency * schedule.max_instances
    parts = [
        f"at most {plural(most, 'row')} at once in each process",
        f"{measured.per_minute:g} a minute measured",
        f"{waiting:,} in the queue",
    ]
    return "; ".join([*([] if schedule.enabled else ["switched off"]), *parts, *filter(None, [drain.words])])
