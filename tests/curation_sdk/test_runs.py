"""Runs: what each worker did within a minute, grouped from the history."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import func, insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, add_trees, orchard_registry

from scrapersky.curation_sdk.declaring.columns import earliest_id
from scrapersky.curation_sdk.declaring.tables import Run, Worker
from scrapersky.curation_sdk.monitor import run_groups as logs
from scrapersky.curation_sdk.testing import app_of, client_of

NOW = datetime.now(UTC).replace(second=30, microsecond=0) - timedelta(minutes=2)
ONE, OTHER = UUID(int=11), UUID(int=12)


async def ran(engine: AsyncEngine, *endings: str, minutes_ago: float = 0, **values: Any) -> None:
    ended = NOW - timedelta(minutes=minutes_ago)
    common = {"tenant_id": TENANT, "workflow": "tree_care", "worker": ONE, "attempt": 1, "produced": 1, **values}
    rows = [
        {
            "id": UUID(int=earliest_id(ended).int + number),
            "row_id": uuid4(),
            "ending": ending,
            "started_at": ended - timedelta(seconds=2),
            "ended_at": ended,
            **common,
        }
        for number, ending in enumerate(endings, start=uuid4().int >> 72)
    ]
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(insert(Run), rows)


async def runs(client: AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get("/runs", params=query)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_what_one_worker_did_in_one_minute_is_one_run(orchard: AsyncEngine, client: AsyncClient) -> None:
    async with AsyncSession(orchard) as session, session.begin():
        session.add(Worker(id=ONE, host="mill", pid=7, lease_until=func.now()))
    await ran(orchard, "complete", "complete", "error", "retry", "deferred")
    await ran(orchard, "complete", worker=OTHER)
    await ran(orchard, "complete", workflow="tree_survey")
    await ran(orchard, "complete", minutes_ago=1)
    await ran(orchard, "complete", tenant_id=STRANGER)
    told = (await runs(client))["items"]
    assert [(each["workflow"], each["worker"]) for each in told] == [
        ("tree_care", str(ONE)),
        ("tree_care", str(OTHER)),
        ("tree_survey", str(ONE)),
        ("tree_care", str(ONE)),
    ]
    first = told[0]
    assert {name: first[name] for name in ("claimed", "done", "failed", "put_off", "produced", "worker_name")} == {
        "claimed": 5,
        "done": 2,
        "failed": 1,
        "put_off": 2,
        "produced": 5,
        "worker_name": "mill:7",
    }
    assert told[1]["worker_name"] is None
    assert [each["workflow"] for each in (await runs(client, workflow="tree_survey"))["items"]] == ["tree_survey"]


async def test_runs_come_in_pages_however_long_ago(orchard: AsyncEngine, client: AsyncClient) -> None:
    for minutes_ago in (0, 1, 200, 3000, 20_000):
        await ran(orchard, "complete", minutes_ago=minutes_ago)
        await ran(orchard, "complete", minutes_ago=minutes_ago, worker=None)
    found, after = list[str](), None
    for _ in range(20):
        page = await runs(client, size=3, **({"after": after} if after else {}))
        found += [each["id"] for each in page["items"]]
        after = page["next"]
        if after is None:
            break
    assert len(found) == len(set(found)) == 10
    assert found == [each["id"] for each in (await runs(client))["items"]]


async def test_a_history_without_runs_is_empty(client: AsyncClient) -> None:
    assert await runs(client) == {"items": [], "next": None}


async def test_a_run_has_a_log_with_a_line_per_row(
    orchard: AsyncEngine, client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    await ran(orchard, "error", row_id=oak, message="No 50% answer", outcome="timeout", produced=0)
    await ran(orchard, "complete", "complete", message=None)
    await ran(orchard, "complete", worker=OTHER)
    await ran(orchard, "complete", minutes_ago=1)
    (run,) = [each for each in (await runs(client))["items"] if each["claimed"] == 3]
    log = (await client.get(f"/runs/{run['id']}/log")).json()
    (line,) = [each for each in log["items"] if each["row_id"] == str(oak)]
    assert (line["title"], line["ending"], line["outcome"], line["took_ms"]) == ("oak", "error", "timeout", 2000)
    assert len(log["items"]) == 3
    found = (await client.get(f"/runs/{run['id']}/log", params={"search": "50% ANSWER"})).json()
    assert [each["row_id"] for each in found["items"]] == [str(oak)]
    assert (await client.get(f"/runs/{run['id']}/log", params={"search": "50%%"})).json()["items"] == []
    monkeypatch.setattr(logs, "LINES", 2)
    first = (await client.get(f"/runs/{run['id']}/log")).json()
    rest = (await client.get(f"/runs/{run['id']}/log", params={"after": first["next"]})).json()
    assert first["items"] + rest["items"] == log["items"]
    assert (await client.get(f"/runs/{run['id']}/log", params={"after": rest["next"]})).json() == {
        "items": [],
        "next": rest["next"],
    }


@pytest.mark.parametrize(
    "run_id", ["x", "1.2.tree_care", "-5..tree_care", "99999999999..tree_care", "²..tree_care", "1..nope"]
)
async def test_what_is_no_run_is_told(client: AsyncClient, run_id: str) -> None:
    assert (await client.get(f"/runs/{run_id}/log")).status_code in (404, 422)


async def test_another_tenants_lines_are_not_shown(orchard: AsyncEngine, client: AsyncClient) -> None:
    await ran(orchard, "complete", tenant_id=STRANGER)
    async with client_of(app_of(orchard_registry(), orchard), STRANGER) as ben:
        (run,) = (await runs(ben))["items"]
    assert (await client.get(f"/runs/{run['id']}/log")).json()["items"] == []


async def test_attempts_are_counted_per_minute(orchard: AsyncEngine, client: AsyncClient) -> None:
    await ran(orchard, "complete", "retry", "error")
    await ran(orchard, "complete", minutes_ago=3)
    told = (await client.get("/runs/minutes")).json()
    start = datetime.fromisoformat(told["from"])
    care = told["workflows"]["tree_care"]
    minute = int((NOW - start).total_seconds() // 60)
    assert (care[minute], care[minute - 3], sum(care)) == (3, 1, 4)
    assert len(care) in (60, 61)
    assert told["step"] == 60
