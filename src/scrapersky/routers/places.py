"""Places at the address of the first interface: their list, and decisions by the source's ids."""

from fastapi import APIRouter

from scrapersky.curation_sdk.decisions import updated_words
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.http import list_router
from scrapersky.routers.access import ACCESS, Curator, Session
from scrapersky.schemas.places_staging import PlaceBatchStatusUpdateRequest, PlaceBatchStatusUpdateResponse
from scrapersky.services.places.decisions import decide_places
from scrapersky.workflows.wf2_deep_scan import deep_scan


def places_router(registry: Registry) -> APIRouter:
    router = APIRouter(prefix="/api/v3", tags=["Places"])

    @router.put("/places/staging/status", operation_id="update_places_status_batch")
    async def update_places_status_batch(
        request: PlaceBatchStatusUpdateRequest, session: Session, actor: Curator
    ) -> PlaceBatchStatusUpdateResponse:
        """Decide about places by the source's ids. Selected means Queued; Archived and Rejected mean Skipped."""
        decided = await decide_places(session, actor, request.place_ids, request.status)
        changed = decided.changed
        return PlaceBatchStatusUpdateResponse(
            message=updated_words(len(changed.updated_ids), "place", changed.status),
            updated_ids=changed.updated_ids,
            updated_count=len(changed.updated_ids),
            queued_count=changed.queued_count,
            not_found=decided.not_found,
            in_work=changed.in_work,
            undo_token=str(changed.batch_id),
        )

    router.routes += list_router(deep_scan, registry, ACCESS, "/places/staging").routes
    return router
