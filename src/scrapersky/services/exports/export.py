"""Rows out of a table and into a file, any number of them in flat memory. Who is suppressed is left out.

Contacts can have the headings by which other programs know them, so that those import a file without being told more.
"""

import asyncio
import tomllib
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Self
from uuid import UUID

from sqlalchemy import ColumnElement, any_, func, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.declaring import AnyWorkflow, Link
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import Filter, array, where
from scrapersky.extract.people.parts import first_and_last
from scrapersky.services.exports.best import Best, BestOfEach, contacts_best_first, grouping_of_contact, surest
from scrapersky.services.exports.bounds import bounded_statements
from scrapersky.services.exports.cells import Row
from scrapersky.services.exports.choices import Exportable, Format, Preset
from scrapersky.services.exports.files import NoPlaceForFile, replacing
from scrapersky.services.exports.formats import writer_for
from scrapersky.services.exports.left_out import are_suppressed
from scrapersky.services.exports.meanings import meanings_of
from scrapersky.services.exports.stream import StoppableStream
from scrapersky.services.exports.tables import EXTRA_FIELDS, MOST_EXTRA_COLUMNS, ExportTable, export_table

CHUNK = 2_000
MOST_CHOSEN_FIRST = 50_000

Sessions = async_sessionmaker[AsyncSession]
Piece = tuple[AsyncSession, Sequence[Any], Sequence[bool]]
"""Rows, and which of them are suppressed."""
NOT_PROVIDED = "[not provided]"  # what Salesforce writes itself where a name that it demands is missing

READS: Mapping[str, Callable[[Any], Any]] = {
    "first": lambda name: first_and_last(name)[0] or None,
    "last": lambda name: first_and_last(name)[1] or None,
    "last_or_stand_in": lambda name: first_and_last(name)[1] or NOT_PROVIDED,
    "name_or_stand_in": lambda name: name or NOT_PROVIDED,
    "site": lambda domain: f"https://{domain}/" if domain else None,
}
"""How a column is read, by the word behind its name in `presets.toml`."""


def with_preset(table: ExportTable, preset: Preset | None) -> ExportTable:
    """The same rows under that program's headings, those of one website together: people read these files."""
    if preset is None:
        return table
    if table.name != Exportable.CONTACTS:
        raise BadRequest(f"The preset {preset} is for contacts; {table.name} are exported with their own columns.")
    chosen = {heading: column.partition(":") for heading, column in _headings()[preset].items()}
    return replace(
        table,
        columns={heading: table.columns[source] for heading, (source, _, _) in chosen.items()},
        sources={heading: source for heading, (source, _, _) in chosen.items()},
        reads={heading: READS[read] for heading, (_, _, read) in chosen.items() if read},
        together=(table.model.domain_id,),
    )


@cache
def _headings() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files(__package__).joinpath("presets.toml").read_text("utf-8"))


@dataclass(slots=True)
class Exported:
    """How many rows were written, and how many were left out because they are on the suppression list."""

    rows: int = 0
    suppressed: int = 0


