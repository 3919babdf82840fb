"""The overview: where every workflow stands, how fast it goes, and what needs a person."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import func, insert, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import (
    STRANGER,
    TENANT,
    Tree,
    add_trees,
    orchard_registry,
)

from scrapersky.curation_sdk.declaring.columns import earliest_id
from scrapersky.curation_sdk.declaring.tables import KeptRule, Run
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.monitor import full_overview
from scrapersky.curation_sdk.monitor.full_overview import FullOverviews
from scrapersky.curation_sdk.monitor.kept_answers import KeptAnswers
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.monitor.rates import Rate
from scrapersky.curation_sdk.monitor.throughput import Curves, TimeSpan
from scrapersky.curation_sdk.queue.background import Background, sessions_of


async def add_runs(
    engine: AsyncEngine, *endings: str, ago: float = 1, tenant: UUID = TENANT, produced: int = 1
) -> None:
    """Attempts at rows of tree care that ended so many seconds ago."""
    ended = datetime.now(UTC) - timedelta(seconds=ago)
    rows = [
        {
            "id": UUID(int=earliest_id(ended).int | uuid4().int >> 64),
            "tenant_id": tenant,
            "workflow": "tree_care",
            "row_id": uuid4(),
            "attempt": 1,
            "ending": ending,
            "produced": produced if ending == "complete" else 0,
            "started_at": ended - timedelta(seconds=1),
            "ended_at": ended,
        }
        for ending in endings
    ]
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(insert(Run), rows)


async def set_care(engine: AsyncEngine, trees: list[UUID], **values: Any) -> None:
    named = {f"tree_care_{name}": value for name, value in values.items()}
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Tree).where(Tree.id.in_(trees)).values(named))


async def overview_of(client: AsyncClient) -> dict[str, Any]:
    answer = await client.get("/overview")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def care_of(overview: dict[str, Any]) -> dict[str, Any]:
    return next(each for each in overview["workflows"] if each["name"] == "tree_care")


async def test_a_product_without_rows_says_so(ana: AsyncClient) -> None:
    overview = await overview_of(ana)
    assert overview["is_empty"] is True
    assert overview["needs"] == []
    assert [each["code"] for each in overview["workflows"]] == ["WF91", "WF92", "WF93", "WF94"]


async def test_rates_are_those_of_the_history_of_the_tenant(orchard: AsyncEngine, ana: AsyncClient) -> None:
    await add_trees(orchard, "oak")
    await add_runs(orchard, *["complete"] * 6, "error", "retry", "deferred", ago=10)
    await add_runs(orchard, "complete", "error", ago=1200, produced=0)
    await add_runs(orchard, "complete", ago=7200)
    await add_runs(orchard, *["complete"] * 50, tenant=STRANGER)
    overview = await overview_of(ana)
    care = care_of(overview)
    assert (care["finished_last_hour"], care["errors_last_hour"]) == (7, 2)
    assert (overview["finished_last_hour"], overview["errors_last_hour"]) == (7, 2)
    assert care["per_minute"] == 1.4
    assert care["error_rate"] == round(2 / 9, 4)
    assert care["went_on"] == round(7 / 10, 4)


async def test_the_queue_says_how_long_its_first_row_waits_and_when_it_is_drained(
    orchard: AsyncEngine, ana: AsyncClient
) -> None:
    *done, _, _ = trees = await add_trees(orchard, "ash", "fir", "yew", "oak", "elm")
    await ana.put("/trees/status", json={"ids": [str(each) for each in trees], "status": "Queued"})
    await set_care(orchard, done, processing_status="Complete")
    await set_care(orchard, done[1:], outcome="no_ladder")
    trees = trees[3:]
    await set_care(orchard, trees[:1], queue_order=func.now() - timedelta(minutes=10))
    await add_runs(orchard, *["complete"] * 5)
    care = care_of(await overview_of(ana))
    assert 599 < care["oldest_waiting_seconds"] < 660
    assert (care["counts"]["Queued"], care["drained_in_seconds"]) == (2, 120)
    assert (care["counts"]["Complete"], care["fell_short"]) == (3, 2), "done, and done for nothing, are told apart"


async def test_rows_that_rules_take_by_themselves_need_nobody(orchard: AsyncEngine, ana: AsyncClient) -> None:
    await add_trees(orchard, *"abc")

    async def told(**written: Any) -> list[str]:
        async with AsyncSession(orchard) as session, session.begin():
            rule = {"workflow": "tree_care", "name": str(uuid4()), "place": 0, "written": written, "changed_by": "ana"}
            await session.execute(insert(KeptRule).values(rule | {"tenant_id": TENANT}))
            await session.execute(insert(KeptRule).values(rule | {"tenant_id": STRANGER, "workflow": "tree_survey"}))
            await session.flush()
            overviews = FullOverviews(orchard_registry(), Overviews(orchard_registry()))
            needs = (await overviews.of(session, TENANT, 24)).needs
        return [need.words for need in needs if need.kind == "to_decide"]

    left = "3 rows of Tree care to decide, as far as rules leave them to you"
    assert await told(when="age > 4") == [left, "3 rows of Tree survey to decide"]
    assert await told() == ["3 rows of Tree survey to decide"]


async def test_what_needs_a_person_is_told_in_words_with_a_way_there(orchard: AsyncEngine, ana: AsyncClient) -> None:
    trees = await add_trees(orchard, *"abcdef")
    await ana.put("/trees/status", json={"ids": [str(each) for each in trees], "status": "Queued"})
    await set_care(orchard, trees[:1], processing_status="Error", processing_error="No answer from a.example")
    await set_care(orchard, trees[1:2], processing_status="Error", processing_error="No answer from b.example")
    hours_ago = func.now() - timedelta(hours=2)
    await set_care(orchard, trees[2:3], processing_status="Processing", claim=uuid4(), claimed_at=hours_ago)
    await ana.put("/workflows/tree_care/paused/true")
    needs = {each["kind"]: each for each in (await overview_of(ana))["needs"]}
    assert needs["stuck"]["words"] == "1 row of Tree care in work for more than 15 minutes"
    assert needs["errors"]["words"] == "2 rows of Tree care failed with 1 cause"
    assert needs["errors"]["link"] == "/errors?workflow=tree_care"
    assert re.fullmatch(r"Tree care: paused for \d+ s; 3 rows wait", needs["paused"]["words"])
    assert (needs["to_decide"]["workflow"], needs["to_decide"]["link"]) == ("tree_survey", "/w/tree-survey?status=New")


async def test_every_workflow_that_waits_for_a_person_is_told(orchard: AsyncEngine, ana: AsyncClient) -> None:
    await add_trees(orchard, "oak")
    waiting = {each["workflow"] for each in (await overview_of(ana))["needs"] if each["kind"] == "to_decide"}
    assert waiting == {"tree_care", "tree_survey"}


async def test_a_queue_that_grows_is_told(orchard: AsyncEngine, ana: AsyncClient) -> None:
    trees = await add_trees(orchard, "oak", "elm")
    await ana.put("/trees/status", json={"ids": [str(each) for each in trees], "status": "Queued"})
    await set_care(orchard, trees, queue_order=func.now() - timedelta(hours=1))
    await add_runs(orchard, "complete")
    assert "growing" in {each["kind"] for each in (await overview_of(ana))["needs"]}


async def test_when_all_is_done_the_way_to_more_is_told(orchard: AsyncEngine, ana: AsyncClient) -> None:
    trees = await add_trees(orchard, "oak")
    for path in ("/trees", "/tree-survey"):
        await ana.put(f"{path}/status", json={"ids": [str(trees[0])], "status": "Skipped"})
    (need,) = (await overview_of(ana))["needs"]
    assert (need["kind"], need["link"]) == ("dry", "/w/orchard-planting")


async def test_a_workflow_that_does_not_run_comes_first(orchard: AsyncEngine) -> None:
    registry = orchard_registry()
    overviews = FullOverviews(registry, Overviews(registry), refused={"menu_reading": "a column is missing"})
    await add_trees(orchard, "oak")
    async with AsyncSession(orchard) as session:
        first, *_ = (await overviews.of(session, TENANT, 24)).needs
    assert (first.kind, first.words) == ("refused", "menu_reading does not run: a column is missing")


async def test_what_fails_in_the_background_is_told_by_name(orchard: AsyncEngine, ana: AsyncClient) -> None:
    async def fail() -> None:
        raise KeyError("another tenant's")

    await Background("completing of tree_care", sessions_of(orchard)).attempt(fail)
    first, *_ = (await ana.get("/overview")).json()["needs"]
    assert (first["kind"], first["workflow"], first["link"]) == ("failing", None, "/settings/system")
    assert first["words"] == "Fails in the background and is tried again: completing of tree_care"


async def test_the_overview_is_made_once_a_second(orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    registry = orchard_registry()
    overviews = FullOverviews(registry, Overviews(registry, clock=lambda: now), clock=lambda: now)
    async with AsyncSession(orchard) as session:
        first = await overviews.of(session, TENANT, 24)
        assert await overviews.of(session, TENANT, 24) is first
        assert await overviews.of(session, STRANGER, 24) is not first
        now = 1.5
        monkeypatch.setattr(full_overview, "shares_that_went_on", AsyncMock(side_effect=AssertionError))
        assert await overviews.of(session, TENANT, 24) is not first


async def test_an_answer_is_made_once_however_many_ask_and_kept_for_longer_when_it_took_long() -> None:
    now, made = 0.0, 0

    async def make() -> int:
        nonlocal now, made
        await asyncio.sleep(0)
        now, made = now + 0.5, made + 1
        return made

    kept = KeptAnswers[int](1.0, lambda: now)
    assert await asyncio.gather(*(kept.get("ana", make) for _ in range(5))) == [1] * 5
    now = 4.9
    assert await kept.get("ana", make) == 1
    now = 5.1
    assert await kept.get("ana", make) == 2
    assert await kept.get("ana", make, since=5.1) == 2
    assert await kept.get("ana", make, since=5.2) == 3


def test_errors_are_too_many_only_when_enough_was_done_to_tell() -> None:
    assert not Rate(finished=1, failed=9).too_many_errors
    assert Rate(finished=10, failed=10).too_many_errors
    assert not Rate(finished=90, failed=10).too_many_errors


async def test_throughput_counts_what_was_finished_per_step(orchard: AsyncEngine, ana: AsyncClient) -> None:
    start = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=10)

    def ago(minutes: float) -> float:
        return (datetime.now(UTC) - start).total_seconds() - minutes * 60

    await add_runs(orchard, "complete", "complete", "error", "retry", ago=ago(0.5))
    await add_runs(orchard, "complete", ago=ago(2.1))
    await add_runs(orchard, "complete", ago=ago(0.5), tenant=STRANGER)
    end = start + timedelta(minutes=3)
    answer = await ana.get("/metrics/throughput", params={"from": start.isoformat(), "to": end.isoformat(), "step": 60})
    told = answer.json()
    assert datetime.fromisoformat(told["from"]) == start
    assert datetime.fromisoformat(told["to"]) == end
    care = next(each for each in told["series"] if each["workflow"] == "tree_care")
    assert (care["complete"], care["error"]) == ([2, 0, 1], [1, 0, 0])


async def test_what_is_over_is_read_once_and_what_is_not_each_time(orchard: AsyncEngine) -> None:
    curves = Curves(orchard_registry())
    now = datetime.now(UTC)
    span = TimeSpan.between(now - timedelta(hours=5), now, 60)

    async def finished() -> int:
        async with AsyncSession(orchard) as session:
            told = await curves.of(session, TENANT, span)
        return sum(sum(each.complete) for each in told.series)

    await add_runs(orchard, "complete", ago=4 * 3600)
    await add_runs(orchard, "complete", ago=100)
    assert await finished() == 2
    await add_runs(orchard, "complete", ago=4 * 3600)
    await add_runs(orchard, "complete", ago=90)
    assert await finished() == 3


@pytest.mark.parametrize(("minutes", "step"), [(0, 60), (-5, 60), (60 * 24 * 40, 86400), (60 * 24, 1)])
def test_a_range_that_is_no_range_or_has_too_many_steps_is_refused(minutes: int, step: int) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(BadRequest):
        TimeSpan.between(start, start + timedelta(minutes=minutes), step)


def test_steps_begin_at_round_moments_and_cover_the_range() -> None:
    start = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)
    span = TimeSpan.between(start, start + timedelta(minutes=2), 60)
    assert (span.start, span.steps) == (start.replace(second=0), 3)
    assert span.end == start.replace(minute=3, second=0)
