"""Who is left alone, and what is stored about somebody, told and erased.

Always POST for the latter: who it is about stands in no address.
"""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Query
from fastapi.encoders import jsonable_encoder
from pydantic import BaseModel, ConfigDict, Field

from scrapersky.curation_sdk.declaring import Body, StoredText, examples, note
from scrapersky.routers.access import Admin, Curator, Held, Session, Viewer
from scrapersky.services.erasure.disclose import disclosure
from scrapersky.services.suppression.contacts import skip_suppressed, take_off
from scrapersky.services.suppression.entries import LONGEST_REASON, suppress, suppressions
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import LONGEST_VALUE, Mark, NotSuppressible

MOST_AT_ONCE = 1_000


class SuppressionRequest(Body):
    """Values to put on the list. Those that cannot be read keep no other from it."""

    model_config = examples({"values": ["ana@acme.example", "bolt.example"], "reason": "asked us by phone to stop"})

    kind: SuppressionKind | None = Field(
        default=None, description="What all of them are; without it each is what it looks like."
    )
    values: Annotated[list[StoredText], Field(min_length=1, max_length=MOST_AT_ONCE)]
    reason: Annotated[StoredText, Field(max_length=LONGEST_REASON)] | None = None


class SuppressionAnswer(BaseModel):
    """One entry of the list; `value` is in the spelling by which it is compared, of who was erased a hash of it."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    kind: SuppressionKind
    value: str
    is_hashed: bool
    reason: str | None
    added_by: str | None
    created_at: datetime


class RefusedValue(BaseModel):
    line: int = Field(description="Which of the values, counted from 1.")
    reason: str


class SuppressionsAdded(BaseModel):
    """All that were given and are on the list now, and which could not be read."""

    items: list[SuppressionAnswer]
    refused: list[RefusedValue]
    skipped: int = Field(description="How many contacts waited for a decision or their turn, and are skipped now.")
    undo_token: str = Field(
        description="Takes the entries off the list again and gives the contacts back what they were."
    )


class SuppressionPage(BaseModel):
    items: list[SuppressionAnswer]
    total: int
    page: int
    size: int


router = APIRouter(prefix="/api/v3", tags=["Suppressions"])


@router.get("/suppressions", operation_id="list_suppressions", summary="Who is on the suppression list")
async def list_suppressions(
    actor: Viewer,
    session: Session,
    kind: SuppressionKind | None = None,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 50,
) -> SuppressionPage:
    rows, total = await suppressions(session, actor.tenant_id, kind, limit=size, offset=(page - 1) * size)
    items = [SuppressionAnswer.model_validate(row) for row in rows]
    return SuppressionPage(items=items, total=total, page=page, size=size)


@router.post(
    "/suppressions", operation_id="add_suppressions", summary="Put somebody on the suppression list", status_code=201
)
async def add_suppressions(actor: Curator, session: Session, request: SuppressionRequest) -> SuppressionsAdded:
    marks, refused = _read(request)
    kept = await suppress(session, actor, marks, request.reason)
    skipped = await skip_suppressed(session, actor, marks)
    items = [SuppressionAnswer.model_validate(row) for row in kept]
    return SuppressionsAdded(items=items, refused=refused, skipped=skipped.count, undo_token=str(skipped.undo_token))


@router.delete(
    "/suppressions/{id}",
    operation_id="remove_suppression",
    summary="Take somebody off the suppression list",
    status_code=204,
)
async def remove_suppression(entry: Annotated[UUID, Path(alias="id")], actor: Admin, session: Session) -> None:
    await take_off(session, actor, entry)


def _read(request: SuppressionRequest) -> tuple[list[Mark], list[RefusedValue]]:
    """Raises NotSuppressible if none of the values can be read."""
    marks: list[Mark] = []
    refused: list[RefusedValue] = []
    for line, value in enumerate(request.values, 1):
        try:
            marks.append(Mark.read(request.kind, value) if request.kind else Mark.of_line(value))
        except NotSuppressible as error:
            refused.append(RefusedValue(line=line, reason=str(error)))
    if not marks:
        raise NotSuppressible(" ".join(f"Line {each.line}: {each.reason}" for each in refused[:5]))
    return marks, refused


class DisclosureRequest(Body):
    """Whom it is about. A person is named, with the domain where they work if there are several of the name."""

    model_config = examples({"kind": "email", "value": "ana@acme.example"})

    kind: SuppressionKind
    value: Annotated[StoredText, Field(min_length=1, max_length=LONGEST_VALUE)]
    domain: Annotated[StoredText, Field(max_length=LONGEST_VALUE)] | None = None


class ErasureRequest(DisclosureRequest):
    """Nothing is erased unless `dry_run` is false."""

    dry_run: bool = True


class DeliveredItem(BaseModel):
    target: str
    delivered_at: datetime
    contact_id: UUID


class ErasureAnswer(BaseModel):
    """How many rows of which table, and what could not be reached."""

    dry_run: bool
    contacts: int
    deleted: dict[str, int]
    redacted: dict[str, int]
    pages: int = Field(description="Pages whose kept HTML mentioned them.")
    exports: int = Field(description="Exports that were let go, since they may have them in it.")
    files: int
    entries: int = Field(description="Entries that keep them from coming back, without the clear text.")
    delivered: list[DeliveredItem]
    not_reached: list[str]


@router.post("/erasures", operation_id="erase", summary="Erase a person, an address, a number or a domain")
async def erase(held: Held, actor: Admin, wanted: ErasureRequest) -> ErasureAnswer:
    note(kind=wanted.kind.value)
    async with held.open_erasure() as erasure:
        report = await erasure.run(actor, wanted.kind, wanted.value, domain=wanted.domain, dry_run=wanted.dry_run)
    note(dry_run=report.dry_run, contacts=report.contacts, pages=report.pages, exports=report.exports)
    return ErasureAnswer.model_validate(report, from_attributes=True)


@router.post("/disclosures", operation_id="disclose", summary="All that is stored about somebody")
async def disclose(held: Held, actor: Admin, wanted: DisclosureRequest) -> dict[str, Any]:
    note(kind=wanted.kind.value)
    async with held.open_erasure() as erasure:
        told = await disclosure(
            erasure.sessions, actor.tenant_id, erasure.stores, wanted.kind, wanted.value, domain=wanted.domain
        )
    return jsonable_encoder(told)  # type: ignore[no-any-return]
