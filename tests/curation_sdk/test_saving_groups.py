"""A workflow may save what several rows produced at once; whose fault a failure is, is found out row by row."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    FAST,
    Shine,
    Widget,
    Workshop,
    at_once,
    count_shines,
    history,
    keep_shine,
    look,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import DeclarationError, Saved
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.upserts import upsert

Pairs = Sequence[tuple[Widget, object]]


async def keep_shines(session: AsyncSession, pairs: Pairs) -> list[int | Saved]:
    shines = [{"tenant_id": widget.tenant_id, "widget_id": widget.id} for widget, _ in pairs]
    await upsert(session, Shine, shines, key=("widget_id",), update=())
    return [Saved(1, "dull", "by name") if widget.name == "dull" else 1 for widget, _ in pairs]


async def test_a_group_is_saved_at_once_and_each_row_has_its_own_answer(widgets: AsyncEngine) -> None:
    groups: list[int] = []

    async def save_group(session: AsyncSession, pairs: Pairs) -> list[int | Saved]:
        groups.append(len(pairs))
        return await keep_shines(session, pairs)

    *_, dull = await queue_widgets(widgets, "a", "b", "c", "dull")
    workflow = replace(widget_polish, save_group=save_group)
    await run_job_loop(workflow, FAST, await runtime(widgets, Workshop(at_once)))
    assert await states(widgets) == {"Complete": 4}
    assert await count_shines(widgets) == 4
    assert max(groups) > 1
    runs = {run.row_id: (run.outcome, run.produced) for run in await history(widgets)}
    assert runs.pop(dull) == ("dull", 1)
    assert set(runs.values()) == {(None, 1)}


async def test_a_row_that_spoils_its_group_fails_alone(widgets: AsyncEngine) -> None:
    def refuse(widget: Widget) -> None:
        if widget.name == "bad":
            raise ValueError("this one is bad")

    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        refuse(widget)
        return await keep_shine(session, widget, result)

    async def save_group(session: AsyncSession, pairs: Pairs) -> list[int | Saved]:
        kept = await keep_shines(session, pairs)
        for widget, _ in pairs:
            refuse(widget)
        return kept

    _, bad, _ = await queue_widgets(widgets, "a", "bad", "b")
    workflow = replace(widget_polish, save=save, save_group=save_group)
    await run_job_loop(workflow, FAST, await runtime(widgets, Workshop(at_once)))
    assert await states(widgets) == {"Complete": 2, "Error": 1}
    assert "this one is bad" in ((await look(widgets, bad)).error or "")
    assert await count_shines(widgets) == 2


async def test_an_answer_that_forgets_a_row_counts_for_none(widgets: AsyncEngine) -> None:
    async def save_group(session: AsyncSession, pairs: Pairs) -> list[int | Saved]:
        return (await keep_shines(session, pairs))[1:]

    await queue_widgets(widgets, "a", "b", "c")
    workflow = replace(widget_polish, save_group=save_group)
    await run_job_loop(workflow, FAST, await runtime(widgets, Workshop(at_once)))
    assert await states(widgets) == {"Complete": 3}
    assert await count_shines(widgets) == 3


async def test_nothing_is_saved_for_a_row_of_a_group_that_was_taken_away(widgets: AsyncEngine) -> None:
    a, b, taken = await queue_widgets(widgets, "a", "b", "taken")

    async def save_group(session: AsyncSession, pairs: Pairs) -> list[int | Saved]:
        return await keep_shines(session, pairs)

    async def lose_one(widget: Widget) -> str:
        if widget.id == taken:
            async with AsyncSession(widgets) as session, session.begin():
                lost = {Widget.widget_polish.claim: uuid4()}
                await session.execute(update(Widget).where(Widget.id == taken).values(lost))
        return "done"

    workflow = replace(widget_polish, save_group=save_group)
    await run_job_loop(workflow, FAST, await runtime(widgets, Workshop(lose_one)))
    assert await count_shines(widgets) == 2
    assert {run.row_id for run in await history(widgets)} == {a, b}


def test_a_function_of_the_wrong_shape_is_refused_where_it_is_declared() -> None:
    async def only_a_session(_: AsyncSession) -> list[int]:
        return []

    save_group: Any = only_a_session

    with pytest.raises(DeclarationError, match=r"save_group takes \(session, rows_and_results\)"):
        replace(widget_polish, save_group=save_group)
