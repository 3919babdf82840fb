"""Rows out of a table and into a file, any number of them in flat memory. Who is suppressed is left out."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.filters import Filter, where
from scrapersky.curation_sdk.links import Link
from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.services.export_bounds import bounded_statements
from scrapersky.services.export_cells import Row
from scrapersky.services.export_files import replacing
from scrapersky.services.export_formats import Format, writer_for
from scrapersky.services.export_tables import Exportable, ExportTable, export_table
from scrapersky.services.suppression_list import Mark, marks_of, suppressed_marks

CHUNK = 2_000

Sessions = async_sessionmaker[AsyncSession]


@dataclass(slots=True)
class Exported:
    """How many rows were written, and how many contacts were left out because they are on the suppression list."""

    rows: int = 0
    suppressed: int = 0


@dataclass(frozen=True, slots=True)
class Export:
    """Which rows of which table. Every condition must hold, the tenant's first."""

    table: ExportTable
    tenant_id: UUID
    conditions: Sequence[ColumnElement[bool]] = ()
    exported: Exported = field(default_factory=Exported)

    async def chunks(self, sessions: Sessions) -> AsyncIterator[Sequence[Row]]:
        """Through a cursor of the server: what was read is forgotten before more is asked for."""
        statement = self.table.statement(self.tenant_id).where(*self.conditions)
        async with sessions() as reading, sessions() as looking, bounded_statements(reading):
            found = await reading.stream(statement, execution_options={"yield_per": CHUNK})
            async for rows in found.partitions(CHUNK):
                kept = await self._without_suppressed(looking, rows) if self.table.reached_by else rows
                self.exported.rows += len(kept)
                self.exported.suppressed += len(rows) - len(kept)
                yield kept

    async def _without_suppressed(self, session: AsyncSession, rows: Sequence[Any]) -> Sequence[Any]:
        width = len(self.table.columns)
        marks = [list(_marks(row[width:])) for row in rows]
        listed = await suppressed_marks(session, self.tenant_id, (mark for own in marks for mark in own))
        # What is on the list may have changed since the last chunk: no transaction is kept open for it.
        await session.rollback()
        return [row[:width] for row, own in zip(rows, marks, strict=True) if not any(mark in listed for mark in own)]


@dataclass(frozen=True, slots=True)
class _Reachable:
    email: str | None
    phone: str | None
    whatsapp: str | None
    fax: str | None


def _marks(reached_by: Sequence[Any]) -> Iterator[Mark]:
    *ways, domain = reached_by
    return marks_of(_Reachable(*ways), domain)


def make_export(
    name: Exportable,
    tenant_id: UUID,
    workflow: AnyWorkflow | None = None,
    wanted: Filter | None = None,
    *,
    links: Sequence[Link] = (),
) -> Export:
    """The filter is the grid's: what a person sees there is what the file has."""
    table = export_table(name)
    if wanted is None or wanted == Filter():
        return Export(table, tenant_id)
    if workflow is None:
        raise BadRequest(f"No workflow curates {name} here, so they cannot be filtered.")
    return Export(table, tenant_id, where(workflow, tenant_id, wanted, links))


async def export_to(
    stream: BinaryIO, wanted: Export, file_format: Format, sessions: Sessions, *, spool: Path | None = None
) -> Exported:
    """Write the whole export; the stream is left open."""
    writer = writer_for(file_format, wanted.table.kinds, stream, spool=spool)
    try:
        async for rows in wanted.chunks(sessions):
            writer.write(rows)
        writer.close()
    except BaseException:
        writer.discard()
        raise
    return wanted.exported


async def export_beside_others(
    stream: BinaryIO,
    wanted: Export,
    file_format: Format,
    sessions: Sessions,
    *,
    note: str = "",
    spool: Path | None = None,
) -> Exported:
    """The same where a server has other things to do: writing happens in a thread. The file carries the note."""
    writer = await asyncio.to_thread(writer_for, file_format, wanted.table.kinds, stream, note, spool=spool)
    try:
        async for rows in wanted.chunks(sessions):
            await _in_thread(writer.write, rows)
        await _in_thread(writer.close)
    except BaseException:
        await asyncio.to_thread(writer.discard)
        raise
    return wanted.exported


async def _in_thread(function: Callable[..., None], *arguments: object) -> None:
    """No thread can be stopped: when cancelled, this waits for its end, so that nobody uses the same beside it."""
    running = asyncio.create_task(asyncio.to_thread(function, *arguments))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise


async def export_to_file(
    path: Path, wanted: Export, file_format: Format, sessions: Sessions, *, force: bool = False
) -> Exported:
    """The file is there when it is whole, and not before."""
    with replacing(path, force=force) as stream:
        return await export_to(stream, wanted, file_format, sessions, spool=path.parent)
