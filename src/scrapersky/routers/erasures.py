"""What is stored about somebody, told and erased; for admins. Always POST: who it is about stands in no address."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter
from fastapi.encoders import jsonable_encoder
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.declaring import Body, StoredText, examples, note
from scrapersky.routers.access import Admin, Held
from scrapersky.services.erasure.disclose import disclosure
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import LONGEST_VALUE


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


router = APIRouter(prefix="/api/v3", tags=["Suppressions"])


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