@dataclass(frozen=True, slots=True)
class Export:
    """Which rows of which table. Every condition must hold, the tenant's first.

    `chosen` are these rows in their order, however few: the conditions name them as well.
    """

    table: ExportTable
    tenant_id: UUID
    conditions: Sequence[ColumnElement[bool]] = ()
    one_per_business: bool = False
    most_rows: int | None = None
    chosen: Sequence[UUID] | None = None
    exported: Exported = field(default_factory=Exported)

    async def chunks(self, sessions: Sessions) -> AsyncGenerator[Sequence[Row], None]:
        """Through a cursor of the server: what was read is forgotten before more is asked for.

        Who takes them must not let them wait for a person, or a slow line: a transaction is open meanwhile.
        """
        best = BestOfEach() if self.one_per_business else None
        found = self._chosen(sessions) if self.chosen is not None else self._found(sessions, best)
        async with aclosing(found) as pieces:
            async for session, rows, suppressed in pieces:
                kept = await self._kept(session, rows, suppressed, best)
                self.exported.rows += len(kept)
                yield self.table.read([row[: len(self.table.columns)] for row in kept])
                if self.exported.rows == self.most_rows:
                    return

    async def _found(self, sessions: Sessions, best: BestOfEach | None) -> AsyncGenerator[Piece, None]:
        asked = contacts_best_first() if best else self.table
        statement = asked.statement(self.tenant_id).where(*self.conditions)
        async with sessions() as session, bounded_statements(session):
            found = await session.stream(statement, execution_options={"yield_per": CHUNK})
            async for rows in found.partitions(CHUNK):
                yield session, rows, await are_suppressed(session, self.tenant_id, asked, rows)

    async def _chosen(self, sessions: Sessions) -> AsyncGenerator[Piece, None]:
        async with sessions() as session, bounded_statements(session):
            chosen = self.chosen or ()
            for start in range(0, len(chosen), CHUNK):
                rows = await self._whole(session, chosen[start : start + CHUNK])
                yield session, rows, await are_suppressed(session, self.tenant_id, self.table, rows)

    async def _whole(self, session: AsyncSession, ids: Sequence[UUID]) -> Sequence[Any]:
        """In this order."""
        model, wanted = self.table.model, array(list(ids))
        statement = self.table.statement(self.tenant_id).where(model.id == any_(wanted)).order_by(None)
        return list(await session.execute(statement.order_by(func.array_position(wanted, model.id))))

    async def _kept(
        self, session: AsyncSession, rows: Sequence[Any], suppressed: Sequence[bool], best: BestOfEach | None
    ) -> Sequence[Any]:
        """Of the best of each business only those that are chosen are read whole: all of them were put in order."""
        left = None if self.most_rows is None else self.most_rows - self.exported.rows
        if best is None:
            return list(islice(self._left_in(rows, suppressed), left))
        chosen = [each.id for each in islice(best.choose(rows, suppressed), left)]
        self.exported.suppressed = best.passed_over
        return await self._whole(session, chosen)

    def _left_in(self, rows: Sequence[Any], suppressed: Sequence[bool]) -> Iterator[Any]:
        for row, is_suppressed in zip(rows, suppressed, strict=True):
            if is_suppressed:
                self.exported.suppressed += 1
            else:
                yield row

    async def count(self, session: AsyncSession) -> int:
        """How many there are at most: some may be suppressed."""
        model = self.table.model
        count = func.count(grouping_of_contact().distinct()) if self.one_per_business else func.count()
        counted = select(count).select_from(model).where(model.tenant_id == self.tenant_id, *self.conditions)
        there = await session.scalar(counted) or 0
        return there if self.most_rows is None else min(there, self.most_rows)

    async def of_few_rows(self, sessions: Sessions) -> Self:
        """The same rows, if they are few, by their ids: what is asked of them is not asked of all that match.

        Of the best of each business, those are taken that are the surest of all.
        """
        if self.most_rows is None or self.most_rows > MOST_CHOSEN_FIRST:
            return self
        ids = await (self._surest(sessions) if self.one_per_business else self._first(sessions))
        only = (self.table.model.id == any_(array(ids)),)
        return replace(self, conditions=only, one_per_business=False, chosen=ids)

    async def _first(self, sessions: Sessions) -> list[UUID]:
        only_ids = replace(self.table, columns={"id": self.table.model.id}, sources={}, reads={})
        choosing = replace(self, table=only_ids, exported=Exported())
        ids = [row_id async for rows in choosing.chunks(sessions) for (row_id,) in rows]
        self.exported.suppressed = choosing.exported.suppressed
        return ids

    async def _surest(self, sessions: Sessions) -> list[UUID]:
        best, kept, most = BestOfEach(), list[Best](), self.most_rows or 0
        async with aclosing(self._found(sessions, best)) as pieces:
            async for _, rows, suppressed in pieces:
                kept += best.choose(rows, suppressed)
                if len(kept) > 2 * most:  # after every chunk, a million would be put in order for minutes
                    kept = surest(kept, most)
        self.exported.suppressed = best.passed_over
        return [each.id for each in surest(kept, most)]

    async def extra_headings(self, sessions: Sessions) -> list[str]:
        """Of what files said beside our columns, the most frequent first; one more than have a column."""
        model = self.table.model
        heading = func.jsonb_object_keys(model.extra_fields).label("heading")
        mine = select(heading).where(model.tenant_id == self.tenant_id, *self.conditions).subquery()
        counted = select(mine.c.heading).group_by(mine.c.heading).order_by(func.count().desc(), mine.c.heading)
        async with sessions() as session, bounded_statements(session):
            return list(await session.scalars(counted.limit(MOST_EXTRA_COLUMNS + 1)))


