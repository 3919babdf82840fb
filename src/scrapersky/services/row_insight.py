"""What a person wants to know of a row before deciding: its text, its evidence, why its score, and its neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, case, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.contact_fields import ABSENCE_COLUMNS, Absence
from scrapersky.curation_sdk.declaring import Batch, BatchRow, State
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.extract.pages.kinds import Reason, classify_page
from scrapersky.models import Contact, ContactValue, Domain, Page, PageContent

LONGEST_TEXT = 20_000
MOST_SIGHTINGS = 100
MOST_NEIGHBOURS = 10_000
MOST_DECISIONS = 100
"""Decisions are found by their batch, not by their row: an index by row would be paid for by every batch."""
_STATE_BEFORE = case(
    (BatchRow.curation_status == State.QUEUED, func.coalesce(BatchRow.processing_status, BatchRow.curation_status)),
    else_=BatchRow.curation_status,
)


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page said, as it was read."""

    page_content_id: UUID
    url: str
    title: str | None
    language: str | None
    words: int
    read_at: datetime
    text: str | None
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Sighting:
    """One value seen on one page; `way` says how it was found, `raw` how it stood there."""

    id: UUID
    kind: str
    value: str
    raw: str
    way: str
    owner: str
    confidence: float
    snippet: str | None
    url: str
    page_content_id: UUID
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class AbsentValue:
    """A value that a contact has not, and why."""

    field: str
    reason: Absence
    words: str


@dataclass(frozen=True, slots=True)
class ScoreReason:
    words: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """`reasons` add up to the score, unless a link's words or a person gave the page its kind: then there are none."""

    kind: str
    score: int
    reasons: list[ScoreReason]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """How many rows of the same table have the same domain, the row itself among them."""

    domain_id: UUID
    domain: str
    count: int
    count_is_capped: bool


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A batch that changed the row at `made_at`; `before` is the state that the row had until then.

    `what` is said of a batch that was no decision; one that imported the row has the `line` that it is from.
    """

    batch_id: UUID
    workflow: str
    status: str
    before: str
    made_by: str
    made_at: datetime
    total: int
    state: str
    what: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class RowInsight:
    text: PageText | None
    sightings: list[Sighting]
    score: Score | None
    neighbours: Neighbours | None
    decisions: list[PastDecision]
    absences: list[AbsentValue]


@dataclass(frozen=True, slots=True)
class Insights:
    """One tenant's rows of any table."""

    session: AsyncSession
    tenant_id: UUID

    async def of(self, model: type[Any], row_id: UUID) -> RowInsight:
        row = await self.session.get(model, row_id)
        if row is None or row.tenant_id != self.tenant_id:
            raise RowsNotFound(f"There is no row {row_id} in {model.__tablename__}.")
        content_id = await self._content_id(row)
        return RowInsight(
            text=await self._text(content_id) if content_id else None,
            sightings=await self._sightings(row, content_id),
            score=await self._score(row),
            neighbours=await self._neighbours(row),
            decisions=await self._decisions(row_id),
            absences=list(absent_values(row)) if isinstance(row, Contact) else [],
        )

    async def _content_id(self, row: Any) -> UUID | None:
        if isinstance(row, PageContent):
            return row.id
        if isinstance(row, Contact):
            return row.page_content_id
        if isinstance(row, Page):
            return await self.session.scalar(select(PageContent.id).where(PageContent.page_id == row.id))
        return None

    async def _text(self, content_id: UUID) -> PageText | None:
        length = func.length(PageContent.body_text)
        found = await self.session.execute(
            select(
                PageContent.id,
                PageContent.final_url,
                PageContent.title,
                PageContent.language,
                PageContent.words,
                PageContent.fetched_at,
                func.left(PageContent.body_text, LONGEST_TEXT),
                func.coalesce(length > LONGEST_TEXT, literal(value=False)),
            ).where(PageContent.id == content_id, PageContent.tenant_id == self.tenant_id)
        )
        one = found.first()
        return PageText(*one) if one else None

    async def _sightings(self, row: Any, content_id: UUID | None) -> list[Sighting]:
        seen = self._seen()
        if isinstance(row, Contact):
            wanted = seen.where(ContactValue.contact_id == row.id)
        elif isinstance(row, Domain):
            wanted = seen.where(PageContent.domain_id == row.id, ContactValue.contact_id.is_(None))
        elif content_id is not None:
            wanted = seen.where(ContactValue.page_content_id == content_id)
        else:
            return []
        ordered = wanted.order_by(ContactValue.confidence.desc(), ContactValue.id).limit(MOST_SIGHTINGS)
        return [Sighting(*each) for each in await self.session.execute(ordered)]

    def _seen(self) -> Select[*tuple[Any, ...]]:
        value = ContactValue
        columns = (value.id, value.kind, value.value, value.raw, value.way, value.owner, value.confidence)
        more = (value.snippet, PageContent.final_url, value.page_content_id, value.seen_at)
        return (
            select(*columns, *more)
            .join(PageContent, PageContent.id == value.page_content_id)
            .where(value.tenant_id == self.tenant_id)
        )

    async def _score(self, row: Any) -> Score | None:
        page = row if isinstance(row, Page) else None
        if isinstance(row, PageContent):
            page = await self.session.get(Page, row.page_id)
        if page is None:
            return None
        reasons = [ScoreReason(each.words, each.points) for each in reasons_for(page)]
        return Score(page.kind, page.score, reasons)

    async def _neighbours(self, row: Any) -> Neighbours | None:
        table = type(row).__table__
        if "domain_id" not in table.c or row.domain_id is None:
            return None
        domain = await self.session.get(Domain, row.domain_id)
        if domain is None:
            return None
        some = select(table.c.id).where(table.c.domain_id == row.domain_id).limit(MOST_NEIGHBOURS).subquery()
        count = await self.session.scalar(select(func.count()).select_from(some)) or 0
        return Neighbours(domain.id, domain.name, count, count == MOST_NEIGHBOURS)

    async def _decisions(self, row_id: UUID) -> list[PastDecision]:
        columns = (Batch.id, Batch.workflow, Batch.status, _STATE_BEFORE, Batch.made_by)
        found = await self.session.execute(
            select(*columns, BatchRow.changed_at, Batch.total, Batch.state, Batch.what, BatchRow.line)
            .join(BatchRow, BatchRow.batch_id == Batch.id)
            .where(BatchRow.row_id == row_id, Batch.tenant_id == self.tenant_id)
            .order_by(BatchRow.changed_at.desc(), BatchRow.batch_id.desc())
            .limit(MOST_DECISIONS)
        )
        return [PastDecision(*each) for each in found]


def absent_values(contact: Contact) -> Iterator[AbsentValue]:
    for name, column in ABSENCE_COLUMNS.items():
        if not getattr(contact, name):
            reason = Absence(getattr(contact, column) or Absence.NOT_LOOKED_FOR)
            yield AbsentValue(name, reason, reason.in_words)


def reasons_for(page: Page) -> Sequence[Reason]:
    """As the page was classified when it was listed, or with its title; nothing where neither gives its score."""
    for title in (None, page.title):
        found = classify_page(page.url, title=title)
        if (found.kind, found.score) == (page.kind, page.score):
            return found.reasons
    return ()
