"""Named lists and searches: made, offered to filter a tab's rows by, and how far what came of one has got."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.curation_sdk.declaring import Body, Registry, StateCounts, StoredText, examples, links_of
from scrapersky.curation_sdk.lists import WrittenOrigin, count_descendants, paths_up
from scrapersky.curation_sdk.rules import OriginRules, going_on
from scrapersky.routers.access import Curator, Session, Viewer
from scrapersky.services.runs.default_rules import closed_ones, rule_fields
from scrapersky.services.searches.lists import label_of_source, list_named, lists_of, newest_sources

MOST_OFFERED = 100


class ListAnswer(BaseModel):
    id: UUID
    name: str
    created_at: datetime
    searches: int
    places: int
    cost_micros: int


class ListRequest(Body):
    model_config = examples({"name": "Acme, spring campaign"})

    name: Annotated[StoredText, Field(min_length=1, max_length=200)]


class ListMade(BaseModel):
    id: UUID


router = APIRouter(prefix="/api/v3", tags=["Places"])


@router.get("/lists", operation_id="list_lists")
async def show(session: Session, actor: Viewer) -> list[ListAnswer]:
    """The named lists, with what their searches found and cost."""
    return [ListAnswer.model_validate(row, from_attributes=True) for row in await lists_of(session, actor.tenant_id)]


@router.post("/lists", status_code=201, operation_id="make_list")
async def make(request: ListRequest, session: Session, actor: Curator) -> ListMade:
    """Make a list. One of that name is given back as it is."""
    return ListMade(id=await list_named(session, actor, request.name))


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


class ProgressQuery(BaseModel):
    """Whose rows are counted."""

    origin: WrittenOrigin = Field(description="A list or a search.")


class StageCounts(BaseModel):
    """A workflow's rows that come from the origin, by state."""

    workflow: str
    states: StateCounts
    put_off: int = Field(description="Of those that are queued: so many wait for another try.")
    next_try: datetime | None = Field(description="When the first of these is tried again.")


class OriginProgress(BaseModel):
    """Every workflow that the origin leads to, in their order."""

    label: str = Field(description="What the list or search is called.")
    stages: list[StageCounts]
    goes_on: list[str] = Field(description="Workflows in which all that comes of it is queued, for thirty days.")


class GoingOnRequest(Body):
    """In which workflows all that comes of a list or search is queued; in all others people decide."""

    model_config = examples(
        {"origin": "place_searches:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55", "workflows": ["deep_scan"]}
    )

    origin: WrittenOrigin
    workflows: list[StoredText] = Field(max_length=100)


def origins_router(registry: Registry) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Lists"])
    links, fields, skips = links_of(registry), rule_fields(registry), closed_ones(registry)
    upstream = {
        workflow.name: {table.name for table in paths_up(workflow.model.__table__, links)} for workflow in registry
    }

    @router.get("/origins", operation_id="list_origins", summary="Lists and searches to filter a workflow's rows by")
    async def offered(
        workflow: Annotated[StoredText, Query(description="The workflow's name.")], session: Session, actor: Viewer
    ) -> OriginChoices:
        """Of each table only what leads to the workflow: searches do not come from searches."""
        tables = upstream[registry[workflow].name]
        sources = await newest_sources(session, actor.tenant_id, MOST_OFFERED)
        return OriginChoices(
            items=[OriginChoice.model_validate(each) for each in sources if each.origin.table in tables]
        )

    @router.get("/origins/progress", operation_id="get_origin_progress", summary="How far a list or search has got")
    async def progress(asked: Annotated[ProgressQuery, Query()], session: Session, actor: Viewer) -> OriginProgress:
        label = await label_of_source(session, actor.tenant_id, asked.origin)
        stages = [
            StageCounts(workflow=workflow.name, **asdict(counted))
            for workflow in registry
            if (counted := await count_descendants(session, workflow, actor.tenant_id, asked.origin, links))
        ]
        goes_on = await going_on(session, actor.tenant_id, asked.origin)
        return OriginProgress(label=label, stages=stages, goes_on=goes_on)

    @router.put("/origins/going-on", operation_id="go_on_with_origin", summary="Queue all that comes of a search")
    async def go_on(request: GoingOnRequest, session: Session, actor: Curator) -> list[str]:
        """Rules for each of these workflows, which hold whether somebody looks on or not; what is closed is skipped."""
        label = await label_of_source(session, actor.tenant_id, request.origin)
        await OriginRules(session, fields, actor, skips).choose(request.origin, label, request.workflows)
        return await going_on(session, actor.tenant_id, request.origin)

    return router
