"""Where a row came from and what came of it, through the tables that are the workflows' interfaces."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Select, Subquery, Table, any_, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.selection import array
from scrapersky.curation_sdk.workflow import Registry

MOST_FOLLOWED = 10_000
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """Which rows of one table made which rows of another, as pairs (producer_id, product_id).

    `is_shared`: several producers may stand behind one product, as businesses behind a domain.
    """

    producer: type[Any]
    product: type[Any]
    pairs: Subquery
    is_shared: bool


def links_of(registry: Registry) -> list[Link]:
    found = (link_between(each.model, each.produces) for each in registry if not each.updates_source and each.produces)
    return [link for link in found if link is not None]


def link_between(producer: type[Any], product: type[Any]) -> Link | None:
    """The foreign keys between the two, in whichever direction.

    Where neither settles it (a contact names the first page it was seen on, if that is still there), tables that refer
    to both are further evidence.
    """
    owner, owned = producer.__table__, product.__table__
    back, forth = keys_to(owned, owner), keys_to(owner, owned)
    belongs = not all(lets_go(key) for key in back)
    ways = [select(key.label("producer_id"), owned.c.id.label("product_id")) for key in back]
    ways += [select(owner.c.id.label("producer_id"), key.label("product_id")) for key in forth]
    if not belongs and not forth:
        ways += _through_third_tables(owner, owned)
    return Link(producer, product, _pairs(ways), is_shared=not belongs) if ways else None


def keys_to(table: Table, target: Table) -> list[Column[Any]]:
    """The columns of a table that refer to the id of another."""
    return [key.parent for key in table.foreign_keys if key.column is target.c.id]


def lets_go(key: Column[Any]) -> bool:
    """Whether a row lives on when the row it refers to is deleted."""
    return all(each.ondelete in ("SET NULL", "SET DEFAULT") for each in key.foreign_keys)


def _through_third_tables(owner: Table, owned: Table) -> Iterator[Select[Any]]:
    for table in owner.metadata.sorted_tables:
        if table not in (owner, owned):
            for producer_id in keys_to(table, owner):
                for product_id in keys_to(table, owned):
                    yield select(producer_id.label("producer_id"), product_id.label("product_id"))


def _pairs(ways: list[Select[Any]]) -> Subquery:
    known = [way.where(*(column.is_not(None) for column in way.selected_columns)) for way in ways]
    return (union_all(*known) if len(known) > 1 else known[0]).subquery()


@dataclass(frozen=True, slots=True)
class Relative:
    id: UUID
    label: str | None
    states: dict[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """The rows of one table in a row's lineage. `depth` is negative for ancestors."""

    table: str
    workflows: list[str]
    depth: int
    count: int
    count_is_capped: bool
    rows: list[Relative]


@dataclass(frozen=True, slots=True)
class Lineage:
    """A row's relatives, from the first ancestor to the last descendant; the row itself has depth 0."""

    session: AsyncSession
    registry: Registry
    tenant_id: UUID

    async def of(self, model: type[Any], row_id: UUID) -> list[Step]:
        links = links_of(self.registry)
        above = await self._follow(links, model, row_id, upwards=True)
        below = await self._follow(links, model, row_id, upwards=False)
        itself = (model, 0, [row_id])
        return [await self._step(*each) for each in (*reversed(above), itself, *below)]

    async def _follow(
        self, links: list[Link], model: type[Any], row_id: UUID, *, upwards: bool
    ) -> list[tuple[type[Any], int, list[UUID]]]:
        """Breadth first; each table once, at its nearest."""
        met, steps, front = {model}, list[tuple[type[Any], int, list[UUID]]](), [(model, 0, [row_id])]
        while front:
            here, depth, ids = front.pop(0)
            for link in links:
                near, far = (link.product, link.producer) if upwards else (link.producer, link.product)
                if near is here and far not in met:
                    relatives = await self._relatives(link, ids, upwards=upwards)
                    if relatives:
                        met.add(far)
                        steps.append((far, depth - 1 if upwards else depth + 1, relatives))
                        front.append(steps[-1])
        return steps

    async def _relatives(self, link: Link, ids: list[UUID], *, upwards: bool) -> list[UUID]:
        producer_id, product_id = link.pairs.c
        known, wanted = (product_id, producer_id) if upwards else (producer_id, product_id)
        far: Any = link.producer if upwards else link.product
        found = select(far.id).where(
            far.tenant_id == self.tenant_id, far.id.in_(select(wanted).where(known == any_(array(ids))))
        )
        return list(await self.session.scalars(found.order_by(far.id).limit(MOST_FOLLOWED)))

    async def _step(self, model: type[Any], depth: int, ids: list[UUID]) -> Step:
        workflows = self.registry.curating(model)
        label = next((column for each in workflows for column in each.shows), None)
        columns = [model.id, *(each.curation.state for each in workflows), *([label] if label is not None else [])]
        rows = await self.session.execute(
            select(*columns).where(model.id == any_(array(ids[:MOST_SHOWN]))).order_by(model.id)
        )
        relatives = [
            Relative(
                row[0],
                str(row[-1]) if label is not None and row[-1] is not None else None,
                {each.name: row[number] for number, each in enumerate(workflows, start=1)},
            )
            for row in rows
        ]
        return Step(
            model.__tablename__,
            [each.name for each in workflows],
            depth,
            len(ids),
            len(ids) == MOST_FOLLOWED,
            relatives,
        )
