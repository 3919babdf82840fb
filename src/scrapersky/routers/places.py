"""Places beyond what the workflows derive: starting searches, lists, pairs, and decisions by the source's ids."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.areas import MOST_POINTS
from scrapersky.clients.places.errors import UnknownSource
from scrapersky.clients.places.make import SOURCE_NAMES
from scrapersky.curation_sdk.batch import Actor
from scrapersky.curation_sdk.columns import StoredText
from scrapersky.curation_sdk.doors import Doors, passing
from scrapersky.curation_sdk.payloads import MOST_IDS, Body
from scrapersky.models.place import Place, PlacePair
from scrapersky.services.pair_decisions import OPEN, PairDecisions
from scrapersky.services.place_decisions import PlaceStatus, decide_places
from scrapersky.services.search_lists import list_named, lists_of
from scrapersky.services.search_orders import SearchOrder, estimate_order, place_order

Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Session = AsyncSession
PLACE_PATHS = ("/places",)
"""Where places are decided about besides their workflow's own path."""


class PlaceStatusRequest(Body):
    """Places by the source's ids."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"place_ids": ["ChIJ-1"], "status": "Selected"}]}
    )

    place_ids: list[StoredText] = Field(min_length=1, max_length=MOST_IDS, fail_fast=True)
    status: PlaceStatus


class PlaceStatusResponse(BaseModel):
    """What was done, and what was not."""

    message: str
    updated_ids: list[UUID]
    updated_count: int
    queued_count: int
    not_found: list[str]
    in_work: list[UUID]
    undo_token: str


class SearchRequest(Body):
    """What to look for and where."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"phrase": "dentists in Austin, TX", "source": "google"}]}
    )

    phrase: StoredText
    source: StoredText = Field("google", description="google, overpass, overture, or one that a package adds.")
    area: StoredText | None = Field(default=None, description="Where, if the phrase does not say.")
    radius: float | None = Field(default=None, gt=0, description="In metres around the middle of the area.")
    polygon: list[tuple[Latitude, Longitude]] = Field(default_factory=list, max_length=MOST_POINTS)
    category: StoredText | None = Field(default=None, description="The source's own name for a kind of place.")
    limit: int | None = Field(default=None, ge=1, le=1_000_000)
    list_name: StoredText | None = Field(default=None, description="A client or a campaign; made if it is new.")
    queue: bool = Field(default=True, description="Start at once.")

    def order(self) -> SearchOrder:
        return SearchOrder(
            self.phrase,
            self.source,
            self.area,
            self.radius,
            self.polygon,
            self.category,
            self.limit,
            self.list_name,
        )


class SourceAnswer(BaseModel):
    """A place source that can be chosen."""

    name: str
    title: str
    cap: int | None = Field(description="The most places that one question brings; more are found by splitting.")
    page_cost_micros: int = Field(description="What a page of results costs, in millionths of a dollar.")


class SearchStarted(BaseModel):
    id: UUID
    what: str
    area: str
    list_id: UUID | None


class EstimateAnswer(BaseModel):
    """What the search may find and cost, in millionths of a dollar."""

    places: int | None = Field(description="About how many there are; not known for sources that cost nothing.")
    is_counted: bool = Field(description="Nothing was guessed.")
    least_micros: int
    most_micros: int
    prices_checked_on: date | None
    area: str


class ListAnswer(BaseModel):
    id: UUID
    name: str
    created_at: datetime
    searches: int
    places: int
    cost_micros: int


class ListRequest(Body):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Acme, spring campaign"}]})

    name: Annotated[StoredText, Field(min_length=1, max_length=200)]


class ListMade(BaseModel):
    id: UUID


class PairedPlace(BaseModel):
    """One of the two, as its source tells of it."""

    id: UUID
    source: str
    place_id: str
    name: str | None
    address: str | None
    phone: str | None
    website: str | None
    attribution: str | None


class PairAnswer(BaseModel):
    """Two places that may be one business."""

    id: UUID
    likeness: float
    why: str
    decision: str
    decided_by: str | None
    decided_at: datetime | None


class PairWithPlaces(PairAnswer):
    first: PairedPlace
    second: PairedPlace


def places_router(
    doors: Doors, clients_of: Callable[[Request], Clients], sources: Sequence[str] = SOURCE_NAMES
) -> APIRouter:
    """`clients_of` gives the running application's clients; estimates look around with them. `sources` are known."""
    router = APIRouter(prefix="/api/v3", tags=["Places"])
    _add_decisions(router, doors)
    _add_sources(router, doors, clients_of)
    _add_searches(router, doors, clients_of, sources)
    _add_lists(router, doors)
    _add_pairs(router, doors)
    return router


