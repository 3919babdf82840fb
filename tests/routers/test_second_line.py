"""With every filter by tenant gone from the application, the database still refuses what is another tenant's."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.filters import without_filters
from tests.product import product_on_copy
from tests.routers.test_tenants import _UUID as UUIDS
from tests.routers.test_tenants import (
    TABLES,
    THEIRS,
    Operation,
    World,
    ids_in,
    make_world,
    reachable,
    requests,
    text_of,
)
from tests.tenant_actions import ACTIONS, Own, clients_on
from tests.tenants import picture_of

from scrapersky.app.product import Product

pytestmark = pytest.mark.timeout(300)
# What is told of the whole installation is read across tenants.
ACROSS_TENANTS = {"GET /api/v3/system/diagnostics"}
# The live feed reads once for all who listen, and hands out each row by whose it is.
DONE_ACROSS_TENANTS = {"listen"}

FOUND_BY_US = {f"PUT /api/v3/{{tab}}/{what}" for what in ("status", "status/by-filter", "values")}
FOUND_BY_US |= {"POST /api/v3/reviewing", "POST /api/v3/rules/preview", "POST /api/v3/rules/{rule_id}/undo"}

UNGUARDED = """
    SELECT c.relname
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
                AND EXISTS (SELECT FROM pg_views v WHERE v.schemaname = 'public_tenant' AND v.viewname = c.relname
                                                    AND v.definition LIKE '%curation.tenant%'))"""
CROSSING = """
    SELECT f.conrelid::regclass::text, f.conname
      FROM pg_constraint f
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attname = 'tenant_id'
      JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attname = 'tenant_id'
     WHERE f.contype = 'f' AND NOT a.attnum = ANY (f.conkey)"""


async def test_no_table_of_a_tenant_is_without_the_second_line(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        assert (await connection.exec_driver_sql(UNGUARDED)).all() == []
        assert (await connection.exec_driver_sql(CROSSING)).all() == []
        await connection.exec_driver_sql("CREATE TABLE forgotten (tenant_id uuid)")
        assert (await connection.exec_driver_sql(UNGUARDED)).scalars().all() == ["forgotten"]


def _of_ours(world: World) -> list[tuple[Operation, dict[str, Any]]]:
    """What is found goes through more filters than what is not. One tab is as the others are."""
    asked = [each for each in requests(reachable(), world.ours) if each[0].tab in (None, "contact-delivery")]
    return [each for each in asked if each[0].method == "GET" or each[0].key in FOUND_BY_US]


async def crossed(world: World, only: str = "") -> list[str]:
    """Which operations tell something of the other tenant, and which of its tables they changed."""
    before = await world.picture()
    their_ids = {str(row_id) for row_id in ids_in(before)}
    asked = [*requests(reachable(), world.theirs), *_of_ours(world)]
    tried = [
        each
        for each in asked
        if each[0].key not in ACROSS_TENANTS and each[0].tab not in TABLES and only in each[0].key
    ]
    found = []
    async with world.browser() as browser:
        for operation, request in sorted(tried, key=lambda each: each[0].method != "GET"):
            with without_filters():
                answer = await world.ask(browser, "our admin", request)
            assert answer.status_code < 500, (operation.key, answer.text)
            told = text_of(answer)
            has_word = operation.method == "GET" and THEIRS in told and THEIRS not in str(request)
            if has_word or set(UUIDS.findall(told)) & their_ids - set(UUIDS.findall(str(request))):
                found.append(operation.key)
    after = await world.picture()
    return found + [f"{name} changed" for name in before if before[name] != after[name]]


async def test_without_any_filter_of_the_application_nothing_crosses(product: Product) -> None:
    assert await crossed(await make_world(product)) == []


@pytest.mark.parametrize("name", sorted(ACTIONS.keys() - DONE_ACROSS_TENANTS))
async def test_without_any_filter_nothing_that_is_done_for_a_tenant_crosses(
    product: Product, tmp_path: Path, name: str
) -> None:
    world = await make_world(product)
    before = await world.picture()
    async with world.browser() as browser, clients_on(product, tmp_path) as clients:
        with without_filters():
            told = await ACTIONS[name](Own(world, browser, clients))
    async with product.sessions() as session:
        told += str(await picture_of(session, world.people["our admin"].tenant_id))
    assert await world.picture() == before
    assert THEIRS not in told
    assert not set(UUIDS.findall(told)) & {str(row_id) for row_id in ids_in(before)}


async def test_without_filters_and_without_the_second_line_much_crosses(
    sound: Product, database_url: str, tmp_path: Path
) -> None:
    """So that the test before this one can fail."""
    async with product_on_copy(replace(sound, second_line=None), database_url, tmp_path) as product:
        assert len(await crossed(await make_world(product), "GET /api/v3/{tab}/list")) > 8
