"""Rows of a run flow: each goes on as soon as it may, also what came in late."""

import asyncio
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.cli.test_run import WISH, plant, readable_sites, simulated_product

from scrapersky.cli import pipeline as rounds
from scrapersky.cli.pipeline import WaitingTimes
from scrapersky.cli.run import begin
from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk import Defer, Nothing, Workflow
from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.statuses import Settable
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.schedule_store import set_paused
from scrapersky.models import Contact, Domain, LocalBusiness, SitemapFile
from scrapersky.services.domain_extraction_service import find_domain
from scrapersky.services.runs.run import PipelineRun
from scrapersky.services.sitemap_curation_service import analyse_sitemap
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation

pytestmark = pytest.mark.timeout(120)


async def test_what_was_put_off_and_done_since_has_its_followers(database_url: str, tmp_path: Path) -> None:
    """The first stage's rows wait for longer than the run does; they come in while the last stage is at work."""
    is_open = asyncio.Event()

    async def later(business: LocalBusiness, clients: Clients | None) -> Any:
        if not is_open.is_set():
            raise Defer("not now", after=timedelta(seconds=1.5))
        return await find_domain(business, clients)

    async def take_time(_: Contact, __: object) -> Nothing:
        is_open.set()
        await asyncio.sleep(3)
        return Nothing("waited")

    async def save(_: AsyncSession, __: Contact, ___: Nothing) -> int:
        return 0

    waiting = Workflow(code="WF9", title="Waiting", curation=Contact.contact_delivery, work=take_time, save=save)
    stages: list[AnyWorkflow] = [replace(domain_extraction, work=later), sitemap_curation, waiting]
    async with simulated_product(database_url, tmp_path, stages) as (simulator, product):
        pipeline = replace(await begin(WISH, product), pace=WaitingTimes(patience=0.5))
        for site in readable_sites(simulator.world)[:2]:
            await plant(pipeline, site, f"ana@{site.host}")
        async with product.sessions.begin() as session:
            first = select(Domain.id).order_by(Domain.id).limit(1).scalar_subquery()
            known = select(LocalBusiness.id).order_by(LocalBusiness.id).limit(1).scalar_subquery()
            await session.execute(update(LocalBusiness).where(LocalBusiness.id == known).values(domain_id=first))
        assert await pipeline.work_through()
        summary = await pipeline.summary()
    assert [(stage.complete, stage.left_new) for stage in summary.stages] == [(2, 0), (2, 0), (2, 0)]


async def test_a_slow_site_holds_up_only_itself(database_url: str, tmp_path: Path) -> None:
    """Its sitemap is read when the other site's contact was handed over; its own contact waits for its sitemap."""
    handed_over: list[str | None] = []
    is_one_done = asyncio.Event()

    async def read_slowly(sitemap: SitemapFile, clients: Clients) -> Any:
        if urlsplit(sitemap.url).hostname == slow.host:
            await is_one_done.wait()
        return await analyse_sitemap(sitemap, clients)

    async def hand_over(contact: Contact, _: object) -> Nothing:
        handed_over.append(contact.email)
        is_one_done.set()
        return Nothing("handed over")

    async def save(_: AsyncSession, __: Contact, ___: Nothing) -> int:
        return 0

    delivery = Workflow(code="WF9", title="Delivery", curation=Contact.contact_delivery, work=hand_over, save=save)
    stages: list[AnyWorkflow] = [domain_extraction, replace(sitemap_curation, work=read_slowly), delivery]
    async with simulated_product(database_url, tmp_path, stages) as (simulator, product):
        slow, quick = readable_sites(simulator.world)[:2]
        pipeline = replace(await begin(WISH, product), pace=WaitingTimes(patience=60))
        for site in (slow, quick):
            await plant(pipeline, site, f"ana@{site.host}")
        assert await pipeline.work_through()
    assert handed_over == [f"ana@{quick.host}", f"ana@{slow.host}"]


async def test_a_stage_that_is_paused_meanwhile_is_not_waited_for(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with simulated_product(database_url, tmp_path, [sitemap_curation, domain_extraction]) as (simulator, product):
        pipeline = replace(await begin(WISH, product), pace=WaitingTimes(patience=60))
        await plant(pipeline, readable_sites(simulator.world)[0], "ana@cedar.example")

        async def pause(run: PipelineRun) -> None:
            """When the business's domain is known, and before the next round queues the sitemap."""
            async with product.sessions.begin() as session:
                await set_paused(session, sitemap_curation, pipeline.actor, paused=True)
                queued = Decision(Settable.QUEUED)
                ids = list(await session.scalars(select(SitemapFile.id)))
                await change_status(session, sitemap_curation, pipeline.actor, ids, queued)

        assert await replace(pipeline, watch=pause).work_through()
    assert capsys.readouterr().out.count("WF5 Sitemap check is paused") == 1


async def test_after_an_outage_a_run_goes_on_at_once(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round that waited for the database was long; resting for three times that was taken for a run that hangs."""
    monkeypatch.setattr(rounds, "LONGEST_REST", 0.5)
    looked: list[float] = []

    async def outage(_: PipelineRun) -> None:
        if not looked:
            await asyncio.sleep(2)
        looked.append(time.monotonic())

    async with simulated_product(database_url, tmp_path, [domain_extraction]) as (_, product):
        assert await replace(await begin(WISH, product), watch=outage).work_through()
    assert looked[1] - looked[0] < 4
