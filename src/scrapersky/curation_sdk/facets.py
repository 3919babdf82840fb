"""Which values the matching rows have, and how many of each: counted over a bounded number of rows."""

from collections.abc import Mapping, Sequence
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
    sampled = next((row.count for row in counted if row.part == "all"), 0)
    fields = [
        await _facet(session, source, [row for row in counted if row.facet == number], sampled)
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


_NOTHING: Any = null()


def _statement(sources: Sequence[_Source], sample: CTE) -> Select[Any]:
    """Rows (facet, part, value, count, start, step) of all facets, from one reading of the sample."""
    common = [_common(number, sample.c[number]) for number in range(len(sources))]
    numbers = {number: source for number, source in enumerate(sources) if source.field.kind.is_number}
    ends = _ends(numbers, sample)
    spread = [_spread(number, sample, ends) for number in numbers]
    return select(union_all(_part(-1, "all", _NOTHING).select_from(sample), *common, *spread).subquery())


def _part(number: int, part: str, value: Any, start: Any = _NOTHING, step: Any = _NOTHING) -> Select[Any]:
    return select(
        literal_column(str(number)).label("facet"),
        literal_column(f"'{part}'").label("part"),
        cast(value, Text).label("value"),
        func.count().label("count"),
        cast(start, Float).label("start"),
        cast(step, Float).label("step"),
    )


def _common(number: int, column: Any) -> Select[Any]:
    counted = _part(number, "value", column).group_by(column)
    return select(counted.order_by(func.count().desc(), column).limit(MOST_VALUES).subquery())


def _ends(numbers: Mapping[int, _Source], sample: CTE) -> CTE:
    """Where the bins of each number begin, and their width: equal, and whole for whole numbers."""
    columns: list[Any] = [literal_column("1").label("nothing")]
    for number, source in numbers.items():
        least, most = func.min(sample.c[number]), func.max(sample.c[number])
        width = cast(most - least, Float)
        step = func.greatest(func.ceil((width + 1) / MOST_BINS), 1) if source.is_whole else width / MOST_BINS
        columns += [cast(least, Float).label(f"start_{number}"), func.nullif(step, 0).label(f"step_{number}")]
    return select(*columns).select_from(sample).cte("ends")


def _spread(number: int, sample: CTE, ends: CTE) -> Select[Any]:
    column, start, step = sample.c[number], ends.c[f"start_{number}"], ends.c[f"step_{number}"]
    place = func.least(func.floor((cast(column, Float) - start) / func.coalesce(step, 1)), MOST_BINS - 1)
    return (
        _part(number, "bin", cast(place, Integer), start, step)
        .select_from(sample.join(ends, true()))
        .where(column.is_not(None))
        .group_by(literal_column("3"), start, step)
    )


async def _facet(session: AsyncSession, source: _Source, counted: Sequence[Any], sampled: int) -> Facet:
    field = source.field
    common = [row for row in counted if row.part == "value"]
    names = await _names(session, source.looked_up, [row.value for row in common if row.value is not None])
    values = [FacetValue(value=_typed(source, names, row.value), count=row.count) for row in common]
    bins = [row for row in counted if row.part == "bin"]
    return Facet(
        name=field.name,
        label=field.label,
        kind=field.kind,
        values=sorted(values, key=lambda each: -each.count),
        other=sampled - sum(each.count for each in values),
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
