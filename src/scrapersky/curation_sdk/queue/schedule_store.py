"""What an operator set of a workflow's schedule at run time: stored over what the environment says."""

import logging
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Schedule, WorkflowSetting
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.queue.setting_log import locked_setting, record_changes
from scrapersky.curation_sdk.queue.wakeup import SETTINGS_CHANNEL, notify

log = logging.getLogger(__name__)

FIELDS = tuple(each.name for each in fields(Schedule))


async def stored_schedules(session: AsyncSession) -> dict[str, dict[str, Any]]:
    return dict((await session.execute(select(WorkflowSetting.workflow, WorkflowSetting.schedule))).all())


def overlaid(given: Schedule, stored: Mapping[str, Any], workflow: str) -> Schedule:
    """What cannot be, because someone wrote it past the checks, is left out."""
    known: dict[str, Any] = {
        name: value for name, value in stored.items() if name in FIELDS and isinstance(value, (int, float))
    }
    try:
        return replace(given, **known)
    except DeclarationError as error:
        log.warning("%s: what is stored of its settings is left out: %s", workflow, error)
        return given


async def change_schedule(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, values: Mapping[str, float | bool | None]
) -> None:
    """None puts a field back to its default. Every process goes on with it as soon as this commits."""
    before = await locked_setting(session, workflow.name)
    stored = {name: value for name, value in {**before.schedule, **values}.items() if value is not None}
    changed = [name for name in values if before.schedule.get(name) != stored.get(name)]
    if not changed:
        return
    record_changes(
        session, actor, workflow.name, {name: (before.schedule.get(name), stored.get(name)) for name in changed}
    )
    before.schedule, before.changed_at = stored, func.now()
    before.changed_by, before.changed_in = actor.name, actor.tenant_id
    await session.flush()
    await notify(session, SETTINGS_CHANNEL, workflow.name)


def schedule_of(workflow: AnyWorkflow, schedules: Mapping[str, Schedule], setting: WorkflowSetting | None) -> Schedule:
    """The schedule in force: declared, then given by the environment, then stored."""
    given = schedules.get(workflow.name, workflow.schedule)
    return overlaid(given, setting.schedule if setting else {}, workflow.name)


def as_values(schedule: Schedule) -> dict[str, float | bool]:
    return asdict(schedule)
