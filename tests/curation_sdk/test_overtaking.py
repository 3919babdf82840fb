"""Rows about which somebody else decided since a person saw them."""

import asyncio
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from httpx import AsyncClient
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import Tree, add_trees, tree_care
from tests.curation_sdk.widgets import (
    ACTOR,
    TENANT,
    Widget,
    Workshop,
    add_widgets,
    at_once,
    decide,
    drain,
    eventually,
    somebody_waits_for_a_lock,
    widget_polish,
)

from scrapersky.curation_sdk.decisions import (
    MOST_AT_ONCE,
    BatchStatusUpdateRequest,
    BatchStatusUpdateResponse,
    Decision,
    RowDecisions,
    change_status,
)
from scrapersky.curation_sdk.decisions.payloads import SeenRow
from scrapersky.curation_sdk.decisions.undo import undo_batch
from scrapersky.curation_sdk.declaring import Actor, Registry, Settable

BEN = Actor(TENANT, "ben")
THEIRS = Actor(TENANT, "sweeper", is_machine=True)


async def decide_as_seen(
    engine: AsyncEngine, seen: dict[UUID, datetime], status: Settable = Settable.QUEUED, actor: Actor = BEN, **more: Any
) -> BatchStatusUpdateResponse:
    async with AsyncSession(engine) as session, session.begin():
        rows = [SeenRow(id=row_id, updated_at=updated_at) for row_id, updated_at in seen.items()]
        request = BatchStatusUpdateRequest(ids=list(seen), status=status, seen=rows, **more)
        return await RowDecisions(session, widget_polish, actor).decide_by_ids(request)


async def seen_now(engine: AsyncEngine, *ids: UUID) -> dict[UUID, datetime]:
    async with AsyncSession(engine) as session:
        rows = await session.execute(select(Widget.id, Widget.widget_polish.updated_at).where(Widget.id.in_(ids)))
        return dict(rows.all())


async def test_what_somebody_else_decided_since_stays_and_is_told(widgets: AsyncEngine) -> None:
    first, second = await add_widgets(widgets, "ab")
    seen = await seen_now(widgets, first, second)
    theirs = await decide(widgets, [first], Settable.SKIPPED)
    answer = await decide_as_seen(widgets, seen)
    assert (answer.updated_ids, answer.not_found) == ([second], [])
    (told,) = answer.overtaken
    assert (told.id, told.state, told.curation_status, told.made_by) == (first, "Skipped", "Skipped", "ana")
    assert answer.message == (
        "Updated 1 row to Queued. Not taken for 1 row: ana decided about it meanwhile, and it is Skipped now."
    )
    again = await decide_as_seen(widgets, {first: told.updated_at})
    assert (again.updated_ids, again.overtaken) == ([first], []), "knowingly, it is decided"
    assert theirs.batch_id != again.batch_id


async def test_where_all_were_overtaken_nothing_is_recorded(widgets: AsyncEngine) -> None:
    (row,) = await add_widgets(widgets, "a")
    seen = await seen_now(widgets, row)
    await decide(widgets, [row])
    answer = await decide_as_seen(widgets, {**seen, UUID(int=7): seen[row]}, Settable.SKIPPED)
    assert (answer.updated_count, answer.batch_id, answer.undo_token) == (0, None, None)
    assert answer.message == ("Not taken for 1 row: ana decided about it meanwhile, and it is Queued now. 1 not found.")


async def test_a_row_that_a_worker_moved_on_may_be_decided_about(widgets: AsyncEngine) -> None:
    """Unless somebody else had it done again meanwhile."""
    first, second = await add_widgets(widgets, "ab")
    await decide(widgets, [first, second])
    seen = await seen_now(widgets, first, second)
    await drain(widgets, Workshop(at_once))
    assert await seen_now(widgets, first) != {first: seen[first]}
    await decide(widgets, [second])
    await drain(widgets, Workshop(at_once))
    answer = await decide_as_seen(widgets, seen, Settable.SKIPPED)
    assert answer.updated_ids == [first]
    assert [(each.id, each.state) for each in answer.overtaken] == [(second, "Complete")]


async def test_the_same_decision_sent_twice_is_nobody_elses(widgets: AsyncEngine) -> None:
    (row,) = await add_widgets(widgets, "a")
    seen = await seen_now(widgets, row)
    for sitting in (None, None, uuid4()):
        answer = await decide_as_seen(widgets, seen, sitting=sitting)
        assert (answer.updated_ids, answer.overtaken) == ([row], [])
    await decide(widgets, [row], Settable.SKIPPED)
    assert [each.made_by for each in (await decide_as_seen(widgets, seen)).overtaken] == ["ana"]


