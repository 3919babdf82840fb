"""For the tests of a product: its endpoints behind doors that a header opens."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any
from uuid import UUID

from fastapi import FastAPI, Header, HTTPException, Request
from httpx import ASGITransport, AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from starlette.routing import BaseRoute

from scrapersky.curation_sdk import http
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry
from scrapersky.curation_sdk.monitor import FullOverviews, Overviews

ROLES = ("viewer", "curator", "admin")


def doors_by_header(engine: AsyncEngine | None = None) -> http.Access:
    """`Authorization: Bearer curator:<tenant>` opens the doors of a viewer and a curator, not an admin's.

    Without an engine they ask the application's, `app.state.engine`.
    """

    async def session(asking: Request) -> AsyncIterator[AsyncSession]:
        chosen = engine or asking.app.state.engine
        async with AsyncSession(chosen, expire_on_commit=False) as session, session.begin():
            yield session

    return http.Access(session, *(_door(role) for role in ROLES))


def _door(wanted: str) -> Callable[..., Actor]:
    def pass_door(authorization: Annotated[str, Header()] = "") -> Actor:
        role, _, tenant = authorization.removeprefix("Bearer ").partition(":")
        try:
            actor = Actor(UUID(tenant), f"test {role}", is_admin=role == "admin", is_operator=role == "admin")
        except ValueError:
            raise HTTPException(401, "Sign in first.", {"WWW-Authenticate": "Bearer"}) from None
        if role not in ROLES[ROLES.index(wanted) :]:
            raise HTTPException(403, f"Only a {wanted} may do this.")
        return actor

    return pass_door


def app_of(registry: Registry, engine: AsyncEngine) -> FastAPI:
    """Every derived endpoint, as the product mounts it. Applications share the routes, which take long to make."""
    app = FastAPI()
    app.state.engine = engine
    app.router.routes.extend(_derived_routes(tuple(registry)))
    http.install_error_rendering(app)
    return app


@lru_cache(maxsize=16)
def _derived_routes(workflows: tuple[AnyWorkflow, ...]) -> Sequence[BaseRoute]:
    registry, access = Registry(workflows), doors_by_header()
    overviews = http.Own(lambda _: Overviews(registry))
    full = http.Own(lambda app: FullOverviews(registry, overviews.of(app)))
    return [
        *http.all_routes(branch for each in registry for branch in http.workflow_branches(each, registry, access)),
        *http.operations_router(registry, access, lambda _: {}).routes,
        *http.screens_router(registry, access, full, lambda _: {}).routes,
    ]


def paths_of(app: FastAPI, registry: Registry) -> dict[str, dict[str, Any]]:
    """What the application describes, and the same under the tables' paths, where it is not described again."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    return with_table_paths(paths, registry)


def with_table_paths(paths: Mapping[str, dict[str, Any]], registry: Registry) -> dict[str, dict[str, Any]]:
    names = [workflow.names for workflow in registry if workflow.names.table_path]
    roots = {f"/api/v3{workflow.path}/": f"/api/v3{workflow.table_path}/" for workflow in names}
    more = {
        path.replace(own, of_table, 1): operations
        for own, of_table in roots.items()
        for path, operations in paths.items()
        if path.startswith(own)
    }
    return {**more, **paths}


def client_of(app: FastAPI, tenant_id: UUID, role: str = "curator") -> AsyncClient:
    return AsyncClient(
        transport=ASGITransport(app),
        base_url="http://test/api/v3",
        headers={"Authorization": f"Bearer {role}:{tenant_id}"},
    )
