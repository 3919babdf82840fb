"""What an operator set at run time, stored over what the environment says; and who changed what it was."""

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Schedule, SettingChangeEntry, WorkflowSetting
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.queue.wakeup import SETTINGS_CHANNEL, notify

log = logging.getLogger(__name__)

FIELDS = tuple(each.name for each in fields(Schedule))
SOMEBODY = "an administrator"
ITSELF = "the workflow itself"


async def locked_setting(session: AsyncSession, workflow: str) -> WorkflowSetting:
    """The workflow's row, made if there was none: who changes a setting sees what it was."""
    await session.execute(insert(WorkflowSetting).values(workflow=workflow).on_conflict_do_nothing())
    wanted = select(WorkflowSetting).where(WorkflowSetting.workflow == workflow).with_for_update()
    return (await session.scalars(wanted.execution_options(populate_existing=True))).one()


def record_changes(
    session: AsyncSession, actor: Actor, workflow: str, changes: Mapping[str, tuple[object, object]]
) -> None:
    record_change_of(session, actor.name, actor.tenant_id, workflow, changes)


def record_change_of(
    session: AsyncSession,
    made_by: str,
    made_in: UUID | None,
    workflow: str,
    changes: Mapping[str, tuple[object, object]],
) -> None:
    for field, (before, after) in changes.items():
        session.add(
            SettingChangeEntry(
                workflow=workflow,
                field=field,
                before=written(before),
                after=written(after),
                made_by=made_by,
                made_in=made_in,
            )
        )


def shown_name(name: str | None, tenant_id: UUID | None, reader: Actor) -> str | None:
    """Settings are everyone's, since workers are; who set them, their own people and operators may know.

    >>> shown_name("ana@mill.example", UUID(int=1), Actor(UUID(int=2), "bo"))
    'an administrator'
    """
    is_open = name in (None, ITSELF) or reader.is_operator or tenant_id == reader.tenant_id
    return name if is_open else SOMEBODY


def written(value: object) -> str | None:
    """As the log has it: JSON, and nothing for the default.

    >>> written(2.5), written(True), written(None)
    ('2.5', 'true', None)
    """
    return None if value is None else json.dumps(value)


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
