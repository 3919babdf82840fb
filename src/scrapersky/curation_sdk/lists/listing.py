"""A page of a workflow's rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, RowMapping, Select, Text, cast, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import NEWEST_FIRST, AnyWorkflow, Link, columns_by_key
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.counting import Total, count_rows
from scrapersky.curation_sdk.lists.filters import Filter
from scrapersky.curation_sdk.lists.keyset import Cursor, Order, beyond, read_cursor, read_order, write_cursor
from scrapersky.curation_sdk.lists.ordered_keys import OrderedKeys, Stretch, in_direction

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
class ListPage:
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
) -> ListPage:
    """The rows of one page, with the cursors of its neighbours."""
    if paging.offset > DEEPEST_OFFSET:
        raise BadRequest(
            f"Page {paging.page:,} is deeper than {DEEPEST_OFFSET:,} rows; go on from a page with `after`, or filter."
        )
    order = read_order(workflow, paging.sort)
    cursor = read_cursor(order, paging.after) if paging.after else None
    stretch = Stretch(beyond(order, cursor), _is_back(cursor), limit=paging.size + 1, offset=paging.offset)
    rows = await _rows(session, OrderedKeys(workflow, tenant_id, wanted, order, links), stretch)
    total = await count_rows(session, workflow, tenant_id, wanted, links=links) if paging.with_total else None
    return _with_cursors(rows, order, paging, cursor, total)


async def _rows(session: AsyncSession, keys: OrderedKeys, stretch: Stretch) -> Sequence[RowMapping]:
    """Where no index has the filter, a page is looked for among the first rows in order, then among all."""

    async def read(found: Select[Any]) -> Sequence[RowMapping]:
        statement = items_statement(keys.workflow, keys.order, found, back=stretch.back)
        rows: Sequence[RowMapping] = (await session.execute(statement)).mappings().all()
        return rows

    if keys.is_indexed:
        return await read(keys.in_order(stretch))
    if await keys.is_near(session, stretch):
        rows = await read(keys.among_first(stretch))
        if len(rows) == stretch.limit:
            return rows
    return await read(keys.sorted(stretch))


def items_statement(workflow: AnyWorkflow, order: Order, keys: Select[Any], *, back: bool) -> Select[Any]:
    """The keys come from an index; only the rows of the page itself are read."""
    page = keys.subquery("page")
    return (
        select(*item_columns(workflow), *(key.label(f"key_{number}") for number, key in enumerate(page.c)))
        .join(page, workflow.curation.id == page.c.id)
        .order_by(*in_direction(order, page.c, back=back))
    )


def _is_back(cursor: Cursor | None) -> bool:
    return cursor is not None and cursor.back


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
) -> ListPage:
    more, rows = len(rows) > paging.size, rows[: paging.size]
    back = _is_back(cursor)
    begins_inside = bool(cursor) or paging.offset > 0
    if back:
        rows = rows[::-1]
    has_previous, has_next = (more, True) if back else (begins_inside, more)
    if not rows:
        return ListPage(rows, total, None, None)
    first, last = ([row[f"key_{number}"] for number in range(len(order.keys))] for row in (rows[0], rows[-1]))
    return ListPage(
        rows,
        total,
        write_cursor(order, last, back=False) if has_next else None,
        write_cursor(order, first, back=True) if has_previous else None,
    )
