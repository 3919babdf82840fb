"""The matching rows by one of their values, so that a person can decide about each group at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Select, Text, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, ColumnKind, Link, LookedUp, State, StateCounts
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.counting import MOST_COUNTED, MOST_READ, guessed_rows
from scrapersky.curation_sdk.lists.facet_counts import source_of
from scrapersky.curation_sdk.lists.facets import facets_of
from scrapersky.curation_sdk.lists.filters import Filter, until, where
from scrapersky.curation_sdk.lists.search.fields import SearchableField, search_fields
from scrapersky.curation_sdk.lists.search.text import SearchOperator, SearchToken

MOST_GROUPS = 100
_CAUSE = "cause"
_EXACT = (ColumnKind.URL, ColumnKind.BOOLEAN)
_GROUPED = (ColumnKind.TEXT, ColumnKind.ENUM, ColumnKind.BOOLEAN, ColumnKind.URL)


class RowGroup(BaseModel):
    """Rows that have a value in common. `search` is the token that finds them, and no other rows."""

    label: str | None = Field(description="The value; null for rows without one.")
    search: str
    count: int
    states: StateCounts


class RowGroups(BaseModel):
    """The largest groups first."""

    by: str
    groups: list[RowGroup] = Field(description=f"At most {MOST_GROUPS}.")
    group_count: int
    matching: int = Field(description="How many rows all groups have.")
    through: UUID = Field(description="Rows with greater ids came after this answer; a filter takes it as `through`.")
    sampled: bool = Field(description=f"Only the {MOST_READ:,} newest of the matching rows were looked at.")


@dataclass(frozen=True, slots=True)
class GroupedField:
    """What rows are grouped by: a value, or the key of the row that has it. `token` is the field that finds a group."""

    name: str
    column: Any
    token: str
    names: LookedUp | None = None


def groups_of(workflow: AnyWorkflow) -> list[SearchableField]:
    """By what the rows can be grouped: values of the rows above first, then the facets that are no numbers."""
    fields = search_fields(workflow)
    above = [each.key for each in workflow.computed if each.looked_up and _token_of(workflow, each.looked_up)]
    own = [name for name in facets_of(workflow) if fields[name].kind in _GROUPED and name not in above]
    return [fields[name] for name in [*above, *own]]


def _token_of(workflow: AnyWorkflow, looked_up: LookedUp) -> str | None:
    """The field that names the other row by one value: rows that share a domain are found by its name."""
    for each in workflow.computed:
        other = each.looked_up
        if other is not None and other.named_by is None and other.by is looked_up.by:
            return each.key
    return None


def _field_of(workflow: AnyWorkflow, name: str) -> GroupedField:
    there = {field.name: field for field in groups_of(workflow)}
    if name not in there:
        raise BadRequest(f"{workflow.title} cannot be grouped by {name[:80]!r}; there are: {', '.join(there)}.")
    counted = source_of(workflow, name)
    token = _token_of(workflow, counted.looked_up) if counted.looked_up else None
    return GroupedField(name, counted.column, token or name, counted.looked_up)


async def read_groups(
    session: AsyncSession,
    workflow: AnyWorkflow,
    tenant_id: UUID,
    wanted: Filter,
    *,
    by: str,
    links: Sequence[Link] = (),
) -> RowGroups:
    """Errors have causes, so by cause only these are counted."""
    field, through = _field_of(workflow, by), until(datetime.now(UTC))
    if by == _CAUSE:
        wanted = replace(wanted, states=(State.ERROR,))
    clauses = where(workflow, tenant_id, wanted, links)
    guess = await guessed_rows(session, select(workflow.curation.id).where(*clauses))
    is_sampled = guess > MOST_COUNTED
    rows = (await session.execute(_statement(workflow, field, clauses, is_sampled=is_sampled))).mappings().all()
    names = await _names(session, workflow, field, [row["value"] for row in rows if row["value"] is not None])
    return RowGroups(
        by=by,
        groups=[_group(field, row, names) for row in rows],
        group_count=rows[0]["group_count"] if rows else 0,
        matching=int(rows[0]["matching"]) if rows else 0,
        through=through,
        sampled=is_sampled,
    )


def _statement(
    workflow: AnyWorkflow, field: GroupedField, clauses: Sequence[ColumnElement[bool]], *, is_sampled: bool
) -> Select[Any]:
    curation = workflow.curation
    alike, written = _alike(workflow, field), cast(field.column, Text)
    rows = select(alike.label("value"), written.label("written"), curation.state.label("state")).where(*clauses)
    if is_sampled:
        rows = rows.order_by(curation.id.desc()).limit(MOST_READ)
    row = rows.subquery("matching")
    count = func.count()
    in_states = [count.filter(row.c.state == state.value).label(state.name) for state in State]
    whole = func.count().over().label("group_count"), func.sum(func.count()).over().label("matching")
    grouped = select(row.c.value, func.max(row.c.written).label("label"), count.label("count"), *in_states, *whole)
    return grouped.group_by(row.c.value).order_by(count.desc(), row.c.value).limit(MOST_GROUPS)


def _alike(workflow: AnyWorkflow, field: GroupedField) -> ColumnElement[Any]:
    """As the token compares values: whatever their case, and an empty text is none."""
    text = cast(field.column, Text)
    is_exact = field.names is not None or field.name == _CAUSE
    if is_exact or search_fields(workflow)[field.name].kind in _EXACT:
        return text
    return func.nullif(func.lower(text), "")


async def _names(
    session: AsyncSession, workflow: AnyWorkflow, field: GroupedField, keys: Sequence[str]
) -> dict[str, tuple[str, str]]:
    """What each row above is called, and by which value it is found."""
    if field.names is None or not keys:
        return {}
    found_by = {each.key: each.looked_up for each in workflow.computed}[field.token]
    if found_by is None:
        return {}
    ids = [UUID(key) for key in keys]
    found = dict((await session.execute(_named(found_by, ids))).all())
    called = dict((await session.execute(_named(field.names, ids))).all())
    return {str(key): (called.get(key) or value, value) for key, value in found.items()}


def _named(looked_up: LookedUp, ids: Sequence[UUID]) -> Select[Any]:
    """Several rows may be named by one key: then all are told, up to a few."""
    key = looked_up.target.id if looked_up.named_by is None else looked_up.named_by
    together = func.left(func.string_agg(looked_up.value.distinct(), "; "), 200)
    return select(key, together).where(key.in_(ids)).group_by(key)


def _group(field: GroupedField, row: Any, names: dict[str, tuple[str, str]]) -> RowGroup:
    label = value = row["label"]
    if field.names is not None and row["value"] is not None:
        label, value = names.get(row["value"], (row["value"], row["value"]))
    is_empty = row["value"] is None
    token = SearchToken(field.token, SearchOperator.EMPTY if is_empty else SearchOperator.IS, "" if is_empty else value)
    return RowGroup(
        label=None if is_empty else label,
        search=str(token),
        count=row["count"],
        states={state: row[state.name] for state in State},
    )
