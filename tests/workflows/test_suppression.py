"""Who is on the suppression list is neither visited nor kept, whichever workflow comes by and whoever leads there."""

from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.clients.internet import Internet as FakeInternet
from tests.clients.internet import redirecting
from tests.conftest import Sessions
from tests.domains import make_domain
from tests.pages import make_page
from tests.sitemaps import make_sitemap

from scrapersky.app.internet import Internet, make_clients
from scrapersky.cli.running import read_settings
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.tables import Run
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation

HOME = "<html lang=en><title>Acme</title>" + "<p>We mend teeth.</p>" * 30
URLSET = "<urlset><url><loc>http://acme.example/a</loc></url></urlset>"

Plant = Callable[[AsyncSession, UUID], Awaitable[object]]


async def plant_domain(session: AsyncSession, tenant_id: UUID) -> object:
    return await make_domain(session, tenant_id, name="acme.example", home_url="http://acme.example/")


async def plant_sitemap(session: AsyncSession, tenant_id: UUID) -> object:
    return await make_sitemap(session, "http://acme.example/sitemap.xml", tenant_id)


async def plant_page(session: AsyncSession, tenant_id: UUID) -> object:
    return await make_page(session, "http://www.acme.example/about", tenant_id)


VISITS = pytest.mark.parametrize(
    ("workflow", "plant"),
    [
        (domain_curation, plant_domain),
        (sitemap_curation, plant_sitemap),
        (sitemap_import, plant_sitemap),
        (page_curation, plant_page),
    ],
    ids=["domain", "sitemap", "import", "page"],
)


class World:
    """Two sites, and a tenant that may leave either alone."""

    def __init__(self, engine: AsyncEngine, sessions: Sessions, internet: FakeInternet) -> None:
        self.engine, self.sessions, self.internet = engine, sessions, internet

    async def run(
        self, workflow: AnyWorkflow, plant: Plant, suppressed: str | None
    ) -> tuple[str, str | None, str | None]:
        """Queue one row of it; what became of that: state, outcome, message."""
        async with self.sessions.begin() as session:
            actor = Actor(await make_tenant(session), "ana")
            await plant(session, actor.tenant_id)
            if suppressed:
                await suppress(session, actor, [Mark.read(SuppressionKind.DOMAIN, suppressed)], "asked on the phone")
            ids = list(await session.scalars(select(workflow.curation.id)))
            await change_status(session, workflow, actor, ids, Decision(Settable.QUEUED))
        lease = Lease(self.engine, 3_600)
        await lease.acquire()
        async with self.internet.fetcher() as web:
            clients = make_clients(read_settings(), self.engine, Internet(), web)
            await run_job_loop(workflow, workflow.schedule, Runtime(self.engine, clients, lease))
        curation = workflow.curation
        async with self.sessions() as session:
            state, outcome = (await session.execute(select(curation.state, curation.outcome))).one()
            message = await session.scalar(select(Run.message))
        return state, outcome, message

    @property
    def visited(self) -> set[str]:
        return {seen.host.removeprefix("www.") for seen in self.internet.seen}


@pytest.fixture
async def world(engine: AsyncEngine, sessions: Sessions) -> AsyncIterator[World]:
    internet = FakeInternet()
    await internet.start("acme.example", "www.acme.example", "other.example")
    for host in ("acme.example", "www.acme.example", "other.example"):
        internet.site(host, {"/": HOME, "/about": HOME, "/sitemap.xml": URLSET})
    yield World(engine, sessions, internet)
    await internet.close()


@VISITS
async def test_a_suppressed_domain_is_not_asked_for_anything(world: World, workflow: AnyWorkflow, plant: Plant) -> None:
    state, outcome, message = await world.run(workflow, plant, "acme.example")
    assert (state, outcome, world.visited) == ("Complete", "suppressed", set())
    assert "The domain acme.example is on the suppression list: asked on the phone." in (message or "")


@VISITS
async def test_nor_is_one_that_another_leads_to(world: World, workflow: AnyWorkflow, plant: Plant) -> None:
    for host in ("acme.example", "www.acme.example"):
        onward = redirecting("http://other.example/")
        world.internet.site(host, {"/": onward, "/about": onward, "/sitemap.xml": onward})
    state, outcome, _ = await world.run(workflow, plant, "other.example")
    assert (state, outcome, world.visited) == ("Complete", "suppressed", {"acme.example"})


@VISITS
async def test_nor_one_that_only_has_the_robots_txt(world: World, workflow: AnyWorkflow, plant: Plant) -> None:
    for host in ("acme.example", "www.acme.example"):
        world.internet.site(host, {}, robots=redirecting("http://other.example/robots.txt"))
    state, outcome, _ = await world.run(workflow, plant, "other.example")
    assert (state, outcome, world.visited) == ("Complete", "suppressed", {"acme.example"})


@VISITS
async def test_others_are_visited_as_ever(world: World, workflow: AnyWorkflow, plant: Plant) -> None:
    state, outcome, _ = await world.run(workflow, plant, "other.example")
    assert (state, world.visited) == ("Complete", {"acme.example"})
    assert outcome != "suppressed"


async def test_a_sitemap_at_a_suppressed_host_is_left_out_and_the_others_are_found(world: World) -> None:
    robots = "User-agent: *\nDisallow:\nSitemap: http://other.example/sitemap.xml\nSitemap: /sitemap.xml\n"
    world.internet.site("acme.example", {}, robots=robots)
    state, outcome, message = await world.run(domain_curation, plant_domain, "other.example")
    assert (state, outcome, world.visited) == ("Complete", None, {"acme.example"})
    assert "other.example is on the suppression list" in (message or "")
