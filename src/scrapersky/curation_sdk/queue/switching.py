"""Pausing, resuming and waking a workflow at run time, and describing it."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, TenantPause, WorkflowSetting
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue.schedule_store import locked_setting, record_changes
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, notify


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
