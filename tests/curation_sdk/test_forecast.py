"""What queueing so many rows means, in time and money."""

import pytest
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.orchard import STRANGER, add_trees
from tests.curation_sdk.test_full_overview import add_runs


async def test_time_is_told_by_the_pace_of_the_last_minutes(orchard: AsyncEngine, ana: AsyncClient) -> None:
    trees = await add_trees(orchard, "oak", "elm")
    await ana.put("/trees/status", json={"ids": [str(each) for each in trees], "status": "Queued"})
    await add_runs(orchard, *["complete"] * 10)
    await add_runs(orchard, *["complete"] * 100, tenant=STRANGER)
    told = (await ana.get("/tree-care/forecast", params={"rows": 8})).json()
    assert told == {
        "rows": 8,
        "per_minute": 2.0,
        "queue_ahead": 2,
        "drained_in_seconds": 300,
        "cost_micros": None,
        "cost_is_most": False,
        "time_words": "2 rows wait already. At 2 a minute all are done in 5 min.",
        "cost_words": None,
        "words": "2 rows wait already. At 2 a minute all are done in 5 min.",
    }


async def test_without_a_pace_no_time_is_made_up(ana: AsyncClient) -> None:
    told = (await ana.get("/trees/forecast", params={"rows": 8})).json()
    assert (told["per_minute"], told["drained_in_seconds"]) == (None, None)
    assert told["words"] == "Nothing was finished lately, so no pace is known."


async def test_a_paused_workflow_never_gets_there(orchard: AsyncEngine, ana: AsyncClient) -> None:
    await add_runs(orchard, *["complete"] * 10)
    await ana.put("/workflows/tree_care/paused/true")
    told = (await ana.get("/tree-care/forecast", params={"rows": 8})).json()
    assert told["drained_in_seconds"] is None
    assert "paused" in told["words"]


@pytest.mark.parametrize("rows", ["", "-1", "many", "1e3"])
async def test_rows_are_a_number(ana: AsyncClient, rows: str) -> None:
    assert (await ana.get("/tree-care/forecast", params={"rows": rows})).status_code == 422
