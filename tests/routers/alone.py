"""Some of the product's routers on their own, behind doors that a header opens."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from fastapi import APIRouter, FastAPI
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.http import install_error_rendering
from scrapersky.curation_sdk.testing import client_of, doors_by_header
from scrapersky.routers.access import ACCESS
from scrapersky.workflows import product_workflows


@asynccontextmanager
async def client_alone(
    engine: AsyncEngine, tenant_id: UUID, role: str, *routers: APIRouter, **state: object
) -> AsyncIterator[AsyncClient]:
    """`state` is what the application holds beside its workflows."""
    app, doors = FastAPI(), doors_by_header(engine)
    app.state.registry = Registry(product_workflows())
    for name, value in state.items():
        setattr(app.state, name, value)
    for name in ("session", "reader", "viewer", "curator", "admin"):
        app.dependency_overrides[getattr(ACCESS, name)] = getattr(doors, name)
    for router in routers:
        app.include_router(router)
    install_error_rendering(app)
    async with client_of(app, tenant_id, role) as client:
        yield client
