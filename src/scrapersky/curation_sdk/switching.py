"""Pausing, resuming and waking a workflow at run time, and describing it."""

from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.batch import Actor
from scrapersky.curation_sdk.columns import columns_by_key
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.payloads import ColumnPayload, WorkflowPayload
from scrapersky.curation_sdk.registry import Registry
from scrapersky.curation_sdk.schedule import Schedule
from scrapersky.curation_sdk.schedule_settings import as_values, schedule_of
from scrapersky.curation_sdk.setting_log import locked_setting, record_changes, shown_name
from scrapersky.curation_sdk.tables import WorkflowSetting
from scrapersky.curation_sdk.wakeup import QUEUE_CHANNEL, notify
from scrapersky.curation_sdk.workflow import AnyWorkflow


class Paused(CurationError):
    """A paused workflow takes no rows."""

    http_status = 409
    code = "paused"


async def set_paused(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, *, paused: bool) -> None:
    """Holds in every process at once, since each claim looks. Resuming wakes the workers."""
    setting = await locked_setting(session, workflow.name)
    if setting.paused != paused:
        record_changes(session, actor, workflow.name, {"paused": (setting.paused, paused)})
        setting.paused, setting.changed_at = paused, func.now()
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


def describe(
    workflow: AnyWorkflow, setting: WorkflowSetting | None, schedules: Mapping[str, Schedule], reader: Actor
) -> WorkflowPayload:
    return WorkflowPayload(
        name=workflow.name,
        code=workflow.code,
        title=workflow.title,
        purpose=workflow.purpose,
        table=workflow.names.table,
        path=workflow.names.path,
        table_path=workflow.names.table_path,
        produces=None if workflow.produces is None else workflow.produces.__tablename__,
        columns=_columns(workflow),
        default_sort=workflow.default_sort,
        is_searchable=workflow.searches is not None,
        schedule=as_values(schedule_of(workflow, schedules, setting)),
        paused=bool(setting and setting.paused),
        changed_by=shown_name(setting.changed_by, setting.changed_in, reader) if setting else None,
        changed_at=setting.changed_at if setting else None,
    )


def _columns(workflow: AnyWorkflow) -> list[ColumnPayload]:
    types = {key: str(column.type).lower() for key, column in columns_by_key(workflow.shows).items()}
    types |= {each.key: str(each.expression.type).lower() for each in workflow.computed}
    return [
        ColumnPayload(
            name=each.key,
            label=each.label,
            type=types[each.key],
            kind=each.kind,
            is_editable=each.is_editable,
            is_sortable=each.is_sortable,
        )
        for each in workflow.columns
    ]
