"""What a browser has to know before it draws anything: who is signed in, the workflows, the limits, what is set up."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.decisions import MOST_AT_ONCE, MOST_IDS
from scrapersky.curation_sdk.declaring import Registry, links_of
from scrapersky.curation_sdk.http import PREFIX, WorkflowMeta, describe_for_browsers
from scrapersky.curation_sdk.lists import DEEPEST_OFFSET, paths_up
from scrapersky.curation_sdk.queue import settings_of
from scrapersky.models import List
from scrapersky.routers.access import Held, Reading, RunningClients, SignedIn
from scrapersky.routers.auth import Me, me_of
from scrapersky.routers.sessions import actor_of
from scrapersky.services.delivery_targets.store import target_names

PAGE_SIZES = [25, 50, 100]
CONFIRM_ABOVE = 1_000
UNDO_SECONDS = 10


class Refused(BaseModel):
    """A workflow or extension that does not run here."""

    name: str
    reason: str


class PlaceSourceMeta(BaseModel):
    """Where a search may look for places, those of installed packages among them."""

    name: str
    title: str
    cap: int | None = Field(description="The most places that one question brings; more are found by splitting.")
    page_cost_micros: int = Field(description="What a page of results costs, in millionths of a dollar.")
    needs: str | None = Field(description="What it takes to ask it, whether or not it is there; null: nothing.")
    unready: str | None = Field(description="What of that is missing; null: it can be asked.")


class MapMeta(BaseModel):
    """Whether maps have a background here, and whom to credit for it."""

    tiles: bool
    attribution: str | None


class Meta(BaseModel):
    version: str
    user: Me
    is_operator: bool = Field(description="Whether they set what holds for all tenants.")
    undo_seconds: int = Field(description="How long workers wait for undo's sake, unless a person set it otherwise.")
    page_sizes: list[int]
    most_ids: int = Field(description="How many rows one decision may name.")
    most_at_once: int = Field(description="A decision about more rows than this becomes a job.")
    confirm_above: int = Field(description="Ask before a decision about more rows than this.")
    deepest_offset: int
    workflows: list[WorkflowMeta]
    refused: list[Refused]
    lists_table: str | None = Field(description="The table whose rows every tab can be narrowed to, as an origin.")
    sources: list[PlaceSourceMeta] = Field(description="Those that can be asked come first.")
    simulated: bool = Field(description="The internet is the simulator's: nothing is paid, whatever the prices say.")
    delivery_targets: list[str]
    map: MapMeta


def meta_router(registry: Registry) -> APIRouter:
    router = APIRouter(prefix=PREFIX, tags=["Browser"])
    lists_table = _lists_table(registry)

    @router.get("/meta", operation_id="get_meta", summary="What a browser has to know first")
    async def meta(asking: Request, held: Held, clients: RunningClients, visitor: SignedIn, session: Reading) -> Meta:
        user, settings = visitor.user, await settings_of(session, visitor.user.tenant_id)
        credit = held.settings.map_tiles_attribution or None
        return Meta(
            version=asking.app.version,
            user=me_of(user),
            is_operator=visitor.is_operator,
            undo_seconds=UNDO_SECONDS,
            page_sizes=PAGE_SIZES,
            most_ids=MOST_IDS,
            most_at_once=MOST_AT_ONCE,
            confirm_above=CONFIRM_ABOVE,
            deepest_offset=DEEPEST_OFFSET,
            workflows=[
                describe_for_browsers(each, registry, settings.get(each.name), PREFIX, actor_of(visitor))
                for each in registry
            ],
            refused=[Refused(name=name, reason=reason) for name, reason in held.faults.items()],
            lists_table=lists_table,
            sources=_sources(clients),
            simulated=clients.simulated if clients else False,
            delivery_targets=await target_names(session, user.tenant_id, clients.targets if clients else ()),
            map=MapMeta(tiles=held.tiles is not None, attribution=credit),
        )

    return router


def _lists_table(registry: Registry) -> str | None:
    links = links_of(registry)
    tables = {table.name for each in registry for table in paths_up(each.model.__table__, links)}
    return List.__tablename__ if List.__tablename__ in tables else None


def _sources(clients: Clients | None) -> list[PlaceSourceMeta]:
    places = clients.places.usable_first if clients and clients.places else []
    return [PlaceSourceMeta.model_validate(each.terms, from_attributes=True) for each in places]
