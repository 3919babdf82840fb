"""Which values the matching rows have, and how many of each: counted over a bounded number of rows."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.lists.counting import MOST_READ
from scrapersky.curation_sdk.lists.facet_counts import MOST_BINS, MOST_VALUES, CountedField, FacetCounts, source_of
from scrapersky.curation_sdk.lists.filters import Filter, states_of

Value = bool | int | float | str | None


class FacetValue(BaseModel):
    """A value, null for rows without one, and how many rows have it."""

    value: Value
    count: int


class FacetBin(BaseModel):
    """From the one number up to the other, which belongs to the next; the last has both."""

    start: float = Field(alias="from")
    to: float
    count: int


class Facet(BaseModel):
    """The commonest values of a field, how many rows have others, and for numbers how they spread."""

    name: str
    label: str
    kind: declaring.ColumnKind
    values: list[FacetValue] = Field(description=f"The commonest first, at most {MOST_VALUES}.")
    other: int
    histogram: list[FacetBin] | None = Field(description=f"For numbers: at most {MOST_BINS} bins.")


class Facets(BaseModel):
    """What the matching rows have in common. `states` are counted as if no state had been chosen.

    Where many ask the same at once they may be a second old, and never older than what somebody changed here.
    """

    matching: int
    sampled: bool = Field(description=f"Only the {MOST_READ:,} newest of the matching rows were looked at.")
    states: declaring.StateCounts
    fell_short: int = Field(description="How many of the Complete ones did not come to what they were queued for.")
    fields: list[Facet]


async def read_facets(
    session: AsyncSession,
    workflow: declaring.AnyWorkflow,
    tenant_id: UUID,
    wanted: Filter,
    links: Sequence[declaring.Link] = (),
) -> Facets:
    sources = [source_of(workflow, name) for name in facets_of(workflow)]
    counts = FacetCounts(session, workflow, tenant_id, wanted, links)
    counted = await counts.of(sources)
    matching = sum(counted.states[state] for state in states_of(workflow, wanted) or declaring.State)
    fields = [
        await _facet(session, source, [row for row in counted.values if row.facet == number], counted.sampled)
        for number, source in enumerate(sources)
    ]
    return Facets(
        matching=matching,
        sampled=counted.sampled < matching,
        states=counted.states,
        fell_short=await counts.fell_short(counted.states[declaring.State.COMPLETE]),
        fields=fields,
    )


async def _facet(session: AsyncSession, source: CountedField, counted: Sequence[Any], sampled: int) -> Facet:
    field = source.field
    common = [row for row in counted if row.part == "value"]
    names = await _names(session, source.looked_up, [row.value for row in common if row.value is not None])
    values = [FacetValue(value=_typed(source, names, row.value), count=row.count) for row in common]
    bins = [row for row in counted if row.part == "bin"]
    return declaring.answer_of(
        Facet,
        field,
        values=sorted(values, key=lambda each: -each.count),
        other=sampled - sum(each.count for each in values),
        histogram=_histogram(bins) if field.kind.is_number else None,
    )


async def _names(session: AsyncSession, looked_up: declaring.LookedUp | None, ids: Sequence[str]) -> dict[str, str]:
    if looked_up is None or not ids:
        return {}
    target = looked_up.target
    found = await session.execute(select(target.id, looked_up.value).where(target.id.in_([UUID(each) for each in ids])))
    return {str(row_id): name for row_id, name in found}


def _typed(source: CountedField, names: dict[str, str], text: str | None) -> Value:
    if text is None:
        return None
    if source.looked_up is not None:
        return names.get(text, text)
    if source.field.kind is declaring.ColumnKind.BOOLEAN:
        return text == "true"
    if source.field.kind.is_number:
        return int(text) if source.is_whole else float(text)
    return text


def _histogram(bins: Sequence[Any]) -> list[FacetBin]:
    """Every bin up to the last that has a row, the empty ones too."""
    if not bins:
        return []
    counts = {int(row.value): row.count for row in bins}
    start, step = bins[0].start, bins[0].step or 1.0
    return [
        FacetBin.model_validate(
            {"from": start + number * step, "to": start + (number + 1) * step, "count": counts.get(number, 0)}
        )
        for number in range(max(counts) + 1)
    ]


def facets_of(workflow: declaring.AnyWorkflow) -> list[str]:
    """Those declared; else what has few values by its kind, and how rows ended."""
    few = [column.key for column in workflow.columns if not column.is_computed and _has_few_values(column.kind)]
    return list(workflow.facets or (*few, *declaring.BUILT_IN_FACETS))


def _has_few_values(kind: declaring.ColumnKind) -> bool:
    return kind.is_number or kind in (declaring.ColumnKind.ENUM, declaring.ColumnKind.BOOLEAN)
