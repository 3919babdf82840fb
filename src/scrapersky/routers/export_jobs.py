"""Exports in the background: ordered here, written by a runner, fetched when ready; and what the live stream tells."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import any_, or_, select
from sqlalchemy.exc import DBAPIError

from scrapersky.curation_sdk.decisions import SomeIds
from scrapersky.curation_sdk.declaring import Body, Registry, State, StoredText, examples, note, was_cut_off
from scrapersky.curation_sdk.http import requires
from scrapersky.curation_sdk.lists import LONGEST_SEARCH, Filter, WrittenOrigin, array
from scrapersky.curation_sdk.live import Event, News, Poll
from scrapersky.models import ExportOrder
from scrapersky.routers.access import Curator, Held, Reading, Session, Viewer, Workflows
from scrapersky.services.exports.choices import Format, Preset
from scrapersky.services.exports.jobs import UNFINISHED, WITHOUT_IDS, ExportOrders, Wanted
from scrapersky.services.exports.tables import labels_of_columns

SECONDS_BACK = 10.0
MOST_READ = 500

ExportState = Literal["waiting", "running", "ready", "failed", "cancelled", "expired"]


class ExportDraft(Body):
    """Which rows as which file."""

    model_config = examples({"workflow": "contact_delivery", "format": "csv", "status": ["Complete"], "search": ""})

    workflow: Annotated[StoredText, Field(max_length=100)]
    format: Format = Format.CSV
    status: list[State] = Field(default_factory=list, max_length=20)
    search: Annotated[str, Field(max_length=LONGEST_SEARCH)] = ""
    origin: WrittenOrigin | None = None
    ids: Annotated[SomeIds, Field(min_length=1)] | None = Field(default=None, description="Only these rows.")
    exclude_ids: SomeIds = Field(default_factory=list, description="All that match but these.")
    columns: list[Annotated[StoredText, Field(max_length=100)]] | None = Field(
        default=None, min_length=1, max_length=200, description="Only these columns, in this order."
    )
    preset: Preset | None = Field(default=None, description="Contacts as that program imports them.")
    one_per_business: bool = Field(
        default=False,
        description="Of contacts only the best of each business: somebody by name with an address, then the surest.",
    )
    most_rows: int | None = Field(
        default=None,
        ge=1,
        le=100_000_000,
        description="No more than so many: those that came first; of the best of each business the surest of all, up to"
        " 50,000, and those of the first businesses beyond.",
    )

    def wanted(self, registry: Registry) -> Wanted:
        states = tuple(state for state in State if state in self.status)
        chosen = Filter(states=states, search=self.search, origin=self.origin)
        return Wanted(
            registry[self.workflow],
            self.format,
            chosen,
            self.ids,
            self.columns,
            self.exclude_ids,
            self.preset,
            one_per_business=self.one_per_business,
            most_rows=self.most_rows,
        )


class ExportCount(BaseModel):
    rows: int | None = Field(
        description="How many the file would have at most: some may be suppressed. Null where counting takes too long."
    )


class ExportColumn(BaseModel):
    name: str
    label: str


class ExportColumns(BaseModel):
    """What a file of a workflow's rows has unless some are chosen, and what else the workflow's tab shows."""

    items: list[ExportColumn]


class ExportJob(BaseModel):
    """How far an export is, and until when its file is kept."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    workflow: str
    format: Format
    state: ExportState
    rows: int
    suppressed: int = Field(description="How many were left out because they are suppressed.")
    suppressed_since: int = Field(
        default=0, description="How many that may be in the file were suppressed later; if any, it is not handed out."
    )
    total: int | None = Field(description="How many rows matched at the start; some may be suppressed.")
    bytes: int | None
    file_name: str
    filter_in_words: str
    made_by: str
    made_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None
    failure: str | None


class ExportJobList(BaseModel):
    """Exports, newest first."""

    items: list[ExportJob]
    next: UUID | None = Field(description="Send it as `after` for the page after this one.")


class ExportEvent(Event):
    """How far an export is."""

    kind: Literal["export"] = "export"
    job: ExportJob


async def _orders(session: Session, actor: Viewer, registry: Workflows, held: Held) -> ExportOrders:
    return ExportOrders(session, actor, registry, held.shelf)


