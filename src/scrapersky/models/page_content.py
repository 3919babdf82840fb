"""What a page says."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index, column, func
from sqlalchemy.dialects.postgresql import BYTEA, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.models.base import Base, Row, belongs_to, tenant_key
from scrapersky.models.statuses import ContactCurationCurationStatus, ContactCurationProcessingStatus

__all__ = ["ContactCurationCurationStatus", "ContactCurationProcessingStatus", "PageContent"]


class PageContent(Row, Base):
    """A page as it was read: text, links, structured data, and the HTML itself, compressed."""

    __tablename__ = "page_contents"
    __table_args__ = (
        Index("ix_page_contents_domain", "domain_id"),
        Index("ix_page_contents_contacts_found", "tenant_id", "contacts_found", "id"),
        Index("ix_page_contents_words", "tenant_id", "words", "id"),
        Index("ix_page_contents_html_place", "html_place", postgresql_where=column("html_place").is_not(None)),
        tenant_key("page_contents"),
        belongs_to("pages", "page_id"),
        belongs_to("domains", "domain_id"),
    )

    page_id: Mapped[UUID] = mapped_column(unique=True)
    domain_id: Mapped[UUID]
    url: Mapped[str]
    final_url: Mapped[str]
    http_status: Mapped[int]
    kind: Mapped[str]
    title: Mapped[str | None]
    description: Mapped[str | None]
    language: Mapped[str | None]
    encoding: Mapped[str | None]
    words: Mapped[int] = mapped_column(server_default="0")
    body_text: Mapped[str | None] = mapped_column(deferred=True)
    headings: Mapped[list[str]] = mapped_column(server_default="{}")
    links: Mapped[list[Any]] = mapped_column(JSONB, server_default="[]", deferred=True)
    structured: Mapped[dict[str, Any]] = mapped_column(server_default="{}", deferred=True)
    needs_browser: Mapped[bool] = mapped_column(server_default="false")
    rendered: Mapped[bool] = mapped_column(server_default="false")
    content_hash: Mapped[str]
    html: Mapped[bytes | None] = mapped_column(BYTEA, deferred=True)
    html_place: Mapped[str | None]
    etag: Mapped[str | None]
    last_modified: Mapped[str | None]
    fetched_at: Mapped[datetime] = mapped_column(server_default=func.now())
    contacts_found: Mapped[int | None]
    absences: Mapped[dict[str, Any] | None]

    contact_curation = Curation()
