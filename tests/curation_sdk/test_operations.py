"""Batches, undo, switches and the overview over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, Tree, add_trees, orchard_registry, tree_care
from tests.curation_sdk.widgets import eventually, somebody_waits_for_a_lock
from tests.statements import counted_statements, nodes_of

from scrapersky.curation_sdk.decisions.batch import Decision, change_status, open_batch
from scrapersky.curation_sdk.decisions.jobs import Place, history_statement
from scrapersky.curation_sdk.decisions.undo import undo_batch
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.tables import Batch
from scrapersky.curation_sdk.lists.counting import plan_of
from scrapersky.curation_sdk.monitor import overview
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.wakeup import QUEUE_CHANNEL, notify
from scrapersky.curation_sdk.testing import client_of


@pytest.fixture
async def admin(app: FastAPI) -> AsyncIterator[AsyncClient]:
    async with client_of(app, TENANT, "admin") as client:
        yield client


@pytest.fixture
async def heard(database_url: str) -> AsyncIterator[list[str]]:
    """What was sent to the workers."""
    messages: list[str] = []
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    await connection.add_listener(QUEUE_CHANNEL, lambda *message: messages.append(message[-1]))
    yield messages
    await connection.close()


async def all_heard(engine: AsyncEngine, heard: list[str]) -> list[str]:
    """Since this was asked last. Messages come in the order in which they were sent."""
    async with AsyncSession(engine) as session, session.begin():
        await notify(session, QUEUE_CHANNEL, "the end")

    async def is_over() -> bool:
        return "the end" in heard

    await eventually(is_over)
    told = heard[:-1]
    heard.clear()
    return told


async def decide(client: AsyncClient, ids: list[UUID], status: str, sitting: str | None = None) -> str:
    body = {"ids": [str(each) for each in ids], "status": status, "sitting": sitting}
    answer = await client.put("/trees/status", json=body)
    token: str = answer.json()["undo_token"]
    return token


async def state_of(client: AsyncClient, tree: UUID) -> str:
    state: str = (await client.get(f"/trees/{tree}")).json()["state"]
    return state


async def test_undo_restores_the_former_states_and_wakes_the_workers(
    orchard: AsyncEngine, admin: AsyncClient, heard: list[str]
) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    await decide(admin, [oak], "Queued")
    token = await decide(admin, [oak, elm], "Skipped")
    await all_heard(orchard, heard)
    undone = await admin.post(f"/undo/{token}")
    assert undone.status_code == 200
    assert (undone.json()["restored"], undone.json()["in_work"]) == (2, [])
    assert (await state_of(admin, oak), await state_of(admin, elm)) == ("Queued", "New")
    assert await all_heard(orchard, heard) == ["tree_care"]
    assert (await admin.post(f"/undo/{token}")).status_code == 422


async def test_decisions_are_taken_back_one_after_the_other(orchard: AsyncEngine, admin: AsyncClient) -> None:
    (oak,) = await add_trees(orchard, "oak")
    tokens = [await decide(admin, [oak], status) for status in ("Queued", "Skipped", "Queued")]
    for token, before in zip(reversed(tokens), ("Skipped", "Queued", "New"), strict=True):
        assert (await admin.post(f"/undo/{token}")).json()["restored"] == 1
        assert await state_of(admin, oak) == before


async def test_a_row_that_another_batch_changed_since_is_left_alone(orchard: AsyncEngine, admin: AsyncClient) -> None:
    (oak,) = await add_trees(orchard, "oak")
    token = await decide(admin, [oak], "Queued")
    await decide(admin, [oak], "Skipped")
    assert (await admin.post(f"/undo/{token}")).json()["message"] == (
        "0 of 1 restored. 1 was worked on or decided anew since: finished work stays."
        " Reset puts a row back to be decided."
    )
    assert await state_of(admin, oak) == "Skipped"


async def test_undo_says_which_rows_are_being_processed(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    token = await decide(admin, [oak, elm], "Queued")
    await Queue(tree_care, orchard).claim(await Lease(orchard).acquire(), 1)
    undone = (await admin.post(f"/undo/{token}")).json()
    assert (undone["restored"], undone["total"]) == (1, 2)
    assert undone["message"] == "1 of 2 restored. 1 being processed; each can be stopped."
    assert len(undone["in_work"]) == 1
    assert (await admin.get(f"/bulk-jobs/{token}")).json()["state"] == "partly undone"


async def test_undo_names_only_those_in_work_that_it_was_asked_for(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, elm, ash = await add_trees(orchard, "oak", "elm", "ash")
    token = await decide(admin, [oak, elm], "Queued")
    (taken,) = await Queue(tree_care, orchard).claim(await Lease(orchard).acquire(), 1)
    (waiting,) = {oak, elm} - {taken.row_id}
    assert (await admin.post(f"/undo/{token}", params={"row": str(waiting)})).json()["in_work"] == []
    another = await decide(admin, [ash], "Queued")
    assert (await admin.post(f"/undo/{another}")).json()["in_work"] == []


async def columns_of(engine: AsyncEngine, tree: UUID) -> dict[str, Any]:
    async with AsyncSession(engine) as session:
        row = (await session.execute(select(Tree.__table__).where(Tree.id == tree))).one()
    return dict(row._mapping)


async def change(engine: AsyncEngine, tree: UUID, decision: Decision) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        return (await change_status(session, tree_care, Actor(TENANT, "ana"), [tree], decision)).batch_id


@pytest.mark.parametrize("is_in_work", [True, False])
@pytest.mark.parametrize("status", Settable)
async def test_undo_leaves_every_column_of_a_row_as_it_was(
    orchard: AsyncEngine, admin: AsyncClient, status: Settable, is_in_work: bool
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    await change(orchard, oak, Decision(Settable.QUEUED, priority=5))
    if is_in_work:
        assert await Queue(tree_care, orchard).claim(await Lease(orchard).acquire(), 1)
    else:
        await fail(orchard, [oak])
    before = await columns_of(orchard, oak)
    token = await change(orchard, oak, Decision(status, undo_seconds=60, priority=7))
    assert await columns_of(orchard, oak) != before
    assert (await admin.post(f"/undo/{token}")).json()["restored"] == 1
    assert await columns_of(orchard, oak) == before


async def test_what_is_decided_while_an_undo_waits_for_the_row_stays(orchard: AsyncEngine, admin: AsyncClient) -> None:
    (oak,) = await add_trees(orchard, "oak")
    token = await decide(admin, [oak], "Queued")
    async with AsyncSession(orchard) as person, person.begin():
        await change_status(person, tree_care, Actor(TENANT, "bo"), [oak], Decision(Settable.SKIPPED))
        undoing = asyncio.create_task(admin.post(f"/undo/{token}"))
        await eventually(lambda: somebody_waits_for_a_lock(orchard))
    assert (await undoing).json()["restored"] == 0
    assert await state_of(admin, oak) == "Skipped"


async def test_of_two_who_take_a_batch_back_at_once_the_second_is_told(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    token = await decide(admin, [oak], "Queued")
    async with AsyncSession(orchard) as first, first.begin():
        await undo_batch(first, orchard_registry(), Actor(TENANT, "ana"), UUID(token))
        second = asyncio.create_task(admin.post(f"/undo/{token}"))
        await eventually(lambda: somebody_waits_for_a_lock(orchard))
    assert (await second).status_code == 422


async def fail(engine: AsyncEngine, trees: list[UUID]) -> None:
    values: dict[str, Any] = {
        "tree_care_curation_status": "Queued",
        "tree_care_processing_status": "Error",
        "tree_care_processing_error": "No leaf",
        "tree_care_outcome": "bare",
        "tree_care_attempts": 3,
    }
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(Tree).where(Tree.id.in_(trees)).values(values))


async def test_one_row_of_a_batch_is_taken_back_as_it_was_and_the_others_stay(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    oak, elm, ash = await add_trees(orchard, "oak", "elm", "ash")
    await fail(orchard, [oak, elm])
    token = await decide(admin, [oak, elm, ash], "New")
    with counted_statements(orchard) as statements:
        undone = (await admin.post(f"/undo/{token}", params={"row": str(oak)})).json()
    assert any("ORDER BY trees.id FOR NO KEY UPDATE OF trees" in each for each in statements)
    assert (undone["message"], undone["total"], undone["restored"]) == ("1 of 1 restored.", 1, 1)
    row = (await admin.get(f"/trees/{oak}")).json()
    assert (row["state"], row["error"]) == ("Error", "No leaf")
    assert [await state_of(admin, each) for each in (elm, ash)] == ["New", "New"]
    batch = (await admin.get(f"/bulk-jobs/{token}")).json()
    assert (batch["state"], batch["restored"], batch["undone_at"]) == ("partly undone", 1, None)
    again = (await admin.post(f"/undo/{token}", params={"row": str(oak)})).json()
    assert (again["restored"], await state_of(admin, oak)) == (0, "Error")


async def test_a_batch_whose_rows_were_taken_back_one_by_one_is_undone(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    oak, elm, ash = await add_trees(orchard, "oak", "elm", "ash")
    await fail(orchard, [oak, elm])
    token = await decide(admin, [oak, elm], "Skipped")
    stranger = (await admin.post(f"/undo/{token}", params={"row": str(ash)})).json()
    assert (stranger["restored"], (await admin.get(f"/bulk-jobs/{token}")).json()["state"]) == (0, "done")
    await admin.post(f"/undo/{token}", params={"row": str(oak)})
    rest = (await admin.post(f"/undo/{token}")).json()
    assert rest["message"] == "2 of 2 restored."
    assert [await state_of(admin, each) for each in (oak, elm)] == ["Error", "Error"]
    assert (await admin.post(f"/undo/{token}", params={"row": str(oak)})).status_code == 422
    token = await decide(admin, [oak], "Skipped")
    await admin.post(f"/undo/{token}", params={"row": str(oak)})
    assert (await admin.post(f"/undo/{token}")).status_code == 422


async def test_one_persons_decisions_are_listed_without_those_of_others(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    mine = await decide(admin, [oak], "Queued")
    async with AsyncSession(orchard) as session, session.begin():
        imported = await open_batch(session, tree_care, Actor(TENANT, "import of x"), Decision(Settable.QUEUED))
    everything = (await admin.get("/batches")).json()["items"]
    assert [each["id"] for each in everything] == [str(imported), mine]
    own = (await admin.get("/batches", params={"made_by": everything[1]["made_by"]})).json()
    assert ([each["id"] for each in own["items"]], own["next"]) == ([mine], None)


async def test_a_decision_tells_when_it_is_too_late_to_take_it_back(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    await decide(admin, [oak, elm], "Queued")
    await decide(admin, [oak], "Skipped")

    async def too_late() -> list[bool]:
        return [each["is_past_undo"] for each in (await admin.get("/batches")).json()["items"]]

    assert await too_late() == [False, False]
    await decide(admin, [elm], "Skipped")
    assert await too_late() == [False, False, True]


async def test_a_decision_tells_how_many_of_its_rows_somebody_decided_about_again(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    await decide(admin, [oak, elm], "Queued")

    async def first() -> tuple[int, list[str]]:
        listed = (await admin.get("/batches")).json()["items"][-1]
        return listed["decided_anew"], listed["decided_anew_by"]

    assert await first() == (0, [])
    again = await decide(admin, [oak], "Skipped")
    assert await first() == (1, ["test admin"])
    await admin.post(f"/undo/{again}")
    assert await first() == (0, [])


async def test_whether_it_is_too_late_is_looked_up_of_so_many_rows_at_a_time(
    orchard: AsyncEngine, admin: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest first; one that is too large for what is left is passed over."""
    oak, elm, ash = await add_trees(orchard, "oak", "elm", "ash")
    for trees in ([oak], [oak, elm, ash], [elm], [oak, elm, ash]):
        await decide(admin, trees, "Queued")
    await decide(admin, [oak, elm, ash], "Skipped")
    for most, told in ((5, [False, False, True, False, True]), (100, [False, True, True, True, True])):
        monkeypatch.setattr("scrapersky.curation_sdk.decisions.jobs.MOST_LOOKED_AT", most)
        listed = (await admin.get("/batches")).json()["items"]
        assert [each["is_past_undo"] for each in listed] == told


