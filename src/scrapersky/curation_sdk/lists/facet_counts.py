"""How many of the matching rows have which state and which values: one reading of a bounded number of them.

As many as lists count exactly are all read. Where more match, the newest are.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    Float,
    Integer,
    Row,
    Select,
    Text,
    any_,
    cast,
    func,
    literal_column,
    null,
    select,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, LookedUp, State
from scrapersky.curation_sdk.lists.counting import (
    MOST_COUNTED,
    MOST_READ,
    capped_count,
    guessed_rows,
    short_count,
    short_of,
)
from scrapersky.curation_sdk.lists.filters import Filter, is_listed, states_of, where, where_in_any_state
from scrapersky.curation_sdk.lists.kept_statements import TENANT, ask
from scrapersky.curation_sdk.lists.search.fields import SearchableField, search_fields

MOST_VALUES = 12
MOST_BINS = 20
# So many are sooner read one by one than found by reading the table.
FEW = 20_000


@dataclass(frozen=True, slots=True)
class CountedField:
    """A field and what it is counted by: for a value of another table the foreign key, whose rows are named after."""

    field: SearchableField
    column: Any
    looked_up: LookedUp | None = None

    @property
    def is_whole(self) -> bool:
        return isinstance(self.column.type, Integer)


def source_of(workflow: AnyWorkflow, name: str) -> CountedField:
    field = search_fields(workflow)[name]
    if name in ("outcome", "cause"):
        return CountedField(field, getattr(workflow.curation, name))
    looked_up = {each.key: each.looked_up for each in workflow.computed}.get(name)
    return CountedField(field, looked_up.by if looked_up else getattr(workflow.model, name), looked_up)


@dataclass(frozen=True, slots=True)
class Counted:
    """`values` are rows (facet, part, value, count, start, step) of the so many `sampled`."""

    states: dict[State, int]
    values: Sequence[Any]
    sampled: int


@dataclass(frozen=True, slots=True)
class FacetCounts:
    """Of the rows that one filter means. States are counted as if none had been chosen."""

    session: AsyncSession
    workflow: AnyWorkflow
    tenant_id: UUID
    wanted: Filter
    links: Sequence[Link]

    async def of(self, sources: Sequence[CountedField]) -> Counted:
        """States that were chosen, or are in an index, are counted apart; else one reading tells all."""
        if self._is_listed or self.wanted.states:
            states = await self._count_states()
            matching = sum(states[state] for state in states_of(self.workflow, self.wanted) or State)
            values = await self._values(sources, matching)
        else:
            matching = await self._guess(self._clauses)
            values = await self._values(sources, matching)
            states = _shared_out(_states(values), _most(matching), matching)
        return Counted(states, values, sum(_states(values).values()))

    async def fell_short(self, complete: int) -> int:
        """How many of so many Complete rows did not come to what they were queued for."""
        shortfall = self.workflow.shortfall
        if shortfall is None:
            return 0
        clauses = where(self.workflow, self.tenant_id, replace(self.wanted, states=(State.COMPLETE,)), self.links)
        return short_of(
            complete, await self.session.scalar(select(short_count(self.workflow, shortfall, clauses))) or 0
        )

    @property
    def _is_listed(self) -> bool:
        return is_listed(self.workflow, self.wanted)

    @property
    def _clauses(self) -> list[ColumnElement[bool]]:
        return where(self.workflow, self.tenant_id, self.wanted, self.links)

    async def _guess(self, conditions: list[ColumnElement[bool]]) -> int:
        return await guessed_rows(self.session, select(self.workflow.curation.id).where(*conditions))

    async def _count_states(self) -> dict[State, int]:
        """In the index of lists each state is a range. A sample from there would be of its first state alone."""
        if self._is_listed:
            (counted,) = await self._ask("states", self._states_statement)
            return {state: await self._unless_many(state, rows) for state, rows in zip(State, counted, strict=True)}
        conditions = where_in_any_state(self.workflow, self.tenant_id, self.wanted, self.links)
        guess = await self._guess(conditions)
        state: Any = self.workflow.curation.state.label("state")
        sample = self._newest(select(state).where(*conditions), _most(guess)).subquery()
        counting = select(sample.c.state, func.count()).group_by(sample.c.state)
        return _shared_out(dict((await self.session.execute(counting)).all()), _most(guess), guess)

    def _states_statement(self) -> Select[Any]:
        """All in one question, which costs as much as the answer to one of them."""
        return select(
            *(
                capped_count(self.workflow, self._clauses_of(state), MOST_COUNTED).scalar_subquery().label(state.name)
                for state in State
            )
        )

    def _clauses_of(self, state: State) -> list[ColumnElement[bool]]:
        return where(self.workflow, self.tenant_id, replace(self.wanted, states=(state,)))

    async def _unless_many(self, state: State, counted: int) -> int:
        return counted if counted <= MOST_COUNTED else max(counted, await self._guess(self._clauses_of(state)))

    async def _ask(self, what: Hashable, build: Callable[[], Select[Any]]) -> Sequence[Row[Any]]:
        known = self.wanted.shape is not None
        shape = (self.workflow, "facets", self.wanted.shape, what) if known else None
        return await ask(self.session, shape, build, {TENANT: self.tenant_id})

    async def _values(self, sources: Sequence[CountedField], matching: int) -> Sequence[Any]:
        """Of few rows an index has the keys, and only these are read."""
        are_few, most = matching <= FEW and self._is_listed, _most(matching)
        return await self._ask((are_few, most), lambda: self._values_statement(sources, most, are_few=are_few))

    def _values_statement(self, sources: Sequence[CountedField], most: int, *, are_few: bool) -> Select[Any]:
        curation = self.workflow.curation
        columns = [source.column.label(f"facet_{number}") for number, source in enumerate(sources)]
        sample = select(*columns, curation.state.label("state")).select_from(self.workflow.model)
        if are_few:
            keys = select(curation.id).where(*self._clauses).limit(MOST_COUNTED).scalar_subquery()
            sample = sample.where(curation.id == any_(func.array(keys)))
        else:
            sample = self._newest(sample.where(*self._clauses), most)
        return _statement(sources, sample.cte("matching"))

    def _newest(self, rows: Select[Any], most: int) -> Select[Any]:
        """Where not all are read: those first in the table would all be of one time."""
        return (rows.order_by(self.workflow.curation.id.desc()) if most == MOST_READ else rows).limit(most)


def _most(matching: int) -> int:
    """How many rows are read where so many match, as far as is known: one more than are told exactly, or a sample."""
    return MOST_READ if matching > MOST_COUNTED else MOST_COUNTED + 1


def _shared_out(counted: Mapping[Any, int], most: int, guess: int) -> dict[State, int]:
    """Where there were more than were read, it is the planner's guess, shared out as what was read is."""
    seen = sum(counted.values())
    total = max(seen, guess) if seen == most else seen
    return {each: round(counted.get(each.value, 0) * total / max(seen, 1)) for each in State}


