"""Whatever becomes of one row's work is that row's ending and no other's."""

import asyncio
import json
import time

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import (
    Widget,
    Workshop,
    count_shines,
    drain,
    look,
    queue_widgets,
    states,
)

from scrapersky.curation_sdk import CurationError, Schedule


async def test_one_rows_failure_is_its_own(widgets: AsyncEngine) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "broken":
            raise ZeroDivisionError("cannot divide")
        return "shiny"

    _, broken, _ = await queue_widgets(widgets, "a", "broken", "b")
    drained = await drain(widgets, Workshop(polish))
    assert (drained.complete, drained.failed) == (2, 1)
    seen = await look(widgets, broken)
    assert seen.state == "Error"
    line = polish.__code__.co_firstlineno + 2
    assert seen.error == f"ZeroDivisionError: cannot divide (test_working.py, line {line})"


async def test_the_row_names_the_line_of_the_workflows_own_package_that_failed(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> object:
        return json.loads("no JSON")

    (widget,) = await queue_widgets(widgets, "a")
    await drain(widgets, Workshop(polish))
    error = (await look(widgets, widget)).error
    line = polish.__code__.co_firstlineno + 1
    assert error == f"JSONDecodeError: Expecting value: line 1 column 1 (char 0) (test_working.py, line {line})"


async def test_an_error_of_ours_reads_as_it_was_written(widgets: AsyncEngine) -> None:
    async def polish(widget: Widget) -> str:
        raise CurationError(f"{widget.name} has no surface; choose another\x00.")

    (widget,) = await queue_widgets(widgets, "Fog")
    await drain(widgets, Workshop(polish))
    assert (await look(widgets, widget)).error == "Fog has no surface; choose another."


async def test_a_row_that_takes_too_long_is_tried_again(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        await asyncio.sleep(30)
        return "late"

    (widget,) = await queue_widgets(widgets, "slow")
    await drain(widgets, Workshop(polish), Schedule(timeout_seconds=0.05, attempts=1))
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome) == ("Error", "timeout")
    assert seen.error == "Took longer than 0.05 s, the limit for one row."


async def test_work_that_blocks_past_its_limit_is_treated_as_any_that_takes_too_long(
    widgets: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")
    closed: list[bool] = []

    class Spool:
        def close(self) -> None:
            closed.append(True)

    async def polish(_: Widget) -> object:
        time.sleep(0.1)  # noqa: ASYNC251  that is what it is about
        return Spool()

    (widget,) = await queue_widgets(widgets, "blocking")
    await drain(widgets, Workshop(polish), Schedule(timeout_seconds=0.05, attempts=1))
    seen = await look(widgets, widget)
    assert (seen.state, seen.outcome) == ("Error", "timeout")
    assert seen.error == "Took longer than 0.05 s, the limit for one row."
    assert closed == [True]
    assert f"widget_polish: row {widget} came back after " in caplog.text
    assert "asyncio.to_thread" in caplog.text


class Speechless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Speechless(), "Speechless"),
        (SystemExit(3), "SystemExit: 3"),
        (asyncio.CancelledError(), "The work was cancelled from within."),
    ],
)
async def test_whatever_the_work_raises_is_that_rows_error_and_no_other_s(
    widgets: AsyncEngine, error: BaseException, words: str
) -> None:
    async def polish(widget: Widget) -> str:
        if widget.name == "bad":
            raise error
        return "shiny"

    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(15)))
    await asyncio.wait_for(drain(widgets, Workshop(polish)), 10)
    assert await states(widgets) == {"Error": 1, "Complete": 15}
    assert ((await look(widgets, bad)).error or "").partition(" (test_")[0] == words
    assert await count_shines(widgets) == 15
