"""A page of a workflow's rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, RowMapping, Select, Text, and_, any_, cast, literal_column, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.columns import columns_by_key
from scrapersky.curation_sdk.counting import Total, count_rows
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.filters import Filter, is_found_by_index, states_of, where, where_in_any_state
from scrapersky.curation_sdk.keyset import Cursor, Order, beyond, read_cursor, read_order, write_cursor
from scrapersky.curation_sdk.links import Link
from scrapersky.curation_sdk.statuses import State
from scrapersky.curation_sdk.workflow import NEWEST_FIRST, AnyWorkflow

DEEPEST_OFFSET = 100_000


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page: by number, or after a cursor of the page before."""

    page: int = 1
    size: int = 50
    sort: str = NEWEST_FIRST
    after: str | None = None
    with_total: bool = True

    @property
    def offset(self) -> int:
        return 0 if self.after else (self.page - 1) * self.size


@dataclass(frozen=True, slots=True)
class Page:
    items: Sequence[RowMapping]
    total: Total | None
    next: str | None
    previous: str | None


async def list_rows(
    session: AsyncSession,
    workflow: AnyWorkflow,
    tenant_id: UUID,
    wanted: Filter,
    paging: Paging,
    *,
    links: Sequence[Link] = (),
) -> Page:
    """The rows of one page, with the cursors of its neighbours."""
    if paging.offset > DEEPEST_OFFSET:
        raise BadRequest(
            f"Page {paging.page:,} is deeper than {DEEPEST_OFFSET:,} rows; go on from a page with `after`, or filter."
        )
    order = read_order(workflow, paging.sort)
    cursor = read_cursor(order, paging.after) if paging.after else None
    keys = keys_in_order(
        workflow,
        tenant_id,
        wanted,
        order,
        beyond(order, cursor),
        back=_is_back(cursor),
        limit=paging.size + 1,
        offset=paging.offset,
        links=links,
    )
    statement = items_statement(workflow, order, keys, cursor)
    rows = (await session.execute(statement)).mappings().all()
    total = await count_rows(session, workflow, tenant_id, wanted, links=links) if paging.with_total else None
    return _with_cursors(rows, order, paging, cursor, total)


def items_statement(workflow: AnyWorkflow, order: Order, keys: Select[Any], cursor: Cursor | None) -> Select[Any]:
    """The keys come from an index; only the rows of the page itself are read."""
    page = keys.subquery("page")
    return (
        select(*item_columns(workflow), *(key.label(f"key_{number}") for number, key in enumerate(page.c)))
        .join(page, workflow.curation.id == page.c.id)
        .order_by(*_ordered(order, page.c, back=_is_back(cursor)))
    )


def _is_back(cursor: Cursor | None) -> bool:
    return cursor is not None and cursor.back


def keys_in_order(
    workflow: AnyWorkflow,
    tenant_id: UUID,
    wanted: Filter,
    order: Order,
    places: Sequence[ColumnElement[bool]],
    *,
    back: bool = False,
    limit: int | None = None,
    offset: int = 0,
    links: Sequence[Link] = (),
) -> Select[Any]:
    """The keys of the matching rows in these places, merged from ranges of an index.

    Each range is ordered and limited by itself: PostgreSQL would otherwise read all of it, then sort.
    """
    by_state = order.key in (None, workflow.curation.ordered_key) and not is_found_by_index(workflow, wanted)
    ranges = _by_state(workflow, tenant_id, wanted) if by_state else [and_(*where(workflow, tenant_id, wanted, links))]
    ordered_by = [workflow.curation.state, *order.keys] if by_state else order.keys
    enough = None if limit is None else limit + offset
    branches = [
        select(*order.keys).where(place, each).order_by(*_ordered(order, ordered_by, back=back)).limit(enough)
        for place in places
        for each in ranges
    ]
    found = (union_all(*branches) if len(branches) > 1 else branches[0]).subquery()
    return select(*found.c).order_by(*_ordered(order, found.c, back=back)).limit(limit).offset(offset)


def _by_state(workflow: AnyWorkflow, tenant_id: UUID, wanted: Filter) -> list[ColumnElement[bool]]:
    """Each state is one range of the index (tenant, state, id), or of the one in the workflow's own order.

    Words, batches and origins have other indexes.

    An array of one state, unlike the state alone, leaves it in the order of the branch. No other index has that order:
    by the key alone, the planner would walk a whole table for the last rows of a state that its statistics call common.
    """
    others = where_in_any_state(workflow, tenant_id, wanted)
    state = workflow.curation.state
    return [
        and_(state == any_(literal_column(f"ARRAY['{each.value}']")), *others)
        for each in states_of(workflow, wanted) or tuple(State)
    ]


def _ordered(order: Order, keys: Iterable[Any], *, back: bool) -> list[ColumnElement[Any]]:
    return [key.desc() if order.descending != back else key.asc() for key in keys]


def item_columns(workflow: AnyWorkflow) -> list[ColumnElement[Any]]:
    """What a list shows of each row, under the names of the item's schema."""
    curation, names = workflow.curation, workflow.names
    statuses = {
        "id": curation.id,
        "created_at": workflow.model.created_at,
        "curation_status": cast(curation.curation_status, Text),
        "processing_status": cast(curation.processing_status, Text),
        "state": curation.state,
        "error": curation.processing_error,
        "outcome": curation.outcome,
        "attempts": curation.attempts,
        "updated_at": curation.updated_at,
        names.curation_status: cast(curation.curation_status, Text),
        names.processing_status: cast(curation.processing_status, Text),
        names.processing_error: curation.processing_error,
        names.updated_at: curation.updated_at,
    }
    return [column.label(name) for name, column in (statuses | shown_values(workflow)).items()]


def shown_values(workflow: AnyWorkflow) -> dict[str, Any]:
    """What each shown column reads, the table's own and the computed."""
    own = {key: getattr(workflow.model, key) for key in columns_by_key(workflow.shows)}
    return own | {each.key: each.expression for each in workflow.computed}


def _with_cursors(
    rows: Sequence[RowMapping], order: Order, paging: Paging, cursor: Cursor | None, total: Total | None
) -> Page:
    more, rows = len(rows) > paging.size, rows[: paging.size]
    back = _is_back(cursor)
    begins_inside = bool(cursor) or paging.offset > 0
    if back:
        rows = rows[::-1]
    has_previous, has_next = (more, True) if back else (begins_inside, more)
    if not rows:
        return Page(rows, total, None, None)
    first, last = ([row[f"key_{number}"] for number in range(len(order.keys))] for row in (rows[0], rows[-1]))
    return Page(
        rows,
        total,
        write_cursor(order, last, back=False) if has_next else None,
        write_cursor(order, first, back=True) if has_previous else None,
    )
