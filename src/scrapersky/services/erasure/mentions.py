"""Every row of every table in which somebody is mentioned, found by the tables themselves."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Column,
    ColumnElement,
    Enum,
    RowMapping,
    String,
    Table,
    UniqueConstraint,
    any_,
    cast,
    delete,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TEXT
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import SdkBase
from scrapersky.extract.domains import registrable_domain
from scrapersky.models import Base
from scrapersky.services.erasure.subject import ErasureSubject
from scrapersky.services.suppression.redaction import GONE, Erasures, Redactor

AT_ONCE = 200
# Accounts are removed by their own command, and the list is what keeps people from coming back.
_OF_THE_INSTALLATION = frozenset(
    ("users", "tenants", "suppressions", "workers", "ended_sessions", "sign_ins", "tokens", "audit", "alerts")
)


@dataclass(frozen=True, slots=True)
class RowMention:
    """A row, the columns that mention somebody, and what these say without it."""

    table: Table
    key: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def is_nothing_else(self) -> bool:
        """Whether the row is known by what mentions them: then it goes as a whole."""
        return not self.after.keys().isdisjoint(_known_by(self.table))

    async def take_out(self, session: AsyncSession) -> None:
        condition = _key_of(self.table) == tuple_(*(literal(value) for value in self.key.values()))
        change = delete(self.table) if self.is_nothing_else else update(self.table).values(self.after)
        await session.execute(change.where(condition))


def searched_tables() -> list[Table]:
    tables = (*Base.metadata.sorted_tables, *SdkBase.metadata.sorted_tables)
    return [table for table in tables if table.name not in _OF_THE_INSTALLATION and texts_of(table)]


def texts_of(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if column.computed is None and _has_text(column)]


def _has_text(column: Column[Any]) -> bool:
    kind = column.type.item_type if isinstance(column.type, ARRAY) else column.type
    return isinstance(kind, String | JSONB) and not isinstance(kind, Enum)


async def mentions_in(session: AsyncSession, table: Table, subject: ErasureSubject) -> AsyncIterator[RowMention]:
    """Rows that may be meant are found by the server; whether they are, only comparing tells."""
    like = any_(literal(subject.patterns, ARRAY(TEXT)))
    conditions: list[ColumnElement[bool]] = [or_(*(cast(column, TEXT).ilike(like) for column in texts_of(table)))]
    conditions += own_rows(table, subject.tenant_id)
    keys = (await session.execute(select(*table.primary_key.columns).where(*conditions))).all()
    for start in range(0, len(keys), AT_ONCE):
        some = [tuple(key) for key in keys[start : start + AT_ONCE]]
        rows = (await session.execute(select(table).where(_key_of(table).in_(some)))).mappings().all()
        for mention in await asyncio.to_thread(_mentions, table, rows, subject):
            yield mention


def _mentions(table: Table, rows: Sequence[RowMapping], subject: ErasureSubject) -> list[RowMention]:
    """Names are looked for only in what tells of the sites where they are known."""
    texts, erased, sites = texts_of(table), Erasures.by(subject.tenant_id, subject.marks), set(subject.domains)
    redactors = (erased.redactor(*sites.intersection(_domains_of(row, table, subject))) for row in rows)
    found = (_mention(table, texts, row, redact) for row, redact in zip(rows, redactors, strict=True))
    return [mention for mention in found if mention]


def own_rows(table: Table, tenant_id: UUID) -> Iterator[ColumnElement[bool]]:
    """Rows of the tenant, or that hang on one of them; what hangs on none is the installation's."""
    if "tenant_id" in table.c:
        yield table.c.tenant_id == tenant_id
        return
    for key in table.foreign_keys:
        parent = key.column.table
        if "tenant_id" in parent.c:
            yield key.parent.in_(select(key.column).where(parent.c.tenant_id == tenant_id))


def _mention(table: Table, texts: Sequence[Column[Any]], row: RowMapping, redact: Redactor) -> RowMention | None:
    after = {column.name: redact.of_value(row[column]) for column in texts}
    changed = {name: value for name, value in after.items() if value != row[table.c[name]]}
    changed |= {column.name: GONE for column in texts if column.info.get("made_of") in changed}
    if not changed:
        return None
    key = {column.name: row[column] for column in table.primary_key.columns}
    return RowMention(table, key, {name: row[table.c[name]] for name in changed}, changed)


def _domains_of(row: RowMapping, table: Table, subject: ErasureSubject) -> tuple[str, ...]:
    """Where somebody of that name is meant: a row of another site tells of another person."""
    if table.name == "domains":
        return (row[table.c.name],)
    if "domain_id" in table.c and row[table.c.domain_id] is not None:
        site = subject.sites.get(row[table.c.domain_id])
        return (site,) if site else ()
    if "website" in table.c:
        return (registrable_domain(row[table.c.website] or "") or "",)
    return subject.domains


def _key_of(table: Table) -> Any:
    return tuple_(*table.primary_key.columns)


def _known_by(table: Table) -> set[str]:
    return {*(column.name for column in table.primary_key.columns), *_unique(table)}


def _unique(table: Table) -> Iterator[str]:
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield from (column.name for column in constraint.columns)
    for index in table.indexes:
        if index.unique:
            yield from (column.name for column in index.columns)
