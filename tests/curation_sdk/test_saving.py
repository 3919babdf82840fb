"""A save that fails, hangs or refuses is its row's error and holds up no other."""

import asyncio
from dataclasses import replace

import pytest
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

from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.queue.job_loop import run_job_loop


async def test_a_row_that_cannot_be_saved_fails_alone(widgets: AsyncEngine) -> None:
    async def save(session: AsyncSession, widget: Widget, _: object) -> int:
        owner = None if widget.name == "unsavable" else widget.tenant_id
        session.add(Shine(tenant_id=owner, widget_id=widget.id))
        if widget.name == "committing":  # before it is known whether the row is still held
            await session.commit()
        return 1

    _, unsavable, committing, _ = await queue_widgets(widgets, "a", "unsavable", "committing", "b")
    drained = await run_job_loop(replace(widget_polish, save=save), FAST, await runtime(widgets, Workshop(at_once)))
    assert (drained.complete, drained.failed) == (2, 2)
    seen = await look(widgets, unsavable)
    assert seen.state == "Error"
    assert "committed by itself" in str((await look(widgets, committing)).error)
    assert await count_shines(widgets) == 2
    assert len(await history(widgets)) == 4


async def test_a_save_that_never_takes_what_a_failure_kept_ends_its_row_all_the_same(widgets: AsyncEngine) -> None:
    class Kept(CurationError):
        kept = "a part"

    async def save(_: AsyncSession, __: Widget, ___: object) -> int:
        raise Kept("cannot be saved")

    (widget,) = await queue_widgets(widgets, "a")
    workflow = replace(widget_polish, save=save)
    await asyncio.wait_for(run_job_loop(workflow, FAST, await runtime(widgets, Workshop(at_once))), 10)
    seen = await look(widgets, widget)
    assert (seen.state, seen.error) == ("Error", "cannot be saved")


async def test_a_save_that_hangs_is_its_rows_error_and_holds_up_no_other(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        if widget.name == "bad":
            await asyncio.Event().wait()
        return await keep_shine(session, widget, result)

    monkeypatch.setattr("scrapersky.curation_sdk.queue.completion.SECONDS_TO_COMPLETE", 1)
    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(5)))
    workflow, schedule = replace(widget_polish, save=save), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 20)
    assert await states(widgets) == {"Error": 1, "Complete": 5}
    assert (await look(widgets, bad)).error == "Saving took longer than 1 s, the limit for one row."


@pytest.mark.parametrize("writes_first", [True, False])
async def test_a_save_that_fails_for_the_disk_is_not_taken_for_a_database_that_is_away(
    widgets: AsyncEngine, *, writes_first: bool
) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        count = await keep_shine(session, widget, result) if writes_first else 0
        if widget.name == "bad":
            raise OSError(28, "No space left on device")
        return count

    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(5)))
    workflow, schedule = replace(widget_polish, save=save), replace(FAST, attempts=1)
    await asyncio.wait_for(run_job_loop(workflow, schedule, await runtime(widgets, Workshop(at_once))), 10)
    assert await states(widgets) == {"Error": 1, "Complete": 5}
    assert (await look(widgets, bad)).error == "OSError: [Errno 28] No space left on device"
