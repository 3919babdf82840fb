"""A batch has rows of many values before the second of any."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import Widget, Workshop, at_once, queue_widgets, runtime, widget_polish

from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue.queue import Queue

spread_polish: AnyWorkflow = replace(widget_polish, spread_over=Widget.name)


async def claimed(widgets: AsyncEngine, workflow: AnyWorkflow, limit: int) -> list[str]:
    lease = (await runtime(widgets, Workshop(at_once))).lease
    return [attempt.row.name for attempt in await Queue(workflow, widgets).claim(lease.worker, limit)]


async def queue_before(widgets: AsyncEngine, name: str) -> None:
    """Put all widgets of a name before the others."""
    earlier = {Widget.widget_polish.queue_order: func.now() - timedelta(minutes=1)}
    async with AsyncSession(widgets) as session, session.begin():
        await session.execute(update(Widget).where(Widget.name == name).values(earlier))


async def test_rows_of_many_values_are_taken_up_before_the_second_of_any(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *("a" * 4), *("b" * 2), "c")
    await queue_before(widgets, "a")
    assert sorted(await claimed(widgets, spread_polish, 3)) == ["a", "b", "c"]
    assert await claimed(widgets, spread_polish, 10) == ["a", "b", "a", "a"]


async def test_without_it_the_first_in_the_queue_come_first(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, *("a" * 4), "b")
    await queue_before(widgets, "a")
    assert await claimed(widgets, widget_polish, 3) == ["a", "a", "a"]


async def test_what_is_urgent_comes_first_all_the_same(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a", "b", "c", "c")
    await queue_before(widgets, "a")
    async with AsyncSession(widgets) as session, session.begin():
        urgent = {Widget.widget_polish.priority: 5}
        await session.execute(update(Widget).where(Widget.name == "c").values(urgent))
    assert await claimed(widgets, spread_polish, 3) == ["c", "c", "a"]


async def test_rows_that_another_claims_at_this_moment_are_left_to_it(widgets: AsyncEngine) -> None:
    first, *_ = await queue_widgets(widgets, "a", "a", "b")
    async with AsyncSession(widgets) as session, session.begin():
        await session.get(Widget, first, with_for_update=True)
        assert len(await claimed(widgets, spread_polish, 10)) == 2
