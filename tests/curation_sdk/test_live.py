"""Live over one stream of events per browser: real server, real client, real database."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, add_trees, orchard_registry, tree_care
from tests.curation_sdk.widgets import eventually
from tests.serving import listening_to, served
from tests.statements import nodes_of

from scrapersky.cli.web_server import Server
from scrapersky.curation_sdk.declaring.schedule import Schedule
from scrapersky.curation_sdk.declaring.tables import BackgroundFault, Change, Run
from scrapersky.curation_sdk.http.screens import events_router
from scrapersky.curation_sdk.lists.counting import plan_of
from scrapersky.curation_sdk.live import feed as feeds
from scrapersky.curation_sdk.live import hub as hubs
from scrapersky.curation_sdk.live import rows as live_rows
from scrapersky.curation_sdk.live.events import BeatEvent, News, Poll, ResyncEvent
from scrapersky.curation_sdk.live.feed import Feed, Ticks
from scrapersky.curation_sdk.live.hub import Channel, Hub, Subscriber
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.testing import app_of, doors_by_header


@dataclass(frozen=True, slots=True)
class Farm:
    """The orchard behind a server."""

    engine: AsyncEngine
    address: str
    server: Server
    hub: Hub

    def person(self, tenant_id: UUID = TENANT, role: str = "admin") -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {role}:{tenant_id}"}
        return httpx.AsyncClient(base_url=f"{self.address}/api/v3", headers=headers)

    async def work(self) -> None:
        lease = Lease(self.engine)
        await lease.acquire()
        await run_job_loop(tree_care, Schedule(), Runtime(self.engine, None, lease))
        await lease.release()


@asynccontextmanager
async def running(feed: Feed) -> AsyncIterator[None]:
    task = asyncio.create_task(feed.run())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def live_app(engine: AsyncEngine, hub: Hub) -> FastAPI:
    registry = orchard_registry()
    feed = Feed(engine, registry, hub, Overviews(registry))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with running(feed):
            yield

    app = app_of(registry, engine)
    app.router.lifespan_context = lifespan
    app.include_router(events_router(lambda _: hub, doors_by_header(engine)))
    return app


@pytest.fixture
async def farm(engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Farm]:
    monkeypatch.setattr(feeds, "LOOK_SECONDS", 0.05)
    hub = Hub()
    async with served(live_app(engine, hub), hub) as (address, server):
        yield Farm(engine, address, server, hub)


async def decide(client: httpx.AsyncClient, status: str, *ids: UUID) -> str:
    answer = await client.put("/trees/status", json={"ids": [str(each) for each in ids], "status": status})
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["undo_token"]
    return token


async def test_a_stream_begins_with_how_fast_to_come_back_and_where_everything_stands(farm: Farm) -> None:
    await add_trees(farm.engine, "oak", "elm")
    async with farm.person() as ana, listening_to(ana) as stream:
        tick = await stream.next()
        assert stream.response.headers["content-type"].startswith("text/event-stream")
    assert stream.retry == "2000"
    assert tick.kind == "tick"
    assert tick.told["counts"]["tree_care"]["New"] == 2
    assert tick.told["per_minute"]["tree_care"] == 0


async def test_a_decision_is_told_as_one_bulk_event_and_its_undo_as_another(farm: Farm) -> None:
    oak, elm = await add_trees(farm.engine, "oak", "elm")
    async with farm.person() as ana, listening_to(ana) as stream:
        token = await decide(ana, "Queued", oak, elm)
        made = (await stream.next("bulk")).told
        assert (made["workflow"], made["batch_id"], made["state"], made["count"]) == ("tree_care", token, "done", 2)
        await ana.post(f"/undo/{token}")
        undone = (await stream.next("bulk")).told
        assert (undone["batch_id"], undone["state"], undone["count"]) == (token, "undone", 2)


async def test_an_undo_of_an_old_decision_is_told_too(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    (oak,) = await add_trees(farm.engine, "oak")
    async with farm.person() as ana:
        token = await decide(ana, "Queued", oak)
        monkeypatch.setattr("scrapersky.curation_sdk.live.batches.id_ago", lambda *_: UUID(int=2**128 - 1))
        async with listening_to(ana) as stream:
            await stream.next("tick")
            await ana.post(f"/undo/{token}")
            assert (await stream.next("bulk")).told["state"] == "undone"


async def test_what_is_added_to_a_sitting_that_began_long_ago_is_told_too(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    oak, elm = await add_trees(farm.engine, "oak", "elm")
    body = {"status": "Skipped", "sitting": str(uuid4())}
    async with farm.person() as ana:
        await ana.put("/trees/status", json=body | {"ids": [str(oak)]})
        monkeypatch.setattr("scrapersky.curation_sdk.live.batches.id_ago", lambda *_: UUID(int=2**128 - 1))
        async with listening_to(ana) as stream:
            await stream.next("tick")
            await ana.put("/trees/status", json=body | {"ids": [str(elm)]})
            assert (await stream.next("bulk")).told["count"] == 2


async def test_rows_are_told_when_a_worker_takes_them_and_when_they_are_done(farm: Farm) -> None:
    (oak,) = await add_trees(farm.engine, "oak")
    async with farm.person() as ana, listening_to(ana) as stream:
        await decide(ana, "Queued", oak)
        lease = Lease(farm.engine)
        await lease.acquire()
        queue = Queue(tree_care, farm.engine)
        attempts = await queue.claim(lease.worker, 1)
        taken = (await stream.next("rows")).told
        assert [(row["id"], row["state"], row["title"]) for row in taken["rows"]] == [(str(oak), "Processing", "oak")]
        attempts[0].complete(None)
        await queue.complete(lease.worker, attempts)
        done = (await stream.next("rows")).told
    assert (done["workflow"], done["rows"][0]["state"], done["rows"][0]["attempts"]) == ("tree_care", "Complete", 1)


async def test_a_correction_is_told_to_every_workflow_of_the_table(farm: Farm) -> None:
    (oak,) = await add_trees(farm.engine, "oak")
    async with farm.person() as ana, listening_to(ana) as stream:
        await ana.patch(f"/trees/{oak}", json={"name": "holm oak"})
        told = [(await stream.next("rows")).told for _ in range(2)]
    assert {each["workflow"] for each in told} == {"tree_care", "tree_survey"}
    assert {row["title"] for each in told for row in each["rows"]} == {"holm oak"}


async def test_pausing_is_told_to_everyone(farm: Farm) -> None:
    async with farm.person() as ana, farm.person(STRANGER) as ben, listening_to(ana) as own, listening_to(ben) as other:
        for stream in (own, other):
            await stream.next("tick")
        await ana.put("/workflows/tree_care/paused/true")
        told = [(await stream.next("workflow")).told for stream in (own, other)]
    assert [(each["name"], each["paused"]) for each in told] == [("tree_care", True)] * 2
    assert [each["changed_by"] for each in told] == ["test admin", "an administrator"]


async def test_counts_follow_within_seconds(farm: Farm) -> None:
    (oak,) = await add_trees(farm.engine, "oak")
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")
        await decide(ana, "Queued", oak)
        await farm.work()
        while (tick := await stream.next("tick")).told["counts"]["tree_care"]["Complete"] == 0:
            pass
    assert tick.told["per_minute"]["tree_care"] == 1


async def test_a_tick_never_repeats_counts_from_before_what_it_follows(orchard: AsyncEngine) -> None:
    registry, hub = orchard_registry(), Hub()
    overviews = Overviews(registry)
    hub.join(TENANT)
    async with AsyncSession(orchard) as session:
        await overviews.of(session, TENANT)
    await add_trees(orchard, "oak")
    await Feed(orchard, registry, hub, overviews).look()
    (_, told), *_ = hub._channels[TENANT].ring
    assert b'"tree_care":{"New":1' in told


async def test_after_a_count_that_took_an_outage_the_next_comes_within_a_minute(orchard: AsyncEngine) -> None:
    moments = iter((0.0, 1200.0, 1259.0, 1260.0, 1260.0, 1260.0))
    ticks = Ticks(Overviews(orchard_registry()), lambda: next(moments))
    async with AsyncSession(orchard) as session:
        look = Poll(session, datetime.now(UTC), [TENANT])
        told = [len(list(await ticks.news(look, []))) for _ in range(3)]
    assert told == [1, 0, 1]


async def test_every_look_finds_what_is_new_by_an_index(orchard: AsyncEngine) -> None:
    async with AsyncSession(orchard) as session:
        look = Poll(session, datetime.now(UTC), [TENANT])
        await session.execute(select(func.set_config("enable_seqscan", "off", False)))  # noqa: FBT003
        statements = {
            "runs_pkey": live_rows._newest(look, Run, Run.workflow, UUID(int=5)),
            "changes_pkey": live_rows._newest(look, Change, Change.table_name, UUID(int=5)),
            "ix_tree_care_in_work": live_rows._in_work(look, tree_care),
        }
        for index, statement in statements.items():
            nodes = nodes_of(await plan_of(session, statement))
            assert index in {node.get("Index Name") for node in nodes}, nodes


async def test_more_rows_than_an_event_holds_are_told_as_many(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_rows, "MOST_ROWS", 2)
    trees = await add_trees(farm.engine, "oak", "elm", "yew")
    async with farm.person() as ana, listening_to(ana) as stream:
        await decide(ana, "Queued", *trees)
        assert (await stream.next("bulk")).told["batch_id"] is not None
        await farm.work()
        while (bulk := await stream.next("bulk")).told["batch_id"] is not None:
            pass
    assert (bulk.told["state"], bulk.told["count"]) == ("changed", 3)


async def test_a_browser_that_comes_back_hears_what_it_missed(farm: Farm) -> None:
    (oak,) = await add_trees(farm.engine, "oak")
    async with farm.person() as ana:
        async with listening_to(ana) as stream:
            await stream.next("tick")
            last_id = stream.last_id
        token = await decide(ana, "Queued", oak)
        await asyncio.sleep(0.3)
        async with listening_to(ana, last_id) as stream:
            assert (await stream.next()).told["batch_id"] == token
        async with listening_to(ana, after=last_id) as stream:
            told = await stream.next()
            assert told.told["batch_id"] == token
        async with listening_to(ana, told.id, after=last_id) as stream:
            assert (await stream.next()).id != told.id, "where the browser itself is counts, not where the page began"


@pytest.mark.parametrize("last_id", ["", "deadbeef-3", "nonsense", "%EPOCH%-999", "%EPOCH%-1"])
async def test_a_browser_that_missed_too_much_fetches_anew(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, last_id: str
) -> None:
    monkeypatch.setattr(hubs, "EVENTS_KEPT", 3)
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")
        epoch = stream.last_id.partition("-")[0]
        for number in range(5):
            farm.hub.publish(TENANT, ResyncEvent(reason=f"test {number}"))
        async with listening_to(ana, last_id.replace("%EPOCH%", epoch)) as again:
            farm.hub.publish(TENANT, ResyncEvent(reason="test 5"))
            first = await again.next()
    assert first.told["reason"] == ("test 5" if last_id == "" else "More happened meanwhile than is kept.")


async def test_another_tenants_rows_are_never_seen(farm: Farm) -> None:
    (mine,) = await add_trees(farm.engine, "oak")
    (theirs,) = await add_trees(farm.engine, "birch", tenant_id=STRANGER)
    async with farm.person() as ana, farm.person(STRANGER) as ben, listening_to(ana) as a, listening_to(ben) as b:
        await a.next("tick")
        await b.next("tick")
        await decide(ben, "Queued", theirs)
        await decide(ana, "Queued", mine)
        await farm.work()
        await ben.patch(f"/trees/{theirs}", json={"name": "silver birch"})
        heard, others = [await a.next()], [await b.next()]
        while not {event.kind for event in heard} >= {"bulk", "rows"}:
            heard.append(await a.next())
        while "silver birch" not in str(others):
            others.append(await b.next())
        farm.server.stop()
        heard, others = heard + await a.rest(), others + await b.rest()
    assert {row["id"] for event in heard if event.kind == "rows" for row in event.told["rows"]} == {str(mine)}
    assert str(theirs) not in str(heard)
    assert str(mine) not in str(others)
    assert str(theirs) in str(others)


async def test_streams_end_when_the_server_stops(farm: Farm) -> None:
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")
        started = time.monotonic()
        farm.server.stop()
        await stream.rest()
    assert time.monotonic() - started < 5


async def test_a_browser_that_does_not_read_is_cut_and_others_hear_on(farm: Farm) -> None:
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = farm.address.removeprefix("http://").split(":")
    slow.connect((host, int(port)))
    slow.sendall(f"GET /api/v3/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin:{TENANT}\r\n\r\n".encode())
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")
        channel = farm.hub._channels[TENANT]
        assert len(channel.listeners) == 2
        reader = asyncio.create_task(_read_on(stream))
        for _ in range(2000):
            farm.hub.publish(TENANT, ResyncEvent(reason="x" * 20_000))
            await asyncio.sleep(0.001)
            if len(channel.listeners) == 1:
                break
        assert len(channel.listeners) == 1
        farm.hub.publish(TENANT, ResyncEvent(reason="the end"))
        await asyncio.wait_for(reader, 10)
    slow.close()


async def _read_on(stream: object) -> None:
    while (await stream.next()).told.get("reason") != "the end":  # type: ignore[attr-defined]
        pass


async def test_a_browser_that_leaves_is_forgotten(farm: Farm) -> None:
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")

    async def is_forgotten() -> bool:
        return not farm.hub._channels[TENANT].listeners

    await eventually(is_forgotten)


async def test_no_more_browsers_than_there_is_room_for(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "MOST_LISTENERS", 1)
    async with farm.person() as ana, listening_to(ana) as stream:
        await stream.next("tick")
        answer = await ana.get("/events")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too_many_listeners")


async def test_nobody_listens_without_signing_in(farm: Farm) -> None:
    async with httpx.AsyncClient(base_url=farm.address) as stranger:
        assert (await stranger.get("/api/v3/events")).status_code == 401


async def test_a_look_that_comes_late_makes_browsers_fetch_anew(engine: AsyncEngine) -> None:
    registry, hub = orchard_registry(), Hub()
    feed = Feed(engine, registry, hub, Overviews(registry))
    listener = hub.join(TENANT)
    await feed.look()
    feed._looked_at = time.monotonic() - 60
    await feed.look()
    hub.close()
    told = b"".join([piece async for piece in listener.pieces()])
    assert told.count(b"event: resync") == 1


async def test_a_beat_is_sent_while_nothing_happens() -> None:
    pieces = Subscriber(b"hello").pieces(heartbeat_seconds=0.01)
    beat = f"event: beat\ndata: {BeatEvent().model_dump_json()}\n\n".encode()
    assert [await anext(pieces), await anext(pieces), await anext(pieces)] == [b"hello", beat, beat]


def test_a_tenant_is_watched_a_minute_longer_than_somebody_listens() -> None:
    now = 100.0
    hub = Hub(clock=lambda: now)
    listener = hub.join(TENANT)
    hub.leave(TENANT, listener)
    now = 150.0
    assert hub.tenants() == [TENANT]
    now = 161.0
    assert hub.tenants() == []


def test_numbers_of_another_epoch_mean_nothing() -> None:
    one, other = Channel(), Channel()
    one.publish(ResyncEvent(reason="a"))
    assert b"resync" in other.greeting(f"{one.epoch}-1")
    assert b"resync" not in one.greeting(f"{one.epoch}-1")


async def test_events_are_described_for_the_browsers_types(engine: AsyncEngine) -> None:
    description = live_app(engine, Hub()).openapi()
    parts = description["components"]["schemas"]
    events = {f"{name}Event" for name in ("Live", "Rows", "Tick", "Bulk", "Job", "Resync", "Beat")}
    assert {"LiveRow", *events} <= set(parts)
    answer = description["paths"]["/api/v3/events"]["get"]["responses"]["200"]
    assert answer["content"]["text/event-stream"]["schema"]["$ref"] == "#/components/schemas/LiveEvent"


class Moody:
    """A watch of the product's own that fails so many times, and from then on has the same news."""

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures, self.error, self.looks = failures, error, 0

    async def news(self, look: Poll) -> list[News]:
        self.looks += 1
        if self.looks <= self.failures:
            raise self.error
        return [(tenant_id, ResyncEvent(reason="at last")) for tenant_id in look.tenants]


