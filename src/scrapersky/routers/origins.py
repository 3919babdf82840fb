"""Which lists and searches a tab's rows can be filtered by."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Registry, StoredText, links_of
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.curation_sdk.lists import WrittenOrigin, paths_up
from scrapersky.services.searches.lists import newest_sources

MOST_OFFERED = 100


class OriginChoice(BaseModel):
    """A list or a search that rows may come from."""

    model_config = ConfigDict(from_attributes=True)

    origin: WrittenOrigin = Field(description="Send it as `origin`.")
    label: str
    is_list: bool
    created_at: datetime
    asked: str | None = Field(description="Where a search looked for places, to tell it from others with its words.")


class OriginChoices(BaseModel):
    """The newest first; none for a workflow whose rows come from neither."""

    items: list[OriginChoice]


def origins_router(registry: Registry, access: Access) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Lists"])
    links = links_of(registry)
    upstream = {
        workflow.name: {table.name for table in paths_up(workflow.model.__table__, links)} for workflow in registry
    }

    @router.get("/origins", operation_id="list_origins", summary="Lists and searches to filter a workflow's rows by")
    async def offered(
        workflow: Annotated[StoredText, Query(description="The workflow's name.")],
        session: Annotated[AsyncSession, requires(access.session)],
        actor: Annotated[Actor, requires(access.viewer)],
    ) -> OriginChoices:
        """Of each table only what leads to the workflow: searches do not come from searches."""
        tables = upstream[registry[workflow].name]
        sources = await newest_sources(session, actor.tenant_id, MOST_OFFERED)
        return OriginChoices(
            items=[OriginChoice.model_validate(each) for each in sources if each.origin.table in tables]
        )

    return router
