"""Two people in review are never given the same row."""

from uuid import UUID, uuid4

import httpx
from sqlalchemy import func, update
from tests.lineages import make_family
from tests.product import PASSWORD, add_person, browser_on
from tests.routers.test_auth import FROM_OUR_PAGE

from scrapersky.app.product import Product
from scrapersky.curation_sdk.declaring import ReviewClaim
from scrapersky.models import Role


async def hold(
    browser: httpx.AsyncClient, ids: list[UUID], release: list[UUID] | None = None
) -> tuple[set[UUID], list[str]]:
    body = {"workflow": "deep_scan", "ids": [*map(str, ids)], "release": [*map(str, release or [])]}
    answer = await browser.post("/api/v3/reviewing", json=body, headers=FROM_OUR_PAGE)
    assert answer.status_code == 200, answer.text
    return {UUID(each) for each in answer.json()["ids"]}, answer.json()["others"]


async def test_a_row_is_held_by_one_until_it_is_let_go_or_its_time_is_over(product: Product) -> None:
    ana = await add_person(product, "ana")
    await add_person(product, "ben", Role.CURATOR)
    async with product.sessions.begin() as session:
        family = await make_family(session, ana.tenant_id, "dentists")
    first, second = sorted(family.rows["deep-scan"])
    async with browser_on(product) as anas, browser_on(product) as bens:
        for browser, name in ((anas, "ana"), (bens, "ben")):
            await browser.post("/api/v3/auth/login", json={"name": name, "password": PASSWORD})
        assert await hold(anas, [first]) == ({first}, [])
        assert await hold(bens, [first, second, uuid4()]) == ({second}, ["ana"])
        assert await hold(anas, [first, second]) == ({first}, ["ben"]), "held again, and the other's is not taken"
        assert await hold(anas, [], release=[first, second]) == (set(), ["ben"])
        assert await hold(bens, [first]) == ({first}, []), "what was let go is free, and only one's own can be"
        assert await hold(anas, [second]) == (set(), ["ben"])
        async with product.sessions.begin() as session:
            await session.execute(update(ReviewClaim).values(held_until=func.now()))
        assert (await hold(anas, [first, second]))[0] == {first, second}
