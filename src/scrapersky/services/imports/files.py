"""A file into a table: looked at first if a person wants to, then written in batches, each row with its result."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, BinaryIO, Protocol
from uuid import UUID

from sqlalchemy import any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.decisions import Decision, change_status, record_made
from scrapersky.curation_sdk.declaring import Actor, Curated, Settable, State, curations_of
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.pages.region import country_code
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow, text_of_cells
from scrapersky.extract.submitted.dialling import NO_NUMBERS, NationalNumbers, national_numbers
from scrapersky.extract.submitted.headings import BadMapping, Subject
from scrapersky.extract.submitted.several import Several
from scrapersky.extract.submitted.tables import SubmittedTable, UnknownColumns, open_table
from scrapersky.services.imports.results import LOSES, ImportedRow, Tally, Verdict
from scrapersky.services.imports.seeming import seeming_same

ROWS_PER_TRANSACTION = 500
ROWS_OF_PREVIEW = 1_000

SubmittedRow = GoodRow | BadRow
Refuses = Callable[[AsyncSession, UUID, Sequence[UUID]], Awaitable[Mapping[UUID, str]]]
"""Which rows may not be queued, and why."""


def remark_on(name: str, found: Several, others: str = "kept beside the first") -> str | None:
    """What became of a cell in which there was more than one value, or something else."""
    told = []
    if found.wrong:
        told.append(f"{LOSES} {'a part of ' if found.values else ''}its {name}: {' and '.join(found.wrong)}")
    if found.others:
        told.append(f"has {len(found.values)} in the cell of its {name}; {others}: {', '.join(found.others)}")
    return "; ".join(told) or None


async def queue_undecided(
    session: AsyncSession, workflow: Curated, actor: Actor, ids: Sequence[UUID], refuses: Refuses | None = None
) -> dict[UUID, str]:
    """Queue the rows that nobody decided about yet; what was skipped stays so, and what is done is not done again.

    Those that may not be queued are left too: says of each why.
    """
    curation = workflow.curation
    wanted = literal(list(ids), ARRAY(PG_UUID(as_uuid=True)))
    undecided = await session.scalars(
        select(curation.id).where(curation.id == any_(wanted), curation.state == State.NEW.value)
    )
    new = list(undecided)
    refused = await refuses(session, actor.tenant_id, new) if refuses and new else {}
    if allowed := [row_id for row_id in new if row_id not in refused]:
        await change_status(session, workflow, actor, allowed, Decision(Settable.QUEUED, only_from=State.NEW))
    return {row_id: f"is not queued: {reason}" for row_id, reason in refused.items()}


class NoKnownColumn(ScraperSkyError):
    """The file has no column of what makes such a row."""

    http_status = 422

    def __init__(self, subject: Subject, headings: Sequence[str]) -> None:
        found = ", ".join(heading[:40] for heading in headings[:20]) or "none"
        alone = " A plain list, one address a line, will do too." if subject.is_address else ""
        super().__init__(
            f"No column of {subject} was found: say which of them is the {' or the '.join(subject.needed)}."
            f" There are: {found}.{alone}"
        )


class WrongMapping(ScraperSkyError):
    http_status = 422


class UnknownCountry(ScraperSkyError):
    http_status = 422

    def __init__(self, country: str) -> None:
        super().__init__(f"{country[:40]!r} is no country; write its two letters, such as US or DE.")


class RowImporter(Protocol):
    """Writes rows of one subject, in a transaction that is another's: each gets its result, no row fails another."""

    @property
    def subject(self) -> Subject: ...

    @property
    def verdicts(self) -> Sequence[Verdict]: ...

    @property
    def actor(self) -> Actor: ...

    @property
    def model(self) -> type[Any]: ...

    async def write(
        self, session: AsyncSession, rows: Sequence[SubmittedRow], fields: Sequence[str]
    ) -> list[ImportedRow]:
        """`fields` are those that the file has a column of."""
        ...


@dataclass(frozen=True, slots=True)
class PreviewedRow:
    """What would become of a row. `same_as` is the line above that says the same."""

    values: Mapping[str, str]
    extra: Mapping[str, str]
    result: ImportedRow
    same_as: int | None = None


