"""What was asked of paid sources and handed over today."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import insert
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.clients.places.source import Terms
from scrapersky.curation_sdk.declaring.columns import earliest_id
from scrapersky.models import ApiCall, User
from scrapersky.routers.budgets import usage_of_source
from scrapersky.routers.sessions import Reception
from scrapersky.services.api_usage import Usage, midnight, record_calls


async def test_requests_of_today_and_their_cost_are_the_tenants_own(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    yesterday = UUID(int=earliest_id(midnight(datetime.now(UTC)) - timedelta(seconds=1)).int + uuid4().int % 10**9)
    old = {"id": yesterday, "tenant_id": ana.tenant_id, "source": "google", "calls": 90, "cost_micros": 9}
    async with product.sessions.begin() as session:
        await session.execute(insert(ApiCall).values(old))
        for tenant_id, calls, cost in ((ana.tenant_id, 3, 105_000), (ana.tenant_id, 1, 20_000), (zoe.tenant_id, 50, 1)):
            await record_calls(session, tenant_id, "google", calls, cost)
        await record_calls(session, ana.tenant_id, "overpass", 0, 0)
        await record_calls(session, zoe.tenant_id, "only-others-ask-it", 1, 1)
    answer = await client.get("/api/v3/limits", headers=bearer(reception, ana))
    assert answer.json()["items"] == [
        {
            "name": "google",
            "title": "google",
            "used_today": 4,
            "most_per_day": None,
            "unit": "requests",
            "cost_micros": 125_000,
        }
    ]


@pytest.mark.parametrize(("most_per_day", "used"), [(None, 4), (100, 54)])
def test_where_a_limit_is_shared_everyones_requests_count(most_per_day: int | None, used: int) -> None:
    terms = Terms("google", "Google", 60, most_per_day=most_per_day)
    assert usage_of_source("google", terms, Usage("google", 4, 1, calls_of_all=54)).used_today == used
