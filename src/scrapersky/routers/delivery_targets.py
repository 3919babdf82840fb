"""Where contacts are handed over to, and whether they would arrive; for admins. No secret is told."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.clients.clients import Clients
from scrapersky.clients.delivery.errors import hosts_only
from scrapersky.clients.delivery.trial import made_up_contact, shown_destination, try_target
from scrapersky.curation_sdk.declaring import Actor, Body, StoredText
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.errors import ScraperSkyError


class NoSuchTarget(ScraperSkyError):
    http_status = 404
    code = "no_such_target"

    def __init__(self, name: str) -> None:
        super().__init__(f"No delivery target {name!r} is set up. docs/how-to/deliver-contacts.md says how.")


class DeliveryTargetItem(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "webhook", "destination": "https://a.example"}]})

    name: str
    destination: str = Field(description="The service or the folder; of an address no more than its host.")


class DeliveryTargets(BaseModel):
    items: list[DeliveryTargetItem]
    left_out: dict[str, str] = Field(description="What of installed packages could not be used, and why.")


class DeliveryTrialRequest(Body):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"email": "test@acme.example"}]})

    email: Annotated[StoredText, Field(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+$")]


class DeliveryTrialAnswer(BaseModel):
    arrived: bool
    words: str = Field(description="What the target answered, or what is to be mended.")


def delivery_targets_router(access: Access, clients_of: Callable[[Request], Clients | None]) -> APIRouter:
    router = APIRouter(prefix="/api/v3/delivery-targets", tags=["Settings"])

    @router.get("", operation_id="list_delivery_targets", summary="Where contacts are handed over to")
    async def list_targets(request: Request, _actor: Annotated[Actor, requires(access.admin)]) -> DeliveryTargets:
        clients = clients_of(request)
        if clients is None:
            return DeliveryTargets(items=[], left_out={})
        return DeliveryTargets(
            items=[DeliveryTargetItem(name=each.name, destination=shown_destination(each)) for each in clients.targets],
            left_out=dict(clients.left_out),
        )

    @router.post("/{name}/trial", operation_id="try_delivery_target", summary="Hand over a made-up contact")
    async def try_one(
        request: Request, name: str, wish: DeliveryTrialRequest, actor: Annotated[Actor, requires(access.admin)]
    ) -> DeliveryTrialAnswer:
        clients = clients_of(request)
        target = next((each for each in clients.targets if each.name == name), None) if clients else None
        if clients is None or target is None:
            raise NoSuchTarget(name)
        if objection := await clients.last_look(actor.tenant_id, made_up_contact(wish.email)):
            return DeliveryTrialAnswer(arrived=False, words=objection)
        trial = await try_target(target, wish.email, clients.web)
        return DeliveryTrialAnswer(arrived=trial.arrived, words=hosts_only(trial.words))

    return router
