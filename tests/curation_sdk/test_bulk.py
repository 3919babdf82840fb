"""Large batches: in chunks, by anyone, once, and back again. Large is what the tests say it is."""

import asyncio
from typing import Any
from uuid import UUID

import pytest
from httpx import AsyncClient
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, add_trees, orchard_registry
from tests.statements import counted_statements, nodes_of

from scrapersky.curation_sdk.decisions import bulk, deciding, jobs
from scrapersky.curation_sdk.decisions.bulk import BulkJobs, free_statement, run_chunk
from scrapersky.curation_sdk.declaring.tables import Batch, BatchRow
from scrapersky.curation_sdk.lists.counting import plan_of
from scrapersky.curation_sdk.testing import app_of, client_of

MANY = 25


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOST_AT_ONCE", 10)
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 10)
    monkeypatch.setattr(bulk, "CHUNK", 5)


@pytest.fixture
async def trees(orchard: AsyncEngine) -> list[UUID]:
    return await add_trees(orchard, *(f"tree {number}" for number in range(MANY)))


@pytest.fixture
def runner(orchard: AsyncEngine) -> BulkJobs:
    return BulkJobs(orchard, orchard_registry())


async def begin(client: AsyncClient, ids: list[UUID], status: str = "Queued") -> dict[str, Any]:
    answer = await client.put("/trees/status", json={"ids": [str(each) for each in ids], "status": status})
    assert answer.status_code == 202, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def job(client: AsyncClient, job_id: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"/bulk-jobs/{job_id}")).json()
    return found


async def total(client: AsyncClient, state: str) -> int:
    count: int = (await client.get("/trees/list", params={"status_filter": state})).json()["total"]
    return count


async def chunk(engine: AsyncEngine, batch_id: str) -> bool:
    async with AsyncSession(engine) as session, session.begin():
        return await run_chunk(session, orchard_registry(), UUID(batch_id))


async def test_many_ids_are_a_job_that_goes_on_in_chunks(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    unknown = UUID(int=77)
    body = await begin(client, [*trees, unknown])
    assert (body["updated_ids"], body["not_found"]) == ([], [str(unknown)])
    assert (body["job"]["state"], body["job"]["total"], body["job"]["done"]) == ("running", MANY, 0)
    assert await total(client, "Queued") == 0
    assert await chunk(orchard, body["batch_id"])
    assert (await job(client, body["batch_id"]))["done"] == 5
    with counted_statements(orchard) as asked:
        assert await runner.run_pending() == 0, "a lease says that someone is on it"
    assert len(asked) == 1, "a look that finds nothing is a single statement"
    await expire_leases(orchard)
    assert await runner.run_pending() == 1
    ended = await job(client, body["batch_id"])
    assert (ended["state"], ended["done"]) == ("done", MANY)
    assert await total(client, "Queued") == MANY


async def expire_leases(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Batch).values(lease_until=func.now() - func.make_interval(0, 0, 0, 0, 1)))


async def test_many_ids_of_which_few_exist_are_no_job(client: AsyncClient, trees: list[UUID]) -> None:
    ids = [str(each) for each in (*trees[:3], *(UUID(int=number) for number in range(900, 920)))]
    answer = await client.put("/trees/status", json={"ids": ids, "status": "Queued"})
    assert (answer.status_code, answer.json()["updated_count"]) == (200, 3)
    none = await client.put("/trees/status", json={"ids": ids[3:], "status": "Queued"})
    assert none.status_code == 404


