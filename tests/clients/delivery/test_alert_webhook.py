"""Troubles of the installation are told to a webhook: signed, each at most once an hour, and to no inner address."""

from datetime import timedelta

import orjson
import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from tests.clients.delivery.conftest import answering
from tests.clients.internet import Internet
from tests.domains import make_domain

from scrapersky.clients.delivery import DeliveryFailed
from scrapersky.clients.delivery.webhook import SIGNATURE, TIMESTAMP, signature
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.tables import BackgroundFault, WorkflowSetting
from scrapersky.models import Domain, Tenant, ToldAlert
from scrapersky.services.alerting import Alerting, alert_hook
from scrapersky.workflows import product_workflows

URL = "https://hooks.example/alerts"
SECRET = "a secret"
Sessions = async_sessionmaker[AsyncSession]


def alerting(sessions: Sessions, web: Fetcher, url: str = URL, secret: str = SECRET) -> Alerting:
    hook = alert_hook(url, Settings.model_validate({"alert_webhook_secret": secret}))
    return Alerting(sessions, Registry(product_workflows()), {"broken": "no table"}, hook, web)


async def make_trouble(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        reason = {"paused": True, "paused_because": "50 rows in a row failed"}
        await session.execute(insert(WorkflowSetting).values(workflow="page_curation", **reason))
        await session.execute(
            insert(BackgroundFault).values(host="elsewhere", pid=7, part="rescue", message="m", has_ended=True)
        )
        tenant = (await session.execute(insert(Tenant).values(name="main").returning(Tenant.id))).scalar_one()
        row, curation = await make_domain(session, tenant), Domain.domain_curation
        waiting = {curation.processing_status: "Queued", curation.curation_status: "Queued"}
        since = {curation.queue_order: func.now() - timedelta(hours=2)}
        await session.execute(update(Domain).where(Domain.id == row).values(waiting | since))


async def test_each_trouble_is_told_once_and_signed(internet: Internet, web: Fetcher, sessions: Sessions) -> None:
    service = answering(200, b"")
    internet.site("hooks.example", {"/alerts": service.page})
    await make_trouble(sessions)
    assert await alerting(sessions, web).send_due() == 4
    told = {orjson.loads(body)["alert"]["key"]: orjson.loads(body)["alert"]["words"] for body in service.bodies}
    assert set(told) == {"refused:broken", "background:rescue", "paused:page_curation", "waiting:domain_curation"}
    assert told["paused:page_curation"] == "Pages: paused itself: 50 rows in a row failed"
    assert "waits for 2.0 h" in told["waiting:domain_curation"]
    for body, headers in zip(service.bodies, service.headers, strict=True):
        assert headers[SIGNATURE] == signature("a secret", headers[TIMESTAMP], body)
    assert await alerting(sessions, web).send_due() == 0


async def test_what_lasts_is_told_again_after_an_hour(internet: Internet, web: Fetcher, sessions: Sessions) -> None:
    internet.site("hooks.example", {"/alerts": answering(200, b"").page})
    looking = alerting(sessions, web)
    assert await looking.send_due() == 1
    for ago, told in ((timedelta(minutes=59), 0), (timedelta(minutes=61), 1)):
        async with sessions.begin() as session:
            await session.execute(update(ToldAlert).values(told_at=func.now() - ago))
        assert await looking.send_due() == told


async def test_what_the_receiver_did_not_take_is_told_again(
    internet: Internet, web: Fetcher, sessions: Sessions
) -> None:
    internet.site("hooks.example", {"/alerts": answering(500, b"").page})
    with pytest.raises(DeliveryFailed, match="webhook for alerts"):
        await alerting(sessions, web).send_due()
    async with sessions() as session:
        assert list(await session.scalars(select(ToldAlert.key))) == []


async def test_neither_an_inner_address_nor_an_unsigned_hook_is_used(web: Fetcher, sessions: Sessions) -> None:
    with pytest.raises(DeliveryFailed, match="ALERT_WEBHOOK_URL"):
        await alerting(sessions, web, url="http://169.254.169.254/alerts").send_due()
    with pytest.raises(DeliveryFailed, match="ALERT_WEBHOOK_SECRET"):
        await alerting(sessions, web, secret="").send_due()