Orders = Annotated[ExportOrders, requires(_orders)]

router = APIRouter(prefix="/api/v3/exports/jobs", tags=["Export"])


@router.post("", operation_id="order_export", summary="Write rows into a file in the background", status_code=202)
async def order_export(draft: ExportDraft, orders: Orders) -> ExportJob:
    job = ExportJob.model_validate(await orders.place(draft.wanted(orders.registry)))
    note(export=str(job.id), workflow=job.workflow, format=job.format.value)
    return job


@router.post("/count", operation_id="count_export", summary="How many rows such a file would have")
async def count_export(draft: ExportDraft, session: Reading, actor: Viewer, registry: Workflows) -> ExportCount:
    export = draft.wanted(registry).export(actor.tenant_id, registry)
    try:
        return ExportCount(rows=await export.count(session))
    except DBAPIError as error:
        if not was_cut_off(error):
            raise
        return ExportCount(rows=None)


@router.get("/columns", operation_id="list_export_columns", summary="The columns that such a file can have")
async def list_columns(
    _: Viewer, registry: Workflows, workflow: Annotated[str, Query(max_length=100)]
) -> ExportColumns:
    labelled = labels_of_columns(registry[workflow]).items()
    return ExportColumns(items=[ExportColumn(name=name, label=label) for name, label in labelled])


@router.post("/{job_id}/again", operation_id="repeat_export", summary="Write the same export anew", status_code=202)
async def repeat_export(job_id: UUID, orders: Orders) -> ExportJob:
    return ExportJob.model_validate(await orders.repeat(job_id))


@router.delete("/{job_id}", operation_id="remove_export_job", summary="Cancel an export, or delete its file")
async def remove(job_id: UUID, orders: Orders, _: Curator) -> ExportJob:
    return ExportJob.model_validate(await orders.let_go(job_id))


@router.get("", operation_id="list_export_jobs", summary="Exports, newest first")
async def list_jobs(
    orders: Orders,
    size: Annotated[int, Query(ge=1, le=100)] = 50,
    after: Annotated[UUID | None, Query(description="`next` of the page before.")] = None,
) -> ExportJobList:
    jobs = await _told(orders, await orders.listed(size + 1, after))
    return ExportJobList(items=jobs[:size], next=jobs[size - 1].id if len(jobs) > size else None)


@router.get("/{job_id}", operation_id="get_export_job", summary="How far an export is")
async def show(job_id: UUID, orders: Orders) -> ExportJob:
    (job,) = await _told(orders, [await orders.one(job_id)])
    return job


async def _told(orders: ExportOrders, found: Sequence[ExportOrder]) -> list[ExportJob]:
    since = await orders.suppressed_since(found)
    jobs = [ExportJob.model_validate(each) for each in found]
    return [job.model_copy(update={"suppressed_since": since.get(job.id, 0)}) for job in jobs]


@router.get(
    "/{job_id}/file",
    operation_id="fetch_export",
    summary="The file itself",
    response_class=FileResponse,
    responses={410: {"description": "The file was deleted when its time was over"}},
)
async def fetch(job_id: UUID, orders: Orders) -> FileResponse:
    order, path = await orders.file(job_id)
    return FileResponse(path, filename=order.file_name, media_type=Format(order.format).media_type)


class WatchedExports:
    """For the live stream: exports that were ordered, got further or ended lately."""

    def __init__(self) -> None:
        self._seen: dict[UUID, tuple[str, int]] = {}

    async def news(self, look: Poll) -> Iterable[News]:
        running = [order_id for order_id, (state, _) in self._seen.items() if state in UNFINISHED]
        lately = ExportOrder.changed_at > look.now - timedelta(seconds=SECONDS_BACK)
        recent = (
            select(ExportOrder)
            .where(
                ExportOrder.tenant_id == any_(array(look.tenants)), or_(lately, ExportOrder.id == any_(array(running)))
            )
            .limit(MOST_READ)
            .options(*WITHOUT_IDS)
        )
        orders = list(await look.session.scalars(recent))
        new = [each for each in orders if self._seen.get(each.id) != (each.state, each.rows)]
        self._seen = {each.id: (each.state, each.rows) for each in orders}
        return [(each.tenant_id, ExportEvent(job=ExportJob.model_validate(each))) for each in new]
