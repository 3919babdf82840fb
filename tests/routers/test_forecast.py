"""What searches and scans will cost, by what the latest did."""

import httpx
from sqlalchemy import insert
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.models.place_search import PlaceSearch
from scrapersky.models.user import User
from scrapersky.product import Product
from scrapersky.routers.auth import Reception


async def test_a_search_costs_what_searches_cost_lately(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    stranger = await add_person(product, "zoe", tenant="other")
    rows = [
        {"source": "google", "phrase": "x", "what": "x", "area": "y", "tenant_id": tenant, "cost_micros": cost}
        | {"single_search_curation_status": "Queued", "single_search_processing_status": "Complete"}
        for tenant, cost in ((ana.tenant_id, 1_000_000), (ana.tenant_id, 2_000_000), (stranger.tenant_id, 9_000_000))
    ]
    async with product.sessions.begin() as session:
        await session.execute(insert(PlaceSearch), rows)
    answer = await client.get("/api/v3/single-search/forecast?rows=10", headers=bearer(reception, ana))
    assert answer.json()["cost_micros"] == 15_000_000
    assert "about $15.00" in answer.json()["words"]
