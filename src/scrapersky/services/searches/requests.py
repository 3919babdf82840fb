"""Starting a search: what a person asks for, what it may cost, and the list it belongs to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.areas import LARGEST_RADIUS, MOST_POINTS, Area, Point
from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.clients.places.phrases import Phrase, parse_phrase
from scrapersky.clients.places.prices import google_prices
from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Settable, State
from scrapersky.models import List, PlaceSearch
from scrapersky.services.searches.lists import list_named, tidy_name
from scrapersky.services.searches.survey import Survey
from scrapersky.services.searches.visit import CellVisits, SearchInput, SearchPart, area_of, configured_source

PROBING_ROUNDS = 6
WASTE = 1.6
"""Pages of small cells are not full: measured, a third more are paid for than would be needed."""


@dataclass(frozen=True, slots=True)
class NewSearch:
    """`phrase` names the area too, unless it is given apart; a radius (in metres) or a polygon narrows it."""

    phrase: str
    source: str
    area: str | None = None
    radius: float | None = None
    polygon: Sequence[Point] = ()
    category: str | None = None
    limit: int | None = None
    list_name: str | None = None

    def parsed(self) -> Phrase:
        drawn = "the drawn area" if self.polygon else None
        return parse_phrase(self.phrase, self.area or drawn)

    def columns(self) -> dict[str, Any]:
        parsed = self.parsed()
        return {
            "source": self.source,
            "phrase": " ".join(self.phrase.split()),
            "what": parsed.what,
            "area": parsed.area,
            "category": self.category or None,
            "result_limit": self.limit or parsed.limit,
        }

    def shape(self) -> dict[str, Any] | None:
        if self.polygon:
            if not 3 <= len(self.polygon) <= MOST_POINTS:
                raise EmptyPhrase(f"A polygon has 3 to {MOST_POINTS:,} points, and this one {len(self.polygon):,}.")
            return Area.of_polygon(self.polygon, "the drawn area").as_json()
        if self.radius is None:
            return None
        if not 0 < self.radius <= LARGEST_RADIUS:
            raise EmptyPhrase(f"A radius is more than 0 and at most {LARGEST_RADIUS:,} metres.")
        return {"radius": self.radius}


async def start_search(session: AsyncSession, actor: Actor, asked: NewSearch, *, queue: bool) -> PlaceSearch:
    """The search of the same words, if there is one: running that again finds what is new, or goes on."""
    values, shape = asked.columns(), asked.shape()
    list_id = await list_named(session, actor, asked.list_name) if asked.list_name else None
    await _one_at_a_time(session, actor.tenant_id, values)
    search = await _same_search(session, actor.tenant_id, values | {"list_id": list_id}, shape)
    if search is None:
        search = PlaceSearch(
            tenant_id=actor.tenant_id, list_id=list_id, area_shape=shape, started_by=actor.name, **values
        )
        session.add(search)
        await session.flush()
    if queue:
        await queue_search(session, actor, search.id)
    return search


async def queue_search(session: AsyncSession, actor: Actor, search_id: UUID) -> bool:
    """Unless it is at work or due already: asked twice, it runs once and is paid for once. Says if it was queued."""
    curation = PlaceSearch.single_search
    is_due = (curation.state == State.QUEUED.value) & (curation.queue_order <= func.clock_timestamp())
    is_coming = (curation.state == State.PROCESSING.value) | is_due
    if await session.scalar(select(is_coming).where(PlaceSearch.id == search_id)):
        return False
    await change_status(session, curation, actor, [search_id], Decision(Settable.QUEUED))
    return True


async def _one_at_a_time(session: AsyncSession, tenant_id: UUID, values: Mapping[str, Any]) -> None:
    """Until the end of the transaction: who asks for the same at the same moment then finds what the first made."""
    words = func.lower(f"search {tenant_id} {values['source']} {values['what']} {values['area']}")
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(words, 0))))


@dataclass(frozen=True, slots=True)
class EarlierSearch:
    """`is_same`: it has the same limit and list too, so that it is the one which starting it again would run."""

    search: PlaceSearch
    is_running: bool
    is_same: bool


async def searched_before(session: AsyncSession, tenant_id: UUID, asked: NewSearch) -> EarlierSearch | None:
    """The latest for the same things in the same area; that of the same limit and list before others."""
    values, shape = asked.columns(), asked.shape()
    latest = await session.execute(
        select(PlaceSearch, _IS_RUNNING, List.name)
        .outerjoin(List, List.id == PlaceSearch.list_id)
        .where(*_of_words(tenant_id, values))
        .order_by(PlaceSearch.updated_at.desc())
        .limit(20)
    )
    wanted = values["result_limit"], tidy_name(asked.list_name or "") or None
    earlier = (
        EarlierSearch(search, bool(running), (search.result_limit, list_name) == wanted)
        for search, running, list_name in latest
        if _is_same_shape(search.area_shape, shape)
    )
    return max(earlier, key=lambda each: each.is_same, default=None)


_IS_RUNNING = PlaceSearch.single_search.state.in_(("Queued", "Processing"))


async def _same_search(
    session: AsyncSession, tenant_id: UUID, values: dict[str, Any], shape: dict[str, Any] | None
) -> PlaceSearch | None:
    """One whose shape was found since counts as the one that named it."""
    exactly = [getattr(PlaceSearch, name).is_not_distinct_from(values[name]) for name in ("result_limit", "list_id")]
    candidates = await session.scalars(
        select(PlaceSearch).where(*_of_words(tenant_id, values), *exactly).order_by(PlaceSearch.id.desc()).limit(20)
    )
    return next((each for each in candidates if _is_same_shape(each.area_shape, shape)), None)


def _of_words(tenant_id: UUID, values: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    """Whatever their capital letters."""
    named = ("source", "what", "area")
    worded = (func.lower(getattr(PlaceSearch, name)) == func.lower(values[name]) for name in named)
    kind = PlaceSearch.category.is_not_distinct_from(values["category"])
    return [PlaceSearch.tenant_id == tenant_id, kind, *worded]


def _is_same_shape(kept: dict[str, Any] | None, wanted: dict[str, Any] | None) -> bool:
    def drawn(shape: dict[str, Any] | None) -> tuple[Any, Any]:
        given = shape or {}
        return given.get("radius"), [list(point) for point in given.get("polygon", ())]

    return drawn(kept) == drawn(wanted)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search may find and cost, in millionths of a dollar."""

    places: Annotated[
        int | None, Field(description="About how many there are; not known for sources that cost nothing.")
    ]
    is_counted: Annotated[bool, Field(description="Nothing was guessed.")]
    least_micros: int
    most_micros: int
    prices_checked_on: date | None
    area: str
    what: Annotated[str, Field(description="What is looked for, as the phrase was understood.")]
    limit: Annotated[int | None, Field(description="At most so many, as given or as the phrase says.")]
    only_with: Annotated[
        str | None, Field(description="What the phrase wants each to have: known later, chosen for the file.")
    ]


