"""What is queued when nobody clicks: one small rule per workflow, over the rows that one search led to."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, select, true

from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.models.contact import Contact
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent
from scrapersky.models.place import Place
from scrapersky.services.linked_pages import READ_FIRST
from scrapersky.services.runs.run import PipelineRun
from scrapersky.services.runs.sites import is_on_its_way, sitemaps_with_pages, sites_being_mapped

ENOUGH_OF_A_KIND = 3
OWN_OWNERS = ("business", "person")


Rule = Callable[[PipelineRun], ColumnElement[bool]]


def rows_to_queue(run: PipelineRun, workflow: AnyWorkflow) -> Select[Any]:
    """The ids that the workflow's rule takes, among rows that nobody decided about."""
    curation = workflow.curation
    rule = RULES.get(workflow.name) or _when_its_site_is_read(workflow)
    return (
        select(curation.id)
        .where(curation.tenant_id == run.tenant_id, run.led_to(workflow.model), curation.state == State.NEW.value)
        .where(rule(run))
        .order_by(curation.id)
    )


def _everything(_: PipelineRun) -> ColumnElement[bool]:
    return true()


def _open_places(_: PipelineRun) -> ColumnElement[bool]:
    return _is_open(Place.business_status)


def _open_businesses(_: PipelineRun) -> ColumnElement[bool]:
    return _is_open(LocalBusiness.business_status)


def _is_open(status: Any) -> ColumnElement[bool]:
    """Sources spell it permanently_closed, CLOSED_TEMPORARILY …; one that says nothing is taken to be open."""
    closed: ColumnElement[bool] = func.coalesce(status, "").icontains("closed")
    return ~closed


def _best_pages(run: PipelineRun) -> ColumnElement[bool]:
    """The pages of each domain most likely to have contacts; those decided on already count towards the number.

    A few of each kind come first: a hundred people's pages, or one page in ten languages, would leave no room.
    """
    of_kind = func.row_number().over(partition_by=(Page.domain_id, Page.kind), order_by=(Page.score.desc(), Page.id))
    is_new = (Page.page_curation.state == State.NEW.value).label("is_new")
    pages = (
        select(Page.id, Page.domain_id, Page.kind, Page.score, is_new, of_kind.label("of_kind"))
        .where(Page.tenant_id == run.tenant_id, run.led_to(Page), Page.score > 0)
        .subquery()
        .c
    )
    decided = func.count().filter(~pages.is_new).over(partition_by=pages.domain_id)
    is_one_of_many = case((pages.of_kind > ENOUGH_OF_A_KIND, 1), else_=0)
    is_read_later = case((pages.kind.in_(READ_FIRST), 0), else_=1)
    place = func.row_number().over(
        partition_by=(pages.domain_id, pages.is_new),
        order_by=(is_one_of_many, is_read_later, pages.score.desc(), pages.id),
    )
    ranked = select(pages.id, (place + decided).label("rank")).subquery()
    is_among_the_best = Page.id.in_(select(ranked.c.id).where(ranked.c.rank <= run.pages_per_domain))
    return and_(Page.domain_id.not_in(sites_being_mapped(run)), is_among_the_best)


def _sites_being_read(run: PipelineRun) -> Select[Any]:
    """Domains of whose contacts more may become known."""
    pages = select(Page.domain_id).where(
        Page.tenant_id == run.tenant_id, is_on_its_way(run, Page.page_curation, _best_pages(run))
    )
    contents = select(PageContent.domain_id).where(
        PageContent.tenant_id == run.tenant_id, is_on_its_way(run, PageContent.contact_curation)
    )
    return select(pages.union_all(contents, sites_being_mapped(run)).subquery())


def _own_contacts(run: PipelineRun) -> ColumnElement[bool]:
    """Not the web designer's; and when the site is read, for its pages add to what is known of a contact."""
    return and_(Contact.owner.in_(OWN_OWNERS), Contact.domain_id.not_in(_sites_being_read(run)))


def _when_its_site_is_read(workflow: AnyWorkflow) -> Rule:
    """For workflows of packages: what they use of a row may be what our own make of it."""
    domain_id = getattr(workflow.model, "domain_id", None)
    return _everything if domain_id is None else lambda run: domain_id.not_in(_sites_being_read(run))


RULES: Mapping[str, Rule] = {
    "single_search": _everything,
    "domain_curation": _everything,
    "sitemap_curation": _everything,
    "contact_curation": _everything,
    "deep_scan": _open_places,
    "domain_extraction": _open_businesses,
    "sitemap_import": lambda _: sitemaps_with_pages(),
    "page_curation": _best_pages,
    "contact_delivery": _own_contacts,
}
