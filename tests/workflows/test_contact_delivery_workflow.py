"""Contact delivery end to end: a person queues contacts, and a receiver of webhooks has them once."""

from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from aiohttp import web as server
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from tests.businesses import make_tenant
from tests.clients.internet import Internet
from tests.contacts import PretendMailServers, make_contact

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.clients.mail.servers import MailRoute
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.testing import NamesConformance, app_of, client_of
from scrapersky.services.delivery_targets.seals import Seals
from scrapersky.services.delivery_targets.store import OwnTargets, set_up
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

PATH = "/contact-delivery"


class TestContactDeliveryNames(NamesConformance):
    workflow = contact_delivery


class Receiver:
    """Takes a contact once, however often it is sent, as an honest receiver does by the key."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.taken: dict[str, Any] = {}
        self.requests = 0

    async def __call__(self, request: server.Request) -> server.StreamResponse:
        self.requests += 1
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 200:
            self.taken[request.headers["Idempotency-Key"]] = orjson.loads(await request.read())["contact"]["email"]
        return server.Response(status=status, text="said")


async def queue(engine: AsyncEngine, tenant_id: UUID, ids: list[UUID]) -> dict[str, Any]:
    async with client_of(app_of(Registry([contact_delivery]), engine), tenant_id) as client:
        answer = await client.put(f"{PATH}/status", json={"ids": [str(each) for each in ids], "status": "Queued"})
        body: dict[str, Any] = answer.json()
    return body


async def drain(
    engine: AsyncEngine, tenant_id: UUID, ids: list[UUID], receiver: Receiver, mail_servers: PretendMailServers
) -> list[dict[str, Any]]:
    internet, lease = Internet(), Lease(engine)
    await internet.start("hooks.example")
    internet.site("hooks.example", {"/in": receiver.__call__})
    await lease.acquire()
    async with internet.fetcher() as web, client_of(app_of(Registry([contact_delivery]), engine), tenant_id) as client:
        targets = (Webhook("https://hooks.example/in", "a secret"),)
        clients = Clients(web, mail_servers=mail_servers, targets=targets)
        await run_job_loop(contact_delivery, contact_delivery.schedule, Runtime(engine, clients, lease))
        rows = [(await client.get(f"{PATH}/{each}")).json() for each in ids]
    await internet.close()
    return rows


async def stop(engine: AsyncEngine, tenant_id: UUID, domain: str) -> None:
    async with AsyncSession(engine) as session, session.begin():
        await suppress(session, Actor(tenant_id, "ana"), [Mark.read(SuppressionKind.DOMAIN, domain)])


async def contacts(engine: AsyncEngine, *emails: str) -> tuple[UUID, list[UUID]]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        return tenant_id, [await make_contact(session, tenant_id, email=email) for email in emails]


async def test_queued_contacts_are_delivered_or_say_why_not(engine: AsyncEngine) -> None:
    tenant_id, ids = await contacts(engine, "ana@cedar.example", "bo@gone.example", "cy@stop.example")
    receiver, servers = Receiver(), PretendMailServers({"gone.example": MailRoute(domain_exists=False)})
    await queue(engine, tenant_id, ids)
    await stop(engine, tenant_id, "stop.example")
    rows = await drain(engine, tenant_id, ids, receiver, servers)
    assert [row["state"] for row in rows] == ["Complete"] * 3
    assert [row["outcome"] for row in rows] == [None, "invalid", "suppressed"]
    told = [contact_delivery.outcomes.get(row["outcome"]) for row in rows]
    assert told == [None, "Not sent: address invalid", "Not sent: suppressed"]
    assert [row["row"]["delivered_to"] for row in rows] == [["webhook"], [], []]
    assert list(receiver.taken.values()) == ["ana@cedar.example"]
    await queue(engine, tenant_id, ids[:1])
    (again,) = await drain(engine, tenant_id, ids[:1], receiver, servers)
    assert (again["state"], again["outcome"], receiver.requests) == ("Complete", "already_delivered", 1)


async def test_a_contact_that_is_suppressed_when_it_is_decided_about_stays_new(engine: AsyncEngine) -> None:
    tenant_id, ids = await contacts(engine, "ana@cedar.example", "cy@stop.example")
    await stop(engine, tenant_id, "stop.example")
    told = await queue(engine, tenant_id, ids)
    assert [each["id"] for each in told["refused"]] == [str(ids[1])]
    receiver = Receiver()
    rows = await drain(engine, tenant_id, ids, receiver, PretendMailServers())
    assert [(row["state"], row["outcome"]) for row in rows] == [("Complete", None), ("New", None)]
    assert list(receiver.taken.values()) == ["ana@cedar.example"]


async def test_a_receiver_that_is_away_is_tried_again_and_one_that_refuses_is_not(engine: AsyncEngine) -> None:
    for status, state in ((503, "Queued"), (400, "Error")):
        tenant_id, ids = await contacts(engine, "ana@cedar.example")
        receiver = Receiver(status)
        await queue(engine, tenant_id, ids)
        (row,) = await drain(engine, tenant_id, ids, receiver, PretendMailServers())
        assert (row["state"], row["outcome"], receiver.requests) == (state, f"http_{status}", 1)
        assert "said" in row["error"]


async def test_contacts_go_to_the_target_of_their_own_tenant(engine: AsyncEngine, tmp_path: Path) -> None:
    """One worker, two tenants, each with a webhook of its own."""
    seals = Seals(Settings.model_validate({"scrapersky_data": tmp_path}))
    sessions, receivers = async_sessionmaker(engine, expire_on_commit=False), {}
    internet, lease = Internet(), Lease(engine)
    await internet.start("one.example", "two.example")
    await lease.acquire()
    for name in ("one", "two"):
        receivers[name] = Receiver()
        internet.site(f"{name}.example", {"/in": receivers[name].__call__})
        tenant_id, ids = await contacts(engine, f"{name}@cedar.example")
        async with sessions.begin() as session:
            values = {"webhook_url": f"https://{name}.example/in", "webhook_secret": f"the secret of {name}"}
            await set_up(session, seals, Actor(tenant_id, name), "webhook", values)
        await queue(engine, tenant_id, ids)
    async with internet.fetcher() as web:
        own = OwnTargets(sessions, seals, (Webhook("https://nobody.example/", "the installation's"),))
        clients = Clients(web, mail_servers=PretendMailServers(), own_targets=own.of)
        await run_job_loop(contact_delivery, contact_delivery.schedule, Runtime(engine, clients, lease))
    await internet.close()
    assert {name: list(each.taken.values()) for name, each in receivers.items()} == {
        "one": ["one@cedar.example"],
        "two": ["two@cedar.example"],
    }
