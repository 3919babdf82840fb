"""What a person looks for and wants to know before deciding: any row, what is known of one, what targets got of it."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.lists import Found, find_rows
from scrapersky.routers.access import RunningClients, Session, Viewer, Workflows
from scrapersky.services.delivery_targets.sent import SentItem, sent_of
from scrapersky.services.row_insight import Insights, RowInsight

router = APIRouter(prefix="/api/v3", tags=["Insight"])


@router.get(
    "/insight/{table}/{row_id}",
    operation_id="get_row_insight",
    summary="A row's text, evidence, score, neighbours and decisions",
    responses={404: {"description": "There is no such row"}},
)
async def insight(table: str, row_id: UUID, registry: Workflows, session: Session, actor: Viewer) -> RowInsight:
    """What was read of it, each value seen with where it was seen, and the decisions made about it."""
    models = {workflow.names.table: workflow.model for workflow in registry}
    model = models.get(table)
    if model is None:
        raise RowsNotFound(f"There is no table {table[:80]!r}; there are: {', '.join(models)}.")
    return await Insights(session, actor.tenant_id).of(model, row_id)


@router.get(
    "/deliveries/{contact_id}",
    operation_id="list_deliveries",
    summary="What targets got of a contact, newest first",
    responses={404: {"description": "There is no such contact"}},
)
async def list_deliveries(contact_id: UUID, clients: RunningClients, session: Session, actor: Viewer) -> list[SentItem]:
    targets = await clients.targets_of(actor.tenant_id) if clients else ()
    return await sent_of(session, actor.tenant_id, contact_id, targets)


@router.get("/find", operation_id="find_anything", summary="Rows by id, host, address, e-mail address or name")
async def find_anything(
    session: Session,
    actor: Viewer,
    registry: Workflows,
    q: Annotated[str, Query(max_length=2000, description="What you have in hand.")] = "",
) -> list[Found]:
    return await find_rows(session, registry, actor.tenant_id, q)
