"""Who changed which setting: what it was, what it is."""

import json
from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, SettingChangeEntry, WorkflowSetting

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
