"""Lists and decisions over HTTP."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, Tree, add, add_trees, orchard_registry

from scrapersky.curation_sdk.decisions import deciding
from scrapersky.curation_sdk.decisions.batch import change_status
from scrapersky.curation_sdk.declaring.tables import Batch
from scrapersky.curation_sdk.testing import client_of
from scrapersky.curation_sdk.testing.applications import paths_of


async def names(client: AsyncClient, **query: Any) -> list[str]:
    answer = await client.get("/tree-care/list", params=query)
    assert answer.status_code == 200, answer.text
    return [item["name"] for item in answer.json()["items"]]


async def test_a_list_is_newest_first_and_shows_the_columns_of_the_workflow(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    _, newest = await add_trees(orchard, "oak", "elm")
    page = (await client.get("/tree-care/list")).json()
    assert [item["name"] for item in page["items"]] == ["elm", "oak"]
    assert (page["total"], page["total_is_estimate"], page["page"], page["size"]) == (2, False, 1, 50)
    first = page["items"][0]
    assert first["id"] == str(newest)
    assert first["state"] == first["curation_status"] == first["tree_care_curation_status"] == "New"
    assert first["processing_status"] is first["error"] is first["outcome"] is first["height"] is None


async def test_rows_are_asked_for_by_id_to_see_what_they_became(orchard: AsyncEngine, client: AsyncClient) -> None:
    oak, elm, _ = await add_trees(orchard, "oak", "elm", "ash")
    (theirs,) = await add_trees(orchard, "yew", tenant_id=STRANGER)
    await client.put("/tree-care/status", json={"ids": [str(oak)], "status": "Skipped"})
    asked: dict[str, Any] = {"id": [str(oak), str(elm), str(theirs)], "status_filter": "New", "size": 1}
    page = (await client.get("/tree-care/list", params=asked)).json()
    assert [(item["name"], item["state"]) for item in page["items"]] == [("elm", "New"), ("oak", "Skipped")]
    assert (page["total"], page["next"], page["previous"]) == (2, None, None)
    too_many = {"id": [str(uuid4()) for _ in range(101)]}
    assert (await client.get("/tree-care/list", params=too_many)).status_code == 422


async def test_the_first_workflow_of_a_table_also_answers_at_the_tables_path(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    await add_trees(orchard, "oak")
    by_table, by_name = [(await client.get(f"/{path}/list")).json() for path in ("trees", "tree-care")]
    assert by_table.pop("through") <= by_name.pop("through")  # the moment of the answer, as an id
    assert by_table == by_name
    assert (await client.get("/tree-survey/list")).json()["items"][0]["tree_survey_curation_status"] == "New"


async def test_of_a_parameter_given_twice_the_last_counts_and_states_are_taken_together(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    await add_trees(orchard, "oak", "elm", "ash")
    both = {"status_filter": ["New", "Skipped"], "size": ["1", "2"]}
    page = (await client.get("/tree-care/list", params=both)).json()
    assert (len(page["items"]), page["total"], page["size"]) == (2, 3, 2)
    one = {"status_filter": ["Skipped", "Complete"]}
    assert (await client.get("/tree-care/list", params=one)).json()["items"] == []


async def test_a_wrong_or_unknown_parameter_is_named_beside_where_it_stands(client: AsyncClient) -> None:
    refused = await client.get("/tree-care/list", params={"size": "many", "colour": "red"})
    assert refused.status_code == 422
    assert {"size", "colour"} <= {word.strip("`:;,.'") for word in refused.text.replace('"', " ").split()}


class Deadlock(Exception):
    sqlstate = "40P01"


@pytest.mark.parametrize(("times", "status"), [(deciding.MOST_TRIES - 1, 200), (deciding.MOST_TRIES, 409)])
async def test_a_decision_that_a_worker_was_in_the_way_of_is_made_again(
    orchard: AsyncEngine, client: AsyncClient, monkeypatch: pytest.MonkeyPatch, times: int, status: int
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    left = [None] * times

    async def in_the_way(*decided: Any, **more: Any) -> Any:
        changed = await change_status(*decided, **more)
        if left:
            left.pop()
            raise DBAPIError("UPDATE", {}, Deadlock())
        return changed

    monkeypatch.setattr(deciding, "change_status", in_the_way)
    answer = await client.put("/tree-care/status", json={"ids": [str(oak)], "status": "Queued"})
    assert answer.status_code == status
    assert await names(client, status_filter="Queued") == (["oak"] if status == 200 else [])
    async with AsyncSession(orchard) as session:
        assert await session.scalar(select(func.count()).select_from(Batch)) == (1 if status == 200 else 0)


async def test_queueing_sets_both_statuses_and_says_what_was_not_done(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    (mine,) = await add_trees(orchard, "oak")
    (theirs,) = await add_trees(orchard, "yew", tenant_id=STRANGER)
    unknown = uuid4()
    answer = await client.put(
        "/tree-care/status", json={"ids": [str(mine), str(theirs), str(unknown), str(mine)], "status": "Queued"}
    )
    assert answer.status_code == 200
    body = answer.json()
    assert (body["updated_ids"], body["updated_count"], body["queued_count"]) == ([str(mine)], 1, 1)
    assert body["not_found"] == [str(theirs), str(unknown)]
    assert body["in_work"] == []
    assert body["batch_id"] == body["undo_token"]
    assert body["message"] == "Updated 1 row to Queued. 2 not found."
    (item,) = (await client.get("/tree-care/list")).json()["items"]
    assert (item["curation_status"], item["processing_status"], item["state"]) == ("Queued", "Queued", "Queued")


async def test_a_list_is_filtered_by_the_values_of_shown_columns(orchard: AsyncEngine, client: AsyncClient) -> None:
    await add(orchard, Tree, [{"name": "oak", "height": 3, "size": "XL"}, {"name": "elm", "height": 4}])
    assert await names(client, height=3) == ["oak"]
    assert await names(client, size_is="XL", size=1) == ["oak"]
    assert await names(client, name="oak", height=4) == []
    for wrong in ({"height": "tall"}, {"colour": "red"}, {"name": "\x00"}, {"status": "New"}):
        assert (await client.get("/tree-care/list", params=wrong)).status_code == 422, wrong


async def test_a_list_is_filtered_by_time_and_outcome(orchard: AsyncEngine, client: AsyncClient) -> None:
    (oak,) = await add_trees(orchard, "oak")
    updated_at = (await client.get(f"/trees/{oak}")).json()["updated_at"]
    assert await names(client, updated_since=updated_at) == ["oak"]
    assert await names(client, updated_since="2199-01-01T00:00:00Z") == []
    assert await names(client, outcome="robots") == []
    assert (await client.get("/trees/list", params={"updated_since": "yesterday"})).status_code == 422


async def test_searching_what_has_no_search_is_told(client: AsyncClient) -> None:
    answer = await client.get("/tree-survey/list", params={"search": "oak"})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == "Tree survey has no search; filter by state or value instead."


async def test_skipping_queues_nothing(orchard: AsyncEngine, client: AsyncClient) -> None:
    ids = await add_trees(orchard, "oak", "elm")
    body = (await client.put("/trees/status", json={"ids": [str(i) for i in ids], "status": "Skipped"})).json()
    assert (body["updated_count"], body["queued_count"]) == (2, 0)
    assert await names(client, status_filter="Skipped") == ["elm", "oak"]


@pytest.mark.parametrize(
    "body",
    [
        {"ids": [], "status": "Queued"},
        {"ids": ["no-uuid"], "status": "Queued"},
        {"ids": [str(UUID(int=9))], "status": "Complete"},
        {"ids": [str(UUID(int=9))], "status": "Done"},
        {"ids": [str(UUID(int=9))]},
        {"ids": [str(UUID(int=9))], "status": "Queued", "state": "New"},
        {"ids": [str(UUID(int=9))], "status": "Queued", "undo_seconds": 3601},
        {"ids": [str(UUID(int=9))], "status": "Queued", "undo_seconds": "Infinity"},
        {"ids": [str(UUID(int=9))], "status": "Queued", "priority": 1000},
        {"ids": [str(UUID(int=9))] * 50_001, "status": "Queued"},
        {"ids": None, "status": "\ud800"},
        {"ids": None, "\ud800": ""},
        [],
    ],
)
async def test_a_malformed_request_is_422_and_changes_nothing(
    orchard: AsyncEngine, client: AsyncClient, body: object
) -> None:
    answer = await client.put("/tree-care/status", content=json.dumps(body))
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "validation"
    assert answer.json()["detail"][0].keys() == {"loc", "msg", "type"}
    async with AsyncSession(orchard) as session:
        assert await session.scalar(select(func.count()).select_from(Batch)) == 0


async def test_a_status_that_nobody_may_set_is_told_with_those_one_may(client: AsyncClient) -> None:
    answer = await client.put("/tree-care/status", json={"ids": [str(uuid4())], "status": "Complete"})
    assert "'New', 'Queued' or 'Skipped'" in answer.json()["error"]["message"]


async def test_when_no_id_is_the_tenants_it_is_404_and_no_batch_is_left(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    (theirs,) = await add_trees(orchard, "yew", tenant_id=STRANGER)
    answer = await client.put("/tree-care/status", json={"ids": [str(theirs), str(uuid4())], "status": "Queued"})
    assert answer.status_code == 404
    message = "None of the 2 rows exists in trees."
    assert answer.json() == {"error": {"code": "not_found", "message": message}, "detail": message}
    async with AsyncSession(orchard) as session:
        assert await session.scalar(select(func.count()).select_from(Batch)) == 0
        assert await session.scalar(select(Tree.tree_care.state).where(Tree.id == theirs)) == "New"


async def test_every_endpoint_refuses_whoever_is_not_signed_in(app: FastAPI) -> None:
    async with client_of(app, TENANT) as client:
        for route, methods in _operations(app):
            for method in methods:
                answer = await client.request(method, f"http://test{route}", headers={"Authorization": "Bearer broken"})
                assert answer.status_code == 401, (method, route)


async def test_a_viewer_may_look_and_not_decide(app: FastAPI, orchard: AsyncEngine) -> None:
    (tree,) = await add_trees(orchard, "oak")
    async with client_of(app, TENANT, "viewer") as viewer:
        assert (await viewer.get("/trees/list")).status_code == 200
        answer = await viewer.put("/trees/status", json={"ids": [str(tree)], "status": "Queued"})
    assert answer.status_code == 403
    assert answer.json()["error"] == {"code": "forbidden", "message": "Only a curator may do this."}


def _operations(app: FastAPI) -> list[tuple[str, list[str]]]:
    paths = paths_of(app, orchard_registry())
    return [(path.replace("{row_id}", str(uuid4())), list(operations)) for path, operations in paths.items()]


def test_operations_have_ids_of_their_own_and_the_promised_names(app: FastAPI) -> None:
    document = app.openapi()
    ids = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(ids) == len(set(ids))
    assert {"update_tree_status_batch", "update_tree_survey_status_batch", "list_tree_care"} <= set(ids)
    schemas = document["components"]["schemas"]
    assert {"TreeCareBatchStatusUpdateRequest", "TreeCareBatchStatusUpdateResponse", "TreeCarePage"} <= schemas.keys()
    assert schemas["TreeCareBatchStatusUpdateRequest"]["examples"][0]["status"] == "Queued"


async def test_rows_are_decided_by_filter_as_many_as_were_expected(orchard: AsyncEngine, client: AsyncClient) -> None:
    _, elm, _, _ = await add_trees(orchard, "red oak", "red elm", "red yew", "ash")
    body: dict[str, Any] = {"filter": {"search": "red"}, "exclude_ids": [str(elm)], "status": "Queued"}
    dry = (await client.put("/trees/status/by-filter", json=body | {"dry_run": True})).json()
    assert (dry["matching_count"], dry["message"]) == (2, "2 rows would become Queued.")
    assert dry["filter_in_words"] == 'with the words "red"'
    refused = await client.put("/trees/status/by-filter", json=body)
    assert refused.status_code == 422
    done = await client.put("/trees/status/by-filter", json=body | {"expected_count": 2})
    assert done.json()["updated_count"] == 2
    assert await names(client, status_filter="Queued") == ["red yew", "red oak"]


async def test_trying_a_few_takes_the_newest(orchard: AsyncEngine, client: AsyncClient) -> None:
    await add_trees(orchard, "oak", "elm", "yew")
    body = {"status": "Queued", "expected_count": 3, "limit": 2}
    assert (await client.put("/trees/status/by-filter", json=body)).json()["updated_count"] == 2
    assert await names(client, status_filter="Queued") == ["yew", "elm"]


@pytest.mark.parametrize(("expected", "status"), [(0, 409), (1, 409), (50, 200), (51, 200), (53, 409), (101, 409)])
async def test_a_number_that_drifted_is_409_with_both_numbers(
    orchard: AsyncEngine, client: AsyncClient, expected: int, status: int
) -> None:
    await add_trees(orchard, *(f"tree {number}" for number in range(51)))
    answer = await client.put("/trees/status/by-filter", json={"status": "Queued", "expected_count": expected})
    assert answer.status_code == status
    if status == 409:
        assert answer.json()["error"]["details"] == {"expected": expected, "actual": 51}
        assert await names(client, status_filter="Queued") == []
