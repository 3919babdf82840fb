"""What targets got of a contact, and what they answered."""

from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.declaring import examples
from scrapersky.routers.access import Session, Viewer
from scrapersky.routers.application import RunningClients
from scrapersky.services.delivery_targets.sent import sent_of

router = APIRouter(prefix="/api/v3/deliveries", tags=["Insight"])


class SentItem(BaseModel):
    model_config = examples(
        {
            "target": "webhook",
            "delivered_at": "2026-03-02T09:00:00Z",
            "answer": "HTTP 200 Thank you",
            "told": {"email": "info@acme.example", "domain": "acme.example"},
            "is_as_sent": True,
        }
    )

    target: str
    delivered_at: datetime
    answer: str | None = Field(description="What the target said.")
    told: dict[str, Any] = Field(description="What it gets of this contact, without what is empty or secret.")
    is_as_sent: bool = Field(description="It got exactly that; otherwise the contact or the target changed since.")


@router.get(
    "/{contact_id}",
    operation_id="list_deliveries",
    summary="What targets got of a contact, newest first",
    responses={404: {"description": "There is no such contact"}},
)
async def list_deliveries(contact_id: UUID, clients: RunningClients, session: Session, actor: Viewer) -> list[SentItem]:
    targets = await clients.targets_of(actor.tenant_id) if clients else ()
    sent = await sent_of(session, actor.tenant_id, contact_id, targets)
    return [SentItem.model_validate(each, from_attributes=True) for each in sent]
