"""What searches and scans will cost, by what the latest did."""

import httpx
from sqlalchemy import insert, update
from tests.fake_places import make_place
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.models import Place, PlaceSearch, User
from scrapersky.routers.sessions import Reception


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


async def test_before_anything_was_paid_for_the_price_list_tells_what_rows_cost_at_most(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    most = product.registry["deep_scan"].most_cost_micros
    assert most
    path, token = "/api/v3/deep-scan/forecast?rows=1000", bearer(reception, ana)
    told = (await client.get(path, headers=token)).json()
    assert (told["cost_micros"], told["cost_is_most"]) == (1000 * most, True)
    assert told["cost_words"].startswith(f"This costs at most ${most / 1000:,.2f}")
    async with product.sessions.begin() as session:
        place = await make_place(session, ana.tenant_id)
        done = {"deep_scan_curation_status": "Queued", "deep_scan_processing_status": "Complete"}
        await session.execute(update(Place).where(Place.id == place).values(done))
    told = (await client.get(path, headers=token)).json()
    assert (told["cost_micros"], told["cost_is_most"]) == (0, False)
    assert told["cost_words"] == "Such rows cost nothing lately."