def _states(values: Sequence[Any]) -> dict[str, int]:
    return {row.value: row.count for row in values if row.part == "state"}


_NOTHING: Any = null()


def _statement(sources: Sequence[CountedField], sample: CTE) -> Select[Any]:
    """All facets from one reading of the sample: the spread of numbers is that of their values, which are far fewer."""
    grouped = _grouped(sample)
    common = [_common(number, grouped) for number in range(len(sources))]
    numbers = {number: source for number, source in enumerate(sources) if source.field.kind.is_number}
    ends = _ends(numbers, grouped)
    spread = [_spread(number, grouped, ends) for number in numbers]
    is_state = _is_of(grouped, len(sources))
    states = _part(-1, "state", grouped.c.state, grouped.c["count"]).where(is_state)
    return select(union_all(states, *common, *spread).subquery())


def _grouped(sample: CTE) -> CTE:
    """Rows (each column, which, count): in each, one column has a value and the others are empty."""
    columns = list(sample.c)
    which = func.grouping(*columns).label("which")
    return select(*columns, which, func.count().label("count")).group_by(func.grouping_sets(*columns)).cte("grouped")


def _is_of(grouped: CTE, number: int) -> ColumnElement[bool]:
    """`grouping` has a bit for each column that a row is not about, the last column's the lowest."""
    last = len(grouped.c) - 3
    which: ColumnElement[bool] = grouped.c.which == (2 ** (last + 1) - 1) - 2 ** (last - number)
    return which


def _part(number: int, part: str, value: Any, count: Any, *ends: Any) -> Select[Any]:
    start, step = ends or (_NOTHING, _NOTHING)
    return select(
        literal_column(str(number)).label("facet"),
        literal_column(f"'{part}'").label("part"),
        cast(value, Text).label("value"),
        count.label("count"),
        cast(start, Float).label("start"),
        cast(step, Float).label("step"),
    )


def _common(number: int, grouped: CTE) -> Select[Any]:
    value, count = grouped.c[number], grouped.c["count"]
    counted = _part(number, "value", value, count).where(_is_of(grouped, number))
    return select(counted.order_by(count.desc(), value).limit(MOST_VALUES).subquery())


def _ends(numbers: Mapping[int, CountedField], grouped: CTE) -> CTE:
    """Where the bins of each number begin, and their width: equal, and whole for whole numbers."""
    columns: list[Any] = [literal_column("1").label("nothing")]
    for number, source in numbers.items():
        least, most = func.min(grouped.c[number]), func.max(grouped.c[number])
        width = cast(most - least, Float)
        step = func.greatest(func.ceil((width + 1) / MOST_BINS), 1) if source.is_whole else width / MOST_BINS
        columns += [cast(least, Float).label(f"start_{number}"), func.nullif(step, 0).label(f"step_{number}")]
    return select(*columns).select_from(grouped).cte("ends")


def _spread(number: int, grouped: CTE, ends: CTE) -> Select[Any]:
    column, start, step = grouped.c[number], ends.c[f"start_{number}"], ends.c[f"step_{number}"]
    place = func.least(func.floor((cast(column, Float) - start) / func.coalesce(step, 1)), MOST_BINS - 1)
    count = cast(func.sum(grouped.c["count"]), BigInteger)
    return (
        _part(number, "bin", cast(place, Integer), count, start, step)
        .select_from(grouped.join(ends, true()))
        .where(_is_of(grouped, number), column.is_not(None))
        .group_by(literal_column("3"), start, step)
    )
