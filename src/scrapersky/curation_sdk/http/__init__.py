"""The endpoints that every workflow has, derived, and those of all workflows together.

It turns requests into calls of the rooms below; what a product brings (sessions, who may do what) comes in as `Access`.
"""

from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.errors import ErrorPayload, install_error_rendering, render_error
from scrapersky.curation_sdk.http.events import events_router
from scrapersky.curation_sdk.http.meta import WorkflowMeta, describe_for_browsers
from scrapersky.curation_sdk.http.operations import operations_router
from scrapersky.curation_sdk.http.own import Own
from scrapersky.curation_sdk.http.reviewing import reviewing_router
from scrapersky.curation_sdk.http.schemas import EXAMPLE_ID, EXAMPLE_TIME, schemas_of
from scrapersky.curation_sdk.http.screens import screens_router
from scrapersky.curation_sdk.http.workflow_routes import list_router, refusing_router, workflow_router

__all__ = [
    "EXAMPLE_ID",
    "EXAMPLE_TIME",
    "Access",
    "ErrorPayload",
    "Own",
    "WorkflowMeta",
    "describe_for_browsers",
    "events_router",
    "install_error_rendering",
    "list_router",
    "operations_router",
    "refusing_router",
    "render_error",
    "requires",
    "reviewing_router",
    "schemas_of",
    "screens_router",
    "workflow_router",
]
