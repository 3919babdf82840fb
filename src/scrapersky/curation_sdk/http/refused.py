"""The endpoints of a workflow that cannot run: each says why, and what to do, instead of not being there."""

from collections.abc import Sequence
from typing import Annotated, NoReturn

from fastapi import APIRouter

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, WorkflowRefused
from scrapersky.curation_sdk.http.access import Access, requires

_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def refusing_router(workflow: AnyWorkflow, reason: str, access: Access, more_paths: Sequence[str] = ()) -> APIRouter:
    """Answers everything at the workflow's path, and at the table's where the table's names are its own, with 503."""
    router = APIRouter(include_in_schema=False)

    async def refuse(_: Annotated[Actor, requires(access.viewer)]) -> NoReturn:
        raise WorkflowRefused(workflow.title, reason)

    for path in (workflow.names.path, workflow.names.table_path, *more_paths):
        if path is not None:
            router.add_api_route(path, refuse, methods=_METHODS, response_model=None)
            router.add_api_route(f"{path}/{{rest:path}}", refuse, methods=_METHODS, response_model=None)
    return router
