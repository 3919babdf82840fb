"""`GET /events`. FastAPI reads annotations when an endpoint is made, so they are real here."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.live import Event, EventStream, Hub, live_event


def events_router(hub_of: Callable[[Request], Hub], access: Access, more: tuple[type[Event], ...] = ()) -> APIRouter:
    """`more` are kinds of events that the product itself publishes."""
    mount = Mount("", "Operations", access)

    @mount.add(
        "GET",
        "/events",
        "listen_to_events",
        status_code=200,
        response_class=EventStream,
        response_model=None,
        responses={
            200: {"model": live_event(more), "description": "Server-sent events; each `data` is one LiveEvent"},
            401: {"description": "Not signed in"},
            503: {"description": "Too many listen already"},
        },
        summary="What changes, as it happens",
    )
    async def events(
        asking: Request,
        actor: Actor,
        last_event_id: Annotated[
            str | None, Header(max_length=100, description="The id of the last event that was received.")
        ] = None,
        after: Annotated[
            str | None,
            Query(max_length=100, description="The same, for a browser's first request, which cannot set the header."),
        ] = None,
    ) -> Any:
        hub = hub_of(asking)
        hub.refuse_if_full(actor.name)
        return EventStream(hub, actor, last_event_id or after)

    return mount.router
