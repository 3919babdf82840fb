"""Hundreds of contacts for a server that is HubSpot by its documented limits, with a stop in the middle."""

import asyncio
import time
from collections import Counter, deque
from uuid import UUID

import orjson
import pytest
from aiohttp import web as server
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.clients.internet import Internet
from tests.contacts import PretendMailServers
from tests.domains import make_domain

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.hubspot import UPSERT, HubSpot
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.models import Contact, Delivery
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

CONTACTS = 600
WANTED_AN_HOUR = 50_000
REQUESTS_A_SECOND = 9


class Account:
    """A hundred requests in ten seconds, a hundred contacts in each, none of them twice; upserts by address."""

    def __init__(self) -> None:
        self.created: Counter[str] = Counter()
        self.requests = 0
        self.was_asked = asyncio.Event()
        self._moments: deque[float] = deque()

    async def __call__(self, request: server.Request) -> server.StreamResponse:
        now = time.monotonic()
        while self._moments and now - self._moments[0] > 10:
            self._moments.popleft()
        if len(self._moments) >= 100:
            headers = {"X-HubSpot-RateLimit-Interval-Milliseconds": "10000"}
            return server.json_response({"message": "ten_secondly_rolling"}, status=429, headers=headers)
        self._moments.append(now)
        self.requests += 1
        self.was_asked.set()
        inputs = orjson.loads(await request.read())["inputs"]
        emails = [each["id"] for each in inputs]
        assert len(set(emails)) == len(emails) <= 100
        results = [{"id": each["id"], "new": each["id"] not in self.created, **each} for each in inputs]
        self.created.update(each for each in emails if each not in self.created)
        return server.json_response({"status": "COMPLETE", "results": results})


@pytest.fixture
async def tenant_id(engine: AsyncEngine) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id)
        rows = [
            {
                "tenant_id": tenant_id,
                "domain_id": domain_id,
                "identity": f"email:p{number}@cedar.example",
                "owner": "business",
                "email": f"p{number}@cedar.example",
            }
            for number in range(CONTACTS)
        ]
        await session.execute(insert(Contact), rows)
        ids = list(await session.scalars(select(Contact.id)))
        await change_status(session, contact_delivery, Actor(tenant_id, "ana"), ids, Decision(Settable.QUEUED))
    return tenant_id


async def test_none_is_lost_and_none_is_doubled_when_it_stops_and_goes_on(engine: AsyncEngine, tenant_id: UUID) -> None:
    account, internet = Account(), Internet()
    await internet.start("api.hubapi.com")
    internet.site("api.hubapi.com", {UPSERT.removeprefix("https://api.hubapi.com"): account.__call__})
    async with internet.fetcher() as web:
        clients = Clients(web, mail_servers=PretendMailServers(), targets=(HubSpot("t"),))
        async with Lease(engine).held() as lease:
            working = asyncio.create_task(
                run_job_loop(contact_delivery, contact_delivery.schedule, Runtime(engine, clients, lease))
            )
            asked = asyncio.create_task(account.was_asked.wait())
            await asyncio.wait({working, asked}, return_when=asyncio.FIRST_COMPLETED)
            assert not working.done(), working
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
        assert len(account.created) < CONTACTS
        async with Lease(engine).held() as lease:
            await run_job_loop(contact_delivery, contact_delivery.schedule, Runtime(engine, clients, lease))
    await internet.close()
    async with AsyncSession(engine) as session:
        states = Counter(await session.scalars(select(contact_delivery.curation.state)))
        noted = await session.scalar(select(func.count(Delivery.id)))
    assert states == {"Complete": CONTACTS}
    assert (len(account.created), set(account.created.values()), noted) == (CONTACTS, {1}, CONTACTS)
    assert CONTACTS / account.requests * REQUESTS_A_SECOND * 3600 >= WANTED_AN_HOUR, account.requests