async def test_decisions_that_were_taken_back_overtake_nobody(widgets: AsyncEngine) -> None:
    first, second = await add_widgets(widgets, "ab")
    await decide(widgets, [second])
    seen = await seen_now(widgets, first, second)
    await drain(widgets, Workshop(at_once))
    theirs = await decide(widgets, [first, second], Settable.SKIPPED)
    async with AsyncSession(widgets) as session, session.begin():
        await undo_batch(session, Registry([widget_polish]), ACTOR, theirs.batch_id)
    assert (await decide_as_seen(widgets, seen, Settable.SKIPPED)).overtaken == []


async def test_a_rule_overtakes_as_a_person_does(widgets: AsyncEngine) -> None:
    (row,) = await add_widgets(widgets, "a")
    seen = await seen_now(widgets, row)
    async with AsyncSession(widgets) as session, session.begin():
        await change_status(session, widget_polish, THEIRS, [row], Decision(Settable.SKIPPED))
    assert [each.made_by for each in (await decide_as_seen(widgets, seen)).overtaken] == ["sweeper"]


async def test_a_decision_that_is_being_written_is_waited_for_and_seen(widgets: AsyncEngine) -> None:
    (row,) = await add_widgets(widgets, "a")
    seen = await seen_now(widgets, row)
    async with AsyncSession(widgets) as session, session.begin():
        await change_status(session, widget_polish, ACTOR, [row], Decision(Settable.SKIPPED))
        late = asyncio.create_task(decide_as_seen(widgets, seen))
        await eventually(partial(somebody_waits_for_a_lock, widgets))
    assert [each.made_by for each in (await late).overtaken] == ["ana"]


async def test_a_decision_in_another_workflow_of_the_table_overtakes_nobody(
    orchard: AsyncEngine, client: AsyncClient, ana: AsyncClient
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    (row,) = (await client.get("/tree-care/list")).json()["items"]
    body = {"ids": [str(oak)], "status": "Queued", "seen": [{"id": str(oak), "updated_at": row["updated_at"]}]}
    async with AsyncSession(orchard) as session, session.begin():
        await session.execute(
            update(Tree).values({tree_care.curation.updated_at: datetime.fromisoformat("2099-01-01T00:00Z")})
        )
    await ana.put("/tree-survey/status", json={"ids": [str(oak)], "status": "Skipped"})
    answer = (await client.put("/tree-care/status", json=body)).json()
    assert (answer["updated_ids"], answer["overtaken"]) == ([str(oak)], [])


async def test_over_http_a_row_is_told_with_what_it_takes_to_decide_all_the_same(
    orchard: AsyncEngine, client: AsyncClient, ana: AsyncClient
) -> None:
    (oak,) = await add_trees(orchard, "oak")
    (row,) = (await client.get("/tree-care/list")).json()["items"]
    body = {"ids": [str(oak)], "status": "Queued", "seen": [{"id": str(oak), "updated_at": row["updated_at"]}]}
    await ana.put("/tree-care/status", json={"ids": [str(oak)], "status": "Skipped"})
    late = await client.put("/tree-care/status", json=body)
    assert late.status_code == 200
    (told,) = late.json()["overtaken"]
    assert (told["made_by"], told["state"]) == ("test admin", "Skipped")
    body["seen"] = [{"id": str(oak), "updated_at": told["updated_at"]}]
    assert (await client.put("/tree-care/status", json=body)).json()["updated_ids"] == [str(oak)]
    unguarded = await ana.put("/tree-care/status", json={"ids": [str(oak)], "status": "New"})
    assert unguarded.json()["updated_count"] == 1, "whoever says nothing decides as ever"


async def test_what_was_seen_is_said_of_as_many_rows_as_are_decided_at_once(client: AsyncClient) -> None:
    ids = [str(uuid4()) for _ in range(MOST_AT_ONCE + 1)]
    seen = [{"id": each, "updated_at": "2026-03-01T09:14:00Z"} for each in ids]
    few = {"ids": ids, "status": "Queued", "seen": seen[:1]}
    refused = await client.put("/tree-care/status", json=few)
    assert refused.status_code == 422
    assert "at most 10,000 rows are decided about at once" in refused.text
    for wrong in (seen, [{"id": "x", "updated_at": "y"}] * 9_000):
        answer = await client.put("/tree-care/status", json={"ids": ids[:1], "status": "Queued", "seen": wrong})
        assert (answer.status_code, len(answer.text) < 2_000) == (422, True), "the first complaint is enough"
