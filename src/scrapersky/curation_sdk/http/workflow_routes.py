"""The endpoints of one workflow, derived. FastAPI reads annotations when an endpoint is made, so they are real."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, NoReturn
from uuid import UUID

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_jsonable_python
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import lists
from scrapersky.curation_sdk.decisions import Editing, Removal, RowDecisions, RowsEdited, stop_row
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, WorkflowRefused, links_of, note
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http.access import Access, requires
from scrapersky.curation_sdk.http.mount import PREFIX, Endpoint, Mount, Responses
from scrapersky.curation_sdk.http.payloads import ChangePayload, RemovalPayload, RunPayload
from scrapersky.curation_sdk.http.schemas import schemas_of
from scrapersky.curation_sdk.monitor import Forecast, forecast
from scrapersky.curation_sdk.plurals import plural


def written(answer: Any) -> Response:
    """Values look as the payload's model would write them, whose schema is tested against it."""
    content = orjson.dumps(answer, default=_plain, option=orjson.OPT_UTC_Z)
    return Response(content, media_type="application/json")


def _plain(value: Any) -> Any:
    """The driver's own kind of UUID is in every row, and nearly all that comes here."""
    return str(value) if isinstance(value, UUID) else to_jsonable_python(value)


_ACCEPTED: Responses = {202: {"description": "A job carries the batch out"}}


