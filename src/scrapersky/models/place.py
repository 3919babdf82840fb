"""A place as its source tells of it."""

from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Computed, ForeignKey, Index, UniqueConstraint, column, func
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.curation_sdk.declaring import Settable
from scrapersky.curation_sdk.lists import beginning
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import DeepScanCurationStatus, DeepScanProcessingStatus

__all__ = [
    "SPOTS_PER_ROW",
    "SQUARES_PER_DEGREE",
    "DeepScanCurationStatus",
    "DeepScanProcessingStatus",
    "Place",
    "PlacePair",
    "PlaceSearchResult",
    "PlaceStagingStatusEnum",
]

SQUARES_PER_DEGREE = 500
SPOTS_PER_ROW = 1_000_000
_SPOT = (
    f"floor(latitude * {SQUARES_PER_DEGREE})::bigint * {SPOTS_PER_ROW}"
    f" + floor(longitude * {SQUARES_PER_DEGREE})::bigint"
)


class Place(Row, Base):
    """What a place source said about one place, before a person decided on it."""

    __tablename__ = "places_staging"
    __table_args__ = (
        UniqueConstraint("tenant_id", "source", "place_id", name="uq_places_staging_place"),
        Index("ix_places_staging_business", "local_business_id"),
        Index("ix_places_staging_name", "tenant_id", beginning("name"), "id"),
        Index("ix_places_staging_rating", "tenant_id", "rating", "id"),
        Index("ix_places_staging_reviews", "tenant_id", "reviews", "id"),
        Index("ix_places_staging_spot", "tenant_id", "spot"),
        Index("ix_places_staging_match_keys", "match_keys", postgresql_using="gin"),
        words_index("ix_places_staging_words"),
        tenant_key("places_staging"),
        belongs_to("local_businesses", "local_business_id", lets_go=True),
    )

    source: Mapped[str]
    place_id: Mapped[str]
    name: Mapped[str | None]
    address: Mapped[str | None]
    category: Mapped[str | None]
    categories: Mapped[list[str]] = mapped_column(server_default="{}")
    latitude: Mapped[float | None]
    longitude: Mapped[float | None]
    website: Mapped[str | None]
    phone: Mapped[str | None]
    rating: Mapped[float | None]
    reviews: Mapped[int | None]
    business_status: Mapped[str | None]
    facts: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    known_fields: Mapped[list[str]] = mapped_column(server_default="{}")
    attribution: Mapped[str | None]
    fetched_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime | None]
    cost_micros: Mapped[int] = mapped_column(BigInteger, server_default="0")
    # A square of a few hundred metres, so that neighbours are found by equality.
    spot: Mapped[int | None] = mapped_column(BigInteger, Computed(_SPOT, persisted=True))
    # What it shares with other places of the same business; none while it was not compared.
    match_keys: Mapped[list[str] | None]
    local_business_id: Mapped[UUID | None]
    search_words: Mapped[Any] = mapped_column(
        TSVECTOR, words_of("name", "address", "category", "website", first_may_be_missing=True), deferred=True
    )

    deep_scan = Curation()


class PlaceStagingStatusEnum(StrEnum):
    """What a person may say of a place in the words of the first interface.

    Selected means Queued; Archived and Rejected mean Skipped.
    """

    New = "New"
    Queued = "Queued"
    Skipped = "Skipped"
    Selected = "Selected"
    Archived = "Archived"
    Rejected = "Rejected"

    @property
    def meaning(self) -> Settable:
        if self is PlaceStagingStatusEnum.Selected:
            return Settable.QUEUED
        if self in {PlaceStagingStatusEnum.Archived, PlaceStagingStatusEnum.Rejected}:
            return Settable.SKIPPED
        return Settable(self.value)


class PlaceSearchResult(Base):
    """Which search found which place, in which of its runs, and whether nobody knew the place before."""

    __tablename__ = "place_search_results"
    __table_args__ = (
        Index("ix_place_search_results_place", "place_id"),
        belongs_to("place_searches", "place_search_id"),
        belongs_to("places_staging", "place_id"),
    )

    place_search_id: Mapped[UUID] = mapped_column(primary_key=True)
    place_id: Mapped[UUID] = mapped_column(primary_key=True)
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    found_at: Mapped[datetime] = mapped_column(server_default=func.now())
    run: Mapped[int] = mapped_column(server_default="1")
    was_new: Mapped[bool] = mapped_column(server_default="false")


class PlacePair(Base):
    """Two places that may be one business. A certain pair merges by itself, until a person takes that back."""

    __tablename__ = "place_pairs"
    __table_args__ = (
        UniqueConstraint("first_id", "second_id", name="uq_place_pairs"),
        Index("ix_place_pairs_second", "second_id"),
        Index("ix_place_pairs_likeness", "tenant_id", "decision", column("likeness").desc(), "id"),
        belongs_to("places_staging", "first_id"),
        belongs_to("places_staging", "second_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    first_id: Mapped[UUID]
    second_id: Mapped[UUID]
    likeness: Mapped[float]
    why: Mapped[str]
    decision: Mapped[str] = mapped_column(server_default="open")
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    undo: Mapped[dict[str, Any] | None]
    is_left_to_people: Mapped[bool] = mapped_column(server_default="false")