async def test_what_is_decided_alike_in_one_sitting_is_one_batch(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, elm, ash, fir = await add_trees(orchard, "oak", "elm", "ash", "fir")
    sitting, later = str(uuid4()), str(uuid4())
    first = await decide(admin, [oak], "Queued", sitting)
    assert await decide(admin, [elm, ash], "Queued", sitting) == first
    others = [
        await decide(admin, [fir], "Queued"),
        await decide(admin, [fir], "Queued", later),
        await decide(admin, [fir], "Skipped", sitting),
    ]
    assert first not in others
    assert len(set(others)) == 3
    (told,) = (each for each in (await admin.get("/batches")).json()["items"] if each["id"] == first)
    assert (told["total"], told["done"], told["sitting"]) == (3, 3, sitting)
    assert told["last_at"] > told["made_at"], "when the second was decided"
    assert (await admin.post(f"/undo/{first}")).json()["restored"] == 3
    assert await decide(admin, [oak], "Queued", sitting) != first, "to what was taken back nothing is added"


async def test_each_decision_about_a_row_in_one_sitting_is_taken_back_by_itself(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    sitting = str(uuid4())
    made = [await decide(admin, [oak], status, sitting) for status in ("Queued", "Skipped", "Queued")]
    assert len(set(made)) == 3
    assert await decide(admin, [elm], "Queued", sitting) == made[2]
    for token, before in zip(reversed(made), ("Skipped", "Queued", "New"), strict=True):
        assert (await admin.post(f"/undo/{token}", params={"row": str(oak)})).json()["restored"] == 1
        assert await state_of(admin, oak) == before
    assert await state_of(admin, elm) == "Queued"


async def test_undo_of_what_is_not_there_is_404(admin: AsyncClient) -> None:
    assert (await admin.post(f"/undo/{uuid4()}")).status_code == 404
    assert (await admin.post("/undo/nonsense")).status_code == 422


async def test_batches_are_listed_newest_first_in_pages(orchard: AsyncEngine, admin: AsyncClient) -> None:
    trees = await add_trees(orchard, "oak", "elm", "yew")
    tokens = [await decide(admin, [tree], "Queued") for tree in trees]
    first = (await admin.get("/batches", params={"size": 2})).json()
    second = (await admin.get("/batches", params={"size": 2, "after": first["next"]})).json()
    assert [item["id"] for item in (*first["items"], *second["items"])] == tokens[::-1]
    assert second["next"] is None
    assert first["items"][0]["made_by"] == "test admin"
    assert (first["items"][0]["total"], first["items"][0]["state"]) == (1, "done")


async def test_a_long_sitting_stands_where_its_last_decision_was_and_pages_go_on_where_they_were(
    orchard: AsyncEngine, admin: AsyncClient
) -> None:
    trees = await add_trees(orchard, *"abcdef")
    sitting = str(uuid4())
    long = await decide(admin, [trees[0]], "Skipped", sitting)
    others = [await decide(admin, [tree], "Queued") for tree in trees[1:5]]
    first = (await admin.get("/batches", params={"size": 2})).json()
    assert [item["id"] for item in first["items"]] == others[:1:-1]
    assert await decide(admin, [trees[5]], "Skipped", sitting) == long
    second = (await admin.get("/batches", params={"size": 9, "after": first["next"]})).json()
    assert [item["id"] for item in second["items"]] == others[1::-1], "it stands above now, and no other has moved"
    anew = (await admin.get("/batches", params={"size": 2})).json()["items"]
    assert [item["id"] for item in anew] == [long, others[3]]
    assert anew[0]["last_at"] > anew[1]["made_at"]
    for wrong in ("nonsense", long, "9" * 17 + "." + "0" * 32, "9" * 30 + ".0", "1.x", f"\u0663.{uuid4()}"):
        refused = await admin.get("/batches", params={"after": wrong})
        assert refused.status_code == (200 if wrong.startswith("9" * 17 + ".") else 422), wrong


@pytest.mark.parametrize(
    ("asked", "index"), [({}, "ix_batches_last"), ({"by_machine": False, "made_by": "ana"}, "ix_batches_by_last")]
)
async def test_a_page_of_the_history_is_a_stretch_of_an_index(
    orchard: AsyncEngine, asked: dict[str, Any], index: str
) -> None:
    made = {"tenant_id": TENANT, "workflow": "tree_care", "status": "New", "made_by": "ana"}
    rows = [made | {"by_machine": number % 50 > 0} for number in range(5_000)]
    actor, place = Actor(TENANT, "ana"), Place(datetime(2099, 1, 1, tzinfo=UTC), uuid4())
    async with AsyncSession(orchard) as session, session.begin():
        await session.execute(insert(Batch), rows)
        await (await session.connection()).exec_driver_sql("ANALYZE batches")
        nodes = nodes_of(await plan_of(session, history_statement(actor, 50, place, **asked)))
    assert index in {node.get("Index Name") for node in nodes}
    assert not {"Sort", "Seq Scan"} & {node["Node Type"] for node in nodes}


async def test_the_rows_of_a_batch_can_be_listed(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, elm = await add_trees(orchard, "oak", "elm")
    await decide(admin, [oak], "Queued")
    token = await decide(admin, [elm], "Queued")
    items = (await admin.get("/trees/list", params={"batch": token})).json()["items"]
    assert [item["id"] for item in items] == [str(elm)]


async def test_a_paused_workflow_takes_no_rows_until_resumed(
    orchard: AsyncEngine, admin: AsyncClient, heard: list[str]
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    await decide(admin, [oak], "Queued")
    paused = await admin.put("/workflows/tree_care/paused/true")
    assert paused.json()["message"] == "Tree care is paused now."
    shown = (await admin.get("/workflows/tree_care")).json()
    assert (shown["paused"], shown["changed_by"]) == (True, "test admin")
    queue, worker = Queue(tree_care, orchard), await Lease(orchard).acquire()
    assert await queue.claim(worker, 1) == []
    assert (await admin.post("/workflows/tree_care/run")).status_code == 409
    await all_heard(orchard, heard)
    await admin.put("/workflows/tree_care/paused/false")
    assert (await admin.post("/workflows/tree_care/run")).status_code == 200
    assert await all_heard(orchard, heard) == ["tree_care", "tree_care"]
    assert len(await queue.claim(worker, 1)) == 1


async def test_only_an_admin_may_switch(app: FastAPI, admin: AsyncClient) -> None:
    async with client_of(app, TENANT, "curator") as curator:
        assert (await curator.put("/workflows/tree_care/paused/true")).status_code == 403
        assert (await curator.post("/workflows/tree_care/run")).status_code == 403
    assert (await admin.get("/workflows/tree_care")).json()["paused"] is False


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("PUT", "/paused/true"), ("POST", "/run")])
async def test_a_workflow_that_is_not_there_is_404_with_the_nearest(admin: AsyncClient, method: str, path: str) -> None:
    answer = await admin.request(method, f"/workflows/tree_car{path}")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no workflow 'tree_car'; did you mean tree_care?"


async def test_workflows_are_described_for_a_client(admin: AsyncClient) -> None:
    planting, care, survey, _ = (await admin.get("/workflows")).json()
    assert (planting["path"], planting["table_path"], planting["produces"]) == (
        "/orchard-planting",
        "/orchards",
        "trees",
    )
    assert (survey["table_path"], survey["is_searchable"], care["is_searchable"]) == (None, False, True)
    assert care["columns"][0] == {
        "name": "name",
        "label": "Name",
        "type": "text",
        "kind": "text",
        "is_editable": True,
        "is_sortable": True,
        "width": None,
        "hidden": False,
    }
    assert care["settable"] == ["New", "Queued", "Skipped"]
    assert care["schedule"]["batch_size"] == 20


async def test_the_overview_counts_states_per_workflow_of_the_tenant(orchard: AsyncEngine, admin: AsyncClient) -> None:
    oak, _, _ = await add_trees(orchard, "oak", "elm", "yew")
    await add_trees(orchard, "theirs", tenant_id=STRANGER)
    await decide(admin, [oak], "Skipped")
    counts = {each["name"]: each for each in (await admin.get("/overview")).json()["workflows"]}
    assert counts["tree_care"]["counts"] == {
        "New": 2,
        "Queued": 0,
        "Processing": 0,
        "Complete": 0,
        "Error": 0,
        "Skipped": 1,
    }
    assert counts["tree_survey"]["counts"]["New"] == 3
    assert counts["tree_care"]["estimated"] == []


async def test_the_overview_is_counted_once_a_second(orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    overviews = Overviews(orchard_registry(), clock=lambda: now)

    async def new_trees() -> int:
        async with AsyncSession(orchard) as session:
            counts = {each.workflow: each.counts for each in await overviews.of(session, TENANT)}
        return counts["tree_care"][State.NEW]

    assert await new_trees() == 0
    await add_trees(orchard, "oak")
    assert await new_trees() == 0
    now = 1.5
    assert await new_trees() == 1


async def test_large_numbers_in_the_overview_are_marked_as_guesses(
    orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overview, "MOST_COUNTED", 2)
    await add_trees(orchard, "oak", "elm", "yew")

    async def guess(*_: Any) -> int:
        return 1234

    monkeypatch.setattr(overview, "guessed_rows", guess)
    async with AsyncSession(orchard) as session:
        care = (await Overviews(orchard_registry()).of(session, TENANT))[1]
    assert (care.counts[State.NEW], care.estimated) == (1234, [State.NEW])
