"""A domain: where one or several businesses have their website."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, UniqueConstraint, column, func
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.curation_sdk.lists import beginning
from scrapersky.models.base import Base, Row, tenant_key, words_index, words_of
from scrapersky.models.statuses import DomainCurationCurationStatus, DomainCurationProcessingStatus

__all__ = ["Domain", "DomainCurationCurationStatus", "DomainCurationProcessingStatus"]


class Domain(Row, Base):
    """A registrable domain, once per tenant however many businesses share it, with the facts of its home page."""

    __tablename__ = "domains"
    __table_args__ = (
        UniqueConstraint("tenant_id", "name", name="uq_domains_name"),
        words_index("ix_domains_words"),
        Index("ix_domains_name", "tenant_id", beginning("name"), "id"),
        Index("ix_domains_name_in_any_case", "tenant_id", func.lower(column("name"))),
        Index("ix_domains_sitemaps_found", "tenant_id", "sitemaps_found", "id"),
        tenant_key("domains"),
    )

    name: Mapped[str]
    home_url: Mapped[str]
    final_url: Mapped[str | None]
    http_status: Mapped[int | None]
    title: Mapped[str | None]
    description: Mapped[str | None]
    language: Mapped[str | None]
    cms: Mapped[str | None]
    technologies: Mapped[list[str]] = mapped_column(server_default="{}")
    robots_state: Mapped[str | None]
    parked: Mapped[bool | None]
    sitemaps_found: Mapped[int | None]
    checked_at: Mapped[datetime | None]
    search_words: Mapped[Any] = mapped_column(TSVECTOR, words_of("name", "title"), deferred=True)

    domain_curation = Curation()
