"""What an operator set at run time: a schedule over what the environment says, and what is paused; who changed it."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import (
    Actor,
    AnyWorkflow,
    Registry,
    Schedule,
    SettingChangeEntry,
    TenantPause,
    WorkflowSetting,
)
from scrapersky.curation_sdk.errors import CurationError, DeclarationError
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, SETTINGS_CHANNEL, notify

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


class Paused(CurationError):
    """A paused workflow takes no rows."""

    http_status = 409


async def set_paused(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, *, paused: bool) -> None:
    """Holds in every process at once, since each claim looks. Resuming wakes the workers.

    An operator's holds for all tenants, anybody else's for their own.
    """
    if not paused:
        await session.execute(delete(TenantPause).where(*_own(actor, workflow)))
        await notify(session, QUEUE_CHANNEL, workflow.name)
    if actor.is_operator:
        await _set_for_all(session, workflow, actor, paused=paused)
    elif paused:
        resting = {"tenant_id": actor.tenant_id, "workflow": workflow.name, "paused_by": actor.name}
        await session.execute(insert(TenantPause).values(resting).on_conflict_do_nothing())


def _own(actor: Actor, workflow: AnyWorkflow) -> tuple[ColumnElement[bool], ...]:
    return TenantPause.tenant_id == actor.tenant_id, TenantPause.workflow == workflow.name


async def _set_for_all(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, *, paused: bool) -> None:
    setting = await locked_setting(session, workflow.name)
    if setting.paused != paused:
        record_changes(session, actor, workflow.name, {"paused": (setting.paused, paused)})
        setting.paused, setting.paused_because, setting.changed_at = paused, None, func.now()
        setting.changed_by, setting.changed_in = actor.name, actor.tenant_id
        await session.flush()


async def set_all_paused(session: AsyncSession, registry: Registry, actor: Actor, *, paused: bool) -> int:
    """How many were not so before. In the order of their names, so that two who do this never wait for each other."""
    resting = await paused_workflows(session, actor.tenant_id)
    names = {each.name for each in registry}
    as_wanted = resting if paused else names - resting
    for workflow in sorted(registry, key=lambda each: each.name):
        await set_paused(session, workflow, actor, paused=paused)
    return len(names - as_wanted)


async def refuse_if_paused_for_all(session: AsyncSession, workflow: AnyWorkflow) -> None:
    """For whoever resumed it and is no operator."""
    if workflow.name in await paused_workflows(session):
        raise Paused(f"{workflow.title} is paused for the whole installation. Ask whoever runs it.")


async def run_now(session: AsyncSession, workflow: AnyWorkflow, actor: Actor) -> None:
    if workflow.name in await paused_workflows(session, actor.tenant_id):
        raise Paused(f"{workflow.title} is paused; resume it first.")
    await notify(session, QUEUE_CHANNEL, workflow.name)


async def paused_workflows(session: AsyncSession, tenant_id: UUID | None = None) -> set[str]:
    """For all tenants; with a tenant, for it."""
    for_all = select(WorkflowSetting.workflow).where(WorkflowSetting.paused)
    own = select(TenantPause.workflow).where(TenantPause.tenant_id == tenant_id)
    return set(await session.scalars(for_all if tenant_id is None else for_all.union(own)))


async def settings_of(session: AsyncSession, tenant_id: UUID | None = None) -> dict[str, WorkflowSetting]:
    """What holds for all tenants; with a tenant, as it is for it: what it paused is paused."""
    if tenant_id is None:
        return {each.workflow: each for each in await session.scalars(select(WorkflowSetting))}
    return (await settings_by_tenant(session, [tenant_id]))[tenant_id]


async def settings_by_tenant(session: AsyncSession, tenants: Sequence[UUID]) -> dict[UUID, dict[str, WorkflowSetting]]:
    for_all = await settings_of(session)
    settings = {tenant_id: dict(for_all) for tenant_id in tenants}
    for pause in await session.scalars(select(TenantPause).where(TenantPause.tenant_id.in_(tenants))):
        setting = for_all.get(pause.workflow)
        if setting is None or not setting.paused:
            settings[pause.tenant_id][pause.workflow] = _paused_by_tenant(pause, setting)
    return settings


def _paused_by_tenant(pause: TenantPause, setting: WorkflowSetting | None) -> WorkflowSetting:
    """Only to be looked at: no session knows it."""
    return WorkflowSetting(
        workflow=pause.workflow,
        paused=True,
        schedule=setting.schedule if setting else {},
        changed_by=pause.paused_by,
        changed_at=pause.paused_at,
        changed_in=pause.tenant_id,
    )
