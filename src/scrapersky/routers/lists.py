"""Named lists of searches: a client or a campaign."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.routers.access import Curator, Session, Viewer
from scrapersky.services.searches.lists import list_named, lists_of


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
