"""The database's own guard between tenants: who makes it, who is bound by it, and who is not."""

from collections.abc import AsyncIterator
from functools import partial
from uuid import UUID

import pytest
from sqlalchemy import delete, func, literal_column, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from tests.statements import counted_statements

from scrapersky.app.extensions import apply_all_schemas, load_extensions
from scrapersky.curation_sdk.queue import TENANT_SETTINGS, bind, bound_by, of_tenant, tenant_role, unbind
from scrapersky.curation_sdk.testing.rows import make_sample
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import SchemaFile, apply_schema, guard_tenants
from scrapersky.db.scratch import administer
from scrapersky.db.second_line import MayMakeNoRoles, SecondLine, find_second_line
from scrapersky.models import Domain, Tenant

LOGIN = "plain_login"


@pytest.fixture
async def plain(server_url: str) -> AsyncIterator[AsyncEngine]:
    """An empty database of somebody who may make tables in it, and neither roles nor schemas."""
    server = make_url(server_url)
    await administer(server, f"CREATE ROLE {LOGIN} LOGIN", f"CREATE DATABASE plain OWNER {LOGIN}")
    await administer(
        server.set(database="plain"),
        f"ALTER SCHEMA public OWNER TO {LOGIN}",
        "ALTER DATABASE plain OWNER TO postgres",
    )
    engine = make_engine(server.set(database="plain", username=LOGIN).render_as_string(hide_password=False))
    yield engine
    await engine.dispose()
    roles = f'DROP ROLE IF EXISTS "scrapersky_tenant_{LOGIN}"'
    await administer(server, "DROP DATABASE plain WITH (FORCE)", roles, f"DROP ROLE {LOGIN}")


async def test_who_may_make_no_role_is_told_what_to_have_done_and_is_guarded_then(
    plain: AsyncEngine, server_url: str
) -> None:
    with pytest.raises(MayMakeNoRoles) as refused:
        await apply_all_schemas(plain, load_extensions())
    assert await find_second_line(plain) is None
    wanted = [line.strip() for line in str(refused.value).splitlines() if line.strip().endswith(";")]
    assert len(wanted) == 3
    await administer(make_url(server_url).set(database="plain"), *wanted)
    await apply_all_schemas(plain, load_extensions())
    line = await find_second_line(plain)
    assert line == SecondLine(f"scrapersky_tenant_{LOGIN}", '"public_tenant", "public"')
    await sees_its_own_only(plain, line)


async def test_a_bound_session_sees_and_writes_its_own_rows_only(engine: AsyncEngine) -> None:
    line = await find_second_line(engine)
    assert line is not None
    await sees_its_own_only(engine, line)


async def sees_its_own_only(engine: AsyncEngine, line: SecondLine) -> None:
    """By the views, and by the tables themselves."""
    sessions = async_sessionmaker(engine.execution_options(**{TENANT_SETTINGS: line.settings}))
    async with sessions.begin() as session:
        ours, theirs = [await make_sample(session, Tenant) for _ in range(2)]
        mine, other = [await make_sample(session, Domain, tenant_id=tenant) for tenant in (ours, theirs)]
    in_tables = async_sessionmaker(engine.execution_options(**{TENANT_SETTINGS: {"role": line.role}}))
    for each in (sessions, in_tables):
        async with of_tenant(each, ours).begin() as session:
            assert list(await session.scalars(select(Domain.id))) == [mine]
            assert list(await session.scalars(select(Tenant.id))) == [ours]
            assert (await session.execute(update(Domain).values(title="x").returning(Domain.id))).scalars().all() == [
                mine
            ]
            assert (await session.execute(delete(Domain).where(Domain.id == other).returning(Domain.id))).all() == []
        with pytest.raises(DBAPIError, match=r"row-level security|check option"):
            async with of_tenant(each, ours).begin() as session:
                await make_sample(session, Domain, tenant_id=theirs)
    async with sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Domain)) == 2


async def told(session: AsyncSession) -> tuple[str, str, str]:
    """As whom it asks, about which tenant, and where it looks first."""
    settings = [
        func.current_setting(name, literal_column("true")) for name in ("role", "curation.tenant", "search_path")
    ]
    role, tenant, path = (await session.execute(select(*settings))).one()
    return role, tenant, path.partition(",")[0].strip('"')


async def test_a_session_is_bound_when_it_first_asks_and_until_its_transaction_ends(engine: AsyncEngine) -> None:
    line = await find_second_line(engine)
    assert line is not None
    guarded = async_sessionmaker(engine.execution_options(**{TENANT_SETTINGS: line.settings}))
    ours, tenants = UUID(int=1), list[UUID]()
    for place, bound in (
        ("public_tenant", bound_by(lambda: tenants[-1] if tenants else None)),
        ("$user", bound_by(lambda: tenants[-1] if tenants else None, in_tables=True)),
    ):
        async with guarded(**bound) as session:
            assert (await told(session))[0] == "none", "nobody is known yet"
            await session.commit()
            tenants.append(ours)
            assert await told(session) == (line.role, str(ours), place)
            connection = await session.connection()
            assert tenant_role(connection) == line.role
            await connection.run_sync(unbind)
            assert (await told(session))[0] == "none"
            tenants.clear()
    async with guarded() as session:
        for tenant in (ours, None):
            await (await session.connection()).run_sync(bind, tenant)
            assert await told(session) == (line.role, str(tenant or ""), "public_tenant")
    async with of_tenant(async_sessionmaker(engine), ours)() as session:
        assert tenant_role(await session.connection()) is None
        assert (await told(session))[0] == "none"


@pytest.mark.parametrize("isolation", ["READ COMMITTED", "AUTOCOMMIT"])
async def test_a_connection_that_is_always_bound_is_told_whose_turn_it_is(
    engine: AsyncEngine, database_url: str, isolation: str
) -> None:
    """Without transactions that lasts, so the same tenant's next statement need not be told again."""
    line = await find_second_line(engine)
    assert line is not None
    one = make_engine(database_url, pool_size=1, more_at_peaks=0, server_settings=line.settings)
    sessions = async_sessionmaker(one.execution_options(**{TENANT_SETTINGS: {}, "isolation_level": isolation}))
    seen = []
    with counted_statements(one) as statements:
        for tenant in (UUID(int=1), UUID(int=1), UUID(int=2), None):
            before = len(statements)
            async with sessions(**bound_by(partial(same, tenant))) as session:
                assert await told(session) == (line.role, str(tenant or ""), "public_tenant")
                await session.rollback()
                seen.append(len(statements) - before)
    assert seen == ([2, 1, 2, 2] if isolation == "AUTOCOMMIT" else [2, 2, 2, 1])
    await one.dispose()


def same(tenant: UUID | None) -> UUID | None:
    return tenant


async def test_a_table_that_a_package_brings_later_is_guarded_too(engine: AsyncEngine) -> None:
    """And a column that comes later is seen."""
    files = [
        SchemaFile("more/1.sql", "CREATE TABLE brought (tenant_id uuid); ALTER TABLE domains ADD COLUMN extra text;")
    ]
    await apply_schema(engine, files)
    await guard_tenants(engine, ["brought", "domains"])
    async with engine.connect() as connection:
        columns = await connection.exec_driver_sql("SELECT extra FROM public_tenant.domains")
        assert list(columns.keys()) == ["extra"]
        guarded = await connection.exec_driver_sql(
            "SELECT relrowsecurity FROM pg_class WHERE oid = 'brought'::regclass"
        )
        assert guarded.scalar_one() is True
