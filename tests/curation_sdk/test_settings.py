"""A workflow's settings at run time: what is stored wins, holds everywhere at once, is logged and can be taken back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, orchard_registry
from tests.curation_sdk.scheduled_widgets import NO_POLL, complete, running
from tests.curation_sdk.widgets import (
    ACTOR,
    Widget,
    Workshop,
    at_once,
    decide,
    eventually,
    history,
    queue_widgets,
    runtime,
    states,
    widget_polish,
)

from scrapersky.curation_sdk.decisions.stopping import stop_row
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.schedule import Schedule
from scrapersky.curation_sdk.declaring.tables import WorkflowSetting
from scrapersky.curation_sdk.errors import TryAgain
from scrapersky.curation_sdk.live.events import Poll
from scrapersky.curation_sdk.live.feed import WatchedSwitches
from scrapersky.curation_sdk.queue import schedulers as scheduling
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lost_rows import longest_hold, rescue
from scrapersky.curation_sdk.queue.schedule_store import change_schedule, overlaid, paused_workflows
from scrapersky.curation_sdk.settings import settings_shown
from scrapersky.curation_sdk.testing import client_of


async def put(client: AsyncClient, **values: Any) -> dict[str, Any]:
    answer = await client.put("/workflows/tree_care/settings", json={"values": values})
    assert answer.status_code == 200, answer.text
    return fields_of(answer.json())


def fields_of(settings: dict[str, Any]) -> dict[str, Any]:
    return {each["name"]: each for each in settings["fields"]}


async def soon(claim: Callable[[], bool]) -> None:
    async with asyncio.timeout(50):
        while not claim():  # noqa: ASYNC110  it has no event of its own
            await asyncio.sleep(0.01)


async def store(engine: AsyncEngine, **values: Any) -> None:
    async with AsyncSession(engine) as session, session.begin():
        await change_schedule(session, widget_polish, ACTOR, values)


async def test_each_field_says_what_it_is_and_who_says_so(ana: AsyncClient) -> None:
    settings = (await ana.get("/workflows/tree_care/settings")).json()
    assert (settings["workflow"], settings["changed_by"]) == ("tree_care", None)
    assert settings["words"] == "at most 16 rows at once in each process; 0 a minute measured; 0 in the queue"
    concurrency = fields_of(settings)["concurrency"]
    assert (concurrency["value"], concurrency["default"], concurrency["source"]) == (16, 16, "default")
    assert (concurrency["least"], concurrency["most"], concurrency["unit"]) == (1, 1000, "rows")
    assert fields_of(settings)["enabled"]["value"] is True


async def test_what_is_stored_wins_until_it_is_put_back(ana: AsyncClient) -> None:
    fields = await put(ana, concurrency=2, timeout_seconds=7.5)
    assert (fields["concurrency"]["value"], fields["concurrency"]["source"]) == (2, "database")
    assert (await ana.get("/workflows/tree_care")).json()["schedule"]["timeout_seconds"] == 7.5
    fields = await put(ana, concurrency=None)
    assert (fields["concurrency"]["value"], fields["concurrency"]["source"]) == (16, "default")
    assert fields["timeout_seconds"]["value"] == 7.5


async def test_what_the_environment_says_is_told_as_such(engine: AsyncEngine) -> None:
    workflow = orchard_registry()["tree_care"]
    async with AsyncSession(engine) as session:
        shown = await settings_shown(session, workflow, {"tree_care": Schedule(attempts=9)}, Actor(TENANT, "ana"))
    attempts = next(each for each in shown.fields if each.name == "attempts")
    assert (attempts.value, attempts.default, attempts.source) == (9, 9, "environment")


@pytest.mark.parametrize(
    "values",
    [{"concurrency": 0}, {"concurrency": 1001}, {"concurrency": 2.5}, {"attempts": "x"}, {"speed": 1}, {"enabled": 3}],
)
async def test_what_cannot_be_is_refused_and_changes_nothing(ana: AsyncClient, values: dict[str, Any]) -> None:
    answer = await ana.put("/workflows/tree_care/settings", json={"values": {"batch_size": 5, **values}})
    assert answer.status_code == 422
    assert (await ana.get("/workflows/tree_care")).json()["schedule"]["batch_size"] == 20


async def test_only_an_admin_changes_settings(app: FastAPI, ana: AsyncClient) -> None:
    (change,) = await changes_after(ana, concurrency=2)
    async with client_of(app, TENANT, "curator") as curator:
        assert (await curator.get("/workflows/tree_care/settings")).status_code == 200
        for method, path in (
            ("PUT", "/workflows/tree_care/settings"),
            ("PUT", "/workflows/paused/true"),
            ("POST", f"/settings/changes/{change['id']}/undo"),
        ):
            assert (await curator.request(method, path, json={"values": {}})).status_code == 403
    assert (await ana.get("/workflows/nope/settings")).status_code == 404


async def changes_after(client: AsyncClient, **values: Any) -> list[dict[str, Any]]:
    await put(client, **values)
    items: list[dict[str, Any]] = (await client.get("/settings/changes")).json()["items"]
    return items


async def test_a_change_is_logged_and_can_be_taken_back(ana: AsyncClient) -> None:
    await put(ana, concurrency=2)
    assert len(await changes_after(ana, concurrency=2)) == 1
    newest, oldest = await changes_after(ana, concurrency=3)
    assert (oldest["before"], oldest["after"], oldest["made_by"]) == (None, "2", "test admin")
    assert (newest["workflow"], newest["field"], newest["before"], newest["after"]) == (
        "tree_care",
        "concurrency",
        "2",
        "3",
    )
    refused = await ana.post(f"/settings/changes/{oldest['id']}/undo")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "changed_since")
    assert (await ana.post(f"/settings/changes/{newest['id']}/undo")).json()["undone"] is True
    assert (await ana.get("/workflows/tree_care")).json()["schedule"]["concurrency"] == 2
    assert (await ana.post(f"/settings/changes/{newest['id']}/undo")).status_code == 409
    assert (await ana.post(f"/settings/changes/{oldest['id']}/undo")).status_code == 200
    assert (await ana.get("/workflows/tree_care")).json()["schedule"]["concurrency"] == 16
    assert (await ana.post(f"/settings/changes/{uuid4()}/undo")).status_code == 404


async def test_changes_come_in_pages(ana: AsyncClient) -> None:
    for number in range(1, 6):
        await put(ana, attempts=number)
    first = (await ana.get("/settings/changes", params={"size": 3})).json()
    rest = (await ana.get("/settings/changes", params={"size": 3, "after": first["next"]})).json()
    assert [each["after"] for each in first["items"] + rest["items"]] == ["5", "4", "3", "2", "1"]
    assert rest["next"] is None


async def test_everything_is_paused_and_resumed_at_once(engine: AsyncEngine, ana: AsyncClient) -> None:
    await ana.put("/workflows/tree_care/paused/true")
    answer = await ana.put("/workflows/paused/true")
    assert answer.json()["message"] == "All 4 workflows are paused now; 3 were not before."
    async with AsyncSession(engine) as session:
        assert len(await paused_workflows(session)) == 4
    items = (await ana.get("/settings/changes")).json()["items"]
    assert [(each["field"], each["after"]) for each in items] == [("paused", "true")] * 4
    assert (await ana.put("/workflows/paused/false")).json()["message"].endswith("4 were not before.")
    async with AsyncSession(engine) as session:
        assert await paused_workflows(session) == set()


async def test_pausing_can_be_taken_back_from_the_log(ana: AsyncClient) -> None:
    await ana.put("/workflows/tree_care/paused/true")
    (change,) = (await ana.get("/settings/changes")).json()["items"]
    assert (await ana.post(f"/settings/changes/{change['id']}/undo")).status_code == 200
    assert (await ana.get("/workflows/tree_care")).json()["paused"] is False


async def test_a_running_worker_goes_on_with_what_is_stored(widgets: AsyncEngine) -> None:
    at_work, most, go_on = 0, 0, asyncio.Event()

    async def polish(_: Widget) -> str:
        nonlocal at_work, most
        at_work, most = at_work + 1, max(most, at_work + 1)
        if go_on.is_set():
            await asyncio.sleep(0.01)
        else:
            await go_on.wait()
        at_work -= 1
        return "shiny"

    await queue_widgets(widgets, *map(str, range(40)))
    schedule = replace(NO_POLL, batch_size=4, concurrency=4)
    async with running(widgets, Workshop(polish), schedule) as schedulers:
        await soon(lambda: at_work == 4)
        await store(widgets, concurrency=1, batch_size=1)
        await soon(lambda: schedulers.by_workflow["widget_polish"].schedule.concurrency == 1)
        await soon(lambda: at_work == 5)
        go_on.set()
        scheduler = schedulers.by_workflow["widget_polish"]
        await soon(lambda: len(scheduler._draining) == 1)
        most = 0
        await eventually(complete(widgets, 40))
    assert most == 1


@pytest.mark.parametrize(
    ("tenant", "role", "shown"),
    [
        (TENANT, "viewer", "test admin"),
        (STRANGER, "viewer", "an administrator"),
        (STRANGER, "curator", "an administrator"),
        (STRANGER, "admin", "test admin"),
    ],
)
async def test_who_set_something_is_known_to_their_own_people_and_to_administrators(
    app: FastAPI, ana: AsyncClient, tenant: UUID, role: str, shown: str
) -> None:
    await put(ana, attempts=7)
    async with client_of(app, tenant, role) as reader:
        (change,) = (await reader.get("/settings/changes")).json()["items"]
        settings = (await reader.get("/workflows/tree_care/settings")).json()
        one = (await reader.get("/workflows/tree_care")).json()
        every = {each["name"]: each for each in (await reader.get("/workflows")).json()}
    told = [change["made_by"], settings["changed_by"], one["changed_by"], every["tree_care"]["changed_by"]]
    assert told == [shown] * 4


async def test_the_live_stream_names_nobody_to_strangers(engine: AsyncEngine, ana: AsyncClient) -> None:
    watch = WatchedSwitches()
    async with AsyncSession(engine) as session:
        look = Poll(session, datetime.now(UTC), [TENANT, STRANGER])
        assert list(await watch.news(look)) == []
    for change in ("settings", "paused"):
        await (put(ana, attempts=7) if change == "settings" else ana.put("/workflows/paused/true"))
        async with AsyncSession(engine) as session:
            news = await watch.news(Poll(session, datetime.now(UTC), [TENANT, STRANGER]))
        told = {tenant: event.model_dump()["changed_by"] for tenant, event in news}
        assert told == {TENANT: "test admin", STRANGER: "an administrator"}


async def test_a_workflow_is_switched_off_and_on_at_run_time(widgets: AsyncEngine) -> None:
    await store(widgets, enabled=False)
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once)) as schedulers:
        await asyncio.sleep(0.2)
        assert await states(widgets) == {"Queued": 1}
        assert schedulers.by_workflow == {}
        await store(widgets, enabled=None)
        await eventually(complete(widgets, 1))


async def test_what_the_environment_switched_off_can_be_switched_on(widgets: AsyncEngine) -> None:
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(at_once), replace(NO_POLL, enabled=False)):
        await store(widgets, enabled=True)
        await eventually(complete(widgets, 1))


async def test_attempts_that_are_stored_hold(widgets: AsyncEngine) -> None:
    async def fail(_: Widget) -> str:
        raise TryAgain("not yet")

    await store(widgets, attempts=2, backoff_seconds=0.1)
    await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(fail)):
        await eventually(lambda: has_failed(widgets))
    assert [run.ending for run in await history(widgets)] == ["retry", "error"]


async def has_failed(engine: AsyncEngine) -> bool:
    return (await states(engine)).get("Error") == 1


async def test_a_lost_notification_costs_only_time(widgets: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "SETTINGS_SECONDS", 0.1)
    await store(widgets, attempts=5)
    async with running(widgets, Workshop(at_once)) as schedulers:
        async with AsyncSession(widgets) as session, session.begin():
            await session.execute(update(WorkflowSetting).values(schedule={"attempts": 7}))
        await soon(lambda: schedulers.by_workflow["widget_polish"].schedule.attempts == 7)


async def test_the_interval_changes_with_the_setting(widgets: AsyncEngine) -> None:
    async with running(widgets, Workshop(at_once)) as schedulers:
        before = schedulers.next_tick("widget_polish")
        await store(widgets, interval_minutes=0.5)
        await soon(lambda: schedulers.next_tick("widget_polish") != before)
        after = schedulers.next_tick("widget_polish")
    assert before is not None
    assert after is not None
    assert after < before


async def test_rows_in_hand_keep_the_time_they_were_promised(widgets: AsyncEngine) -> None:
    go_on = asyncio.Event()

    async def polish(_: Widget) -> str:
        await go_on.wait()
        return "shiny"

    ids = await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(polish), replace(NO_POLL, timeout_seconds=500)) as schedulers:
        await eventually(lambda: is_in_work(widgets))
        await store(widgets, timeout_seconds=20)
        await soon(lambda: schedulers.by_workflow["widget_polish"].schedule.timeout_seconds == 20)
        anothers = replace(NO_POLL, timeout_seconds=20)
        await claimed_ago(widgets, longest_hold(anothers) + 1)
        assert await rescue(widget_polish, anothers, widgets) == 0
        go_on.set()
        await eventually(complete(widgets, 1))
        go_on.clear()
        await decide(widgets, ids)
        await eventually(lambda: is_in_work(widgets))
        await claimed_ago(widgets, longest_hold(anothers) + 1)
        assert await rescue(widget_polish, replace(NO_POLL, timeout_seconds=500), widgets) == 1


async def test_a_longer_limit_holds_before_the_first_row_is_taken_under_it(widgets: AsyncEngine) -> None:
    rescued: list[int] = []

    async def polish(_: Widget) -> str:
        await claimed_ago(widgets, longest_hold(NO_POLL) + 1)
        rescued.append(await rescue(widget_polish, NO_POLL, widgets))
        return "shiny"

    started = await runtime(widgets, Workshop(at_once))
    for name, limit, work in (("a", 60, at_once), ("b", 500, polish)):
        await queue_widgets(widgets, name)
        schedule = replace(NO_POLL, timeout_seconds=limit)
        await run_job_loop(widget_polish, schedule, replace(started, clients=Workshop(work)))
    assert rescued == [0]
    assert await states(widgets) == {"Complete": 2}


async def claimed_ago(engine: AsyncEngine, seconds: float) -> None:
    async with AsyncSession(engine) as session, session.begin():
        curation = Widget.widget_polish
        ago = func.now() - timedelta(seconds=seconds)
        await session.execute(update(Widget).where(curation.claim.is_not(None)).values({curation.claimed_at: ago}))


@pytest.mark.parametrize("listens", [True, False])
async def test_a_row_in_work_is_stopped_at_once_though_its_workflow_was_switched_off(
    widgets: AsyncEngine, *, listens: bool
) -> None:
    given_up = asyncio.Event()

    async def polish(_: Widget) -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            given_up.set()
            raise
        return "shiny"

    (widget,) = await queue_widgets(widgets, "a")
    async with running(widgets, Workshop(polish), listens=listens) as schedulers:
        await eventually(lambda: is_in_work(widgets))
        await store(widgets, enabled=False)
        await soon(lambda: schedulers.by_workflow == {})
        async with AsyncSession(widgets) as session, session.begin():
            await stop_row(session, widget_polish, ACTOR, widget)
        await asyncio.wait_for(given_up.wait(), 30)


async def is_in_work(engine: AsyncEngine) -> bool:
    async with AsyncSession(engine) as session:
        return (await session.scalar(select(Widget.widget_polish.claim))) is not None


def test_what_someone_wrote_past_the_checks_is_left_out() -> None:
    given = Schedule(attempts=3)
    assert overlaid(given, {"attempts": -1}, "x") == given
    assert overlaid(given, {"attempts": "many", "speed": 3, "batch_size": 7}, "x") == replace(given, batch_size=7)
