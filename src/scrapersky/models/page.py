"""A web page."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, SmallInteger, UniqueConstraint
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import PageCurationCurationStatus, PageCurationProcessingStatus

__all__ = ["Page", "PageCurationCurationStatus", "PageCurationProcessingStatus"]


class FoundBy(StrEnum):
    """How a page became known."""

    SITEMAP = "sitemap"
    HOME = "home"
    LINK = "link"
    PERSON = "person"


class Page(Row, Base):
    """A web page of a domain, classified from its address. `depth` is how many links it is away from the home page."""

    __tablename__ = "pages"
    __table_args__ = (
        UniqueConstraint("domain_id", "url", name="uq_pages_url"),
        CheckConstraint("length(url) <= 2000", name="ck_pages_url"),  # an index entry has room for no more
        Index("ix_pages_sitemap", "sitemap_file_id"),
        Index("ix_pages_contacts", "tenant_id", "contacts", "id"),
        words_index("ix_pages_words"),
        tenant_key("pages"),
        belongs_to("domains", "domain_id"),
        belongs_to("sitemap_files", "sitemap_file_id", lets_go=True),
    )

    domain_id: Mapped[UUID]
    sitemap_file_id: Mapped[UUID | None]
    url: Mapped[str]
    kind: Mapped[str] = mapped_column(server_default="other")
    score: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    changed_at: Mapped[datetime | None]
    title: Mapped[str | None]
    found_by: Mapped[str] = mapped_column(server_default=FoundBy.SITEMAP.value)
    depth: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    words: Mapped[int | None]
    contacts: Mapped[int | None]
    search_words: Mapped[Any] = mapped_column(TSVECTOR, words_of("url", "title"), deferred=True)

    page_curation = Curation(ordered_by="-score")
