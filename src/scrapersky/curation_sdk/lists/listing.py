"""A page of a workflow's rows."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Select, Text, any_, cast, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import NEWEST_FIRST, AnyWorkflow, Link, columns_by_key
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.counting import MOST_COUNTED, Total, capped_count, count_rows
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.lists.kept_statements import TENANT, array, ask
from scrapersky.curation_sdk.lists.keyset import Cursor, Order, beyond, read_cursor, read_order, write_cursor
from scrapersky.curation_sdk.lists.marks import mark_columns
from scrapersky.curation_sdk.lists.ordered_keys import OrderedKeys, Stretch, in_direction

DEEPEST_OFFSET = 100_000
TOTAL = "list/total"


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
    items: Sequence[Mapping[str, Any]]
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
    asked = Asked(session, OrderedKeys(workflow, tenant_id, wanted, order, links), paging, cursor)
    rows = await asked.rows()
    return asked.page(rows, await asked.total(rows) if paging.with_total else None)


async def named_rows(session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, ids: Sequence[UUID]) -> ListPage:
    """What became of rows that somebody has before them: as one page, whatever states they are in."""
    curation = workflow.curation
    named = curation.tenant_id == tenant_id, curation.id == any_(array(ids))
    rows = (await session.execute(select(*item_columns(workflow)).where(*named).order_by(curation.id.desc()))).all()
    items = [dict(zip(item_names(workflow), row, strict=True)) for row in rows]
    return ListPage(items, Total(len(items)), None, None)


@dataclass(frozen=True, slots=True)
class Asked:
    """A page that somebody asked for."""

    session: AsyncSession
    keys: OrderedKeys
    paging: Paging
    cursor: Cursor | None

    @property
    def _shape(self) -> Hashable:
        """Where the filter has one, and no guess tells where to look: what else its statement hangs on."""
        keys, paging = self.keys, self.paging
        if keys.wanted.shape is None or not keys.is_indexed:
            return None
        cursor = self.cursor and self.cursor.shape
        return keys.workflow, keys.wanted.shape, paging.sort, paging.size, paging.offset, cursor, paging.with_total

    @property
    def _back(self) -> bool:
        return self.cursor is not None and self.cursor.back

    async def rows(self) -> Sequence[Row[Any]]:
        """Where no index has the filter, a page is looked for among the first rows in order, then among all."""
        if self._shape is not None:
            return await self._ask(self._shape, self._counted_statement)
        keys, stretch = self.keys, self._stretch()
        if keys.is_indexed:
            return await self._read(keys.in_order, stretch)
        if await keys.is_near(self.session, stretch):
            rows = await self._read(keys.among_first, stretch)
            if len(rows) == stretch.limit:
                return rows
        return await self._read(keys.sorted, stretch)

    def _stretch(self) -> Stretch:
        paging = self.paging
        return Stretch(beyond(self.keys.order, self.cursor), self._back, limit=paging.size + 1, offset=paging.offset)

    async def _read(self, find: Callable[[Stretch], Select[Any]], stretch: Stretch) -> Sequence[Row[Any]]:
        """By a statement that is kept for whoever goes through pages of a search, with the search's values in it."""
        told, paging, cursor = self.keys.told, self.paging, self.cursor and self.cursor.shape
        shape = None if told is None else (find.__name__, told, paging.size, paging.offset, cursor)
        return await self._ask(shape, lambda: self._statement(find(stretch)))

    async def _ask(self, shape: Hashable, build: Callable[[], Select[Any]]) -> Sequence[Row[Any]]:
        values = {TENANT: self.keys.tenant_id, **(self.cursor.values if self.cursor else {})}
        return await ask(self.session, shape, build, values)

    def _statement(self, found: Select[Any]) -> Select[Any]:
        return items_statement(self.keys.workflow, self.keys.order, found, back=self._back)

    def _counted_statement(self) -> Select[Any]:
        """One question for the page and the total: asking costs more than the answer."""
        keys = self.keys
        statement = self._statement(keys.in_order(self._stretch()))
        if not self.paging.with_total:
            return statement
        counted = capped_count(keys.workflow, where(keys.workflow, keys.tenant_id, keys.wanted), MOST_COUNTED)
        return statement.add_columns(counted.scalar_subquery().label(TOTAL))

    async def total(self, rows: Sequence[Row[Any]]) -> Total:
        """Told by the rows, if there are any and it is exact."""
        if self._shape is not None and rows and (counted := rows[0][-1]) <= MOST_COUNTED:
            return Total(counted)
        keys = self.keys
        return await count_rows(self.session, keys.workflow, keys.tenant_id, keys.wanted, links=keys.links)

    def page(self, rows: Sequence[Row[Any]], total: Total | None) -> ListPage:
        paging, order = self.paging, self.keys.order
        more, rows = len(rows) > paging.size, rows[: paging.size]
        begins_inside = bool(self.cursor) or paging.offset > 0
        if self._back:
            rows = rows[::-1]
        has_previous, has_next = (more, True) if self._back else (begins_inside, more)
        if not rows:
            return ListPage([], total, None, None)
        names = item_names(self.keys.workflow)
        first, last = (row[len(names) : len(names) + len(order.keys)] for row in (rows[0], rows[-1]))
        return ListPage(
            [dict(zip(names, row, strict=False)) for row in rows],
            total,
            write_cursor(order, last, back=False) if has_next else None,
            write_cursor(order, first, back=True) if has_previous else None,
        )


def items_statement(workflow: AnyWorkflow, order: Order, keys: Select[Any], *, back: bool) -> Select[Any]:
    """The keys come from an index; only the rows of the page itself are read. Keys stand behind the item's columns."""
    page = keys.subquery("page")
    return (
        select(*item_columns(workflow), *(key.label(f"key_{number}") for number, key in enumerate(page.c)))
        .join(page, workflow.curation.id == page.c.id)
        .order_by(*in_direction(order, page.c, back=back))
    )


@cache
def item_names(workflow: AnyWorkflow) -> tuple[str, ...]:
    return tuple(column.key for column in item_columns(workflow) if column.key is not None)


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
        **mark_columns(workflow.model),
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
