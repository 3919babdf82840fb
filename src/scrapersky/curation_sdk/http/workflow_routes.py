"""The endpoints of one workflow, derived. FastAPI reads annotations when an endpoint is made, so they are real."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NoReturn
from uuid import UUID

import orjson
from fastapi import APIRouter, Body, Query, Request, Response
from pydantic_core import to_jsonable_python
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Editing, RowDecisions, RowsEdited
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Link, Registry, WorkflowRefused, links_of
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.mount import PREFIX, Mount, Responses
from scrapersky.curation_sdk.http.rows import add_row_endpoints
from scrapersky.curation_sdk.http.schemas import Schemas, schemas_of
from scrapersky.curation_sdk.lists import Facets, Paging, RowGroups, list_rows, named_rows, read_facets, read_groups
from scrapersky.curation_sdk.monitor import Forecast, forecast


def written(answer: Any) -> Response:
    """Values look as the payload's model would write them, whose schema is tested against it."""
    content = orjson.dumps(answer, default=_plain, option=orjson.OPT_UTC_Z)
    return Response(content, media_type="application/json")


def _plain(value: Any) -> Any:
    """The driver's own kind of UUID is in every row, and nearly all that comes here."""
    return str(value) if isinstance(value, UUID) else to_jsonable_python(value)


_ACCEPTED: Responses = {202: {"description": "A job carries the batch out"}}


def workflow_router(
    workflow: AnyWorkflow, registry: Registry, access: Access, path: str, *, is_described: bool = True
) -> APIRouter:
    """Every endpoint of the workflow, at the path."""
    schemas = schemas_of(workflow)
    links = links_of(registry)
    mount = Mount(path, workflow.names.tag, access, is_described=is_described)
    _add_list(mount, workflow, links)
    _add_facets(mount, workflow, links, schemas)
    _add_groups(mount, workflow, links, schemas)
    _add_status(mount, workflow, schemas)
    _add_status_by_filter(mount, workflow, links, schemas)
    _add_values(mount, workflow, links, schemas)
    _add_forecast(mount, workflow)
    add_row_endpoints(mount, workflow, registry, schemas)
    return mount.router


def list_router(workflow: AnyWorkflow, links: Sequence[Link], access: Access, path: str) -> APIRouter:
    """The list alone, for addresses of another time."""
    mount = Mount(path, workflow.names.tag, access, is_described=False)
    for each in ("", "/list"):
        _add_list(mount, workflow, links, each)
    return mount.router


def _add_list(mount: Mount, workflow: AnyWorkflow, links: Sequence[Link], path: str = "/list") -> None:
    schemas = schemas_of(workflow)

    @mount.add(
        "GET",
        path,
        f"list_{workflow.name}",
        takes={"query": Annotated[schemas.list_query, Query()]},
        response_model=schemas.page,
        summary=f"{workflow.title}: a page of rows",
        session=mount.access.reader,
    )
    async def list_endpoint(query: Any, session: AsyncSession, actor: Actor) -> Any:
        paging = Paging(query.page, query.size, query.sort, query.after, query.with_total)
        if query.id:
            page = await named_rows(session, workflow, actor.tenant_id, query.id)
        else:
            page = await list_rows(session, workflow, actor.tenant_id, schemas.filter_of(query), paging, links=links)
        return written(
            {
                "items": page.items,
                "total": page.total.rows if page.total else None,
                "total_is_estimate": page.total.is_estimate if page.total else False,
                "page": query.page,
                "size": query.size,
                "next": page.next,
                "previous": page.previous,
            }
        )


def _add_facets(mount: Mount, workflow: AnyWorkflow, links: Sequence[Link], schemas: Schemas) -> None:
    @mount.add(
        "GET",
        "/facets",
        f"get_{workflow.name}_facets",
        takes={"query": Annotated[schemas.list_query, Query()]},
        summary=f"{workflow.title}: which values the matching rows have",
        session=mount.access.reader,
    )
    async def facets_endpoint(asking: Request, query: Any, session: AsyncSession, actor: Actor) -> Facets:
        make = partial(read_facets, session, workflow, actor.tenant_id, schemas.filter_of(query), links)
        return await mount.access.shared(asking, actor, make)


