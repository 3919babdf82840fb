"""What was asked of paid sources and handed over today."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import httpx
from sqlalchemy import insert
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.curation_sdk.timed_ids import earliest_id
from scrapersky.models.api_call import ApiCall
from scrapersky.models.user import User
from scrapersky.product import Product
from scrapersky.routers.auth import Reception
from scrapersky.services.api_usage import midnight, record_calls


async def test_requests_of_today_are_everyones_and_their_cost_is_the_tenants(
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
    answer = await client.get("/api/v3/limits", headers=bearer(reception, ana))
    assert answer.json()["items"] == [
        {
            "name": "google",
            "title": "google",
            "used_today": 54,
            "most_per_day": None,
            "unit": "requests",
            "cost_micros": 125_000,
        }
    ]
