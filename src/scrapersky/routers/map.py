"""A map where terms allow it: rows as points, and the background that the operator set."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from scrapersky.clients.clients import Clients
from scrapersky.clients.places.registry import SOURCES
from scrapersky.clients.tiles import DEEPEST_ZOOM, PICTURES, NoSuchTile
from scrapersky.curation_sdk.declaring import Body, State, links_of
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import LONGEST_SEARCH, Filter, WrittenOrigin
from scrapersky.routers.access import Held, RunningClients, Session, Viewer, Workflows
from scrapersky.services.map_points import MapBox, MapPoints, PlacedRows

# Known even while no clients run: what these say must not be drawn on a map of anybody else's.
NEVER_DRAWN = frozenset(source.name for source in SOURCES if not source.is_mappable)

Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
Longitude = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]


class MapQuery(Body):
    """Which rows, as in their list, and in which box."""

    workflow: str = Field(max_length=100)
    status_filter: list[State] = Field(default_factory=list, max_length=20)
    search: str = Field("", max_length=LONGEST_SEARCH)
    origin: WrittenOrigin | None = None
    west: Longitude
    south: Latitude
    east: Longitude
    north: Latitude

    def filter(self) -> Filter:
        return Filter(states=tuple(s for s in State if s in self.status_filter), search=self.search, origin=self.origin)


router = APIRouter(prefix="/api/v3/map", tags=["Browser"])


@router.get("/points", operation_id="list_map_points", summary="Rows as points on a map")
async def points(
    clients: RunningClients, registry: Workflows, query: Annotated[MapQuery, Query()], session: Session, actor: Viewer
) -> MapPoints:
    if query.south > query.north:
        raise BadRequest("`south` is north of `north`; exchange them.")
    forbidding = NEVER_DRAWN | _forbidding(clients)
    rows = PlacedRows(session, registry[query.workflow], actor.tenant_id, forbidding, links_of(registry))
    box = MapBox(query.west, query.south, query.east, query.north)
    return await rows.within(box, query.filter())


def _forbidding(clients: Clients | None) -> set[str]:
    sources = clients.places.by_name.values() if clients and clients.places else ()
    return {source.terms.name for source in sources if not source.terms.is_mappable}


_TILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {} for kind in sorted(PICTURES)}, "description": "A picture"},
    404: {"description": "There is no such tile, or no background is set"},
    502: {"description": "The server of the tiles does not give it"},
}


@router.get(
    "/tiles/{z}/{x}/{y}",
    operation_id="get_map_tile",
    summary="A piece of the map's background",
    response_class=Response,
    responses=_TILE,
)
async def tile(
    clients: RunningClients,
    held: Held,
    z: Annotated[int, Path(ge=0, le=DEEPEST_ZOOM)],
    x: Annotated[int, Path(ge=0, lt=2**DEEPEST_ZOOM)],
    y: Annotated[int, Path(ge=0, lt=2**DEEPEST_ZOOM)],
    _: Viewer,
) -> Response:
    if held.tiles is None or clients is None:
        raise NoSuchTile("No background is set for maps here; MAP_TILES_URL says where there is one.")
    found = await held.tiles.tile(clients.web, z, x, y)
    return Response(found.picture, media_type=found.content_type, headers={"Cache-Control": "private, max-age=86400"})
