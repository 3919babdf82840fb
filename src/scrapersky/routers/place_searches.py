"""Searches: started and repeated, what they may cost and what each time brought; and places at their first address."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.clients.places.areas import MOST_POINTS
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.clients.places.registry import SOURCE_NAMES
from scrapersky.coordination.paid_calls import over_budget
from scrapersky.curation_sdk.decisions import updated_words
from scrapersky.curation_sdk.declaring import Body, Moment, Registry, StoredText, answer_of, examples
from scrapersky.curation_sdk.http import list_router
from scrapersky.models import SearchReport
from scrapersky.routers.access import ACCESS, Curator, Held, Reading, Session, StartedClients, Viewer, Workflows
from scrapersky.schemas.places_staging import PlaceBatchStatusUpdateRequest, PlaceBatchStatusUpdateResponse
from scrapersky.services.places.decisions import decide_places
from scrapersky.services.searches import requests
from scrapersky.services.searches.schedules import in_words, remove_schedule, reports_of, schedules_of, set_schedule
from scrapersky.workflows.wf2_deep_scan import deep_scan

Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]


class SearchRequest(Body):
    """What to look for and where."""

    model_config = examples({"phrase": "dentists in Austin, TX", "source": "google"})

    phrase: StoredText
    source: StoredText = Field("google", description=f"{', '.join(SOURCE_NAMES)}, or one that a package adds.")
    area: StoredText | None = Field(default=None, description="Where, if the phrase does not say.")
    radius: float | None = Field(default=None, gt=0, description="In metres around the middle of the area.")
    polygon: list[tuple[Latitude, Longitude]] = Field(
        default_factory=list,
        max_length=MOST_POINTS,
        description="Each edge takes the shorter way round the earth, also across the 180th meridian.",
    )
    category: StoredText | None = Field(default=None, description="The source's own name for a kind of place.")
    limit: int | None = Field(default=None, ge=1, le=1_000_000)
    list_name: StoredText | None = Field(default=None, description="A client or a campaign; made if it is new.")
    queue: bool = Field(default=True, description="Start at once.")

    def new_search(self) -> requests.NewSearch:
        return requests.NewSearch(**self.model_dump(exclude={"queue"}))


class SearchStarted(BaseModel):
    id: UUID
    what: str
    area: str
    list_id: UUID | None


class SearchedBefore(BaseModel):
    """The latest search for the same in the same area; that of the same limit and list before others."""

    id: UUID
    what: str
    area: str
    at: datetime
    results: int | None = Field(description="How many places it found; null while it has found none yet.")
    is_running: bool = Field(description="It waits for its turn, or is at work now.")
    is_same: bool = Field(
        description="Its limit and its list are the same too: started again, it is this one that runs."
    )


@dataclass(frozen=True, slots=True)
class EstimateAnswer(requests.Estimate):
    """What the search may find and cost, in millionths of a dollar."""

    searched: Annotated[
        SearchedBefore | None, Field(description="The same, asked before: to run it again costs again.")
    ]
    over_budget: Annotated[str | None, Field(description="Which budget it may go above, and how much is left of it.")]


router = APIRouter(prefix="/api/v3", tags=["Places"])


@router.post("/place-searches", status_code=201, operation_id="start_place_search")
async def start(request: SearchRequest, held: Held, session: Session, actor: Curator) -> SearchStarted:
    """Start a search. The same words again run the same search again, which finds what is new, unless it is at work."""
    if request.source not in held.sources:
        raise UnknownSource(request.source, list(held.sources))
    search = await requests.start_search(session, actor, request.new_search(), queue=request.queue)
    return SearchStarted(id=search.id, what=search.what, area=search.area, list_id=search.list_id)


@router.post("/place-searches/estimate", operation_id="estimate_place_search")
async def estimate(request: SearchRequest, actor: Curator, clients: StartedClients, session: Reading) -> EstimateAnswer:
    """What a search may cost, from a look around that costs nothing. Nothing is kept."""
    found = await requests.estimate_search(request.new_search(), clients)
    before = await requests.searched_before(session, actor.tenant_id, request.new_search())
    return EstimateAnswer(
        **asdict(found),
        searched=_searched_before(before) if before else None,
        over_budget=await over_budget(
            session,
            actor.tenant_id,
            request.source,
            micros=(found.least_micros, found.most_micros),
            search_id=before.search.id if before and before.is_same else None,
        ),
    )


@router.post("/place-searches/before", operation_id="find_earlier_search", summary="The same search, asked before")
async def before(request: SearchRequest, actor: Curator, session: Reading) -> SearchedBefore | None:
    """Whether the same was searched before, at once: nobody outside is asked, and nothing is kept."""
    found = await requests.searched_before(session, actor.tenant_id, request.new_search())
    return _searched_before(found) if found else None


def _searched_before(earlier: requests.EarlierSearch) -> SearchedBefore:
    search, is_running = earlier.search, earlier.is_running
    return answer_of(SearchedBefore, search, at=search.updated_at, is_running=is_running, is_same=earlier.is_same)


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


@router.get("/schedules", operation_id="list_schedules", summary="Which searches are repeated, and when next")
async def list_schedules(actor: Viewer, session: Session) -> list[ScheduleAnswer]:
    return [ScheduleAnswer.model_validate(each) for each in await schedules_of(session, actor.tenant_id)]


@router.get(
    "/schedules/reports", operation_id="list_search_reports", summary="What repeated searches brought, newest first"
)
async def list_reports(actor: Viewer, session: Session) -> list[SearchReportAnswer]:
    return [_report(each) for each in await reports_of(session, actor.tenant_id)]


@router.put("/schedules/{search_id}", operation_id="set_schedule", summary="Repeat a search")
async def repeat(
    search_id: UUID, actor: Curator, session: Session, registry: Workflows, request: ScheduleRequest
) -> ScheduleAnswer:
    days, first_at = request.every_days, request.first_at
    kept = await set_schedule(session, registry, actor, search_id, every_days=days, first_at=first_at)
    return ScheduleAnswer.model_validate(kept)


@router.delete(
    "/schedules/{search_id}", operation_id="remove_schedule", summary="Repeat a search no more", status_code=204
)
async def stop_repeating(search_id: UUID, actor: Curator, session: Session) -> None:
    await remove_schedule(session, actor, search_id)


def _report(report: SearchReport) -> SearchReportAnswer:
    return answer_of(SearchReportAnswer, report, words=in_words(report))


def places_router(registry: Registry) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Places"])

    @router.put("/places/staging/status", operation_id="update_places_status_batch")
    async def update_places_status_batch(
        request: PlaceBatchStatusUpdateRequest, session: Session, actor: Curator
    ) -> PlaceBatchStatusUpdateResponse:
        """Decide about places by the source's ids. Selected means Queued; Archived and Rejected mean Skipped."""
        decided = await decide_places(session, actor, request.place_ids, request.status)
        changed = decided.changed
        return PlaceBatchStatusUpdateResponse(
            message=updated_words(len(changed.updated_ids), "place", changed.status),
            updated_ids=changed.updated_ids,
            updated_count=len(changed.updated_ids),
            queued_count=changed.queued_count,
            not_found=decided.not_found,
            in_work=changed.in_work,
            undo_token=str(changed.batch_id),
        )

    router.routes += list_router(deep_scan, registry, ACCESS, "/places/staging").routes
    return router
