"""What other programs post, and what is repeated by itself."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.models import Domain, LocalBusiness, Page, PlaceSearch, Suppression, User
from scrapersky.routers.sessions import Reception


@pytest.mark.parametrize(
    "posted",
    [
        ({"phrase": "dentists in Austin, TX"}, PlaceSearch.single_search),
        ({"url": "https://cedar.example/"}, Domain.domain_curation),
        ({"url": "https://cedar.example/contact"}, Page.page_curation),
        ({"row": {"name": "Cedar", "website": "https://cedar.example/"}}, LocalBusiness.domain_extraction),
    ],
)
async def test_what_is_posted_is_queued(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User, posted: tuple[Any, Any]
) -> None:
    body, curation = posted
    answer = await client.post("/api/v3/inbound", json=body, headers=bearer(reception, ana))
    assert answer.status_code == 200, answer.text
    assert answer.json()["workflow"] == curation.name
    async with product.sessions() as session:
        rows = (await session.execute(select(curation.id, curation.state))).all()
    assert [(str(row_id), state) for row_id, state in rows] == [(answer.json()["id"], "Queued")]
    again = await client.post("/api/v3/inbound", json=body, headers=bearer(reception, ana))
    assert again.json()["id"] == answer.json()["id"], "posted twice, it is there once"


async def test_what_is_suppressed_is_kept_and_told_not_to_be_queued(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    async with product.sessions.begin() as session:
        session.add(Suppression(tenant_id=ana.tenant_id, kind="domain", value="cedar.example"))
    posted = {"url": "https://cedar.example/contact"}
    answer = await client.post("/api/v3/inbound", json=posted, headers=bearer(reception, ana))
    why = "is not queued: The domain cedar.example is on the suppression list."
    assert (answer.json()["verdict"], answer.json()["reason"]) == ("added", why)
    async with product.sessions() as session:
        assert await session.scalar(select(Page.page_curation.state)) == "New"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"phrase": "x in y", "url": "a.example"},
        {"url": "::"},
        {"url": "ftp://[a]:[b]/c"},
        {"row": {}},
        {"phrase": "x", "source": "moon"},
    ],
)
async def test_nonsense_is_refused(
    reception: Reception, client: httpx.AsyncClient, ana: User, body: dict[str, Any]
) -> None:
    answer = await client.post("/api/v3/inbound", json=body, headers=bearer(reception, ana))
    assert 400 <= answer.status_code < 500, answer.text


async def test_without_a_token_nothing_is_taken(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/v3/inbound", json={"url": "cedar.example"})).status_code == 401


async def test_a_search_is_repeated_until_somebody_says_no_more(
    reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    headers = bearer(reception, ana)
    posted = await client.post("/api/v3/inbound", json={"phrase": "dentists in Austin, TX"}, headers=headers)
    path = f"/api/v3/schedules/{posted.json()['id']}"
    for days in (7, 30):
        assert (await client.put(path, json={"every_days": days}, headers=headers)).json()["every_days"] == days
    assert [each["every_days"] for each in (await client.get("/api/v3/schedules", headers=headers)).json()] == [30]
    assert (await client.get("/api/v3/schedules/reports", headers=headers)).json() == []
    assert [(await client.delete(path, headers=headers)).status_code for _ in range(2)] == [204, 404]
