"""A business at an address."""

from typing import Any
from uuid import UUID

from sqlalchemy import Computed, ForeignKey, Index
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.models.base import Base, Row

# Punctuation becomes space, so that "acme" finds www.acme.example; the simple configuration knows no language.
_WORDS = (
    "to_tsvector('simple'::regconfig, regexp_replace("
    "name || ' ' || coalesce(website, '') || ' ' || coalesce(city, '') || ' ' || coalesce(category, ''),"
    " '[^[:alnum:]]+', ' ', 'g'))"
)


class LocalBusiness(Row, Base):
    """A business, with what is known of it. Several may share one domain."""

    __tablename__ = "local_businesses"
    __table_args__ = (
        Index("uq_local_businesses_source", "tenant_id", "source", "source_id", unique=True),
        Index("ix_local_businesses_domain", "domain_id"),
        Index("ix_local_businesses_words", "search_words", postgresql_using="gin"),
    )

    source: Mapped[str]
    source_id: Mapped[str]
    name: Mapped[str]
    website: Mapped[str | None]
    phone: Mapped[str | None]
    street: Mapped[str | None]
    city: Mapped[str | None]
    region: Mapped[str | None]
    postal_code: Mapped[str | None]
    country: Mapped[str | None]
    category: Mapped[str | None]
    domain_id: Mapped[UUID | None] = mapped_column(ForeignKey("domains.id", ondelete="SET NULL"))
    search_words: Mapped[Any] = mapped_column(TSVECTOR, Computed(_WORDS, persisted=True), deferred=True)

    domain_extraction = Curation()
