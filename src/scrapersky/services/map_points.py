"""Rows as points on a map that is not their source's: what a source forbids is withheld and counted."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, State
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import Filter, where

MOST_POINTS = 2_000
MOST_SAMPLED = 100_000
MOST_CREDITED = 20
CELLS_PER_SIDE = 24
DRAWN = ("name", "latitude", "longitude")
"""What of a row can be seen on the map."""


@dataclass(frozen=True, slots=True)
class MapBox:
    """Degrees. West may be greater than east: then it goes across the 180th meridian."""

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        return (self.east - self.west) % 360 or 360.0

    def holds(self, latitude: Any, longitude: Any) -> ColumnElement[bool]:
        beside = or_ if self.west > self.east else and_
        return and_(latitude.between(self.south, self.north), beside(longitude >= self.west, longitude <= self.east))


@dataclass(frozen=True, slots=True)
class MapPoint:
    id: UUID
    lat: float
    lon: float
    title: str | None
    state: State


@dataclass(frozen=True, slots=True)
class MapCluster:
    """Rows that stand close together, and their middle."""

    lat: float
    lon: float
    count: int


@dataclass(frozen=True, slots=True)
class MapPoints:
    """Points while there are few, clusters when there are many."""

    points: list[MapPoint]
    clustered: list[MapCluster]
    withheld: Annotated[
        int, Field(description="Rows whose source forbids drawing them on another map, in the box and outside.")
    ]
    attributions: Annotated[list[str], Field(description="Whom the points are to be credited to.")]
    elsewhere: Annotated[int, Field(description="Rows that may be drawn and have a place outside of the box.")]
    unplaced: Annotated[int, Field(description="Rows of which nobody knows where they are.")]


@dataclass(frozen=True, slots=True)
class PlacedRows:
    """One tenant's rows of one workflow that have a place. `forbidding` names sources whose places may not be drawn."""

    session: AsyncSession
    workflow: AnyWorkflow
    tenant_id: UUID
    forbidding: Collection[str]
    links: Sequence[Link] = ()

    async def within(self, box: MapBox, wanted: Filter) -> MapPoints:
        model: Any = self.workflow.model
        if not {*DRAWN, "source"} <= set(model.__table__.c.keys()):
            raise BadRequest(f"{self.workflow.title} has no places to draw.")
        matching = where(self.workflow, self.tenant_id, wanted, self.links)
        inside = [*matching, box.holds(model.latitude, model.longitude)]
        forbidden = func.coalesce(self._is_forbidden(model), false())
        withheld, elsewhere, unplaced = await self._not_drawn(matching, box, forbidden)
        allowed = [*inside, ~forbidden]
        found = await self.session.execute(self._points(allowed))
        points = [MapPoint(row_id, lat, lon, title, State(state)) for row_id, lat, lon, title, state in found]
        clusters: list[MapCluster] = []
        if len(points) > MOST_POINTS:
            points, clusters = (
                [],
                [MapCluster(*row) for row in await self.session.execute(self._clusters(box, allowed))],
            )
        return MapPoints(points, clusters, withheld, await self._credited(allowed), elsewhere, unplaced)

    def _is_forbidden(self, model: Any) -> ColumnElement[bool]:
        """By the source of each value that would be seen, where the row has several; else by the row's own."""
        own: ColumnElement[bool] = model.source.in_(self.forbidding)
        if "provenance" not in model.__table__.c:
            return own
        tellers = [model.provenance[name]["source"].astext for name in DRAWN]
        told = or_(*(func.coalesce(teller.in_(self.forbidding), false()) for teller in tellers))
        return or_(told, and_(own, ~model.provenance.has_key("latitude")))

    def _points(self, allowed: Sequence[ColumnElement[bool]]) -> Select[Any]:
        model: Any = self.workflow.model
        state: Any = self.workflow.curation.state.label("state")
        seen = (model.id, model.latitude, model.longitude, model.name, state)
        return select(*seen).where(*allowed).limit(MOST_POINTS + 1)

    def _clusters(self, box: MapBox, allowed: Sequence[ColumnElement[bool]]) -> Select[Any]:
        """The middle of the rows in each cell of a grid over the box."""
        model: Any = self.workflow.model
        sample = select(model.latitude, model.longitude).where(*allowed).limit(MOST_SAMPLED).subquery()
        latitude, longitude = sample.c
        from_west = _round_the_earth(longitude - box.west)
        eastwards = func.floor(from_west / box.width * CELLS_PER_SIDE)
        height = (box.north - box.south) or 1
        northwards = func.floor((latitude - box.south) / height * CELLS_PER_SIDE)
        middle_longitude = _round_the_earth(func.avg(from_west) + (box.west + 180)) - 180
        middle = func.avg(latitude).label("lat"), middle_longitude.label("lon")
        return select(*middle, func.count().label("count")).group_by(eastwards, northwards)

    async def _not_drawn(
        self, matching: Sequence[ColumnElement[bool]], box: MapBox, forbidden: ColumnElement[bool]
    ) -> tuple[int, int, int]:
        """Withheld wherever the box is, elsewhere, without a place: whoever moves the box moves rows of the second."""
        model: Any = self.workflow.model
        seen = model.latitude, model.longitude, forbidden.label("forbidden")
        rows = select(*seen).where(*matching).limit(MOST_SAMPLED).subquery()
        latitude, longitude, is_forbidden = rows.c
        is_placed = and_(latitude.is_not(None), longitude.is_not(None))
        withheld = func.count().filter(is_placed, is_forbidden)
        elsewhere = func.count().filter(is_placed, ~is_forbidden, ~box.holds(latitude, longitude))
        unplaced = func.count().filter(~is_placed)
        counted = (await self.session.execute(select(withheld, elsewhere, unplaced))).one()
        return counted[0], counted[1], counted[2]

    async def _credited(self, allowed: Sequence[ColumnElement[bool]]) -> list[str]:
        model: Any = self.workflow.model
        credit = model.attribution
        sample = select(credit.label("credit")).where(*allowed, credit.is_not(None)).limit(MOST_SAMPLED).subquery()
        told = select(sample.c.credit).distinct().order_by(sample.c.credit).limit(MOST_CREDITED)
        # One of several sources credits each of them.
        return list(
            dict.fromkeys(part for each in await self.session.scalars(told) for part in each.split("; ") if part)
        )


def _round_the_earth(degrees: Any) -> Any:
    """From 0 to 360, as PostgreSQL's remainder of a negative number is not."""
    return degrees - 360 * func.floor(degrees / 360)
