"""Searches that are repeated, and what each time brought."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.curation_sdk.declaring import Body, Moment, examples
from scrapersky.models import SearchReport
from scrapersky.routers.access import Curator, Session, Viewer, Workflows
from scrapersky.services.searches.schedules import in_words, remove_schedule, reports_of, schedules_of, set_schedule


class ScheduleRequest(Body):
    model_config = examples({"every_days": 7})

    every_days: int = Field(default=7, ge=1, le=366)
    first_at: Moment | None = Field(default=None, description="Else when so many days are over.")


class ScheduleAnswer(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    search_id: UUID
    every_days: int
    next_at: datetime
    began_at: datetime | None = Field(description="Of a run that is under way.")
    made_by: str


class SearchReportAnswer(BaseModel):
    """What is new since the report before."""

    id: UUID
    search_id: UUID
    since: datetime
    until: datetime
    new_businesses: int
    closed_businesses: int
    new_people: int
    words: str


router = APIRouter(prefix="/api/v3/schedules", tags=["Places"])


@router.get("", operation_id="list_schedules", summary="Which searches are repeated, and when next")
async def list_schedules(actor: Viewer, session: Session) -> list[ScheduleAnswer]:
    return [ScheduleAnswer.model_validate(each) for each in await schedules_of(session, actor.tenant_id)]


@router.get("/reports", operation_id="list_search_reports", summary="What repeated searches brought, newest first")
async def list_reports(actor: Viewer, session: Session) -> list[SearchReportAnswer]:
    return [_answer(each) for each in await reports_of(session, actor.tenant_id)]


@router.put("/{search_id}", operation_id="set_schedule", summary="Repeat a search")
async def repeat(
    search_id: UUID, actor: Curator, session: Session, registry: Workflows, request: ScheduleRequest
) -> ScheduleAnswer:
    days, first_at = request.every_days, request.first_at
    kept = await set_schedule(session, registry, actor, search_id, every_days=days, first_at=first_at)
    return ScheduleAnswer.model_validate(kept)


@router.delete("/{search_id}", operation_id="remove_schedule", summary="Repeat a search no more", status_code=204)
async def stop_repeating(search_id: UUID, actor: Curator, session: Session) -> None:
    await remove_schedule(session, actor, search_id)


def _answer(report: SearchReport) -> SearchReportAnswer:
    facts = {name: getattr(report, name) for name in SearchReportAnswer.model_fields if name != "words"}
    return SearchReportAnswer(**facts, words=in_words(report))