def _add_groups(mount: Mount, workflow: AnyWorkflow, links: Sequence[Link], schemas: Schemas) -> None:
    @mount.add(
        "GET",
        "/groups",
        f"get_{workflow.name}_groups",
        takes={"query": Annotated[schemas.groups_query, Query()]},
        summary=f"{workflow.title}: the matching rows by one of their values",
        session=mount.access.reader,
    )
    async def groups_endpoint(query: Any, session: AsyncSession, actor: Actor) -> RowGroups:
        wanted = schemas.filter_of(query)
        return await read_groups(session, workflow, actor.tenant_id, wanted, by=query.by, links=links)


def _add_status(mount: Mount, workflow: AnyWorkflow, schemas: Schemas) -> None:
    @mount.add(
        "PUT",
        "/status",
        workflow.names.update_status_batch,
        takes={"request": Annotated[schemas.batch_request, Body()]},
        response_model=schemas.batch_response,
        responses=_ACCEPTED,
        summary=f"{workflow.title}: decide about one row or many",
        who=mount.access.curator,
    )
    async def status_endpoint(request: Any, response: Response, session: AsyncSession, actor: Actor) -> Any:
        answer = await RowDecisions(session, workflow, actor).decide_by_ids(request)
        response.status_code = 202 if answer.job else 200
        return answer


def _add_status_by_filter(mount: Mount, workflow: AnyWorkflow, links: Sequence[Link], schemas: Schemas) -> None:
    @mount.add(
        "PUT",
        "/status/by-filter",
        f"update_{workflow.name}_status_by_filter",
        takes={"request": Annotated[schemas.filter_request, Body()]},
        response_model=schemas.batch_response,
        responses=_ACCEPTED,
        summary=f"{workflow.title}: decide about every row that matches",
        who=mount.access.curator,
    )
    async def status_by_filter_endpoint(request: Any, response: Response, session: AsyncSession, actor: Actor) -> Any:
        answer = await RowDecisions(session, workflow, actor, links).decide_by_filter(request)
        response.status_code = 202 if answer.job else 200
        return answer


def _add_values(mount: Mount, workflow: AnyWorkflow, links: Sequence[Link], schemas: Schemas) -> None:
    @mount.add(
        "PUT",
        "/values",
        f"edit_{workflow.name}_rows",
        takes={"request": Annotated[schemas.rows_edit, Body()]},
        summary=f"{workflow.title}: correct, tag or annotate one row or many",
        who=mount.access.curator,
    )
    async def values_endpoint(request: Any, session: AsyncSession, actor: Actor) -> RowsEdited:
        return await Editing(session, workflow, actor, links).edit(request)


def _add_forecast(mount: Mount, workflow: AnyWorkflow) -> None:
    @mount.add(
        "GET",
        "/forecast",
        f"forecast_{workflow.name}",
        summary=f"{workflow.title}: how long so many rows take, and what they cost",
    )
    async def forecast_endpoint(
        session: AsyncSession,
        actor: Actor,
        rows: Annotated[int, Query(ge=0, le=100_000_000, description="How many rows someone thinks of queueing.")],
    ) -> Forecast:
        return await forecast(session, workflow, actor.tenant_id, rows)


_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def refusing_router(workflow: AnyWorkflow, reason: str, access: Access, more_paths: Sequence[str] = ()) -> APIRouter:
    """Answers everything at the workflow's path, and at the table's where the table's names are its own, with 503."""
    router = APIRouter(prefix=PREFIX, include_in_schema=False)

    async def refuse(_: Annotated[Actor, requires(access.viewer)]) -> NoReturn:
        raise WorkflowRefused(workflow.title, reason)

    for path in (workflow.names.path, workflow.names.table_path, *more_paths):
        if path is not None:
            router.add_api_route(path, refuse, methods=_METHODS, response_model=None)
            router.add_api_route(f"{path}/{{rest:path}}", refuse, methods=_METHODS, response_model=None)
    return router
