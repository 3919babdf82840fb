"""What a person wants to know of a row before deciding, beyond its own columns."""

from uuid import UUID

from fastapi import APIRouter

from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.routers.access import Session, Viewer
from scrapersky.routers.application import Workflows
from scrapersky.services.row_insight import Insights, RowInsight

router = APIRouter(prefix="/api/v3/insight", tags=["Insight"])


@router.get(
    "/{table}/{row_id}",
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