@dataclass(slots=True)
class FileImport:
    """With a `title`, the rows it adds are one entry of the history, `batch_id`, and are taken back together.

    `tally` is what the lines came to so far, `numbers` what a preview saw of phone numbers without a country.
    """

    sessions: async_sessionmaker[AsyncSession]
    importer: RowImporter
    table: SubmittedTable
    title: str | None = None
    batch_id: UUID | None = None
    tally: Tally = field(default_factory=Tally)
    numbers: NationalNumbers = NO_NUMBERS

    async def run(self) -> AsyncIterator[ImportedRow]:
        """Each batch is committed: an import cut short is continued by importing again."""
        rows = self.table.rows()
        while batch := await asyncio.to_thread(_some, rows, ROWS_PER_TRANSACTION):
            async with self.sessions.begin() as session:
                results = await self._written(session, batch)
                made = await self._record(session, results)
            self.batch_id = made
            for result in results:
                yield result

    async def _written(self, session: AsyncSession, batch: Sequence[SubmittedRow]) -> list[ImportedRow]:
        written = await self.importer.write(session, batch, self.table.fields)
        new = {row.id for row in written if row.id is not None and row.verdict is Verdict.ADDED}
        seeming = await seeming_same(session, self.importer.actor.tenant_id, self.importer.model, new)
        results = []
        for row, result in zip(batch, written, strict=True):
            text = _text_of(row) if result.verdict is Verdict.REFUSED else None
            seems = seeming.get(result.id) if result.id else None
            results.append(self.tally.counted(replace(result, text=text, seems=seems)))
        return results

    async def _record(self, session: AsyncSession, results: Sequence[ImportedRow]) -> UUID | None:
        added = {row.id: row.line for row in results if row.id is not None and row.verdict is Verdict.ADDED}
        added |= {row_id: row.line for row in results for row_id in row.also}
        if not self.title or not (added or self.batch_id):
            return self.batch_id
        who, workflow = self.importer.actor, curations_of(self.importer.model)[0]
        told = self.tally.in_words()
        return await record_made(session, workflow, who, added, source=self.title, told=told, batch_id=self.batch_id)

    async def preview(self) -> list[PreviewedRow]:
        """The first rows, written and taken back: what is told is what importing them comes to."""
        batch = await asyncio.to_thread(_some, self.table.rows(), ROWS_OF_PREVIEW)
        async with self.sessions() as session:
            results = await self._written(session, batch)
            await session.rollback()
        self.numbers = await asyncio.to_thread(national_numbers, batch)
        return _previewed(batch, results)


def _text_of(row: SubmittedRow) -> str:
    if isinstance(row, BadRow):
        return row.text
    return text_of_cells([*row.cells.values(), *row.extra.values()])


def _some(rows: Iterator[SubmittedRow], most: int) -> list[SubmittedRow]:
    return list(islice(rows, most))


def _previewed(batch: Sequence[SubmittedRow], results: Sequence[ImportedRow]) -> list[PreviewedRow]:
    first: dict[UUID, int] = {}
    previewed = []
    for row, result in zip(batch, results, strict=True):
        same_as = first.setdefault(result.id, result.line) if result.id else result.line
        cells, extra = ({}, {}) if isinstance(row, BadRow) else (row.cells, row.extra)
        previewed.append(PreviewedRow(cells, extra, result, same_as if same_as != result.line else None))
    return previewed


async def open_file(
    stream: BinaryIO,
    subject: Subject,
    mapping: Mapping[str, str] | None = None,
    *,
    sheet: str | None = None,
    country: str | None = None,
    is_json_lines: bool = False,
    must_fit: bool = True,
) -> SubmittedTable:
    """In a thread: a workbook is read whole before its rows, which takes a while.

    A table that need not fit is one of which a person has yet to say what its columns are. `country` is that of
    numbers which are written without one.
    """
    code = country_code(country) if country else None
    if country and code is None:
        raise UnknownCountry(country)
    try:
        table = await asyncio.to_thread(open_table, stream, subject, mapping, sheet=sheet, is_json_lines=is_json_lines)
    except UnknownColumns as unknown:
        if must_fit:
            raise NoKnownColumn(subject, list(unknown.table.columns)) from unknown
        table = unknown.table
    except BadMapping as wrong:
        raise WrongMapping(f"The mapping cannot be used: {wrong}.") from wrong
    table.country = code
    return table
