"""A run: a search, and which rows of all tables came from it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, false

from scrapersky.curation_sdk.lists import Origin, descendants
from scrapersky.curation_sdk.rules import RuleBook
from scrapersky.models.place_search import PlaceSearch


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """A search, and the rules that are switched on for what comes from it.

    `stages` are the workflows that are at work; a row that they put off for more than `patience` seconds is not waited
    for.
    """

    tenant_id: UUID
    search_id: UUID
    book: RuleBook
    stages: Collection[str] = ()
    patience: float = 0

    def led_to(self, model: type[Any]) -> ColumnElement[bool]:
        """Whether a row of this table is the search or comes from it; a table without a way to it has no such rows."""
        if model is PlaceSearch:
            return PlaceSearch.id == self.search_id
        origin = Origin(PlaceSearch.__tablename__, self.search_id)
        ids = descendants(model.__table__, origin, self.tenant_id, self.book.fields.links)
        return false() if ids is None else model.id.in_(ids)
