"""Rows that may not be queued: who says so, and what becomes of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.widgets import ACTOR, TENANT, Widget, add_widgets, states, widget_polish

from scrapersky.curation_sdk import DeclarationError
from scrapersky.curation_sdk.decisions import (
    BatchStatusUpdateRequest,
    BatchStatusUpdateResponse,
    FilterStatusUpdateRequest,
    RowDecisions,
    RowsRefused,
    bulk,
    deciding,
    list_jobs,
    refusing,
)
from scrapersky.curation_sdk.declaring import Registry, Settable
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.testing import app_of, client_of


async def remark(_session: AsyncSession, _ids: Sequence[UUID]) -> str:
    return "gone"


def refuse(_session: AsyncSession, _tenant_id: UUID, _ids: Sequence[UUID]) -> Mapping[UUID, str]:
    return {}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"refuses": remark}, r"refuses takes \(session, tenant_id, ids\), and remark takes 2 arguments; write `async"),
        ({"refuses": refuse}, "refuses must be a coroutine function; write `async def` before"),
        ({"taken_back": remark}, r"taken_back takes \(session, actor, batch\)"),
    ],
)
def test_a_function_of_the_wrong_shape_is_refused_where_it_is_declared(given: dict[str, Any], words: str) -> None:
    with pytest.raises(DeclarationError, match=words):
        replace(widget_polish, **given)


async def refuse_worn(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    assert len(ids) <= refusing.LOOKED_AT_ONCE
    worn = select(Widget.id, Widget.name).where(
        Widget.tenant_id == tenant_id, Widget.id.in_(ids), Widget.name.like("worn%")
    )
    return {row_id: f"{name} is worn." for row_id, name in await session.execute(worn)}


careful_polish = replace(widget_polish, refuses=refuse_worn)


async def queue(engine: AsyncEngine, ids: Sequence[UUID]) -> BatchStatusUpdateResponse:
    async with AsyncSession(engine) as session, session.begin():
        request = BatchStatusUpdateRequest(ids=list(ids), status=Settable.QUEUED)
        return await RowDecisions(session, careful_polish, ACTOR).decide_by_ids(request)


async def try_few(engine: AsyncEngine, limit: int, expected: int) -> BatchStatusUpdateResponse:
    async with AsyncSession(engine) as session, session.begin():
        request = FilterStatusUpdateRequest(status=Settable.QUEUED, limit=limit, expected_count=expected)
        return await RowDecisions(session, careful_polish, ACTOR).decide_by_filter(request)


async def test_rows_that_may_not_be_queued_are_told_of_and_not_called_missing(widgets: AsyncEngine) -> None:
    good, worn = await add_widgets(widgets, ["good", "worn"])
    unknown = UUID(int=77)
    with pytest.raises(RowsRefused, match=r"1 row was not queued\. worn is worn\."):
        await queue(widgets, [worn, unknown])
    with pytest.raises(RowsNotFound):
        await queue(widgets, [unknown])
    assert await states(widgets) == {"New": 2}
    told = await queue(widgets, [good, worn, unknown])
    assert (told.updated_ids, [each.id for each in told.refused], told.not_found) == ([good], [worn], [unknown])


async def add_in_order(engine: AsyncEngine, *names: str) -> None:
    rows = [{"id": UUID(int=number), "tenant_id": TENANT, "name": name} for number, name in enumerate(names, 1)]
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(insert(Widget), rows)


async def test_who_tries_a_few_gets_so_many_though_newer_ones_are_refused(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "LOOKED_AT_ONCE", 3)
    monkeypatch.setattr(refusing, "LOOKED_AT_ONCE", 3)
    await add_in_order(widgets, "worn 1", "good 2", "good 3", "worn 4", "good 5", "worn 6", "worn 7", "worn 8")
    told = await try_few(widgets, 2, expected=8)
    assert told.updated_ids == [UUID(int=3), UUID(int=5)]
    assert {each.reason for each in told.refused} == {f"worn {number} is worn." for number in (8, 7, 6, 4)}


@pytest.mark.parametrize(("status", "told"), [("Queued", "Up to 2 rows would"), ("Skipped", "2 rows would")])
async def test_what_is_only_counted_promises_no_row_that_may_be_refused(
    widgets: AsyncEngine, status: str, told: str
) -> None:
    await add_widgets(widgets, ["good", "worn"])
    async with AsyncSession(widgets) as session:
        request = FilterStatusUpdateRequest(status=Settable(status), dry_run=True)
        answer = await RowDecisions(session, careful_polish, ACTOR).decide_by_filter(request)
    assert answer.message == f"{told} become {status}."


async def test_the_look_for_those_who_may_be_tried_has_an_end(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "LOOKED_AT_ONCE", 2)
    monkeypatch.setattr(deciding, "MOST_LOOKED_AT", 4)
    await add_in_order(widgets, "good", *(f"worn {number}" for number in range(6)))
    with pytest.raises(RowsRefused, match=r"^None of the newest 5 may be queued\. worn 5 is worn\."):
        await try_few(widgets, 1, expected=7)
    assert await states(widgets) == {"New": 7}


async def test_a_job_tells_how_many_rows_it_left_as_they_were_and_why(
    widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "MOST_AT_ONCE", 4)
    monkeypatch.setattr(bulk, "CHUNK", 3)
    await add_in_order(widgets, "good 1", "worn 2", "good 3", "worn 4", "good 5", "worn 6", "good 7")
    registry = Registry([careful_polish])
    async with client_of(app_of(registry, widgets), TENANT) as client:
        body = {"status": "Queued", "expected_count": 7}
        answer = (await client.put("/widget-polish/status/by-filter", json=body)).json()
        assert answer["message"] == "Up to 7 rows become Queued, a few thousand at a time."
        begun = answer["job"]
        assert await bulk.BulkJobs(widgets, registry).run_pending() == 1
        ended = (await client.get(f"/bulk-jobs/{begun['id']}")).json()
    assert {name: ended[name] for name in ("state", "total", "done", "refused", "refusal")} == {
        "state": "done",
        "total": 4,
        "done": 4,
        "refused": 3,
        "refusal": "worn 2 is worn.",
    }
    assert await states(widgets) == {"Queued": 4, "New": 3}


async def test_the_history_tells_what_a_decision_left_as_it_was(widgets: AsyncEngine) -> None:
    ids = await add_widgets(widgets, ["good", "worn"])
    await queue(widgets, ids)
    async with AsyncSession(widgets) as session:
        (job,) = await list_jobs(session, ACTOR, 10, None)
    assert (job.total, job.done, job.refused, job.refusal) == (1, 1, 1, "worn is worn.")
