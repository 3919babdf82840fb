"""Holding rows in review over HTTP. FastAPI reads annotations when an endpoint is made, so they are real here."""

from uuid import UUID

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import MOST_HELD, hold_rows, holders, let_go
from scrapersky.curation_sdk.declaring import Actor, Answer, Body, Registry, StoredText, examples
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.schemas import EXAMPLE_ID


class HoldRequest(Body):
    """Rows to review, and rows to let go."""

    model_config = examples({"workflow": "page_curation", "ids": [EXAMPLE_ID]})

    workflow: StoredText
    ids: list[UUID] = Field(default_factory=list, max_length=MOST_HELD)
    release: list[UUID] = Field(default_factory=list, max_length=MOST_HELD)


class Held(Answer):
    """Which of the rows are the person's to review for the next two minutes, and who else is at this workflow."""

    ids: list[UUID]
    others: list[str]


def reviewing_router(registry: Registry, access: Access) -> APIRouter:
    mount = Mount("", "Operations", access)

    @mount.add("POST", "/reviewing", "hold_for_review", summary="Hold rows while reviewing", who=mount.access.curator)
    async def hold(request: HoldRequest, session: AsyncSession, actor: Actor) -> Held:
        workflow = registry[request.workflow]
        await let_go(session, workflow, actor, request.release)
        held = await hold_rows(session, workflow, actor, request.ids) if request.ids else set()
        return Held(ids=[each for each in request.ids if each in held], others=await holders(session, workflow, actor))

    return mount.router
