"""Errors by cause over HTTP. FastAPI reads annotations when an endpoint is made, so they are real here."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Registry
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.monitor import By, ErrorGroups, Since, error_groups


def errors_router(registry: Registry, access: Access) -> APIRouter:
    mount = Mount("", ["Operations"])

    async def groups(
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.viewer)],
        since: Annotated[Since, Query(description="Rows that failed since.")] = Since.ALL,
        by: Annotated[By, Query(description="What groups have in common.")] = By.CAUSE,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
    ) -> Any:
        chosen = list(registry) if workflow is None else [registry[workflow]]
        return await error_groups(session, chosen, actor.tenant_id, since, by)

    mount.add(
        "GET",
        "/errors/groups",
        groups,
        "list_error_groups",
        response_model=ErrorGroups,
        responses={404: {"description": "There is no such workflow"}},
        summary="Failed rows by cause or by host, the largest groups first",
    )
    return mount.router
