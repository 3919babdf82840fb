"""Where rows come from: the filter `origin`, and what led to a row and came of it, through the interface tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema
from sqlalchemy import ColumnElement, Select, Subquery, Table, any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link, Registry, links_of, pairs_of
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.kept_statements import array


@dataclass(frozen=True, slots=True)
class Origin:
    """A row by its table and id, written `place_searches:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55`."""

    table: str
    id: UUID

    def __str__(self) -> str:
        return f"{self.table}:{self.id}"


def read_origin(written: object) -> object:
    """
    >>> read_origin("trees:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55").table
    'trees'
    """
    if not isinstance(written, str):
        return written
    table, _, row_id = written.partition(":")
    try:
        return Origin(table, UUID(row_id))
    except ValueError:
        raise ValueError(f"{written[:80]!r} names no row; write a table and an id, as in table:uuid") from None


WrittenOrigin = Annotated[
    Origin,
    BeforeValidator(read_origin),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^[a-z0-9_]+:[0-9a-fA-F-]{32,36}$"}),
]


@dataclass(frozen=True, slots=True, eq=False)
class StepUp:
    """From a table up to another, by pairs (producer_id, product_id)."""

    lower: Table
    upper: Table
    pairs: Subquery


def descends_from(workflow: AnyWorkflow, origin: Origin, tenant_id: UUID, links: Sequence[Link]) -> ColumnElement[bool]:
    """A list's filter: a table that its rows do not come from is refused in words."""
    ids = descendants(workflow.model.__table__, origin, tenant_id, links)
    if ids is None:
        there = ", ".join(table.name for table in paths_up(workflow.model.__table__, links)) or "no other table"
        raise BadRequest(f"{workflow.title} has no rows from {origin.table[:80]!r}; its rows come from: {there}.")
    return workflow.curation.id.in_(ids)


def descendants(table: Table, origin: Origin, tenant_id: UUID, links: Sequence[Link]) -> Select[Any] | None:
    """The ids of a table's rows that come from the one row, or None if no way leads from the one table to the other.

    Read from the row downwards, each step by a foreign key; a row of another tenant has no descendants.
    """
    paths = paths_up(table, links).items()
    path = next((path for upper, path in paths if upper.name == origin.table), None)
    if path is None:
        return None
    top = path[-1].upper
    return down(path, select(top.c.id).where(top.c.id == origin.id, top.c.tenant_id == tenant_id))


def down(path: Sequence[StepUp], ids: Select[Any]) -> Select[Any]:
    """The ids at the lower end of a way that come from these at its upper end."""
    for step in reversed(path):
        producer_id, product_id = step.pairs.c
        ids = select(product_id).where(producer_id.in_(ids))
    return ids


def paths_up(lowest: Table, links: Sequence[Link]) -> dict[Table, list[StepUp]]:
    """Every table upstream with the shortest way to it, the nearest first."""
    steps = [*_keys_up(lowest, links), *_produced(links)]
    paths: dict[Table, list[StepUp]] = {lowest: []}
    front = list(paths)
    while front:
        here = front.pop(0)
        for step in steps:
            if step.lower is here and step.upper not in paths:
                paths[step.upper] = [*paths[here], step]
                front.append(step.upper)
    del paths[lowest]
    return paths


def _produced(links: Sequence[Link]) -> list[StepUp]:
    return [StepUp(link.product.__table__, link.producer.__table__, link.pairs) for link in links]


def _keys_up(lowest: Table, links: Sequence[Link]) -> Iterator[StepUp]:
    """Foreign keys beside what workflows produce.

    One that is always set and refers to a table upstream is a short cut, and knows more: a page that was in no sitemap
    has its domain still. One to a table that is no workflow's groups rows, as a list does searches.
    """
    produced = _produced(links)
    linked = (table for step in produced for table in (step.lower, step.upper))
    in_pipeline: list[Table] = list(dict.fromkeys([lowest, *linked]))
    for table in in_pipeline:
        above = _ancestors(table, produced)
        for key in sorted(table.foreign_keys, key=lambda each: each.parent.name):
            target: Any = key.column.table
            is_short_cut = target in above and not key.parent.nullable
            groups = target not in in_pipeline and "tenant_id" in target.c
            if key.column is target.c.get("id") and (is_short_cut or groups):
                way = select(key.parent.label("producer_id"), table.c.id.label("product_id"))
                yield StepUp(table, target, pairs_of([way]))


def _ancestors(table: Table, produced: Sequence[StepUp]) -> set[Table]:
    found, front = set[Table](), [table]
    while front:
        here = front.pop()
        above = {step.upper for step in produced if step.lower is here} - found
        found |= above
        front += above
    return found - {table}


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
