"""Endpoints that belong to no single workflow: batches, jobs, undo, switches, the overview, rows held in review.

FastAPI reads annotations when an endpoint is made, so they are real here.
"""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import decisions
from scrapersky.curation_sdk.declaring import Actor, Answer, Body, Registry, StoredText, examples
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.meta import SchedulesOf, WorkflowPayload, describe
from scrapersky.curation_sdk.http.mount import Mount, Responses
from scrapersky.curation_sdk.http.payloads import Message
from scrapersky.curation_sdk.http.schemas import EXAMPLE_ID
from scrapersky.curation_sdk.lists import TagCount, count_tags
from scrapersky.curation_sdk.queue import refuse_if_paused_for_all, run_now, set_paused, settings_of

_ACCEPTED: Responses = {202: {"description": "A job takes the batch back"}}

MOST_UNDONE = 100


def operations_router(registry: Registry, access: Access, schedules_of: SchedulesOf) -> APIRouter:
    """`schedules_of` gives the schedules in force; of a workflow that has none, its declared one is shown."""
    mount = Mount("", "Operations", access)
    _add_batches(mount, registry)
    _add_jobs(mount, registry)
    _add_undo(mount, registry)
    _add_tags(mount, registry)
    _add_descriptions(mount, registry, schedules_of)
    _add_switches(mount, registry)
    return mount.router


def _add_batches(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "/batches", "list_batches", "Decisions, newest first")
    async def batches(
        *,
        session: AsyncSession,
        actor: Actor,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[str | None, Query(max_length=60, description="`next` of the page before.")] = None,
        made_by: Annotated[StoredText | None, Query(max_length=1000, description="Only this person's.")] = None,
        by_machine: Annotated[
            bool | None, Query(description="Only those of rules, schedules and stages, or only those of people.")
        ] = None,
    ) -> decisions.BatchList:
        place = decisions.Place.read(after) if after else None
        jobs = await decisions.list_jobs(session, actor, size + 1, place, made_by=made_by, by_machine=by_machine)
        named = await decisions.named_jobs(session, registry, actor, jobs[:size])
        return decisions.BatchList(
            items=await decisions.with_ways_back(session, registry, actor, named),
            next=str(decisions.Place.of(jobs[size - 1])) if len(jobs) > size else None,
        )


def _add_jobs(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "/bulk-jobs/{job_id}", "get_bulk_job", "How far a job is")
    async def show(job_id: UUID, session: AsyncSession, actor: Actor) -> decisions.Job:
        (job,) = await decisions.named_jobs(session, registry, actor, [await decisions.job_of(session, actor, job_id)])
        return job

    @mount.add("DELETE", "/bulk-jobs/{job_id}", "cancel_bulk_job", "Cancel a job; what is done stays")
    async def cancel(job_id: UUID, session: AsyncSession, actor: Actor) -> decisions.Job:
        return await decisions.cancel_job(session, actor, job_id)


def _add_undo(mount: Mount, registry: Registry) -> None:
    summary = "Take a batch back, as far as its rows are untouched"

    @mount.add("POST", "/undo/{token}", "undo_batch", summary, responses=_ACCEPTED)
    async def undo(
        token: UUID,
        response: Response,
        session: AsyncSession,
        actor: Actor,
        row: Annotated[
            list[UUID] | None,
            Query(max_length=MOST_UNDONE, description="Only these rows of the batch; may be repeated."),
        ] = None,
    ) -> decisions.Undoing:
        undone = await decisions.take_back(session, registry, actor, token, row or ())
        response.status_code = 202 if undone.job else 200
        return undone


def _add_tags(mount: Mount, registry: Registry) -> None:
    @mount.add("GET", "/tags", "list_tags", "The tags in use, commonest first")
    async def tags(session: AsyncSession, actor: Actor) -> list[TagCount]:
        return await count_tags(session, registry, actor.tenant_id)


def _add_descriptions(mount: Mount, registry: Registry, schedules_of: SchedulesOf) -> None:
    summary = "Every workflow, with its columns, its schedule and whether it is paused"

    @mount.add("GET", "/workflows", "list_workflows", summary)
    async def list_workflows(asking: Request, session: AsyncSession, actor: Actor) -> list[WorkflowPayload]:
        settings, schedules = await settings_of(session, actor.tenant_id), schedules_of(asking)
        return [describe(each, registry, settings.get(each.name), schedules, actor) for each in registry]

    @mount.add("GET", "/workflows/{name}", "get_workflow", "One workflow")
    async def show_workflow(name: str, asking: Request, session: AsyncSession, actor: Actor) -> WorkflowPayload:
        workflow = registry[name]
        settings = await settings_of(session, actor.tenant_id)
        return describe(workflow, registry, settings.get(name), schedules_of(asking), actor)


def _add_switches(mount: Mount, registry: Registry) -> None:
    path, admin = "/workflows/{name}/paused/{paused}", mount.access.admin
    summary = "Pause or resume a workflow: an operator for all tenants, others for their own"

    @mount.add("PUT", path, "pause_workflow", summary, who=admin)
    async def pause(
        name: str,
        paused: Annotated[bool, Path(description="true pauses, false resumes")],
        session: AsyncSession,
        actor: Actor,
    ) -> Message:
        workflow = registry[name]
        await set_paused(session, workflow, actor, paused=paused)
        if not paused and not actor.is_operator:
            await refuse_if_paused_for_all(session, workflow)
        return Message(message=f"{workflow.title} is {'paused' if paused else 'running'} now.")

    @mount.add("POST", "/workflows/{name}/run", "run_workflow", "Wake the workers of a workflow", who=admin)
    async def run(name: str, session: AsyncSession, actor: Actor) -> Message:
        workflow = registry[name]
        await run_now(session, workflow, actor)
        return Message(message=f"{workflow.title} looks at its queue now.")


class HoldRequest(Body):
    """Rows to review, and rows to let go."""

    model_config = examples({"workflow": "page_curation", "ids": [EXAMPLE_ID]})

    workflow: StoredText
    ids: list[UUID] = Field(default_factory=list, max_length=decisions.MOST_HELD)
    release: list[UUID] = Field(default_factory=list, max_length=decisions.MOST_HELD)


class Held(Answer):
    """Which of the rows are the person's to review for the next two minutes, and who else is at this workflow."""

    ids: list[UUID]
    others: list[str]


def reviewing_router(registry: Registry, access: Access) -> APIRouter:
    mount = Mount("", "Operations", access)

    @mount.add("POST", "/reviewing", "hold_for_review", "Hold rows while reviewing")
    async def hold(request: HoldRequest, session: AsyncSession, actor: Actor) -> Held:
        workflow = registry[request.workflow]
        await decisions.let_go(session, workflow, actor, request.release)
        held = await decisions.hold_rows(session, workflow, actor, request.ids) if request.ids else set()
        return Held(
            ids=[each for each in request.ids if each in held], others=await decisions.holders(session, workflow, actor)
        )

    return mount.router
