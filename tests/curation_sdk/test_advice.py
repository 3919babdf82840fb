"""By when a queue is drained, and what would halve that."""

from datetime import timedelta
from uuid import uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import TENANT, add_trees
from tests.curation_sdk.widgets import widget_polish

from scrapersky.curation_sdk.declaring import Run, Schedule
from scrapersky.curation_sdk.monitor import Drain, Measured, measure

NAMES, SCHEDULE = widget_polish.names, Schedule(concurrency=16)


def drain(
    measured: Measured,
    waiting: int = 600,
    processes: int = 1,
    schedule: Schedule = SCHEDULE,
    *,
    is_paused: bool = False,
) -> Drain:
    return Drain(NAMES, schedule, waiting, measured, processes, is_paused)


def test_where_all_slots_are_in_use_twice_as_many_would_halve_it() -> None:
    full = drain(Measured(ended=600, busy_seconds=300 * 15))
    assert full.seconds == 300
    assert full.words == (
        "drained in 5 min; 15.0 of 16 slots in use: WIDGET_POLISH_SCHEDULER_CONCURRENCY=32 instead of 16 would halve"
        " that, where the machine has processors left"
    )


def test_where_there_can_be_no_more_slots_twice_the_processes_would() -> None:
    full = drain(Measured(ended=600, busy_seconds=300 * 1900), processes=2, schedule=Schedule(concurrency=1000))
    assert "4 processes instead of 2 would halve that" in (full.advice or "")


def test_where_hosts_are_what_rows_wait_for_more_slots_are_not_advised() -> None:
    polite = drain(Measured(ended=60, put_off=200, busy_seconds=300))
    assert "half the seconds between two requests to a host would halve that" in (polite.advice or "")
    assert "CONCURRENCY" not in (polite.advice or "")


def test_where_slots_are_free_and_nobody_is_put_off_no_setting_is_advised() -> None:
    assert "more slots would not help" in (drain(Measured(ended=60, busy_seconds=300)).advice or "")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (drain(Measured(ended=9), waiting=0), None),
        (drain(Measured(ended=9), schedule=Schedule(enabled=False)), None),
        (drain(Measured(ended=9), is_paused=True), "it is paused: nothing is worked on until it is resumed"),
        (drain(Measured(ended=9), processes=0), "no process works on it: start scrapersky worker"),
        (drain(Measured()), "nothing ended in the last 5 minutes, so no pace is known"),
    ],
)
def test_what_stands_still_says_why(state: Drain, words: str | None) -> None:
    assert state.advice == words


async def test_what_was_measured_is_of_the_last_minutes_and_of_whom_one_asks_for(orchard: AsyncEngine) -> None:
    stranger = uuid4()
    async with AsyncSession(orchard) as session, session.begin():
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        facts = {"workflow": "tree_care", "attempt": 1, "started_at": now - timedelta(seconds=30), "ended_at": now}
        endings = [(TENANT, "complete"), (TENANT, "error"), (TENANT, "deferred"), (stranger, "complete")]
        for tenant_id, ending in endings:
            made = {"row_id": uuid4(), "tenant_id": tenant_id, "ending": ending}
            await session.execute(insert(Run).values(facts | made))
    async with AsyncSession(orchard) as session:
        later = now + timedelta(seconds=5)
        assert (await measure(session, later, TENANT))["tree_care"] == Measured(2, 1, 90.0)
        assert (await measure(session, later))["tree_care"] == Measured(3, 1, 120.0)
        assert await measure(session, now + timedelta(minutes=6)) == {}


async def test_the_settings_page_says_it(ana: AsyncClient, orchard: AsyncEngine) -> None:
    (tree,) = await add_trees(orchard, "oak")
    await ana.put("/tree-care/status", json={"ids": [str(tree)], "status": "Queued"})
    words = (await ana.get("/workflows/tree_care/settings")).json()["words"]
    assert words.endswith("; 1 in the queue; no process works on it: start scrapersky worker")
