"""Which values the matching rows have, and how many of each: counted over a bounded number of rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import (
    CTE,
    Float,
    Integer,
    Select,
    Text,
    cast,
    func,
    literal,
    literal_column,
    null,
    select,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.computed import LookedUp
from scrapersky.curation_sdk.counting import count_rows
from scrapersky.curation_sdk.explain import plan_of
from scrapersky.curation_sdk.filters import Filter, states_of, where, where_in_any_state
from scrapersky.curation_sdk.links import Link
from scrapersky.curation_sdk.meta import facets_of
from scrapersky.curation_sdk.search_fields import SearchableField, search_fields
from scrapersky.curation_sdk.shown_columns import ColumnKind
from scrapersky.curation_sdk.statuses import State
from scrapersky.curation_sdk.workflow import AnyWorkflow

MOST_SAMPLED = 100_000
MOST_VALUES = 12
MOST_BINS = 20

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
    kind: ColumnKind
    values: list[FacetValue] = Field(description=f"The commonest first, at most {MOST_VALUES}.")
    other: int
    histogram: list[FacetBin] | None = Field(description=f"For numbers: at most {MOST_BINS} bins.")


class Facets(BaseModel):
    """What the matching rows have in common. `states` are counted as if no state had been chosen."""

    matching: int
    sampled: bool = Field(description=f"Only {MOST_SAMPLED:,} of the matching rows were looked at.")
    states: dict[State, int]
    fields: list[Facet]


async def read_facets(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, wanted: Filter, links: Sequence[Link] = ()
) -> Facets:
    states = await _count_states(session, workflow, tenant_id, wanted, links)
    chosen = states_of(workflow, wanted) or tuple(State)
    matching = sum(states[state] for state in chosen)
    sources = [_source(workflow, name) for name in facets_of(workflow)]
    clauses = where(workflow, tenant_id, wanted, links)
    columns = [source.column.label(f"facet_{number}") for number, source in enumerate(sources)]
    sample = select(*columns).select_from(workflow.model).where(*clauses).limit(MOST_SAMPLED).cte("matching")
    counted = (await session.execute(_statement(sources, sample))).all() if sources else []
    fields = [
        await _facet(session, source, [row for row in counted if row.facet == number])
        for number, source in enumerate(sources)
    ]
    return Facets(matching=matching, sampled=matching > MOST_SAMPLED, states=states, fields=fields)


@dataclass(frozen=True, slots=True)
class _Source:
    """A field and what it is counted by: for a value of another table the foreign key, whose rows are named after."""

    field: SearchableField
    column: Any
    looked_up: LookedUp | None = None

    @property
    def is_whole(self) -> bool:
        return isinstance(self.column.type, Integer)


def _source(workflow: AnyWorkflow, name: str) -> _Source:
    field = search_fields(workflow)[name]
    if name in ("outcome", "cause"):
        return _Source(field, getattr(workflow.curation, name))
    looked_up = {each.key: each.looked_up for each in workflow.computed}.get(name)
    return _Source(field, looked_up.by if looked_up else getattr(workflow.model, name), looked_up)


async def _count_states(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, wanted: Filter, links: Sequence[Link]
) -> dict[State, int]:
    """As many as are sampled are counted; beyond that it is the planner's guess, shared out as the sample is."""
    if replace(wanted, states=()) == Filter():
        return await _count_all(session, workflow, tenant_id)
    conditions = where_in_any_state(workflow, tenant_id, wanted, links)
    sample = select(workflow.curation.state.label("state")).where(*conditions).limit(MOST_SAMPLED + 1).subquery()
    counting = select(sample.c.state, func.count()).group_by(sample.c.state)
    counted: dict[Any, int] = dict((await session.execute(counting)).all())
    seen = sum(counted.values())
    guess = seen
    if seen > MOST_SAMPLED:
        plan = await plan_of(session, select(workflow.curation.id).where(*conditions))
        guess = max(seen, int(plan["Plan Rows"]))
    return {each: round(counted.get(each.value, 0) * guess / max(seen, 1)) for each in State}


async def _count_all(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID) -> dict[State, int]:
    """Each state is a range of an index."""
    filters = {state: Filter(states=(state,)) for state in State}
    return {state: (await count_rows(session, workflow, tenant_id, each)).rows for state, each in filters.items()}


def _statement(sources: Sequence[_Source], sample: CTE) -> Select[Any]:
    """Rows (facet, part, value, count, start, step) of all facets, from one reading of the sample."""
    parts = [part for number, source in enumerate(sources) for part in _parts(source, number, sample)]
    return select(union_all(*parts).subquery())


def _parts(source: _Source, number: int, sample: CTE) -> list[Select[Any]]:
    column = sample.c[number]
    nothing = cast(null(), Float)
    facet: Any = literal_column(str(number)).label("facet")
    count = func.count()
    common = (
        select(facet, literal("value").label("part"), cast(column, Text).label("value"), count.label("count"))
        .add_columns(nothing.label("start"), nothing.label("step"))
        .group_by(column)
        .order_by(count.desc(), column)
        .limit(MOST_VALUES)
    )
    whole = select(facet, literal("all"), cast(null(), Text), count, nothing, nothing).select_from(sample)
    spread = [_spread(source, facet, sample, column)] if source.field.kind.is_number else []
    return [select(common.subquery()), whole, *spread]


def _spread(source: _Source, facet: Any, sample: CTE, column: Any) -> Select[Any]:
    """Numbers in bins of equal width; whole numbers in bins of whole width."""
    least, most = func.min(column), func.max(column)
    width = cast(most - least, Float)
    step = func.greatest(func.ceil((width + 1) / MOST_BINS), 1) if source.is_whole else width / MOST_BINS
    ends = select(cast(least, Float).label("start"), func.nullif(step, 0).label("step")).subquery()
    place = func.least(func.floor((cast(column, Float) - ends.c.start) / func.coalesce(ends.c.step, 1)), MOST_BINS - 1)
    return (
        select(facet, literal("bin"), cast(cast(place, Integer), Text), func.count(), ends.c.start, ends.c.step)
        .select_from(sample.join(ends, true()))
        .where(column.is_not(None))
        .group_by(literal_column("3"), ends.c.start, ends.c.step)
    )


async def _facet(session: AsyncSession, source: _Source, counted: Sequence[Any]) -> Facet:
    field = source.field
    common = [row for row in counted if row.part == "value"]
    everything = next((row.count for row in counted if row.part == "all"), 0)
    names = await _names(session, source.looked_up, [row.value for row in common if row.value is not None])
    values = [FacetValue(value=_typed(source, names, row.value), count=row.count) for row in common]
    bins = [row for row in counted if row.part == "bin"]
    return Facet(
        name=field.name,
        label=field.label,
        kind=field.kind,
        values=sorted(values, key=lambda each: -each.count),
        other=everything - sum(each.count for each in values),
        histogram=_histogram(bins) if field.kind.is_number else None,
    )


async def _names(session: AsyncSession, looked_up: LookedUp | None, ids: Sequence[str]) -> dict[str, str]:
    if looked_up is None or not ids:
        return {}
    target = looked_up.target
    found = await session.execute(select(target.id, looked_up.value).where(target.id.in_([UUID(each) for each in ids])))
    return {str(row_id): name for row_id, name in found}


def _typed(source: _Source, names: dict[str, str], text: str | None) -> Value:
    if text is None:
        return None
    if source.looked_up is not None:
        return names.get(text, text)
    if source.field.kind is ColumnKind.BOOLEAN:
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
