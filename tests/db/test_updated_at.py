"""When a row was last written is known of every table, and every statement that writes one sets it."""

import ast
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import inspect, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

import scrapersky
from scrapersky.curation_sdk.declaring.tables import BatchRow, SdkBase
from scrapersky.curation_sdk.queue.upserts import upsert
from scrapersky.curation_sdk.schema.ddl import compiled
from scrapersky.models import Base, Domain, Tenant

SOURCE = Path(scrapersky.__file__).parent
MODELS = sorted(
    (mapper.class_ for base in (Base, SdkBase) for mapper in base.registry.mappers if mapper.class_ is not BatchRow),
    key=lambda model: str(model.__tablename__),
)
"""A `BatchRow` is a copy: its time is that of the row before the batch."""


async def test_every_table_has_the_column(engine: AsyncEngine) -> None:
    def tables_without(connection: Any) -> set[str]:
        inspector = inspect(connection)
        columns = {name: {each["name"] for each in inspector.get_columns(name)} for name in inspector.get_table_names()}
        assert len(columns) > 30
        return {name for name, there in columns.items() if "updated_at" not in there}

    async with engine.connect() as connection:
        assert await connection.run_sync(tables_without) == set()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: str(model.__tablename__))
def test_an_update_of_many_rows_sets_it(model: type[Any]) -> None:
    (key, *_) = inspect(model).primary_key
    assert "updated_at=now()" in compiled(update(model).values({key.key: key}))


def test_every_upsert_sets_it() -> None:
    calls = [
        (file, node)
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "on_conflict_do_update"
    ]
    assert len(calls) > 6
    for file, call in calls:
        (values,) = (each.value for each in call.keywords if each.arg == "set_")
        is_set = isinstance(values, ast.Call) and getattr(values.func, "id", "") == "and_updated_at"
        assert is_set or file.name == "upserts.py", f"{file}:{call.lineno} writes rows without and_updated_at(…)"


async def test_an_object_an_update_and_an_upsert_move_it(engine: AsyncEngine) -> None:
    async with AsyncSession(engine, expire_on_commit=False) as session:
        tenant = Tenant(name=str(uuid4()))
        session.add(tenant)
        await session.flush()
        domain = Domain(tenant_id=tenant.id, name="acme.test", home_url="https://acme.test/")
        session.add(domain)
        await session.commit()
        moments = [await moment(session)]
        domain.name = "acme.example"
        await session.commit()
        moments.append(await moment(session))
        await session.execute(update(Domain).values(name="acme.org"))
        await session.commit()
        moments.append(await moment(session))
        rows = [{"tenant_id": tenant.id, "name": "acme.org", "home_url": "https://acme.org/"}]
        await upsert(session, Domain, rows, key=("tenant_id", "name"))
        await session.commit()
        moments.append(await moment(session))
    assert moments == sorted(set(moments))


async def moment(session: AsyncSession) -> datetime:
    return (await session.scalars(select(Domain.updated_at))).one()