async def test_a_feed_goes_on_after_what_nobody_foresaw_and_tells_the_operator(
    orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr("scrapersky.curation_sdk.queue.background.SHORTEST_WAIT", 0.01)
    registry, hub, watch = orchard_registry(), Hub(), Moody(2, KeyError("surprise"))
    listener = hub.join(TENANT)
    feed = Feed(orchard, registry, hub, Overviews(registry), [watch])
    pieces = listener.pieces()
    async with running(feed), asyncio.timeout(50):
        while b"at last" not in await anext(pieces):
            pass
    async with AsyncSession(orchard) as session:
        (fault,) = await session.scalars(select(BackgroundFault))
    assert (fault.part, fault.message, fault.times) == ("live feed", "KeyError: 'surprise'", 2)


async def test_a_watch_that_fails_keeps_no_other_from_being_told(orchard: AsyncEngine) -> None:
    registry, hub = orchard_registry(), Hub()
    listener = hub.join(TENANT)
    feed = Feed(orchard, registry, hub, Overviews(registry))
    feed._watches = [Moody(1, KeyError("surprise")), Moody(0, KeyError())]
    with pytest.raises(KeyError):
        await feed.look()
    assert await told_to(listener) == 1


async def told_to(listener: Subscriber) -> int:
    listener.end()
    return b"".join([piece async for piece in listener.pieces()]).count(b"event: resync")


async def test_what_a_look_that_broke_off_may_have_missed_is_fetched_anew(orchard: AsyncEngine) -> None:
    registry, hub = orchard_registry(), Hub()
    feed = Feed(orchard, registry, hub, Overviews(registry), [])
    feed._watches.append(Moody(1, KeyError("surprise")))
    listener = hub.join(TENANT)
    with pytest.raises(KeyError):
        await feed.look()
    feed._watches.pop()
    await feed.look()
    await feed.look()
    assert await told_to(listener) == 1
