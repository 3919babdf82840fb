"""While a row is loaded and saved, the database lets nothing through that is another tenant's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    ACTOR,
    FAST,
    Shine,
    Widget,
    Workshop,
    add_widgets,
    at_once,
    count_shines,
    keep_shine,
    look,
    runtime,
    widget_polish,
)
from tests.filters import without_filters

from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.decisions.bulk import run_chunk
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Batch
from scrapersky.curation_sdk.queue import TENANT_SETTINGS
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.db.schema import guard_tenants
from scrapersky.db.second_line import find_second_line

OURS, THEIRS = ACTOR.tenant_id, UUID(int=2)


@pytest.fixture
async def guarded(widgets: AsyncEngine) -> AsyncEngine:
    await guard_tenants(widgets, ["widgets", "shines"])
    line = await find_second_line(widgets)
    assert line is not None
    return widgets.execution_options(**{TENANT_SETTINGS: line.settings})


async def queued_of_both(engine: AsyncEngine) -> tuple[UUID, UUID]:
    (ours,), (theirs,) = [await add_widgets(engine, ["a"], tenant) for tenant in (OURS, THEIRS)]
    async with AsyncSession(engine) as session, session.begin():
        for tenant, widget in ((OURS, ours), (THEIRS, theirs)):
            await change_status(
                session, widget_polish, replace(ACTOR, tenant_id=tenant), [widget], Decision(Settable.QUEUED, 0)
            )
    return ours, theirs


async def test_what_a_save_writes_for_another_tenant_is_its_rows_error(guarded: AsyncEngine) -> None:
    ours, theirs = await queued_of_both(guarded)

    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        if widget.tenant_id == OURS:
            await session.execute(insert(Shine).values(tenant_id=THEIRS, widget_id=widget.id))
        return await keep_shine(session, widget, result)

    drained = await run_job_loop(replace(widget_polish, save=save), FAST, await runtime(guarded, Workshop(at_once)))
    assert (drained.complete, drained.failed) == (1, 1)
    assert ((await look(guarded, ours)).state, (await look(guarded, theirs)).state) == ("Error", "Complete")
    assert await count_shines(guarded) == 1


async def test_a_large_decision_reaches_the_rows_of_its_own_tenant_only(guarded: AsyncEngine) -> None:
    """Though somebody named others, and no statement asks whose they are."""
    ids = [await add_widgets(guarded, ["a"], tenant) for tenant in (OURS, THEIRS)]
    async with AsyncSession(guarded) as session, session.begin():
        decided = {"tenant_id": OURS, "workflow": "widget_polish", "status": "Queued", "made_by": "ana"}
        named = sorted(row for rows in ids for row in rows)
        made = insert(Batch).values(**decided, state="running", row_ids=named).returning(Batch.id)
        batch = (await session.execute(made)).scalar_one()
    with without_filters():
        async with AsyncSession(guarded) as session, session.begin():
            await run_chunk(session, Registry([widget_polish]), batch)
    assert [(await look(guarded, row)).state for rows in ids for row in rows] == ["Queued", "New"]


async def test_what_is_loaded_and_saved_together_is_each_tenants_own(guarded: AsyncEngine) -> None:
    await queued_of_both(guarded)
    seen: list[set[UUID]] = []

    async def load(session: AsyncSession, widgets: Sequence[Widget]) -> Mapping[UUID, Any]:
        seen.append({*(await session.scalars(select(Widget.tenant_id)))})
        return {widget.id: widget for widget in widgets}

    async def save(session: AsyncSession, widget: Widget, _: object) -> int:
        seen.append({*(await session.scalars(select(Widget.tenant_id)))})
        session.add(Shine(tenant_id=widget.tenant_id, widget_id=widget.id))
        return 1

    workflow = replace(widget_polish, load=load, save=save)
    drained = await run_job_loop(workflow, FAST, await runtime(guarded, Workshop(at_once)))
    assert drained.complete == 2
    assert sorted(seen, key=str) == [{OURS}, {OURS}, {THEIRS}, {THEIRS}]
    assert await count_shines(guarded) == 2
