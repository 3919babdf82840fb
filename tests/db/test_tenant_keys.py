"""A row belongs to a row of its own tenant, whoever writes it."""

from collections.abc import Iterable

import asyncpg
import pytest
from sqlalchemy import Table, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.conftest import Sessions

from scrapersky.curation_sdk.testing.rows import make_sample
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import SchemaFile, apply_schema, schema_files
from scrapersky.models import Base, Domain, SitemapFile, Tenant


def tenant_tables() -> Iterable[Table]:
    return [table for table in Base.metadata.sorted_tables if "tenant_id" in table.c]


async def test_a_sitemap_under_another_tenants_domain_is_refused(sessions: Sessions) -> None:
    async with sessions() as session:
        ours, theirs = [await make_sample(session, Tenant) for _ in range(2)]
        domain = await make_sample(session, Domain, tenant_id=theirs)
        with pytest.raises(IntegrityError, match="sitemap_files_tenant_id_domain_id_fkey"):
            await make_sample(session, SitemapFile, tenant_id=ours, domain_id=domain)


@pytest.mark.parametrize("table", tenant_tables(), ids=lambda table: str(table.name))
def test_every_reference_between_tables_of_tenants_carries_the_tenant(table: Table) -> None:
    for reference in table.foreign_key_constraints:
        if "tenant_id" in reference.referred_table.c:
            assert "tenant_id" in reference.column_keys, reference.column_keys


async def test_rows_that_are_crossed_are_named_before_anything_is_changed(server_url: str) -> None:
    """In a database of the version before, which accepted them."""
    admin = await asyncpg.connect(server_url.replace("+asyncpg", ""))
    await admin.execute("CREATE DATABASE crossed")
    engine = make_engine(server_url.replace("/postgres?", "/crossed?"))
    try:
        await _cross(engine)
        with pytest.raises(asyncpg.RaiseError, match="1 rows of sitemap_files refer by domain_id to a row of domains"):
            await apply_schema(engine)
    finally:
        await engine.dispose()
        await admin.execute("DROP DATABASE crossed WITH (FORCE)")
        await admin.close()


def _before() -> list[SchemaFile]:
    return [file for file in schema_files() if file.name < "0019" or file.name.startswith("workflows/")]


async def _cross(engine: AsyncEngine) -> None:
    await apply_schema(engine, _before())
    async with AsyncSession(engine) as session, session.begin():
        ours, theirs = [await make_sample(session, Tenant) for _ in range(2)]
        domain = await make_sample(session, Domain, tenant_id=theirs)
        values = {"tenant_id": ours, "domain_id": domain, "url": "https://a.example/sitemap.xml", "found_by": "robots"}
        await session.execute(insert(SitemapFile).values(values))
