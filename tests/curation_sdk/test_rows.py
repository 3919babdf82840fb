"""One row over HTTP: read, corrected, deleted, stopped, followed."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import (
    STRANGER,
    TENANT,
    Jar,
    Leaf,
    Orchard,
    Serving,
    Tree,
    Variety,
    add,
    add_trees,
    keep,
    tree_care,
)
from tests.curation_sdk.widgets import eventually, somebody_waits_for_a_lock

from scrapersky.curation_sdk import Schedule, Workflow
from scrapersky.curation_sdk.declaring import Actor, Registry
from scrapersky.curation_sdk.lists import Rows
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.queue.schedulers import Schedulers


async def count(engine: AsyncEngine, model: type[Any]) -> int:
    async with AsyncSession(engine) as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


async def test_a_row_is_shown_with_all_its_columns_and_states(orchard: AsyncEngine, client: AsyncClient) -> None:
    (tree,) = await add(orchard, Tree, [{"name": "oak", "height": 3}])
    detail = (await client.get(f"/trees/{tree}")).json()
    assert (detail["id"], detail["name"], detail["state"]) == (str(tree), "oak", "New")
    assert detail["states"] == {"tree_care": "New", "tree_survey": "New"}
    assert detail["row"].keys() == {
        "id",
        "created_at",
        "name",
        "height",
        "planted_at",
        "size",
        "tag",
        "orchard_id",
        "variety_id",
    }
    assert (detail["edited_fields"], detail["refusal"]) == ([], None)


async def test_a_row_says_why_it_may_not_be_queued(orchard: AsyncEngine) -> None:
    async def refuse_oaks(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
        oaks = select(Tree.id).where(Tree.tenant_id == tenant_id, Tree.id.in_(ids), Tree.name == "oak")
        return dict.fromkeys(await session.scalars(oaks), "Oaks are left alone.")

    careful = replace(tree_care, refuses=refuse_oaks)
    trees = await add_trees(orchard, "oak", "yew")
    async with AsyncSession(orchard) as session:
        rows = Rows(session, careful, Actor(TENANT, "ana"))
        told = [(await rows.detail(tree, Registry([careful])))["refusal"] for tree in trees]
    assert told == ["Oaks are left alone.", None]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", "?dry_run=true"),
        ("DELETE", "?expected=1"),
        ("GET", "/lineage"),
        ("GET", "/runs"),
        ("GET", "/changes"),
        ("POST", "/stop"),
    ],
)
async def test_a_row_of_another_tenant_is_not_there(
    orchard: AsyncEngine, client: AsyncClient, method: str, path: str
) -> None:
    (theirs,) = await add_trees(orchard, "yew", tenant_id=STRANGER)
    for row_id in (theirs, uuid4()):
        body = {"name": "mine now"} if method == "PATCH" else None
        answer = await client.request(method, f"/trees/{row_id}{path}", json=body)
        assert answer.status_code == 404
        assert answer.json()["detail"] == f"There is no row {row_id} in trees."
    async with AsyncSession(orchard) as session:
        assert await session.scalar(select(Tree.name).where(Tree.id == theirs)) == "yew"


async def test_a_correction_is_kept_with_what_was_before(orchard: AsyncEngine, client: AsyncClient) -> None:
    (tree,) = await add(orchard, Tree, [{"name": "oka", "height": 3}])
    planted = "2020-03-01T00:00:00Z"
    answer = await client.patch(f"/trees/{tree}", json={"name": "oak", "height": None, "planted_at": planted})
    assert answer.status_code == 200
    detail = answer.json()
    assert (detail["name"], detail["height"], detail["planted_at"]) == ("oak", None, planted)
    assert detail["edited_fields"] == ["height", "name", "planted_at"]
    await client.patch(f"/trees/{tree}", json={"name": "oak"})
    changes = (await client.get(f"/trees/{tree}/changes")).json()
    assert {(each["field"], each["before"], each["after"]) for each in changes} == {
        ("name", "oka", "oak"),
        ("height", "3", None),
        ("planted_at", None, planted),
    }
    assert {each["made_by"] for each in changes} == {"test curator"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": None},
        {"name": 5},
        {"name": "a\x00b"},
        {"name": "o" * 10_001},
        {"height": "tall"},
        {"height": 2**31},
        {"planted_at": "2020-03-01T00:00:00"},
        {"size": "XL"},
        {"tenant_id": str(STRANGER)},
        {"tree_care_curation_status": "Complete"},
        {"name": "oak", "nothing": 1},
        [],
    ],
)
async def test_a_wrong_correction_is_422_and_changes_nothing(
    orchard: AsyncEngine, client: AsyncClient, body: object
) -> None:
    (tree,) = await add(orchard, Tree, [{"name": "elm", "height": 3}])
    before = (await client.get(f"/trees/{tree}")).json()
    answer = await client.patch(f"/trees/{tree}", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["msg"]
    assert (await client.get(f"/trees/{tree}")).json() == before
    assert (await client.get(f"/trees/{tree}/changes")).json() == []


async def test_a_value_that_another_row_has_is_refused(orchard: AsyncEngine, client: AsyncClient) -> None:
    _, elm = await add(orchard, Tree, [{"name": "oak", "tag": "7"}, {"name": "elm", "tag": "8"}])
    answer = await client.patch(f"/trees/{elm}", json={"tag": "7"})
    assert answer.status_code == 409
    assert answer.json()["error"]["message"].startswith("tag cannot be this: another row has the same value")
    assert (await client.get(f"/trees/{elm}/changes")).json() == []


async def test_a_correction_leaves_an_undo_possible(orchard: AsyncEngine, client: AsyncClient) -> None:
    (tree,) = await add_trees(orchard, "oak")
    await client.put("/trees/status", json={"ids": [str(tree)], "status": "Queued"})
    before = (await client.get(f"/trees/{tree}")).json()["updated_at"]
    assert (await client.patch(f"/trees/{tree}", json={"name": "elm"})).json()["updated_at"] == before


async def plant(engine: AsyncEngine) -> dict[str, UUID]:
    """Two orchards; two trees of one variety in the first, one of another in the second; a jar of both varieties."""
    north, south = await add(engine, Orchard, [{"name": "north"}, {"name": "south"}])
    red, green = await add(engine, Variety, [{"name": "red"}, {"name": "green"}])
    trees = [
        {"name": "a", "orchard_id": north, "variety_id": red},
        {"name": "b", "orchard_id": north, "variety_id": red},
        {"name": "c", "orchard_id": south, "variety_id": green},
    ]
    a, b, c = await add(engine, Tree, trees)
    await add(engine, Leaf, [{"tree_id": a}, {"tree_id": a}, {"tree_id": c}])
    mixed, pure = await add(
        engine, Jar, [{"label": "mixed", "variety_id": green}, {"label": "pure", "variety_id": green}]
    )
    servings = [(red, mixed), (green, mixed), (green, pure)]
    await add(engine, Serving, [{"variety_id": variety, "jar_id": jar} for variety, jar in servings])
    return {"north": north, "south": south, "red": red, "green": green, "a": a, "b": b, "c": c, "mixed": mixed}


async def test_lineage_goes_through_every_kind_of_link_in_both_directions(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    planted = await plant(orchard)
    steps = (await client.get(f"/varieties/{planted['green']}/lineage")).json()
    assert [(step["table"], step["depth"], step["count"]) for step in steps] == [
        ("orchards", -2, 1),
        ("trees", -1, 1),
        ("varieties", 0, 1),
        ("jars", 1, 2),
    ]
    tree = steps[1]
    assert tree["workflows"] == ["tree_care", "tree_survey"]
    assert tree["rows"] == [
        {"id": str(planted["c"]), "label": "c", "states": {"tree_care": "New", "tree_survey": "New"}}
    ]
    below = (await client.get(f"/orchards/{planted['north']}/lineage")).json()
    assert [(step["table"], step["depth"], step["count"]) for step in below] == [
        ("orchards", 0, 1),
        ("trees", 1, 2),
        ("varieties", 2, 1),
        ("jars", 3, 1),
    ]


async def test_lineage_never_shows_a_row_of_another_tenant(orchard: AsyncEngine, client: AsyncClient) -> None:
    (theirs,) = await add(orchard, Orchard, [{"name": "theirs"}], STRANGER)
    (mine,) = await add(orchard, Tree, [{"name": "oak", "orchard_id": theirs}])
    steps = (await client.get(f"/trees/{mine}/lineage")).json()
    assert [step["table"] for step in steps] == ["trees"]


async def dry_count(client: AsyncClient, path: str) -> dict[str, int]:
    answer = (await client.delete(path, params={"dry_run": True})).json()
    assert answer["total"] == sum(answer["counts"].values())
    counts: dict[str, int] = answer["counts"]
    return counts


async def test_what_another_row_still_uses_is_not_deleted(orchard: AsyncEngine, client: AsyncClient) -> None:
    planted = await plant(orchard)
    assert await dry_count(client, f"/trees/{planted['a']}") == {"trees": 1, "leaves": 2}
    answer = await client.delete(f"/trees/{planted['a']}", params={"expected": 3})
    assert answer.status_code == 200
    assert (await client.get(f"/varieties/{planted['red']}")).status_code == 200
    assert await count(orchard, Leaf) == 1


async def test_the_last_user_takes_what_it_produced_along(orchard: AsyncEngine, client: AsyncClient) -> None:
    planted = await plant(orchard)
    counts = await dry_count(client, f"/trees/{planted['c']}")
    assert counts == {"trees": 1, "leaves": 1, "varieties": 1, "servings": 2, "jars": 1}
    assert await count(orchard, Tree) == 3
    await client.delete(f"/trees/{planted['c']}", params={"expected": 6})
    assert (await client.get(f"/varieties/{planted['green']}")).status_code == 404
    assert await count(orchard, Jar) == 1


async def test_deleting_an_orchard_takes_trees_and_the_variety_they_shared(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    planted = await plant(orchard)
    counts = await dry_count(client, f"/orchards/{planted['north']}")
    assert counts == {"orchards": 1, "trees": 2, "leaves": 2, "varieties": 1, "servings": 1}
    assert (await client.delete(f"/orchards/{planted['north']}", params={"expected": 7})).status_code == 200
    assert (await count(orchard, Orchard), await count(orchard, Tree), await count(orchard, Jar)) == (1, 1, 2)


async def test_what_someone_begins_to_use_while_it_is_deleted_stays(orchard: AsyncEngine, client: AsyncClient) -> None:
    planted = await plant(orchard)
    async with AsyncSession(orchard) as session:
        new_tree = {"tenant_id": TENANT, "name": "d", "variety_id": planted["green"]}
        await session.execute(insert(Tree).values(new_tree))
        deleting = asyncio.create_task(client.delete(f"/trees/{planted['c']}", params={"expected": 6}))
        await eventually(lambda: somebody_waits_for_a_lock(orchard))
        assert not deleting.done(), "the new tree holds its variety"
        await session.commit()
    answer = await deleting
    assert answer.status_code == 409
    assert answer.json()["error"]["details"] == {"expected": 6, "actual": 2}
    assert (await client.get(f"/varieties/{planted['green']}")).status_code == 200


async def test_deleting_needs_the_number_that_was_counted(orchard: AsyncEngine, client: AsyncClient) -> None:
    planted = await plant(orchard)
    assert (await client.delete(f"/trees/{planted['a']}")).status_code == 422
    drifted = await client.delete(f"/trees/{planted['a']}", params={"expected": 2})
    assert drifted.status_code == 409
    assert drifted.json()["error"]["details"] == {"expected": 2, "actual": 3}
    assert await count(orchard, Tree) == 3


async def claim(engine: AsyncEngine, client: AsyncClient, tree: UUID) -> tuple[Queue, UUID, list[Any]]:
    await client.put("/trees/status", json={"ids": [str(tree)], "status": "Queued"})
    worker = await Lease(engine).acquire()
    queue = Queue(tree_care, engine)
    return queue, worker, await queue.claim(worker, 10)


async def test_a_stopped_row_is_new_again_and_its_workers_late_result_changes_nothing(
    orchard: AsyncEngine, client: AsyncClient
) -> None:
    (tree,) = await add_trees(orchard, "oak")
    queue, worker, attempts = await claim(orchard, client, tree)
    stopped = await client.post(f"/trees/{tree}/stop")
    assert stopped.status_code == 200
    assert (stopped.json()["state"], stopped.json()["processing_status"]) == ("New", None)
    attempts[0].complete("late")
    assert await queue.complete(worker, attempts) == []
    assert (await client.get(f"/trees/{tree}")).json()["state"] == "New"
    (run,) = (await client.get(f"/trees/{tree}/runs")).json()
    assert (run["ending"], run["attempt"], run["worker"]) == ("stopped", 1, str(worker))
    assert run["message"] == "Stopped by test curator."


async def test_a_row_that_nobody_holds_cannot_be_stopped(orchard: AsyncEngine, client: AsyncClient) -> None:
    (tree,) = await add_trees(orchard, "oak")
    await client.put("/trees/status", json={"ids": [str(tree)], "status": "Queued"})
    answer = await client.post(f"/trees/{tree}/stop")
    assert answer.status_code == 409
    assert answer.json()["detail"] == "The row is Queued; nobody is working on it."


async def test_stopping_cancels_the_work_at_once(orchard: AsyncEngine, client: AsyncClient) -> None:
    began, cancelled = asyncio.Event(), asyncio.Event()

    async def never_done(_: object, __: object) -> object:
        began.set()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return None

    endless = Workflow(code="WF92", title="Endless", curation=Tree.tree_care, work=never_done, save=keep)
    schedulers = Schedulers(Runtime(orchard, None, Lease(orchard), grace_seconds=0))
    schedulers.setup(endless, Schedule())
    (tree,) = await add_trees(orchard, "oak")
    await schedulers.start()
    try:
        await client.put("/trees/status", json={"ids": [str(tree)], "status": "Queued"})
        await asyncio.wait_for(began.wait(), 30)
        assert (await client.post(f"/trees/{tree}/stop")).status_code == 200
        await asyncio.wait_for(cancelled.wait(), 30)
    finally:
        await schedulers.stop()
    assert (await client.get(f"/trees/{tree}")).json()["state"] == "New"
