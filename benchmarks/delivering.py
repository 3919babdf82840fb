"""How many contacts an hour HubSpot gets, by a server with HubSpot's documented limits and a worker that is killed.

    python -m benchmarks.delivering [contacts] [kills]

The server takes 100 requests in ten seconds and 250,000 a day, 100 contacts in each and nobody twice in one. Now and
then it fails, is in a conflict, refuses one contact of many (207), or takes a request and loses the answer. The worker
is the product's own, with its own schedule; `kill -9` ends it, and another goes on. Contacts are in the CRM once, each
that was not refused is there, and each has one delivery on record.
"""

import asyncio
import resource
import signal
import ssl
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
import trustme
from aiohttp import web
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.our_worker import OneServer, queue
from scrapersky.bench.served import plant_sites, scratch_server
from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.hubspot import UPSERT, HubSpot
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.policy import FetchPolicy
from scrapersky.clients.mail.servers import MailRoute
from scrapersky.coordination.turns import DatabasePacing
from scrapersky.curation_sdk.queue import Lease, Runtime, rescue, run_job_loop
from scrapersky.db.engine import make_engine
from scrapersky.models import Contact, Delivery
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

HOST = "api.hubapi.com"
A_WINDOW, IN_A_WINDOW, IN_A_DAY, IN_A_REQUEST = 10.0, 100, 250_000, 100
REFUSED_EVERY = 2_500
AT_ONCE_PLANTED = 2_000
FAILS_EVERY = {37: "away", 53: "conflict", 71: "lost"}


@dataclass
class PretendHubSpot:
    """`writes` counts for each address how often it was written: the first time creates, each other updates."""

    writes: Counter[str] = field(default_factory=Counter)
    refused: set[str] = field(default_factory=set)
    answers: Counter[str] = field(default_factory=Counter)
    recent: deque[float] = field(default_factory=deque)
    asked: int = 0
    until: int = 0
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        body = orjson.loads(await request.read())
        now = time.monotonic()
        while self.recent and self.recent[0] < now - A_WINDOW:
            self.recent.popleft()
        if len(self.recent) >= IN_A_WINDOW:
            told = {"status": "error", "message": "You have reached your ten_secondly_rolling limit."}
            return self._answer(429, told | {"errorType": "RATE_LIMIT", "policyName": "TEN_SECONDLY_ROLLING"})
        self.recent.append(now)
        self.asked += 1
        return self._judged(request, body["inputs"])

    def _judged(self, request: web.Request, inputs: Sequence[Mapping[str, Any]]) -> web.Response:
        emails = [str(each["id"]).lower() for each in inputs]
        if len(emails) > IN_A_REQUEST or len(set(emails)) < len(emails):
            return self._answer(400, _error("VALIDATION_ERROR", "Too many inputs, or one of them twice"))
        trouble = next((what for every, what in FAILS_EVERY.items() if self.asked % every == 0), "")
        if trouble == "away":
            return self._answer(502, {"status": "error", "message": "Bad gateway"})
        if trouble == "conflict":
            return self._answer(409, _error("CONFLICT", "Another request changes one of these contacts"))
        answer = self._taken(inputs)
        if trouble == "lost" and request.transport is not None:
            self.answers["lost"] += 1
            request.transport.abort()
        return answer

    def _taken(self, inputs: Sequence[Mapping[str, Any]]) -> web.Response:
        results, errors = [], []
        for each in inputs:
            email = str(each["id"]).lower()
            if email.startswith("refused"):
                self.refused.add(email)
                context = {"objectWriteTraceId": [each["objectWriteTraceId"]]}
                errors.append(_error("VALIDATION_ERROR", "Property values were not valid") | {"context": context})
                continue
            self.writes[email] += 1
            told = {"id": str(len(self.writes)), "new": self.writes[email] == 1, "properties": {"email": email}}
            results.append(told | {"objectWriteTraceId": each["objectWriteTraceId"]})
        if len(self.writes) >= self.until:
            self.enough.set()
        whole: dict[str, Any] = {"status": "COMPLETE", "results": results}
        return (
            self._answer(207, whole | {"errors": errors, "numErrors": len(errors)})
            if errors
            else self._answer(200, whole)
        )

    def _answer(self, status: int, told: Mapping[str, Any]) -> web.Response:
        self.answers[str(status)] += 1
        limits = {
            "X-HubSpot-RateLimit-Max": str(IN_A_WINDOW),
            "X-HubSpot-RateLimit-Remaining": str(IN_A_WINDOW - len(self.recent)),
            "X-HubSpot-RateLimit-Interval-Milliseconds": str(int(1_000 * A_WINDOW)),
            "X-HubSpot-RateLimit-Daily": str(IN_A_DAY),
            "X-HubSpot-RateLimit-Daily-Remaining": str(IN_A_DAY - self.asked),
        }
        return web.Response(status=status, body=orjson.dumps(told), content_type="application/json", headers=limits)


def _error(category: str, message: str) -> dict[str, Any]:
    return {"status": "error", "category": category, "message": message}


