"""A request has one connection to the database at a time: however many come at once, none waits for itself.

That no operation does is seen by those tests that try all of them on a single connection (`World.ask`).
"""

import asyncio
from pathlib import Path

import httpx
from sqlalchemy import event, func, select
from tests.curation_sdk.widgets import eventually
from tests.product import add_person, browser_on, product_on
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.models import User
from scrapersky.routers.sessions import Reception
from scrapersky.services.installation import faults_of

LIST = "/api/v3/deep-scan/list"


async def test_more_requests_at_once_than_connections_are_all_answered(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    many = 3 * product.settings.database_request_pool_size
    headers = bearer(reception, ana)
    answers = await asyncio.gather(*(client.get(LIST, headers=headers) for _ in range(many)))
    assert {answer.status_code for answer in answers} == {200}


async def test_who_waits_too_long_for_a_turn_is_told_that_too_many_came(narrow: Product, ana: User) -> None:
    reception = await make_reception(narrow)
    async with browser_on(narrow, reception) as browser:
        async with narrow.requests() as session:
            await session.execute(select(1))
            refused = await browser.get(LIST, headers=bearer(reception, ana))
        answered = await browser.get(LIST, headers=bearer(reception, ana))
    assert refused.status_code == 503
    assert refused.json()["error"]["code"] == "too_many_at_once"
    assert "Too many requests" in refused.json()["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    assert answered.status_code == 200


async def test_the_operator_reads_that_requests_were_turned_away(narrow: Product, ana: User) -> None:
    reception = await make_reception(narrow)

    async def is_told() -> bool:
        async with narrow.sessions() as session:
            faults = await faults_of(session)
        return [each.part for each in faults if "too many came at once" in each.message] == ["requests"]

    async with browser_on(narrow, reception) as browser, narrow.requests() as session:
        await session.execute(select(1))
        await browser.get(LIST, headers=bearer(reception, ana))
    await eventually(is_told)


async def test_those_who_come_in_together_open_connections_once(database_url: str, tmp_path: Path) -> None:
    async def come_in(product: Product) -> None:
        async with product.door() as session:
            await session.execute(select(func.pg_sleep(0.05)))

    opened: list[object] = []
    async with product_on(database_url, tmp_path) as product:
        event.listen(product.door.kw["bind"].sync_engine.pool, "connect", lambda *made: opened.append(made))
        for _ in range(3):
            await asyncio.gather(*(come_in(product) for _ in range(8)))
    assert len(opened) <= 8


async def test_requests_that_wait_for_a_turn_keep_no_worker_from_the_database(narrow: Product) -> None:
    async with narrow.requests() as session, narrow.sessions() as long_work:
        await session.execute(select(1))
        await long_work.execute(select(1))
        async with narrow.engine.connect() as connection:
            assert await connection.scalar(select(1)) == 1


async def test_each_kind_of_work_has_its_own_time_limit(database_url: str, tmp_path: Path) -> None:
    limits = {"database_request_seconds": 7, "database_work_seconds": 70}
    in_force = select(func.current_setting("statement_timeout"))
    async with product_on(database_url, tmp_path, **limits) as product:
        async with product.requests() as session:
            assert await session.scalar(in_force) == "7s"
        async with product.engine.connect() as connection:
            assert await connection.scalar(in_force) == "70s"
        async with product.sessions() as session:
            assert await session.scalar(in_force) == "2min"


async def test_a_statement_of_a_request_that_takes_too_long_is_stopped(database_url: str, tmp_path: Path) -> None:
    async with product_on(database_url, tmp_path, database_request_seconds=0.2) as product:
        ana, reception = await add_person(product, "ana"), await make_reception(product)
        async with browser_on(product, reception) as browser, product.sessions() as session:
            await session.execute(select(User).with_for_update())
            slow = await browser.patch(
                f"/api/v3/users/{ana.id}", json={"disabled": False, "role": "viewer"}, headers=bearer(reception, ana)
            )
    assert (slow.status_code, slow.json()["error"]["code"]) == (503, "too_slow")
