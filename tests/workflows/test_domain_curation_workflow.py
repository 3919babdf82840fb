"""Domain curation end to end: a person queues domains and reads what came of them."""

from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.businesses import make_tenant
from tests.domains import make_domain
from tests.simulated import simulated_internet
from tests.sitemaps import sites_of

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.queue.job_loop import run_job_loop
from scrapersky.curation_sdk.queue.lease import Lease
from scrapersky.curation_sdk.queue.runtime import Runtime
from scrapersky.curation_sdk.testing import NamesConformance, app_of, client_of
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation

PATH = "/domain-curation"


class TestDomainCurationNames(NamesConformance):
    workflow = domain_curation

    def test_examples_from_the_checklist(self) -> None:
        names = domain_curation.names
        assert names.update_status_batch == "update_domain_status_batch"
        assert names.process_single == "process_single_domain_for_domain_curation"
        assert names.curation_status_type == "domaincurationcurationstatus"
        assert names.status_button("selected") == "update-domains-status-selected"
        assert names.setting("batch_size") == "DOMAIN_CURATION_SCHEDULER_BATCH_SIZE"


async def domains(engine: AsyncEngine, *urls: str) -> tuple[UUID, list[UUID]]:
    async with AsyncSession(engine) as session, session.begin():
        tenant_id = await make_tenant(session)
        return tenant_id, [await make_domain(session, tenant_id, home_url=url) for url in urls]


async def queue_and_drain(
    engine: AsyncEngine, clients: Clients, tenant_id: UUID, ids: list[UUID]
) -> list[dict[str, Any]]:
    lease = Lease(engine)
    await lease.acquire()
    registry = Registry([domain_curation, sitemap_curation])
    async with client_of(app_of(registry, engine), tenant_id) as client:
        await client.put(f"{PATH}/status", json={"ids": [str(each) for each in ids], "status": "Queued"})
        await run_job_loop(domain_curation, domain_curation.schedule, Runtime(engine, clients, lease))
        return [(await client.get(f"{PATH}/{each}")).json() for each in ids]


async def test_queued_domains_end_with_sitemaps_or_with_a_reason(engine: AsyncEngine) -> None:
    async with simulated_internet(seed=3, businesses=120) as internet:
        sites = sites_of(internet.simulator.world)
        good = next(site for site in sites if site.robots.state == "allow_all" and site.robots.sitemaps)
        closed = next(site for site in sites if site.robots.state == "disallow_all")
        urls = (f"{good.origin}/", f"{closed.origin}/", "https://nobody-is-here.example/")
        tenant_id, ids = await domains(engine, *urls)
        found, refused, gone = await queue_and_drain(engine, internet.clients, tenant_id, ids)
    assert (found["state"], found["outcome"]) == ("Complete", None)
    assert found["row"]["final_url"] == f"{good.origin}/"
    assert found["row"]["sitemaps_found"] >= 1
    assert (refused["state"], refused["outcome"]) == ("Complete", "robots")
    assert (refused["row"]["robots_state"], refused["row"]["title"]) == ("forbids", None)
    assert (gone["state"], gone["outcome"]) == ("Error", "dns")
    assert "nobody-is-here.example" in gone["error"]


async def test_sitemaps_of_a_domain_are_its_lineage_and_go_with_it(engine: AsyncEngine) -> None:
    async with simulated_internet(seed=3, businesses=60) as internet:
        sites = sites_of(internet.simulator.world)
        site = next(site for site in sites if site.robots.state == "allow_all" and site.robots.sitemaps)
        tenant_id, ids = await domains(engine, f"{site.origin}/")
        (found,) = await queue_and_drain(engine, internet.clients, tenant_id, ids)
    registry = Registry([domain_curation, sitemap_curation])
    async with client_of(app_of(registry, engine), tenant_id) as client:
        steps = (await client.get(f"{PATH}/{ids[0]}/lineage")).json()
        listed = (await client.get("/sitemap-files/list")).json()
        dry = (await client.delete(f"{PATH}/{ids[0]}", params={"dry_run": True})).json()
    count = found["row"]["sitemaps_found"]
    assert {step["table"] for step in steps} == {"domains", "sitemap_files"}
    assert listed["total"] == dry["counts"]["sitemap_files"] == count
    assert {item["state"] for item in listed["items"]} == {"New"}
