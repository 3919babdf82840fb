"""Any row of any table by what a person has in hand: an id, a host, an address, an e-mail address or a name."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import ColumnElement, Select, Text, cast, func, literal_column, null, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, ColumnKind, Registry, State, columns_by_key
from scrapersky.curation_sdk.lists.listing import shown_values
from scrapersky.curation_sdk.lists.search.fields import host_column
from scrapersky.curation_sdk.lists.search.words import at_host, has_words, read_host

MOST_FOUND = 20
MOST_PER_TABLE = 8
LONGEST_SHOWN = 200
_WORD = re.compile(r"[^\W_]+")
# Nearly every address has these, so they lead to nothing.
_EVERYWHERE = frozenset({"http", "https", "www"})
_ADDRESS = re.compile(r"\S{1,2000}")


class Found(BaseModel):
    """A row, by the first workflow of its table."""

    workflow: str
    id: UUID
    title: str
    subtitle: str | None
    state: State


async def find_rows(session: AsyncSession, registry: Registry, tenant_id: UUID, text: str) -> list[Found]:
    """In the order of the pipeline. A word of one or two letters alone would find everything, and finds nothing."""
    found: list[Found] = []
    for workflow in _first_of_each_table(registry):
        condition = _condition(workflow, tenant_id, text.strip())
        if condition is not None:
            rows = await session.execute(found_statement(workflow, tenant_id, condition))
            found += [Found(workflow=workflow.name, **row) for row in rows.mappings()]
    return found[:MOST_FOUND]


def _first_of_each_table(registry: Registry) -> Iterator[AnyWorkflow]:
    for workflow in registry:
        if registry.curating(workflow.model)[0] is workflow:
            yield workflow


def _condition(workflow: AnyWorkflow, tenant_id: UUID, text: str) -> ColumnElement[bool] | None:
    """Each by an index: the key, the domain, or the words."""
    try:
        return workflow.curation.id == UUID(text)
    except ValueError:
        pass
    host = _host_in(text)
    if host is not None and host_column(workflow) is not None:
        return _at_address(workflow, tenant_id, text, host)
    return _by_words(workflow, tenant_id, text)


def _host_in(text: str) -> str | None:
    """
    >>> [_host_in(text) for text in ("acme.example", "https://acme.example/a", "Dr. Smith", "ana@acme.example")]
    ['acme.example', 'acme.example', None, None]
    """
    host = read_host(text) if _ADDRESS.fullmatch(text) and "@" not in text else None
    return host if host and "." in host else None


def _at_address(workflow: AnyWorkflow, tenant_id: UUID, text: str, host: str) -> ColumnElement[bool] | None:
    """With a path it means that very page, where the table has pages; elsewhere it means the host."""
    path = text.partition("://")[2] or text
    has_path = len(path.partition("/")[2]) > 0
    own = columns_by_key(workflow.shows)
    has_pages = any(
        column.kind is ColumnKind.URL and column.key in own and not own[column.key].nullable
        for column in workflow.columns
    )
    if has_path and has_pages and workflow.searches is not None:
        return has_words(workflow, tenant_id, _telling(text))
    return at_host(workflow, tenant_id, host)


def _by_words(workflow: AnyWorkflow, tenant_id: UUID, text: str) -> ColumnElement[bool] | None:
    telling = _telling(text)
    if workflow.searches is None or all(len(word) < 3 for word in telling.split()):
        return None
    return has_words(workflow, tenant_id, telling)


def _telling(text: str) -> str:
    return " ".join(word for word in _WORD.findall(text) if word.lower() not in _EVERYWHERE)


def found_statement(workflow: AnyWorkflow, tenant_id: UUID, condition: ColumnElement[bool]) -> Select[Any]:
    """The keys come from a subquery of its own, which OFFSET keeps apart: it is planned as if all were wanted.

    Asked for eight rows, the planner would go through the whole table for a word that nobody has.
    """
    curation = workflow.curation
    title, subtitle = (func.left(cast(each, Text), LONGEST_SHOWN) for each in _names(workflow))
    named = func.coalesce(func.nullif(title, ""), subtitle, cast(curation.id, Text))
    nothing: ColumnElement[int] = literal_column("0")
    found: Select[Any] = (
        select(curation.id.label("id")).where(curation.tenant_id == tenant_id, condition).offset(nothing)
    )
    keys = found.subquery("found")
    return (
        select(curation.id.label("id"), named.label("title"), subtitle.label("subtitle"), curation.state.label("state"))
        .join(keys, keys.c.id == curation.id)
        .limit(MOST_PER_TABLE)
    )


def _names(workflow: AnyWorkflow) -> tuple[Any, Any]:
    """What a row is called, and what tells it from others of that name."""
    values = shown_values(workflow)
    keys = [column.key for column in workflow.columns]
    title = next((key for key in ("name", "title") if key in keys), keys[0] if keys else None)
    addresses = (column.key for column in workflow.columns if column.kind is ColumnKind.URL and column.key != title)
    others = (key for key in keys if key != title)
    subtitle = next(addresses, None) or next(others, None)
    return values[title] if title else null(), values[subtitle] if subtitle else null()
