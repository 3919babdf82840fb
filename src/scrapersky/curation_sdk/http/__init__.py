"""The endpoints that every workflow has, derived, and those of all workflows together.

It turns requests into calls of the rooms below; what a product brings (sessions, who may do what) comes in as `Access`.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.http.access import Access as Access
    from scrapersky.curation_sdk.http.access import Own as Own
    from scrapersky.curation_sdk.http.access import requires as requires
    from scrapersky.curation_sdk.http.errors import ErrorPayload as ErrorPayload
    from scrapersky.curation_sdk.http.errors import install_error_rendering as install_error_rendering
    from scrapersky.curation_sdk.http.errors import render_error as render_error
    from scrapersky.curation_sdk.http.meta import WorkflowMeta as WorkflowMeta
    from scrapersky.curation_sdk.http.meta import describe_for_browsers as describe_for_browsers
    from scrapersky.curation_sdk.http.mount import PREFIX as PREFIX
    from scrapersky.curation_sdk.http.mount import Branch as Branch
    from scrapersky.curation_sdk.http.mount import all_routes as all_routes
    from scrapersky.curation_sdk.http.mount import workflow_branches as workflow_branches
    from scrapersky.curation_sdk.http.operations import operations_router as operations_router
    from scrapersky.curation_sdk.http.operations import reviewing_router as reviewing_router
    from scrapersky.curation_sdk.http.schemas import EXAMPLE_ID as EXAMPLE_ID
    from scrapersky.curation_sdk.http.schemas import EXAMPLE_TIME as EXAMPLE_TIME
    from scrapersky.curation_sdk.http.schemas import schemas_of as schemas_of
    from scrapersky.curation_sdk.http.screens import events_router as events_router
    from scrapersky.curation_sdk.http.screens import screens_router as screens_router
    from scrapersky.curation_sdk.http.workflow_routes import list_router as list_router
    from scrapersky.curation_sdk.http.workflow_routes import refusing_router as refusing_router
    from scrapersky.curation_sdk.http.workflow_routes import workflow_router as workflow_router
else:
    __getattr__ = late_door(__name__, __file__)
