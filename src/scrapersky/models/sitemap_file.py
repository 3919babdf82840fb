"""A sitemap of a domain."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Index, SmallInteger, UniqueConstraint
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import (
    SitemapCurationCurationStatus,
    SitemapCurationProcessingStatus,
    SitemapImportCurationStatus,
    SitemapImportProcessingStatus,
)

__all__ = [
    "DEEPEST",
    "LONGEST_URL",
    "SitemapCurationCurationStatus",
    "SitemapCurationProcessingStatus",
    "SitemapFile",
    "SitemapImportCurationStatus",
    "SitemapImportProcessingStatus",
]

LONGEST_URL = 2000  # an index entry has room for no more
DEEPEST = 5  # an index of indexes of indexes is a mistake, or worse


class SitemapFile(Row, Base):
    """A sitemap, with what its analysis found. The children of an index are rows of their own."""

    __tablename__ = "sitemap_files"
    __table_args__ = (
        UniqueConstraint("domain_id", "url", name="uq_sitemap_files_url"),
        CheckConstraint("length(url) <= 2000", name="ck_sitemap_files_url"),
        Index("ix_sitemap_files_parent", "parent_id"),
        Index("ix_sitemap_files_url_count", "tenant_id", "url_count", "id"),
        Index("ix_sitemap_files_newest_at", "tenant_id", "newest_at", "id"),
        Index("ix_sitemap_files_pages_imported", "tenant_id", "pages_imported", "id"),
        words_index("ix_sitemap_files_words"),
        tenant_key("sitemap_files"),
        belongs_to("domains", "domain_id"),
        belongs_to("sitemap_files", "parent_id"),
    )

    domain_id: Mapped[UUID]
    parent_id: Mapped[UUID | None]
    depth: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    url: Mapped[str]
    found_by: Mapped[str]
    kind: Mapped[str | None]
    size_bytes: Mapped[int | None] = mapped_column(BigInteger)
    url_count: Mapped[int | None]
    child_count: Mapped[int | None]
    newest_at: Mapped[datetime | None]
    problems: Mapped[list[str]] = mapped_column(server_default="{}")
    sample_urls: Mapped[list[str]] = mapped_column(server_default="{}")
    etag: Mapped[str | None]
    last_modified: Mapped[str | None]
    analysed_at: Mapped[datetime | None]
    pages_imported: Mapped[int | None]
    imported_at: Mapped[datetime | None]
    search_words: Mapped[Any] = mapped_column(TSVECTOR, words_of("url", "kind"), deferred=True)

    sitemap_curation = Curation()
    sitemap_import = Curation()

    def children(self, urls: Iterable[str]) -> list[dict[str, Any]]:
        """The rows of the sitemaps that this index lists; none where indexes are nested too deep already."""
        if self.depth >= DEEPEST:
            return []
        inherited = {"tenant_id": self.tenant_id, "domain_id": self.domain_id, "parent_id": self.id}
        return [inherited | {"depth": self.depth + 1, "url": url, "found_by": "index"} for url in urls]
