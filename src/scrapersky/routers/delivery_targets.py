"""Where contacts are handed over to, and whether they would arrive; for admins. No secret is told."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.delivery.errors import hosts_only
from scrapersky.clients.delivery.target import told_to
from scrapersky.clients.delivery.trial import made_up_contact, shown_destination, try_target
from scrapersky.clients.fetching.guard import own_services
from scrapersky.curation_sdk.declaring import Body, StoredText, examples, note
from scrapersky.errors import ScraperSkyError
from scrapersky.models import TenantTarget
from scrapersky.routers.access import Admin, Held, RunningClients, Session
from scrapersky.services.delivery_targets.forms import FORMS, TargetFieldItem, form_named
from scrapersky.services.delivery_targets.seals import Seals
from scrapersky.services.delivery_targets.store import set_up, take_down, targets_of, values_of

Settled = dict[str, Any]


class NoSuchTarget(ScraperSkyError):
    http_status = 404

    def __init__(self, name: str) -> None:
        super().__init__(f"No delivery target {name!r} is set up. docs/how-to/deliver-contacts.md says how.")


class DeliveryTargetItem(BaseModel):
    name: str
    destination: str = Field(description="The service or the folder; of an address no more than its host.")
    is_own: bool = Field(description="Set up here; the others are the installation's.")
    changed_by: str | None = Field(description="Who set up one of your own.")
    trouble: str | None = Field(default=None, description="Why it cannot be used.")


class TargetFormItem(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    name: str
    fields: list[TargetFieldItem]


class DeliveryTargets(BaseModel):
    items: list[DeliveryTargetItem]
    left_out: dict[str, str] = Field(description="What of installed packages could not be used, and why.")
    forms: list[TargetFormItem] = Field(description="What can be set up here, and with what.")


class DeliveryTargetRequest(Body):
    """What is not given stays as it was; null takes a value out."""

    model_config = examples(
        {"values": {"webhook_url": "https://crm.example/hook", "webhook_secret": "0123456789abcdef"}}
    )

    values: Annotated[Settled, Field(max_length=10)]


class DeliveryTrialRequest(Body):
    model_config = examples({"email": "test@acme.example"})

    email: Annotated[StoredText, Field(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+$")]


class DeliveryTrialAnswer(BaseModel):
    arrived: bool
    words: str = Field(description="What the target answered, or what is to be mended.")
    told: Settled = Field(default_factory=dict, description="What it got, without what is empty or secret.")


router = APIRouter(prefix="/api/v3/delivery-targets", tags=["Settings"])


@router.get("", operation_id="list_delivery_targets", summary="Where contacts are handed over to")
async def list_targets(clients: RunningClients, held: Held, actor: Admin, session: Session) -> DeliveryTargets:
    own = await targets_of(session, actor.tenant_id)
    return DeliveryTargets(
        items=list(_items(own, Seals(held.settings), clients.targets if clients else ())),
        left_out=dict(clients.left_out) if clients else {},
        forms=[TargetFormItem.model_validate(form) for form in FORMS.values()],
    )


@router.put("/{name}", operation_id="set_up_delivery_target", summary="Hand contacts over to a target of your own")
async def set_up_target(
    held: Held, name: str, wanted: DeliveryTargetRequest, actor: Admin, session: Session
) -> DeliveryTargetItem:
    form = form_named(name)
    known = {field.name for field in form.fields}
    note(target=form.name, fields=" ".join(sorted(wanted.values.keys() & known)))
    seals = Seals(held.settings)
    await set_up(session, seals, actor, name, wanted.values, own=own_services(held.settings.own_services))
    own = [row for row in await targets_of(session, actor.tenant_id) if row.name == name]
    return next(_items(own, seals, ()))


@router.delete(
    "/{name}", operation_id="take_down_delivery_target", summary="No longer use a target of your own", status_code=204
)
async def take_down_target(name: str, actor: Admin, session: Session) -> Response:
    note(target=form_named(name).name)
    await take_down(session, actor, name)
    return Response(status_code=204)


def _items(
    own: Sequence[TenantTarget], seals: Seals, installation: Sequence[DeliveryTarget]
) -> Iterator[DeliveryTargetItem]:
    for row in own:
        shared: Settled = {"name": row.name, "is_own": True, "changed_by": row.changed_by}
        try:
            target = form_named(row.name).target(values_of(row, seals))
            yield DeliveryTargetItem(**shared, destination=shown_destination(target))
        except ScraperSkyError as error:
            yield DeliveryTargetItem(**shared, destination="", trouble=str(error))
    names = {row.name for row in own}
    for each in installation:
        if each.name not in names:
            destination = shown_destination(each)
            yield DeliveryTargetItem(name=each.name, destination=destination, is_own=False, changed_by=None)


@router.post("/{name}/trial", operation_id="try_delivery_target", summary="Hand over a made-up contact")
async def try_one(clients: RunningClients, name: str, wish: DeliveryTrialRequest, actor: Admin) -> DeliveryTrialAnswer:
    targets = await clients.targets_of(actor.tenant_id) if clients else ()
    target = next((each for each in targets if each.name == name), None)
    if clients is None or target is None:
        raise NoSuchTarget(name)
    if objection := await clients.last_look(actor.tenant_id, made_up_contact(wish.email)):
        return DeliveryTrialAnswer(arrived=False, words=objection)
    trial = await try_target(target, wish.email, clients.web)
    told = told_to(target, made_up_contact(wish.email))
    return DeliveryTrialAnswer(arrived=trial.arrived, words=hosts_only(trial.words), told=told)