async def estimate_search(asked: NewSearch, clients: Clients) -> Estimate:
    """Looks around a little, at no cost; sources that cost nothing are not asked."""
    search = PlaceSearch(**asked.columns(), area_shape=asked.shape())
    sources, source = configured_source(clients, asked.source)
    area = await area_of(search, sources.gazetteer)
    understood = search.what, search.result_limit, asked.parsed().only_with
    if source.terms.cap is None:
        return Estimate(None, False, 0, 0, None, area.name, *understood)  # noqa: FBT003
    survey = Survey.begin(1, limit=None, cap=source.terms.cap, cost_micros=0)
    visit = CellVisits(source, SearchInput(search, frozenset()), SearchPart(area, survey), None)
    for _ in range(PROBING_ROUNDS):
        if survey.to_probe:
            for failure in await visit.probe_some():
                raise failure
    found = round(survey.estimate())
    wanted = min(found, search.result_limit or found)
    page = source.terms.page_cost_micros
    least = ceil(wanted / source.terms.page_size) * page
    most = max(least, ceil(_pages(survey, wanted, source.terms.page_size)) * page)
    checked_on = google_prices().checked_on
    return Estimate(found, not survey.to_probe, least, most, checked_on, area.name, *understood)


def _pages(survey: Survey, wanted: int, page_size: int) -> float:
    """As many as the cells that were seen to their end have; where some were not, no fewer than are usual."""
    known = sum(count for _, count in survey.to_list)
    pages = sum(ceil(count / page_size) for _, count in survey.to_list)
    usual = wanted / page_size * WASTE
    seen = wanted * pages / known if known else usual
    return max(seen, usual) if survey.to_probe else seen