async def test_a_job_by_filter_takes_what_matched_when_it_was_decided(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    await add_trees(orchard, "theirs", tenant_id=STRANGER)
    body = {
        "filter": {"states": ["New"]},
        "exclude_ids": [str(trees[0]), str(trees[9])],
        "status": "Skipped",
        "expected_count": MANY - 2,
    }
    answer = await client.put("/trees/status/by-filter", json=body)
    assert answer.status_code == 202
    assert answer.json()["matching_count"] == MANY - 2
    await chunk(orchard, answer.json()["batch_id"])
    await add_trees(orchard, "late")
    await client.put("/trees/status", json={"ids": [str(trees[-1])], "status": "Queued"})
    await expire_leases(orchard)
    await runner.run_pending()
    ended = await job(client, answer.json()["batch_id"])
    assert (ended["state"], ended["done"]) == ("done", MANY - 3), "a person queued one meanwhile"
    assert ended["filter_in_words"] == "New, except 2"
    assert (await total(client, "Skipped"), await total(client, "New")) == (MANY - 3, 3)


@pytest.mark.parametrize("more", [0, MANY], ids=["at once", "as a job"])
async def test_rows_that_came_after_a_person_looked_are_not_decided_about(
    orchard: AsyncEngine, client: AsyncClient, runner: BulkJobs, more: int
) -> None:
    seen = 3 + more
    await add_trees(orchard, *(f"seen {number}" for number in range(seen)))
    page = (await client.get("/trees/list")).json()
    await asyncio.sleep(0.01)
    await add_trees(orchard, "late", "later")
    chosen = {"filter": {"states": ["New"], "through": page["through"]}, "status": "Skipped"}
    dry = (await client.put("/trees/status/by-filter", json=chosen | {"dry_run": True})).json()
    assert (dry["matching_count"], dry["filter_in_words"][:12]) == (seen, "New; there a")
    await client.put("/trees/status/by-filter", json=chosen | {"expected_count": seen})
    await runner.run_pending()
    assert (await total(client, "Skipped"), await total(client, "New")) == (seen, 2)


async def test_trying_more_than_fits_at_once_is_a_job_of_the_newest(
    client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = {"status": "Skipped", "expected_count": MANY, "limit": 12}
    answer = await client.put("/trees/status/by-filter", json=body)
    assert (answer.status_code, answer.json()["job"]["total"]) == (202, 12)
    await runner.run_pending()
    skipped = (await client.get("/trees/list", params={"status_filter": "Skipped"})).json()["items"]
    assert [item["id"] for item in skipped] == [str(each) for each in reversed(trees[-12:])]


async def test_two_runners_double_nothing(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = await begin(client, trees)

    async def run_to_the_end() -> None:
        while await chunk(orchard, body["batch_id"]):
            pass

    await asyncio.gather(run_to_the_end(), run_to_the_end(), run_to_the_end())
    ended = await job(client, body["batch_id"])
    assert (ended["state"], ended["done"]) == ("done", MANY)
    async with AsyncSession(orchard) as session:
        assert await session.scalar(select(func.count()).select_from(BatchRow)) == MANY


async def test_a_runner_that_dies_in_a_chunk_leaves_it_to_the_next(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = await begin(client, trees)
    await chunk(orchard, body["batch_id"])
    async with AsyncSession(orchard) as session:
        await run_chunk(session, orchard_registry(), UUID(body["batch_id"]))
        await session.rollback()
    assert (await job(client, body["batch_id"]))["done"] == 5
    await expire_leases(orchard)
    await runner.run_pending()
    assert (await job(client, body["batch_id"]))["done"] == MANY


async def test_a_cancelled_job_keeps_what_is_done_and_can_be_taken_back(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = await begin(client, trees)
    refused = await client.post(f"/undo/{body['undo_token']}")
    assert refused.status_code == 422
    await chunk(orchard, body["batch_id"])
    cancelled = await client.delete(f"/bulk-jobs/{body['batch_id']}")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    assert (await client.delete(f"/bulk-jobs/{body['batch_id']}")).status_code == 409
    assert await runner.run_pending() == 0
    assert await total(client, "Queued") == 5
    undone = (await client.post(f"/undo/{body['undo_token']}")).json()
    assert (undone["restored"], undone["total"], undone["message"]) == (5, 5, "5 of 5 restored.")
    assert await total(client, "Queued") == 0


async def test_a_large_batch_is_taken_back_in_chunks_where_untouched(
    client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = await begin(client, trees)
    await runner.run_pending()
    await client.put("/trees/status", json={"ids": [str(trees[3])], "status": "Skipped"})
    answer = await client.post(f"/undo/{body['undo_token']}")
    assert (answer.status_code, answer.json()["job"]["state"]) == (202, "undoing")
    assert await runner.run_pending() == 1
    ended = await job(client, body["batch_id"])
    assert (ended["state"], ended["restored"]) == ("partly undone", MANY - 1)
    assert (await total(client, "New"), await total(client, "Skipped")) == (MANY - 1, 1)
    assert (await client.post(f"/undo/{body['undo_token']}")).status_code == 422


async def test_a_job_that_cannot_go_on_fails_with_its_reason(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID], runner: BulkJobs
) -> None:
    body = await begin(client, trees)
    async with AsyncSession(orchard) as session, session.begin():
        await session.execute(update(Batch).values(workflow="tree_fell"))
    await runner.run_pending()
    failed = await job(client, body["batch_id"])
    assert (failed["state"], failed["failure"]) == (
        "failed",
        "There is no workflow 'tree_fell'; did you mean tree_care?",
    )


async def test_looking_for_jobs_reads_unfinished_batches_only(orchard: AsyncEngine) -> None:
    rows = [{"tenant_id": TENANT, "workflow": "tree_care", "status": "New", "made_by": "ana"}] * 5_000
    async with AsyncSession(orchard) as session, session.begin():
        await session.execute(insert(Batch), rows)
        nodes = nodes_of(await plan_of(session, free_statement()))
    assert "ix_batches_unfinished" in {node.get("Index Name") for node in nodes}


async def test_jobs_run_in_the_background_until_stopped(
    client: AsyncClient, trees: list[UUID], orchard: AsyncEngine
) -> None:
    background = BulkJobs(orchard, orchard_registry(), poll_seconds=0.01)
    background.start()
    try:
        body = await begin(client, trees)
        async with asyncio.timeout(50):
            while (await job(client, body["batch_id"]))["state"] != "done":  # noqa: ASYNC110  it is in the database
                await asyncio.sleep(0.02)
    finally:
        await background.stop()
    later = await begin(client, trees, "Skipped")
    await asyncio.sleep(0.1)
    assert (await job(client, later["batch_id"]))["done"] == 0


async def test_a_job_of_another_tenant_is_not_there(
    orchard: AsyncEngine, client: AsyncClient, trees: list[UUID]
) -> None:
    body = await begin(client, trees)
    async with client_of(app_of(orchard_registry(), orchard), STRANGER) as stranger:
        assert (await stranger.get(f"/bulk-jobs/{body['batch_id']}")).status_code == 404
        assert (await stranger.delete(f"/bulk-jobs/{body['batch_id']}")).status_code == 404
        assert (await stranger.post(f"/undo/{body['undo_token']}")).status_code == 404
        assert (await stranger.get("/batches")).json() == {"items": [], "next": None}
