"""How many rows match: exact while counting is quick, the planner's guess beyond."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Executable, ScalarSelect, Select, and_, func, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, Shortfall, State
from scrapersky.curation_sdk.lists.filters import Filter, is_listed, where
from scrapersky.curation_sdk.lists.origins import Origin, descendants

MOST_COUNTED = 100_000
MOST_READ = 20_000


@dataclass(frozen=True, slots=True)
class Total:
    rows: int
    is_estimate: bool = False


async def count_rows(
    session: AsyncSession,
    workflow: AnyWorkflow,
    tenant_id: UUID,
    wanted: Filter,
    most: int = MOST_COUNTED,
    *,
    links: Sequence[Link] = (),
) -> Total:
    """Counts at most `most` rows, so that a page of a large table is not paid for with a count of it.

    Where rows must be read to be counted, and the planner guesses more, it is believed once a good many were met.
    """
    clauses = where(workflow, tenant_id, wanted, links)
    matching = select(workflow.curation.id).where(*clauses)
    guess = None if is_listed(workflow, wanted) else await guessed_rows(session, matching)
    enough = most if guess is None or guess <= most else min(most, MOST_READ)
    counted = await session.scalar(capped_count(workflow, clauses, enough)) or 0
    if counted <= enough:
        return Total(counted)
    return Total(max(counted, guess or await guessed_rows(session, matching)), is_estimate=True)


def capped_count(workflow: AnyWorkflow, clauses: list[ColumnElement[bool]], most: int) -> Select[Any]:
    one: ColumnElement[int] = literal_column("1")
    found = select(one).select_from(workflow.model).where(*clauses).limit(most + 1).subquery()
    return select(func.count()).select_from(found)


def short_count(workflow: AnyWorkflow, shortfall: Shortfall, complete: list[ColumnElement[bool]]) -> ScalarSelect[int]:
    """Of as many Complete rows as are counted: the index of the list has their outcomes too."""
    outcome = workflow.curation.outcome
    counted = select(outcome.label("outcome")).where(*complete).limit(MOST_COUNTED + 1).subquery()
    meant = counted.c.outcome.in_([literal_column(f"'{each}'") for each in shortfall.outcomes])
    return select(func.count()).select_from(counted).where(meant).scalar_subquery()


def short_of(complete: int, counted: int) -> int:
    """Of more than were counted, their share of those."""
    return counted * max(complete, 1) // min(max(complete, 1), MOST_COUNTED + 1)


@dataclass(frozen=True, slots=True)
class Descendants:
    """By state; of those that are queued, so many wait for another try, the first of them until then."""

    states: dict[State, int]
    put_off: int
    next_try: datetime | None


async def count_descendants(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, origin: Origin, links: Sequence[Link]
) -> Descendants | None:
    """How many rows that come from the one, or are it, are in each state; None where no way leads there."""
    curation, table = workflow.curation, workflow.model.__table__
    ids = descendants(table, origin, tenant_id, links)
    if ids is None and table.name != origin.table:
        return None
    is_meant = curation.id == origin.id if ids is None else curation.id.in_(ids)
    # What is queued for later, or may still be taken back, has met nothing yet.
    has_met = or_(curation.attempts > 0, curation.processing_error.is_not(None))
    is_put_off = and_(curation.state == State.QUEUED.value, curation.queue_order > func.now(), has_met)
    put_off = func.count().filter(is_put_off), func.min(curation.queue_order).filter(is_put_off)
    counting = select(curation.state, func.count(), *put_off).where(curation.tenant_id == tenant_id, is_meant)
    counted = {row[0]: row for row in await session.execute(counting.group_by(curation.state))}
    _, _, later, first = counted.get(State.QUEUED.value, (None, 0, 0, None))
    return Descendants({each: counted[each.value][1] if each.value in counted else 0 for each in State}, later, first)


async def count_states(session: AsyncSession, workflow: AnyWorkflow) -> dict[State, int]:
    """How many rows are in each state, of all tenants together: for the operator's eyes."""
    state = workflow.curation.state
    counted: dict[Any, int] = dict((await session.execute(select(state, func.count()).group_by(state))).all())
    return {each: counted.get(each.value, 0) for each in State}


class Explain(Executable, ClauseElement):
    """`EXPLAIN`, which SQLAlchemy does not spell."""

    inherit_cache = False

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement


@compiles(Explain, "postgresql")
def _compile_explain(element: Explain, compiler: SQLCompiler, **options: Any) -> str:
    return f"EXPLAIN (FORMAT JSON) {compiler.process(element.statement, **options)}"


async def plan_of(session: AsyncSession, statement: Select[Any]) -> dict[str, Any]:
    """The plan's topmost node."""
    (answer,) = (await session.execute(Explain(statement))).one()
    plan: dict[str, Any] = answer[0]["Plan"]
    return plan


async def guessed_rows(session: AsyncSession, statement: Select[Any]) -> int:
    return int((await plan_of(session, statement))["Plan Rows"])
