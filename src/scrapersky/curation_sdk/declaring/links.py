"""Which rows made which: the foreign keys between a workflow's table and the one it produces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Select, Subquery, Table, select, union_all

from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """Which rows of one table made which rows of another, as pairs (producer_id, product_id).

    `is_shared`: several producers may stand behind one product, as businesses behind a domain.
    """

    producer: type[Any]
    product: type[Any]
    pairs: Subquery
    is_shared: bool


def links_of(workflows: Iterable[AnyWorkflow]) -> list[Link]:
    links = (
        link_between(workflow.model, workflow.produces)
        for workflow in workflows
        if not workflow.updates_source and workflow.produces
    )
    return [link for link in links if link is not None]


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
    return Link(producer, product, pairs_of(ways), is_shared=not belongs) if ways else None


def keys_to(table: Table, target: Table) -> list[Column[Any]]:
    """The columns of a table that refer to the id of another."""
    return [key.parent for key in table.foreign_keys if key.column is target.c.id]


def lets_go(key: Column[Any]) -> bool:
    """Whether a row lives on when the row it refers to is deleted."""
    return all((foreign.ondelete or "").startswith(("SET NULL", "SET DEFAULT")) for foreign in key.foreign_keys)


def _through_third_tables(owner: Table, owned: Table) -> Iterator[Select[Any]]:
    for table in owner.metadata.sorted_tables:
        if table not in (owner, owned):
            for producer_id in keys_to(table, owner):
                for product_id in keys_to(table, owned):
                    yield select(producer_id.label("producer_id"), product_id.label("product_id"))


def pairs_of(ways: list[Select[Any]]) -> Subquery:
    known = [way.where(*(column.is_not(None) for column in way.selected_columns)) for way in ways]
    return (union_all(*known) if len(known) > 1 else known[0]).subquery()
