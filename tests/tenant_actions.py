"""What is done for a tenant beside the API's single requests: by workers, chores, orders, commands, and in a row.

Each action is done for a tenant of its own, and tells what that tenant's people would read of it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import delete, func, update
from tests.fake_places import NOON, FakeGazetteer, FakeSource
from tests.product import add_person
from tests.proxied import Answer, proxy_to
from tests.routers.test_tenants import THEIRS, World, add_estate, all_of, text_of

from scrapersky.app.internet import open_clients
from scrapersky.app.orders import export_runner, rule_stream, scheduled_searches
from scrapersky.app.product import Product
from scrapersky.app.shared_product import make_runtime
from scrapersky.cli.autopilot import Growth, NoDisplay
from scrapersky.cli.pipeline import Flow, Pipeline
from scrapersky.cli.ready_contacts import ReadyContacts, RunFile
from scrapersky.clients.clients import Clients
from scrapersky.clients.places.errors import BudgetUsedUp
from scrapersky.clients.places.payer import Payer
from scrapersky.clients.places.source import PlaceSources, Terms
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow
from scrapersky.curation_sdk.declaring.tables import TenantPause
from scrapersky.curation_sdk.live.feed import Feed
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.queue import Lease, Queue, bind_session, bound_by, of_tenant, run_job_loop
from scrapersky.errors import ScraperSkyError
from scrapersky.models import PlacePair, Role, SearchSchedule, TenantTarget
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.services.places.certain_pairs import sweep_certain_pairs
from scrapersky.services.runs.default_rules import default_book
from scrapersky.services.runs.run import PipelineRun
from scrapersky.services.searches.requests import NewSearch, searched_before, start_search
from scrapersky.services.searches.schedules import named_search

PAGE = b"""<title>Cedar</title><a href="/team">Team</a><h1>Cedar</h1><h3>Ana Cedar</h3><p>Director</p>
<a href="mailto:ana@cedar.example">Mail</a><p>Mon-Fri 9-17</p><script type="application/ld+json">{"@context":
"https://schema.org", "@type": "Dentist", "name": "Cedar", "telephone": "+15125550100"}</script>"""


def anything(url: str) -> Answer:
    """Of any site: a list of its pages, and pages with somebody on them."""
    parts = urlsplit(url)
    home = f"http://{parts.netloc}"
    if parts.path == "/robots.txt":
        return "text/plain", f"Sitemap: {home}/sitemap.xml".encode()
    if parts.path.endswith(".xml"):
        return "application/xml", f"<urlset><url><loc>{home}/team</loc></url></urlset>".encode()
    return "text/html", PAGE


@dataclass(frozen=True)
class Own:
    """The tenant that something is done for, and the way there."""

    world: World
    browser: httpx.AsyncClient
    clients: Clients

    @property
    def product(self) -> Product:
        return self.world.product

    @property
    def actor(self) -> Actor:
        person = self.world.people["our admin"]
        return Actor(person.tenant_id, person.name)

    async def ask(self, method: str, url: str, **sent: Any) -> Any:
        answer = await self.world.ask(self.browser, "our admin", {"method": method, "url": url, **sent})
        return answer.json() if answer.content and "json" in answer.headers.get("content-type", "") else answer.text

    async def change(self, model: type[Any], **values: Any) -> None:
        async with of_tenant(self.product.sessions, self.actor.tenant_id).begin() as session:
            mine = model.tenant_id == self.actor.tenant_id
            await session.execute(delete(model).where(mine) if not values else update(model).where(mine).values(values))

    async def ids(self, workflow: AnyWorkflow) -> list[str]:
        listed = await self.ask("GET", f"/api/v3/{workflow.names.kebab}/list", params={"size": 100})
        return [row["id"] for row in listed["items"]]

    async def queue(self, workflow: AnyWorkflow) -> Any:
        wish = {"ids": await self.ids(workflow), "status": "Queued"}
        return await self.ask("PUT", f"/api/v3/{workflow.names.kebab}/status", json=wish)

    async def drain(self, workflow: AnyWorkflow) -> None:
        lease = Lease(self.product.engine)
        await lease.acquire()
        await run_job_loop(workflow, self.product.schedules[workflow], make_runtime(self.product, self.clients, lease))

    @property
    def run(self) -> PipelineRun:
        return PipelineRun(self.actor.tenant_id, self.world.ours.ids["search"], default_book(self.product.registry))


async def work(own: Own) -> str:
    """Pages of the businesses that are known, then every stage after the other, and all of them once more."""
    await own.change(TenantTarget)
    await own.change(TenantPause)
    erased = {"kind": "email", "value": "ben@cedar.example", "dry_run": False}
    told = [await own.ask("POST", "/api/v3/erasures", json=erased)]
    pages = {"addresses": [f"http://{own.world.ours.word}-{n}.example/team" for n in range(2)]}
    told.append(await own.ask("POST", "/api/v3/pages/submit", json=pages))
    registry = own.product.registry
    for workflow in (registry["page_curation"], registry["contact_curation"], *registry, *registry):
        told += [await own.queue(workflow), await own.ask("GET", "/api/v3/overview")]
        await own.drain(workflow)
    return str(told)


async def repeat_search(own: Own) -> str:
    searches = scheduled_searches(own.product)
    for _ in range(2):
        await own.change(SearchSchedule, next_at=func.now())
        await searches.step()
        await own.drain(own.product.registry["single_search"])
        await searches.step()
    return str(await own.ask("GET", "/api/v3/schedules/reports"))


async def export(own: Own) -> str:
    """Files, and what is told of them once somebody in them is on the list."""
    for workflow in ("contact_delivery", "domain_curation"):
        await own.ask("POST", "/api/v3/exports/jobs", json={"workflow": workflow})
    await export_runner(own.product).run_pending()
    await own.ask("POST", "/api/v3/suppressions", json={"kind": "email", "values": ["ana@cedar.example"]})
    await own.ask(
        "POST", "/api/v3/suppressions", json={"kind": "domain", "values": [f"{own.world.ours.word}-0.example"]}
    )
    listed = await own.ask("GET", "/api/v3/exports/jobs")
    files = [await own.ask("GET", f"/api/v3/exports/jobs/{each['id']}/file") for each in listed["items"]]
    return str([listed, files])


async def take_back(own: Own) -> str:
    """A suppression by its batch, and a decision over a filter that names others by their ids."""
    told = [await own.ask("POST", "/api/v3/suppressions", json={"kind": "email", "values": ["ana@cedar.example"]})]
    told += [await own.ask("POST", "/api/v3/suppressions", json={"kind": "domain", "values": ["cedar.example"]})]
    for each in (await own.ask("GET", "/api/v3/batches"))["items"]:
        told.append(await own.ask("POST", f"/api/v3/undo/{each['id']}"))
    ids = own.world.ours.ids
    for tab, wanted in (("contact-delivery", f"lists:{ids['list']}"), ("deep-scan", str(ids["batch"]))):
        wish = {"status": "Skipped", "filter": {"origin" if ":" in wanted else "batch": wanted}}
        counted = await own.ask("PUT", f"/api/v3/{tab}/status/by-filter", json=wish | {"dry_run": True})
        wish["expected_count"] = counted["matching_count"]
        told.append(await own.ask("PUT", f"/api/v3/{tab}/status/by-filter", json=wish))
    return str([*told, await own.ask("GET", "/api/v3/batches")])


async def keep_rules(own: Own) -> str:
    conditions = {"domain_curation": "not suppressed and businesses > 0", "contact_delivery": "not suppressed"}
    conditions |= {"page_curation": "local_business.rating > 3 and domain.people = 0"}
    rules = {name: [{"name": "All", "when": each}] for name, each in conditions.items()}
    told = await own.ask("POST", "/api/v3/rules/preview", json={"rules": rules})
    await own.ask("PUT", "/api/v3/rules", json={"rules": rules})
    await rule_stream(own.product).decide_all()
    return str([told, await own.ask("GET", "/api/v3/rules")])


async def merge_pairs(own: Own) -> str:
    await own.change(PlacePair, likeness=0.999)
    await sweep_certain_pairs(own.product.sessions)
    return str(await own.ask("GET", "/api/v3/duplicates", params={"decision": "merged"}))


async def pay(own: Own) -> str:
    payer = Payer(own.actor.tenant_id, own.world.ours.word, "deep_scan", own.world.ours.ids["deep-scan"])
    with suppress(BudgetUsedUp):
        assert own.clients.paid is not None
        await own.clients.paid.pay(payer, 1_000)
    return str(await own.ask("GET", "/api/v3/budgets"))


async def listen(own: Own) -> str:
    """To what changes while a worker has a row of this tenant, and another tenant gets all it has."""
    hub = Hub()
    ours = hub.join(own.actor.tenant_id)
    feed = Feed(own.product.engine, own.product.registry, hub, Overviews(own.product.registry), [WatchedExports()])
    await feed.look()
    await own.queue(own.product.registry["single_search"])
    await own.ask("POST", "/api/v3/exports/jobs", json={"workflow": "contact_delivery"})
    lease = Lease(own.product.engine)
    await lease.acquire()
    await Queue(own.product.registry["single_search"], own.product.engine).claim(lease.worker, 1)
    other = await add_person(own.product, f"{THEIRS}-{own.actor.name}", Role.ADMIN, f"{THEIRS}-{own.actor.name}")
    await add_estate(own.product, other, other.name)
    await feed.look()
    overview = await own.ask("GET", "/api/v3/overview")
    hub.close()
    return f"{await all_of(ours)} {overview}"


async def run_all(own: Own) -> str:
    """As `scrapersky run` does, for one round of it."""
    growth, stop = Growth(own.product, own.actor.tenant_id), asyncio.Event()
    pipeline = Pipeline(own.product, own.run, own.actor)
    out = own.product.settings.scrapersky_data / f"{own.actor.name}.csv"
    ready = ReadyContacts(
        pipeline, RunFile(out, "all", own.product.settings.scrapersky_data), is_followed=True, is_replaced=True
    )

    async def watch(run: PipelineRun) -> None:
        stop.set()
        await growth.look(run)
        await ready.take(run)

    await Flow(replace(pipeline, watch=watch), own.run, list(own.product.registry), stop).run_dry(NoDisplay())
    return str([await pipeline.summary(), await growth.crop(), out.read_text() if out.exists() else ""])


async def search_again(own: Own) -> str:
    """As the API's route does where it has place sources, bound to the person's tenant."""
    asked = NewSearch(f"{own.world.ours.word} in Austin", "fake")
    async with own.product.requests(**bound_by(lambda: own.actor.tenant_id)) as session, session.begin():
        made = [(await start_search(session, own.actor, asked, queue=False)).id for _ in range(2)]
        before = await searched_before(session, own.actor.tenant_id, asked)
    return str([made, before and before.search.id])


async def name_search(own: Own) -> str:
    """As `scrapersky schedule` does, which is bound once it knows the tenant."""
    async with own.product.sessions() as session:
        await bind_session(session, own.actor.tenant_id)
        with suppress(ScraperSkyError):
            return str((await named_search(session, own.actor.tenant_id, f"{own.world.ours.word} in Austin")).id)
    return ""


async def diagnose(own: Own) -> str:
    """Of the installation, with this tenant's errors."""
    asked = {"method": "GET", "url": "/api/v3/system/diagnostics"}
    return text_of(await own.world.ask(own.browser, "our admin", asked))


