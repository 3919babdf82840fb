"""Starting searches, and what they may cost."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scrapersky.clients.places.areas import MOST_POINTS
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.clients.places.registry import SOURCE_NAMES
from scrapersky.curation_sdk.declaring import Body, StoredText, examples
from scrapersky.routers.access import Curator, Held, Reading, Session, StartedClients
from scrapersky.services.searches.requests import (
    EarlierSearch,
    Estimate,
    NewSearch,
    estimate_search,
    searched_before,
    start_search,
)

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

    def new_search(self) -> NewSearch:
        return NewSearch(**self.model_dump(exclude={"queue"}))


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
class EstimateAnswer(Estimate):
    """What the search may find and cost, in millionths of a dollar."""

    searched: Annotated[
        SearchedBefore | None, Field(description="The same, asked before: to run it again costs again.")
    ]


router = APIRouter(prefix="/api/v3", tags=["Places"])


@router.post("/place-searches", status_code=201, operation_id="start_place_search")
async def start(request: SearchRequest, held: Held, session: Session, actor: Curator) -> SearchStarted:
    """Start a search. The same words again run the same search again, which finds what is new, unless it is at work."""
    if request.source not in held.sources:
        raise UnknownSource(request.source, list(held.sources))
    search = await start_search(session, actor, request.new_search(), queue=request.queue)
    return SearchStarted(id=search.id, what=search.what, area=search.area, list_id=search.list_id)


@router.post("/place-searches/estimate", operation_id="estimate_place_search")
async def estimate(request: SearchRequest, actor: Curator, clients: StartedClients, session: Reading) -> EstimateAnswer:
    """What a search may cost, from a look around that costs nothing. Nothing is kept."""
    found = await estimate_search(request.new_search(), clients)
    before = await searched_before(session, actor.tenant_id, request.new_search())
    return EstimateAnswer(**asdict(found), searched=_searched_before(before) if before else None)


@router.post("/place-searches/before", operation_id="find_earlier_search", summary="The same search, asked before")
async def before(request: SearchRequest, actor: Curator, session: Reading) -> SearchedBefore | None:
    """Whether the same was searched before, at once: nobody outside is asked, and nothing is kept."""
    found = await searched_before(session, actor.tenant_id, request.new_search())
    return _searched_before(found) if found else None


def _searched_before(earlier: EarlierSearch) -> SearchedBefore:
    search = earlier.search
    return SearchedBefore(
        id=search.id,
        what=search.what,
        area=search.area,
        at=search.updated_at,
        results=search.results,
        is_running=earlier.is_running,
        is_same=earlier.is_same,
    )
