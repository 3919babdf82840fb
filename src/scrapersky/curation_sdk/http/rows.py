"""The endpoints of one row, derived. FastAPI reads annotations when an endpoint is made, so they are real here."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Body, Query
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Editing, Removal, stop_row
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, note
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.http.payloads import ChangePayload, RemovalPayload, RunPayload
from scrapersky.curation_sdk.http.schemas import Schemas
from scrapersky.curation_sdk.lists import Lineage, Rows, Step
from scrapersky.curation_sdk.plurals import plural


def add_row_endpoints(mount: Mount, workflow: AnyWorkflow, registry: Registry, schemas: Schemas) -> None:
    _add_detail(mount, workflow, registry, schemas)
    if workflow.edits:
        _add_edit(mount, workflow, registry, schemas)
    _add_delete(mount, workflow, registry)
    _add_lineage(mount, workflow, registry)
    _add_history(mount, workflow)
    _add_stop(mount, workflow, registry, schemas)


def _add_detail(mount: Mount, workflow: AnyWorkflow, registry: Registry, schemas: Schemas) -> None:
    @mount.add(
        "GET",
        "/{row_id}",
        f"get_{workflow.name}",
        response_model=schemas.detail,
        summary=f"{workflow.title}: one row with all its columns",
    )
    async def detail(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await Rows(session, workflow, actor).detail(row_id, registry)


def _add_edit(mount: Mount, workflow: AnyWorkflow, registry: Registry, schemas: Schemas) -> None:
    @mount.add(
        "PATCH",
        "/{row_id}",
        f"edit_{workflow.name}",
        takes={"changes": Annotated[schemas.edit, Body()]},
        response_model=schemas.detail,
        summary=f"{workflow.title}: correct values; workers leave them alone from then on",
        who=mount.access.curator,
    )
    async def edit(row_id: UUID, changes: Any, session: AsyncSession, actor: Actor) -> Any:
        rows = Rows(session, workflow, actor)
        await rows.require(row_id)
        if not changes.model_fields_set:
            raise BadRequest(f"Nothing to change; send one or more of: {', '.join(schemas.edit.model_fields)}.")
        wanted = schemas.rows_edit.model_validate({"ids": [row_id], "values": changes})
        await Editing(session, workflow, actor).edit(wanted)
        return await rows.detail(row_id, registry)


def _add_delete(mount: Mount, workflow: AnyWorkflow, registry: Registry) -> None:
    @mount.add(
        "DELETE",
        "/{row_id}",
        f"delete_{workflow.name}",
        summary=f"{workflow.title}: delete a row with what hangs on it",
        who=mount.access.curator,
    )
    async def remove(
        row_id: UUID,
        session: AsyncSession,
        actor: Actor,
        dry_run: Annotated[bool, Query(description="Only count.")] = False,
        expected: Annotated[int | None, Query(ge=1, description="The total that a dry run answered.")] = None,
    ) -> RemovalPayload:
        if not dry_run and expected is None:
            raise BadRequest("Count with dry_run=true first, then send its total as `expected`.")
        await Rows(session, workflow, actor).require(row_id, lock_for=None if dry_run else "removal")
        removal = Removal(session, registry)
        await removal.collect(workflow.model, row_id, lock=not dry_run)
        if not dry_run and expected is not None:
            await removal.carry_out(expected)
        note(dry_run=dry_run, rows=removal.total)
        gone = ("row would go", "rows would go") if dry_run else ("row is gone", "rows are gone")
        return RemovalPayload(
            message=f"{plural(removal.total, *gone)}.", dry_run=dry_run, total=removal.total, counts=removal.counts
        )


def _add_lineage(mount: Mount, workflow: AnyWorkflow, registry: Registry) -> None:
    @mount.add(
        "GET",
        "/{row_id}/lineage",
        f"get_{workflow.name}_lineage",
        summary=f"{workflow.title}: where a row came from and what came of it",
    )
    async def lineage(row_id: UUID, session: AsyncSession, actor: Actor) -> list[Step]:
        await Rows(session, workflow, actor).require(row_id)
        return await Lineage(session, registry, actor.tenant_id).of(workflow.model, row_id)


def _add_history(mount: Mount, workflow: AnyWorkflow) -> None:
    async def runs(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await Rows(session, workflow, actor).runs(row_id)

    async def changes(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        return await Rows(session, workflow, actor).changes(row_id)

    for endpoint, what, model in ((runs, "runs", list[RunPayload]), (changes, "changes", list[ChangePayload])):
        mount.add(
            "GET",
            f"/{{row_id}}/{what}",
            f"list_{workflow.name}_{what}",
            response_model=model,
            summary=f"{workflow.title}: the {what} of a row, newest first",
        )(endpoint)


def _add_stop(mount: Mount, workflow: AnyWorkflow, registry: Registry, schemas: Schemas) -> None:
    @mount.add(
        "POST",
        "/{row_id}/stop",
        f"stop_{workflow.name}",
        response_model=schemas.detail,
        summary=f"{workflow.title}: take a row away from its worker",
        who=mount.access.curator,
    )
    async def stop(row_id: UUID, session: AsyncSession, actor: Actor) -> Any:
        await stop_row(session, workflow, actor, row_id)
        return await Rows(session, workflow, actor).detail(row_id, registry)