Action = Callable[[Own], Awaitable[str]]
ACTIONS: Mapping[str, Action] = {
    "work on rows": work,
    "repeat a search": repeat_search,
    "write exports": export,
    "take back": take_back,
    "keep rules": keep_rules,
    "merge pairs": merge_pairs,
    "pay": pay,
    "listen": listen,
    "run all": run_all,
    "search again": search_again,
    "name a search": name_search,
    "diagnose": diagnose,
}


class _CappedSource(FakeSource):
    """Is asked how many there are first, as sources are that tell no more than so many at once."""

    @property
    def terms(self) -> Terms:
        return replace(super().terms, cap=60)


@asynccontextmanager
async def clients_on(product: Product, folder: Path) -> AsyncIterator[Clients]:
    """The product's own, where every site answers and every place source knows two places."""
    sources = {name: _CappedSource(name=name) for name in ("overpass", "test", "fake", "google")}
    async with proxy_to(anything) as port:
        given = {"fetch_proxy": f"http://127.0.0.1:{port}", "fetch_interval_seconds": 0, "delivery_folder": folder}
        settings = product.settings.model_validate(product.settings.model_dump() | given)
        async with open_clients(settings, product.engine, product.internet) as clients:
            yield replace(clients, places=PlaceSources(sources, FakeGazetteer(), now=lambda: NOON))
