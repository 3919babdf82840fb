"""Pausing, resuming and waking a workflow at run time, and describing it."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, WorkflowSetting
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue.setting_log import locked_setting, record_changes
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, notify


class Paused(CurationError):
    """A paused workflow takes no rows."""

    http_status = 409
    code = "paused"


async def set_paused(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, *, paused: bool) -> None:
    """Holds in every process at once, since each claim looks. Resuming wakes the workers."""
    setting = await locked_setting(session, workflow.name)
    if setting.paused != paused:
        record_changes(session, actor, workflow.name, {"paused": (setting.paused, paused)})
        setting.paused, setting.paused_because, setting.changed_at = paused, None, func.now()
        setting.changed_by, setting.changed_in = actor.name, actor.tenant_id
        await session.flush()
    if not paused:
        await notify(session, QUEUE_CHANNEL, workflow.name)


async def set_all_paused(session: AsyncSession, registry: Registry, actor: Actor, *, paused: bool) -> int:
    """How many were not so before. In the order of their names, so that two who do this never wait for each other."""
    as_wanted = await paused_workflows(session) if paused else await _running(session, registry)
    for workflow in sorted(registry, key=lambda each: each.name):
        await set_paused(session, workflow, actor, paused=paused)
    return len({each.name for each in registry} - as_wanted)


async def _running(session: AsyncSession, registry: Registry) -> set[str]:
    return {each.name for each in registry} - await paused_workflows(session)


async def run_now(session: AsyncSession, workflow: AnyWorkflow) -> None:
    if workflow.name in await paused_workflows(session):
        raise Paused(f"{workflow.title} is paused; resume it first.")
    await notify(session, QUEUE_CHANNEL, workflow.name)


async def paused_workflows(session: AsyncSession) -> set[str]:
    return set(await session.scalars(select(WorkflowSetting.workflow).where(WorkflowSetting.paused)))


async def settings_of(session: AsyncSession) -> dict[str, WorkflowSetting]:
    return {each.workflow: each for each in await session.scalars(select(WorkflowSetting))}
