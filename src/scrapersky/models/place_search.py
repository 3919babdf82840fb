"""A search for places."""

from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Index
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.curation_sdk import Curation
from scrapersky.models.base import Base, Row, belongs_to, tenant_key, words_index, words_of
from scrapersky.models.statuses import SingleSearchCurationStatus, SingleSearchProcessingStatus

__all__ = ["PlaceSearch", "SingleSearchCurationStatus", "SingleSearchProcessingStatus"]


class PlaceSearch(Row, Base):
    """What a person asked a place source for, and how much of it was found.

    `saturated_cells` are those that hold more than the source tells and were not split further; `coverage` is the
    estimated share found of all there is. `new_places` are those that the latest of its runs saw first; `cost_micros`
    is what all of them cost.
    """

    __tablename__ = "place_searches"
    __table_args__ = (
        Index("ix_place_searches_list", "list_id"),
        words_index("ix_place_searches_words"),
        Index("ix_place_searches_results", "tenant_id", "results", "id"),
        Index("ix_place_searches_new_places", "tenant_id", "new_places", "id"),
        Index("ix_place_searches_cost_micros", "tenant_id", "cost_micros", "id"),
        tenant_key("place_searches"),
        belongs_to("lists", "list_id", lets_go=True),
    )

    list_id: Mapped[UUID | None]
    source: Mapped[str]
    phrase: Mapped[str]
    what: Mapped[str]
    area: Mapped[str]
    area_shape: Mapped[dict[str, Any] | None]
    category: Mapped[str | None]
    result_limit: Mapped[int | None]
    started_by: Mapped[str | None]
    run: Mapped[int] = mapped_column(server_default="0")
    cells: Mapped[int | None]
    saturated_cells: Mapped[int | None]
    coverage: Mapped[float | None]
    results: Mapped[int | None]
    new_places: Mapped[int | None]
    cost_micros: Mapped[int] = mapped_column(BigInteger, server_default="0")
    progress: Mapped[dict[str, Any] | None]
    search_words: Mapped[Any] = mapped_column(TSVECTOR, words_of("phrase", "area"), deferred=True)

    single_search = Curation()
