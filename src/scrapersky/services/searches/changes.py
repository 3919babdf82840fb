"""What a repeated search does again of what it led to earlier: only rows that say that something changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, Registry, Settable, State
from scrapersky.models import LocalBusiness, Page, PageContent, Place, SitemapFile
from scrapersky.services.runs.run import PipelineRun

MOST_AT_ONCE = 5_000


async def queue_changed(
    session: AsyncSession, run: PipelineRun, registry: Registry, began_at: datetime, by: str
) -> int:
    """Of the first stage that has something to do again; others follow when it is done. Says how many rows.

    A row is done again once in a run, however it ends.
    """
    there = {workflow.name: workflow for workflow in registry}
    for name, has_changed in _changes(began_at).items():
        workflow = there.get(name)
        ids = await _done_before(session, run, workflow, began_at, has_changed) if workflow else []
        if workflow and ids:
            decision = Decision(Settable.QUEUED, only_from=State.COMPLETE)
            await change_status(session, workflow, Actor(run.tenant_id, by, is_machine=True), ids, decision)
            return len(ids)
    return 0


async def _done_before(
    session: AsyncSession, run: PipelineRun, workflow: Any, began_at: datetime, has_changed: ColumnElement[bool]
) -> Sequence[Any]:
    curation = workflow.curation
    rows = select(curation.id).where(
        curation.tenant_id == run.tenant_id,
        run.led_to(workflow.model),
        curation.state == State.COMPLETE.value,
        curation.updated_at < began_at,
        has_changed,
    )
    return list(await session.scalars(rows.order_by(curation.id).limit(MOST_AT_ONCE)))


def _changes(began_at: datetime) -> Mapping[str, ColumnElement[bool]]:
    """In the order of the stages: what one finds out is what the next asks for."""
    return {
        Place.deep_scan.name: _is_told_otherwise(began_at),
        SitemapFile.sitemap_import.name: true(),
        Page.page_curation.name: _may_say_something_else(),
        PageContent.contact_curation.name: _was_read_anew(began_at),
    }


def _is_told_otherwise(began_at: datetime) -> ColumnElement[bool]:
    """The source says something else of a business than we know: that it closed, moved, or has another number."""
    facts = ("business_status", "website", "phone")
    differs = or_(*(getattr(LocalBusiness, name).is_distinct_from(getattr(Place, name)) for name in facts))
    known = select(LocalBusiness.id).where(LocalBusiness.id == Place.local_business_id, differs)
    return and_(Place.fetched_at >= began_at, exists(known.correlate(Place)))


def _may_say_something_else() -> ColumnElement[bool]:
    """Its sitemap dates it later than we read it; or there is no date, and the site itself can tell."""
    can_tell = or_(PageContent.etag.is_not(None), PageContent.last_modified.is_not(None))
    is_due = or_(Page.changed_at > PageContent.fetched_at, and_(Page.changed_at.is_(None), can_tell))
    return exists(select(PageContent.id).where(PageContent.page_id == Page.id, is_due).correlate(Page))


def _was_read_anew(began_at: datetime) -> ColumnElement[bool]:
    outcome = Page.page_curation.outcome
    anew = select(Page.id).where(
        Page.id == PageContent.page_id, Page.page_curation.updated_at >= began_at, outcome.is_distinct_from("unchanged")
    )
    return and_(PageContent.fetched_at >= began_at, exists(anew.correlate(PageContent)))
