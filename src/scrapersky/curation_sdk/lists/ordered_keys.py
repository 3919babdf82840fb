"""The keys of matching rows in an order: from ranges of an index, or by looking at rows where none has the filter."""

import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any
from uuid import UUID

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.visitors import iterate

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, State
from scrapersky.curation_sdk.lists import filters
from scrapersky.curation_sdk.lists.counting import guessed_rows
from scrapersky.curation_sdk.lists.keyset import Order
from scrapersky.curation_sdk.lists.search.clauses import LISTED_FIELDS, state_is

FIRST_LOOK = 5_000
SECONDS_BELIEVED = 60
ARRAYS_KEEP_ORDER = (17,)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Which of the matching rows: in one of these places, and at most so many."""

    places: Sequence[sql.ColumnElement[bool]]
    back: bool = False
    limit: int | None = None
    offset: int = 0

    @property
    def enough(self) -> int | None:
        return None if self.limit is None else self.limit + self.offset

    def most(self, rows: int | None) -> sql.ColumnElement[int] | int | None:
        """Of a first page the number is part of the SQL, so that the server need not plan each page anew.

        It keeps a plan that is no dearer than others, and expects a tenth of the table of a number it does not know.
        """
        return sql.literal_column(str(rows)) if rows is not None and not self.offset else rows


class OneState(FunctionElement[bool]):
    """An array of one state, unlike the state alone, leaves it in the order of the branch.

    No other index has that order: by the key alone, the planner would walk a whole table for the last rows of a state
    that its statistics call common. Before PostgreSQL 17 what an array finds has no order, and would all be sorted.
    """

    type = sql.Boolean()
    inherit_cache = True

    @classmethod
    def of(cls, workflow: AnyWorkflow, state: State) -> "OneState":
        listed = workflow.curation.state == sql.any_(sql.literal_column(f"ARRAY['{state.value}']"))
        return cls(state_is(workflow, state), listed)


@compiles(OneState)
def _spelled_for_the_server(element: OneState, compiler: SQLCompiler, **how: Any) -> str:
    alone, listed = element.clauses
    keeps_order = (getattr(compiler.dialect, "server_version_info", None) or ARRAYS_KEEP_ORDER) >= ARRAYS_KEEP_ORDER
    return compiler.process(listed if keeps_order else alone, **how)


@dataclass(frozen=True, slots=True)
class OrderedKeys:
    """The keys, by which rows are ordered, of the rows that one filter means."""

    workflow: AnyWorkflow
    tenant_id: UUID
    wanted: filters.Filter
    order: Order
    links: Sequence[Link] = ()

    @property
    def is_indexed(self) -> bool:
        """Whether the index that has the order has the filter too."""
        return self._indexed_part == self.wanted

    @property
    def _indexed_part(self) -> filters.Filter:
        fields = {*self._own_fields, *(LISTED_FIELDS if self._has_states else ())}
        return filters.narrowed_to(self.workflow, self.wanted, fields, in_lists=self._has_states)

    @property
    def _own_fields(self) -> set[str | None]:
        """Of a text, the index has the beginning only."""
        column = self.order.column
        return set() if column is None or isinstance(column.type, sql.Text) else {self.order.key}

    @property
    def _has_states(self) -> bool:
        """Each state is one range of the index (tenant, state, id), or of the one in the workflow's own order."""
        return self.order.key in (None, self.workflow.curation.ordered_key)

    @property
    def _is_all_of_tenant(self) -> bool:
        """Every row by its key: as the index has them that foreign keys with the tenant point at."""
        return self.wanted == filters.Filter() and self.order.key is None and _has_tenant_key(self.workflow)

    @property
    def told(self) -> Hashable:
        """What tells them from others. None where a search does not: its tenant is in it, for subqueries have it."""
        wanted = self.wanted
        if not wanted.is_told_by_search:
            return None
        return self.workflow, self.tenant_id, wanted.states, wanted.search, self.order.name

    async def is_near(self, session: AsyncSession, stretch: Stretch) -> bool:
        """Whether a page of them is to be expected among the first rows in order, by the planner's guess.

        It is believed for a minute: to guess takes longer than to read the page.
        """
        told, minute = self.told, time.monotonic() // SECONDS_BELIEVED
        kept = [] if told is None else _guesses(told, stretch.enough, minute)
        if not kept:
            kept.append(await self._is_near(session, stretch))
        return kept[0]

    async def _is_near(self, session: AsyncSession, stretch: Stretch) -> bool:
        matching = await self._guess(session, self._clauses)
        among = await self._guess(session, filters.where(self.workflow, self.tenant_id, self._indexed_part))
        return FIRST_LOOK * matching >= (stretch.enough or among) * among

    async def _guess(self, session: AsyncSession, conditions: Sequence[sql.ColumnElement[bool]]) -> int:
        return await guessed_rows(session, sql.select(self.workflow.curation.id).where(*conditions))

    @property
    def _clauses(self) -> list[sql.ColumnElement[bool]]:
        return filters.where(self.workflow, self.tenant_id, self.wanted, self.links)

    def in_order(self, stretch: Stretch, *beside: sql.ColumnElement[Any]) -> sql.Select[Any]:
        """Merged from ranges of an index; `beside` the keys may stand what is told of each row.

        Each range is ordered and limited by itself: PostgreSQL would otherwise read all of it, then sort.
        """
        by_state = (
            self._has_states
            and not self._is_all_of_tenant
            and not filters.is_found_by_index(self.workflow, self.wanted)
        )
        ranges = self._by_state() if by_state else [sql.and_(*self._clauses)]
        ordered_by = [self.workflow.curation.state, *self.order.keys] if by_state else self.order.keys
        branches = [
            sql.select(*self.order.keys, *beside)
            .where(place, each)
            .order_by(*self._ordered(ordered_by, stretch))
            .limit(stretch.most(stretch.enough))
            for place in stretch.places
            for each in ranges
        ]
        found = (sql.union_all(*branches) if len(branches) > 1 else branches[0]).subquery()
        keys = list(found.c)[: len(self.order.keys)]
        return self._page(sql.select(*found.c).order_by(*self._ordered(keys, stretch)), stretch)

    def among_first(self, stretch: Stretch) -> sql.Select[Any]:
        """Only those among the first few thousand rows in order. Less than a page of them means nothing.

        Rows are read as they come by, until there are enough, and each is asked by itself, behind a limit that no
        condition gets past: all of the table might be read for a condition that stands among the others.
        """
        part = self._indexed_part
        if self._has_states:
            part = replace(part, states=filters.states_of(self.workflow, self.wanted))
        some, is_one = replace(stretch, limit=FIRST_LOOK, offset=0), sql.and_(*self._clauses)
        ask = self._asked_by_key if self._has_states or _looks_elsewhere(is_one) else self._asked_in_passing
        matching = ask(replace(self, wanted=part), some, is_one)
        return self._page(matching.order_by(*self._ordered(matching.selected_columns, stretch)), stretch)

    @staticmethod
    def _asked_in_passing(first: "OrderedKeys", some: Stretch, is_one: sql.ColumnElement[bool]) -> sql.Select[Any]:
        """Each row says beside its keys whether it is one."""
        *keys, told = first.in_order(some, is_one.label("is_one")).subquery("first").c
        return sql.select(*keys).where(told)

    @staticmethod
    def _asked_by_key(first: "OrderedKeys", some: Stretch, is_one: sql.ColumnElement[bool]) -> sql.Select[Any]:
        """Each is read again: beside its keys, it would be read for each state before those of all are in order.

        A condition on other tables would be computed there for all of their rows at once, or go through them each time.
        """
        keys, curation = first.in_order(some).subquery("first").c, first.workflow.curation
        itself: sql.Select[Any] = sql.select(sql.literal_column("1").label("one")).select_from(first.workflow.model)
        matches = itself.where(curation.id == keys.id, is_one).limit(1).lateral("matches")
        return sql.select(*keys).join(matches, sql.true())

    def sorted(self, stretch: Stretch) -> sql.Select[Any]:
        """All of them, then sorted: materialized, since the planner would go through the table in order, at random."""
        found = sql.select(*self.order.keys).where(sql.or_(*stretch.places), *self._clauses)
        matching = found.cte("matching").prefix_with("MATERIALIZED")
        ordered = sql.select(*matching.c).order_by(*self._ordered(matching.c, stretch))
        return ordered.limit(stretch.limit).offset(stretch.offset)

    def _by_state(self) -> list[sql.ColumnElement[bool]]:
        others = filters.where_in_any_state(self.workflow, self.tenant_id, self.wanted)
        return [
            sql.and_(OneState.of(self.workflow, each), *others)
            for each in filters.states_of(self.workflow, self.wanted) or tuple(State)
        ]

    @staticmethod
    def _page(ordered: sql.Select[Any], stretch: Stretch) -> sql.Select[Any]:
        limited = ordered.limit(stretch.most(stretch.limit))
        return limited.offset(stretch.offset) if stretch.offset else limited

    def _ordered(self, keys: Iterable[Any], stretch: Stretch) -> list[sql.ColumnElement[Any]]:
        return in_direction(self.order, keys, back=stretch.back)


def _looks_elsewhere(condition: sql.ColumnElement[bool]) -> bool:
    return any(isinstance(each, sql.SelectBase) for each in iterate(condition))


@lru_cache(maxsize=1_000)
def _guesses(_told: Hashable, _enough: int | None, _minute: float) -> list[bool]:
    return []


@cache
def _has_tenant_key(workflow: AnyWorkflow) -> bool:
    constraints = workflow.model.__table__.constraints
    keys = (each.columns.keys() for each in constraints if isinstance(each, sql.UniqueConstraint))
    return ["tenant_id", "id"] in map(list, keys)


def in_direction(order: Order, keys: Iterable[Any], *, back: bool) -> list[sql.ColumnElement[Any]]:
    return [key.desc() if order.descending != back else key.asc() for key in keys]
