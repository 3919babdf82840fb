"""A product on a test's own database, and people who use it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.app.product import Product, open_pools, open_product
from scrapersky.app.server import make_app, make_reception
from scrapersky.config.settings import Settings
from scrapersky.db.silence import dispose
from scrapersky.models import Role, Tenant, User
from scrapersky.routers.sessions import Reception

Sessions = async_sessionmaker[AsyncSession]
PASSWORD = "correct horse battery"
# The parameters travel in the hash, so a cheap one makes tests fast and changes nothing else.
CHEAP_HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
ORIGIN = "http://127.0.0.1:8000"
_descriptions: dict[object, dict[str, Any]] = {}
_closed_pools: dict[tuple[str, bool], tuple[AsyncEngine, Sessions]] = {}


@asynccontextmanager
async def product_on(database_url: str, folder: Path, **settings: object) -> AsyncIterator[Product]:
    chosen = Settings.model_validate({"database_url": database_url, "scrapersky_data": folder, **settings})
    async with open_product(chosen) as product:
        yield product


@asynccontextmanager
async def product_on_copy(sound: Product, database_url: str, folder: Path) -> AsyncIterator[Product]:
    """`sound` was opened on the database that this one is a copy of: nothing needs to be looked at again.

    Pools that were closed can be used again, and know the statements that they have compiled. All who look across
    tenants share one: to connect takes longer than most requests.
    """
    chosen = Settings.model_validate({"database_url": database_url, "scrapersky_data": folder})
    key = database_url, sound.second_line is None
    if key not in _closed_pools:
        async with open_pools(chosen, database_url, sound.second_line) as (engine, _, requests, _):
            _closed_pools[key] = engine, requests
    engine, requests = _closed_pools.pop(key)
    door = async_sessionmaker(engine, expire_on_commit=False)
    try:
        yield replace(sound, settings=chosen, engine=engine, patient=engine, requests=requests, door=door)
    finally:
        for each in (engine, requests.kw["bind"]):
            await dispose(each)
        _closed_pools[key] = engine, requests


def app_on(product: Product, reception: Reception) -> FastAPI:
    """Those with the same routes have one description: it takes longer to make than most tests."""
    registry = product.registry
    chosen = tuple(registry), tuple(registry.refused.items())
    app = make_app(product, reception)
    describe = app.openapi

    def describe_once() -> dict[str, Any]:
        if chosen not in _descriptions:
            _descriptions[chosen] = describe()
        return _descriptions[chosen]

    setattr(app, "openapi", describe_once)  # noqa: B010  a method, which mypy lets nobody replace
    return app


async def add_person(product: Product, name: str, role: Role = Role.ADMIN, tenant: str = "main") -> User:
    async with product.sessions.begin() as session:
        tenant_id = await session.scalar(select(Tenant.id).where(Tenant.name == tenant))
        if tenant_id is None:
            tenant_id = await session.scalar(insert(Tenant).values(name=tenant).returning(Tenant.id))
        made: User | None = await session.scalar(
            insert(User)
            .values(name=name, password_hash=CHEAP_HASH, role=role.value, tenant_id=tenant_id)
            .returning(User)
        )
    assert made is not None
    return made


@asynccontextmanager
async def browser_on(product: Product, reception: Reception | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """Talks to the application without its schedulers; keeps cookies as a browser does."""
    transport = httpx.ASGITransport(app_on(product, reception or await make_reception(product)))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield client
