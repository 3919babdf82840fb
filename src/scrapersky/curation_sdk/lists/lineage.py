"""Where a row came from and what came of it, through the tables that are the workflows' interfaces."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Link, Registry, links_of
from scrapersky.curation_sdk.lists.selection import array

MOST_FOLLOWED = 10_000
MOST_SHOWN = 5
LABELS_TRIED = 4
"""A row is called by the first shown column that has a value: a contact without a name by its address."""


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
        labels = [column for each in workflows for column in each.shows][:LABELS_TRIED]
        columns = [model.id, *(each.curation.state for each in workflows), *labels]
        rows = await self.session.execute(
            select(*columns).where(model.id == any_(array(ids[:MOST_SHOWN]))).order_by(model.id)
        )
        relatives = [
            Relative(
                row[0],
                next((str(value) for value in row[len(workflows) + 1 :] if value is not None), None),
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