def _add_decisions(router: APIRouter, doors: Doors) -> None:
    @router.put("/places/staging/status", operation_id="update_places_by_place_ids")
    async def decide(
        request: PlaceStatusRequest,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> PlaceStatusResponse:
        """Decide about places by the source's ids. Selected means Queued; Archived and Rejected mean Skipped."""
        decided = await decide_places(session, actor, request.place_ids, request.status)
        changed = decided.changed
        return PlaceStatusResponse(
            message=f"{len(changed.updated_ids):,} places are {changed.status} now.",
            updated_ids=changed.updated_ids,
            updated_count=len(changed.updated_ids),
            queued_count=changed.queued_count,
            not_found=decided.not_found,
            in_work=changed.in_work,
            undo_token=str(changed.batch_id),
        )


def _add_sources(router: APIRouter, doors: Doors, clients_of: Callable[[Request], Clients]) -> None:
    @router.get("/place-sources", operation_id="list_place_sources")
    async def show(asking: Request, _: Annotated[Actor, passing(doors.viewer)]) -> list[SourceAnswer]:
        """The sources that a search can name, those of installed packages among them."""
        places = clients_of(asking).places
        terms = [source.terms for source in places.by_name.values()] if places else []
        return [SourceAnswer.model_validate(each, from_attributes=True) for each in terms]


def _add_searches(
    router: APIRouter, doors: Doors, clients_of: Callable[[Request], Clients], sources: Sequence[str]
) -> None:
    @router.post("/place-searches", status_code=201, operation_id="start_place_search")
    async def start(
        request: SearchRequest,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> SearchStarted:
        """Start a search. The same words again run the same search again, which finds what is new."""
        if request.source not in sources:
            raise UnknownSource(request.source, list(sources))
        search = await place_order(session, actor, request.order(), queue=request.queue)
        return SearchStarted(id=search.id, what=search.what, area=search.area, list_id=search.list_id)

    @router.post("/place-searches/estimate", operation_id="estimate_place_search")
    async def estimate(
        request: SearchRequest, asking: Request, _: Annotated[Actor, passing(doors.curator)]
    ) -> EstimateAnswer:
        """What a search may cost, from a look around that costs nothing. Nothing is kept."""
        found = await estimate_order(request.order(), clients_of(asking))
        return EstimateAnswer(
            places=found.places,
            is_counted=found.is_counted,
            least_micros=found.least_micros,
            most_micros=found.most_micros,
            prices_checked_on=found.checked_on,
            area=found.area,
        )


def _add_lists(router: APIRouter, doors: Doors) -> None:
    @router.get("/lists", operation_id="list_lists")
    async def show(
        session: Annotated[Session, passing(doors.session)], actor: Annotated[Actor, passing(doors.viewer)]
    ) -> list[ListAnswer]:
        """The named lists, with what their searches found and cost."""
        return [
            ListAnswer.model_validate(row, from_attributes=True) for row in await lists_of(session, actor.tenant_id)
        ]

    @router.post("/lists", status_code=201, operation_id="make_list")
    async def make(
        request: ListRequest,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> ListMade:
        """Make a list. One of that name is given back as it is."""
        return ListMade(id=await list_named(session, actor, request.name))


def _add_pairs(router: APIRouter, doors: Doors) -> None:
    @router.get("/places/pairs", operation_id="list_place_pairs")
    async def show(
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.viewer)],
        decision: Annotated[str, Query(pattern="^(open|merged|apart)$")] = OPEN,
        page: Annotated[int, Query(ge=1, le=100_000)] = 1,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
    ) -> list[PairWithPlaces]:
        """Places that may be one business, the likeliest first."""
        decisions = PairDecisions(session, actor)
        found = await decisions.list_pairs(decision, limit=size, offset=(page - 1) * size)
        return [_with_places(pair, first, second) for pair, first, second in found]

    @router.post("/places/pairs/{pair_id}/merge", operation_id="merge_place_pair")
    async def merge(
        pair_id: UUID,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> PairAnswer:
        """They are one business."""
        return _pair(await PairDecisions(session, actor).merge(pair_id))

    @router.post("/places/pairs/{pair_id}/keep-apart", operation_id="keep_place_pair_apart")
    async def keep_apart(
        pair_id: UUID,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> PairAnswer:
        """They are two."""
        return _pair(await PairDecisions(session, actor).keep_apart(pair_id))

    @router.post("/places/pairs/{pair_id}/take-back", operation_id="take_back_place_pair")
    async def take_back(
        pair_id: UUID,
        session: Annotated[Session, passing(doors.session)],
        actor: Annotated[Actor, passing(doors.curator)],
    ) -> PairAnswer:
        """As it was before the decision."""
        return _pair(await PairDecisions(session, actor).take_back(pair_id))


def _pair(pair: PlacePair) -> PairAnswer:
    return PairAnswer.model_validate(pair, from_attributes=True)


def _with_places(pair: PlacePair, first: Place, second: Place) -> PairWithPlaces:
    places = [PairedPlace.model_validate(place, from_attributes=True) for place in (first, second)]
    return PairWithPlaces(**_pair(pair).model_dump(), first=places[0], second=places[1])
