"""Deleting a row with what hangs on it, after a dry count; what others still use stays."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import Select, Table, all_, any_, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.marks import forget_marks
from scrapersky.curation_sdk.declaring import Link, Registry, keys_to, lets_go, links_of
from scrapersky.curation_sdk.errors import BadRequest, CountDrifted
from scrapersky.curation_sdk.lists import array

MOST_REMOVED = 100_000

Rows = dict[Table, set[UUID]]


@dataclass(slots=True)
class Removal:
    """The rows that go with one row: those that cannot be without it, and products that no other row stands behind.

    Rows of tables without an id are left to the database.
    """

    session: AsyncSession
    registry: Registry
    rows: Rows = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        return {table.name: len(ids) for table, ids in self.rows.items() if ids}

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    async def collect(self, model: type[Any], row_id: UUID, *, lock: bool = False) -> None:
        """`lock` keeps others from adding to these rows until the transaction ends."""
        links = links_of(self.registry)
        fresh: Rows = {model.__table__: {row_id}}
        while fresh:
            for table, ids in fresh.items():
                self.rows[table] = self.rows.get(table, set()) | ids
            if self.total > MOST_REMOVED:
                raise BadRequest(
                    f"More than {MOST_REMOVED:,} rows hang on this one; delete what it produced in smaller parts first."
                )
            fresh = await self._new([*self._referring(fresh), *self._left_over(links)], lock=lock)

    async def _new(self, found: Iterable[tuple[Table, Select[Any]]], *, lock: bool) -> Rows:
        new: Rows = {}
        for table, ids in found:
            wanted = select(table.c.id).where(table.c.id.in_(ids)).order_by(table.c.id).limit(MOST_REMOVED + 1)
            rows = set(await self.session.scalars(wanted.with_for_update() if lock else wanted))
            if lock:  # whoever held a row meanwhile may have begun to use it
                rows &= set(await self.session.scalars(wanted))
            rows -= self.rows.get(table, set())
            if rows:
                new[table] = new.get(table, set()) | rows
        return new

    def _referring(self, fresh: Rows) -> Iterable[tuple[Table, Select[Any]]]:
        for target, ids in fresh.items():
            for table in target.metadata.tables.values():
                for key in keys_to(table, target):
                    if "id" in table.c and not lets_go(key):
                        yield table, select(table.c.id).where(key == any_(array(list(ids))))

    def _left_over(self, links: list[Link]) -> Iterable[tuple[Table, Select[Any]]]:
        """Products of these rows that no other row stands behind."""
        for link in links:
            going = list(self.rows.get(link.producer.__table__, ()))
            if going and link.is_shared:
                producer_id, product_id = link.pairs.c
                products = select(product_id).where(producer_id == any_(array(going)))
                for each in links:
                    if each.product is link.product:
                        products = products.where(~self._used_elsewhere(each, product_id))
                yield link.product.__table__, products

    def _used_elsewhere(self, link: Link, product: Any) -> Any:
        going = list(self.rows.get(link.producer.__table__, ()))
        others = link.pairs.alias()
        return exists(
            select(others.c.producer_id).where(
                others.c.product_id == product, others.c.producer_id != all_(array(going))
            )
        )

    async def carry_out(self, expected: int) -> None:
        """Children first."""
        if self.total != expected:
            raise CountDrifted(expected, self.total)
        metadata = next(iter(self.rows)).metadata
        for table in reversed(metadata.sorted_tables):
            if self.rows.get(table):
                await self.session.execute(delete(table).where(table.c.id == any_(array(list(self.rows[table])))))
                await forget_marks(self.session, self.rows[table])
