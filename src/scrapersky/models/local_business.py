"""A business at an address."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.curation_sdk.lists import beginning
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import DomainExtractionCurationStatus, DomainExtractionProcessingStatus

__all__ = ["DomainExtractionCurationStatus", "DomainExtractionProcessingStatus", "LocalBusiness"]


class LocalBusiness(Row, Base):
    """What the sources said, merged; `provenance` has the source of each value. Several may share a domain."""

    __tablename__ = "local_businesses"
    __table_args__ = (
        Index("uq_local_businesses_source", "tenant_id", "source", "source_id", unique=True),
        Index("ix_local_businesses_domain", "domain_id"),
        Index("ix_local_businesses_name", "tenant_id", beginning("name"), "id"),
        Index("ix_local_businesses_city", "tenant_id", beginning("city"), "id"),
        words_index("ix_local_businesses_words"),
        tenant_key("local_businesses"),
        belongs_to("domains", "domain_id", lets_go=True),
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
    categories: Mapped[list[str]] = mapped_column(server_default="{}")
    latitude: Mapped[float | None]
    longitude: Mapped[float | None]
    opening_hours: Mapped[str | None]
    business_status: Mapped[str | None]
    rating: Mapped[float | None]
    reviews: Mapped[int | None]
    provenance: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    attribution: Mapped[str | None]
    expires_at: Mapped[datetime | None]
    extra_fields: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    domain: Mapped[str | None]
    domain_id: Mapped[UUID | None]
    search_words: Mapped[Any] = mapped_column(TSVECTOR, words_of("name", "website", "city", "category"), deferred=True)

    domain_extraction = Curation()
