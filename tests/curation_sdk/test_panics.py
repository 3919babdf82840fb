"""What is no `Exception`, such as a Rust extension's panic, is its row's error or its part's fault and ends no task."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.scheduled_widgets import running
from tests.curation_sdk.test_background import Breaking, faults
from tests.curation_sdk.widgets import (
    FAST,
    Widget,
    Workshop,
    at_once,
    count_shines,
    drain,
    eventually,
    history,
    keep_shine,
    look,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk.declaring.outcomes import Attempt
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue import background
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.curation_sdk.queue.completion import Settler
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.queue import Queue


class Panic(BaseException):
    """As a panic in a Rust extension is raised."""


async def run(engine: AsyncEngine, workflow: AnyWorkflow, workshop: Workshop) -> None:
    """A loop whose completing has ended waits for ever; how long it takes otherwise is the machine's affair."""
    await asyncio.wait_for(run_job_loop(workflow, FAST, await runtime(engine, workshop)), 50)


@pytest.mark.parametrize(
    ("raised", "words"),
    [(Panic("index out of bounds"), "Panic: index out of bounds"), (asyncio.CancelledError(), "cancelled from within")],
    ids=["panic", "cancelled"],
)
async def test_a_panic_in_save_is_that_rows_error_and_holds_up_no_other(
    widgets: AsyncEngine, raised: BaseException, words: str
) -> None:
    async def save(session: AsyncSession, widget: Widget, result: object) -> int:
        if widget.name == "bad":
            raise raised
        return await keep_shine(session, widget, result)

    bad, *_ = await queue_widgets(widgets, "bad", *map(str, range(100)))
    await run(widgets, replace(widget_polish, save=save), Workshop(at_once))
    assert await states(widgets) == {"Error": 1, "Complete": 100}
    assert words in ((await look(widgets, bad)).error or "")
    assert await count_shines(widgets) == 100


async def test_a_panic_in_work_counts_as_an_attempt_and_is_the_rows_error(widgets: AsyncEngine) -> None:
    async def polish(_: Widget) -> str:
        raise Panic("unwrap on a None value")

    await queue_widgets(widgets, *"abc")
    workshop = Workshop(polish)
    await run(widgets, widget_polish, workshop)
    assert await states(widgets) == {"Error": 3}
    assert sorted(workshop.seen) == ["a", "b", "c"]
    assert [run.attempt for run in await history(widgets)] == [1, 1, 1]


async def test_a_panic_in_load_is_the_trouble_of_the_row_that_brings_it_about(widgets: AsyncEngine) -> None:
    async def load(_: AsyncSession, rows: Sequence[Widget]) -> dict[UUID, Widget]:
        if any(row.name == "bad" for row in rows):
            raise Panic("bad")
        return {row.id: row for row in rows}

    await queue_widgets(widgets, "bad", *map(str, range(5)))
    await run(widgets, replace(widget_polish, load=load), Workshop(at_once))
    assert (await states(widgets))["Complete"] == 5


async def test_a_result_that_panics_when_it_is_closed_holds_up_no_row(widgets: AsyncEngine) -> None:
    asked = 0

    class Result:
        def close(self) -> None:
            nonlocal asked
            asked += 1
            raise Panic("never")

    async def polish(_: Widget) -> Result:
        return Result()

    await queue_widgets(widgets, *map(str, range(25)))
    await asyncio.wait_for(drain(widgets, Workshop(polish)), 50)
    assert await states(widgets) == {"Complete": 25}
    assert asked == 25


async def test_completing_that_panicked_goes_on_and_is_told(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, panics = Settler.settle, 1

    async def panic_once(self: Settler, worker: UUID, attempts: list[Attempt]) -> list[Attempt]:
        nonlocal panics
        panics -= 1
        if panics >= 0:
            raise Panic("surprise")
        return await settle(self, worker, attempts)

    monkeypatch.setattr(Settler, "settle", panic_once)
    await queue_widgets(widgets, *map(str, range(25)))
    await run(widgets, widget_polish, Workshop(at_once))
    done = await states(widgets)
    assert done["Complete"] + done["Processing"] == 25
    assert done["Complete"] > 0
    assert await faults(widgets) == {"completing of widget_polish": ("Panic: surprise", 1)}


async def test_watching_over_claims_goes_on_after_a_failure(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SHORTEST_WAIT", 0.01)
    broken = Breaking(2, Panic("surprise"), answer=set[Attempt]())
    monkeypatch.setattr(Queue, "still_held", broken)
    never = asyncio.Event()

    async def polish(_: Widget) -> str:
        await never.wait()
        return "shiny"

    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(polish), lease_seconds=0.3):
        await eventually(lambda: broken.was_called(3))
    assert (await faults(widgets))["claims of widget_polish"] == ("Panic: surprise", 2)


@pytest.mark.parametrize(
    ("place", "part"), [("lease.Lease.extend", "lease"), ("wakeup.Listener._listen_once", "listener")]
)
async def test_heartbeat_and_listening_go_on_after_a_panic(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch, place: str, part: str
) -> None:
    monkeypatch.setattr(background, "SHORTEST_WAIT", 0.01)
    broken = Breaking(2, Panic("surprise"), answer=True)
    monkeypatch.setattr(f"scrapersky.curation_sdk.queue.{place}", broken)
    async with running(widgets, Workshop(at_once), lease_seconds=0.3):
        await eventually(lambda: broken.was_called(3))
    assert (await faults(widgets))[part] == ("Panic: surprise", 2)


async def test_a_part_whose_fault_cannot_be_written_down_goes_on(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noted(_: str, __: str) -> None:
        raise Panic("even this")

    monkeypatch.setattr(background, "_noted", noted)
    assert await Background("sweeping", sessions_of(engine)).attempt(Breaking(1, Panic("dust"))) == 1


@pytest.mark.parametrize("meant", [KeyboardInterrupt, SystemExit])
async def test_what_means_the_whole_process_is_let_through(engine: AsyncEngine, meant: type[BaseException]) -> None:
    with pytest.raises(meant):
        await Background("sweeping", sessions_of(engine)).attempt(Breaking(1, meant()))
    assert await faults(engine) == {}
