"""Find anything: a row of any table by what a person has in hand."""

from typing import Annotated

from fastapi import APIRouter, Query

from scrapersky.curation_sdk.lists import Found, find_rows
from scrapersky.routers.access import Session, Viewer, Workflows

router = APIRouter(prefix="/api/v3", tags=["Browser"])


@router.get("/find", operation_id="find_anything", summary="Rows by id, host, address, e-mail address or name")
async def find_anything(
    session: Session,
    actor: Viewer,
    registry: Workflows,
    q: Annotated[str, Query(max_length=2000, description="What you have in hand.")] = "",
) -> list[Found]:
    return await find_rows(session, registry, actor.tenant_id, q)