class MailEverywhere:
    async def route(self, _domain: str) -> MailRoute:
        return MailRoute(("mx.example",))


async def work(url: str, port: int, authority: str) -> None:
    """What a worker does, until nothing is left."""
    engine, internet = make_engine(url), OneServer(port)
    trust = ssl.create_default_context(cafile=authority)
    pacing = DatabasePacing(engine)
    schedule = contact_delivery.schedule
    async with (
        Fetcher(FetchPolicy(), resolver=internet, dialer=internet.dial, trust=trust, pacing=pacing) as fetcher,
        Lease(engine).held() as lease,
    ):
        clients = Clients(fetcher, mail_servers=MailEverywhere(), targets=(HubSpot("token"),))
        while await _open_rows(engine):
            await rescue(contact_delivery, schedule, engine)
            await run_job_loop(contact_delivery, schedule, Runtime(engine, clients, lease))
            await asyncio.sleep(0.2)
    await engine.dispose()


async def _open_rows(engine: AsyncEngine) -> int:
    status = contact_delivery.curation.processing_status
    async with AsyncSession(engine) as session:
        return (await session.scalar(select(func.count()).where(status.in_(("Queued", "Processing"))))) or 0


async def _plant(engine: AsyncEngine, contacts: int) -> None:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id, domains = await plant_sites(session, ["acme.example"])
        shared = {"tenant_id": tenant_id, "domain_id": domains["acme.example"], "owner": "person"}
        for start in range(0, contacts, AT_ONCE_PLANTED):
            emails = map(_email, range(start, min(contacts, start + AT_ONCE_PLANTED)))
            await session.execute(
                insert(Contact), [shared | {"identity": f"email:{each}", "email": each} for each in emails]
            )
    await queue(engine, contact_delivery.curation, None)


def _email(number: int) -> str:
    return f"{'refused' if number % REFUSED_EVERY == REFUSED_EVERY - 1 else 'ana'}{number}@acme.example"


@dataclass(frozen=True, slots=True)
class Delivered:
    contacts: int
    seconds: float
    lost: int
    doubled: int
    recorded: int
    server: PretendHubSpot

    @property
    def an_hour(self) -> float:
        return 3_600 * len(self.server.writes) / self.seconds

    def lines(self) -> Iterator[str]:
        server, there = self.server, len(self.server.writes)
        again = sum(times - 1 for times in server.writes.values())
        yield f"{there:,} of {self.contacts:,} contacts in {self.seconds:.0f} s: {self.an_hour:,.0f} an hour"
        yield f"{server.asked:,} requests; answers {dict(server.answers)}"
        yield f"lost {self.lost}, refused {len(server.refused)}, recorded {self.recorded:,}, twice {self.doubled}"
        yield f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.0f} s of a processor in workers"
        yield f"sent again after an answer that was lost, and updated: {again}"


async def measure(contacts: int, kills: int) -> Delivered:
    hubspot, authority = PretendHubSpot(), trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(HOST).configure_cert(context)
    application = web.Application()
    application.router.add_post(UPSERT.removeprefix(f"https://{HOST}"), hubspot)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
    await site.start()
    port = runner.addresses[0][1]
    async with scratch_server() as (server, engine):
        with authority.cert_pem.tempfile() as trusted:
            await _plant(engine, contacts)
            started = time.monotonic()
            await _deliver(hubspot, [server.address, str(port), trusted], contacts, kills)
            seconds = time.monotonic() - started
        found = await _judged(engine, hubspot, contacts, seconds)
    await runner.cleanup()
    return found


async def _deliver(hubspot: PretendHubSpot, place: Sequence[str], contacts: int, kills: int) -> None:
    for turn in range(1, kills + 2):
        worker = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks.delivering", "work", *place)
        if turn <= kills:
            hubspot.enough, hubspot.until = asyncio.Event(), contacts * turn // (kills + 1)
            await hubspot.enough.wait()
            worker.send_signal(signal.SIGKILL)
        await worker.wait()


async def _judged(engine: AsyncEngine, hubspot: PretendHubSpot, contacts: int, seconds: float) -> Delivered:
    wanted = {email for email in map(_email, range(contacts)) if not email.startswith("refused")}
    async with AsyncSession(engine) as session:
        each = select(func.count().label("times")).select_from(Delivery).group_by(Delivery.contact_id).subquery()
        recorded, doubled = (
            await session.execute(select(func.count(), func.count().filter(each.c.times > 1)).select_from(each))
        ).one()
    return Delivered(contacts, seconds, len(wanted - hubspot.writes.keys()), doubled, recorded, hubspot)


async def main(contacts: int = 10_000, kills: int = 2) -> int:
    found = await measure(contacts, kills)
    sys.stdout.writelines(f"{line}\n" for line in found.lines())
    is_well = not found.lost and not found.doubled and found.recorded == len(found.server.writes)
    return 0 if is_well and found.an_hour >= 50_000 else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        asyncio.run(work(sys.argv[2], int(sys.argv[3]), sys.argv[4]))
    else:
        sys.exit(asyncio.run(main(*map(int, sys.argv[1:]))))