def make_export(
    name: Exportable,
    tenant_id: UUID,
    workflow: AnyWorkflow | None = None,
    wanted: Filter | None = None,
    *,
    links: Sequence[Link] = (),
    preset: Preset | None = None,
) -> Export:
    """The filter is the grid's: what a person sees there is what the file has."""
    table = with_preset(export_table(name), preset)
    if wanted is None or wanted == Filter():
        return Export(table, tenant_id)
    if workflow is None:
        raise BadRequest(f"No workflow curates {name} here, so they cannot be filtered.")
    return Export(table, tenant_id, where(workflow, tenant_id, wanted, links))


async def export_to(
    stream: BinaryIO,
    wanted: Export,
    file_format: Format,
    sessions: Sessions,
    *,
    note: str = "",
    spool: Path | None = None,
    has_more: asyncio.Event | None = None,
    byte_order_mark: bool = True,
) -> Exported:
    """Write the whole export in a thread, since others wait meanwhile; the stream is left open.

    The file carries the note, in formats that have a place for it. When cancelled, nothing more arrives in the stream.
    `has_more` is set after each chunk of rows.
    """
    has_extra = file_format in (Format.CSV, Format.XLSX) and EXTRA_FIELDS in wanted.table.columns
    if has_extra or wanted.one_per_business:
        wanted = await wanted.of_few_rows(sessions)
    if has_extra:
        wanted = replace(wanted, table=wanted.table.with_extra(await wanted.extra_headings(sessions)))
    target = StoppableStream(stream)
    writer = await asyncio.to_thread(
        writer_for,
        file_format,
        wanted.table.kinds,
        target,
        note,
        spool=spool,
        byte_order_mark=byte_order_mark,
        meanings=meanings_of(wanted.table),
        title=str(wanted.table.name).capitalize(),
    )
    try:
        async with aclosing(wanted.chunks(sessions)) as chunks:
            async for rows in chunks:
                await _in_thread(target, writer.write, rows)
                if has_more:
                    has_more.set()
        await _in_thread(target, writer.close)
    except BaseException:
        target.stop()
        await asyncio.to_thread(writer.discard)
        raise
    return wanted.exported


async def _in_thread(target: StoppableStream, function: Callable[..., None], *arguments: object) -> None:
    """A thread ends when it writes the next time. When cancelled, this waits for it: nobody uses the same beside it."""
    running = asyncio.create_task(asyncio.to_thread(function, *arguments))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        target.stop()
        await asyncio.wait([running])
        running.exception()  # told to nobody: it was asked to stop
        raise


async def export_to_file(
    path: Path,
    wanted: Export,
    file_format: Format,
    sessions: Sessions,
    *,
    force: bool = False,
    byte_order_mark: bool = True,
) -> Exported:
    """The file is there when it is whole, and not before."""
    try:
        with replacing(path, force=force) as stream:
            spool = Path(stream.name).parent
            return await export_to(stream, wanted, file_format, sessions, spool=spool, byte_order_mark=byte_order_mark)
    except (ConnectionError, TimeoutError):
        raise  # the database's words: a disk has no connection
    except OSError as error:
        raise NoPlaceForFile(f"{path} could not be written: {error.strerror or error}.") from error