class WorkflowMount(Mount):
    """The endpoints of one workflow: its name is the {} in each operation's id, its title stands before the summary."""

    def __init__(
        self, workflow: AnyWorkflow, registry: Registry, access: Access, path: str, *, is_described: bool
    ) -> None:
        super().__init__(path, workflow.names.tag, access, is_described=is_described)
        self.workflow, self.registry = workflow, registry
        self.schemas, self.links = schemas_of(workflow), links_of(registry)

    def add(self, method: str, path: str, name: str, summary: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
        named = name.format(self.workflow.name)
        return super().add(method, path, named, f"{self.workflow.title}: {summary}", **options)


def workflow_router(
    workflow: AnyWorkflow, registry: Registry, access: Access, path: str, *, is_described: bool = True
) -> APIRouter:
    """Every endpoint of the workflow, at the path."""
    mount = WorkflowMount(workflow, registry, access, path, is_described=is_described)
    _add_list(mount)
    _add_counts(mount)
    _add_decisions(mount)
    _add_row(mount)
    _add_removal(mount)
    _add_history(mount)
    return mount.router


def list_router(workflow: AnyWorkflow, registry: Registry, access: Access, path: str) -> APIRouter:
    """The list alone, for addresses of another time."""
    mount = WorkflowMount(workflow, registry, access, path, is_described=False)
    for each in ("", "/list"):
        _add_list(mount, each)
    return mount.router


def _add_list(mount: WorkflowMount, path: str = "/list") -> None:
    workflow, schemas = mount.workflow, mount.schemas
    answered: Any = {"response_model": schemas.page, "session": mount.access.reader}

    @mount.add("GET", path, "list_{}", "a page of rows", query=schemas.list_query, **answered)
    async def list_endpoint(query: Any, session: AsyncSession, actor: Actor) -> Any:
        through = lists.until(datetime.now(UTC))
        paging = lists.Paging(query.page, query.size, query.sort, query.after, query.with_total)
        if query.id:
            page = await lists.named_rows(session, workflow, actor.tenant_id, query.id)
        else:
            wanted = schemas.filter_of(query)
            page = await lists.list_rows(session, workflow, actor.tenant_id, wanted, paging, links=mount.links)
        return written(
            {
                "items": page.items,
                "total": page.total.rows if page.total else None,
                "total_is_estimate": page.total.is_estimate if page.total else False,
                "page": query.page,
                "size": query.size,
                "next": page.next,
                "previous": page.previous,
                "through": through,
            }
        )


def _add_counts(mount: WorkflowMount) -> None:
    workflow, schemas, links, reader = mount.workflow, mount.schemas, mount.links, mount.access.reader

    @mount.add(
        "GET",
        "/facets",
        "get_{}_facets",
        "which values the matching rows have",
        query=schemas.list_query,
        session=reader,
    )
    async def facets_endpoint(asking: Request, query: Any, session: AsyncSession, actor: Actor) -> lists.Facets:
        make = partial(lists.read_facets, session, workflow, actor.tenant_id, schemas.filter_of(query), links)
        return await mount.access.shared(asking, actor, make)

    groups = "the matching rows by one of their values"

    @mount.add("GET", "/groups", "get_{}_groups", groups, query=schemas.groups_query, session=reader)
    async def groups_endpoint(query: Any, session: AsyncSession, actor: Actor) -> lists.RowGroups:
        wanted = schemas.filter_of(query)
        return await lists.read_groups(session, workflow, actor.tenant_id, wanted, by=query.by, links=links)

    @mount.add("GET", "/forecast", "forecast_{}", "how long so many rows take, and what they cost")
    async def forecast_endpoint(
        session: AsyncSession,
        actor: Actor,
        rows: Annotated[int, Query(ge=0, le=100_000_000, description="How many rows someone thinks of queueing.")],
    ) -> Forecast:
        return await forecast(session, workflow, actor.tenant_id, rows)


def _add_decisions(mount: WorkflowMount) -> None:
    workflow, schemas, links = mount.workflow, mount.schemas, mount.links
    decided: Any = {"response_model": schemas.batch_response, "responses": _ACCEPTED}
    one, many = workflow.names.update_status_batch, "update_{}_status_by_filter"

    @mount.add("PUT", "/status", one, "decide about one row or many", body=schemas.batch_request, **decided)
    async def status_endpoint(request: Any, response: Response, session: AsyncSession, actor: Actor) -> Any:
        answer = await RowDecisions(session, workflow, actor).decide_by_ids(request)
        response.status_code = 202 if answer.job else 200
        return answer

    @mount.add(
        "PUT", "/status/by-filter", many, "decide about every row that matches", body=schemas.filter_request, **decided
    )
    async def status_by_filter_endpoint(request: Any, response: Response, session: AsyncSession, actor: Actor) -> Any:
        answer = await RowDecisions(session, workflow, actor, links).decide_by_filter(request)
        response.status_code = 202 if answer.job else 200
        return answer

    @mount.add("PUT", "/values", "edit_{}_rows", "correct, tag or annotate one row or many", body=schemas.rows_edit)
    async def values_endpoint(request: Any, session: AsyncSession, actor: Actor) -> RowsEdited:
        return await Editing(session, workflow, actor, links).edit(request)


def _add_row(mount: WorkflowMount) -> None:
    workflow, registry, schemas = mount.workflow, mount.registry, mount.schemas

    @mount.add("GET", "/{row_id}", "get_{}", "one row with all its columns", response_model=schemas.detail)
    async def detail(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await lists.Rows(session, workflow, actor).detail(row_id, registry)

    @mount.add("GET", "/{row_id}/lineage", "get_{}_lineage", "where a row came from and what came of it")
    async def lineage(row_id: UUID, session: AsyncSession, actor: Actor) -> list[lists.Step]:
        await lists.Rows(session, workflow, actor).require(row_id)
        return await lists.Lineage(session, registry, actor.tenant_id).of(workflow.model, row_id)

    @mount.add("POST", "/{row_id}/stop", "stop_{}", "take a row away from its worker", response_model=schemas.detail)
    async def stop(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        await stop_row(session, workflow, actor, row_id)
        return await lists.Rows(session, workflow, actor).detail(row_id, registry)

    if workflow.edits:
        _add_edit(mount)


def _add_edit(mount: WorkflowMount) -> None:
    workflow, schemas = mount.workflow, mount.schemas
    summary = "correct values; workers leave them alone from then on"

    @mount.add("PATCH", "/{row_id}", "edit_{}", summary, body=schemas.edit, response_model=schemas.detail)
    async def edit(row_id: UUID, request: Any, session: AsyncSession, actor: Actor) -> Any:
        rows = lists.Rows(session, workflow, actor)
        await rows.require(row_id)
        if not request.model_fields_set:
            raise BadRequest(f"Nothing to change; send one or more of: {', '.join(schemas.edit.model_fields)}.")
        wanted = schemas.rows_edit.model_validate({"ids": [row_id], "values": request})
        await Editing(session, workflow, actor).edit(wanted)
        return await rows.detail(row_id, mount.registry)


def _add_removal(mount: WorkflowMount) -> None:
    workflow = mount.workflow

    @mount.add("DELETE", "/{row_id}", "delete_{}", "delete a row with what hangs on it")
    async def remove(
        row_id: UUID,
        session: AsyncSession,
        actor: Actor,
        dry_run: Annotated[bool, Query(description="Only count.")] = False,
        expected: Annotated[int | None, Query(ge=1, description="The total that a dry run answered.")] = None,
    ) -> RemovalPayload:
        if not dry_run and expected is None:
            raise BadRequest("Count with dry_run=true first, then send its total as `expected`.")
        await lists.Rows(session, workflow, actor).require(row_id, lock_for=None if dry_run else "removal")
        removal = Removal(session, mount.registry)
        await removal.collect(workflow.model, row_id, lock=not dry_run)
        if not dry_run and expected is not None:
            await removal.carry_out(expected)
        note(dry_run=dry_run, rows=removal.total)
        gone = ("row would go", "rows would go") if dry_run else ("row is gone", "rows are gone")
        return RemovalPayload(
            message=f"{plural(removal.total, *gone)}.", dry_run=dry_run, total=removal.total, counts=removal.counts
        )


def _add_history(mount: WorkflowMount) -> None:
    workflow = mount.workflow

    @mount.add(
        "GET", "/{row_id}/runs", "list_{}_runs", "the runs of a row, newest first", response_model=list[RunPayload]
    )
    async def runs(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await lists.Rows(session, workflow, actor).runs(row_id)

    changed = "the changes of a row, newest first"

    @mount.add("GET", "/{row_id}/changes", "list_{}_changes", changed, response_model=list[ChangePayload])
    async def changes(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await lists.Rows(session, workflow, actor).changes(row_id)


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
