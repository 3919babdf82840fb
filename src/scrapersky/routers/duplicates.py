"""Places that may be one business and contacts that are one, for the browser: page after page, and decided."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.decisions import Merge, Merging
from scrapersky.curation_sdk.declaring import Body, State, StoredText, answer_of, examples
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http import EXAMPLE_ID
from scrapersky.curation_sdk.plurals import plural
from scrapersky.models import Contact, Place, PlacePair
from scrapersky.routers.access import Curator, Session, Viewer, Workflows
from scrapersky.services.contacts import duplicates
from scrapersky.services.exports.cells import plain_text
from scrapersky.services.places.pair_decisions import OPEN, PairDecisions, PairPosition

MOST_AT_ONCE = 500


class DuplicatePlace(BaseModel):
    """One of the two, as its source tells of it."""

    id: UUID
    source: str
    place_id: str
    name: str | None
    address: str | None
    phone: str | None
    website: str | None
    attribution: str | None
    category: str | None
    latitude: float | None
    longitude: float | None
    local_business_id: UUID | None


class PairAnswer(BaseModel):
    """What was decided about two places that may be one business."""

    id: UUID
    likeness: float
    why: str
    decision: str
    decided_by: str | None
    decided_at: datetime | None


class DuplicatePair(PairAnswer):
    """Two places that may be one business, with the reasons."""

    first: DuplicatePlace
    second: DuplicatePlace


class DuplicateList(BaseModel):
    """The likeliest first."""

    items: list[DuplicatePair]
    next: str | None = Field(description="Send it as `after` for the page after this one.")
    total: int = Field(description="How many pairs there are with this decision.")


class MergeRequest(Body):
    """Which of the two gives its business."""

    model_config = examples({"keep": EXAMPLE_ID})

    keep: UUID | None = Field(
        default=None,
        description="One of the two places. Without it: who was edited, else who has a domain, else the older.",
    )
    values: dict[Literal["name", "address", "phone", "website", "category"], UUID] = Field(
        default={},
        description="Of which of the two places a value is taken and kept; others come from the most trusted source.",
    )


class ManyPairs(Body):
    """Which pairs, and what they are: listed, or all that are open and at least so likely."""

    model_config = examples({"decision": "merged", "at_least": 0.85, "most": 200})

    decision: Literal["merged", "apart"]
    pair_ids: list[UUID] = Field(default=[], max_length=MOST_AT_ONCE)
    at_least: float | None = Field(default=None, ge=0, le=1, description="Instead of ids: open pairs of this likeness.")
    most: int = Field(default=MOST_AT_ONCE, ge=1, le=MOST_AT_ONCE, description="Of those, at most so many.")


class RefusedPair(BaseModel):
    id: UUID
    reason: str


class ManyPairsAnswer(BaseModel):
    """What became of them."""

    decided: int
    refused: list[RefusedPair]


class DuplicateContact(BaseModel):
    """One of the contacts that are one, with the website that tells of it."""

    id: UUID
    domain: str
    business: str | None
    source_url: str | None
    state: State
    confidence: float
    verification: str | None
    delivered_at: datetime | None
    values: dict[str, str | None] = Field(description="What it says, field by field, as a person reads it.")


class DuplicateContacts(BaseModel):
    """Contacts that are one, the best first, with what would become of them."""

    key: str | None = Field(description="The address or the number that they share, where that is why they are one.")
    contacts: list[DuplicateContact]
    keep: UUID
    values: dict[str, UUID] = Field(description="What the one that stays lacks, and of which it would take it.")


class DuplicateContactList(BaseModel):
    items: list[DuplicateContacts]
    next: str | None = Field(description="Send it as `after` for the page after this one.")
    total: int = Field(description="How many groups there are.")


class ContactMerge(Body):
    """Which contact stays, which go, and of which of them a value is taken."""

    model_config = examples({"keep": EXAMPLE_ID, "others": [EXAMPLE_ID], "values": {"phone": EXAMPLE_ID}})

    keep: UUID
    others: list[UUID] = Field(min_length=1, max_length=duplicates.MOST_ALIKE)
    values: dict[str, UUID] = Field(default={}, description=f"Any of {', '.join(duplicates.CHOSEN)}.")


class ContactMerges(Body):
    """Many at once; the whole can be taken back as one batch."""

    model_config = examples({"merges": [{"keep": EXAMPLE_ID, "others": [EXAMPLE_ID]}]})

    merges: list[ContactMerge] = Field(min_length=1, max_length=MOST_AT_ONCE)


class ContactsMerged(BaseModel):
    message: str
    gone: int = Field(description="How many contacts were skipped because another one stands for them.")
    refused: list[RefusedPair] = Field(description="Those that were to stay, with the reason.")
    undo_token: str | None


router = APIRouter(prefix="/api/v3/duplicates", tags=["Places"])


@router.get("", operation_id="list_duplicates", summary="Places that may be one business")
async def list_duplicates(
    session: Session,
    actor: Viewer,
    size: Annotated[int, Query(ge=1, le=100)] = 50,
    after: Annotated[str | None, Query(max_length=100, description="`next` of the page before.")] = None,
    decision: Annotated[str, Query(pattern="^(open|merged|apart)$")] = OPEN,
) -> DuplicateList:
    place = _read(after) if after else None
    decisions = PairDecisions(session, actor)
    found = await decisions.pairs_after(place, decision, limit=size + 1)
    pairs = [_pair(*each) for each in found[:size]]
    last = pairs[-1] if len(found) > size else None
    following = f"{last.likeness!r}:{last.id}" if last else None
    return DuplicateList(items=pairs, next=following, total=await decisions.count(decision))


@router.post("/decide", operation_id="decide_duplicates", summary="Decide about many pairs at once")
async def decide(request: ManyPairs, session: Session, actor: Curator) -> ManyPairsAnswer:
    if bool(request.pair_ids) == (request.at_least is not None):
        raise BadRequest("Say which pairs: `pair_ids`, or `at_least` for all open ones of that likeness.")
    decisions = PairDecisions(session, actor)
    chosen = request.pair_ids or await decisions.open_pairs(request.at_least or 0, request.most)
    done = await decisions.decide_many(chosen, request.decision)
    refused = [RefusedPair(id=each, reason=reason) for each, reason in done.refused.items()]
    return ManyPairsAnswer(decided=done.decided, refused=refused)


@router.get("/contacts", operation_id="list_duplicate_contacts", summary="Contacts that are certainly one")
async def list_duplicate_contacts(
    session: Session,
    actor: Viewer,
    size: Annotated[int, Query(ge=1, le=100)] = 50,
    after: Annotated[StoredText | None, Query(max_length=1000, description="`next` of the page before.")] = None,
    contact: Annotated[
        list[UUID] | None,
        Query(max_length=duplicates.MOST_ALIKE, description="Instead: these, side by side; may be repeated."),
    ] = None,
) -> DuplicateContactList:
    if contact:
        group = await duplicates.chosen_group(session, actor.tenant_id, contact)
        return DuplicateContactList(items=[_group(group)] if group else [], next=None, total=1 if group else 0)
    found, total = await duplicates.certain_groups(session, actor.tenant_id, after, size + 1)
    following = found[size - 1].key if len(found) > size else None
    return DuplicateContactList(items=[_group(each) for each in found[:size]], next=following, total=total)


@router.post("/contacts/merge", operation_id="merge_contacts", summary="They are one contact")
async def merge_contacts(
    request: ContactMerges, session: Session, actor: Curator, registry: Workflows
) -> ContactsMerged:
    for name in {name for one in request.merges for name in one.values} - {*duplicates.CHOSEN}:
        raise BadRequest(f"A contact has no field {name!r} to choose; there are {', '.join(duplicates.CHOSEN)}.")
    merges = [Merge(one.keep, one.others, duplicates.values_to_take(one.values)) for one in request.merges]
    workflow = registry[Contact.contact_delivery.name]
    done = await Merging(session, workflow, actor).merge(merges)
    refused = [RefusedPair(id=each, reason=reason) for each, reason in done.refused.items()]
    stayed = plural(len(merges) - len(refused), "contact")
    return ContactsMerged(
        message=f"{plural(done.gone, 'contact was', 'contacts were')} merged into {stayed}.",
        gone=done.gone,
        refused=refused,
        undo_token=str(done.batch_id) if done.batch_id else None,
    )


@router.post("/{pair_id}/merge", operation_id="merge_duplicates", summary="They are one business")
async def merge(pair_id: UUID, request: MergeRequest, session: Session, actor: Curator) -> PairAnswer:
    values = {str(name): place for name, place in request.values.items()}
    return answer_of(PairAnswer, await PairDecisions(session, actor).merge(pair_id, request.keep, values))


@router.post("/{pair_id}/apart", operation_id="keep_duplicates_apart", summary="They are two")
async def apart(pair_id: UUID, session: Session, actor: Curator) -> PairAnswer:
    return answer_of(PairAnswer, await PairDecisions(session, actor).keep_apart(pair_id))


@router.post("/{pair_id}/take-back", operation_id="take_back_duplicates", summary="As it was before the decision")
async def take_back(pair_id: UUID, session: Session, actor: Curator) -> PairAnswer:
    return answer_of(PairAnswer, await PairDecisions(session, actor).take_back(pair_id))


def _read(after: str) -> PairPosition:
    likeness, _, pair_id = after.partition(":")
    try:
        return PairPosition(float(likeness), UUID(pair_id))
    except ValueError as error:
        raise BadRequest("`after` is not of this list; begin again without it.") from error


def _pair(pair: PlacePair, first: Place, second: Place) -> DuplicatePair:
    places = {"first": answer_of(DuplicatePlace, first), "second": answer_of(DuplicatePlace, second)}
    return answer_of(DuplicatePair, pair, **places)


def _group(group: duplicates.ContactGroup) -> DuplicateContacts:
    contacts = [_contact(one) for one in group.contacts]
    return DuplicateContacts(key=group.key, contacts=contacts, keep=group.keep, values=group.values)


def _contact(one: duplicates.ContactInGroup) -> DuplicateContact:
    said = {name: plain_text(value) if value is not None else None for name, value in one.said.items()}
    seen = {"domain": one.domain, "business": one.business, "state": one.state}
    return answer_of(DuplicateContact, one.contact, values=said, **seen)
