"""Sites that a run is not done with: nothing is chosen among their rows before all of these are known."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select, true

from scrapersky.curation_sdk.declaring import Curation, State
from scrapersky.models.domain import Domain
from scrapersky.models.sitemap_file import SitemapFile
from scrapersky.services.runs.run import PipelineRun


def sitemaps_with_pages() -> ColumnElement[bool]:
    """What the analysis found pages in. An index has none itself; its children are rows of their own."""
    return SitemapFile.url_count > 0


def sites_being_mapped(run: PipelineRun) -> Select[Any]:
    """Domains of which more pages may become known: the best of them are chosen when all are."""
    on_its_way = or_(
        is_on_its_way(run, SitemapFile.sitemap_curation),
        is_on_its_way(run, SitemapFile.sitemap_import, sitemaps_with_pages()),
    )
    listed = select(SitemapFile.domain_id).where(SitemapFile.tenant_id == run.tenant_id, on_its_way)
    visited = select(Domain.id).where(Domain.tenant_id == run.tenant_id, is_on_its_way(run, Domain.domain_curation))
    return select(listed.union_all(visited).subquery())


def is_on_its_way(run: PipelineRun, curation: Curation, rule: ColumnElement[bool] | None = None) -> ColumnElement[bool]:
    """In work, due soon, or about to be queued by its rule."""
    if curation.name not in run.stages:
        return false()
    soon = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, run.patience)
    is_due = and_(curation.state == State.QUEUED.value, curation.queue_order <= soon)
    is_taken = and_(curation.state == State.NEW.value, true() if rule is None else rule)
    return or_(curation.state == State.PROCESSING.value, is_due, is_taken)
