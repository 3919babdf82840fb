"""A workflow whose last rows all failed pauses itself, says why, and goes on when a person says so."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import (
    ACTOR,
    FAST,
    TENANT,
    Widget,
    Workshop,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.outcomes import Attempt, Ending
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.tables import SettingChangeEntry, WorkflowSetting
from scrapersky.curation_sdk.monitor.full_overview import FullOverviews
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.queue.failure_streak import FailureStreak
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.queue.schedule_store import ITSELF, set_paused, shown_name

ONE_BY_ONE = replace(FAST, batch_size=1, concurrency=1, attempts=1, pause_after_failures=6)


async def refuse(widget: Widget) -> str:
    if widget.name == "good":
        return "shiny"
    raise CurationError(f"{widget.name} is rusty")


async def setting_of(engine: AsyncEngine) -> WorkflowSetting | None:
    async with AsyncSession(engine) as session:
        return await session.get(WorkflowSetting, widget_polish.name)


async def drained(engine: AsyncEngine, *names: str, by: Runtime | None = None) -> Runtime:
    process = by or await runtime(engine, Workshop(refuse))
    await queue_widgets(engine, *names)
    await run_job_loop(widget_polish, ONE_BY_ONE, process)
    return process


async def test_a_workflow_whose_last_rows_all_failed_pauses_itself_and_says_why(widgets: AsyncEngine) -> None:
    await drained(widgets, *(f"w{number}" for number in range(200)))
    setting = await setting_of(widgets)
    assert setting is not None
    assert (setting.paused, setting.changed_by, setting.changed_in) == (True, ITSELF, None)
    assert setting.paused_because is not None
    failed = re.fullmatch(r"(\d+) rows in a row failed, at different hosts: error \(\1\)", setting.paused_because)
    assert failed is not None, "rows complete in groups, so it may be some more than the limit"
    assert int(failed[1]) >= 6
    assert (await states(widgets))["Queued"] > 0
    async with AsyncSession(widgets) as session:
        change = (await session.scalars(select(SettingChangeEntry))).one()
        assert (change.field, change.after, change.made_by) == ("paused", "true", ITSELF)
        overview = await FullOverviews(Registry([widget_polish]), Overviews(Registry([widget_polish])), {}).of(
            session, TENANT, 1
        )
    (words,) = [need.words for need in overview.needs if need.kind == "paused"]
    assert "Widget polish: paused itself" in words
    assert setting.paused_because in words


async def test_it_goes_on_when_a_person_resumes_it_and_counts_anew(widgets: AsyncEngine) -> None:
    process = await drained(widgets, *(f"w{number}" for number in range(6)))
    async with AsyncSession(widgets) as session, session.begin():
        await set_paused(session, widget_polish, replace(ACTOR, is_operator=True), paused=False)
    await drained(widgets, *(f"v{number}" for number in range(5)), by=process)
    setting = await setting_of(widgets)
    assert setting is not None
    assert (setting.paused, setting.paused_because) == (False, None)
    assert await states(widgets) == {"Error": 11}


async def test_one_good_row_resets_the_count(widgets: AsyncEngine) -> None:
    process = await drained(widgets, *(f"w{number}" for number in range(5)))
    await drained(widgets, "good", by=process)
    await drained(widgets, *(f"v{number}" for number in range(5)), by=process)
    setting = await setting_of(widgets)
    assert setting is None or not setting.paused
    await drained(widgets, "last", by=process)
    setting = await setting_of(widgets)
    assert setting is not None
    assert setting.paused


def failing(address: str | None, ending: Ending = Ending.ERROR, outcome: str = "timeout", number: int = 1) -> Attempt:
    row = SimpleNamespace(url=address) if address else SimpleNamespace()
    return Attempt(row, uuid4(), uuid4(), uuid4(), uuid4(), number, ending=ending, outcome=outcome)


def test_one_host_that_is_down_pauses_nothing() -> None:
    streak = FailureStreak()
    assert streak.reason_after(6, [failing(f"https://down.example/{each}") for each in range(100)]) is None
    others = [failing(f"https://h{each}.example/", outcome="dns") for each in range(4)]
    assert streak.reason_after(6, others) == "104 rows in a row failed, at different hosts: timeout (100), dns (4)"


def test_what_is_tried_again_neither_counts_nor_resets() -> None:
    streak = FailureStreak()
    assert streak.reason_after(6, [failing(None) for _ in range(5)]) is None
    later = [failing(None, ending) for ending in (Ending.RETRY, Ending.DEFERRED, Ending.RELEASED)]
    assert streak.reason_after(6, later) is None
    assert streak.reason_after(6, [failing(None)]) is not None


def test_bad_rows_that_end_last_pause_nothing_unless_no_row_was_good_since_they_failed_first() -> None:
    first = [failing(None, Ending.RETRY) for _ in range(20)]
    last = [replace(attempt, ending=Ending.ERROR, number=2) for attempt in first]
    for completed, is_reason in ((1, False), (0, True)):
        streak = FailureStreak()
        assert streak.reason_after(6, first) is None
        assert streak.reason_after(6, [failing(None, Ending.COMPLETE)] * completed) is None
        assert (streak.reason_after(6, last) is not None) is is_reason
    assert FailureStreak().reason_after(6, last) is None, "tried elsewhere before"


@pytest.mark.parametrize("address", ["http://[half", "plain.example", "//x"])
def test_an_address_that_is_none_stands_for_itself(address: str) -> None:
    streak = FailureStreak()
    assert streak.reason_after(1, [failing(address)]) is not None


def test_everybody_may_know_that_it_was_the_workflow_itself() -> None:
    stranger = cast("Any", Actor(uuid4(), "zoe"))
    assert shown_name(ITSELF, None, stranger) == ITSELF
